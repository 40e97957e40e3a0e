"""Labels to print in tests, and an independent eye on what was printed: PDFium for the page, ZXing for the codes."""

import io
from datetime import UTC, datetime

import msgspec
import pypdfium2
import zxingcpp
from PIL import Image

from fulfilment.documents import Label, LabelItem, LabelOptions, Party, render

SIZES = ("thermal-80x100", "thermal-100x150", "a4")
MILLIMETRES = {"thermal-80x100": (80, 100), "thermal-100x150": (100, 150), "a4": (210, 297)}
# The resolution of the heads that print labels: what can be read at it can be read on paper.
DOTS_PER_INCH = 203
POINTS_PER_INCH = 72

LABEL = Label(
    shipment_id="ship_01JABCDEF0123456789ABCDEFG",
    courier_name="JNE",
    courier_code="jne",
    service_name="Reguler",
    service_code="reg",
    courier_type="standard",
    waybill="JNE0123456789",
    sort_code="CGK-BDO10",
    brand="Toko Kita",
    sender=Party("Gudang Sejahtera", "+62215550101", "Jl. Kebon Sirih No. 12", "Menteng, Jakarta Pusat", "10340"),
    recipient=Party(
        name="Siti Nurhaliza",
        phone="081234567890",
        address="Jl. Merdeka Raya Blok C-17 No. 8, Perumahan Griya Asri",
        city="Coblong, Bandung, Jawa Barat",
        postal_code="40132",
        note="Titip satpam.",
    ),
    items=(
        LabelItem("Kaos Katun", 2, 220, "KAOS-HTM-L", "sablon depan"),
        LabelItem("Topi Baseball", 1, 110, "TOPI-01", "bordir"),
    ),
    total_weight_grams=1250,
    price=18_000,
    insurance=2_500,
    insured=True,
    reference="INV/2026/0042",
    created_at=datetime(2026, 11, 21, 23, 30, tzinfo=UTC),
)


def changed(**fields: object) -> Label:
    """The label with some fields replaced."""
    return msgspec.structs.replace(LABEL, **fields)


def addressed(**fields: object) -> Label:
    """The label with some of the recipient's fields replaced."""
    return changed(recipient=msgspec.structs.replace(LABEL.recipient, **fields))


def unmasked(**flags: object) -> LabelOptions:
    return LabelOptions(**{"mask_recipient_name": False, "mask_recipient_phone": False, **flags})


def extract(label: Label, options: LabelOptions | None = None) -> str:
    """The text of all pages of one label, lines joined by blanks."""
    document = pypdfium2.PdfDocument(render([label], options or LabelOptions()))
    pages = [page.get_textpage().get_text_range() for page in document]
    return " ".join(" ".join(pages).split())


def rasterise(pdf: bytes) -> list[Image.Image]:
    """Each page in gray, as a thermal head would print it."""
    scale = DOTS_PER_INCH / POINTS_PER_INCH
    return [page.render(scale=scale).to_pil().convert("L") for page in pypdfium2.PdfDocument(io.BytesIO(pdf))]


def scan(image: Image.Image) -> set[tuple[str, str]]:
    """The kind and the text of every code on the page."""
    return {(code.format.name, code.text) for code in zxingcpp.read_barcodes(image)}


def quarters(image: Image.Image) -> list[Image.Image]:
    """The four parts of a sheet, row by row."""
    wide, high = image.width // 2, image.height // 2
    return [image.crop((x, y, x + wide, y + high)) for y in (0, high) for x in (0, wide)]


def margins_are_white(image: Image.Image, millimetres: float) -> bool:
    """True if nothing is printed within this many millimetres of the paper's edge."""
    dots = int(millimetres / 25.4 * DOTS_PER_INCH)
    inner = image.copy()
    inner.paste(255, (dots, dots, image.width - dots, image.height - dots))
    return inner.getextrema()[0] > 250
