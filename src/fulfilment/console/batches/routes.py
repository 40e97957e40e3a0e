"""The HTTP edge of many parcels at once."""

from typing import Any

import msgspec

from fulfilment.batches import routes as batches
from fulfilment.console.batches import asking, printing, view
from fulfilment.console.batches.asking import Choice
from fulfilment.console.batches.view import BatchQuery
from fulfilment.console.frame import forms, frame
from fulfilment.console.frame.frame import Frame
from fulfilment.http import form as http_form
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, NotFound
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.route import Routes

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"


class BatchesQuery(msgspec.Struct):
    """Where the page begins."""

    cursor: str | None = None


@route.get("/batches", right="batches.read", media_type=HTML)
async def show_batches(page: Page, query: BatchesQuery) -> Document:
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


@route.post("/batches/ask", right="batches.read", media_type=HTML)
async def ask_first(page: Page, form: Form) -> Document:
    """Say how many qualify, why the others do not, and what it takes, before anything is done."""
    shown = await frame.of(page)
    try:
        choice = asking.read(shown, form, asking.kind_of(shown, form))
        preview = (await page.tell(batches.preview_batch, choice.order(shown), key=None)).data
    except ApiError as refusal:
        return await view.refused(page, shown, form, refusal)
    return _asked(shown, choice, preview, view.qualifying(preview), http_form.new_key())


@route.post("/batches", right="batches.change", media_type=HTML)
async def begin_batch(page: Page, form: Form) -> Document | Answered:
    """Have done what was asked about, with the parcels that were counted; a second click does nothing twice."""
    shown = await frame.of(page)
    choice = None
    try:
        choice = asking.read_named(shown, form, asking.kind_of(shown, form))
        made = await page.tell(batches.create_batch, choice.order(shown, form.optional(view.REASON)), key=form.key)
    except ApiError as refusal:
        return await _asked_again(page, shown, form, choice, refusal)
    prints = "?print=1" if choice.kind == asking.BOOK else ""
    return shown.go(f"/batches/{made.data['batch']['id']}{prints}")


@route.post("/print", right="shipments.print", media_type=HTML, ends_with_caller=True)
async def print_papers(page: Page, form: Form) -> Document:
    """The labels, packing slips or hand-over lists of the parcels that are named, or of all of a list."""
    shown = await frame.of(page)
    try:
        what, choice = printing.paper_of(shown, form), asking.read(shown, form, asking.PRINT)
        return await printing.put(page, shown, what, choice)
    except ApiError as refusal:
        return await view.refused(page, shown, form, refusal)


@route.get("/batches/{id}", right="batches.read", media_type=HTML)
async def show_batch(page: Page, id: str, query: BatchQuery) -> Document:
    """How far it is, and what came of each parcel."""
    shown = await frame.of(page)
    return await view.put(page, shown, id, query)


@route.get("/batches/{id}/progress", right="batches.read", media_type=HTML)
async def show_progress(page: Page, id: str, query: BatchQuery) -> Document:
    """What changes on the page while it runs, each piece for its place."""
    shown = await frame.of(page)
    return shown.piece("batches/progress.html", **await view.compose(page, shown, id, query))


@route.post("/batches/{id}/print", right="shipments.print", media_type=HTML, ends_with_caller=True)
async def print_batch(page: Page, id: str, form: Form) -> Document:
    """The labels of its good parcels, a hundred at a time, which are marked as printed. Raises NotFound."""
    shown = await frame.of(page)
    answer = await page.ask(batches.list_batch_rows, {"status": "done", "limit": view.MOST_ROWS}, id=id)
    good = [row["shipmentId"] for row in answer.data["rows"]]
    ids = view.part_of(good, form.text("part"))
    if not ids:
        raise NotFound
    return await printing.put(page, shown, printing.LABELS, Choice(asking.PRINT, ids, asking.list_of(form)))


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
        return await view.put(page, shown, id, BatchQuery(), refusal=refusal)
    return shown.go(f"/batches/{id}")


async def _asked_again(
    page: Page, shown: Frame, form: Form, choice: Choice | None, refusal: ApiError
) -> Document | Answered:
    """The question once more, with why it was not begun, for the same parcels: the key may stand for them."""
    if choice is None:
        return await view.refused(page, shown, form, refusal)
    try:
        preview = (await page.tell(batches.preview_batch, choice.order(shown), key=None)).data
    except ApiError:
        return await view.refused(page, shown, form, refusal)
    key = forms.next_key(form, refusal)
    return _asked(shown, choice, preview, choice.ids, key, form.text(view.REASON), refusal)


def _asked(
    shown: Frame,
    choice: Choice,
    preview: dict[str, Any],
    ids: list[str],
    key: str,
    reason: str = "",
    refusal: ApiError | None = None,
) -> Document:
    available = preview["creditAvailable"]
    return shown.put(
        "batches/ask.html",
        place="shipments",
        title=view.title_of(shown, choice.kind, preview["qualifying"]),
        told=None if refusal is None else shown.told(refusal),
        fields={"reason": view.REASON},
        kind=choice.kind,
        ids=ids,
        typed_reason=reason,
        lacks=0 if available is None else max(0, preview["creditNeeded"] - available),
        key_value=key,
        **view.chosen(shown, choice, preview),
    )
