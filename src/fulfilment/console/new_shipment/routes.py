"""HTTP routes of a new parcel."""

from typing import Any

from fulfilment.console.i18n import formatter
from fulfilment.console.layout import forms, page_layout
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.new_shipment import entry, view
from fulfilment.console.new_shipment.entry import NewShipmentForm
from fulfilment.console.new_shipment.view import Progress
from fulfilment.console.shipment import view as parcel_view
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipments import routes as shipments
from fulfilment.shipping import routes as shipping

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
ORIGIN_PATH = "/settings/origin?return=%2Fshipments%2Fnew"
# Buttons of the form: save as draft, or book. Any other button asks the couriers.
DRAFT_ACTION, BOOK_ACTION = "draft", "book"
MIN_LETTERS = 3
MAX_CHARACTERS = 200


@route.get("/shipments/new", right="shipments.change", media_type=HTML)
async def show_new_shipment(page: ConsolePage) -> Document:
    """Form of a new parcel, empty or in progress; without an origin, a link to set it."""
    layout = await page_layout.load_layout(page)
    if sent := await forms.load_submitted(page):
        return view.render_stored(layout, sent)
    if not (await page.get(shipping.get_shipping_origin)).data["configured"]:
        title = layout.gettext("New shipment")
        return layout.render("new_shipment/no_origin.html", nav_item="shipments", title=title, there=ORIGIN_PATH)
    return view.render_page(layout, NewShipmentForm())


@route.post("/shipments/new", right="shipments.change", media_type=HTML)
async def submit_new_shipment(page: ConsolePage, form: Form) -> EncodedResponse:
    """Look up the entries and ask the couriers; draft or book a complete parcel."""
    layout = await page_layout.load_layout(page)
    typed = NewShipmentForm.from_form(form)

    async def redisplay(**progress: Any) -> EncodedResponse:
        return await view.redirect_to_stored(layout, form, typed, Progress(**progress))

    try:
        formatter.require_phone(typed.phone, "destination.contactPhone")
        is_known = await view.resolve_lines(page, layout, typed)
        if not is_known or typed.areas or any(line.is_ambiguous for line in typed.lines):
            # Ambiguous entries and entries without a look-up come first.
            return await redisplay(has_unknown=not is_known)
        if form.text("act") not in (DRAFT_ACTION, BOOK_ACTION) or not typed.service:
            return await redisplay(rates=await view.quote(page, layout, typed))
        if not view.is_quote_valid(layout, typed):
            # No parcel is booked at a price that was quoted for another parcel.
            return await redisplay(rates=await view.quote(page, layout, typed), is_changed=True)
        if form.text("act") == BOOK_ACTION and (dearer_rates := await view.requote_if_dearer(page, layout, typed)):
            return await redisplay(rates=dearer_rates, is_dearer=True)
        return await _create_shipment(page, layout, form, typed)
    except ApiError as error:
        return await view.redirect_to_stored(layout, form, typed, Progress(), error)


@route.get("/hints/variants", right="catalog.read", media_type=HTML)
async def autocomplete_variants(page: ConsolePage, request: Request) -> Document:
    """Choices for a list beside the field of a line."""
    layout = await page_layout.load_layout(page)
    text = _typed_text(request)
    hits = await view.suggest_variants(page, text) if text else []
    options = [(hit["sku"] or hit["title"], hit["title"]) for hit in hits]
    return layout.render_partial("new_shipment/options.html", options=options)


@route.get("/hints/areas", right="shipping.read", media_type=HTML)
async def autocomplete_areas(page: ConsolePage, request: Request) -> Document:
    """Choices for a list beside the field of the area."""
    layout = await page_layout.load_layout(page)
    text = _typed_text(request)
    areas = await view.search_areas(page, text) if len(text) >= MIN_LETTERS else []
    return layout.render_partial("new_shipment/options.html", options=[(area["name"], "") for area in areas])


def _typed_text(request: Request) -> str:
    """Text that the person is typing, under any field name."""
    return next(iter(request.query_values().values()), "").strip()[:MAX_CHARACTERS]


async def _create_shipment(
    page: ConsolePage, layout: PageLayout, form: Form, typed: NewShipmentForm
) -> EncodedResponse:
    body = {
        **entry.parse_service(typed.service),
        "insured": typed.insured,
        "origin": {},
        "destination": typed.destination(),
        "items": typed.items(layout),
        "externalRef": typed.reference or None,
        "customerEmail": typed.email or None,
    }
    shipment_id = (await page.mutate(shipments.create_shipment, body, key=form.idempotency_key)).data["shipment"]["id"]
    if form.text("act") == DRAFT_ACTION:
        return layout.redirect(f"/shipments/{shipment_id}?done=drafted")
    try:
        await page.mutate(shipments.confirm_pickup, key=f"{form.idempotency_key}.book", id=shipment_id)
    except ApiError as error:
        # The draft exists; its page shows why it is not booked, and can book it.
        return await layout.redirect_to_form(Form([]), error, path=parcel_view.build_path(shipment_id))
    return layout.redirect(f"/shipments/{shipment_id}?done=booked&print=1")
