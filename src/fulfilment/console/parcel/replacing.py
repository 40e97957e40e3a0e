"""Replacing a parcel: what other couriers ask, and the new parcel in its place."""

from typing import Any

from fulfilment.console.drafting import entry
from fulfilment.console.frame import forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.parcel import view
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.shipments import routes as shipments
from fulfilment.shipping import routes as shipping

SERVICE = "service"
# What of an item and of a place the quote reads; the rest of a snapshot is for labels.
_OF_ITEM = ("name", "value", "weight", "quantity", "length", "width", "height")
_OF_PLACE = (
    *("contactName", "contactPhone", "address", "email", "note"),
    *("city", "province", "postalCode", "areaId", "lat", "lng"),
)


async def put(page: Page, shown: Frame, id: str, form: Form | None = None, refusal: ApiError | None = None) -> Document:
    """The couriers to choose from for the replacement. Raises NotFound."""
    shipment = (await page.ask(shipments.get_shipment, id=id)).data
    rates, problem = await _rates(page, shown, shipment)
    return shown.put(
        "parcel/rebook.html",
        place="shipments",
        title=shown.say("Replace parcel %(name)s", name=view.name_of(shown, shipment)),
        told=None if refusal is None else shown.told(refusal),
        fields={"service": SERVICE},
        shipment=shipment,
        rates=rates,
        problem=problem,
        chosen="" if form is None else form.text(SERVICE),
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )


async def replace(page: Page, shown: Frame, id: str, form: Form) -> Document | Answered:
    """Make the replacement as the form says, and book it where it is asked for."""
    try:
        change = entry.chosen(form.text(SERVICE)) if form.text(SERVICE) else {}
        answer = await page.tell(shipments.rebook_shipment, change, key=form.key, id=id)
    except ApiError as refusal:
        return await put(page, shown, id, form, refusal)
    made = answer.data["shipment"]["id"]
    if not form.has("book"):
        return shown.go(f"/shipments/{made}?done=replaced")
    try:
        await page.tell(shipments.confirm_pickup, key=f"{form.key}.book", id=made)
    except ApiError as refusal:
        return await view.put(page, shown, made, refusal=refusal)
    return shown.go(f"/shipments/{made}?done=booked&print=1")


async def _rates(page: Page, shown: Frame, shipment: dict[str, Any]) -> tuple[list[dict[str, Any]], str | None]:
    """What the couriers ask now; where they cannot be asked, why, and the old courier remains."""
    place = shipment["destinationSnapshot"]
    parcel = {
        "destination": {name: place[name] for name in _OF_PLACE if place.get(name) is not None},
        "items": [{name: item[name] for name in _OF_ITEM if name in item} for item in shipment["items"]],
        "insurance": shipment["insured"],
    }
    try:
        answer = await page.tell(shipping.quote_rates, parcel, key=None)
    except ApiError as refusal:
        return [], shown.told(refusal).words
    return answer.data["rates"], None
