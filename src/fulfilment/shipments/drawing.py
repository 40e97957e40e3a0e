"""Labels of shipments as a drawing process draws them: out of what the database holds, read here and not by the API.

The order is MessagePack, so that reading the texts of a hundred shipments never holds up the API's event loop.
"""

from datetime import datetime

import msgspec

from fulfilment import labels
from fulfilment.documents import Drawing
from fulfilment.labels import Label, LabelItem, LabelOptions, Party
from fulfilment.shipments import courier_names


class Snapshot(msgspec.Struct, array_like=True):
    """A row of `shipments`, as far as its label shows it; the JSON texts are those of the columns."""

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

    @property
    def size(self) -> int:
        """How long its texts are together, in characters."""
        return len(self.items) + len(self.origin_snapshot) + len(self.destination_snapshot)


class Order(msgspec.Struct, array_like=True):
    """One document with a label for each of `shipments`."""

    shipments: list[Snapshot]
    options: LabelOptions
    brand: str
    currency: str


class _Item(msgspec.Struct):
    name: str
    quantity: int
    weight: int
    sku: str | None = None
    description: str | None = None


class Place(msgspec.Struct, rename="camel"):
    """A snapshot of an origin or a destination, as far as papers show it."""

    contact_name: str
    address: str
    contact_phone: str | None = None
    village: str | None = None
    district: str | None = None
    city: str | None = None
    province: str | None = None
    postal_code: str | None = None
    note: str | None = None


_read_items = msgspec.json.Decoder(list[_Item], strict=False).decode
read_place = msgspec.json.Decoder(Place, strict=False).decode
_read_order = msgspec.msgpack.Decoder(Order).decode


def of(order: Order) -> Drawing:
    """The order as it is given to a drawing process."""
    return Drawing(f"{__name__}:draw", msgspec.msgpack.encode(order))


def draw(order: bytes) -> bytes:
    """The PDF. The same order gives the same bytes, in whatever process."""
    given = _read_order(order)
    return labels.render([_label(shipment, given) for shipment in given.shipments], given.options)


def specimen() -> Drawing:
    """A label in some scripts with everything on it; who has drawn it has loaded what most others need."""
    place = '{"contactName": "Siti 木村 علي", "address": "Jl. Dago 2", "postalCode": "40132", "note": "Titip"}'
    items = '[{"name": "Kaos", "quantity": 1, "weight": 200, "description": "sablon"}]'
    when = datetime.fromisoformat("2026-01-01T00:00:00+00:00")
    shipment = Snapshot(
        "ship_", "jne", "reg", "standard", "JNE1", "CGK", "INV-1", 1, 1, True, when, place, place, items
    )
    return of(Order([shipment], LabelOptions(), "Svc", "IDR"))


def _label(row: Snapshot, order: Order) -> Label:
    items = _read_items(row.items)
    return Label(
        shipment_id=row.id,
        courier_name=courier_names.courier(row.courier_code),
        sender=party(read_place(row.origin_snapshot)),
        recipient=party(read_place(row.destination_snapshot)),
        created_at=row.created_at,
        brand=order.brand,
        waybill=row.waybill_id,
        courier_code=row.courier_code,
        service_name=courier_names.service(row.courier_code, row.courier_service_code),
        service_code=row.courier_service_code,
        courier_type=courier_names.kind(row.courier_type),
        sort_code=row.routing_code,
        items=[LabelItem(item.name, item.quantity, item.weight, item.sku, item.description) for item in items],
        total_weight_grams=sum(item.weight * item.quantity for item in items),
        price=row.price,
        insurance=row.insurance,
        insured=row.insured,
        currency=order.currency,
        reference=row.external_ref,
    )


def party(place: Place) -> Party:
    """The sender or the recipient as papers show them."""
    # Some places are their own province, and stand there once.
    places = dict.fromkeys([place.village, place.district, place.city, place.province])
    return Party(
        name=place.contact_name,
        phone=place.contact_phone,
        address=place.address,
        city=", ".join(filter(None, places)) or None,
        postal_code=place.postal_code,
        note=place.note,
    )
