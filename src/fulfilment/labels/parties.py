"""Recipient and sender, with what may not be shown left out or masked."""

import itertools
from collections.abc import Iterator

from reportlab.lib.units import mm

from fulfilment.labels import bidi, masking, rows
from fulfilment.labels.records import Label, LabelOptions, Party
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, TALLEST_BESIDE, Scale

_RECIPIENT_SHARE = 0.58
_SENDER_NAME = 1.1


def compose(label: Label, options: LabelOptions, scale: Scale) -> list[Row]:
    """Both parties, next to each other where the paper wants it and it takes less of it."""
    sheet = scale.sheet
    stacked = rows.until(scale.tallest, flow(label, options, scale))
    if not sheet.parties_beside:
        return stacked
    left = sheet.inner_width * _RECIPIENT_SHARE
    columns = [
        rows.until(scale.tallest, _recipient(label, options, scale, left - 2 * COLUMN_GAP_MM * mm)),
        rows.shift(rows.until(scale.tallest, _sender(label, options, scale, sheet.inner_width - left)), left),
    ]
    abreast = rows.ruled(rows.beside(columns, sheet.height * TALLEST_BESIDE), sheet.padding * 0.7)
    return abreast if rows.height(abreast) < rows.height(stacked) else stacked


def flow(label: Label, options: LabelOptions, scale: Scale) -> Iterator[Row]:
    """One party beneath the other, as far as somebody asks for them; the sender's stays on one page."""
    sheet = scale.sheet
    yield rows.rule(sheet.padding)
    yield from _recipient(label, options, scale, sheet.inner_width)
    yield rows.gap(sheet.padding)
    sender = itertools.chain(
        [rows.rule(sheet.padding * 0.7)],
        _sender(label, options, scale, sheet.inner_width),
        [rows.gap(sheet.padding * 0.7)],
    )
    yield from rows.together(sender, scale.tallest)


def _recipient(label: Label, options: LabelOptions, scale: Scale, width: float) -> Iterator[Row]:
    party = label.recipient
    name = masking.mask_name(party.name) if options.mask_recipient_name else party.name
    phone = party.phone if options.show_recipient_phone else None
    if phone and options.mask_recipient_phone:
        phone = masking.mask_phone(phone)
    return _party("TO", party, name, phone, (scale.sheet.name, scale.sheet.address), scale, width)


def _sender(label: Label, options: LabelOptions, scale: Scale, width: float) -> Iterator[Row]:
    party = label.sender
    phone = party.phone if options.show_sender_phone else None
    return _party(
        "FROM",
        party,
        party.name,
        phone,
        (scale.sheet.sender * _SENDER_NAME, scale.sheet.sender),
        scale,
        width,
    )


def _party(
    caption: str,
    party: Party,
    name: str,
    phone: str | None,
    sizes: tuple[float, float],
    scale: Scale,
    width: float,
) -> Iterator[Row]:
    """A name of the first of `sizes`, and the rest of the second."""
    sheet = scale.sheet
    title, body = (scale.text(size) for size in sizes)
    place = " ".join(filter(None, (party.city, party.postal_code)))
    yield from (row._replace(keep=True) for row in rows.caption(caption, sheet.caption, width))
    yield from _reach(name, phone, (title, body), sheet.is_tight, width)
    yield from rows.flow(party.address, Style(body), width)
    yield from rows.flow(place, Style(body, is_bold=True), width)
    if party.note:
        yield from _note(party.note, Style(body), sheet.caption, width)


def _reach(name: str, phone: str | None, sizes: tuple[float, float], is_tight: bool, width: float) -> Iterator[Row]:
    """Name and phone, on one line where paper is short and both fit it.

    Behind right-to-left letters the groups of a phone number would be read in the wrong order.
    """
    title, body = (Style(size, is_bold=True) for size in sizes)
    if is_tight and name and phone and not bidi.has_rtl(name):
        joined = list(itertools.islice(rows.flow(f"{name} · {phone}", title, width), 2))
        if len(joined) == 1:
            yield from joined
            return
    yield from rows.flow(name, title, width)
    yield from rows.flow(phone, body, width)


def _note(note: str, style: Style, caption_size: float, width: float) -> Iterator[Row]:
    """A word of English before a note that runs right to left would turn the whole line around."""
    if bidi.has_rtl(note):
        yield from rows.caption("NOTE", caption_size, width)
        yield from rows.flow(note, style, width)
    else:
        yield rows.gap(1.5)
        yield from rows.flow(f"Note: {note}", style, width)
