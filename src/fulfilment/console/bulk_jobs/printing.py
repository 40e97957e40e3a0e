"""Printing of labels, slips and hand-over lists: one document where it holds all selected parcels, else several."""

from typing import Any

import msgspec

from fulfilment.bulk_jobs import routes as batches
from fulfilment.console.bulk_jobs import view
from fulfilment.console.bulk_jobs.view import BatchSelection
from fulfilment.console.layout import forms
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipments import routes as shipments
from fulfilment.shipments.shipping_documents import routes as papers
from fulfilment.shipments.shipping_documents.packing_documents import NotAwaitingPickup

LABELS, SLIPS, HAND_OVER = "labels", "slips", "hand-over"
# The console's script prints a document out of a frame of the page. In a sandbox the frame would be another origin's,
# which no script may print.
_HEADERS = {"Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'self'"}


class DocumentKind(msgspec.Struct, frozen=True):
    """Kind of document. One document has at most `max_shipments` parcels; `needs_waybill` leaves out parcels without a
    waybill and cancelled parcels.
    """

    max_shipments: int
    needs_waybill: bool


class PrintOrder(msgspec.Struct, frozen=True):
    """Stored request to print: parcels, selection, preview, and whether one document holds all."""

    kind: str
    ids: list[str]
    choice: BatchSelection
    preview: dict[str, Any]
    is_whole: bool


DOCUMENT_KINDS = {
    LABELS: DocumentKind(100, needs_waybill=True),
    # A parcel that is packed before its courier is booked has a slip too.
    SLIPS: DocumentKind(100, needs_waybill=False),
    HAND_OVER: DocumentKind(500, needs_waybill=True),
}


def parse_kind(layout: PageLayout, form: Form) -> str:
    """Kind of document that a form asks for. Raises Validation."""
    kind = form.text("what")
    if kind not in DOCUMENT_KINDS:
        raise Validation(layout.gettext("Choose what to do."), field="what")
    return kind


async def order_documents(
    page: ConsolePage, layout: PageLayout, form: Form, kind: str, choice: BatchSelection
) -> EncodedResponse:
    """Lead to the document. A page comes first where parcels are left out, or where one document does not hold all.

    Raises ApiError as the API does for the choice.
    """
    preview = (await page.mutate(batches.preview_batch, choice.to_body(layout), key=None)).data
    document_kind = DOCUMENT_KINDS[kind]
    if not document_kind.needs_waybill:
        preview |= {"excluded": [], "qualifying": preview["total"]}
    ids = view.list_qualifying(preview)
    is_whole = len(ids) == preview["total"] <= document_kind.max_shipments and not preview["truncated"]
    ordered = PrintOrder(kind, ids, choice, preview, is_whole)
    return await layout.redirect_to_form(form, path="/print", **msgspec.to_builtins(ordered))


async def render_page(page: ConsolePage, layout: PageLayout, sent: SubmittedForm) -> Document:
    """The document of a stored order, or the page before it. A label is marked as printed once. Raises ApiError."""
    ordered = msgspec.convert(sent.extra, PrintOrder)
    kind, ids, document_kind = ordered.kind, ordered.ids, DOCUMENT_KINDS[ordered.kind]
    if ordered.is_whole:
        try:
            document = await render_document(page, layout, kind, ids, marks_printed=not sent.has_acted)
        except NotAwaitingPickup as error:
            others = error.details["shipments"]
            assert isinstance(others, list)
            ordered.preview["excluded"].append(view.build_exclusion(error, others))
            ids = view.list_qualifying(ordered.preview)
        else:
            if not sent.has_acted:
                await forms.note_acted(page, sent)
            return document
    return layout.render(
        "bulk_jobs/papers.html",
        nav_item="shipments",
        title=_format_title(layout, kind, len(ids)),
        what=kind,
        parts=[ids[at : at + document_kind.max_shipments] for at in range(0, len(ids), document_kind.max_shipments)],
        most=document_kind.max_shipments,
        **view.build_selection_context(layout, ordered.choice, ordered.preview),
    )


def _format_title(layout: PageLayout, kind: str, count: int) -> str:
    if kind == LABELS:
        return layout.ngettext("Print %(num)s label", "Print %(num)s labels", count)
    if kind == SLIPS:
        return layout.ngettext("Print %(num)s packing slip", "Print %(num)s packing slips", count)
    return layout.ngettext(
        "Print a hand-over list of %(num)s parcel", "Print a hand-over list of %(num)s parcels", count
    )


async def render_document(
    page: ConsolePage, shown: PageLayout, kind: str, ids: list[str], *, marks_printed: bool
) -> Document:
    """One document of these parcels, in their order; `marks_printed` labels as printed. Raises ApiError."""
    document = await _fetch_document(page, shown, kind, ids, marks_printed=marks_printed)
    document.headers |= _HEADERS
    return document


async def _fetch_document(
    page: ConsolePage, layout: PageLayout, kind: str, ids: list[str], *, marks_printed: bool
) -> Document:
    body: dict[str, Any] = {"shipmentIds": ids}
    if kind == SLIPS:
        slips_body = body | {"size": layout.label_size, "language": layout.language}
        return await page.render(papers.download_packing_slips, slips_body)
    if kind == HAND_OVER:
        return await page.render(papers.download_hand_over_list, body | {"language": layout.language})
    return await page.render(
        shipments.download_labels, body | {"size": layout.label_size, "markPrinted": marks_printed}
    )
