"""Sheets: the dimensions and font sizes of the three label sizes, and of a quarter of A4.

All measures are in points unless named otherwise.
"""

import math

import msgspec
from reportlab.lib.units import mm

from fulfilment.documents.document_data import Size

# A thermal print head of 203 dpi has about 17 dots for a line of this size; smaller letters blur.
MIN_FONT_POINTS = 6.0
COLUMN_GAP_MM = 2.0
# Columns taller than this share of the page follow each other instead of being side by side.
MAX_COLUMN_SHARE = 0.45


class Sheet(msgspec.Struct, frozen=True):
    """One sheet. `parties_beside` places sender and recipient side by side, and `is_tight` saves lines."""

    width_mm: float
    height_mm: float
    margin_mm: float
    padding_mm: float
    bars_mm: float
    qr_mm: float
    courier: float
    service: float
    waybill: float
    sort: float
    caption: float
    name: float
    address: float
    sender: float
    fact: float
    item: float
    detail: float
    smallest: float = MIN_FONT_POINTS
    parties_beside: bool = False
    is_tight: bool = False

    @property
    def width(self) -> float:
        return self.width_mm * mm

    @property
    def height(self) -> float:
        return self.height_mm * mm

    @property
    def margin(self) -> float:
        return self.margin_mm * mm

    @property
    def padding(self) -> float:
        return self.padding_mm * mm

    @property
    def inner_width(self) -> float:
        """The width of the text between the paddings of the frame."""
        return self.width - 2 * (self.margin + self.padding)


SHEETS: dict[Size, Sheet] = {
    "thermal-80x100": Sheet(
        width_mm=80,
        height_mm=100,
        margin_mm=2.5,
        padding_mm=1.5,
        bars_mm=9,
        qr_mm=15,
        courier=11,
        service=7.5,
        waybill=9,
        sort=18,
        caption=6,
        name=8.5,
        address=7.5,
        sender=6.6,
        fact=7,
        item=7,
        detail=6.2,
        parties_beside=True,
        is_tight=True,
    ),
    "thermal-100x150": Sheet(
        width_mm=100,
        height_mm=150,
        margin_mm=4,
        padding_mm=2,
        bars_mm=15,
        qr_mm=24,
        courier=15,
        service=10.5,
        waybill=12,
        sort=28,
        caption=6.2,
        name=12,
        address=9.6,
        sender=8.2,
        fact=8.4,
        item=8.4,
        detail=7,
    ),
    "a4": Sheet(
        width_mm=210,
        height_mm=297,
        margin_mm=12,
        padding_mm=4.5,
        bars_mm=26,
        qr_mm=46,
        courier=27,
        service=17,
        waybill=20,
        sort=56,
        caption=9,
        name=20,
        address=15,
        sender=13,
        fact=14,
        item=13,
        detail=10.5,
        smallest=8,
        parties_beside=True,
    ),
}


# A quarter of A4, with a margin as wide as the unprintable area of office printers.
QUARTER_SHEET = msgspec.structs.replace(SHEETS["thermal-100x150"], width_mm=105, height_mm=148.5, margin_mm=5.5)


class Scale(msgspec.Struct, frozen=True):
    """Shrink factors of a label, for addresses and for contents, with a minimum legible size.

    Layout stops at `max_height` points, since a taller text does not fit a page at this scale.
    """

    sheet: Sheet
    text_factor: float
    item_factor: float
    max_height: float = math.inf

    def scale_text(self, points: float) -> float:
        return max(self.sheet.smallest, points * self.text_factor)

    def scale_item(self, points: float) -> float:
        return max(self.sheet.smallest, points * self.item_factor)
