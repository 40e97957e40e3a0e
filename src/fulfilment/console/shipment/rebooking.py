"""Replacing a parcel: what other couriers ask, and the new parcel in its place."""

from typing import Any

from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.new_shipment import entry
from fulfilment.console.shipment import view
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipments import routes as shipments
from fulfilment.shipping import routes as shipping

SERVICE_FIELD = "service"
# What of an item and of a place the quote reads; the rest of a snapshot is for labels.
_ITEM_FIELDS = ("name", "value", "weight", "quantity", "length", "width", "height")
_PLACE_FIELDS = (
    *("contactName", "contactPhone", "address", "email", "note"),
    *("city", "province", "postalCode", "areaId", "lat", "lng"),
)


async def render_page(page: ConsolePage, layout: PageLayout, id: str, sent: SubmittedForm | None = None) -> Document:
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
    """Make the replacement as the form says, and book it where it is asked for."""
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
        # The replacement is there; its own page says why it is not booked, and books it again.
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
    """What the couriers ask now; where they cannot be asked, why, and the old courier remains."""
    destination = shipment["destinationSnapshot"]
    parcel = {
        "destination": {name: destination[name] for name in _PLACE_FIELDS if destination.get(name) is not None},
        "items": [{name: item[name] for name in _ITEM_FIELDS if name in item} for item in shipment["items"]],
        "insurance": shipment["insured"],
    }
    try:
        response = await page.mutate(shipping.quote_rates, parcel, key=None)
    except ApiError as error:
        return [], layout.translate_error(error).title
    return response.data["rates"], None
