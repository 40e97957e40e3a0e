"""What couriers write freely, without what it says of the recipient: whoever is shown a forwarded page may read it.

Names and streets are looked for by plain search, which is linear whatever they are made of, and no pattern is.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from fulfilment.labels.masking import mask_name

_SHORTEST_NAME_LETTERS = 3
_SHORTEST_STREET_LETTERS = 6
_SAME_PHONE_DIGITS = 7
_PHONE = re.compile(r"\+?\d[\d ().-]{5,}\d")
_HIDDEN = "…"

Place = tuple[int, int]


def redact(note: str, *, name: str, phone: str, address: str) -> str:
    """The note with the recipient's name masked, and their phone number and street left out."""
    for street in (address.strip(), address.partition(",")[0].strip()):
        if len(street) >= _SHORTEST_STREET_LETTERS:
            note = _replaced(note, _places(_folded(note), _folded(street)), lambda _: _HIDDEN)
    note = _PHONE.sub(lambda found: _HIDDEN if _is_same(found[0], phone) else found[0], note)
    return _replaced(note, _name_places(_folded(note), _folded(name)), mask_name)


def _is_same(number: str, phone: str) -> bool:
    """Numbers are the same where they end alike: one may have the country in front, the other a zero."""
    tail = _digits(phone)[-_SAME_PHONE_DIGITS:]
    return len(tail) == _SAME_PHONE_DIGITS and _digits(number).endswith(tail)


def _name_places(note: str, name: str) -> Iterator[Place]:
    """The whole name anywhere, since some scripts put no spaces between words; a part of it only as a word."""
    whole = name.strip()
    if len(whole) < 2:
        return
    yield from _places(note, whole)
    for part in dict.fromkeys(name.split()):
        if len(part) >= _SHORTEST_NAME_LETTERS:
            yield from _places(note, part, only_as_word=True)


def _places(text: str, part: str, *, only_as_word: bool = False) -> Iterator[Place]:
    """Where `part` stands in `text`, one after another."""
    start = text.find(part)
    while start >= 0:
        end = start + len(part)
        fits = not only_as_word or _is_word(text, start, end)
        if fits:
            yield start, end
        start = text.find(part, end if fits else start + 1)


def _is_word(text: str, start: int, end: int) -> bool:
    return not any(beside.isalnum() or beside == "_" for beside in (text[start - 1 : start], text[end : end + 1]))


def _replaced(text: str, places: Iterable[Place], shown: Callable[[str], str]) -> str:
    """The text with those places shown otherwise; of two that overlap the first, and longer, counts."""
    pieces, at = [], 0
    for start, end in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= at:
            pieces += text[at:start], shown(text[start:end])
            at = end
    return "".join([*pieces, text[at:]])


def _folded(text: str) -> str:
    """The text without regard to case, character by character, so that places in it are places in the text."""
    if text.isascii():
        return text.lower()
    return "".join(folded if len(folded := letter.casefold()) == 1 else letter for letter in text)


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)
