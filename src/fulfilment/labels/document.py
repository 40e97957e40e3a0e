"""Labels as one PDF: rows dealt out to pages, the same bytes for the same labels and options."""

import io
import itertools
from collections.abc import Iterator, Sequence

from reportlab.pdfgen.canvas import Canvas

from fulfilment.labels import contents, head, margin, pages, parties, rows
from fulfilment.labels.embedding import FontBook
from fulfilment.labels.records import Label, LabelOptions
from fulfilment.labels.rows import Row
from fulfilment.labels.sheet import QUARTER, SHEETS, Scale, Sheet

# Tried in turn until all of a label fits one page: contents shrink before addresses do. The smallest is tried second,
# for what does not fit at that fits at none, and need not be laid out at the others.
_LARGEST, _SMALLEST = (1.0, 1.0), (0.78, 0.7)
_BETWEEN = ((1.0, 0.85), (0.92, 0.85), (0.92, 0.75), (0.85, 0.75))
# Where the contents must run on to a further page, addresses shrink only until a part of the page is left.
_RUNNING_ON = (1.0, 0.92, 0.85, 0.78, 0.7, 0.62, 0.5)
_RUNNING_ON_ITEMS = 0.8
_LEFT_FOR_ITEMS = 0.1
_FRAME_POINTS = 0.9
_RULE_POINTS = 0.6
_CUT_POINTS, _CUT_DASH, _CUT_GRAY = 0.3, (2, 4), 0.6


def render(labels: Sequence[Label], options: LabelOptions) -> bytes:
    """A PDF of one page per label, or more where the contents do not fit one (specification, label routes).

    With the layout `4up` such pages are quarters of a sheet, filled row by row in the order of the labels.
    The same labels and options give the same bytes. Text is not cut off: it shrinks as far as it can be read, then
    runs on to a further page; a label that would take more than pages.MOST_PAGES ends there and says so. The time is in
    proportion to what is said. Raises ValueError where there is no label.
    """
    if not labels:
        raise ValueError("A document of labels needs at least one label.")
    is_quartered = options.layout == "4up"
    paper = SHEETS[options.size]
    target = io.BytesIO()
    with pages.writing:
        canvas = Canvas(target, pagesize=(paper.width, paper.height), invariant=1, pageCompression=1)
        canvas.setTitle(f"Shipping label {labels[0].shipment_id}" if len(labels) == 1 else "Shipping labels")
        canvas.setAuthor(labels[0].brand)
        book = FontBook(canvas)
        sheet = QUARTER if is_quartered else paper
        composed = (page for label in labels for page in _compose(label, options, sheet))
        if is_quartered:
            _draw_quarters(canvas, book, composed)
        else:
            for page, foot in composed:
                _draw_page(canvas, book, page, foot, sheet)
                canvas.showPage()
        canvas.save()
    return target.getvalue()


def _compose(label: Label, options: LabelOptions, sheet: Sheet) -> Iterator[tuple[list[Row], list[Row]]]:
    """The rows of each page of a label, and those of its foot."""
    dealt = _paginate(label, options, sheet)
    for number, page in enumerate(dealt, start=1):
        yield page, margin.compose_foot(label, sheet, number, len(dealt))


def _draw_quarters(canvas: Canvas, book: FontBook, composed: Iterator[tuple[list[Row], list[Row]]]) -> None:
    """Four pages a sheet, with lines to cut along."""
    wide, high = QUARTER.width, QUARTER.height
    corners = ((0.0, high), (wide, high), (0.0, 0.0), (wide, 0.0))
    while quarters := list(itertools.islice(composed, len(corners))):
        canvas.saveState()
        canvas.setLineWidth(_CUT_POINTS)
        canvas.setStrokeGray(_CUT_GRAY)
        canvas.setDash(*_CUT_DASH)
        canvas.line(wide, 0, wide, 2 * high)
        canvas.line(0, high, 2 * wide, high)
        canvas.restoreState()
        for (page, foot), (x, y) in zip(quarters, corners, strict=False):
            _draw_page(canvas, book, page, foot, QUARTER, x, y)
        canvas.showPage()


