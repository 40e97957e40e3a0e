"""Recipient and sender, with what may not be shown left out or masked."""

import itertools
from collections.abc import Iterator

from reportlab.lib.units import mm

from fulfilment.documents import layout, masking
from fulfilment.documents.label_data import Label, LabelOptions, Party
from fulfilment.documents.layout import LayoutRow, TextStyle
from fulfilment.documents.sheet import COLUMN_GAP_MM, MAX_COLUMN_SHARE, Scale
from fulfilment.infra.pdf.text import bidi

_RECIPIENT_SHARE = 0.58
_SENDER_NAME_FACTOR = 1.1


def compose_parties(label: Label, options: LabelOptions, scale: Scale) -> list[LayoutRow]:
    """Both parties, next to each other where the paper wants it and it takes less of it."""
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
    """One party beneath the other, as far as somebody asks for them; the sender's stays on one page."""
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
    name = masking.mask_name(party.name) if options.mask_recipient_name else party.name
    phone = party.phone if options.show_recipient_phone else None
    if phone and options.mask_recipient_phone:
        phone = masking.mask_phone(phone)
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
    """A name of the first of `sizes`, and the rest of the second."""
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
    """Name and phone, on one line where paper is short and both fit it.

    Behind right-to-left letters the groups of a phone number would be read in the wrong order.
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
    """A word of English before a note that runs right to left would turn the whole line around."""
    if bidi.has_rtl(note):
        yield from layout.caption_rows("NOTE", caption_size, width)
        yield from layout.iter_text_rows(note, style, width)
    else:
        yield layout.spacer(1.5)
        yield from layout.iter_text_rows(f"Note: {note}", style, width)
