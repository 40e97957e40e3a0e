"""The console's routes of one shipment: the page, booking, cancelling, replacing it, and restocking a return."""

from typing import Any

import msgspec

from fulfilment.console.i18n.formatter import parse_integer
from fulfilment.console.layout import forms, page_layout
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.new_shipment import entry
from fulfilment.console.shipment import view
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipments import routes as shipments
from fulfilment.shipping.routes import quote_rates

SERVICE_FIELD = "service"
# Fields of an item and of a place that the quote reads; the rest of a snapshot is for labels.
_ITEM_FIELDS = ("name", "value", "weight", "quantity", "length", "width", "height")
_PLACE_FIELDS = (
    *("contactName", "contactPhone", "address", "email", "note"),
    *("city", "province", "postalCode", "areaId", "lat", "lng"),
)


async def render_rebooking(
    page: ConsolePage, layout: PageLayout, id: str, sent: SubmittedForm | None = None
) -> Document:
    """The couriers to choose from for the replacement. Raises NotFound."""
    shipment = (await page.get(shipments.get_shipment, id=id)).data
    rates, problem = await _quote_rates(page, layout, shipment)
    return layout.render(
        "shipment/rebook.html",
        nav_item="shipments",
        title=layout.gettext("Replace parcel %(name)s", name=view.display_name(layout, shipment)),
        sent=sent,
        fields={"service": SERVICE_FIELD},
        shipment=shipment,
        rates=rates,
        same_price=_same_price(layout, shipment, rates),
        problem=problem,
        chosen="" if sent is None else sent.form.text(SERVICE_FIELD),
    )


async def rebook(page: ConsolePage, layout: PageLayout, id: str, form: Form) -> EncodedResponse:
    """Create the replacement of the form, and book it on request."""
    try:
        change = entry.parse_service(form.text(SERVICE_FIELD)) if form.text(SERVICE_FIELD) else {}
        response = await page.mutate(shipments.rebook_shipment, change, key=form.idempotency_key, id=id)
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    new_id = response.data["shipment"]["id"]
    if not form.has("book"):
        return layout.redirect(f"/shipments/{new_id}?done=replaced")
    try:
        await page.mutate(shipments.confirm_pickup, key=f"{form.idempotency_key}.book", id=new_id)
    except ApiError as error:
        # The replacement exists; its page shows why it is not booked, and can book it.
        return await layout.redirect_to_form(Form([]), error, path=f"/shipments/{new_id}")
    return layout.redirect(f"/shipments/{new_id}?done=booked&print=1")


def _same_price(layout: PageLayout, shipment: dict[str, Any], rates: list[dict[str, Any]]) -> str:
    """The price of the present service: the larger of the parcel's and a fresh one; without a fresh one, the least."""
    service = (shipment["courierCode"], shipment["courierServiceCode"])
    fresh = [rate["price"] for rate in rates if (rate["courierCode"], rate["courierServiceCode"]) == service]
    amount = layout.formatter.money(max([shipment["price"], *fresh]))
    return amount if fresh else layout.gettext("at least %(amount)s", amount=amount)


async def _quote_rates(
    page: ConsolePage, layout: PageLayout, shipment: dict[str, Any]
) -> tuple[list[dict[str, Any]], str | None]:
    """Current prices of the couriers, or the reason why there are none; the old courier then remains."""
    destination = shipment["destinationSnapshot"]
    parcel = {
        "destination": {name: destination[name] for name in _PLACE_FIELDS if destination.get(name) is not None},
        "items": [{name: item[name] for name in _ITEM_FIELDS if name in item} for item in shipment["items"]],
        "insurance": shipment["insured"],
    }
    try:
        response = await page.mutate(quote_rates, parcel, key=None)
    except ApiError as error:
        return [], layout.translate_error(error).title
    return response.data["rates"], None


_GOOD_PREFIX, _DAMAGED_PREFIX = "good-", "damaged-"


async def render_restocking(
    page: ConsolePage, layout: PageLayout, id: str, sent: SubmittedForm | None = None
) -> Document:
    """Form with the lines that took stock, each with its returned pieces. Raises NotFound."""
    shipment = (await page.get(shipments.get_shipment, id=id)).data
    lines = _group_lines(shipment)
    return layout.render(
        "shipment/restock.html",
        nav_item="shipments",
        title=layout.gettext("Returned goods of %(name)s", name=view.display_name(layout, shipment)),
        sent=sent,
        fields=_map_fields(lines, None if sent is None else sent.form),
        shipment=shipment,
        lines=lines,
        typed={} if sent is None else dict(sent.form),
    )


async def restock(page: ConsolePage, layout: PageLayout, id: str, form: Form) -> EncodedResponse:
    """Restock the returned pieces of the form."""
    shipment = (await page.get(shipments.get_shipment, id=id)).data
    try:
        lines = _group_lines(shipment)
        items = _parse_items(layout, form, lines)
        if lines and not items:
            # No items mean all of them to the API.
            raise Validation(layout.gettext("Enter how many came back."), field="good-0")
        await page.mutate(
            shipments.restock_shipment, {"items": items} if items else {}, key=form.idempotency_key, id=id
        )
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect(f"/shipments/{id}?done=restocked")


