"""Packing slips: the contents of a parcel for the packer and the recipient, without prices and telephone numbers.

The shipment's id is on it as a QR code and as a barcode, so that scanning the slip finds the shipment.
"""

import itertools
from collections.abc import Iterator, Sequence

import msgspec
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.documents import barcode, document_writer, layout, wording
from fulfilment.documents.document_data import Language, PackingSlip, PackingSlipItem, Size
from fulfilment.documents.document_writer import DocumentPart
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.sheet import COLUMN_GAP_MM, MAX_COLUMN_SHARE, SHEETS, Sheet
from fulfilment.documents.wording import WORDINGS, PackingWording

# Slips are read at a table, unlike labels, so their type is smaller on large paper.
_SLIP_SHEETS: dict[Size, Sheet] = {
    "thermal-80x100": msgspec.structs.replace(
        SHEETS["thermal-80x100"], name=9, sender=9, item=8, qr_mm=20, padding_mm=1.5
    ),
    "thermal-100x150": msgspec.structs.replace(
        SHEETS["thermal-100x150"], bars_mm=10, name=11, sender=11, address=9, item=9, detail=7.4, qr_mm=22
    ),
    "a4": msgspec.structs.replace(
        SHEETS["a4"], bars_mm=12, name=14, sender=15, address=11, item=11, detail=9, caption=8, qr_mm=28, fact=12
    ),
}
_MAX_UNSPLIT_LINES = 6
# Two dots of a thermal head. Scanners misread ids with narrower bars.
_MIN_MODULE_MM = 0.25
# The width of a quantity: of each digit, and of the sign after them.
_DIGIT_EM, _SIGN_EM = 0.62, 1.5
_BOX_EM = 1.0
_RECIPIENT_SHARE = 0.62


def render_slips(slips: Sequence[PackingSlip], size: Size, language: Language) -> bytes:
    """Render slips as a PDF in their order, each on a new page (decision 35). Raises ValueError without slips."""
    if not slips:
        raise ValueError("A document of packing slips needs at least one of them.")
    words, sheet = WORDINGS[language], _SLIP_SHEETS[size]
    title = words.slips if len(slips) > 1 else f"{words.slips} {slips[0].shipment_id}"
    return document_writer.write_document(
        title, slips[0].brand, sheet, words, (_build_part(slip, sheet, words) for slip in slips)
    )


def _build_part(slip: PackingSlip, sheet: Sheet, words: PackingWording) -> DocumentPart:
    title = f"{slip.shipment_id} · {words.continued}"
    continuation = [
        *layout.shrink_to_fit(title, TextStyle(sheet.fact, is_bold=True), sheet.inner_width, max_lines=2),
        layout.spacer(sheet.padding),
    ]
    footer = f"{slip.brand} · {wording.format_day(slip.created_at)}"
    return DocumentPart(
        _iter_rows(slip, sheet, words), continuation, footer, words.cancelled if slip.is_cancelled else ""
    )


def _iter_rows(slip: PackingSlip, sheet: Sheet, words: PackingWording) -> Iterator[LayoutRow]:
    yield from _compose_head(slip, sheet, words)
    yield from _compose_bars(slip, sheet)
    yield from _compose_parties(slip, sheet, words)
    yield from _compose_contents(slip, sheet, words)


def _compose_head(slip: PackingSlip, sheet: Sheet, words: PackingWording) -> list[LayoutRow]:
    """The head: title, sender and order on the left, and the QR code at the right edge."""
    modules = barcode.encode_qr(slip.shipment_id)
    side = sheet.qr_mm * mm if modules else 0.0
    width = sheet.inner_width - side - COLUMN_GAP_MM * mm
    column = [
        *layout.caption_rows(words.slip_title, sheet.caption, width),
        *layout.shrink_to_fit(slip.sender.name, TextStyle(sheet.sender, is_bold=True), width, max_lines=2),
    ]
    if slip.reference:
        column += [layout.spacer(sheet.padding / 2), *layout.caption_rows(words.reference, sheet.caption, width)]
        column += layout.shrink_to_fit(slip.reference, TextStyle(sheet.name, is_bold=True), width, max_lines=2)
    if not modules:
        return [*column, layout.spacer(sheet.padding)]

    def paint(canvas: Canvas, x: float, y: float) -> None:
        # The quiet zone of the code extends outwards, so that its modules align with the text.
        quiet = side * barcode.QR_QUIET_MODULES / (len(modules) + 2 * barcode.QR_QUIET_MODULES)
        barcode.draw_qr(canvas, modules, x + sheet.inner_width - side + quiet, y - side + quiet, side)

    if layout.total_height(column) > sheet.height * MAX_COLUMN_SHARE:
        return [*column, LayoutRow(side, paint=paint), layout.spacer(sheet.padding)]
    block = layout.place_side_by_side([column, [layout.spacer(side)]], sheet.height)[0]
    return [block._replace(paint=paint), layout.spacer(sheet.padding / 2)]


def _compose_bars(slip: PackingSlip, sheet: Sheet) -> list[LayoutRow]:
    """The shipment's id as a barcode with its text below, if necessary as wide as the paper.

    The narrowest roll is too small for bars of whole dots, and others are misread. There only the QR code is printed.
    """
    style = TextStyle(sheet.detail, align="centre", gray=layout.GRAY)
    text = layout.shrink_to_fit(slip.shipment_id, style, sheet.inner_width)
    bars = barcode.encode_bars(slip.shipment_id)
    module = barcode.choose_module_mm(bars, sheet.width_mm) if bars else None
    if not bars or not module or module < _MIN_MODULE_MM:
        return [*text, layout.spacer(sheet.padding)]
    high = sheet.bars_mm * mm

    def paint(canvas: Canvas, x: float, y: float) -> None:
        barcode.draw_bars(canvas, bars, x + sheet.inner_width / 2, y - high, high, module * mm)

    return [
        LayoutRow(high, paint=paint, keep_with_next=True),
        layout.spacer(1.5),
        *text,
        layout.spacer(sheet.padding * 0.7),
    ]


