"""Text shaping: a typeface per character, a direction per run, and glyphs by HarfBuzz, with a size-bounded cache.

All distances are in em, so that a text is shaped once and wrapped at any size. Shaping takes linear time: HarfBuzz gets
a part with the few characters of context that it uses, never the whole text.
"""

import itertools
import re
import sys
import unicodedata
from array import array
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

import uharfbuzz

from fulfilment.infra.pdf.text import bidi, graphemes, typefaces
from fulfilment.infra.pdf.text.typefaces import Typeface

Value = TypeVar("Value")

_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BLANKS = re.compile("[ \t\v\f\u00a0\u2000-\u200a\u202f\u205f]+")
# HarfBuzz uses at most so many characters of context before and after a part.
_CONTEXT = 5
# A longer paragraph is split, which bounds the memory of each step.
LONGEST_PARAGRAPH = 4096
_CACHED_BYTES = 24 * 1024 * 1024
# Parts this short repeat often where scripts alternate, so they have a separate cache, of about a kilobyte per entry.
_SHORT, _CACHED_SHORT = 4, 16_384
# A piece that fits one line is drawn with the glyphs of its measurement. Only pieces of so many glyphs keep them.
_KEPT_WHOLE = 96
_BYTES_OF_PIECE, _BYTES_OF_GLYPH, _BYTES_OF_CLUSTER = 200, 180, 24


class SizedLru(Generic[Value]):
    """LRU cache bounded by bytes: evicts the least recently used entries beyond `max_bytes`."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.bytes = 0
        self._entries: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable) -> Value | None:
        held = self._entries.get(key)
        if held is None:
            return None
        self._entries.move_to_end(key)
        return held[0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        """Cache `value`, which takes `size` bytes with its key, unless it alone exceeds `max_bytes`."""
        if size > self.max_bytes:
            return
        self.bytes += size - self._entries.pop(key, (None, 0))[1]
        self._entries[key] = value, size
        while self.bytes > self.max_bytes:
            self.bytes -= self._entries.popitem(last=False)[1][1]


class Glyph(NamedTuple):
    """A glyph with the text that it represents: the first glyph of a cluster has the cluster's whole text."""

    number: int
    text: str
    advance: float
    dx: float
    dy: float


class Run(NamedTuple):
    """Glyphs of one face and one direction, in visual order, left to right.

    `lengths` (in characters) and `widths` describe its clusters, in logical order.
    """

    face: Typeface
    glyphs: tuple[Glyph, ...]
    text: str
    is_rtl: bool
    width: float
    lengths: tuple[int, ...]
    widths: tuple[float, ...]


class Piece(NamedTuple):
    """Part of a text, from `start` to `end`, with one face and one bidi level; `whole` are its glyphs, if kept."""

    start: int
    end: int
    face: Typeface
    level: int
    whole: Run | None = None


class Shaped(NamedTuple):
    """A measured text without line breaks, ready to be cut into lines.

    The smallest unit is a cluster: the characters from one entry of `starts` to the next. `reach` is the width of the
    text before each cluster. Both have one more entry than there are clusters.
    """

    text: str
    is_rtl: bool
    pieces: tuple[Piece, ...]
    starts: array
    reach: array

    @property
    def bytes(self) -> int:
        """The approximate memory in bytes, without short runs, which all texts share."""
        own = (piece.whole for piece in self.pieces if piece.whole and piece.end - piece.start > _SHORT)
        glyphs = sum(len(run.glyphs) for run in own)
        return (
            sys.getsizeof(self.text) * 2
            + len(self.pieces) * _BYTES_OF_PIECE
            + glyphs * _BYTES_OF_GLYPH
            + len(self.starts) * _BYTES_OF_CLUSTER
        )


shaped_texts: SizedLru[Shaped] = SizedLru(_CACHED_BYTES)


