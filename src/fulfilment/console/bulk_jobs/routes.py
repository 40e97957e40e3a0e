"""HTTP routes of batches and of printing."""

from typing import Any
from urllib.parse import quote

import msgspec

from fulfilment.bulk_jobs import routes as batches
from fulfilment.console.bulk_jobs import printing, view
from fulfilment.console.bulk_jobs.view import BatchQuery, BatchSelection
from fulfilment.console.layout import forms, page_layout
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.api.form import Form, new_idempotency_key
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Handler, Routes
from fulfilment.infra.operations.command import EncodedResponse

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"


class BatchConfirmation(msgspec.Struct, frozen=True):
    """Stored confirmation of a batch: selection, preview, and the parcels of the batch."""

    choice: BatchSelection
    preview: dict[str, Any]
    ids: list[str]


class BatchesQuery(msgspec.Struct):
    """Cursor of the list."""

    cursor: str | None = None


@route.get("/batches", right="batches.read", media_type=HTML)
async def show_batches(page: ConsolePage, query: BatchesQuery) -> Document:
    """List of the batches of the last thirty days."""
    layout = await page_layout.load_layout(page)
    response = await page.get(batches.list_batches, {"cursor": query.cursor, "limit": 50})
    return layout.render(
        "bulk_jobs/list.html",
        nav_item="batches",
        title=layout.gettext("Batches"),
        batches=response.data["batches"],
        older=f"{layout.address}/batches?cursor={response.meta['cursor']}" if response.meta["hasMore"] else None,
        newest=f"{layout.address}/batches" if query.cursor else None,
    )


@route.post("/batches/ask", right="batches.read", media_type=HTML)
async def preview_batch(page: ConsolePage, form: Form) -> EncodedResponse:
    """Preview of a batch: parcels that qualify, reasons of the others, and the cost. Nothing is done yet."""
    layout = await page_layout.load_layout(page)
    try:
        choice = view.parse_selection(layout, form, view.parse_kind(layout, form))
        preview = (await page.mutate(batches.preview_batch, choice.to_body(layout), key=None)).data
    except ApiError as error:
        return await view.redirect_to_list(layout, form, error)
    return await _redirect_to_confirmation(
        layout, form, choice, preview, view.list_qualifying(preview), new_idempotency_key()
    )


@route.get("/batches/ask", right="batches.read", media_type=HTML)
async def show_confirmation(page: ConsolePage) -> Document | EncodedResponse:
    """Question with the counted parcels; nothing is done yet."""
    layout = await page_layout.load_layout(page)
    sent = await forms.load_submitted(page)
    if sent is None:
        return layout.redirect("/shipments")
    confirmation = msgspec.convert(sent.extra, BatchConfirmation)
    available = confirmation.preview["creditAvailable"]
    return layout.render(
        "bulk_jobs/ask.html",
        nav_item="shipments",
        title=view.format_title(layout, confirmation.choice.kind, confirmation.preview["qualifying"]),
        sent=sent,
        fields={"reason": view.REASON_FIELD},
        kind=confirmation.choice.kind,
        ids=confirmation.ids,
        typed_reason=sent.form.text(view.REASON_FIELD),
        lacks=0 if available is None else max(0, confirmation.preview["creditNeeded"] - available),
        **view.build_selection_context(layout, confirmation.choice, confirmation.preview),
    )


@route.post("/batches", right="batches.change", media_type=HTML)
async def create_batch(page: ConsolePage, form: Form) -> EncodedResponse:
    """Create the confirmed batch with the counted parcels; a second click creates no second batch."""
    layout = await page_layout.load_layout(page)
    choice = None
    try:
        choice = view.parse_named(layout, form, view.parse_kind(layout, form))
        response = await page.mutate(
            batches.create_batch, choice.to_body(layout, form.optional(view.REASON_FIELD)), key=form.idempotency_key
        )
    except ApiError as error:
        return await _redirect_to_confirmation_again(page, layout, form, choice, error)
    prints = "?print=1" if choice.kind == view.BOOK_KIND else ""
    return layout.redirect(f"/batches/{response.data['batch']['id']}{prints}")


@route.post("/print", right="shipments.print", media_type=HTML)
async def print_documents(page: ConsolePage, form: Form) -> EncodedResponse:
    """Print labels, packing slips or hand-over lists of the named parcels, or of a whole list."""
    layout = await page_layout.load_layout(page)
    try:
        kind, choice = printing.parse_kind(layout, form), view.parse_selection(layout, form, view.PRINT_KIND)
        return await printing.order_documents(page, layout, form, kind, choice)
    except ApiError as error:
        return await view.redirect_to_list(layout, form, error)


