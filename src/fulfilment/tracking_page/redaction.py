"""What couriers write freely, without what it says of the recipient: whoever is shown a forwarded page may read it."""

import re

from fulfilment.labels.masking import mask_name

_SHORTEST_NAME_LETTERS = 3
_SHORTEST_STREET_LETTERS = 6
_SAME_PHONE_DIGITS = 7
_PHONE = re.compile(r"\+?\d[\d ().-]{5,}\d")
_HIDDEN = "…"


def redact(note: str, *, name: str, phone: str, address: str) -> str:
    """The note with the recipient's name masked, and their phone number and street left out."""
    for street in (address.strip(), address.partition(",")[0].strip()):
        if len(street) >= _SHORTEST_STREET_LETTERS:
            note = re.sub(re.escape(street), _HIDDEN, note, flags=re.IGNORECASE)
    note = _PHONE.sub(lambda found: _HIDDEN if _is_same(found[0], phone) else found[0], note)
    named = _name_pattern(name)
    return named.sub(lambda found: mask_name(found[0]), note) if named else note


def _is_same(number: str, phone: str) -> bool:
    """Numbers are the same where they end alike: one may have the country in front, the other a zero."""
    tail = _digits(phone)[-_SAME_PHONE_DIGITS:]
    return len(tail) == _SAME_PHONE_DIGITS and _digits(number).endswith(tail)


def _name_pattern(name: str) -> re.Pattern[str] | None:
    """The whole name anywhere, since some scripts put no spaces between words; a part of it only as a word."""
    parts = [re.escape(part) for part in name.split() if len(part) >= _SHORTEST_NAME_LETTERS]
    words = [rf"(?<!\w){part}(?!\w)" for part in parts]
    whole = [re.escape(name.strip())] if len(name.strip()) > 1 else []
    return re.compile("|".join(whole + words), re.IGNORECASE) if whole else None


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)
