"""Font embedder: one composite font per typeface and document, with only the glyphs that are drawn."""

import codecs
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.ttfonts import SUBSETN
from reportlab.pdfgen.canvas import Canvas

from fulfilment.infra.pdf.text.shaping import Run
from fulfilment.infra.pdf.text.typefaces import Typeface

_CMAP_BLOCK = 100
# Loaded here, so that the first label does not have to import the codec.
_ENCODE_UTF16 = codecs.getencoder("utf-16-be")
_NOTDEF = 0
_OUTLINE_EM = 0.014
# Half of the finest step that is written, a tenth of a thousandth of the font size.
_NO_MOVE_EM = 0.00005
# An entry takes about 200 bytes.
_NUMBERS_KEPT = 8192


class EmbeddedGlyph(NamedTuple):
    """A glyph in the document: its two-byte code in hex, the advance that the PDF declares, and its text."""

    code: str
    width: float
    text: str


class EmbeddedFont:
    """A typeface in one document. reportlab calls it for its objects at the end of the document."""

    def __init__(self, face: Typeface, number: int) -> None:
        self.name = f"L{number}"
        self._face = face
        self._number = number
        self.embedded: dict[int, EmbeddedGlyph] = {}
        self.embed(_NOTDEF, "")

    def embed(self, glyph: int, text: str) -> EmbeddedGlyph:
        """Add a glyph to the font. Copying it anywhere in the document gives the `text` of its first use."""
        drawn = self.embedded[glyph] = EmbeddedGlyph(f"{len(self.embedded):04X}", self._width(glyph), text)
        return drawn

    def _width(self, glyph: int) -> float:
        """The advance of a glyph in em."""
        return round(self._face.embeddable.hmetrics[glyph][0] / self._face.units_per_em, 4)

    def addObjects(self, document: pdfdoc.PDFDocument) -> None:
        """Write the font's objects; reportlab calls this method by its name."""
        glyphs = list(self.embedded)
        face = self._face.embeddable
        # Formatted here, since reportlab formats numbers slowly.
        widths = " ".join(_number(round(drawn.width * 1000, 1)) for drawn in self.embedded.values())
        base = (SUBSETN(self._number) + b"+" + face.name).decode("ascii")
        descriptor = _reference(document, face.addSubsetObjects(document, base, glyphs))
        # A literal text, since building the same dictionary for each font is slow.
        descendant = document.Reference(
            f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{base} /CIDToGIDMap /Identity"
            " /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
            f" /FontDescriptor {descriptor} /W [0 [{widths}]] >>",
            f"descendant:{self.name}",
        )
        to_unicode = document.Reference(self._to_unicode(document, base), f"toUnicode:{self.name}")
        font = (
            f"<< /Type /Font /Subtype /Type0 /BaseFont /{base} /Encoding /Identity-H"
            f" /DescendantFonts [{_reference(document, descendant)}]"
            f" /ToUnicode {_reference(document, to_unicode)} >>"
        )
        fonts = cast(pdfdoc.PDFDictionary, document.idToObject["BasicFonts"])
        fonts.dict[self.name] = document.Reference(font, f"font:{self.name}")

    def _to_unicode(self, document: pdfdoc.PDFDocument, base: str) -> pdfdoc.PDFStream:
        rows = [f"<{drawn.code}> <{_utf16(drawn.text)}>" for drawn in self.embedded.values() if drawn.text]
        parts = [
            "/CIDInit /ProcSet findresource begin",
            "12 dict begin",
            "begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            f"/CMapName /{base} def",
            "/CMapType 2 def",
            "1 begincodespacerange",
            "<0000> <FFFF>",
            "endcodespacerange",
        ]
        for at in range(0, len(rows), _CMAP_BLOCK):
            block = rows[at : at + _CMAP_BLOCK]
            parts += [f"{len(block)} beginbfchar", *block, "endbfchar"]
        parts += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
        stream = pdfdoc.PDFStream(content="\n".join(parts))
        if document.compression:
            stream.filters = [pdfdoc.PDFZCompress]
        return stream


def _reference(document: pdfdoc.PDFDocument, reference: pdfdoc.PDFObjectReference) -> str:
    """The reference as it is written in the file: `12 0 R`."""
    return reference.format(document).decode("ascii")


