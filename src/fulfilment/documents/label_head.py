"""The upper part of a label: courier, service, codes to scan, sort code. It never shrinks for the rest."""

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.documents import barcode, layout
from fulfilment.documents.label_data import Label
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.sheet import COLUMN_GAP_MM, MAX_COLUMN_SHARE, Sheet

AWAITING_WAYBILL = "AWAITING WAYBILL"
_BADGE_SHARE = 0.44
_MAX_COURIER_HEIGHT_SHARE = 0.25


def compose_head(label: Label, sheet: Sheet) -> list[LayoutRow]:
    """Rows for the top of a label's first page."""
    return [*_compose_courier(label, sheet), *_compose_bars(label, sheet), *_compose_sorting(label, sheet)]


def _compose_courier(label: Label, sheet: Sheet) -> list[LayoutRow]:
    """The courier's name on the left, the service in white on a black badge on the right."""
    service = _format_service(label)
    badge_width = sheet.inner_width * _BADGE_SHARE if service else 0.0
    left = sheet.inner_width - badge_width
    name_style, air = TextStyle(sheet.courier, is_bold=True), layout.spacer(sheet.padding * 0.7)
    name = layout.shrink_to_fit(label.courier_name, name_style, left - COLUMN_GAP_MM * mm, max_lines=2)
    badge = _compose_badge(service, sheet, badge_width)
    tall = max(layout.total_height(name), layout.total_height(badge))
    if tall > sheet.height * _MAX_COURIER_HEIGHT_SHARE:
        plain = TextStyle(sheet.service, is_bold=True)
        texts = (label.courier_name, service.upper())
        return [air, *(row for text in texts for row in layout.wrap_text(text, plain, sheet.inner_width)), air]
    above = (tall - layout.total_height(badge)) / 2

    def paint(canvas: Canvas, x: float, y: float) -> None:
        if badge:
            bottom = y - above - layout.total_height(badge)
            canvas.roundRect(x + left, bottom, badge_width, layout.total_height(badge), 2, stroke=0, fill=1)

    columns = [
        [layout.spacer((tall - layout.total_height(name)) / 2), *name],
        [layout.spacer(above), *layout.shift_right(badge, left)],
    ]
    return [air, layout.place_side_by_side(columns, sheet.height)[0]._replace(height=tall, paint=paint), air]


def _format_service(label: Label) -> str:
    """The service and of what kind it is; a service that is named after its kind stands there once."""
    name, kind = label.service_name or label.service_code or "", label.courier_type or ""
    return " · ".join(filter(None, (name, "" if _normalize(kind) in _normalize(name) else kind)))


def _normalize(name: str) -> str:
    return name.casefold().replace("_", " ").strip()


def _compose_badge(service: str, sheet: Sheet, width: float) -> list[LayoutRow]:
    if not service:
        return []
    air = sheet.service * 0.3
    style = TextStyle(sheet.service, is_bold=True, align="centre", gray=1.0)
    return [
        layout.spacer(air),
        *layout.shrink_to_fit(service.upper(), style, width - 4 * air, left=2 * air),
        layout.spacer(air),
    ]


def _compose_bars(label: Label, sheet: Sheet) -> list[LayoutRow]:
    """The waybill as bars with its text beneath; without one, the label says that it is not ready."""
    width = sheet.inner_width
    if not label.waybill:
        notice = layout.shrink_to_fit(AWAITING_WAYBILL, TextStyle(sheet.courier, is_bold=True, align="centre"), width)
        return layout.ruled_section(
            [layout.spacer(sheet.padding), *notice, layout.spacer(sheet.padding)], sheet.padding
        )
    text = layout.shrink_to_fit(label.waybill, TextStyle(sheet.waybill, is_bold=True, align="centre"), width)
    bars = barcode.encode_bars(label.waybill)
    module = barcode.choose_module_mm(bars, width / mm) if bars else None
    if not bars or not module:
        return layout.ruled_section(text, sheet.padding)
    high = sheet.bars_mm * mm

    def paint(canvas: Canvas, x: float, y: float) -> None:
        barcode.draw_bars(canvas, bars, x + width / 2, y - high, high, module * mm)

    return layout.ruled_section(
        [LayoutRow(high, paint=paint, keep_with_next=True), layout.spacer(1.5), *text], sheet.padding * 0.8
    )


def _compose_sorting(label: Label, sheet: Sheet) -> list[LayoutRow]:
    """The sort code as large as it fits, the reference beneath, the QR code at the right edge."""
    modules = barcode.encode_qr(label.waybill or "")
    side = sheet.qr_mm * mm if modules else 0.0
    width = sheet.inner_width - side
    column = []
    if label.sort_code:
        column += layout.caption_rows("SORT CODE", sheet.caption, width)
        column += layout.shrink_to_fit(label.sort_code, TextStyle(sheet.sort, is_bold=True), width)
    if label.reference:
        column += [layout.spacer(2), *layout.caption_rows("REFERENCE", sheet.caption, width)]
        column += layout.shrink_to_fit(label.reference, TextStyle(sheet.address, is_bold=True), width, max_lines=2)
    if not modules:
        return layout.ruled_section(column, sheet.padding * 0.5)

    def paint(canvas: Canvas, x: float, y: float) -> None:
        # The quiet zone of the code reaches into the padding, so that its modules stand flush with the text.
        barcode.draw_qr(canvas, modules, x + width + sheet.padding / 2, y - side, side)

    if layout.total_height(column) > sheet.height * MAX_COLUMN_SHARE:
        return layout.ruled_section([*column, LayoutRow(side, paint=paint)], sheet.padding * 0.5)
    air = layout.spacer(max(0.0, (side - layout.total_height(column)) / 2))
    block = layout.place_side_by_side([[air, *column], [layout.spacer(side)]], sheet.height)[0]
    return layout.ruled_section([block._replace(paint=paint)], sheet.padding * 0.5)
