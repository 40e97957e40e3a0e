"""A font file as reportlab embeds it, addressed by glyph number instead of by character.

reportlab reads the tables of a font one number at a time, and builds a map of all its characters that nobody here asks
for: for a large face that takes longer than the label that needs one glyph of it. Its subsets carry tables that no
reader of a PDF asks for, and it copies all outlines of the face to pick some of them.
"""

import struct
from collections.abc import Iterator, Sequence

from reportlab.pdfbase.ttfonts import TTFontFace, TTFontMaker

# Where the numbers stand in their tables, in bytes (OpenType, `head` and `hhea`).
_LOCATION_FORMAT_AT = 50
_METRIC_COUNT_AT = 34
# The same of `maxp`.
_GLYPH_COUNT_AT = 4
# Hints, which a face may lack; they hold for whatever glyphs are taken.
_HINTS = ("cvt ", "fpgm", "prep")
# Outlines begin at multiples of this many bytes.
_ALIGNED_BYTES = 4
_MOST_SHORT = 0xFFFF
# A glyph that is put together of others says so in its first byte; the list of them begins here.
_IS_COMPOSITE, _PARTS_AT = 0x80, 10
_PART = struct.Struct(">HH")
_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 0x0001, 0x0008, 0x0020, 0x0040, 0x0080


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

    def makeSubset(self, subset: Sequence[int]) -> bytes:
        """A font of these glyphs, numbered in their order, the first of which is the one for what is missing.

        It has the tables that a PDF needs of a font whose glyphs are asked for by number (ISO 32000-1, 9.9), and with
        each glyph those that it is put together of. The name is the one that reportlab calls.
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
        """The numbers and the outlines of the glyphs, and behind them those of which they are put together."""
        numbers = list(subset)
        places = {number: place for place, number in enumerate(numbers)}
        start = self.get_table_pos("glyf")[0]
        outlines = []
        # What a glyph is put together of is looked at in its turn, for it may be put together itself.
        for number in numbers:
            first, last = start + self.glyphPos[number], start + self.glyphPos[number + 1]
            # The stubs leave out where reportlab keeps the file.
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
        """The table with another number there."""
        table = bytearray(self.get_table(tag))
        struct.pack_into(">H", table, at, number)
        return bytes(table)


def _parts(outline: bytes) -> Iterator[tuple[int, int, int]]:
    """Where each part of a composite glyph is named, its flags, and its number (OpenType, `glyf`)."""
    at, flags = _PARTS_AT, _MORE
    while flags & _MORE:
        flags, part = _PART.unpack_from(outline, at)
        yield at, flags, part
        at += _PART.size + (4 if flags & _WORDS else 2)
        at += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0


class _Metrics:
    """Each glyph's width and left side bearing. The last width is that of all further glyphs."""

    def __init__(self, face: TTFontFace) -> None:
        (self._named,) = struct.unpack_from(">H", face.get_table("hhea"), _METRIC_COUNT_AT)
        self._numbers = struct.unpack_from(f">{self._named + face.numGlyphs}H", face.get_table("hmtx"))

    def __getitem__(self, glyph: int) -> tuple[int, int]:
        if glyph < self._named:
            return self._numbers[2 * glyph], self._numbers[2 * glyph + 1]
        return self._numbers[2 * self._named - 2], self._numbers[self._named + glyph]
