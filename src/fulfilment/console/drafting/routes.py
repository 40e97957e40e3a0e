"""The HTTP edge of a new parcel."""

from fulfilment.console.drafting import entry, view
from fulfilment.console.drafting.entry import Entry
from fulfilment.console.frame import forms, frame
from fulfilment.console.frame.frame import Frame
from fulfilment.console.parcel import view as parcel_view
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.request import Request
from fulfilment.http.route import Routes
from fulfilment.shipments import routes as shipments
from fulfilment.shipping import routes as shipping

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
ORIGIN_FIRST = "/settings/origin?return=%2Fshipments%2Fnew"
# The buttons of the form: keep a draft, book at once; any other asks the couriers.
DRAFT, BOOK = "draft", "book"
FEWEST_LETTERS = 3
MOST_CHARACTERS = 200


@route.get("/shipments/new", right="shipments.change", media_type=HTML)
async def begin_draft(page: Page) -> Document:
    """An empty form; without an origin, the way to set one."""
    shown = await frame.of(page)
    if not (await page.ask(shipping.get_shipping_origin)).data["configured"]:
        title = shown.say("New shipment")
        return shown.put("drafting/no_origin.html", place="shipments", title=title, there=ORIGIN_FIRST)
    return await view.put(page, shown, Entry())


@route.post("/shipments/new", right="shipments.change", media_type=HTML)
async def work_on_draft(page: Page, form: Form) -> Document | Answered:
    """Look up what was typed and ask the couriers; draft or book what is complete."""
    shown = await frame.of(page)
    typed = Entry.of(form)
    try:
        is_known = await view.find(page, shown, typed)
        if not is_known or typed.areas or any(line.choices for line in typed.lines):
            # Something may mean several things, or was not looked up yet: that comes first.
            return await view.put(page, shown, typed, has_unknown=not is_known, key=form.key)
        if form.text("act") not in (DRAFT, BOOK) or not typed.service:
            return await view.put(page, shown, typed, rates=await view.quote(page, shown, typed), key=form.key)
        if not view.is_as_quoted(shown, typed):
            # Nobody books at a price that was asked for another parcel.
            rates = await view.quote(page, shown, typed)
            return await view.put(page, shown, typed, rates=rates, is_changed=True, key=form.key)
        return await _draft(page, shown, form, typed)
    except ApiError as refusal:
        return await view.put(page, shown, typed, refusal=refusal, key=forms.next_key(form, refusal))


@route.get("/hints/variants", right="catalog.read", media_type=HTML)
async def hint_variants(page: Page, request: Request) -> Document:
    """Choices for a list beside the field of a line."""
    shown = await frame.of(page)
    text = _typed(request)
    hits = await view.variants(page, text) if text else []
    options = [(hit["sku"] or hit["title"], hit["title"]) for hit in hits]
    return shown.piece("drafting/options.html", options=options)


@route.get("/hints/areas", right="shipping.read", media_type=HTML)
async def hint_areas(page: Page, request: Request) -> Document:
    """Choices for a list beside the field of the area."""
    shown = await frame.of(page)
    text = _typed(request)
    found = await view.areas(page, text) if len(text) >= FEWEST_LETTERS else []
    return shown.piece("drafting/options.html", options=[(area["name"], "") for area in found])


def _typed(request: Request) -> str:
    """What somebody is typing, under whatever name the field has."""
    return next(iter(request.query_values().values()), "").strip()[:MOST_CHARACTERS]


async def _draft(page: Page, shown: Frame, form: Form, typed: Entry) -> Document | Answered:
    body = {
        **entry.chosen(typed.service),
        "insured": typed.insured,
        "origin": {},
        "destination": typed.destination(),
        "items": typed.items(shown.workspace.currency),
        "externalRef": typed.reference or None,
        "customerEmail": typed.email or None,
    }
    made = (await page.tell(shipments.create_shipment, body, key=form.key)).data["shipment"]["id"]
    if form.text("act") == DRAFT:
        return shown.go(f"/shipments/{made}?done=drafted")
    try:
        await page.tell(shipments.confirm_pickup, key=f"{form.key}.book", id=made)
    except ApiError as refusal:
        # The draft is there; its own page says why it is not booked, and books it again.
        return await parcel_view.put(page, shown, made, refusal=refusal)
    return shown.go(f"/shipments/{made}?done=booked&print=1")
