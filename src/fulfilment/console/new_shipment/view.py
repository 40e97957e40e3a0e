"""Page of a new parcel: look-up of its entries, and prices of the couriers once it is complete."""

from typing import Any

import msgspec

from fulfilment.catalog import routes as catalog
from fulfilment.console.i18n.formatter import parse_money
from fulfilment.console.layout import forms
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.new_shipment.entry import (
    FIELDS,
    NewShipmentForm,
    ParcelLine,
    compute_cost,
    fingerprint_parcel,
    reprice_service,
)
from fulfilment.console.stock.levels import DEFAULT_VARIANT
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipping import routes as shipping
from fulfilment.stock import routes as stock

# Products on one page of hits, each with its variants.
_PRODUCTS_PER_PAGE = 25
# A product may have a thousand variants; the SKU names the right one.
_MAX_HITS = 100
_MAX_SUGGESTIONS = 8
_MAX_TITLE_CHARACTERS = 120
# The fields of a form that are stored.
_ENTRY, _PROGRESS = "entry", "progress"
# Twenty of them fit into a query, with any characters. A longer text is looked up as a name.
_MAX_SKU_BYTES = 100
# Prices are asked for in the same request, and a page asks PostgreSQL six times at most.
MAX_LOOKUPS = 2
# Where no prices are asked for, their statement is left for one look-up more.
MAX_LOOKUPS_WITHOUT_RATES = MAX_LOOKUPS + 1


class Progress(msgspec.Struct, frozen=True):
    """How far a form is: the couriers' prices, and why nothing was drafted yet.

    `is_changed`: the parcel is no longer what the prices on the page were quoted for. `is_dearer`: the
    courier asks more by now. `has_unknown`: some lines are still to be looked up.
    """

    rates: list[dict[str, Any]] | None = None
    is_changed: bool = False
    is_dearer: bool = False
    has_unknown: bool = False


async def redirect_to_stored(
    layout: PageLayout, form: Form, entry: NewShipmentForm, progress: Progress, error: ApiError | None = None
) -> EncodedResponse:
    """Store the typed form with the results of its look-ups, and redirect to its page."""
    key = form.idempotency_key if error is None else forms.next_idempotency_key(form, error)
    extra = {_ENTRY: msgspec.to_builtins(entry), _PROGRESS: msgspec.to_builtins(progress)}
    return await layout.redirect_to_form(Form([]), error, key=key, **extra)


def render_stored(layout: PageLayout, sent: SubmittedForm) -> Document:
    """Page of a stored form."""
    entry = msgspec.convert(sent.extra[_ENTRY], NewShipmentForm)
    return render_page(layout, entry, msgspec.convert(sent.extra[_PROGRESS], Progress), sent)


def render_page(
    layout: PageLayout, entry: NewShipmentForm, progress: Progress | None = None, sent: SubmittedForm | None = None
) -> Document:
    """Page with the form, the results of its look-ups and the prices of the couriers."""
    progress = progress or Progress()
    return layout.render(
        "new_shipment/new.html",
        nav_item="shipments",
        title=layout.gettext("New shipment"),
        sent=sent,
        fields=FIELDS,
        entry=entry,
        rates=progress.rates,
        quoted_at=None if sent is None else sent.submitted_at,
        is_changed=progress.is_changed,
        is_dearer=progress.is_dearer,
        has_unknown=progress.has_unknown,
        worth=[_format_value(layout, line) for line in entry.lines_with_blank()],
    )


