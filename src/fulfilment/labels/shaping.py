"""From characters to glyphs: a typeface for each character, a direction for each run, HarfBuzz for shapes.

All distances are in em, so that a text is shaped once and then wrapped at any size.
"""

import itertools
import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

import uharfbuzz

from fulfilment.labels import bidi, graphemes, typefaces
from fulfilment.labels.typefaces import Typeface

_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BLANKS = re.compile("[ \t\v\f\u00a0\u2000-\u200a\u202f\u205f]+")
_CACHED_TEXTS = 1024


class Glyph(NamedTuple):
    """A glyph and the characters it stands for: the first glyph of a cluster bears the cluster's text."""

    number: int
    text: str
    advance: float
    dx: float
    dy: float


class Run(NamedTuple):
    """Glyphs of one face and one direction, in the order in which they are drawn, left to right."""

    face: Typeface
    glyphs: tuple[Glyph, ...]
    text: str
    is_rtl: bool
    width: float


class Piece(NamedTuple):
    """Characters `start` to `end` of a text, which share a face and a level."""

    start: int
    end: int
    face: Typeface
    level: int


class Cluster(NamedTuple):
    """The smallest part of a text that may be torn from the rest; `start` to `end` are characters."""

    start: int
    end: int
    advance: float


class Shaped(NamedTuple):
    """A text without line breaks, measured and ready to be cut into lines."""

    text: str
    is_rtl: bool
    pieces: tuple[Piece, ...]
    clusters: tuple[Cluster, ...]


@lru_cache(maxsize=_CACHED_TEXTS)
def shape(text: str, is_bold: bool = False) -> Shaped:
    """Measure one line of text. A character that no typeface draws is shown as its code: `[U+13000]`."""
    chars: list[str] = []
    faces: list[Typeface] = []
    for part, face in _faced(_clean(text), is_bold):
        chars.append(part)
        faces.extend([face] * len(part))
    shown = "".join(chars)
    base, levels = bidi.levels(shown)
    pieces = tuple(_split(faces, levels))
    clusters = tuple(
        cluster for piece in pieces for cluster in _clusters(shown, piece, draw(shown, piece, piece.start, piece.end))
    )
    return Shaped(shown, bool(base), pieces, clusters)


def draw(text: str, piece: Piece, start: int, end: int) -> Run:
    """The glyphs of `text[start:end]`, a part of `piece`; its neighbours are in view, so joins are kept."""
    buffer = uharfbuzz.Buffer()
    buffer.add_codepoints([ord(char) for char in text], start, end - start)
    buffer.direction = "rtl" if piece.level % 2 else "ltr"
    buffer.guess_segment_properties()
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    uharfbuzz.shape(piece.face.shaper, buffer)
    glyphs = _with_text(text, end, buffer, piece)
    return Run(piece.face, glyphs, text[start:end], piece.level % 2 == 1, sum(glyph.advance for glyph in glyphs))


def _with_text(text: str, end: int, buffer: uharfbuzz.Buffer, piece: Piece) -> tuple[Glyph, ...]:
    """Attach to each cluster's first glyph the characters that the cluster stands for."""
    starts = sorted({info.cluster for info in buffer.glyph_infos})
    ends = dict(itertools.pairwise([*starts, end]))
    scale = 1 / piece.face.units_per_em
    glyphs = []
    seen: set[int] = set()
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        said = "" if info.cluster in seen else text[info.cluster : ends[info.cluster]]
        seen.add(info.cluster)
        glyphs.append(
            Glyph(info.codepoint, said, place.x_advance * scale, place.x_offset * scale, place.y_offset * scale)
        )
    return tuple(glyphs)


def _clusters(text: str, piece: Piece, run: Run) -> list[Cluster]:
    """The run's clusters in reading order. A cluster of several glyphs is as wide as all of them."""
    widths: list[tuple[int, float]] = []
    for glyph in run.glyphs:
        if glyph.text:
            widths.append((len(glyph.text), glyph.advance))
        elif widths:
            length, advance = widths[-1]
            widths[-1] = (length, advance + glyph.advance)
    clusters = []
    at = piece.start
    for length, advance in reversed(widths) if run.is_rtl else widths:
        clusters.append(Cluster(at, at + length, advance))
        at += length
    if at < piece.end:
        clusters.append(Cluster(at, piece.end, 0.0))
    return clusters


def _clean(text: str) -> str:
    """Direction overrides go, which only a forger has a use for; blanks of any width become one."""
    return _BLANKS.sub(" ", _DIRECTIONS.sub("", text)).strip()


def _faced(text: str, is_bold: bool) -> list[tuple[str, Typeface]]:
    faced: list[tuple[str, Typeface]] = []
    for cluster in graphemes.split(text):
        previous = faced[-1][1] if faced else None
        if previous and not previous.is_pictorial and _follows(cluster) and previous.covers(cluster):
            faced.append((cluster, previous))
        elif face := typefaces.choose(cluster, is_bold):
            faced.append((cluster, face))
        else:
            faced.extend(_replace(char, is_bold) for char in cluster)
    return faced


def _follows(cluster: str) -> bool:
    """Blanks and punctuation take the face of the text before them, or every blank would cut a run."""
    return unicodedata.category(cluster[0])[0] in "PZ"


def _replace(char: str, is_bold: bool) -> tuple[str, Typeface]:
    """What to show for a character whose cluster no face draws: itself, its plain form, else its code."""
    for shown in (char, unicodedata.normalize("NFKC", char)):
        if face := typefaces.choose(shown, is_bold):
            return shown, face
    return f"[U+{ord(char):04X}]", typefaces.text_face(is_bold)


def _split(faces: list[Typeface], levels: list[int]) -> list[Piece]:
    pieces = []
    start = 0
    for at in range(1, len(faces) + 1):
        if at == len(faces) or faces[at] is not faces[start] or levels[at] != levels[start]:
            pieces.append(Piece(start, at, faces[start], levels[start]))
            start = at
    return pieces
