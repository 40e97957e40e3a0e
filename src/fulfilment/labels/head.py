"""The upper part of a label: courier, service, the codes to scan and the sort code. It never shrinks for the rest."""

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.labels import barcode, rows
from fulfilment.labels.records import Label
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, TALLEST_BESIDE, Sheet

AWAITING = "AWAITING WAYBILL"


def compose(label: Label, sheet: Sheet) -> list[Row]:
    """Rows for the top of a label's first page."""
    return [*_courier(label, sheet), *_bars(label, sheet), *_sorting(label, sheet)]


def _courier(label: Label, sheet: Sheet) -> list[Row]:
    service = " · ".join(filter(None, (label.service_name or label.service_code, label.courier_type)))
    badge_width = sheet.inner_width * 0.44 if service else 0.0
    name_width = sheet.inner_width - badge_width - (COLUMN_GAP_MM * mm if service else 0.0)
    name = rows.fit(label.courier_name, Style(sheet.courier, is_bold=True), name_width, most_lines=2)
    badge = _badge(service.upper(), sheet, badge_width) if service else Row(0.0)
    tall = max(rows.height(name), badge.height)
    top = (tall - badge.height) / 2
    left = sheet.inner_width - badge_width

    def paint(canvas: Canvas, x: float, y: float) -> None:
        if service:
            canvas.roundRect(x + left, y - top - badge.height, badge_width, badge.height, 2, stroke=0, fill=1)

    cells = tuple(cell._replace(left=left + cell.left, top=top + cell.top) for cell in badge.cells)
    named = rows.beside([[rows.gap((tall - rows.height(name)) / 2), *name]], sheet.height)
    head = Row(tall, (*cells, *named[0].cells), paint)
    return [rows.gap(sheet.padding * 0.7), head, rows.gap(sheet.padding * 0.7)]


def _badge(service: str, sheet: Sheet, width: float) -> Row:
    air = sheet.service * 0.3
    style = Style(sheet.service, is_bold=True, align="centre", gray=1.0)
    lines = rows.fit(service, style, width - 4 * air, left=2 * air)
    return rows.beside([[rows.gap(air), *lines, rows.gap(air)]], sheet.height)[0]


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
    modules = barcode.encode_qr(label.waybill or "")
    side = sheet.qr_mm * mm if modules else 0.0
    width = sheet.inner_width - side
    if not label.sort_code and not modules:
        return []
    column = []
    if label.sort_code:
        column += rows.caption("SORT CODE", sheet.caption, width)
        column += rows.fit(label.sort_code, Style(sheet.sort, is_bold=True), width)
    if label.reference:
        column += [rows.gap(2), *rows.caption("REFERENCE", sheet.caption, width)]
        column += rows.fit(label.reference, Style(sheet.address, is_bold=True), width, most_lines=2)
    air = max(0.0, (side - rows.height(column)) / 2)
    block = rows.beside([[rows.gap(air), *column], [rows.gap(side)]], sheet.height * TALLEST_BESIDE)

    def paint(canvas: Canvas, x: float, y: float) -> None:
        # The quiet zone of the code reaches into the padding, so that its modules stand flush with the text.
        barcode.draw_qr(canvas, modules, x + width + sheet.padding / 2, y - side, side)

    if modules:
        block[0] = block[0]._replace(paint=paint, height=max(block[0].height, side))
    return rows.ruled(block, sheet.padding * 0.5)