def shape(text: str, is_bold: bool = False) -> Shaped:
    """Measure one line of text. A character that no typeface has is shown as its code: `[U+13000]`."""
    found = shaped_texts.get((text, is_bold))
    if found is None:
        found = _shape(text, is_bold)
        shaped_texts.put((text, is_bold), found, found.bytes + sys.getsizeof(text))
    return found


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text, split at line feeds and at LONGEST_PARAGRAPH."""
    for line in text.splitlines():
        at = 0
        while len(line) - at > LONGEST_PARAGRAPH:
            end = _paragraph_end(line, at + LONGEST_PARAGRAPH // 2, at + LONGEST_PARAGRAPH)
            yield line[at:end]
            at = end
        yield line[at:]


def _paragraph_end(line: str, least: int, most: int) -> int:
    """The index after the last space in the range, or else an index that separates no mark from its base."""
    blank = line.rfind(" ", least, most)
    if blank >= 0:
        return blank + 1
    return next((at for at in range(most, least, -1) if not graphemes.is_combining(line[at])), most)


def draw(text: str, piece: Piece, start: int, end: int) -> Run:
    """The glyphs of `text[start:end]`, a part of `piece`, shaped with its context, so that letters stay joined."""
    if piece.whole and start == piece.start and end == piece.end:
        return piece.whole
    return _draw_part(piece.face, text, start, end, piece.level % 2 == 1)


def _shape(text: str, is_bold: bool) -> Shaped:
    visible, faces = _assign_faces(_clean(text), is_bold)
    base, levels = bidi.levels(visible)
    pieces = []
    lengths: list[int] = []
    widths: list[float] = []
    for start, end in _split(faces, levels):
        face, level = faces[start], levels[start]
        run = _draw_part(face, visible, start, end, level % 2 == 1)
        lengths += run.lengths
        widths += run.widths
        pieces.append(Piece(start, end, face, level, run if len(run.glyphs) <= _KEPT_WHOLE else None))
    starts = array("l", itertools.accumulate(lengths, initial=0))
    reach = array("d", itertools.accumulate(widths, initial=0.0))
    assert starts[-1] == len(visible), "the clusters of a text are all of it"
    return Shaped(visible, bool(base), tuple(pieces), starts, reach)


def _draw_part(face: Typeface, text: str, start: int, end: int, is_rtl: bool) -> Run:
    before = after = ""
    if face.joins:
        before = _joining(text[max(0, start - _CONTEXT) : start], -1)
        after = _joining(text[end : end + _CONTEXT], 1)
    return (_draw_short if end - start <= _SHORT else _draw)(face, text[start:end], before, after, is_rtl)


def _joining(context: str, step: int) -> str:
    """The context of a part, if its letters might join it, or else an empty text, since nothing else affects shaping.

    The nearest character that is no mark decides; `step` is the direction away from the part.
    """
    for char in context[::step]:
        if (joins := _may_join(char)) is not None:
            return context if joins else ""
    return context


@lru_cache(maxsize=16_384)
def _may_join(char: str) -> bool | None:
    """True where a letter may join its neighbours; None for marks and format characters, across which letters join."""
    if char != graphemes.ZERO_WIDTH_JOINER and unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return None
    is_mongolian_or_like_it = "\u1800" <= char <= "\u18af" or "\ua840" <= char <= "\ua87f"
    return char == graphemes.ZERO_WIDTH_JOINER or is_mongolian_or_like_it or bidi.is_rtl(char)


def _draw(face: Typeface, text: str, before: str, after: str, is_rtl: bool) -> Run:
    buffer = uharfbuzz.Buffer()
    codes = [ord(char) for char in f"{before}{text}{after}"]
    buffer.add_codepoints(codes, len(before), len(text))
    buffer.direction = "rtl" if is_rtl else "ltr"
    buffer.guess_segment_properties()
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    uharfbuzz.shape(face.shaper, buffer)
    glyphs = _with_text(text, len(before), buffer, face)
    width = sum(glyph.advance for glyph in glyphs)
    return Run(face, glyphs, text, is_rtl, width, *_clusters(glyphs, len(text), is_rtl))


_draw_short = lru_cache(maxsize=_CACHED_SHORT)(_draw)


def _with_text(text: str, skipped: int, buffer: uharfbuzz.Buffer, face: Typeface) -> tuple[Glyph, ...]:
    """The glyphs of a buffer; each cluster's first glyph has the text of the cluster."""
    clusters = [info.cluster - skipped for info in buffer.glyph_infos]
    starts = sorted(set(clusters))
    said = {start: text[start:end] for start, end in itertools.pairwise([*starts, len(text)])}
    scale = 1 / face.units_per_em
    return tuple(
        Glyph(
            info.codepoint,
            said.pop(cluster, ""),
            place.x_advance * scale,
            place.x_offset * scale,
            place.y_offset * scale,
        )
        for cluster, info, place in zip(clusters, buffer.glyph_infos, buffer.glyph_positions, strict=True)
    )