def _group_lines(shipment: dict[str, Any]) -> list[dict[str, Any]]:
    """One line for each variant, with its sent pieces."""
    lines_by_variant: dict[str, dict[str, Any]] = {}
    for item in shipment["items"]:
        if item.get("variantId"):
            line = lines_by_variant.setdefault(
                item["variantId"], {"name": item["name"], "sku": item.get("sku"), "quantity": 0}
            )
            line["quantity"] += item["quantity"]
    return [{"variantId": variant_id, **line} for variant_id, line in lines_by_variant.items()]


def _parse_items(layout: PageLayout, form: Form, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The returned items, as the API takes them. Raises Validation."""
    items = []
    for field, line in _numbered_fields(lines):
        count = forms.parse_integer(layout, form.text(field), field)
        if count:
            items.append(
                {"variantId": line["variantId"], "quantity": count, "damaged": field.startswith(_DAMAGED_PREFIX)}
            )
    return items


def _numbered_fields(lines: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Every field for a number, in the order of the page, with its line."""
    return [(f"{name}{nth}", line) for nth, line in enumerate(lines) for name in (_GOOD_PREFIX, _DAMAGED_PREFIX)]


def _map_fields(lines: list[dict[str, Any]], form: Form | None) -> dict[str, str]:
    """The page's field for each of the API's: zeros were not sent, so its items are counted without them."""
    names = [field for field, _ in _numbered_fields(lines)]
    submitted = [] if form is None else [field for field in names if parse_integer(form.text(field))]
    return {field: field for field in names} | {f"items.{nth}.quantity": field for nth, field in enumerate(submitted)}


route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
PDF = "application/pdf"
REASON_FIELD = "reason"


class ParcelQuery(msgspec.Struct, rename="camel"):
    """Result of the last action, and whether its label is printed now."""

    done: str | None = None
    print: str | None = None


@route.get("/shipments/{id}", right="shipments.read", media_type=HTML)
async def show_parcel(page: ConsolePage, id: str, query: ParcelQuery) -> Document:
    """Page of a parcel with its history."""
    layout = await page_layout.load_layout(page)
    sent = await forms.load_submitted(page)
    return await view.render_page(page, layout, id, done=query.done, prints=query.print is not None, sent=sent)


@route.post("/shipments/{id}/book", right="shipments.change", media_type=HTML)
async def book_parcel(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Book the courier; with `print`, print the label as soon as it is booked."""
    layout = await page_layout.load_layout(page)
    try:
        await page.mutate(shipments.confirm_pickup, key=form.idempotency_key, id=id)
    except ApiError as error:
        return await layout.redirect_to_form(form, error, path=view.build_path(id))
    return layout.redirect(f"/shipments/{id}?done=booked" + ("&print=1" if form.has("print") else ""))


@route.get("/shipments/{id}/takes", right="shipments.change", media_type=HTML)
async def show_booking_cost(page: ConsolePage, id: str) -> Document | EncodedResponse:
    """The line beside the button that books, by a fresh quote; nothing where the page's own line stays right."""
    layout = await page_layout.load_layout(page)
    preview = await view.quote_booking(page, layout, id)
    if preview is None or not preview["qualifying"]:
        return EncodedResponse(204, b"", {})
    return layout.render_partial("shipment/takes.html", found=preview, stated=None)


@route.get("/shipments/{id}/cancel", right="shipments.amend", media_type=HTML)
async def confirm_cancellation(page: ConsolePage, id: str) -> Document:
    """Question before a parcel is cancelled."""
    layout = await page_layout.load_layout(page)
    shipment = (await page.get(shipments.get_shipment, id=id)).data
    sent = await forms.load_submitted(page)
    return layout.render(
        "shipment/cancel.html",
        nav_item="shipments",
        title=layout.gettext("Cancel parcel %(name)s", name=view.display_name(layout, shipment)),
        sent=sent,
        shipment=shipment,
        is_over=shipment["status"] in view.ENDED,
        reason="" if sent is None else sent.form.text(REASON_FIELD),
        fields={"reason": REASON_FIELD},
    )


@route.post("/shipments/{id}/cancel", right="shipments.amend", media_type=HTML)
async def cancel_parcel(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Cancel the parcel; its stock and its credit go back."""
    layout = await page_layout.load_layout(page)
    try:
        response = await page.mutate(
            shipments.cancel_shipment, {"reason": form.optional(REASON_FIELD)}, key=form.idempotency_key, id=id
        )
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect(f"/shipments/{id}?done=" + ("refunded" if response.data["refunded"] else "cancelled"))


@route.get("/shipments/{id}/rebook", right="shipments.amend", media_type=HTML)
async def confirm_rebooking(page: ConsolePage, id: str) -> Document:
    """Offer the couriers for a replacement."""
    layout = await page_layout.load_layout(page)
    return await render_rebooking(page, layout, id, await forms.load_submitted(page))


@route.post("/shipments/{id}/rebook", right="shipments.amend", media_type=HTML)
async def rebook_parcel(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Replace the parcel by a new draft, and book that where it is asked for."""
    layout = await page_layout.load_layout(page)
    return await rebook(page, layout, id, form)


@route.get("/shipments/{id}/restock", right="shipments.change", media_type=HTML)
async def confirm_restock(page: ConsolePage, id: str) -> Document:
    """Form for the returned goods of a parcel."""
    layout = await page_layout.load_layout(page)
    return await render_restocking(page, layout, id, await forms.load_submitted(page))


@route.post("/shipments/{id}/restock", right="shipments.change", media_type=HTML)
async def restock_parcel(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Restock the goods of a returned parcel."""
    layout = await page_layout.load_layout(page)
    return await restock(page, layout, id, form)
