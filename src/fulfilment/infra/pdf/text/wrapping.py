"""Line breaking: finds where a text may be broken, and fills lines of a width. Text is never cut off."""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

from fulfilment.infra.pdf.text import bidi, shaping
from fulfilment.infra.pdf.text.shaping import Piece, Run, Shaped

if TYPE_CHECKING:
    import budoux

# BudouX's model segments Thai words without a dictionary. Lao syllables are found by their shape; Lao may be broken
# between syllables.
_THAI_RUN = re.compile("[\u0e01-\u0e7f]+")

_BEFORE, _CONSONANT = "[ເແໂໃໄ]", "[ກ-ຮໜໝໞໟ]"
_MARK, _NUCLEUS = "[\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece]", "[\u0eb0-\u0ebd\u0ec8-\u0ece]"
_FINAL = "[ກງຍດຕນບປມວ]"
# A silent h belongs to the sonorant after it. A consonant with its own vowel begins the next syllable.
_LAO_SYLLABLE = re.compile(
    f"{_BEFORE}?(?:ຫ[ງຍນມລວຣ](?={_NUCLEUS})|{_CONSONANT}){_MARK}*[ະາຳຽ]?{_MARK}*"
    f"(?:[ອວ](?!{_NUCLEUS}))?(?:{_FINAL}(?!{_NUCLEUS}|[ອວ]{_FINAL}(?!{_NUCLEUS})))?"
)
_PARAGRAPHS_KEPT = 32


_BREAK_AFTER = frozenset("-‐–—/\\,;:|·•_@&+=،؛、。，")
_NEVER_FIRST = frozenset(
    "!%),.:;?]}¢°·’”›»、。々〉》」』】〕〗〞！％），．：；？］｝～ーぁぃぅぇぉっゃゅょァィゥェォッャュョ"
)
_NEVER_LAST = frozenset("([{‘“‹«〈《「『【〔〖（［｛￥$£")
_THAI_LAO_BEFORE = frozenset("เแโใไເແໂໃໄ")
_THAI_LAO_AFTER = frozenset("ะาำๅๆฯະາຳໆ")
_ANYWHERE = (
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "BOPOMOFO",
    "THAI",
    "LAO",
    "KHMER",
    "MYANMAR",
    "JAVANESE",
    "BALINESE",
    "TIBETAN",
)
# A line that is shaped again at its end can be wider than its parts by a kerning pair, which is tolerated.
_TOLERANCE_EM = 0.02

_SPACE, _DIGIT, _AFTER, _NO_FIRST, _NO_LAST, _THAI_BEFORE, _THAI_AFTER, _FREE = (1 << bit for bit in range(8))


