"""Font subsetting for reportlab, addressed by glyph number instead of by character.

reportlab reads the tables of a font one number at a time, and builds an unused map of all its characters. For a large
face this takes longer than a label that needs one glyph. Its subsets contain tables that PDF readers do not use, and it
copies all outlines of the face to select some.
"""

import struct
from collections.abc import Iterator, Sequence

from reportlab.pdfbase.ttfonts import TTFontFace, TTFontMaker

# Offsets in bytes in the OpenType tables `head` and `hhea`.
_LOCATION_FORMAT_AT = 50
_METRIC_COUNT_AT = 34
# Offset in `maxp`.
_GLYPH_COUNT_AT = 4
# Tables of hints, which a face may lack; they are independent of the chosen glyphs.
_HINTS = ("cvt ", "fpgm", "prep")
# Alignment of outlines in bytes.
_ALIGNED_BYTES = 4
_MOST_SHORT = 0xFFFF
# Flag of a composite glyph in its first byte, and the offset of its list of components.
_IS_COMPOSITE, _PARTS_AT = 0x80, 10
_PART = struct.Struct(">HH")
_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 0x0001, 0x0008, 0x0020, 0x0040, 0x0080


class GlyphFace(TTFontFace):
    """A font with only the data that `makeSubset` needs."""

    def extractInfo(self, charInfo: int = 1) -> None:
        """Read the font; reportlab calls it when it opens the file."""
        super().extractInfo(charInfo=0)
        self.charToGlyph = range(self.numGlyphs)
        self.hmetrics = _Metrics(self)
        self.glyphPos = self._read_positions()
        self.defaultWidth = self.hmetrics[0][0] * 1000 / self.unitsPerEm
        self.charWidths = {}

    def _read_positions(self) -> Sequence[int]:
        """The offset of each glyph's outline, and the end of the last outline."""
        (is_long,) = struct.unpack_from(">H", self.get_table("head"), _LOCATION_FORMAT_AT)
        numbers = struct.unpack_from(f">{self.numGlyphs + 1}{'L' if is_long else 'H'}", self.get_table("loca"))
        return numbers if is_long else [2 * number for number in numbers]

    def makeSubset(self, subset: Sequence[int]) -> bytes:
        """A font of these glyphs, numbered in their order; the first must be `.notdef`.

        It has the tables that a PDF needs for a font addressed by glyph number (ISO 32000-1, 9.9). It contains the
        components of composite glyphs. The name of this method is that of reportlab.
        """
        numbers, outlines = self._collect(subset)
        positions = [0]
        for outline in outlines:
            positions.append(positions[-1] + len(outline))
        is_long = positions[-1] // 2 > _MOST_SHORT
        if not is_long:
            positions = [position // 2 for position in positions]
        metrics = [number for glyph in numbers for number in self.hmetrics[glyph]]
        maker = TTFontMaker()
        for tag in _HINTS:
            if tag in self.table:
                maker.add(tag, self.get_table(tag))
        maker.add("glyf", b"".join(outlines))
        maker.add("loca", struct.pack(f">{len(positions)}{'L' if is_long else 'H'}", *positions))
        maker.add("hmtx", struct.pack(f">{len(metrics)}H", *metrics))
        maker.add("hhea", self._changed("hhea", _METRIC_COUNT_AT, len(numbers)))
        maker.add("maxp", self._changed("maxp", _GLYPH_COUNT_AT, len(numbers)))
        maker.add("head", self._changed("head", _LOCATION_FORMAT_AT, is_long))
        return maker.makeStream()

    def _collect(self, subset: Sequence[int]) -> tuple[list[int], list[bytes]]:
        """The numbers and outlines of the glyphs, followed by those of their components."""
        numbers = list(subset)
        places = {number: place for place, number in enumerate(numbers)}
        start = self.get_table_pos("glyf")[0]
        outlines = []
        # Components are appended to the list, since a component may be composite itself.
        for number in numbers:
            first, last = start + self.glyphPos[number], start + self.glyphPos[number + 1]
            # The type stubs lack this attribute.
            outline = self._ttf_data[first:last]  # pyright: ignore[reportAttributeAccessIssue]
            if outline and outline[0] & _IS_COMPOSITE:
                changed = bytearray(outline)
                for at, flags, part in _parts(outline):
                    if part not in places:
                        places[part] = len(numbers)
                        numbers.append(part)
                    _PART.pack_into(changed, at, flags, places[part])
                outline = bytes(changed)
            outlines.append(outline + bytes(-len(outline) % _ALIGNED_BYTES))
        return numbers, outlines

    def _changed(self, tag: str, at: int, number: int) -> bytes:
        """A copy of the table with a number replaced."""
        table = bytearray(self.get_table(tag))
        struct.pack_into(">H", table, at, number)
        return bytes(table)


def _parts(outline: bytes) -> Iterator[tuple[int, int, int]]:
    """The offset, flags and glyph number of each component of a composite glyph (OpenType, `glyf`)."""
    at, flags = _PARTS_AT, _MORE
    while flags & _MORE:
        flags, part = _PART.unpack_from(outline, at)
        yield at, flags, part
        at += _PART.size + (4 if flags & _WORDS else 2)
        at += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0


class _Metrics:
    """Width and left side bearing of each glyph. The last width applies to all further glyphs."""

    def __init__(self, face: TTFontFace) -> None:
        (self._named,) = struct.unpack_from(">H", face.get_table("hhea"), _METRIC_COUNT_AT)
        self._numbers = struct.unpack_from(f">{self._named + face.numGlyphs}H", face.get_table("hmtx"))

    def __getitem__(self, glyph: int) -> tuple[int, int]:
        if glyph < self._named:
            return self._numbers[2 * glyph], self._numbers[2 * glyph + 1]
        return self._numbers[2 * self._named - 2], self._numbers[self._named + glyph]
