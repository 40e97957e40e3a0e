"""Rows: what a page is filled with. A row is never torn; a text that may run on to a further page is many."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from fulfilment.labels import wrapping
from fulfilment.labels.embedding import FontBook
from fulfilment.labels.sheet import SMALLEST_POINTS
from fulfilment.labels.wrapping import Line

Align = Literal["start", "centre", "end"]
Paint = Callable[[Canvas, float, float], None]
_FITTING_STEP = 0.94
GRAY = 0.35


class Style(NamedTuple):
    """How a text looks; `gray` is 0 for black and 1 for white."""

    size: float
    is_bold: bool = False
    align: Align = "start"
    gray: float = 0.0

    def at_end(self) -> "Style":
        return self._replace(align="end")


class Cell(NamedTuple):
    """A line in its place within a row: `left` and `top` are distances from the row's upper left corner."""

    line: Line
    style: Style
    left: float
    top: float
    width: float


class Row(NamedTuple):
    """`paint` draws what is not text, given canvas, left and top. `keep` binds the next row to this page."""

    height: float
    cells: tuple[Cell, ...] = ()
    paint: Paint | None = None
    rule: bool = False
    keep: bool = False


def stack(text: str | None, style: Style, width: float, left: float = 0.0) -> list[Row]:
    """One row for each line that `text` takes at this size."""
    return list(flow(text, style, width, left))


def flow(text: str | None, style: Style, width: float, left: float = 0.0) -> Iterator[Row]:
    """The same, one row after another, as far as somebody asks for them."""
    size = style.size
    for line in wrapping.lines(text or "", width / size, style.is_bold):
        yield Row((line.ascent + line.descent) * size, (Cell(line, style, left, 0.0, width),))


def until(tallest: float, found: Iterable[Row]) -> list[Row]:
    """The rows from the first to the one that makes them higher than `tallest`; all of them where none does."""
    taken: list[Row] = []
    used = 0.0
    for row in found:
        taken.append(row)
        used += row.height
        if used > tallest:
            break
    return taken


def fit(text: str, style: Style, width: float, most_lines: int = 1, left: float = 0.0) -> list[Row]:
    """Shrink `text` until it takes no more than `most_lines`; at the smallest size it takes what it needs."""
    while True:
        found = list(itertools.islice(flow(text, style, width, left), most_lines + 1))
        if len(found) <= most_lines:
            return found
        if style.size <= SMALLEST_POINTS:
            return stack(text, style, width, left)
        style = style._replace(size=max(SMALLEST_POINTS, style.size * _FITTING_STEP))


def together(listed: Iterable[Row], tallest: float) -> Iterator[Row]:
    """The rows as a block that is never split over two pages, unless it is taller than `tallest`."""
    rest, block, left = iter(listed), [], tallest
    for row in rest:
        block.append(row)
        left -= row.height
        if left < 0:
            break
    if left >= 0 and block:
        block = [*(row._replace(keep=True) for row in block[:-1]), block[-1]]
    yield from block
    yield from rest


def caption(text: str, size: float, width: float, left: float = 0.0) -> list[Row]:
    """The small gray heading of a field."""
    return fit(text, Style(size, is_bold=True, gray=GRAY), width, left=left)


def shift(rows: Sequence[Row], left: float) -> list[Row]:
    """The same rows, `left` points further right."""
    return [row._replace(cells=tuple(cell._replace(left=cell.left + left) for cell in row.cells)) for row in rows]


def gap(height: float) -> Row:
    return Row(height)


def rule(padding: float) -> Row:
    """What a section begins with: a rule, and air beneath it."""
    return Row(padding, rule=True, keep=True)


def ruled(rows: Sequence[Row], padding: float) -> list[Row]:
    """A section: a rule above it, air on both sides."""
    if not rows:
        return []
    return [rule(padding), *rows, gap(padding)]


def height(rows: Sequence[Row]) -> float:
    return sum(row.height for row in rows)


def beside(columns: Sequence[Sequence[Row]], tallest: float) -> list[Row]:
    """Put columns next to each other as one row; columns too tall for that follow each other instead."""
    tall = max((height(column) for column in columns), default=0.0)
    if tall > tallest:
        return [row for column in columns for row in column]
    cells: list[Cell] = []
    for column in columns:
        top = 0.0
        for row in column:
            cells.extend(cell._replace(top=cell.top + top) for cell in row.cells)
            top += row.height
    return [Row(tall, tuple(cells))]


def draw(canvas: Canvas, book: FontBook, row: Row, left: float, top: float) -> None:
    """Draw a row whose upper left corner is at `left`, `top` (points from the lower left of the page)."""
    if row.paint:
        row.paint(canvas, left, top)
    for cell in row.cells:
        _draw_cell(book, cell, left + cell.left, top - cell.top)


def _draw_cell(book: FontBook, cell: Cell, left: float, top: float) -> None:
    line, style = cell.line, cell.style
    # One glyph can be wider than a whole column, as U+FDFD is; it is the only text that is made smaller here.
    wide = line.width
    size = style.size * min(1.0, cell.width / (wide * style.size)) if wide else style.size
    spare = cell.width - wide * size
    at_end = style.align == "end" or (style.align == "start" and line.is_rtl)
    x = left + (spare if at_end else spare / 2 if style.align == "centre" else 0.0)
    baseline = top - line.ascent * style.size
    book.show(line.runs, x, baseline, size, style.gray, style.is_bold)
