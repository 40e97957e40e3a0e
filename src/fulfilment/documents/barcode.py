"""The codes that a courier scans: Code 128 and QR of the waybill, drawn as filled rectangles."""

from functools import lru_cache

import segno
from reportlab.graphics.barcode.code128 import Code128Auto
from reportlab.pdfgen.canvas import Canvas

QUIET_MODULES = 10
QR_QUIET_MODULES = 4
# Whole dots of a 203 dpi thermal head, widest first: a bar that is not a whole number of dots prints ragged.
_MODULE_WIDTHS_MM = (0.75, 0.5, 0.375, 0.25)
# Below this, hand scanners and 203 dpi heads give up; the QR code and the printed text then have to do.
_MIN_MODULE_MM = 0.19
_MAX_QR_BYTES = 180


@lru_cache(maxsize=256)
def encode_bars(waybill: str) -> tuple[int, ...] | None:
    """The widths in modules of bar, space, bar, … of the waybill; None where Code 128 cannot say it."""
    if not waybill or not all(" " <= char <= "~" for char in waybill):
        return None
    code = Code128Auto(waybill)
    code.validate()
    code.encode()
    code.decompose()
    return tuple(ord(step.lower()) - ord("a") + 1 for step in code.decomposed)


def choose_module_mm(bars: tuple[int, ...], width_mm: float) -> float | None:
    """The widest module with which bars and quiet zones fit `width_mm`; None where none could be scanned."""
    modules = sum(bars) + 2 * QUIET_MODULES
    for module in _MODULE_WIDTHS_MM:
        if modules * module <= width_mm:
            return module
    exact = width_mm / modules
    return exact if exact >= _MIN_MODULE_MM else None


def draw_bars(
    canvas: Canvas, bars: tuple[int, ...], centre: float, bottom: float, height: float, module: float
) -> None:
    """Draw the bars around `centre`. All in points."""
    x = centre - sum(bars) * module / 2
    rectangles = []
    for at, width in enumerate(bars):
        if at % 2 == 0:
            rectangles.append((x, bottom, width * module, height))
        x += width * module
    _fill_rectangles(canvas, rectangles)


@lru_cache(maxsize=256)
def encode_qr(waybill: str) -> tuple[tuple[bool, ...], ...] | None:
    """The modules of a QR code of medium error correction, row by row from the top; True is dark.

    None where the waybill is empty or so long that its modules could not be scanned from a label.
    """
    data = waybill.encode("utf-8", "replace")
    if not 0 < len(data) <= _MAX_QR_BYTES:
        return None
    # Bytes of UTF-8 for all but ASCII: segno would take some pairs of letters for Kanji, which scanners show as such.
    code = (
        segno.make_qr(waybill, error="m", boost_error=False)
        if waybill.isascii()
        else segno.make_qr(data, error="m", boost_error=False, mode="byte")
    )
    return tuple(tuple(map(bool, row)) for row in code.matrix)


def draw_qr(canvas: Canvas, rows: tuple[tuple[bool, ...], ...], left: float, bottom: float, side: float) -> None:
    """Draw the code with its quiet zone in a square of `side` points."""
    module = side / (len(rows) + 2 * QR_QUIET_MODULES)
    rectangles = []
    for at, row in enumerate(rows):
        y = bottom + side - (QR_QUIET_MODULES + at + 1) * module
        for start, end in _find_dark_runs(row):
            rectangles.append((left + (QR_QUIET_MODULES + start) * module, y, (end - start) * module, module))
    _fill_rectangles(canvas, rectangles)


def _fill_rectangles(canvas: Canvas, rectangles: list[tuple[float, float, float, float]]) -> None:
    """Fill hundreds of rectangles as one path: neighbours then print without a seam between them."""
    path = canvas.beginPath()
    for rectangle in rectangles:
        path.rect(*rectangle)
    canvas.drawPath(path, stroke=0, fill=1)


def _find_dark_runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    runs = []
    start = None
    for at, dark in enumerate((*row, False)):
        if dark and start is None:
            start = at
        elif not dark and start is not None:
            runs.append((start, at))
            start = None
    return runs