class FontEmbedder:
    """Embeds the fonts of one document, and writes all text of its pages."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._fonts: dict[Typeface, EmbeddedFont] = {}
        self._spoken_texts: dict[int, tuple[Run, Sequence[str], float]] = {}

    def draw(self, runs: Sequence[Run], x: float, y: float, size: float, gray: float, is_bold: bool) -> None:
        """Draw a line's runs in order from `x`, `y` (points); `gray` is 0 for black and 1 for white.

        A face without a bold style is emboldened with its outline.
        """
        shade = f"{_number(gray)} g {_number(gray)} G " if gray else ""
        operators = [f"q {shade}BT 1 0 0 1 {_number(x)} {_number(y)} Tm"]
        points = _number(size)
        face: Typeface | None = None
        font: EmbeddedFont | None = None
        is_outlined = False
        behind = 0.0
        for run in runs:
            if run.face is not face:
                face = run.face
                font = self._fonts.get(face) or self._add(face)
                operators.append(f"/{font.name} {points} Tf")
                if is_outlined is not (is_bold and not face.is_bold):
                    is_outlined = not is_outlined
                    operators.append(f"2 Tr {_number(size * _OUTLINE_EM)} w" if is_outlined else "0 Tr")
            # Where scripts alternate, the same short runs occur thousands of times, and their operators are cached.
            told = self._spoken_texts.get(id(run)) if -_NO_MOVE_EM < behind < _NO_MOVE_EM else None
            if told:
                _, placed, behind = told
            else:
                assert font is not None
                placed, behind = self._place(font, run, size, behind)
            operators += placed
        # The type stubs lack private attributes.
        self._canvas._code.append(" ".join([*operators, "ET Q"]))  # pyright: ignore[reportAttributeAccessIssue]

    def _place(self, font: EmbeddedFont, run: Run, size: float, behind: float) -> tuple[Sequence[str], float]:
        """The operators of a run, with `ActualText` where its glyphs do not give its text, and the next pen offset."""
        placed, spoken, after = _placed(font, run, size, behind)
        # PDF readers reverse right-to-left glyphs themselves, and would also reverse an ActualText in logical order.
        if not run.is_rtl and spoken != run.text:
            placed = [f"/Span <</ActualText <FEFF{_utf16(run.text)}>>> BDC", *placed, "EMC"]
        if len(run.glyphs) == 1 and not run.glyphs[0].dy and -_NO_MOVE_EM < behind < _NO_MOVE_EM:
            # The cache keeps a reference to the run, so that its id stays unique.
            self._spoken_texts[id(run)] = run, placed, after
        return placed, after

    def _add(self, face: Typeface) -> EmbeddedFont:
        font = self._fonts[face] = EmbeddedFont(face, len(self._fonts))
        # The type stubs lack private attributes.
        self._canvas._doc.delayedFonts.append(font)  # pyright: ignore[reportAttributeAccessIssue]
        return font


def _placed(font: EmbeddedFont, run: Run, size: float, behind: float) -> tuple[list[str], str, float]:
    """The TJ operators of a run, the text of its glyphs, and the offset of the pen from the next run, in em.

    `behind` is that offset after the previous run. A raised or lowered glyph ends the array, since the text rise is a
    state.
    """
    operators: list[str] = []
    array: list[str] = []
    spoken: list[str] = []
    known = font.embedded
    rise = 0.0
    for number, text, advance, dx, dy in run.glyphs:
        drawn = known.get(number) or font.embed(number, text)
        if dy != rise:
            operators += [*_array(array), f"{_number(dy * size)} Ts"]
            array, rise = [], dy
        code, width, meant = drawn
        spoken.append(meant)
        move = behind - dx
        array.append(code if -_NO_MOVE_EM < move < _NO_MOVE_EM else f">{_number(round(move * 1000, 1))}<{code}")
        behind = width - advance + dx
    operators += _array(array)
    return ([*operators, "0 Ts"] if rise else operators), "".join(spoken), behind


def _array(parts: list[str]) -> list[str]:
    return [f"[<{''.join(parts)}>] TJ".replace("<>", "")] if parts else []


def _utf16(text: str) -> str:
    return _ENCODE_UTF16(text, "replace")[0].hex().upper()


# Cached, since few distinct moves, sizes and widths occur.
@lru_cache(maxsize=_NUMBERS_KEPT)
def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"
