"""Packing slips and hand-over lists to print in tests."""

import io
from typing import Any

import msgspec
import pypdfium2

from fulfilment.documents import manifest, packing_slip
from fulfilment.documents.document_data import ManifestEntry, PackingSlip, PackingSlipItem
from tests.documents.printing import LABEL

SLIP = PackingSlip(
    shipment_id="ship_01K9ABCDEF0123456789ABCDEF",
    sender=LABEL.sender,
    recipient=LABEL.recipient,
    created_at=LABEL.created_at,
    brand="Toko Kita",
    courier="JNE · Reguler",
    waybill="JNE0123456789",
    reference="INV/2026/0042",
    items=(PackingSlipItem("Kaos Katun", 2, "KAOS-HTM-L", "Hitam / L"), PackingSlipItem("Topi Baseball", 1, "TOPI-01")),
)
ENTRY = ManifestEntry(
    shipment_id="ship_01K9ABCDEF0123456789ABCDEF",
    courier="JNE",
    waybill="JNE0123456789",
    reference="INV/2026/0042",
    sender="Gudang Sejahtera",
    recipient="Siti Nurhaliza",
    city="Bandung",
)


def build_slip(**fields: Any) -> PackingSlip:
    return msgspec.structs.replace(SLIP, **fields)


def build_entry(**fields: Any) -> ManifestEntry:
    return msgspec.structs.replace(ENTRY, **fields)


def render_slips(*items: PackingSlip, size: Any = "thermal-100x150", language: Any = "id") -> bytes:
    return packing_slip.render_slips(items or [SLIP], size, language)


def render_manifest(*entries: ManifestEntry, language: Any = "id", has_more: bool = False) -> bytes:
    return manifest.render_manifest(entries or [ENTRY], language, "Toko Kita", has_more=has_more)


def extract_pages(pdf: bytes) -> list[str]:
    """The text of each page, lines joined by blanks."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
