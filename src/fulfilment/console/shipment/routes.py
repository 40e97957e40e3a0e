"""The HTTP edge of one parcel."""

import msgspec

from fulfilment.console.layout import forms, page_layout
from fulfilment.console.shipment import rebooking, returns, view
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipments import routes as shipments

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
PDF = "application/pdf"
REASON_FIELD = "reason"


class ParcelQuery(msgspec.Struct, rename="camel"):
    """What was just done, and whether its label is to be printed now."""

    done: str | None = None
    print: str | None = None


@route.get("/shipments/{id}", right="shipments.read", media_type=HTML)
async def show_parcel(page: ConsolePage, id: str, query: ParcelQuery) -> Document:
    """One parcel with everything that happened to it."""
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
    """Say what a cancellation does before it is done."""
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
    return await rebooking.render_page(page, layout, id, await forms.load_submitted(page))


@route.post("/shipments/{id}/rebook", right="shipments.amend", media_type=HTML)
async def rebook_parcel(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Replace the parcel by a new draft, and book that where it is asked for."""
    layout = await page_layout.load_layout(page)
    return await rebooking.rebook(page, layout, id, form)


@route.get("/shipments/{id}/restock", right="shipments.change", media_type=HTML)
async def confirm_restock(page: ConsolePage, id: str) -> Document:
    """Ask what of a returned parcel goes back on its shelf."""
    layout = await page_layout.load_layout(page)
    return await returns.render_page(page, layout, id, await forms.load_submitted(page))


@route.post("/shipments/{id}/restock", right="shipments.change", media_type=HTML)
async def restock_parcel(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Put the goods of a returned parcel back."""
    layout = await page_layout.load_layout(page)
    return await returns.restock(page, layout, id, form)