async def resolve_lines(page: ConsolePage, layout: PageLayout, entry: NewShipmentForm) -> bool:
    """Look up the area and the lines that are not known yet; whether all is known now.

    One query finds all whole SKUs where there are too many lines to look up one by one. Names are looked up one by one
    as far as there is room. Raises Validation, naming the unknown entries.
    """
    lookup_count = await _resolve_area(page, entry) + await _load_chosen(page, layout, entry)
    unresolved = [line for line in entry.lines if not line.name]
    if lookup_count + len(unresolved) > MAX_LOOKUPS:
        lookup_count += 1
        unresolved = await _resolve_skus(page, layout, unresolved)
    is_resolved = lookup_count + len(unresolved) <= MAX_LOOKUPS
    for line in unresolved if is_resolved else unresolved[: MAX_LOOKUPS_WITHOUT_RATES - lookup_count]:
        _apply_hits(layout, line, await search_variants(page, line.what, line.cursor))
    return is_resolved


async def quote(page: ConsolePage, layout: PageLayout, entry: NewShipmentForm) -> list[dict[str, Any]]:
    """Prices of the couriers, cheapest first; a service that was chosen stays chosen.

    Raises Validation, NotConfigured, IntegrationError.
    """
    parcel = _build_parcel(layout, entry)
    rates = (await page.mutate(shipping.quote_rates, parcel, key=None)).data["rates"]
    entry.quoted, entry.service = fingerprint_parcel(parcel), reprice_service(entry.service, rates)
    return rates


async def requote_if_dearer(page: ConsolePage, layout: PageLayout, entry: NewShipmentForm) -> list[dict[str, Any]]:
    """The present prices, where the chosen service is no longer to be had for the price that was agreed to; else none.

    Raises Validation, NotConfigured, IntegrationError.
    """
    agreed = entry.service
    rates = await quote(page, layout, entry)
    if entry.service and compute_cost(entry.service) <= compute_cost(agreed):
        entry.service = agreed
        return []
    return rates


def is_quote_valid(layout: PageLayout, entry: NewShipmentForm) -> bool:
    """True where the shown prices are those of this very parcel. Raises Validation."""
    return entry.quoted == fingerprint_parcel(_build_parcel(layout, entry))


class VariantHits(msgspec.Struct, frozen=True):
    """A page of the variants that a text may mean; `next_cursor` is the cursor of the next page, empty after the
    last."""

    found: list[dict[str, Any]]
    next_cursor: str = ""


async def search_variants(page: ConsolePage, text: str, cursor: str = "") -> VariantHits:
    """The variants that a SKU or a name may mean, those with exactly this SKU alone where there are any."""
    params = {"q": text, "type": "physical", "limit": _PRODUCTS_PER_PAGE, "cursor": cursor}
    response = await page.get(catalog.list_products, params)
    products = response.data["products"]
    hits = [
        _to_hit(product, variant) for product in products for variant in product["variants"] if not variant["archived"]
    ]
    exact = [hit for hit in hits if hit["sku"] and hit["sku"].casefold() == text.casefold()]
    if exact and not cursor:
        return VariantHits(exact)
    return VariantHits(hits[:_MAX_HITS], response.meta["cursor"] if response.meta["hasMore"] else "")


async def suggest_variants(page: ConsolePage, text: str) -> list[dict[str, Any]]:
    """A few of the variants that a text may mean, to be offered while it is typed."""
    return (await search_variants(page, text)).found[:_MAX_SUGGESTIONS]


async def search_areas(page: ConsolePage, text: str) -> list[dict[str, Any]]:
    """The areas that a text may mean."""
    response = await page.get(shipping.search_areas, {"q": text})
    return response.data


async def _resolve_area(page: ConsolePage, entry: NewShipmentForm) -> int:
    """Look up the area; returns the number of look-ups."""
    if entry.postal_code or entry.area_id or not entry.area:
        return 0
    entry.areas = [{"id": area["id"], "name": area["name"]} for area in await search_areas(page, entry.area)]
    if not entry.areas:
        raise Validation(N_("No place matches. Enter a postal code of five digits."), field="destination.areaId")
    if len(entry.areas) == 1:
        entry.area_id, entry.area_name = entry.areas[0]["id"], entry.areas[0]["name"]
        entry.areas = []
    return 1


