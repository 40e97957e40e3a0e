"""The HTTP edge of one parcel."""

from typing import Any

import msgspec

from fulfilment.console.frame import forms, frame
from fulfilment.console.frame.frame import Frame
from fulfilment.console.parcel import replacing, returning, view
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.route import Routes
from fulfilment.shipments import routes as shipments

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
PDF = "application/pdf"
REASON = "reason"


class ParcelQuery(msgspec.Struct, rename="camel"):
    """What was just done, and whether its label is to be printed now."""

    done: str | None = None
    print: str | None = None


@route.get("/shipments/{id}", right="shipments.read", media_type=HTML)
async def show_parcel(page: Page, id: str, query: ParcelQuery) -> Document:
    """One parcel with everything that happened to it."""
    shown = await frame.of(page)
    return await view.put(page, shown, id, done=query.done, prints=query.print is not None)


@route.post("/shipments/{id}/book", right="shipments.change", media_type=HTML)
async def book_parcel(page: Page, id: str, form: Form) -> Document | Answered:
    """Book the courier; with `print`, print the label as soon as it is booked."""
    shown = await frame.of(page)
    try:
        await page.tell(shipments.confirm_pickup, key=form.key, id=id)
    except ApiError as refusal:
        return await view.put(page, shown, id, refusal=refusal, key=forms.next_key(form, refusal))
    return shown.go(f"/shipments/{id}?done=booked" + ("&print=1" if form.has("print") else ""))


@route.get("/shipments/{id}/cancel", right="shipments.amend", media_type=HTML)
async def ask_to_cancel(page: Page, id: str) -> Document:
    """Say what a cancellation does before it is done."""
    shown = await frame.of(page)
    return await _cancelling(page, shown, id)


@route.post("/shipments/{id}/cancel", right="shipments.amend", media_type=HTML)
async def cancel_parcel(page: Page, id: str, form: Form) -> Document | Answered:
    """Cancel the parcel; its stock and its credit go back."""
    shown = await frame.of(page)
    try:
        answer = await page.tell(shipments.cancel_shipment, {"reason": form.optional(REASON)}, key=form.key, id=id)
    except ApiError as refusal:
        return await _cancelling(page, shown, id, form=form, refusal=refusal)
    return shown.go(f"/shipments/{id}?done=" + ("refunded" if answer.data["refunded"] else "cancelled"))


@route.get("/shipments/{id}/rebook", right="shipments.amend", media_type=HTML)
async def ask_to_rebook(page: Page, id: str) -> Document:
    """Offer the couriers for a replacement."""
    shown = await frame.of(page)
    return await replacing.put(page, shown, id)


@route.post("/shipments/{id}/rebook", right="shipments.amend", media_type=HTML)
async def rebook_parcel(page: Page, id: str, form: Form) -> Document | Answered:
    """Replace the parcel by a new draft, and book that where it is asked for."""
    shown = await frame.of(page)
    return await replacing.replace(page, shown, id, form)


@route.get("/shipments/{id}/restock", right="shipments.change", media_type=HTML)
async def ask_what_came_back(page: Page, id: str) -> Document:
    """Ask what of a returned parcel goes back on its shelf."""
    shown = await frame.of(page)
    return await returning.put(page, shown, id)


@route.post("/shipments/{id}/restock", right="shipments.change", media_type=HTML)
async def restock_parcel(page: Page, id: str, form: Form) -> Document | Answered:
    """Put the goods of a returned parcel back."""
    shown = await frame.of(page)
    return await returning.restock(page, shown, id, form)


async def _cancelling(
    page: Page, shown: Frame, id: str, form: Form | None = None, refusal: ApiError | None = None
) -> Document:
    shipment = (await page.ask(shipments.get_shipment, id=id)).data
    values: dict[str, Any] = {}
    if form is not None and refusal is not None:
        values = {"told": shown.told(refusal), "key_value": forms.next_key(form, refusal)}
    return shown.put(
        "parcel/cancel.html",
        place="shipments",
        title=shown.say("Cancel parcel %(name)s", name=view.name_of(shown, shipment)),
        shipment=shipment,
        is_over=shipment["status"] in view.ENDED,
        reason="" if form is None else form.text(REASON),
        fields={"reason": REASON},
        **({"key_value": None} | values),
    )
