"""A font file as reportlab subsets it, addressed by glyph number instead of by character.

reportlab reads the tables of a font one number at a time, and builds a map of all its characters that nobody here asks
for: for a large face that takes longer than the label that needs one glyph of it.
"""

import struct
from collections.abc import Sequence

from reportlab.pdfbase.ttfonts import TTFontFace

# Where the numbers stand in their tables, in bytes (OpenType, `head` and `hhea`).
_LOCATION_FORMAT_AT = 50
_METRIC_COUNT_AT = 34


class GlyphFace(TTFontFace):
    """What `makeSubset` needs of a font and no more."""

    def extractInfo(self, charInfo: int = 1) -> None:
        """Called by reportlab when the file is opened."""
        super().extractInfo(charInfo=0)
        self.charToGlyph = range(self.numGlyphs)
        self.hmetrics = _Metrics(self)
        self.glyphPos = self._read_positions()
        self.defaultWidth = self.hmetrics[0][0] * 1000 / self.unitsPerEm
        self.charWidths = {}

    def _read_positions(self) -> Sequence[int]:
        """Where each glyph's outline begins, and where the last one's ends."""
        (is_long,) = struct.unpack_from(">H", self.get_table("head"), _LOCATION_FORMAT_AT)
        numbers = struct.unpack_from(f">{self.numGlyphs + 1}{'L' if is_long else 'H'}", self.get_table("loca"))
        return numbers if is_long else [2 * number for number in numbers]


class _Metrics:
    """Each glyph's width and left side bearing. The last width is that of all further glyphs."""

    def __init__(self, face: TTFontFace) -> None:
        (self._named,) = struct.unpack_from(">H", face.get_table("hhea"), _METRIC_COUNT_AT)
        self._numbers = struct.unpack_from(f">{self._named + face.numGlyphs}H", face.get_table("hmtx"))

    def __getitem__(self, glyph: int) -> tuple[int, int]:
        if glyph < self._named:
            return self._numbers[2 * glyph], self._numbers[2 * glyph + 1]
        return self._numbers[2 * self._named - 2], self._numbers[self._named + glyph]
