"""Sections of a label: the head, the facts, the contents, and the parties. The head never shrinks for the others."""

import itertools
from collections.abc import Iterator

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from fulfilment.documents import barcode, document_data, layout, wording
from fulfilment.documents.document_data import Label, LabelItem, LabelOptions, Party
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.sheet import COLUMN_GAP_MM, MAX_COLUMN_SHARE, Scale, Sheet
from fulfilment.infra.pdf.text import bidi

AWAITING_WAYBILL = "AWAITING WAYBILL"
_BADGE_SHARE = 0.44
_MAX_COURIER_HEIGHT_SHARE = 0.25

# An item with at most so many lines stays on one page.
_MAX_UNSPLIT_LINES = 6
_AMOUNT_SHARE = 0.08
_WEIGHT_SHARE = 0.15
_WIDE_AMOUNT_FROM = 1000

_RECIPIENT_SHARE = 0.58
_SENDER_NAME_FACTOR = 1.1


def compose_head(label: Label, sheet: Sheet) -> list[LayoutRow]:
    """The head of a label's first page: courier, service, barcode, sort code and QR code."""
    return [*_compose_courier(label, sheet), *_compose_bars(label, sheet), *_compose_sorting(label, sheet)]


def _compose_courier(label: Label, sheet: Sheet) -> list[LayoutRow]:
    """The courier's name on the left, and the service on a black badge on the right."""
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
    """The name and the type of the service; a type that the name contains is not repeated."""
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
    """The waybill as a barcode with its text below; without a waybill, a notice."""
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
    """The sort code as large as it fits, the reference below it, and the QR code at the right edge."""
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
        # The quiet zone of the code extends into the padding, so that its modules align with the text.
        barcode.draw_qr(canvas, modules, x + width + sheet.padding / 2, y - side, side)

    if layout.total_height(column) > sheet.height * MAX_COLUMN_SHARE:
        return layout.ruled_section([*column, LayoutRow(side, paint=paint)], sheet.padding * 0.5)
    air = layout.spacer(max(0.0, (side - layout.total_height(column)) / 2))
    block = layout.place_side_by_side([[air, *column], [layout.spacer(side)]], sheet.height)[0]
    return layout.ruled_section([block._replace(paint=paint)], sheet.padding * 0.5)


def compose_facts(label: Label, options: LabelOptions, scale: Scale) -> list[LayoutRow]:
    """Weight, items, cost and insurance side by side, as far as known and shown."""
    sheet, facts = scale.sheet, _collect_facts(label, options)
    if not facts:
        return []
    width = sheet.inner_width / len(facts)
    column_width = width - COLUMN_GAP_MM * mm
    style = TextStyle(scale.scale_text(sheet.fact), is_bold=True)
    columns = [
        [
            *layout.caption_rows(name, sheet.caption, column_width, at * width),
            *layout.shrink_to_fit(value, style, column_width, 1, at * width),
        ]
        for at, (name, value) in enumerate(facts)
    ]
    return layout.ruled_section(
        layout.place_side_by_side(columns, sheet.height * MAX_COLUMN_SHARE), sheet.padding * 0.7
    )


def _collect_facts(label: Label, options: LabelOptions) -> list[tuple[str, str]]:
    facts: list[tuple[str, str]] = []
    if label.total_weight_grams is not None:
        facts.append(("WEIGHT", wording.format_weight(label.total_weight_grams)))
    if label.items:
        # A shipment is one parcel: with a number of "pieces" the courier would look for several parcels.
        facts.append(("ITEMS", str(_count_items(label))))
    if options.show_shipping_cost and label.price is not None:
        facts.append(("SHIPPING", wording.format_money(label.price, label.currency)))
    if options.show_insurance:
        facts.append(("INSURANCE", _format_insurance(label)))
    return facts


def _count_items(label: Label) -> int:
    return sum(item.quantity for item in label.items)


