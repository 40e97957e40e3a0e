"""What papers have in common: pages without a frame, a box to tick, a foot that counts the pages of each part."""

import io
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.documents import layout, pagination, stamp
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.packing_wording import PackingWording
from fulfilment.documents.sheet import COLUMN_GAP_MM, MAX_COLUMN_SHARE, MIN_FONT_POINTS, Sheet
from fulfilment.infra.pdf.text.font_embedder import FontEmbedder

_RULE_POINTS = 0.6
_BOX_POINTS = 0.8
_COUNT_SHARE = 0.36


class DocumentPart(NamedTuple):
    """What has pages of its own and is counted by itself: a slip, or one courier's list."""

    flow: Iterator[LayoutRow]
    continuation: list[LayoutRow]
    footer: str
    stamp_word: str = ""


def write_document(
    title: str, author: str, sheet: Sheet, words: PackingWording, parts: Iterable[DocumentPart]
) -> bytes:
    """The PDF: one part after another, each from a page of its own. The same parts give the same bytes.

    Text is never cut off; a part that would take more than pages.MAX_PAGES ends there and says so. The time is in
    proportion to what is said.
    """
    target = io.BytesIO()
    with pagination.write_lock:
        canvas = Canvas(target, pagesize=(sheet.width, sheet.height), invariant=1, pageCompression=1)
        canvas.setTitle(title)
        canvas.setAuthor(author)
        fonts = FontEmbedder(canvas)
        shortening = layout.wrap_text(words.shortened, TextStyle(sheet.fact, is_bold=True), sheet.inner_width)
        for part in parts:
            longest_page_label = words.page.format(pagination.MAX_PAGES, pagination.MAX_PAGES)
            foot_height = layout.total_height(_compose_footer(part.footer, longest_page_label, sheet))
            available_height = sheet.height - 2 * sheet.margin - foot_height - sheet.padding / 2
            paginated = pagination.paginate(part.flow, part.continuation, shortening, available_height)
            for number, page in enumerate(paginated, start=1):
                page_label = words.page.format(number, len(paginated)) if len(paginated) > 1 else ""
                _draw_page(canvas, fonts, page, _compose_footer(part.footer, page_label, sheet), sheet)
                if part.stamp_word:
                    stamp.draw_stamp(canvas, fonts, part.stamp_word, sheet)
                canvas.showPage()
        canvas.save()
    return target.getvalue()


def tick_box(row: LayoutRow, left: float, side: float, top: float = 0.0) -> LayoutRow:
    """The row with a square to tick, `left` and `top` points from its upper left corner."""

    def paint(canvas: Canvas, x: float, y: float) -> None:
        if row.paint:
            row.paint(canvas, x, y)
        canvas.setLineWidth(_BOX_POINTS)
        canvas.rect(x + left, y - top - side, side, side)

    return row._replace(paint=paint, height=max(row.height, top + side))


def horizontal_line(width: float, left: float = 0.0, *, height: float = 0.0) -> LayoutRow:
    """A thin line across `width` points, which hangs together with what follows."""

    def paint(canvas: Canvas, x: float, y: float) -> None:
        canvas.setLineWidth(_RULE_POINTS / 2)
        canvas.line(x + left, y, x + left + width, y)

    return LayoutRow(height, paint=paint, keep_with_next=True)


def _compose_footer(text: str, page_label: str, sheet: Sheet) -> list[LayoutRow]:
    style = TextStyle(max(MIN_FONT_POINTS, sheet.caption), gray=layout.GRAY)
    right = sheet.inner_width * _COUNT_SHARE
    left = sheet.inner_width - right
    columns = [
        layout.shrink_to_fit(text, style, left - COLUMN_GAP_MM * mm),
        layout.shrink_to_fit(page_label, style.at_end(), right, 1, left),
    ]
    return layout.place_side_by_side(columns, sheet.height * MAX_COLUMN_SHARE)


def _draw_page(
    canvas: Canvas, fonts: FontEmbedder, page: list[LayoutRow], footer: list[LayoutRow], sheet: Sheet
) -> None:
    edge, width = sheet.margin + sheet.padding, sheet.inner_width
    top = sheet.height - sheet.margin
    for row in page:
        if row.has_rule:
            canvas.setLineWidth(_RULE_POINTS)
            canvas.line(edge, top, edge + width, top)
        layout.draw_row(canvas, fonts, row, edge, top)
        top -= row.height
    at = sheet.margin + layout.total_height(footer)
    for row in footer:
        layout.draw_row(canvas, fonts, row, edge, at)
        at -= row.height
