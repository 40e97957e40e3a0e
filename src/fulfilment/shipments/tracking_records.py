"""What goes over the wire about where a parcel is (specification, Shipments)."""

from msgspec import field

from fulfilment.fields import Code, Query, Timestamp, Wire
from fulfilment.shipments.records import ShipmentEvent, Status


class WaybillQuery(Query):
    """`courier` is the code of the courier that issued the waybill."""

    courier: Code


class TrackingStep(Wire):
    """`status` is ours where the courier's word means one of ours, else the courier's own word."""

    status: str
    note: str | None
    updated_at: Timestamp = field(name="updated_at")


class TrackingDriver(Wire):
    name: str | None
    phone: str | None
    plate: str | None
    photo_url: str | None


class TrackedShipment(Wire):
    id: str
    status: Status
    events: list[ShipmentEvent]


class Tracking(Wire):
    """What the courier says now; `shipment` is null where the parcel is none of the workspace's."""

    waybill_id: str | None
    courier: str
    status: str
    history: list[TrackingStep]
    driver: TrackingDriver | None
    external_link: str | None
    shipment: TrackedShipment | None
