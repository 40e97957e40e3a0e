"""Packing slips: what is in a parcel, for whoever packs it and whoever opens it. No prices, no phone numbers.

The shipment's code stands on it as a QR code and as bars, so that a scan of the slip finds the shipment.
"""

import itertools
from collections.abc import Iterator, Sequence

import msgspec
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.labels import barcode, paper, rows, wording
from fulfilment.labels.paper import Part
from fulfilment.labels.paper_records import Language, Slip, SlipItem
from fulfilment.labels.paper_wording import WORDS, Words
from fulfilment.labels.records import Size
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, SHEETS, TALLEST_BESIDE, Sheet

# Labels are read from afar and by machines, slips at a table: their type is smaller where the paper is large.
_SHEETS: dict[Size, Sheet] = {
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
_KEPT_ITEM_LINES = 6
# Two dots of a thermal head. An id at narrower bars was read as another one.
_WHOLE_DOTS_MM = 0.25
# The room of an amount: so much for each of its digits, and for the sign behind them.
_DIGIT_EM, _SIGN_EM = 0.62, 1.5
_BOX_EM = 1.0
_RECIPIENT_SHARE = 0.62


def render(slips: Sequence[Slip], size: Size, language: Language) -> bytes:
    """A PDF with the slips in their order, each from a page of its own (decision 119).

    Raises ValueError where there is no slip.
    """
    if not slips:
        raise ValueError("A document of packing slips needs at least one of them.")
    words, sheet = WORDS[language], _SHEETS[size]
    title = words.slips if len(slips) > 1 else f"{words.slips} {slips[0].shipment_id}"
    return paper.write(title, slips[0].brand, sheet, words, (_part(slip, sheet, words) for slip in slips))


def _part(slip: Slip, sheet: Sheet, words: Words) -> Part:
    title = f"{slip.shipment_id} · {words.continued}"
    continuation = [
        *rows.fit(title, Style(sheet.fact, is_bold=True), sheet.inner_width, most_lines=2),
        rows.gap(sheet.padding),
    ]
    return Part(_flow(slip, sheet, words), continuation, f"{slip.brand} · {wording.day(slip.created_at)}")


def _flow(slip: Slip, sheet: Sheet, words: Words) -> Iterator[Row]:
    yield from _head(slip, sheet, words)
    yield from _bars(slip, sheet)
    yield from _parties(slip, sheet, words)
    yield from _contents(slip, sheet, words)


def _head(slip: Slip, sheet: Sheet, words: Words) -> list[Row]:
    """What it is, of whom and for which order; the QR code at the right edge."""
    modules = barcode.encode_qr(slip.shipment_id)
    side = sheet.qr_mm * mm if modules else 0.0
    width = sheet.inner_width - side - COLUMN_GAP_MM * mm
    column = [
        *rows.caption(words.slip_title, sheet.caption, width),
        *rows.fit(slip.sender.name, Style(sheet.sender, is_bold=True), width, most_lines=2),
    ]
    if slip.reference:
        column += [rows.gap(sheet.padding / 2), *rows.caption(words.reference, sheet.caption, width)]
        column += rows.fit(slip.reference, Style(sheet.name, is_bold=True), width, most_lines=2)
    if not modules:
        return [*column, rows.gap(sheet.padding)]

    def paint(canvas: Canvas, x: float, y: float) -> None:
        # The quiet zone of the code reaches out, so that its modules stand flush with the text.
        quiet = side * barcode.QR_QUIET_MODULES / (len(modules) + 2 * barcode.QR_QUIET_MODULES)
        barcode.draw_qr(canvas, modules, x + sheet.inner_width - side + quiet, y - side + quiet, side)

    if rows.height(column) > sheet.height * TALLEST_BESIDE:
        return [*column, Row(side, paint=paint), rows.gap(sheet.padding)]
    block = rows.beside([column, [rows.gap(side)]], sheet.height)[0]
    return [block._replace(paint=paint), rows.gap(sheet.padding / 2)]


def _bars(slip: Slip, sheet: Sheet) -> list[Row]:
    """The shipment's id as bars, as wide as the paper where it must be, with its text beneath. The narrowest roll has
    no room for bars of whole dots, and others are misread: there the QR code alone is scanned.
    """
    style = Style(sheet.detail, align="centre", gray=rows.GRAY)
    text = rows.fit(slip.shipment_id, style, sheet.inner_width)
    bars = barcode.encode_bars(slip.shipment_id)
    module = bars and barcode.choose_module_mm(bars, sheet.width_mm)
    if not bars or not module or module < _WHOLE_DOTS_MM:
        return [*text, rows.gap(sheet.padding)]
    high = sheet.bars_mm * mm

    def paint(canvas: Canvas, x: float, y: float) -> None:
        barcode.draw_bars(canvas, bars, x + sheet.inner_width / 2, y - high, high, module * mm)

    return [Row(high, paint=paint, keep=True), rows.gap(1.5), *text, rows.gap(sheet.padding * 0.7)]


def _parties(slip: Slip, sheet: Sheet, words: Words) -> Iterator[Row]:
    """Recipient and, beside it where the paper is wide enough, the courier; then the note."""
    air = sheet.padding * 0.7
    is_wide = sheet.width > SHEETS["thermal-100x150"].width
    width = sheet.inner_width * _RECIPIENT_SHARE if is_wide else sheet.inner_width
    yield rows.rule(air)
    recipient = list(rows.until(sheet.height, _recipient(slip, sheet, words, width - COLUMN_GAP_MM * mm)))
    if is_wide and rows.height(recipient) <= sheet.height * TALLEST_BESIDE:
        left = width
        courier = _courier(slip, sheet, words, sheet.inner_width - left)
        yield from rows.beside([recipient, rows.shift(courier, left)], sheet.height)
    else:
        yield from _recipient(slip, sheet, words, sheet.inner_width)
        yield rows.gap(air)
        yield from _courier(slip, sheet, words, sheet.inner_width)
    yield rows.gap(air)
    if slip.recipient.note:
        yield from (row._replace(keep=True) for row in rows.caption(words.note, sheet.caption, sheet.inner_width))
        yield from rows.flow(slip.recipient.note, Style(sheet.address), sheet.inner_width)
        yield rows.gap(air)


def _recipient(slip: Slip, sheet: Sheet, words: Words, width: float) -> Iterator[Row]:
    party = slip.recipient
    place = " ".join(filter(None, (party.city, party.postal_code)))
    yield from (row._replace(keep=True) for row in rows.caption(words.to, sheet.caption, width))
    yield from rows.flow(party.name, Style(sheet.name, is_bold=True), width)
    yield from rows.flow(party.address, Style(sheet.address), width)
    yield from rows.flow(place, Style(sheet.address), width)


def _courier(slip: Slip, sheet: Sheet, words: Words, width: float) -> list[Row]:
    said = " · ".join(filter(None, (slip.courier, slip.waybill)))
    return [
        *(row._replace(keep=True) for row in rows.caption(words.courier, sheet.caption, width)),
        *rows.stack(said, Style(sheet.address), width),
    ]


def _contents(slip: Slip, sheet: Sheet, words: Words) -> Iterator[Row]:
    air = sheet.padding * 0.7
    yield rows.rule(air)
    half, count = sheet.inner_width / 2, sum(item.quantity for item in slip.items)
    # It stands above the items, where it never goes over to a page of its own.
    total = rows.fit(words.pieces(count), Style(sheet.fact, is_bold=True).at_end(), half, 1, half)
    heading = rows.beside([rows.caption(words.contents, sheet.caption, half), total], sheet.height)
    yield from (row._replace(keep=True) for row in [*heading, rows.gap(air / 2)])
    digits = len(str(max((item.quantity for item in slip.items), default=0)))
    aside = min(sheet.inner_width / 3, sheet.item * (digits * _DIGIT_EM + _SIGN_EM))
    for item in slip.items:
        yield from _item(item, aside, sheet)


def _item(item: SlipItem, aside: float, sheet: Sheet) -> Iterator[Row]:
    """An item that takes few lines is kept on one page."""
    listed = _item_lines(item, aside, sheet)
    first = list(itertools.islice(listed, _KEPT_ITEM_LINES + 1))
    if len(first) <= _KEPT_ITEM_LINES:
        first = [row._replace(keep=True) for row in first]
    yield from first
    yield from listed
    yield rows.gap(sheet.item * 0.45)


def _item_lines(item: SlipItem, aside: float, sheet: Sheet) -> Iterator[Row]:
    """A box to tick, the amount and the name abreast; variant and SKU small beneath the name."""
    size = sheet.item
    box = size * _BOX_EM
    faint = Style(sheet.detail, gray=rows.GRAY)
    beyond_box = box + COLUMN_GAP_MM * mm
    left = beyond_box + aside
    width = sheet.inner_width - left
    named = rows.flow(item.name, Style(size), width, left)
    amount = rows.fit(f"{item.quantity} ×", Style(size, is_bold=True), left - beyond_box, 1, beyond_box)
    first, *more = rows.beside([amount, [next(named, rows.gap(size))]], sheet.height)
    yield paper.tick_box(first, 0.0, box, max(0.0, (first.height - box) / 2))
    yield from more
    yield from named
    sku = f"SKU {item.sku}" if item.sku else None
    yield from rows.flow(" · ".join(filter(None, (item.variant, sku))), faint, width, left)
