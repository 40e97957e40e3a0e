"""What stands outside a label's own content: the head of a further page and the foot of every page."""

from reportlab.lib.units import mm

from fulfilment.documents import layout, wording
from fulfilment.documents.label_data import Label
from fulfilment.documents.label_head import AWAITING_WAYBILL
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.sheet import COLUMN_GAP_MM, MAX_COLUMN_SHARE, MIN_FONT_POINTS, Sheet

_DATE_SHARE = 0.26
_MAX_TITLE_LENGTH = 255
# A longer count and the date would take two lines of a narrow foot, and the foot must be as high on every page.
_PAGES_BESIDE_DATE = 10


def compose_continuation(label: Label, sheet: Sheet) -> list[LayoutRow]:
    """What a further page of the same label begins with."""
    # Both stand whole on the first page, and this is on each of the others.
    waybill, courier = (label.waybill or AWAITING_WAYBILL)[:_MAX_TITLE_LENGTH], label.courier_name[:_MAX_TITLE_LENGTH]
    title = f"{waybill} · {courier} · continued"
    return [
        layout.spacer(sheet.padding),
        *layout.shrink_to_fit(title, TextStyle(sheet.address, is_bold=True), sheet.inner_width, max_lines=2),
        layout.spacer(sheet.padding),
    ]


def compose_shortened_notice(sheet: Sheet) -> list[LayoutRow]:
    """What the last page ends with where the label has more to say than it may."""
    text = "SHORTENED: this shipment says more than a label holds."
    return layout.wrap_text(text, TextStyle(sheet.fact, is_bold=True), sheet.inner_width)


def compose_footer(label: Label, sheet: Sheet, page: int, pages: int) -> list[LayoutRow]:
    """Who printed it, of which shipment, and which page of it this is."""
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