def compose_items(label: Label, options: LabelOptions, scale: Scale) -> Iterator[LayoutRow]:
    """The contents, if they are shown, as a lazy iterator."""
    if not options.show_items or not label.items:
        return
    sheet = scale.sheet
    count = _count_items(label)
    heading = layout.caption_rows(
        f"CONTENTS ({count} {'item' if count == 1 else 'items'})", sheet.caption, sheet.inner_width
    )
    if sheet.is_tight:
        heading = []
    yield layout.rule(sheet.padding * 0.7)
    yield from (row._replace(keep_with_next=True) for row in heading)
    for item in label.items:
        yield from _compose_item(item, options, scale)
    yield layout.spacer(sheet.padding * 0.7)


def _format_insurance(label: Label) -> str:
    if not label.insured:
        return "None"
    return wording.format_money(label.insurance, label.currency) if label.insurance else "Insured"


def _compose_item(item: LabelItem, options: LabelOptions, scale: Scale) -> Iterator[LayoutRow]:
    """The rows of an item; an item with few lines stays on one page."""
    item_rows = _compose_item_lines(item, options, scale)
    first = list(itertools.islice(item_rows, _MAX_UNSPLIT_LINES + 1))
    if len(first) <= _MAX_UNSPLIT_LINES:
        first = [row._replace(keep_with_next=True) for row in first]
    yield from first
    yield from item_rows
    yield layout.spacer(scale.scale_item(scale.sheet.item) * 0.25)


def _compose_item_lines(item: LabelItem, options: LabelOptions, scale: Scale) -> Iterator[LayoutRow]:
    """Quantity, name and weight of one unit side by side, with SKU and description in small type below the name."""
    full_width, size = scale.sheet.inner_width, scale.scale_item(scale.sheet.item)
    detail_style = TextStyle(scale.scale_item(scale.sheet.detail), gray=layout.GRAY)
    amount_width = full_width * (_AMOUNT_SHARE if item.quantity < _WIDE_AMOUNT_FROM else 2 * _AMOUNT_SHARE)
    weight_width = full_width * _WEIGHT_SHARE if item.weight_grams is not None else 0.0
    width = full_width - amount_width - weight_width
    name_rows = layout.iter_text_rows(item.name, TextStyle(size), width, amount_width)
    first = [
        layout.shrink_to_fit(f"{item.quantity} ×", TextStyle(size, is_bold=True), amount_width),
        [next(name_rows, layout.spacer(size))],
    ]
    if item.weight_grams is not None:
        first.append(
            layout.shrink_to_fit(
                wording.format_weight(item.weight_grams),
                detail_style.at_end(),
                weight_width,
                1,
                full_width - weight_width,
            )
        )
    yield from layout.place_side_by_side(first, scale.sheet.height)
    yield from name_rows
    sku = f"SKU {item.sku}" if options.show_item_skus and item.sku else None
    description = item.description if options.show_item_descriptions else None
    yield from layout.iter_text_rows(" · ".join(filter(None, (sku, description))), detail_style, width, amount_width)


def compose_parties(label: Label, options: LabelOptions, scale: Scale) -> list[LayoutRow]:
    """Recipient and sender, side by side where the sheet allows it and it saves space."""
    sheet = scale.sheet
    stacked = layout.collect_until(scale.max_height, iter_parties(label, options, scale))
    if not sheet.parties_beside:
        return stacked
    left = sheet.inner_width * _RECIPIENT_SHARE
    columns = [
        layout.collect_until(
            scale.max_height, _compose_recipient(label, options, scale, left - 2 * COLUMN_GAP_MM * mm)
        ),
        layout.shift_right(
            layout.collect_until(scale.max_height, _compose_sender(label, options, scale, sheet.inner_width - left)),
            left,
        ),
    ]
    side_by_side = layout.ruled_section(
        layout.place_side_by_side(columns, sheet.height * MAX_COLUMN_SHARE), sheet.padding * 0.7
    )
    return side_by_side if layout.total_height(side_by_side) < layout.total_height(stacked) else stacked


