"""Writer of PDF documents: stamps, pagination of rows, page numbers for each part, and tick boxes.

A stamp is a word in a band across a page, which marks the documents of a cancelled parcel as invalid.
"""

import io
import math
import threading
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.documents import layout
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.sheet import COLUMN_GAP_MM, MAX_COLUMN_SHARE, MIN_FONT_POINTS, Sheet
from fulfilment.documents.wording import PackingWording
from fulfilment.infra.pdf.text.font_embedder import FontEmbedder

CANCELLED = "CANCELLED"
# The length of a stamp as a share of the page's diagonal, and its font size as a share of that length.
_LENGTH_SHARE, _SIZE_SHARE = 0.64, 0.13
_AIR_EM = 0.25
_FRAME_POINTS = 1.5

# More pages than any label within the bounds of a shipment needs, in any script.
MAX_PAGES = 500
_MAX_CONTINUATION_SHARE = 0.5

# Binary streams: ASCII85 takes a quarter more space, and encoding it takes longer than rendering.
rl_config.useA85 = 0

# reportlab's font faces have a read position while they are subset, so documents are written one at a time.
write_lock = threading.Lock()

_RULE_POINTS = 0.6
_BOX_POINTS = 0.8
_COUNT_SHARE = 0.36


class DocumentPart(NamedTuple):
    """A part of a document with its own pages and page numbers: a slip, or one courier's list."""

    flow: Iterator[LayoutRow]
    continuation: list[LayoutRow]
    footer: str
    stamp_word: str = ""


def write_document(
    title: str, author: str, sheet: Sheet, words: PackingWording, parts: Iterable[DocumentPart]
) -> bytes:
    """Write a PDF of several parts, each of which starts on a new page. The same parts give the same bytes.

    Text is never cut off, except that a part ends with a notice after MAX_PAGES. The time is linear in the text.
    """
    target = io.BytesIO()
    with write_lock:
        canvas = Canvas(target, pagesize=(sheet.width, sheet.height), invariant=1, pageCompression=1)
        canvas.setTitle(title)
        canvas.setAuthor(author)
        fonts = FontEmbedder(canvas)
        shortening = layout.wrap_text(words.shortened, TextStyle(sheet.fact, is_bold=True), sheet.inner_width)
        for part in parts:
            longest_page_label = words.page.format(MAX_PAGES, MAX_PAGES)
            foot_height = layout.total_height(_compose_footer(part.footer, longest_page_label, sheet))
            available_height = sheet.height - 2 * sheet.margin - foot_height - sheet.padding / 2
            paginated = paginate(part.flow, part.continuation, shortening, available_height)
            for number, page in enumerate(paginated, start=1):
                page_label = words.page.format(number, len(paginated)) if len(paginated) > 1 else ""
                _draw_page(canvas, fonts, page, _compose_footer(part.footer, page_label, sheet), sheet)
                if part.stamp_word:
                    draw_stamp(canvas, fonts, part.stamp_word, sheet)
                canvas.showPage()
        canvas.save()
    return target.getvalue()


def paginate(
    flow: Iterator[LayoutRow], continuation: list[LayoutRow], shortening: list[LayoutRow], available_height: float
) -> list[list[LayoutRow]]:
    """Distribute rows over pages, in order. Rows with `keep_with_next` move to the next page together.

    After MAX_PAGES the document ends with the notice `shortening`, and no further row is laid out. A continuation
    heading of more than half a page is omitted.
    """
    continuation_height = layout.total_height(continuation)
    if continuation_height > available_height * _MAX_CONTINUATION_SHARE:
        continuation, continuation_height = [], 0.0
    pages: list[list[LayoutRow]] = [[]]
    used = 0.0
    for group in _group_rows(flow):
        needed = layout.total_height(group)
        if used + needed > available_height and used > continuation_height:
            if len(pages) == MAX_PAGES:
                pages[-1] = _shorten_page(pages[-1], shortening, available_height)
                break
            pages.append(list(continuation))
            used = continuation_height
        pages[-1].extend(group)
        used += needed
    return pages


def draw_stamp(canvas: Canvas, fonts: FontEmbedder, word: str, sheet: Sheet, x: float = 0.0, y: float = 0.0) -> None:
    """Draw a stamp across the page whose lower left corner is at `x`, `y`, in points."""
    length = math.hypot(sheet.width, sheet.height) * _LENGTH_SHARE
    style = TextStyle(length * _SIZE_SHARE, is_bold=True, align="centre")
    text = layout.shrink_to_fit(word, style, length)
    band_height = layout.total_height(text) + 2 * _AIR_EM * style.size
    canvas.saveState()
    canvas.translate(x + sheet.width / 2, y + sheet.height / 2)
    canvas.rotate(math.degrees(math.atan2(sheet.height, sheet.width)))
    canvas.setLineWidth(_FRAME_POINTS)
    canvas.setFillGray(1)
    canvas.rect(-length / 2, -band_height / 2, length, band_height, fill=1)
    canvas.setFillGray(0)
    for row in text:
        layout.draw_row(canvas, fonts, row, -length / 2, layout.total_height(text) / 2)
    canvas.restoreState()


def tick_box(row: LayoutRow, left: float, side: float, top: float = 0.0) -> LayoutRow:
    """The row with a tick box, `left` and `top` points from its upper left corner."""

    def paint(canvas: Canvas, x: float, y: float) -> None:
        if row.paint:
            row.paint(canvas, x, y)
        canvas.setLineWidth(_BOX_POINTS)
        canvas.rect(x + left, y - top - side, side, side)

    return row._replace(paint=paint, height=max(row.height, top + side))


def horizontal_line(width: float, left: float = 0.0, *, height: float = 0.0) -> LayoutRow:
    """A thin line of `width` points, which stays on the page of the next row."""

    def paint(canvas: Canvas, x: float, y: float) -> None:
        canvas.setLineWidth(_RULE_POINTS / 2)
        canvas.line(x + left, y, x + left + width, y)

    return LayoutRow(height, paint=paint, keep_with_next=True)


def _group_rows(flow: Iterator[LayoutRow]) -> Iterator[list[LayoutRow]]:
    """Groups of rows that must stay on one page."""
    group: list[LayoutRow] = []
    for row in flow:
        group.append(row)
        if not row.keep_with_next:
            yield group
            group = []
    if group:
        yield group


def _shorten_page(page: list[LayoutRow], shortening: list[LayoutRow], available_height: float) -> list[LayoutRow]:
    """The page with its last rows replaced by the notice."""
    left = available_height - layout.total_height(shortening)
    kept_rows: list[LayoutRow] = []
    for row in page:
        left -= row.height
        if left < 0:
            break
        kept_rows.append(row)
    return [*kept_rows, *shortening]


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
