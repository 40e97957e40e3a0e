"""Redaction of free text of couriers: it loses all facts about the recipient, since a page may be forwarded.

Names, numbers and streets are compared folded, as a search compares them. Plain search finds them: it is linear for
any text, and a pattern is not.
"""

from collections.abc import Callable, Iterable, Iterator

from fulfilment.documents.document_data import mask_name
from fulfilment.infra import search_text
from fulfilment.infra.search_text import digits_of, fold, fold_with_places

_MIN_NAME_LETTERS = 3
_MIN_STREET_LETTERS = 6
_COMPARED_PHONE_DIGITS = 7
# The longest separator that people write between two digits of a number.
_MAX_SEPARATOR_CHARACTERS = 3
_TRUNKS = ("0062", "62", "0")
_ELLIPSIS = "…"

Span = tuple[int, int]
FindSpans = Callable[[str], Iterable[Span]]


def redact(note: str, *, name: str, phone: str, address: str) -> str:
    """The note with the recipient's name masked, and their phone number and street left out."""
    for street in (fold(address).strip(), fold(address.partition(",")[0]).strip()):
        if len(street) >= _MIN_STREET_LETTERS:
            note = _replace_spans(
                note, _find_spans(note, lambda folded, street=street: _find_occurrences(folded, street)), _ellipsis
            )
    note = _replace_spans(note, _find_spans(note, lambda folded: _find_phones(folded, digits_of(phone))), _ellipsis)
    folded_name = fold(name)
    # Couriers write spaces for hyphens and apostrophes, and leave both out.
    bare_name = folded_name.replace("'", "")
    spelled = dict.fromkeys((folded_name, folded_name.replace("'", " "), bare_name, bare_name.replace("-", "")))
    places = [
        place
        for ignored in ("", "'")
        for spelling in spelled
        for place in _find_spans(note, lambda folded, spelling=spelling: _find_names(folded, spelling), ignored)
    ]
    return _replace_spans(note, places, mask_name)


def _ellipsis(_: str) -> str:
    return _ELLIPSIS


def _find_spans(note: str, find_spans: FindSpans, ignored: str = "") -> Iterator[Span]:
    """Positions in the note of matches in the folded note."""
    folded, places = fold_with_places(note)
    if ignored:
        positions = [at for at, character in enumerate(folded) if character != ignored]
        folded, places = "".join(folded[at] for at in positions), [*(places[at] for at in positions), places[-1]]
    for start, end in find_spans(folded):
        # One letter may fold to several, of which the last ones are not found.
        yield places[start], max(places[end], places[end - 1] + 1)


def _find_phones(text: str, phone: str) -> Iterator[Span]:
    """Positions of the telephone number. Numbers match by their ends: one begins with a country code, one with zero."""
    tail = phone[-_COMPARED_PHONE_DIGITS:]
    if len(tail) < _COMPARED_PHONE_DIGITS:
        return
    at = [place for place, character in enumerate(text) if "0" <= character <= "9"]
    digits = "".join(text[place] for place in at)
    start = digits.find(tail)
    while start >= 0:
        end = start + len(tail)
        goes_on = end < len(at) and at[end] == at[end - 1] + 1
        is_number = not goes_on and all(_is_linked(text, at, nth) for nth in range(start + 1, end))
        if is_number:
            first = at[_number_start(text, at, digits, start, phone)]
            while first > 0 and text[first - 1] in "+(":
                first -= 1
            yield first, at[end - 1] + 1
        start = digits.find(tail, end if is_number else start + 1)


def _number_start(text: str, at: list[int], digits: str, start: int, phone: str) -> int:
    """The first digit of the number whose last ones begin at `start`: as far as it is the recipient's, and goes on."""
    national = search_text.national_number(phone)[:-_COMPARED_PHONE_DIGITS]
    for nth, expected in enumerate(reversed(national), start=1):
        if start == 0 or digits[start - 1] != expected or not _is_linked(text, at, start):
            break
        start -= 1
        if nth == len(national):
            start = _trunk_start(text, at, digits, start)
    while start > 0 and at[start - 1] == at[start] - 1:
        start -= 1
    return start


def _trunk_start(text: str, at: list[int], digits: str, start: int) -> int:
    """The first digit of the country's code, or the zero, that stands before a national number."""
    for trunk in _TRUNKS:
        first = start - len(trunk)
        if digits[max(first, 0) : start] == trunk and all(
            _is_linked(text, at, nth) for nth in range(first + 1, start + 1)
        ):
            return first
    return start


def _is_linked(text: str, at: list[int], nth: int) -> bool:
    """True where a digit continues the number of the digit before it."""
    between = text[at[nth - 1] + 1 : at[nth]]
    return len(between) <= _MAX_SEPARATOR_CHARACTERS and not any(map(str.isalnum, between))


def _find_names(note: str, name: str) -> Iterator[Span]:
    """The whole name anywhere, since some scripts put no spaces between words; a part of it only as a word."""
    note, name = note.replace("-", " "), name.replace("-", " ")
    whole = name.strip()
    if len(whole) < 2:
        return
    yield from _find_occurrences(note, whole)
    for part in dict.fromkeys(name.split()):
        if len(part) >= _MIN_NAME_LETTERS:
            yield from _find_occurrences(note, part, only_as_word=True)


def _find_occurrences(text: str, part: str, *, only_as_word: bool = False) -> Iterator[Span]:
    """Positions of `part` in `text`, in order."""
    start = text.find(part)
    while start >= 0:
        end = start + len(part)
        fits = not only_as_word or _is_word(text, start, end)
        if fits:
            yield start, end
        start = text.find(part, end if fits else start + 1)


def _is_word(text: str, start: int, end: int) -> bool:
    return not any(beside.isalnum() or beside == "_" for beside in (text[start - 1 : start], text[end : end + 1]))


def _replace_spans(text: str, places: Iterable[Span], replacement: Callable[[str], str]) -> str:
    """Text with the spans replaced; of two overlapping spans the first and longer counts."""
    parts, at = [], 0
    for start, end in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= at:
            parts += text[at:start], replacement(text[start:end])
            at = end
    return "".join([*parts, text[at:]])
