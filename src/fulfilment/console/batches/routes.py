"""The HTTP edge of many parcels at once."""

from typing import Any

import msgspec

from fulfilment.batches import routes as batches
from fulfilment.console.batches import asking, view
from fulfilment.console.frame import forms, frame
from fulfilment.console.frame.frame import Frame
from fulfilment.console.shipments import routes as shipment_screens
from fulfilment.console.wording import details
from fulfilment.http import form as http_form
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.route import Routes
from fulfilment.shipments import routes as shipments

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"
# What the list sends here too, and is no batch: it is drawn at once.
PAPERS = ("slips", "hand-over")


class BatchQuery(msgspec.Struct):
    """Which rows are shown, and what was just done."""

    status: str | None = None
    cursor: str | None = None
    done: str | None = None


@route.get("/batches", right="batches.read", media_type=HTML)
async def show_batches(page: Page, query: BatchQuery) -> Document:
    """The batches of the last month."""
    shown = await frame.of(page)
    answer = await page.ask(batches.list_batches, {"cursor": query.cursor, "limit": 50})
    return shown.put(
        "batches/list.html",
        place="batches",
        title=shown.say("Batches"),
        batches=answer.data["batches"],
        older=f"{shown.address}/batches?cursor={answer.meta['cursor']}" if answer.meta["hasMore"] else None,
        newest=f"{shown.address}/batches" if query.cursor else None,
    )


@route.post("/batches/ask", right="batches.read", media_type=HTML, ends_with_caller=True)
async def ask_first(page: Page, form: Form) -> Document | Answered:
    """Say how many qualify, why the others do not, and what it takes, before anything is done."""
    shown = await frame.of(page)
    is_one_document = form.text("act") == asking.PRINT and not form.has("all") and 0 < len(form.all("id")) <= view.PART
    if form.text("act") in PAPERS or is_one_document:
        return await _papers(page, shown, form)
    try:
        choice = asking.read(shown, form)
        preview = (await page.tell(batches.preview_batch, choice.order(shown), key=None)).data
    except ApiError as refusal:
        return await view.refused(page, shown, refusal)
    return _asked(shown, choice, preview, http_form.new_key())


@route.post("/batches", right="batches.change", media_type=HTML)
async def begin_batch(page: Page, form: Form) -> Document | Answered:
    """Have it done; a second click does nothing twice."""
    shown = await frame.of(page)
    choice = None
    try:
        choice = asking.read(shown, form)
        made = await page.tell(batches.create_batch, choice.order(shown, form.optional("reason")), key=form.key)
    except ApiError as refusal:
        if choice is None:
            return await view.refused(page, shown, refusal)
        preview = (await page.tell(batches.preview_batch, choice.order(shown), key=None)).data
        return _asked(shown, choice, preview, forms.next_key(form, refusal), refusal)
    return shown.go(f"/batches/{made.data['batch']['id']}")


@route.get("/batches/{id}", right="batches.read", media_type=HTML)
async def show_batch(page: Page, id: str, query: BatchQuery) -> Document:
    """How far it is, and what came of each parcel."""
    shown = await frame.of(page)
    return await view.put(page, shown, id, query.status, query.cursor)


@route.get("/batches/{id}/progress", right="batches.read", media_type=HTML)
async def show_progress(page: Page, id: str) -> Document:
    """The part of the page that changes while it runs."""
    shown = await frame.of(page)
    # Whoever sees it end has waited for it, and has its labels printed without another word.
    return shown.piece("batches/progress.html", **await view.compose(page, shown, id) | {"fresh": True})


@route.post("/batches/{id}/print", right="shipments.print", media_type=HTML, ends_with_caller=True)
async def print_batch(page: Page, id: str, form: Form) -> Document:
    """The labels of its good parcels, a hundred at a time, which are marked as printed."""
    shown = await frame.of(page)
    answer = await page.ask(batches.list_batch_rows, {"status": "done", "limit": view.MOST_ROWS}, id=id)
    part = min(max(int(form.text("part")), 1), view.MOST_PARTS) if form.text("part").isdecimal() else 1
    ids = [row["shipmentId"] for row in answer.data["rows"]][(part - 1) * view.PART : part * view.PART]
    return await page.draw(
        shipments.download_labels, {"shipmentIds": ids, "size": shown.label_size, "markPrinted": True}
    )


@route.post("/batches/{id}/stop", right="batches.change", media_type=HTML)
async def stop_batch(page: Page, id: str, form: Form) -> Document | Answered:
    """Leave alone what is not begun yet."""
    shown = await frame.of(page)
    return await _told(page, shown, id, form, batches.stop_batch)


@route.post("/batches/{id}/retry", right="batches.change", media_type=HTML)
async def retry_batch(page: Page, id: str, form: Form) -> Document | Answered:
    """Try the failed ones again."""
    shown = await frame.of(page)
    return await _told(page, shown, id, form, batches.retry_batch)


async def _told(page: Page, shown: Frame, id: str, form: Form, operation: Any) -> Document | Answered:
    try:
        await page.tell(operation, key=form.key, id=id)
    except ApiError as refusal:
        return await view.put(page, shown, id, None, None, refusal=refusal)
    return shown.go(f"/batches/{id}")


def _asked(
    shown: Frame, choice: asking.Choice, preview: dict[str, Any], key: str, refusal: ApiError | None = None
) -> Document:
    return shown.put(
        "batches/ask.html",
        place="shipments",
        title=view.title_of(shown, choice.kind, preview["qualifying"]),
        told=None if refusal is None else shown.told(refusal),
        choice=choice,
        preview=preview,
        reason=lambda said: details.tell(said, shown.say),
        oldest=choice.takes_oldest(shown),
        lacks=max(0, preview["creditNeeded"] - preview["creditAvailable"]),
        key_value=key,
    )


async def _papers(page: Page, shown: Frame, form: Form) -> Document | Answered:
    """Labels, packing slips or hand-over lists of what was ticked, or of the newest of the list."""
    if form.has("all"):
        choice = asking.read(shown, Form([*form, ("act", asking.PRINT)]))
        listed = await page.ask(shipments.list_shipments, choice.order(shown)["filter"] | {"limit": 100})
        form = Form([("what", form.text("act")), *(("id", row["id"]) for row in listed.data)])
    else:
        form = Form([("what", form.text("act")), *(("id", id) for id in form.all("id"))])
    if not form.all("id"):
        try:
            asking.read(shown, Form([("act", asking.PRINT)]))
        except ApiError as refusal:
            return await view.refused(page, shown, refusal)
    return await shipment_screens.print_papers(page, form)
