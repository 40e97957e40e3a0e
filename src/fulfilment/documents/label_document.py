"""PDF of labels: composes and paginates each label; the same labels and options give the same bytes."""

import io
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.documents import document_writer, label_sections, layout, wording
from fulfilment.documents.document_data import Label, LabelOptions
from fulfilment.documents.label_sections import AWAITING_WAYBILL
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.sheet import (
    COLUMN_GAP_MM,
    MAX_COLUMN_SHARE,
    MIN_FONT_POINTS,
    QUARTER_SHEET,
    SHEETS,
    Scale,
    Sheet,
)
from fulfilment.infra.pdf.text.font_embedder import FontEmbedder

_DATE_SHARE = 0.26
_MAX_TITLE_LENGTH = 255
# A longer page number with the date would need two lines of a narrow footer, and all footers must have the same height.
_PAGES_BESIDE_DATE = 10


# Scales are tried until a label fits one page; contents shrink before addresses. The smallest scale is tried second,
# since a label that does not fit at the smallest fits at none.
_LARGEST_SCALE, _SMALLEST_SCALE = (1.0, 1.0), (0.78, 0.7)
_INTERMEDIATE_SCALES = ((1.0, 0.85), (0.92, 0.85), (0.92, 0.75), (0.85, 0.75))
# Where the contents continue on a further page, addresses shrink only until a share of the first page is free.
_OVERFLOW_TEXT_SCALES = (1.0, 0.92, 0.85, 0.78, 0.7, 0.62, 0.5)
_OVERFLOW_ITEM_SCALE = 0.8
_RESERVED_ITEM_SHARE = 0.1
_FRAME_POINTS = 0.9
_RULE_POINTS = 0.6
_CUT_POINTS, _CUT_DASH, _CUT_GRAY = 0.3, (2, 4), 0.6


class _LabelPage(NamedTuple):
    """One page of a label."""

    rows: list[LayoutRow]
    footer: list[LayoutRow]
    is_cancelled: bool


def render(labels: Sequence[Label], options: LabelOptions) -> bytes:
    """Render labels as a PDF with one page per label, or more where the contents do not fit (specification, labels).

    With the layout `4up`, pages are quarters of a sheet, filled row by row in the order of the labels. The same labels
    and options give the same bytes. Text is not cut off: it shrinks to the smallest legible size, then continues on a
    further page. A label ends with a notice after MAX_PAGES. The time is linear in the text. Raises ValueError without
    labels.
    """
    if not labels:
        raise ValueError("A document of labels needs at least one label.")
    is_quartered = options.layout == "4up"
    paper = SHEETS[options.size]
    target = io.BytesIO()
    with document_writer.write_lock:
        canvas = Canvas(target, pagesize=(paper.width, paper.height), invariant=1, pageCompression=1)
        canvas.setTitle(f"Shipping label {labels[0].shipment_id}" if len(labels) == 1 else "Shipping labels")
        canvas.setAuthor(labels[0].brand)
        fonts = FontEmbedder(canvas)
        sheet = QUARTER_SHEET if is_quartered else paper
        composed = (page for label in labels for page in _compose_pages(label, options, sheet))
        if is_quartered:
            _draw_quarters(canvas, fonts, composed)
        else:
            for page in composed:
                _draw_page(canvas, fonts, page, sheet)
                canvas.showPage()
        canvas.save()
    return target.getvalue()


def _compose_pages(label: Label, options: LabelOptions, sheet: Sheet) -> Iterator[_LabelPage]:
    paginated = _paginate(label, options, sheet)
    for number, page in enumerate(paginated, start=1):
        yield _LabelPage(page, compose_footer(label, sheet, number, len(paginated)), label.is_cancelled)


def _draw_quarters(canvas: Canvas, fonts: FontEmbedder, composed: Iterator[_LabelPage]) -> None:
    """Draw four pages per sheet, with cutting lines."""
    wide, high = QUARTER_SHEET.width, QUARTER_SHEET.height
    corners = ((0.0, high), (wide, high), (0.0, 0.0), (wide, 0.0))
    while quarters := list(itertools.islice(composed, len(corners))):
        canvas.saveState()
        canvas.setLineWidth(_CUT_POINTS)
        canvas.setStrokeGray(_CUT_GRAY)
        canvas.setDash(*_CUT_DASH)
        canvas.line(wide, 0, wide, 2 * high)
        canvas.line(0, high, 2 * wide, high)
        canvas.restoreState()
        for page, (x, y) in zip(quarters, corners, strict=False):
            _draw_page(canvas, fonts, page, QUARTER_SHEET, x, y)
        canvas.showPage()


def _paginate(label: Label, options: LabelOptions, sheet: Sheet) -> list[list[LayoutRow]]:
    """The rows of each page of one label, with its text as large as possible."""
    available_height = _available_height(label, sheet)
    top = label_sections.compose_head(label, sheet)
    if page := _fit_on_one_page(label, options, sheet, top, available_height):
        return [page]
    flow = _flow_over_pages(label, options, sheet, top, available_height)
    return document_writer.paginate(
        flow,
        compose_continuation(label, sheet),
        compose_shortened_notice(sheet),
        available_height,
    )


