"""Barcodes for scanners: Code 128 and QR codes, drawn as filled rectangles."""

from functools import lru_cache

import segno
from reportlab.graphics.barcode.code128 import Code128Auto
from reportlab.pdfgen.canvas import Canvas

QUIET_MODULES = 10
QR_QUIET_MODULES = 4
# Whole dots of a 203 dpi thermal head, widest first, since bars of fractional dots print with ragged edges.
_MODULE_WIDTHS_MM = (0.75, 0.5, 0.375, 0.25)
# Narrower bars are not readable by hand scanners; then only the QR code and the text are printed.
_MIN_MODULE_MM = 0.19
_MAX_QR_BYTES = 180


@lru_cache(maxsize=256)
def encode_bars(waybill: str) -> tuple[int, ...] | None:
    """The widths in modules of bar, space, bar, … of the waybill; None where Code 128 cannot encode it."""
    if not waybill or not all(" " <= char <= "~" for char in waybill):
        return None
    code = Code128Auto(waybill)
    code.validate()
    code.encode()
    code.decompose()
    return tuple(ord(step.lower()) - ord("a") + 1 for step in code.decomposed)


def choose_module_mm(bars: tuple[int, ...], width_mm: float) -> float | None:
    """The widest module with which bars and quiet zones fit `width_mm`; None where they could not be scanned."""
    modules = sum(bars) + 2 * QUIET_MODULES
    for module in _MODULE_WIDTHS_MM:
        if modules * module <= width_mm:
            return module
    exact = width_mm / modules
    return exact if exact >= _MIN_MODULE_MM else None


def draw_bars(
    canvas: Canvas, bars: tuple[int, ...], centre: float, bottom: float, height: float, module: float
) -> None:
    """Draw the bars centred at `centre`. All measures are in points."""
    x = centre - sum(bars) * module / 2
    rectangles = []
    for at, width in enumerate(bars):
        if at % 2 == 0:
            rectangles.append((x, bottom, width * module, height))
        x += width * module
    _fill_rectangles(canvas, rectangles)


@lru_cache(maxsize=256)
def encode_qr(waybill: str) -> tuple[tuple[bool, ...], ...] | None:
    """The modules of a QR code with medium error correction, row by row from the top; True is dark.

    None where the waybill is empty, or too long for modules that can be scanned from a label.
    """
    data = waybill.encode("utf-8", "replace")
    if not 0 < len(data) <= _MAX_QR_BYTES:
        return None
    # UTF-8 bytes for everything but ASCII, since segno would encode some pairs of letters as Kanji.
    code = (
        segno.make_qr(waybill, error="m", boost_error=False)
        if waybill.isascii()
        else segno.make_qr(data, error="m", boost_error=False, mode="byte")
    )
    return tuple(tuple(map(bool, row)) for row in code.matrix)


def draw_qr(canvas: Canvas, rows: tuple[tuple[bool, ...], ...], left: float, bottom: float, side: float) -> None:
    """Draw a QR code with its quiet zone in a square of `side` points."""
    module = side / (len(rows) + 2 * QR_QUIET_MODULES)
    rectangles = []
    for at, row in enumerate(rows):
        y = bottom + side - (QR_QUIET_MODULES + at + 1) * module
        for start, end in _find_dark_runs(row):
            rectangles.append((left + (QR_QUIET_MODULES + start) * module, y, (end - start) * module, module))
    _fill_rectangles(canvas, rectangles)


def _fill_rectangles(canvas: Canvas, rectangles: list[tuple[float, float, float, float]]) -> None:
    """Fill hundreds of rectangles as one path, so that neighbours print without a seam."""
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
