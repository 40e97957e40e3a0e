"""Search normalisation: folding of texts, and the words, numbers and waybills that are compared folded.

One function in Python folds stored texts and search terms, so results do not depend on the database's locale
(decision 19). Folding is Unicode compatibility decomposition without diacritics, and case folding. All apostrophes
are equal, and so are all hyphens, all spaces, and the digits of all scripts. Invisible characters are dropped.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

MAX_TERM_LENGTH = 100
# Only the beginning of a longer text is searched.
MAX_TEXT_LENGTH = 1_000
MAX_WORDS = 8
MAX_WAYBILL_LENGTH = 255

# Appended to a prefix, it sorts after every term with that prefix, in byte order.
_LAST = "\U0010ffff"
_APOSTROPHES = frozenset("'`´ʹʻʼʽˈ‘’‛′＇")
_HYPHENS = frozenset("⁃−")
# Letters that Unicode does not decompose, but that users type as plain letters.
_PLAIN = {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe"}
# Invisible characters outside the Unicode category Cf.
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
# Combining classes of the marks that are dropped: Hebrew and Arabic points, and accents above or below a letter. Marks
# of other classes, such as Thai vowels and the voiced mark of kana, make a different letter.
_FEWEST_POINTS, _MOST_POINTS, _FEWEST_ACCENTS = 10, 36, 200
_IOTA_BENEATH = "\u0345"
_ASCII_SYMBOLS = frozenset("$+<=>^`|~")
_KNOWN_CHARACTERS = 8_192

_TRUNK = re.compile("^(?:0062|62|0)0*")
_NUMBER = re.compile(r"[+0-9(][0-9 ()./+-]*")


def fold(text: str) -> str:
    """The folded text, as it is compared."""
    return text.translate(_FOLDED)


def fold_with_places(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters the index in the original; the last entry is the length."""
    pieces = [_folded(character) for character in text]
    places = [at for at, piece in enumerate(pieces) for _ in piece]
    return "".join(pieces), [*places, len(text)]


def split(text: str) -> list[str]:
    """The folded words of a text in their order.

    Spaces, punctuation and ASCII symbols separate words. Any other symbol, such as an emoji, is a word.
    """
    return _cut(fold(text[:MAX_TEXT_LENGTH]))


def terms_of(texts: Iterable[str]) -> list[str]:
    """The distinct search terms of texts. A word with an apostrophe is indexed with and without it."""
    found: dict[str, None] = {}
    for text in texts:
        folded = fold(text[:MAX_TEXT_LENGTH])
        found.update(dict.fromkeys(_cut(folded)))
        if "'" in folded:
            found.update(dict.fromkeys(_cut(folded.replace("'", ""))))
    return list(found)


def is_symbol(word: str) -> bool:
    """True where the word is a symbol, such as an emoji."""
    return unicodedata.category(word[0]).startswith("S")


def whole_term(text: str) -> str:
    """The search term of a text that is matched as a whole, such as a SKU of several words."""
    return fold(text)[:MAX_TERM_LENGTH]


def words_of(text: str) -> tuple[str, ...]:
    """The distinct words of a search, the longest first: it leads the search."""
    found = dict.fromkeys(split(text))
    return tuple(sorted(found, key=lambda word: (-len(word), word)))[:MAX_WORDS]


def beyond(term: str) -> str:
    """The upper bound of all terms with a prefix, in byte order."""
    return term + _LAST


def is_number(text: str) -> bool:
    """True where the text has only digits and their usual separators."""
    return _NUMBER.fullmatch(fold(text).strip()) is not None


def national_number(text: str) -> str:
    """A telephone number without its prefix and separators: 0812, 62812 and +62 812 are all 812."""
    return _TRUNK.sub("", digits_of(text[:MAX_TERM_LENGTH]))


def digits_of(text: str) -> str:
    """The digits of a text, of any script, as ASCII digits."""
    return "".join(character for character in fold(text) if "0" <= character <= "9")


def waybill_key(text: str) -> str:
    """A waybill as it is compared, without case, spaces and hyphens; equal to the database's function `waybill_key`.

    Waybills of couriers are ASCII. In other texts only ASCII letters are lowered, as the database does.
    """
    text = text[:MAX_WAYBILL_LENGTH]
    plain = _without_gaps(unicodedata.normalize("NFKC", text))
    return plain.lower() if plain.isascii() else _without_gaps(text.encode().lower().decode())


def _without_gaps(text: str) -> str:
    return "".join(character for character in text if _folded(character) not in ("", " ", "-"))


class _Characters(dict):
    """A table for `str.translate` that computes missing entries with a function."""

    def __init__(self, fold_one: Callable[[str], str]) -> None:
        self._fold_one = fold_one
        super().__init__((code, fold_one(chr(code))) for code in range(128))

    def __missing__(self, code: int) -> str:
        return self._fold_one(chr(code))


@lru_cache(_KNOWN_CHARACTERS)
def _folded(character: str) -> str:
    category = unicodedata.category(character)
    if character in _APOSTROPHES:
        return "'"
    if category == "Pd" or character in _HYPHENS:
        return "-"
    if character.isspace():
        return " "
    if category == "Nd":
        return str(unicodedata.digit(character))
    if category == "Cf" or _INVISIBLE.match(character) or _is_diacritic(character):
        return ""
    lower = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    if lower == character:
        return _PLAIN.get(character, character)
    return "".join(map(_folded, lower))


def _is_diacritic(character: str) -> bool:
    # The Greek iota subscript becomes a letter of its own in upper case.
    combining = 0 if character == _IOTA_BENEATH else unicodedata.combining(character)
    return _FEWEST_POINTS <= combining <= _MOST_POINTS or combining >= _FEWEST_ACCENTS


@lru_cache(_KNOWN_CHARACTERS)
def _spaced(character: str) -> str:
    if unicodedata.category(character).startswith("P") or character in _ASCII_SYMBOLS:
        return " "
    return f" {character} " if is_symbol(character) else character


def _cut(folded: str) -> list[str]:
    return [word[:MAX_TERM_LENGTH] for word in folded.translate(_SPACED).split()]


_FOLDED = _Characters(_folded)
_SPACED = _Characters(_spaced)
