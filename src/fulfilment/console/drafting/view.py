"""The page of a new parcel: what was typed is looked up line by line, and the couriers are asked when all is there."""

from typing import Any

from fulfilment.catalog import routes as catalog
from fulfilment.console.drafting.entry import FIELDS, Entry, Line
from fulfilment.console.frame.frame import Frame
from fulfilment.http import form as forms
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, Validation
from fulfilment.http.page import Page
from fulfilment.shipping import routes as shipping
from fulfilment.translations import N_

MOST_CHOICES = 8
_FOUND_AT_ONCE = 5


async def put(
    page: Page,
    shown: Frame,
    entry: Entry,
    *,
    rates: list[dict[str, Any]] | None = None,
    refusal: ApiError | None = None,
    key: str | None = None,
) -> Document:
    """The form as it was typed, with what was found of it and the couriers' prices."""
    return shown.put(
        "drafting/new.html",
        place="shipments",
        title=shown.say("New shipment"),
        told=None if refusal is None else shown.told(refusal),
        fields=FIELDS,
        entry=entry,
        rates=rates,
        key_value=key or forms.new_key(),
    )


async def find(page: Page, entry: Entry) -> None:
    """Look up the area and each line that is not known yet. Raises Validation, naming what nobody knows."""
    await _find_area(page, entry)
    for nth, line in enumerate(entry.lines):
        if not line.name:
            await _find_line(page, line, nth)


async def quote(page: Page, shown: Frame, entry: Entry) -> list[dict[str, Any]]:
    """What the couriers ask, cheapest first. Raises Validation, NotConfigured, IntegrationError."""
    if not entry.lines:
        raise Validation(shown.say("Say what is in the parcel."), field="items.0")
    parcel = {
        "destination": entry.destination(),
        "items": [_quoted(item) for item in entry.items(shown.workspace.currency)],
        "insurance": entry.insured,
    }
    answer = await page.tell(shipping.quote_rates, parcel, key=None)
    return answer.data["rates"]


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


async def _find_area(page: Page, entry: Entry) -> None:
    if entry.postal_code or entry.area_id or not entry.area:
        return
    entry.areas = await areas(page, entry.area)
    if not entry.areas:
        raise Validation(
            N_("Nobody knows such a place. Enter a postal code of five digits."), field="destination.areaId"
        )
    if len(entry.areas) == 1:
        entry.area_id, entry.area_name = entry.areas[0]["id"], entry.areas[0]["name"]
        entry.areas = []


async def _find_line(page: Page, line: Line, nth: int) -> None:
    hits = await variants(page, line.what)
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
    line.value = line.value or str(hit["price"] or "")


def _hit(product: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    is_only = len(product["variants"]) == 1
    return {
        "id": variant["id"],
        "sku": variant["sku"] or product["sku"],
        "title": product["name"] if is_only else f"{product['name']}, {variant['name']}",
        "weight": variant["weight"] if variant["weight"] is not None else product["weight"],
        "price": variant["priceCents"],
    }


def _quoted(item: dict[str, Any]) -> dict[str, Any]:
    return {name: item[name] for name in ("name", "value", "weight", "quantity")}
