"""What papers have in common: pages without a frame, a box to tick, a foot that counts the pages of each part."""

import io
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.labels import pages, rows
from fulfilment.labels.embedding import FontBook
from fulfilment.labels.paper_wording import Words
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, SMALLEST_POINTS, TALLEST_BESIDE, Sheet

_RULE_POINTS = 0.6
_BOX_POINTS = 0.8
_COUNT_SHARE = 0.36


class Part(NamedTuple):
    """What has pages of its own and is counted by itself: a slip, or one courier's list."""

    flow: Iterator[Row]
    continuation: list[Row]
    foot: str


def write(title: str, author: str, sheet: Sheet, words: Words, parts: Iterable[Part]) -> bytes:
    """The PDF: one part after another, each from a page of its own. The same parts give the same bytes.

    Text is never cut off; a part that would take more than pages.MOST_PAGES ends there and says so. The time is in
    proportion to what is said.
    """
    target = io.BytesIO()
    with pages.writing:
        canvas = Canvas(target, pagesize=(sheet.width, sheet.height), invariant=1, pageCompression=1)
        canvas.setTitle(title)
        canvas.setAuthor(author)
        book = FontBook(canvas)
        shortening = rows.stack(words.shortened, Style(sheet.fact, is_bold=True), sheet.inner_width)
        for part in parts:
            most_counted = words.page.format(pages.MOST_PAGES, pages.MOST_PAGES)
            foot_height = rows.height(_foot(part.foot, most_counted, sheet))
            room = sheet.height - 2 * sheet.margin - foot_height - sheet.padding / 2
            dealt = pages.deal(part.flow, part.continuation, shortening, room)
            for number, page in enumerate(dealt, start=1):
                counted = words.page.format(number, len(dealt)) if len(dealt) > 1 else ""
                _draw_page(canvas, book, page, _foot(part.foot, counted, sheet), sheet)
                canvas.showPage()
        canvas.save()
    return target.getvalue()


def tick_box(row: Row, left: float, side: float, top: float = 0.0) -> Row:
    """The row with a square to tick, `left` and `top` points from its upper left corner."""

    def paint(canvas: Canvas, x: float, y: float) -> None:
        if row.paint:
            row.paint(canvas, x, y)
        canvas.setLineWidth(_BOX_POINTS)
        canvas.rect(x + left, y - top - side, side, side)

    return row._replace(paint=paint, height=max(row.height, top + side))


def line(width: float, left: float = 0.0, *, height: float = 0.0) -> Row:
    """A thin line across `width` points, which hangs together with what follows."""

    def paint(canvas: Canvas, x: float, y: float) -> None:
        canvas.setLineWidth(_RULE_POINTS / 2)
        canvas.line(x + left, y, x + left + width, y)

    return Row(height, paint=paint, keep=True)


def _foot(said: str, counted: str, sheet: Sheet) -> list[Row]:
    style = Style(max(SMALLEST_POINTS, sheet.caption), gray=rows.GRAY)
    right = sheet.inner_width * _COUNT_SHARE
    left = sheet.inner_width - right
    columns = [
        rows.fit(said, style, left - COLUMN_GAP_MM * mm),
        rows.fit(counted, style.at_end(), right, 1, left),
    ]
    return rows.beside(columns, sheet.height * TALLEST_BESIDE)


def _draw_page(canvas: Canvas, book: FontBook, page: list[Row], foot: list[Row], sheet: Sheet) -> None:
    edge, width = sheet.margin + sheet.padding, sheet.inner_width
    top = sheet.height - sheet.margin
    for row in page:
        if row.rule:
            canvas.setLineWidth(_RULE_POINTS)
            canvas.line(edge, top, edge + width, top)
        rows.draw(canvas, book, row, edge, top)
        top -= row.height
    at = sheet.margin + rows.height(foot)
    for row in foot:
        rows.draw(canvas, book, row, edge, at)
        at -= row.height