class TextLine:
    """Line of a shaped text, from character `start` to `end`. Distances are in em.

    A label is laid out several times before it fits, but drawn once, so runs are shaped lazily.
    """

    __slots__ = ("_end", "_pieces", "_runs", "_shaped", "_start", "ascent", "descent")

    def __init__(self, shaped: Shaped, start: int, end: int) -> None:
        text = shaped.text
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        self._shaped, self._start, self._end = shaped, start, end
        self._pieces = _pieces(shaped.pieces, start, end)
        self._runs: tuple[Run, ...] | None = None
        self.ascent, self.descent = _extent(self._pieces)

    @property
    def text(self) -> str:
        return self._shaped.text[self._start : self._end]

    @property
    def is_rtl(self) -> bool:
        return self._shaped.is_rtl

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs in visual order, left to right."""
        if self._runs is None:
            text, start, end = self._shaped.text, self._start, self._end
            order = bidi.reorder([piece.level for piece in self._pieces])
            parts = [self._pieces[at] for at in order]
            self._runs = tuple(shaping.draw(text, part, max(start, part.start), min(end, part.end)) for part in parts)
        return self._runs

    @property
    def width(self) -> float:
        return sum(run.width for run in self.runs)


_start_of, _end_of = attrgetter("start"), attrgetter("end")


def _pieces(pieces: tuple[Piece, ...], start: int, end: int) -> tuple[Piece, ...]:
    """The pieces that overlap the characters from `start` to `end`."""
    if start >= end:
        return ()
    if len(pieces) == 1:
        return pieces
    first = bisect_right(pieces, start, key=_end_of)
    return pieces[first : bisect_left(pieces, end, first, key=_start_of)]


def _extent(pieces: tuple[Piece, ...]) -> tuple[float, float]:
    """The maximum ascent and descent of the faces of the pieces."""
    if len(pieces) == 1:
        face = pieces[0].face
        return face.ascent, face.descent
    faces = {piece.face for piece in pieces}
    return max((face.ascent for face in faces), default=0.0), max((face.descent for face in faces), default=0.0)


def wrap(text: str, width_em: float, is_bold: bool = False) -> list[TextLine]:
    """Break `text` into lines of at most `width_em`, at spaces if possible, otherwise within a word.

    Line feeds in the text also break a line. Blank text has no lines.
    """
    return list(lines(text, width_em, is_bold))


def lines(text: str, width_em: float, is_bold: bool = False) -> Iterator[TextLine]:
    """The lines of `wrap` as a lazy iterator, so that a caller pays only for the lines that it needs."""
    for paragraph in shaping.paragraphs(text):
        shaped = shaping.shape(paragraph, is_bold)
        if shaped.text and shaped.reach[-1] <= width_em:
            yield TextLine(shaped, 0, len(shaped.text))
            continue
        for start, end in _cuts(shaped, width_em + _TOLERANCE_EM):
            yield TextLine(shaped, start, end)


def _cuts(shaped: Shaped, width: float) -> Iterator[tuple[int, int]]:
    """Yield the start and the end (exclusive) of each line, as indexes of characters.

    A line ends at the last possible break before the first cluster that does not fit. The search runs backwards from
    there, at most to the start of the line. A word that is wider than a line is broken between syllables, or else where
    the line is full.
    """
    text, starts, reach = shaped.text, shaped.starts, shaped.reach
    count = len(starts) - 1
    first = 0
    while first < count:
        at = max(bisect_right(reach, reach[first] + width, first) - 1, first + 1)
        # Spaces may extend beyond the end of a line, unless they carry a mark.
        while at < count and starts[at + 1] - starts[at] == 1 and text[starts[at]].isspace():
            at += 1
        if at >= count:
            break
        cut = _last_break(text, starts, first, at, is_within_word=False)
        if cut == first:
            cut = _last_break(text, starts, first, at, is_within_word=True)
        if cut == first:
            cut = at
        yield starts[first], starts[cut]
        first = cut
    if first < count:
        yield starts[first], len(text)


def _last_break(text: str, starts: array, first: int, at: int, *, is_within_word: bool) -> int:
    """The last cluster after `first` and up to `at` before which the text may be broken; otherwise `first`."""
    for cut in range(at, first, -1):
        before, after = text[starts[cut] - 1], text[starts[cut]]
        if _may_break(before, after) and (
            is_within_word or not is_unspaced(before, after) or starts[cut] in word_breaks(text)
        ):
            return cut
    return first


def _may_break(before: str, after: str) -> bool:
    return _breaks_between(_kind(before), _kind(after))


@lru_cache(maxsize=1024)
def _breaks_between(before: int, after: int) -> bool:
    """True where a break is allowed between two characters of these kinds."""
    if before & _SPACE:
        return not after & _SPACE
    if after & (_SPACE | _NO_FIRST) or before & _NO_LAST:
        return False
    if before & _AFTER:
        return not after & _DIGIT
    if after & _THAI_AFTER or before & _THAI_BEFORE:
        return False
    return bool((before | after) & _FREE)


@lru_cache(maxsize=16_384)
def _kind(char: str) -> int:
    """The line-breaking properties of a character, as flags."""
    return (
        _SPACE * char.isspace()
        | _DIGIT * char.isdigit()
        | _AFTER * (char in _BREAK_AFTER)
        | _NO_FIRST * (char in _NEVER_FIRST)
        | _NO_LAST * (char in _NEVER_LAST)
        | _THAI_BEFORE * (char in _THAI_LAO_BEFORE)
        | _THAI_AFTER * (char in _THAI_LAO_AFTER)
        # Scripts without spaces between words.
        | _FREE * unicodedata.name(char, "").startswith(_ANYWHERE)
    )


def is_unspaced(before: str, after: str) -> bool:
    """True where both characters are Thai or Lao, whose words are segmented here."""
    return "\u0e01" <= before <= "\u0edf" and "\u0e01" <= after <= "\u0edf"


@lru_cache(maxsize=_PARAGRAPHS_KEPT)
def word_breaks(text: str) -> frozenset[int]:
    """The indexes in `text` at which a Thai word or a Lao syllable begins, found in linear time."""
    found: set[int] = set()
    for run in _THAI_RUN.finditer(text):
        at = run.start()
        for word in _thai().parse(run[0]):
            found.add(at)
            at += len(word)
    found.update(syllable.start() for syllable in _LAO_SYLLABLE.finditer(text))
    return frozenset(found)


@lru_cache(maxsize=1)
def _thai() -> "budoux.Parser":
    """The parser of Thai words, loaded at its first use, since most processes never need it."""
    import budoux

    return budoux.load_default_thai_parser()
