"""Rendering of packing slips and hand-over lists in a render worker, from the database's snapshots."""

from collections.abc import Iterator

import msgspec

from fulfilment.documents.document_data import Language, ManifestEntry, PackingSlip, PackingSlipItem, Size
from fulfilment.infra.pdf import RenderJob
from fulfilment.shipments import courier_names
from fulfilment.shipments.shipping_documents.label_rendering import (
    CANCELLED,
    ShipmentSnapshot,
    build_party,
    build_sender,
    decode_place,
    estimate_seconds,
)
from fulfilment.workspaces import schemas


class PackingSlipJob(msgspec.Struct, array_like=True):
    """Render job of packing slips, one for each of `shipments`; `variants` has the names of variants by id."""

    shipments: list[ShipmentSnapshot]
    variants: dict[str, str]
    size: Size
    language: Language
    brand: str
    time_zone: str


class ManifestParcel(msgspec.Struct, array_like=True):
    """A parcel on a hand-over list; unknown fields are empty."""

    id: str
    courier: str
    waybill_id: str
    external_ref: str
    sender: str
    recipient: str
    city: str

    @property
    def size(self) -> int:
        """The size of its texts together, in bytes of UTF-8."""
        return sum(len(text.encode()) for text in self.texts)

    @property
    def texts(self) -> list[str]:
        return [getattr(self, name) for name in self.__struct_fields__]


class ManifestJob(msgspec.Struct, array_like=True):
    """Render job of hand-over lists, one per courier; `has_more` where more parcels wait than are listed."""

    parcels: list[ManifestParcel]
    language: Language
    brand: str
    day: str
    has_more: bool


class _PackedItem(msgspec.Struct, rename="camel"):
    name: str
    quantity: int
    sku: str | None = None
    variant_id: str | None = None


class _VariantReference(msgspec.Struct, rename="camel"):
    variant_id: str | None = None


_decode_items = msgspec.json.Decoder(list[_PackedItem], strict=False).decode
_decode_variants = msgspec.json.Decoder(list[_VariantReference], strict=False).decode
_decode_packing_slip_job = msgspec.msgpack.Decoder(PackingSlipJob).decode
_decode_manifest_job = msgspec.msgpack.Decoder(ManifestJob).decode


def iter_variant_ids(shipment: ShipmentSnapshot) -> Iterator[str]:
    """The variants of its items; nothing else of them is decoded."""
    return (item.variant_id for item in _decode_variants(shipment.items) if item.variant_id)


def build_packing_slip_job(job: PackingSlipJob) -> RenderJob:
    """The job of packing slips for a render worker."""
    seconds = sum(shipment.seconds for shipment in job.shipments)
    return RenderJob(f"{__name__}:render_packing_slips", msgspec.msgpack.encode(job), seconds)


def build_manifest_job(job: ManifestJob) -> RenderJob:
    """The job of hand-over lists for a render worker."""
    seconds = sum(estimate_seconds(parcel.texts) for parcel in job.parcels)
    return RenderJob(f"{__name__}:render_manifest", msgspec.msgpack.encode(job), seconds)


def render_packing_slips(payload: bytes) -> bytes:
    """The PDF of a job. The same job gives the same bytes, in any process."""
    # Imported late: only render workers load fonts, and the API builds jobs without them.
    from fulfilment.documents import packing_slip

    job = _decode_packing_slip_job(payload)
    slips = [_to_packing_slip(shipment, job) for shipment in job.shipments]
    return packing_slip.render_slips(slips, job.size, job.language)


def render_manifest(payload: bytes) -> bytes:
    """The PDF of a job. The same job gives the same bytes, in any process."""
    from fulfilment.documents import manifest

    job = _decode_manifest_job(payload)
    parcels = [
        ManifestEntry(
            shipment_id=parcel.id,
            courier=parcel.courier,
            waybill=parcel.waybill_id,
            reference=parcel.external_ref,
            sender=parcel.sender,
            recipient=parcel.recipient,
            city=parcel.city,
        )
        for parcel in job.parcels
    ]
    return manifest.render_manifest(parcels, job.language, job.brand, day=job.day, has_more=job.has_more)


def _to_packing_slip(row: ShipmentSnapshot, job: PackingSlipJob) -> PackingSlip:
    items = _decode_items(row.items)
    service = courier_names.get_service_name(row.courier_code, row.courier_service_code)
    return PackingSlip(
        shipment_id=row.id,
        sender=build_sender(decode_place(row.origin_snapshot), row.shop),
        recipient=build_party(decode_place(row.destination_snapshot)),
        created_at=row.created_at.astimezone(schemas.load_zone(job.time_zone)),
        brand=job.brand,
        courier=f"{courier_names.get_courier_name(row.courier_code)} · {service}",
        waybill=row.waybill_id,
        reference=row.external_ref,
        items=[
            PackingSlipItem(item.name, item.quantity, item.sku, job.variants.get(item.variant_id or ""))
            for item in items
        ],
        is_cancelled=row.status == CANCELLED,
    )
