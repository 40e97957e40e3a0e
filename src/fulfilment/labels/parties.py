"""Recipient and sender, with what may not be shown left out or masked."""

from reportlab.lib.units import mm

from fulfilment.labels import masking, rows
from fulfilment.labels.records import Label, LabelOptions, Party
from fulfilment.labels.rows import Row, Style
from fulfilment.labels.sheet import COLUMN_GAP_MM, TALLEST_BESIDE, Scale

_RECIPIENT_SHARE = 0.58


def compose(label: Label, options: LabelOptions, scale: Scale) -> list[Row]:
    """Both parties, next to each other where the paper wants it and neither is too long for that."""
    sheet = scale.sheet
    if not scale.sheet.parties_beside:
        return [
            *rows.ruled(_recipient(label, options, scale, scale.sheet.inner_width), scale.sheet.padding),
            *rows.ruled(_sender(label, options, scale, scale.sheet.inner_width), scale.sheet.padding * 0.7),
        ]
    left = scale.sheet.inner_width * _RECIPIENT_SHARE
    columns = [
        _recipient(label, options, scale, left - 2 * COLUMN_GAP_MM * mm),
        rows.shift(_sender(label, options, scale, scale.sheet.inner_width - left), left),
    ]
    return rows.ruled(rows.beside(columns, scale.sheet.height * TALLEST_BESIDE), scale.sheet.padding)


def _recipient(label: Label, options: LabelOptions, scale: Scale, width: float) -> list[Row]:
    party = label.recipient
    name = masking.mask_name(party.name) if options.mask_recipient_name else party.name
    phone = party.phone if options.show_recipient_phone else None
    if phone and options.mask_recipient_phone:
        phone = masking.mask_phone(phone)
    return _party("TO", party, name, phone, (scale.sheet.name, scale.sheet.address), scale, width)


def _sender(label: Label, options: LabelOptions, scale: Scale, width: float) -> list[Row]:
    party = label.sender
    phone = party.phone if options.show_sender_phone else None
    return _party("FROM", party, party.name, phone, (scale.sheet.sender * 1.1, scale.sheet.sender), scale, width)


def _party(
    caption: str,
    party: Party,
    name: str,
    phone: str | None,
    sizes: tuple[float, float],
    scale: Scale,
    width: float,
) -> list[Row]:
    title, body = (scale.text(size) for size in sizes)
    place = " ".join(filter(None, (party.city, party.postal_code)))
    if scale.sheet.is_tight:
        name, phone = " · ".join(filter(None, (name, phone))), None
    found = [
        *(row._replace(keep=True) for row in rows.caption(caption, scale.sheet.caption, width)),
        *rows.stack(name, Style(title, is_bold=True), width),
        *rows.stack(phone, Style(body, is_bold=True), width),
        *rows.stack(party.address, Style(body), width),
        *rows.stack(place, Style(body, is_bold=True), width),
    ]
    if party.note:
        found += [rows.gap(1.5), *rows.stack(f"Note: {party.note}", Style(body), width)]
    return found