def _clusters(glyphs: tuple[Glyph, ...], length: int, is_rtl: bool) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The lengths and widths of a run's clusters. The width of a cluster is the sum of its glyphs' advances."""
    lengths: list[int] = []
    widths: list[float] = []
    for glyph in glyphs:
        if glyph.text:
            lengths.append(len(glyph.text))
            widths.append(glyph.advance)
        elif widths:
            widths[-1] += glyph.advance
    if is_rtl:
        lengths.reverse()
        widths.reverse()
    # Characters without a glyph count as one more cluster, of width 0.
    if (rest := length - sum(lengths)) > 0:
        lengths.append(rest)
        widths.append(0.0)
    # `reach` must never decrease, since the end of a line is found by binary search.
    return tuple(lengths), tuple(max(0.0, width) for width in widths)


def _clean(text: str) -> str:
    """The text without direction overrides, which only serve forgery, and with a single space for any blanks."""
    return _BLANKS.sub(" ", _DIRECTIONS.sub("", text)).strip()


def _assign_faces(text: str, is_bold: bool) -> tuple[str, list[Typeface]]:
    """The text to show, and the face of each of its characters."""
    plain = typefaces.text_face(is_bold)
    if plain.characters.issuperset(map(ord, text)):
        return text, [plain] * len(text)
    visible: list[str] = []
    faces: list[Typeface] = []
    previous: Typeface | None = None
    for cluster in graphemes.split(text):
        if _follows(cluster[0]) and previous and not previous.is_pictorial and previous.covers(cluster):
            face = previous
        else:
            face = typefaces.choose(cluster, is_bold)
        if face:
            visible.append(cluster)
            faces += [face] * len(cluster)
        else:
            for char in cluster:
                part, face = _replace(char, is_bold)
                visible.append(part)
                faces += [face] * len(part)
        previous = face
    return "".join(visible), faces


@lru_cache(maxsize=16_384)
def _follows(char: str) -> bool:
    """True for spaces and punctuation, which use the face of the text before them, so that they do not split runs."""
    return unicodedata.category(char)[0] in "PZ"


@lru_cache(maxsize=16_384)
def _replace(char: str, is_bold: bool) -> tuple[str, Typeface]:
    """The text to show for a character whose cluster no face has: itself, its NFKC form, or its code."""
    for visible in (char, unicodedata.normalize("NFKC", char)):
        if face := typefaces.choose(visible, is_bold):
            return visible, face
    return f"[U+{ord(char):04X}]", typefaces.text_face(is_bold)


def _split(faces: list[Typeface], levels: list[int]) -> Iterator[tuple[int, int]]:
    """The start and end of each piece with one face and one level."""
    if not faces:
        return
    start = 0
    for end in (at for at in range(1, len(faces)) if faces[at] is not faces[at - 1] or levels[at] != levels[at - 1]):
        yield start, end
        start = end
    yield start, len(faces)
