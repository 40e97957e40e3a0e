"""The page of a new parcel: what was typed is looked up, and the couriers are asked when all is there."""

from typing import Any

from fulfilment.catalog import routes as catalog
from fulfilment.console.drafting.entry import FIELDS, Entry, Line, mark_of, same_service
from fulfilment.console.frame.frame import Frame
from fulfilment.console.products import numbers
from fulfilment.console.stock.levels import DEFAULT_VARIANT
from fulfilment.console.wording import amounts
from fulfilment.http import form as forms
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, Validation
from fulfilment.http.page import Page
from fulfilment.shipping import routes as shipping
from fulfilment.stock import routes as stock
from fulfilment.translations import N_

MOST_CHOICES = 8
_FOUND_AT_ONCE = 5
# Twenty of them fit into a query, whatever signs they have. What is longer is rather a name, and looked up as one.
_MOST_SKU_BYTES = 100
# Prices are asked for in the same request, and a page asks PostgreSQL six times at most.
MOST_LOOKED_UP = 2
# Where no prices are asked for, their statement is left for one look-up more.
MOST_WITHOUT_PRICES = MOST_LOOKED_UP + 1


async def put(
    page: Page,
    shown: Frame,
    entry: Entry,
    *,
    rates: list[dict[str, Any]] | None = None,
    is_changed: bool = False,
    has_unknown: bool = False,
    refusal: ApiError | None = None,
    key: str | None = None,
) -> Document:
    """The form as it was typed, with what was found of it and the couriers' prices.

    `is_changed`: the parcel is no longer what the prices that somebody chose from were asked for. `has_unknown`: some
    lines are still to be looked up.
    """
    return shown.put(
        "drafting/new.html",
        place="shipments",
        title=shown.say("New shipment"),
        told=None if refusal is None else shown.told(refusal),
        fields=FIELDS,
        entry=entry,
        rates=rates,
        is_changed=is_changed,
        has_unknown=has_unknown,
        worth=[_worth(shown, line) for line in entry.with_blank()],
        key_value=key or forms.new_key(),
    )


async def find(page: Page, shown: Frame, entry: Entry) -> bool:
    """Look up the area and the lines that are not known yet; whether all is known now.

    Of more lines than can be looked up one by one, whole SKUs are found at once, and names one by one as far as there
    is room. Raises Validation, naming what nobody knows.
    """
    asked = await _find_area(page, entry)
    unknown = [line for line in entry.lines if not line.name]
    if asked + len(unknown) > MOST_LOOKED_UP:
        asked += 1
        unknown = await _find_skus(page, shown, unknown)
    is_all = asked + len(unknown) <= MOST_LOOKED_UP
    for line in unknown if is_all else unknown[: MOST_WITHOUT_PRICES - asked]:
        _put_found(shown, line, await variants(page, line.what))
    return is_all


async def quote(page: Page, shown: Frame, entry: Entry) -> list[dict[str, Any]]:
    """What the couriers ask, cheapest first, of which the service that was chosen stays chosen.

    Raises Validation, NotConfigured, IntegrationError.
    """
    parcel = _parcel(shown, entry)
    rates = (await page.tell(shipping.quote_rates, parcel, key=None)).data["rates"]
    entry.quoted, entry.service = mark_of(parcel), same_service(entry.service, rates)
    return rates


def is_as_quoted(shown: Frame, entry: Entry) -> bool:
    """Whether prices were shown for just this parcel. Raises Validation."""
    return entry.quoted == mark_of(_parcel(shown, entry))


async def variants(page: Page, text: str) -> list[dict[str, Any]]:
    """The variants that a SKU or a name may mean, the exact SKU alone where there is one; at most eight."""
    asked = {"q": text, "type": "physical", "limit": _FOUND_AT_ONCE}
    found = (await page.ask(catalog.list_products, asked)).data["products"]
    hits = [_hit(product, variant) for product in found for variant in product["variants"] if not variant["archived"]]
    exact = [hit for hit in hits if hit["sku"] and hit["sku"].casefold() == text.casefold()]
    return exact[:1] or hits[:MOST_CHOICES]


async def areas(page: Page, text: str) -> list[dict[str, Any]]:
    """The areas that a text may mean."""
    answer = await page.ask(shipping.search_areas, {"q": text})
    return answer.data


async def _find_area(page: Page, entry: Entry) -> int:
    """How many look-ups it took."""
    if entry.postal_code or entry.area_id or not entry.area:
        return 0
    entry.areas = await areas(page, entry.area)
    if not entry.areas:
        raise Validation(
            N_("Nobody knows such a place. Enter a postal code of five digits."), field="destination.areaId"
        )
    if len(entry.areas) == 1:
        entry.area_id, entry.area_name = entry.areas[0]["id"], entry.areas[0]["name"]
        entry.areas = []
    return 1


async def _find_skus(page: Page, shown: Frame, lines: list[Line]) -> list[Line]:
    """Find what has the whole SKU that was typed, for all lines in one statement. The other lines are left."""
    skus = [line.what for line in lines if len(line.what.encode()) <= _MOST_SKU_BYTES and not line.variant_id]
    asked = {"sku": skus, "type": "physical"}
    found = (await page.ask(stock.search_variants, asked)).data["variants"] if skus else []
    # Of several that have it, the first one is meant, as where a line is looked up by itself.
    first = {offer["sku"]: _offered(offer) for offer in reversed(found)}
    left = []
    for line in lines:
        if line.variant_id or line.what not in first:
            left.append(line)
        else:
            _put_found(shown, line, [first[line.what]])
    return left


def _put_found(shown: Frame, line: Line, hits: list[dict[str, Any]]) -> None:
    if line.variant_id:
        hits = [hit for hit in hits if hit["id"] == line.variant_id]
    if len(hits) > 1:
        line.choices = hits
        return
    if not hits:
        # What is not in the catalogue is shipped by its name alone, and takes no stock.
        line.variant_id, line.name = "", line.what
        return
    (hit,) = hits
    line.variant_id, line.name = hit["id"], hit["title"]
    line.weight = line.weight or str(hit["weight"] or "")
    line.value = line.value or numbers.typed_amount(shown, hit["price"] or None)


def _worth(shown: Frame, line: Line) -> str | None:
    """The value of one piece as it was understood; None where none was."""
    amount = amounts.read(line.value, shown.workspace.currency)
    return None if amount is None else shown.show.money(amount)


def _hit(product: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    is_only = len(product["variants"]) == 1
    return {
        "id": variant["id"],
        "sku": variant["sku"] or product["sku"],
        "title": product["name"] if is_only else f"{product['name']}, {variant['name']}",
        "weight": variant["weight"] if variant["weight"] is not None else product["weight"],
        "price": variant["priceCents"],
    }


def _offered(offer: dict[str, Any]) -> dict[str, Any]:
    title = offer["productName"] if offer["name"] == DEFAULT_VARIANT else f"{offer['productName']}, {offer['name']}"
    return {name: offer[name] for name in ("id", "sku", "weight")} | {"title": title, "price": offer["priceCents"]}


def _parcel(shown: Frame, entry: Entry) -> dict[str, Any]:
    """What prices are asked for. Raises Validation."""
    if not entry.lines:
        raise Validation(shown.say("Say what is in the parcel."), field="items.0")
    return {
        "destination": entry.destination(),
        "items": [_quoted(item) for item in entry.items(shown.workspace.currency)],
        "insurance": entry.insured,
    }


def _quoted(item: dict[str, Any]) -> dict[str, Any]:
    return {name: item[name] for name in ("name", "value", "weight", "quantity")}
