"""Packing slips and hand-over lists to print in tests."""

import io
from typing import Any

import msgspec
import pypdfium2

from fulfilment.labels import hand_over, slip
from fulfilment.labels.paper_records import Parcel, Slip, SlipItem
from tests.labels.printing import LABEL

SLIP = Slip(
    shipment_id="ship_01K9ABCDEF0123456789ABCDEF",
    sender=LABEL.sender,
    recipient=LABEL.recipient,
    created_at=LABEL.created_at,
    brand="Toko Kita",
    courier="JNE · Reguler",
    waybill="JNE0123456789",
    reference="INV/2026/0042",
    items=(SlipItem("Kaos Katun", 2, "KAOS-HTM-L", "Hitam / L"), SlipItem("Topi Baseball", 1, "TOPI-01")),
)
PARCEL = Parcel(
    shipment_id="ship_01K9ABCDEF0123456789ABCDEF",
    courier="JNE",
    waybill="JNE0123456789",
    reference="INV/2026/0042",
    sender="Gudang Sejahtera",
    recipient="Siti Nurhaliza",
    city="Bandung",
)


def slip_of(**fields: Any) -> Slip:
    return msgspec.structs.replace(SLIP, **fields)


def parcel_of(**fields: Any) -> Parcel:
    return msgspec.structs.replace(PARCEL, **fields)


def slips(*given: Slip, size: Any = "thermal-100x150", language: Any = "id") -> bytes:
    return slip.render(given or [SLIP], size, language)


def handed(*given: Parcel, language: Any = "id", has_more: bool = False) -> bytes:
    return hand_over.render(given or [PARCEL], language, "Toko Kita", has_more=has_more)


def pages(pdf: bytes) -> list[str]:
    """The text of each page, lines joined by blanks."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