@route.get("/print", right="shipments.print", media_type=HTML, cancel_on_disconnect=True)
async def show_documents(page: ConsolePage) -> Document | EncodedResponse:
    """Requested document, or the page with the parcels that it leaves out."""
    layout = await page_layout.load_layout(page)
    sent = await forms.load_submitted(page)
    if sent is None:
        return layout.redirect("/shipments")
    try:
        return await printing.render_page(page, layout, sent)
    except ApiError as error:
        return await view.redirect_to_list(layout, sent.form, error)


@route.get("/batches/{id}", right="batches.read", media_type=HTML)
async def show_batch(page: ConsolePage, id: str, query: BatchQuery) -> Document:
    """Page of a batch with its progress and the outcome of each parcel."""
    layout = await page_layout.load_layout(page)
    return await view.render_page(page, layout, id, query, await forms.load_submitted(page))


@route.get("/batches/{id}/progress", right="batches.read", media_type=HTML)
async def show_progress(page: ConsolePage, id: str, query: BatchQuery) -> Document:
    """Pieces of the page that change while the batch runs, each for its place."""
    layout = await page_layout.load_layout(page)
    return layout.render_partial("bulk_jobs/progress.html", **await view.build_context(page, layout, id, query))


@route.post("/batches/{id}/print", right="shipments.print", media_type=HTML)
async def print_batch(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Print the labels of the successful parcels, a hundred at a time, and mark them as printed. Raises NotFound."""
    layout = await page_layout.load_layout(page)
    response = await page.get(batches.list_batch_rows, {"status": "done", "limit": view.MAX_ROWS}, id=id)
    shipment_ids = [row["shipmentId"] for row in response.data["rows"]]
    ids = view.select_part(shipment_ids, form.text("part"))
    if not ids:
        raise NotFound
    choice = BatchSelection(view.PRINT_KIND, ids, view.parse_list_query(form))
    return await printing.order_documents(page, layout, form, printing.LABELS, choice)


@route.post("/batches/{id}/stop", right="batches.change", media_type=HTML)
async def stop_batch(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Stop the batch before the parcels that have not begun."""
    layout = await page_layout.load_layout(page)
    return await _mutate_batch(page, layout, id, form, batches.stop_batch)


@route.post("/batches/{id}/retry", right="batches.change", media_type=HTML)
async def retry_batch(page: ConsolePage, id: str, form: Form) -> EncodedResponse:
    """Retry the failed parcels."""
    layout = await page_layout.load_layout(page)
    return await _mutate_batch(page, layout, id, form, batches.retry_batch)


async def _mutate_batch(
    page: ConsolePage, layout: PageLayout, id: str, form: Form, operation: Handler
) -> EncodedResponse:
    try:
        await page.mutate(operation, key=form.idempotency_key, id=id)
    except ApiError as error:
        return await layout.redirect_to_form(form, error, path=f"/batches/{quote(id, safe='')}")
    return layout.redirect(f"/batches/{id}")


async def _redirect_to_confirmation_again(
    page: ConsolePage, layout: PageLayout, form: Form, choice: BatchSelection | None, error: ApiError
) -> EncodedResponse:
    """Confirmation again with the refusal, for the same parcels: its key may stand for them."""
    if choice is None:
        return await view.redirect_to_list(layout, form, error)
    try:
        preview = (await page.mutate(batches.preview_batch, choice.to_body(layout), key=None)).data
    except ApiError:
        return await view.redirect_to_list(layout, form, error)
    return await _redirect_to_confirmation(
        layout, form, choice, preview, choice.ids, forms.next_idempotency_key(form, error), error
    )


async def _redirect_to_confirmation(
    layout: PageLayout,
    form: Form,
    choice: BatchSelection,
    preview: dict[str, Any],
    ids: list[str],
    key: str,
    error: ApiError | None = None,
) -> EncodedResponse:
    """Redirect to the confirmation, whose key stays the same at each reload."""
    reason_form = Form([(view.REASON_FIELD, form.text(view.REASON_FIELD))])
    extra = msgspec.to_builtins(BatchConfirmation(choice, preview, ids))
    return await layout.redirect_to_form(reason_form, error, path="/batches/ask", key=key, **extra)
