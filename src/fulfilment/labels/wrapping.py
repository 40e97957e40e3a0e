"""Lines: where a text may be broken, and how much of it a width holds. Nothing is ever cut off."""

import unicodedata
from collections.abc import Iterator
from functools import cached_property, lru_cache

from fulfilment.labels import bidi, shaping
from fulfilment.labels.shaping import Run, Shaped

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
# A line reshaped at its own end can be wider than its parts were by a kerning pair; that much is let through.
_TOLERANCE_EM = 0.02


class Line:
    """Characters `start` to `end` of a shaped text. Distances are in em.

    A label is laid out several times before it fits and drawn once, so runs are shaped when asked for.
    """

    def __init__(self, shaped: Shaped, start: int, end: int) -> None:
        text = shaped.text[start:end]
        self._shaped = shaped
        self._start = start + len(text) - len(text.lstrip())
        self._end = end - (len(text) - len(text.rstrip()))
        self._pieces = [piece for piece in shaped.pieces if piece.start < self._end and piece.end > self._start]
        self.text = text.strip()
        self.is_rtl = shaped.is_rtl
        self.ascent = max((piece.face.ascent for piece in self._pieces), default=0.0)
        self.descent = max((piece.face.descent for piece in self._pieces), default=0.0)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """In the order in which they are drawn, left to right."""
        text, start, end = self._shaped.text, self._start, self._end
        order = bidi.reorder([piece.level for piece in self._pieces])
        parts = [self._pieces[at] for at in order]
        return tuple(shaping.draw(text, part, max(start, part.start), min(end, part.end)) for part in parts)

    @property
    def width(self) -> float:
        return sum(run.width for run in self.runs)


def wrap(text: str, width_em: float, is_bold: bool = False) -> list[Line]:
    """Break `text` into lines no wider than `width_em`, at blanks where it can, inside a word where it must.

    Line feeds in the text break a line too. Blank text gives no line.
    """
    lines: list[Line] = []
    for paragraph in text.splitlines():
        shaped = shaping.shape(paragraph, is_bold)
        lines.extend(Line(shaped, start, end) for start, end in _cuts(shaped, width_em + _TOLERANCE_EM))
    return lines


def _cuts(shaped: Shaped, width: float) -> Iterator[tuple[int, int]]:
    """Yield the first and the last-but-one character of each line."""
    text, clusters = shaped.text, shaped.clusters
    first, used, may_break = 0, 0.0, 0
    for at, cluster in enumerate(clusters):
        if at > first and _may_break(text[clusters[at - 1].end - 1], text[cluster.start]):
            may_break = at
        used += cluster.advance
        if used <= width or at == first or text[cluster.start].isspace():
            continue
        cut = may_break if may_break > first else at
        yield clusters[first].start, clusters[cut].start
        first = cut
        used = sum(part.advance for part in clusters[cut : at + 1])
    if first < len(clusters):
        yield clusters[first].start, len(text)


def _may_break(before: str, after: str) -> bool:
    if before.isspace():
        return not after.isspace()
    if after.isspace() or after in _NEVER_FIRST or before in _NEVER_LAST:
        return False
    if before in _BREAK_AFTER:
        return not after.isdigit()
    if after in _THAI_LAO_AFTER or before in _THAI_LAO_BEFORE:
        return False
    return _breaks_anywhere(before) or _breaks_anywhere(after)


@lru_cache(maxsize=8192)
def _breaks_anywhere(char: str) -> bool:
    """Scripts that put no blanks between words."""
    return unicodedata.name(char, "").startswith(_ANYWHERE)
