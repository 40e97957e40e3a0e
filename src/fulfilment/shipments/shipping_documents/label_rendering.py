"""Label rendering in a render worker, from the database's snapshots, which are decoded there and not by the API.

The job is MessagePack, so that the texts of a hundred shipments never hold up the API's event loop.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from fulfilment import documents
from fulfilment.documents import Label, LabelItem, LabelOptions, Party
from fulfilment.infra.pdf import RenderJob
from fulfilment.shipments import courier_names
from fulfilment.workspaces import schemas
from fulfilment.workspaces.schemas import DEFAULT_ZONE

CANCELLED = "cancelled"

# Measured for labels and packing slips; the last one where every character is in another script.
SECONDS_PER_SHIPMENT = 0.004
_SECONDS_PER_CHARACTER = 6e-6
_SECONDS_PER_NON_ASCII_BYTE = 30e-6


class ShipmentSnapshot(msgspec.Struct, array_like=True):
    """The columns of a shipment that its label shows; the JSON texts are those of the columns.

    `shop` is the name of the workspace; None where it has none.
    """

    id: str
    courier_code: str
    courier_service_code: str
    courier_type: str
    waybill_id: str | None
    routing_code: str | None
    external_ref: str | None
    price: int
    insurance: int
    insured: bool
    created_at: datetime
    origin_snapshot: str
    destination_snapshot: str
    items: str
    status: str
    shop: str | None = None

    @property
    def size(self) -> int:
        """The size of its texts together, in bytes of UTF-8."""
        return sum(len(text.encode()) for text in self._texts)

    @property
    def seconds(self) -> float:
        """The expected rendering time in seconds, on any paper."""
        return estimate_seconds(self._texts)

    @property
    def _texts(self) -> tuple[str, ...]:
        return self.items, self.origin_snapshot, self.destination_snapshot


def estimate_seconds(texts: Iterable[str]) -> float:
    """The longest expected rendering time of a page with these texts, in seconds, as measured.

    The scripts decide: each character beyond ASCII may need another font.
    """
    seconds = SECONDS_PER_SHIPMENT
    for text in texts:
        bytes_beyond = 0 if text.isascii() else len(text.encode()) - len(text)
        seconds += len(text) * _SECONDS_PER_CHARACTER + bytes_beyond * _SECONDS_PER_NON_ASCII_BYTE
    return seconds


class LabelJob(msgspec.Struct, array_like=True):
    """Render job of labels: one document with a label for each of `shipments`."""

    shipments: list[ShipmentSnapshot]
    options: LabelOptions
    brand: str
    currency: str
    time_zone: str


class _LabelItemSnapshot(msgspec.Struct):
    name: str
    quantity: int
    weight: int
    sku: str | None = None
    description: str | None = None


class PlaceSnapshot(msgspec.Struct, rename="camel"):
    """A snapshot of an origin or a destination, with the fields that documents show."""

    contact_name: str
    address: str
    contact_phone: str | None = None
    village: str | None = None
    district: str | None = None
    city: str | None = None
    province: str | None = None
    postal_code: str | None = None
    note: str | None = None


_decode_items = msgspec.json.Decoder(list[_LabelItemSnapshot], strict=False).decode
decode_place = msgspec.json.Decoder(PlaceSnapshot, strict=False).decode
_decode_job = msgspec.msgpack.Decoder(LabelJob).decode


def build_job(job: LabelJob) -> RenderJob:
    """The job for a render worker."""
    seconds = sum(shipment.seconds for shipment in job.shipments)
    return RenderJob(f"{__name__}:render_labels", msgspec.msgpack.encode(job), seconds)


def render_labels(payload: bytes) -> bytes:
    """The PDF of a job. The same job gives the same bytes, in any process."""
    job = _decode_job(payload)
    return documents.render([_to_label(shipment, job) for shipment in job.shipments], job.options)


def sample_label() -> RenderJob:
    """A label in several scripts with every element; rendering it loads what most labels need."""
    place = '{"contactName": "Siti 木村 علي", "address": "Jl. Dago 2", "postalCode": "40132", "note": "Titip"}'
    items = '[{"name": "Kaos", "quantity": 1, "weight": 200, "description": "sablon"}]'
    created_at = datetime.fromisoformat("2026-01-01T00:00:00+00:00")
    shipment = ShipmentSnapshot(
        "ship_",
        "jne",
        "reg",
        "standard",
        "JNE1",
        "CGK",
        "INV-1",
        1,
        1,
        True,
        created_at,
        place,
        place,
        items,
        "confirmed",
    )
    return build_job(LabelJob([shipment], LabelOptions(), "Svc", "IDR", DEFAULT_ZONE))


def _to_label(row: ShipmentSnapshot, job: LabelJob) -> Label:
    items = _decode_items(row.items)
    return Label(
        shipment_id=row.id,
        courier_name=courier_names.get_courier_name(row.courier_code),
        sender=build_sender(decode_place(row.origin_snapshot), row.shop),
        recipient=build_party(decode_place(row.destination_snapshot)),
        created_at=row.created_at.astimezone(schemas.load_zone(job.time_zone)),
        brand=job.brand,
        waybill=row.waybill_id,
        courier_code=row.courier_code,
        service_name=courier_names.get_service_name(row.courier_code, row.courier_service_code),
        service_code=row.courier_service_code,
        courier_type=courier_names.get_type_name(row.courier_type),
        sort_code=row.routing_code,
        items=[LabelItem(item.name, item.quantity, item.weight, item.sku, item.description) for item in items],
        total_weight_grams=sum(item.weight * item.quantity for item in items),
        price=row.price,
        insurance=row.insurance,
        insured=row.insured,
        currency=job.currency,
        reference=row.external_ref,
        is_cancelled=row.status == CANCELLED,
    )


def build_sender(place: PlaceSnapshot, shop: str | None) -> Party:
    """The sender: the name of the shop, with the contact person of the origin below it."""
    person = build_party(place)
    if not shop or shop.strip().casefold() == person.name.strip().casefold():
        return person
    return msgspec.structs.replace(person, name=shop, contact=person.name)


def build_party(place: PlaceSnapshot) -> Party:
    """The sender or the recipient, as documents show them."""
    # A city may be its own province, and is then shown once.
    places = dict.fromkeys([place.village, place.district, place.city, place.province])
    return Party(
        name=place.contact_name,
        phone=place.contact_phone,
        address=place.address,
        city=", ".join(filter(None, places)) or None,
        postal_code=place.postal_code,
        note=place.note,
    )