def iter_parties(label: Label, options: LabelOptions, scale: Scale) -> Iterator[LayoutRow]:
    """Recipient above sender, as a lazy iterator; the sender's block stays on one page."""
    sheet = scale.sheet
    yield layout.rule(sheet.padding)
    yield from _compose_recipient(label, options, scale, sheet.inner_width)
    yield layout.spacer(sheet.padding)
    sender = itertools.chain(
        [layout.rule(sheet.padding * 0.7)],
        _compose_sender(label, options, scale, sheet.inner_width),
        [layout.spacer(sheet.padding * 0.7)],
    )
    yield from layout.keep_together(sender, scale.max_height)


def _compose_recipient(label: Label, options: LabelOptions, scale: Scale, width: float) -> Iterator[LayoutRow]:
    party = label.recipient
    name = document_data.mask_name(party.name) if options.mask_recipient_name else party.name
    phone = party.phone if options.show_recipient_phone else None
    if phone and options.mask_recipient_phone:
        phone = document_data.mask_phone(phone)
    return _compose_party("TO", party, name, phone, (scale.sheet.name, scale.sheet.address), scale, width)


def _compose_sender(label: Label, options: LabelOptions, scale: Scale, width: float) -> Iterator[LayoutRow]:
    party = label.sender
    phone = party.phone if options.show_sender_phone else None
    return _compose_party(
        "FROM",
        party,
        party.name,
        phone,
        (scale.sheet.sender * _SENDER_NAME_FACTOR, scale.sheet.sender),
        scale,
        width,
    )


def _compose_party(
    caption: str,
    party: Party,
    name: str,
    phone: str | None,
    sizes: tuple[float, float],
    scale: Scale,
    width: float,
) -> Iterator[LayoutRow]:
    """A party's block; `sizes` are the font sizes of the name and of the other lines."""
    sheet = scale.sheet
    title, body = (scale.scale_text(size) for size in sizes)
    place = " ".join(filter(None, (party.city, party.postal_code)))
    yield from (row._replace(keep_with_next=True) for row in layout.caption_rows(caption, sheet.caption, width))
    if party.contact:
        yield from layout.iter_text_rows(name, TextStyle(title, is_bold=True), width)
        name, title = party.contact, body
    yield from _compose_contact(name, phone, (title, body), sheet.is_tight, width)
    yield from layout.iter_text_rows(party.address, TextStyle(body), width)
    yield from layout.iter_text_rows(place, TextStyle(body, is_bold=True), width)
    if party.note:
        yield from _compose_note(party.note, TextStyle(body), sheet.caption, width)


def _compose_contact(
    name: str, phone: str | None, sizes: tuple[float, float], is_tight: bool, width: float
) -> Iterator[LayoutRow]:
    """Name and telephone number, on one line if the sheet is tight and both fit.

    After right-to-left letters, the groups of the number would appear in the wrong order, so they get their own line.
    """
    title, body = (TextStyle(size, is_bold=True) for size in sizes)
    if is_tight and name and phone and not bidi.has_rtl(name):
        one_line = list(itertools.islice(layout.iter_text_rows(f"{name} · {phone}", title, width), 2))
        if len(one_line) == 1:
            yield from one_line
            return
    yield from layout.iter_text_rows(name, title, width)
    yield from layout.iter_text_rows(phone, body, width)


def _compose_note(note: str, style: TextStyle, caption_size: float, width: float) -> Iterator[LayoutRow]:
    """The note with its caption, which gets its own line before right-to-left text, since it would reorder the line."""
    if bidi.has_rtl(note):
        yield from layout.caption_rows("NOTE", caption_size, width)
        yield from layout.iter_text_rows(note, style, width)
    else:
        yield layout.spacer(1.5)
        yield from layout.iter_text_rows(f"Note: {note}", style, width)
