"""Typefaces that ship with the service, opened at their first use and then kept in memory."""

import threading
import unicodedata
from functools import cache, cached_property, lru_cache
from pathlib import Path

import uharfbuzz

from fulfilment.infra.pdf.text import graphemes
from fulfilment.infra.pdf.text.glyph_face import GlyphFace

FOLDER = Path(__file__).with_name("typefaces")
_REGULAR, _BOLD = "NotoSans-Regular", "NotoSans-Bold"
_FIRST_GRAPHIC = 0x20
_PICTORIAL = ("NotoEmoji", "NotoSansSymbols", "NotoSansMath")

# The text faces declare extents for the marks of all their languages, too much between the lines of a label.
_TEXT_ASCENT_EM, _TEXT_DESCENT_EM = 0.97, 0.27

# Tried first, in this order: the most common scripts. The Korean face precedes the Chinese face, since both have some
# jamo. The other faces of the folder follow by name, and pictorial faces come last.
_FIRST = (
    "NotoSansArabic-Regular",
    "NotoSansHebrew-Regular",
    "NotoSansThai-Regular",
    "NotoSansDevanagari-Regular",
    "NotoSansKR-Regular",
    "DroidSansFallbackFull",
)

_JOINING_FEATURES = ("init", "medi", "fina", "isol")

_opening = threading.Lock()


class Typeface:
    """One font file. Distances are in em, so that they apply to every size."""

    def __init__(self, name: str, is_bold: bool = False) -> None:
        self.name = name
        self.is_bold = is_bold
        self.is_pictorial = name.startswith(_PICTORIAL)
        self.path = FOLDER / f"{name}.ttf"
        face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(self.path)))
        self.shaper = uharfbuzz.Font(face)
        self.units_per_em = face.upem
        # Some faces have an empty glyph for control characters, which would hide these silently.
        self.characters = frozenset(code for code in face.unicodes if code >= _FIRST_GRAPHIC)
        extents = self.shaper.get_font_extents("ltr")
        is_text = name in (_REGULAR, _BOLD)
        self.joins = _has_joining_forms(face)
        self.ascent = _TEXT_ASCENT_EM if is_text else extents.ascender / face.upem
        self.descent = _TEXT_DESCENT_EM if is_text else -extents.descender / face.upem

    def covers(self, text: str) -> bool:
        """True where this face has every visible character of `text`."""
        return all(ord(char) in self.characters or graphemes.is_invisible(char) for char in text)

    @cached_property
    def embeddable(self) -> GlyphFace:
        """The face as reportlab embeds it."""
        return GlyphFace(str(self.path))


_opened: dict[str, Typeface] = {}


# A cluster has few characters (graphemes), so a large cache takes only a few megabytes.
@lru_cache(maxsize=32_768)
def choose(cluster: str, is_bold: bool) -> Typeface | None:
    """The first typeface that has all of `cluster`, unchanged or in NFC; None where there is none."""
    found = _choose(cluster, is_bold)
    if found is None and (composed := unicodedata.normalize("NFC", cluster)) != cluster:
        return _choose(composed, is_bold)
    return found


def text_face(is_bold: bool) -> Typeface:
    """The face of Latin, Greek and Cyrillic, used for the label's own texts."""
    return _open(_BOLD if is_bold else _REGULAR)


def _choose(cluster: str, is_bold: bool) -> Typeface | None:
    if text_face(is_bold).covers(cluster):
        return text_face(is_bold)
    return next((face for face in map(_open, _fallbacks()) if face.covers(cluster)), None)


def _has_joining_forms(face: uharfbuzz.Face) -> bool:
    """True where a letter's form depends on its neighbours, even on those that the face does not have."""
    scripts = range(len(face.get_table_script_tags("GSUB")))
    features = {tag for script in scripts for tag in face.get_language_feature_tags("GSUB", script)}
    return not features.isdisjoint(_JOINING_FEATURES)


@cache
def _fallbacks() -> tuple[str, ...]:
    names = {path.stem for path in FOLDER.glob("*.ttf")} - {_REGULAR, _BOLD, *_FIRST}
    return (*_FIRST, *sorted(names, key=lambda name: (name.startswith(_PICTORIAL), name)))


def _open(name: str) -> Typeface:
    if name not in _opened:
        with _opening:
            if name not in _opened:
                _opened[name] = Typeface(name, is_bold=name == _BOLD)
    return _opened[name]