def _fit_on_one_page(
    label: Label, options: LabelOptions, sheet: Sheet, top: list[LayoutRow], available_height: float
) -> list[LayoutRow] | None:
    """The whole label on one page, as large as possible; None where it needs more pages."""
    bodies: dict[float, list[LayoutRow]] = {}

    def attempt(text: float, items: float) -> list[LayoutRow] | None:
        scale = Scale(sheet, text, items, max_height=available_height)
        if text not in bodies:
            bodies[text] = [*top, *_compose_body(label, options, scale)]
        remaining_height = available_height - layout.total_height(bodies[text])
        item_rows = (
            layout.collect_until(remaining_height, label_sections.compose_items(label, options, scale))
            if remaining_height >= 0
            else []
        )
        return [*bodies[text], *item_rows] if layout.total_height(item_rows) <= remaining_height else None

    if page := attempt(*_LARGEST_SCALE):
        return page
    smallest = attempt(*_SMALLEST_SCALE)
    if smallest is None:
        return None
    return next(filter(None, itertools.starmap(attempt, _INTERMEDIATE_SCALES)), smallest)


def _flow_over_pages(
    label: Label, options: LabelOptions, sheet: Sheet, top: list[LayoutRow], available_height: float
) -> Iterator[LayoutRow]:
    """All rows of a label that needs several pages, with whole addresses on the first page if possible."""
    has_items = options.show_items and bool(label.items)
    max_body_height = available_height * (1 - _RESERVED_ITEM_SHARE if has_items else 1) - layout.total_height(top)
    yield from top
    for text in _OVERFLOW_TEXT_SCALES:
        body = _compose_body(label, options, Scale(sheet, text, _OVERFLOW_ITEM_SCALE, max_height=available_height))
        if layout.total_height(body) <= max_body_height:
            yield from body
            break
    else:
        page_height = available_height - layout.total_height(compose_continuation(label, sheet))
        scale = Scale(sheet, _OVERFLOW_TEXT_SCALES[-1], _OVERFLOW_ITEM_SCALE, max_height=page_height)
        yield from label_sections.iter_parties(label, options, scale)
        yield from label_sections.compose_facts(label, options, scale)
    yield from label_sections.compose_items(label, options, Scale(sheet, 1.0, _OVERFLOW_ITEM_SCALE))


def _compose_body(label: Label, options: LabelOptions, scale: Scale) -> list[LayoutRow]:
    return [
        *label_sections.compose_parties(label, options, scale),
        *label_sections.compose_facts(label, options, scale),
    ]


def _available_height(label: Label, sheet: Sheet) -> float:
    """The height for rows: that of the page without margins, footer and the space around the footer."""
    return sheet.height - 2 * sheet.margin - _footer_height(label, sheet) - sheet.padding


def _footer_height(label: Label, sheet: Sheet) -> float:
    return layout.total_height(compose_footer(label, sheet, 1, 1))


def _draw_page(
    canvas: Canvas, fonts: FontEmbedder, page: _LabelPage, sheet: Sheet, x: float = 0.0, y: float = 0.0
) -> None:
    """Draw a page with its lower left corner at `x`, `y`, in points."""
    edge, width = x + sheet.margin, sheet.width - 2 * sheet.margin
    left = edge + sheet.padding
    top = frame_top = y + sheet.height - sheet.margin
    bottom = y + sheet.margin + layout.total_height(page.footer) + sheet.padding / 2
    canvas.setLineWidth(_RULE_POINTS)
    for row in page.rows:
        if row.has_rule:
            canvas.line(edge, top, edge + width, top)
        layout.draw_row(canvas, fonts, row, left, top)
        top -= row.height
    canvas.setLineWidth(_FRAME_POINTS)
    canvas.rect(edge, bottom, width, frame_top - bottom)
    at = y + sheet.margin + layout.total_height(page.footer)
    for row in page.footer:
        layout.draw_row(canvas, fonts, row, left, at)
        at -= row.height
    if page.is_cancelled:
        document_writer.draw_stamp(canvas, fonts, document_writer.CANCELLED, sheet, x, y)


def compose_continuation(label: Label, sheet: Sheet) -> list[LayoutRow]:
    """The heading of each further page of a label."""
    # Cut, since the first page shows both in full.
    waybill, courier = (label.waybill or AWAITING_WAYBILL)[:_MAX_TITLE_LENGTH], label.courier_name[:_MAX_TITLE_LENGTH]
    title = f"{waybill} · {courier} · continued"
    return [
        layout.spacer(sheet.padding),
        *layout.shrink_to_fit(title, TextStyle(sheet.address, is_bold=True), sheet.inner_width, max_lines=2),
        layout.spacer(sheet.padding),
    ]


def compose_shortened_notice(sheet: Sheet) -> list[LayoutRow]:
    """The notice at the end of a label with too many pages."""
    text = "SHORTENED: this shipment says more than a label holds."
    return layout.wrap_text(text, TextStyle(sheet.fact, is_bold=True), sheet.inner_width)


def compose_footer(label: Label, sheet: Sheet, page: int, pages: int) -> list[LayoutRow]:
    """The footer: brand, shipment, date, and page number."""
    style = TextStyle(max(MIN_FONT_POINTS, sheet.caption), gray=layout.GRAY)
    day = wording.format_day(label.created_at)
    page_label = f"{page}/{pages}"
    right_text = day if pages == 1 else f"{day} · {page_label}" if pages < _PAGES_BESIDE_DATE else page_label
    right = sheet.inner_width * _DATE_SHARE
    left = sheet.inner_width - right
    columns = [
        layout.shrink_to_fit(f"{label.brand} · {label.shipment_id}", style, left - COLUMN_GAP_MM * mm),
        layout.wrap_text(right_text, style._replace(align="end"), right, left),
    ]
    return layout.place_side_by_side(columns, sheet.height * MAX_COLUMN_SHARE)