async def _load_chosen(page: ConsolePage, layout: PageLayout, entry: NewShipmentForm) -> int:
    """Name the chosen variants of all lines in one look-up; returns the number of look-ups."""
    chosen = [line for line in entry.lines if line.variant_id and not line.name]
    if not chosen:
        return 0
    params = {"ids": ",".join({line.variant_id for line in chosen})}
    offers = (await page.get(stock.search_variants, params)).data["variants"]
    hits_by_id = {offer["id"]: _offer_to_hit(offer) for offer in offers if not offer["archived"]}
    for line in chosen:
        if hit := hits_by_id.get(line.variant_id):
            _apply_hits(layout, line, VariantHits([hit]))
        else:
            # The variant is gone, or belongs to another workspace: the text is looked up again.
            line.variant_id = ""
    return 1


async def _resolve_skus(page: ConsolePage, layout: PageLayout, lines: list[ParcelLine]) -> list[ParcelLine]:
    """Find the variants with the typed SKUs, for all lines in one statement; returns the other lines."""
    skus = [line.what for line in lines if len(line.what.encode()) <= _MAX_SKU_BYTES and not line.cursor]
    params = {"sku": skus, "type": "physical"}
    offers = (await page.get(stock.search_variants, params)).data["variants"] if skus else []
    hits_by_sku: dict[str, list[dict[str, Any]]] = {}
    for offer in offers:
        hits_by_sku.setdefault(offer["sku"], []).append(_offer_to_hit(offer))
    unresolved = []
    for line in lines:
        if line.what not in hits_by_sku:
            unresolved.append(line)
        else:
            _apply_hits(layout, line, VariantHits(hits_by_sku[line.what]))
    return unresolved


def _apply_hits(layout: PageLayout, line: ParcelLine, hits: VariantHits) -> None:
    """The hits of a line. None of several is chosen until a person chooses."""
    if len(hits.found) > 1 or hits.next_cursor or line.cursor:
        line.choices = [
            {"id": hit["id"], "sku": hit["sku"], "title": hit["title"][:_MAX_TITLE_CHARACTERS]} for hit in hits.found
        ]
        line.next_cursor = hits.next_cursor
        return
    if not hits.found:
        # An item outside the catalogue is shipped by its name alone, and takes no stock.
        line.variant_id, line.name = "", line.what
        return
    (hit,) = hits.found
    line.variant_id, line.name = hit["id"], hit["title"]
    line.weight = line.weight or str(hit["weight"] or "")
    line.value = line.value or forms.format_amount(layout, hit["price"] or None)


def _format_value(layout: PageLayout, line: ParcelLine) -> str | None:
    """The value of one piece as it was understood; None where none was."""
    amount = parse_money(line.value, layout.workspace.currency)
    return None if amount is None else layout.formatter.money(amount)


def _to_hit(product: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    is_only = len(product["variants"]) == 1
    return {
        "id": variant["id"],
        "sku": variant["sku"] or product["sku"],
        "title": product["name"] if is_only else f"{product['name']}, {variant['name']}",
        "weight": variant["weight"] if variant["weight"] is not None else product["weight"],
        "price": variant["priceCents"],
    }


def _offer_to_hit(offer: dict[str, Any]) -> dict[str, Any]:
    title = offer["productName"] if offer["name"] == DEFAULT_VARIANT else f"{offer['productName']}, {offer['name']}"
    return {name: offer[name] for name in ("id", "sku", "weight")} | {"title": title, "price": offer["priceCents"]}


def _build_parcel(layout: PageLayout, entry: NewShipmentForm) -> dict[str, Any]:
    """Parcel to ask prices for. Raises Validation."""
    if not entry.lines:
        raise Validation(layout.gettext("Enter what is in the parcel."), field="items.0")
    return {
        "destination": entry.destination(),
        "items": [_quote_item(item) for item in entry.items(layout)],
        "insurance": entry.insured,
    }


def _quote_item(item: dict[str, Any]) -> dict[str, Any]:
    return {name: item[name] for name in ("name", "value", "weight", "quantity")}
