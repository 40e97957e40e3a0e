"""Layout rows, the units that fill a page. A row is never split; a text that may continue on a page is several rows."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from fulfilment.documents.sheet import MIN_FONT_POINTS
from fulfilment.infra.pdf.text import wrapping
from fulfilment.infra.pdf.text.font_embedder import FontEmbedder
from fulfilment.infra.pdf.text.wrapping import TextLine

Align = Literal["start", "centre", "end"]
Paint = Callable[[Canvas, float, float], None]
_SHRINK_FACTOR = 0.94
GRAY = 0.35


class TextStyle(NamedTuple):
    """The style of a text; `gray` is 0 for black and 1 for white."""

    size: float
    is_bold: bool = False
    align: Align = "start"
    gray: float = 0.0

    def at_end(self) -> "TextStyle":
        return self._replace(align="end")


class TextCell(NamedTuple):
    """A line of text at its position in a row; `left` and `top` are distances from the row's upper left corner."""

    line: TextLine
    style: TextStyle
    left: float
    top: float
    width: float


class LayoutRow(NamedTuple):
    """A row of a page. `paint` draws graphics at left and top; `keep_with_next` keeps the next row on the same page."""

    height: float
    cells: tuple[TextCell, ...] = ()
    paint: Paint | None = None
    has_rule: bool = False
    keep_with_next: bool = False


def wrap_text(text: str | None, style: TextStyle, width: float, left: float = 0.0) -> list[LayoutRow]:
    """One row for each line of `text` at this size."""
    return list(iter_text_rows(text, style, width, left))


def iter_text_rows(text: str | None, style: TextStyle, width: float, left: float = 0.0) -> Iterator[LayoutRow]:
    """The rows of `wrap_text` as a lazy iterator."""
    size = style.size
    for line in wrapping.lines(text or "", width / size, style.is_bold):
        yield LayoutRow((line.ascent + line.descent) * size, (TextCell(line, style, left, 0.0, width),))


def collect_until(max_height: float, rows: Iterable[LayoutRow]) -> list[LayoutRow]:
    """The first rows, up to and including the row that exceeds `max_height` in total; all rows if they fit."""
    collected: list[LayoutRow] = []
    used = 0.0
    for row in rows:
        collected.append(row)
        used += row.height
        if used > max_height:
            break
    return collected


def shrink_to_fit(text: str, style: TextStyle, width: float, max_lines: int = 1, left: float = 0.0) -> list[LayoutRow]:
    """Shrink `text` until it fits `max_lines`; at the smallest size it may take more."""
    while True:
        fitted = list(itertools.islice(iter_text_rows(text, style, width, left), max_lines + 1))
        if len(fitted) <= max_lines:
            return fitted
        if style.size <= MIN_FONT_POINTS:
            return wrap_text(text, style, width, left)
        style = style._replace(size=max(MIN_FONT_POINTS, style.size * _SHRINK_FACTOR))


def keep_together(rows: Iterable[LayoutRow], max_height: float) -> Iterator[LayoutRow]:
    """The rows as a block that stays on one page, unless it is taller than `max_height`."""
    remaining, block, left = iter(rows), [], max_height
    for row in remaining:
        block.append(row)
        left -= row.height
        if left < 0:
            break
    if left >= 0 and block:
        block = [*(row._replace(keep_with_next=True) for row in block[:-1]), block[-1]]
    yield from block
    yield from remaining


def caption_rows(text: str, size: float, width: float, left: float = 0.0) -> list[LayoutRow]:
    """The small gray heading of a field."""
    return shrink_to_fit(text, TextStyle(size, is_bold=True, gray=GRAY), width, left=left)


def shift_right(rows: Sequence[LayoutRow], left: float) -> list[LayoutRow]:
    """The same rows, `left` points further right."""
    return [row._replace(cells=tuple(cell._replace(left=cell.left + left) for cell in row.cells)) for row in rows]


def spacer(height: float) -> LayoutRow:
    return LayoutRow(height)


def rule(padding: float) -> LayoutRow:
    """The start of a section: a rule with space below it."""
    return LayoutRow(padding, has_rule=True, keep_with_next=True)


def ruled_section(rows: Sequence[LayoutRow], padding: float) -> list[LayoutRow]:
    """A section of rows: a rule above it, and space above and below the rows."""
    if not rows:
        return []
    return [rule(padding), *rows, spacer(padding)]


def total_height(rows: Sequence[LayoutRow]) -> float:
    return sum(row.height for row in rows)


def place_side_by_side(columns: Sequence[Sequence[LayoutRow]], max_height: float) -> list[LayoutRow]:
    """Place columns side by side as one row; columns that are too tall follow each other instead."""
    tallest_column = max((total_height(column) for column in columns), default=0.0)
    if tallest_column > max_height:
        return [row for column in columns for row in column]
    cells: list[TextCell] = []
    for column in columns:
        top = 0.0
        for row in column:
            cells.extend(cell._replace(top=cell.top + top) for cell in row.cells)
            top += row.height
    return [LayoutRow(tallest_column, tuple(cells))]


def draw_row(canvas: Canvas, fonts: FontEmbedder, row: LayoutRow, left: float, top: float) -> None:
    """Draw a row whose upper left corner is at `left`, `top` (points from the lower left of the page)."""
    if row.paint:
        row.paint(canvas, left, top)
    for cell in row.cells:
        _draw_cell(fonts, cell, left + cell.left, top - cell.top)


def _draw_cell(fonts: FontEmbedder, cell: TextCell, left: float, top: float) -> None:
    line, style = cell.line, cell.style
    # Only a glyph that is wider than its whole column, such as U+FDFD, is made smaller here.
    natural_width = line.width
    size = style.size * min(1.0, cell.width / (natural_width * style.size)) if natural_width else style.size
    spare = cell.width - natural_width * size
    at_end = style.align == "end" or (style.align == "start" and line.is_rtl)
    x = left + (spare if at_end else spare / 2 if style.align == "centre" else 0.0)
    baseline = top - line.ascent * style.size
    fonts.draw(line.runs, x, baseline, size, style.gray, style.is_bold)
