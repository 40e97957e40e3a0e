"""Labels as one PDF: rows dealt out to pages, the same bytes for the same labels and options."""

import io
import threading
from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from fulfilment.labels import contents, head, margin, parties, rows
from fulfilment.labels.embedding import FontBook
from fulfilment.labels.records import Label, LabelOptions
from fulfilment.labels.rows import Row
from fulfilment.labels.sheet import SHEETS, Scale, Sheet

# Tried in turn until all of a label fits one page: contents shrink before addresses do.
_FITTING = ((1.0, 1.0), (1.0, 0.85), (0.92, 0.85), (0.92, 0.75), (0.85, 0.75), (0.78, 0.7))
# Where the contents must run on to a further page, addresses shrink only until a part of the page is left.
_RUNNING_ON = (1.0, 0.92, 0.85, 0.78, 0.7, 0.62, 0.5)
_RUNNING_ON_ITEMS = 0.8
_LEFT_FOR_ITEMS = 0.1
_FRAME_POINTS = 0.9
_RULE_POINTS = 0.6

# reportlab's font faces keep a read position while they are subset, so documents are written one at a time.
_writing = threading.Lock()


def render(labels: Sequence[Label], options: LabelOptions) -> bytes:
    """A PDF of one page per label, or more where the contents do not fit one (specification, label routes).

    The same labels and options give the same bytes. Text is never cut off: it shrinks as far as it can be
    read, then runs on to a further page. Raises ValueError where there is no label.
    """
    if not labels:
        raise ValueError("A document of labels needs at least one label.")
    sheet = SHEETS[options.size]
    target = io.BytesIO()
    with _writing:
        canvas = Canvas(target, pagesize=(sheet.width, sheet.height), invariant=1, pageCompression=1)
        canvas.setTitle(f"Shipping label {labels[0].shipment_id}" if len(labels) == 1 else "Shipping labels")
        canvas.setAuthor(labels[0].brand)
        book = FontBook(canvas)
        for label in labels:
            _draw_label(canvas, book, label, options, sheet)
        canvas.save()
    return target.getvalue()


def _draw_label(canvas: Canvas, book: FontBook, label: Label, options: LabelOptions, sheet: Sheet) -> None:
    pages = _paginate(label, options, sheet)
    for number, page in enumerate(pages, start=1):
        _draw_page(canvas, book, page, margin.compose_foot(label, sheet, number, len(pages)), sheet)
        canvas.showPage()


def _paginate(label: Label, options: LabelOptions, sheet: Sheet) -> list[list[Row]]:
    """The rows of each page of one label, its text as large as it can be."""
    room = _room(label, sheet)
    top = head.compose(label, sheet)
    for text, items in _FITTING:
        scale = Scale(sheet, text, items)
        page = [*top, *_body(label, options, scale), *contents.compose_items(label, options, scale)]
        if rows.height(page) <= room:
            return [page]
    return _deal(_run_on(label, options, sheet, top, room), margin.compose_continuation(label, sheet), room)


def _run_on(label: Label, options: LabelOptions, sheet: Sheet, top: list[Row], room: float) -> list[Row]:
    """All rows of a label that needs more than a page, its addresses whole on the first where that can be."""
    found: list[Row] = []
    for text in _RUNNING_ON:
        scale = Scale(sheet, text, _RUNNING_ON_ITEMS)
        fixed = [*top, *_body(label, options, scale)]
        items = contents.compose_items(label, options, scale)
        found = [*fixed, *items]
        if rows.height(fixed) <= room * (1 - _LEFT_FOR_ITEMS if items else 1):
            break
    return found


def _body(label: Label, options: LabelOptions, scale: Scale) -> list[Row]:
    return [*parties.compose(label, options, scale), *contents.compose_facts(label, options, scale)]


def _deal(found: list[Row], continuation: list[Row], room: float) -> list[list[Row]]:
    """Fill pages with rows in order. A row that holds the next moves on with it."""
    pages: list[list[Row]] = [[]]
    used = 0.0
    at = 0
    while at < len(found):
        end = at + 1
        while end < len(found) and found[end - 1].keep:
            end += 1
        needed = rows.height(found[at:end])
        if used + needed > room and used > rows.height(continuation):
            pages.append(list(continuation))
            used = rows.height(continuation)
        pages[-1].extend(found[at:end])
        used += needed
        at = end
    return pages


def _room(label: Label, sheet: Sheet) -> float:
    """The height for rows: the page without margins, foot and the air around the foot."""
    return sheet.height - 2 * sheet.margin - _foot_height(label, sheet) - sheet.padding


def _foot_height(label: Label, sheet: Sheet) -> float:
    return rows.height(margin.compose_foot(label, sheet, 1, 1))


def _draw_page(canvas: Canvas, book: FontBook, page: list[Row], foot: list[Row], sheet: Sheet) -> None:
    left = sheet.margin + sheet.padding
    top = sheet.height - sheet.margin
    bottom = sheet.margin + rows.height(foot) + sheet.padding / 2
    canvas.setLineWidth(_RULE_POINTS)
    for row in page:
        if row.rule:
            canvas.line(sheet.margin, top, sheet.width - sheet.margin, top)
        rows.draw(canvas, book, row, left, top)
        top -= row.height
    canvas.setLineWidth(_FRAME_POINTS)
    canvas.rect(sheet.margin, bottom, sheet.width - 2 * sheet.margin, sheet.height - sheet.margin - bottom)
    at = sheet.margin + rows.height(foot)
    for row in foot:
        rows.draw(canvas, book, row, left, at)
        at -= row.height