def _compose_parties(slip: PackingSlip, sheet: Sheet, words: PackingWording) -> Iterator[LayoutRow]:
    """Recipient and courier, side by side on wide paper, followed by the note."""
    air = sheet.padding * 0.7
    is_wide = sheet.width > SHEETS["thermal-100x150"].width
    width = sheet.inner_width * _RECIPIENT_SHARE if is_wide else sheet.inner_width
    yield layout.rule(air)
    recipient = list(
        layout.collect_until(sheet.height, _compose_recipient(slip, sheet, words, width - COLUMN_GAP_MM * mm))
    )
    if is_wide and layout.total_height(recipient) <= sheet.height * MAX_COLUMN_SHARE:
        left = width
        courier = _compose_courier(slip, sheet, words, sheet.inner_width - left)
        yield from layout.place_side_by_side([recipient, layout.shift_right(courier, left)], sheet.height)
    else:
        yield from _compose_recipient(slip, sheet, words, sheet.inner_width)
        yield layout.spacer(air)
        yield from _compose_courier(slip, sheet, words, sheet.inner_width)
    yield layout.spacer(air)
    if slip.recipient.note:
        yield from (
            row._replace(keep_with_next=True)
            for row in layout.caption_rows(words.note, sheet.caption, sheet.inner_width)
        )
        yield from layout.iter_text_rows(slip.recipient.note, TextStyle(sheet.address), sheet.inner_width)
        yield layout.spacer(air)


def _compose_recipient(slip: PackingSlip, sheet: Sheet, words: PackingWording, width: float) -> Iterator[LayoutRow]:
    party = slip.recipient
    place = " ".join(filter(None, (party.city, party.postal_code)))
    yield from (
        row._replace(keep_with_next=True) for row in layout.caption_rows(words.recipient_heading, sheet.caption, width)
    )
    yield from layout.iter_text_rows(party.name, TextStyle(sheet.name, is_bold=True), width)
    yield from layout.iter_text_rows(party.address, TextStyle(sheet.address), width)
    yield from layout.iter_text_rows(place, TextStyle(sheet.address), width)


def _compose_courier(slip: PackingSlip, sheet: Sheet, words: PackingWording, width: float) -> list[LayoutRow]:
    text = " · ".join(filter(None, (slip.courier, slip.waybill)))
    return [
        *(row._replace(keep_with_next=True) for row in layout.caption_rows(words.courier, sheet.caption, width)),
        *layout.wrap_text(text, TextStyle(sheet.address), width),
    ]


def _compose_contents(slip: PackingSlip, sheet: Sheet, words: PackingWording) -> Iterator[LayoutRow]:
    air = sheet.padding * 0.7
    yield layout.rule(air)
    half, count = sheet.inner_width / 2, sum(item.quantity for item in slip.items)
    # The total is above the items, so that it never needs a page of its own.
    total = layout.shrink_to_fit(
        words.format_pieces(count), TextStyle(sheet.fact, is_bold=True).at_end(), half, 1, half
    )
    heading = layout.place_side_by_side([layout.caption_rows(words.contents, sheet.caption, half), total], sheet.height)
    yield from (row._replace(keep_with_next=True) for row in [*heading, layout.spacer(air / 2)])
    digits = len(str(max((item.quantity for item in slip.items), default=0)))
    amount_width = min(sheet.inner_width / 3, sheet.item * (digits * _DIGIT_EM + _SIGN_EM))
    for item in slip.items:
        yield from _compose_item(item, amount_width, sheet)


def _compose_item(item: PackingSlipItem, amount_width: float, sheet: Sheet) -> Iterator[LayoutRow]:
    """The rows of an item; an item with few lines stays on one page."""
    item_rows = _compose_item_lines(item, amount_width, sheet)
    first = list(itertools.islice(item_rows, _MAX_UNSPLIT_LINES + 1))
    if len(first) <= _MAX_UNSPLIT_LINES:
        first = [row._replace(keep_with_next=True) for row in first]
    yield from first
    yield from item_rows
    yield layout.spacer(sheet.item * 0.45)


def _compose_item_lines(item: PackingSlipItem, amount_width: float, sheet: Sheet) -> Iterator[LayoutRow]:
    """Tick box, quantity and name side by side, with variant and SKU in small type below the name."""
    size = sheet.item
    box = size * _BOX_EM
    detail_style = TextStyle(sheet.detail, gray=layout.GRAY)
    beyond_box = box + COLUMN_GAP_MM * mm
    left = beyond_box + amount_width
    width = sheet.inner_width - left
    name_rows = layout.iter_text_rows(item.name, TextStyle(size), width, left)
    amount = layout.shrink_to_fit(f"{item.quantity} ×", TextStyle(size, is_bold=True), left - beyond_box, 1, beyond_box)
    first, *following = layout.place_side_by_side([amount, [next(name_rows, layout.spacer(size))]], sheet.height)
    yield document_writer.tick_box(first, 0.0, box, max(0.0, (first.height - box) / 2))
    yield from following
    yield from name_rows
    sku = f"SKU {item.sku}" if item.sku else None
    yield from layout.iter_text_rows(" · ".join(filter(None, (item.variant, sku))), detail_style, width, left)