def _paginate(label: Label, options: LabelOptions, sheet: Sheet) -> list[list[Row]]:
    """The rows of each page of one label, its text as large as it can be."""
    room = _room(label, sheet)
    top = head.compose(label, sheet)
    if page := _fit(label, options, sheet, top, room):
        return [page]
    flow = _run_on(label, options, sheet, top, room)
    return pages.deal(flow, margin.compose_continuation(label, sheet), margin.compose_shortening(sheet), room)


def _fit(label: Label, options: LabelOptions, sheet: Sheet, top: list[Row], room: float) -> list[Row] | None:
    """All of a label on one page, as large as it can be; None where it needs more than one."""
    bodies: dict[float, list[Row]] = {}

    def attempt(text: float, items: float) -> list[Row] | None:
        scale = Scale(sheet, text, items, tallest=room)
        if text not in bodies:
            bodies[text] = [*top, *_body(label, options, scale)]
        left = room - rows.height(bodies[text])
        listed = rows.until(left, contents.compose_items(label, options, scale)) if left >= 0 else []
        return [*bodies[text], *listed] if rows.height(listed) <= left else None

    if page := attempt(*_LARGEST):
        return page
    smallest = attempt(*_SMALLEST)
    if smallest is None:
        return None
    return next(filter(None, itertools.starmap(attempt, _BETWEEN)), smallest)


def _run_on(label: Label, options: LabelOptions, sheet: Sheet, top: list[Row], room: float) -> Iterator[Row]:
    """All rows of a label that needs more than a page, its addresses whole on the first where that can be."""
    has_items = options.show_items and bool(label.items)
    most = room * (1 - _LEFT_FOR_ITEMS if has_items else 1) - rows.height(top)
    yield from top
    for text in _RUNNING_ON:
        body = _body(label, options, Scale(sheet, text, _RUNNING_ON_ITEMS, tallest=room))
        if rows.height(body) <= most:
            yield from body
            break
    else:
        page = room - rows.height(margin.compose_continuation(label, sheet))
        scale = Scale(sheet, _RUNNING_ON[-1], _RUNNING_ON_ITEMS, tallest=page)
        yield from parties.flow(label, options, scale)
        yield from contents.compose_facts(label, options, scale)
    yield from contents.compose_items(label, options, Scale(sheet, 1.0, _RUNNING_ON_ITEMS))


def _body(label: Label, options: LabelOptions, scale: Scale) -> list[Row]:
    return [*parties.compose(label, options, scale), *contents.compose_facts(label, options, scale)]


def _room(label: Label, sheet: Sheet) -> float:
    """The height for rows: the page without margins, foot and the air around the foot."""
    return sheet.height - 2 * sheet.margin - _foot_height(label, sheet) - sheet.padding


def _foot_height(label: Label, sheet: Sheet) -> float:
    return rows.height(margin.compose_foot(label, sheet, 1, 1))


def _draw_page(
    canvas: Canvas, book: FontBook, page: list[Row], foot: list[Row], sheet: Sheet, x: float = 0.0, y: float = 0.0
) -> None:
    """Draw it with its lower left corner at `x`, `y`, in points."""
    edge, width = x + sheet.margin, sheet.width - 2 * sheet.margin
    left = edge + sheet.padding
    top = frame_top = y + sheet.height - sheet.margin
    bottom = y + sheet.margin + rows.height(foot) + sheet.padding / 2
    canvas.setLineWidth(_RULE_POINTS)
    for row in page:
        if row.rule:
            canvas.line(edge, top, edge + width, top)
        rows.draw(canvas, book, row, left, top)
        top -= row.height
    canvas.setLineWidth(_FRAME_POINTS)
    canvas.rect(edge, bottom, width, frame_top - bottom)
    at = y + sheet.margin + rows.height(foot)
    for row in foot:
        rows.draw(canvas, book, row, left, at)
        at -= row.height
