"""The upper part of a label: courier, service, codes to scan, sort code. It never shrinks for the rest."""

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.labels import barcode, rows
from fulfilment.labels.records import Label
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, TALLEST_BESIDE, Sheet

AWAITING = "AWAITING WAYBILL"
_BADGE_SHARE = 0.44
_TALLEST_COURIER = 0.25


def compose(label: Label, sheet: Sheet) -> list[Row]:
    """Rows for the top of a label's first page."""
    return [*_courier(label, sheet), *_bars(label, sheet), *_sorting(label, sheet)]


def _courier(label: Label, sheet: Sheet) -> list[Row]:
    """The courier's name on the left, the service in white on a black badge on the right."""
    service = _service(label)
    badge_width = sheet.inner_width * _BADGE_SHARE if service else 0.0
    left = sheet.inner_width - badge_width
    name_style, air = Style(sheet.courier, is_bold=True), rows.gap(sheet.padding * 0.7)
    name = rows.fit(label.courier_name, name_style, left - COLUMN_GAP_MM * mm, most_lines=2)
    badge = _badge(service, sheet, badge_width)
    tall = max(rows.height(name), rows.height(badge))
    if tall > sheet.height * _TALLEST_COURIER:
        plain = Style(sheet.service, is_bold=True)
        texts = (label.courier_name, service.upper())
        return [air, *(row for text in texts for row in rows.stack(text, plain, sheet.inner_width)), air]
    above = (tall - rows.height(badge)) / 2

    def paint(canvas: Canvas, x: float, y: float) -> None:
        if badge:
            bottom = y - above - rows.height(badge)
            canvas.roundRect(x + left, bottom, badge_width, rows.height(badge), 2, stroke=0, fill=1)

    columns = [
        [rows.gap((tall - rows.height(name)) / 2), *name],
        [rows.gap(above), *rows.shift(badge, left)],
    ]
    return [air, rows.beside(columns, sheet.height)[0]._replace(height=tall, paint=paint), air]


def _service(label: Label) -> str:
    """The service and of what kind it is; a service that is named after its kind stands there once."""
    name, kind = label.service_name or label.service_code or "", label.courier_type or ""
    return " · ".join(filter(None, (name, "" if _folded(kind) in _folded(name) else kind)))


def _folded(name: str) -> str:
    return name.casefold().replace("_", " ").strip()


def _badge(service: str, sheet: Sheet, width: float) -> list[Row]:
    if not service:
        return []
    air = sheet.service * 0.3
    style = Style(sheet.service, is_bold=True, align="centre", gray=1.0)
    return [rows.gap(air), *rows.fit(service.upper(), style, width - 4 * air, left=2 * air), rows.gap(air)]


def _bars(label: Label, sheet: Sheet) -> list[Row]:
    """The waybill as bars with its text beneath; without one, the label says that it is not ready."""
    width = sheet.inner_width
    if not label.waybill:
        waiting = rows.fit(AWAITING, Style(sheet.courier, is_bold=True, align="centre"), width)
        return rows.ruled([rows.gap(sheet.padding), *waiting, rows.gap(sheet.padding)], sheet.padding)
    text = rows.fit(label.waybill, Style(sheet.waybill, is_bold=True, align="centre"), width)
    bars = barcode.encode_bars(label.waybill)
    module = bars and barcode.choose_module_mm(bars, width / mm)
    if not bars or not module:
        return rows.ruled(text, sheet.padding)
    high = sheet.bars_mm * mm

    def paint(canvas: Canvas, x: float, y: float) -> None:
        barcode.draw_bars(canvas, bars, x + width / 2, y - high, high, module * mm)

    return rows.ruled([Row(high, paint=paint, keep=True), rows.gap(1.5), *text], sheet.padding * 0.8)


def _sorting(label: Label, sheet: Sheet) -> list[Row]:
    """The sort code as large as it fits, the reference beneath, the QR code at the right edge."""
    modules = barcode.encode_qr(label.waybill or "")
    side = sheet.qr_mm * mm if modules else 0.0
    width = sheet.inner_width - side
    column = []
    if label.sort_code:
        column += rows.caption("SORT CODE", sheet.caption, width)
        column += rows.fit(label.sort_code, Style(sheet.sort, is_bold=True), width)
    if label.reference:
        column += [rows.gap(2), *rows.caption("REFERENCE", sheet.caption, width)]
        column += rows.fit(label.reference, Style(sheet.address, is_bold=True), width, most_lines=2)
    if not modules:
        return rows.ruled(column, sheet.padding * 0.5)

    def paint(canvas: Canvas, x: float, y: float) -> None:
        # The quiet zone of the code reaches into the padding, so that its modules stand flush with the text.
        barcode.draw_qr(canvas, modules, x + width + sheet.padding / 2, y - side, side)

    if rows.height(column) > sheet.height * TALLEST_BESIDE:
        return rows.ruled([*column, Row(side, paint=paint)], sheet.padding * 0.5)
    air = rows.gap(max(0.0, (side - rows.height(column)) / 2))
    block = rows.beside([[air, *column], [rows.gap(side)]], sheet.height)[0]
    return rows.ruled([block._replace(paint=paint)], sheet.padding * 0.5)
