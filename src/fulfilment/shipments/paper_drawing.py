"""Packing slips and hand-over lists as a drawing process draws them: out of what the database holds, as labels are."""

from collections.abc import Iterator

import msgspec

from fulfilment.documents import Drawing
from fulfilment.labels.paper_records import Language, Parcel, Slip, SlipItem
from fulfilment.labels.records import Size
from fulfilment.shipments import courier_names
from fulfilment.shipments.drawing import Snapshot, party, read_place


class Slips(msgspec.Struct, array_like=True):
    """One document with a packing slip for each of `shipments`; `variants` has the names of variants by id."""

    shipments: list[Snapshot]
    variants: dict[str, str]
    size: Size
    language: Language
    brand: str


class Handed(msgspec.Struct, array_like=True):
    """A parcel as a hand-over list shows it; what is not known is empty."""

    id: str
    courier: str
    waybill_id: str
    external_ref: str
    sender: str
    recipient: str
    city: str

    @property
    def size(self) -> int:
        """How long its texts are together, in characters."""
        return sum(len(getattr(self, name)) for name in self.__struct_fields__)


class HandOver(msgspec.Struct, array_like=True):
    """One document with a list for each courier; `has_more` where more parcels wait than it lists."""

    parcels: list[Handed]
    language: Language
    brand: str
    has_more: bool


class _Item(msgspec.Struct, rename="camel"):
    name: str
    quantity: int
    sku: str | None = None
    variant_id: str | None = None


class _Variant(msgspec.Struct, rename="camel"):
    variant_id: str | None = None


_read_items = msgspec.json.Decoder(list[_Item], strict=False).decode
_read_variants = msgspec.json.Decoder(list[_Variant], strict=False).decode
_read_slips = msgspec.msgpack.Decoder(Slips).decode
_read_hand_over = msgspec.msgpack.Decoder(HandOver).decode


def variant_ids(shipment: Snapshot) -> Iterator[str]:
    """The variants that its items name; nothing else of them is read."""
    return (item.variant_id for item in _read_variants(shipment.items) if item.variant_id)


def of_slips(order: Slips) -> Drawing:
    """The order as it is given to a drawing process."""
    return Drawing(f"{__name__}:draw_slips", msgspec.msgpack.encode(order))


def of_hand_over(order: HandOver) -> Drawing:
    """The order as it is given to a drawing process."""
    return Drawing(f"{__name__}:draw_hand_over", msgspec.msgpack.encode(order))


def draw_slips(order: bytes) -> bytes:
    """The PDF. The same order gives the same bytes, in whatever process."""
    # Only who draws loads typefaces; the API, which writes orders, has no use for them.
    from fulfilment.labels import slip

    given = _read_slips(order)
    slips = [_slip(shipment, given) for shipment in given.shipments]
    return slip.render(slips, given.size, given.language)


def draw_hand_over(order: bytes) -> bytes:
    """The PDF. The same order gives the same bytes, in whatever process."""
    from fulfilment.labels import hand_over

    given = _read_hand_over(order)
    parcels = [
        Parcel(
            shipment_id=parcel.id,
            courier=parcel.courier,
            waybill=parcel.waybill_id,
            reference=parcel.external_ref,
            sender=parcel.sender,
            recipient=parcel.recipient,
            city=parcel.city,
        )
        for parcel in given.parcels
    ]
    return hand_over.render(parcels, given.language, given.brand, has_more=given.has_more)


def _slip(row: Snapshot, order: Slips) -> Slip:
    items = _read_items(row.items)
    service = courier_names.service(row.courier_code, row.courier_service_code)
    return Slip(
        shipment_id=row.id,
        sender=party(read_place(row.origin_snapshot)),
        recipient=party(read_place(row.destination_snapshot)),
        created_at=row.created_at,
        brand=order.brand,
        courier=f"{courier_names.courier(row.courier_code)} · {service}",
        waybill=row.waybill_id,
        reference=row.external_ref,
        items=[
            SlipItem(item.name, item.quantity, item.sku, order.variants.get(item.variant_id or "")) for item in items
        ],
    )
