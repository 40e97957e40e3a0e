"""A stamp: a word in a band across a page, so that its paper is not taken for one that is still needed."""

import math

from reportlab.pdfgen.canvas import Canvas

from fulfilment.documents import layout
from fulfilment.documents.layout import TextStyle
from fulfilment.documents.sheet import Sheet
from fulfilment.infra.pdf.text.font_embedder import FontEmbedder

CANCELLED = "CANCELLED"
# The length of the band as a part of the page's diagonal, and the size of its type as a part of that.
_LENGTH_SHARE, _SIZE_SHARE = 0.64, 0.13
_AIR_EM = 0.25
_FRAME_POINTS = 1.5


def draw_stamp(canvas: Canvas, fonts: FontEmbedder, word: str, sheet: Sheet, x: float = 0.0, y: float = 0.0) -> None:
    """Draw the band over what stands on the page whose lower left corner is at `x`, `y`, in points."""
    length = math.hypot(sheet.width, sheet.height) * _LENGTH_SHARE
    style = TextStyle(length * _SIZE_SHARE, is_bold=True, align="centre")
    text = layout.shrink_to_fit(word, style, length)
    band_height = layout.total_height(text) + 2 * _AIR_EM * style.size
    canvas.saveState()
    canvas.translate(x + sheet.width / 2, y + sheet.height / 2)
    canvas.rotate(math.degrees(math.atan2(sheet.height, sheet.width)))
    canvas.setLineWidth(_FRAME_POINTS)
    canvas.setFillGray(1)
    canvas.rect(-length / 2, -band_height / 2, length, band_height, fill=1)
    canvas.setFillGray(0)
    for row in text:
        layout.draw_row(canvas, fonts, row, -length / 2, layout.total_height(text) / 2)
    canvas.restoreState()
