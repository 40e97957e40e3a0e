"""What stands outside a label's own content: the head of a further page and the foot of every page."""

from reportlab.lib.units import mm

from fulfilment.labels import rows, wording
from fulfilment.labels.head import AWAITING
from fulfilment.labels.records import Label
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, SMALLEST_POINTS, TALLEST_BESIDE, Sheet

_DATE_SHARE = 0.26
_LONGEST_REMINDER = 255
# A longer count and the date would take two lines of a narrow foot, and the foot must be as high on every page.
_PAGES_BESIDE_DATE = 10


def compose_continuation(label: Label, sheet: Sheet) -> list[Row]:
    """What a further page of the same label begins with."""
    # Both stand whole on the first page, and this is on each of the others.
    waybill, courier = (label.waybill or AWAITING)[:_LONGEST_REMINDER], label.courier_name[:_LONGEST_REMINDER]
    title = f"{waybill} · {courier} · continued"
    return [
        rows.gap(sheet.padding),
        *rows.fit(title, Style(sheet.address, is_bold=True), sheet.inner_width, most_lines=2),
        rows.gap(sheet.padding),
    ]


def compose_shortening(sheet: Sheet) -> list[Row]:
    """What the last page ends with where the label has more to say than it may."""
    words = "SHORTENED: this shipment says more than a label holds."
    return rows.stack(words, Style(sheet.fact, is_bold=True), sheet.inner_width)


def compose_foot(label: Label, sheet: Sheet, page: int, pages: int) -> list[Row]:
    """Who printed it, of which shipment, and which page of it this is."""
    style = Style(max(SMALLEST_POINTS, sheet.caption), gray=rows.GRAY)
    day = wording.day(label.created_at)
    counted = f"{page}/{pages}"
    count = day if pages == 1 else f"{day} · {counted}" if pages < _PAGES_BESIDE_DATE else counted
    right = sheet.inner_width * _DATE_SHARE
    left = sheet.inner_width - right
    columns = [
        rows.fit(f"{label.brand} · {label.shipment_id}", style, left - COLUMN_GAP_MM * mm),
        rows.stack(count, style._replace(align="end"), right, left),
    ]
    return rows.beside(columns, sheet.height * TALLEST_BESIDE)
