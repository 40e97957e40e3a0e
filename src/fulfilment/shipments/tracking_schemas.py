"""What goes over the wire about where a parcel is (specification, Shipments)."""

from msgspec import field

from fulfilment.infra.models import ApiModel, Code, Query, Timestamp
from fulfilment.shipments.schemas import ShipmentEvent, Status


class WaybillQuery(Query):
    """`courier` is the code of the courier that issued the waybill."""

    courier: Code
    """The code of the courier that issued the waybill, as in the catalogue."""


class TrackingStep(ApiModel):
    """`status` is ours where the courier's word means one of ours, else the courier's own word."""

    status: str
    """What happened, in the words of a shipment's statuses where
    the courier's word means one of them, else in the courier's own.
    """
    note: str | None
    """What the courier says of it; null where it says nothing."""
    updated_at: Timestamp = field(name="updated_at")
    """When it happened, as the courier says."""


class TrackingDriver(ApiModel):
    """Who has the parcel."""

    name: str | None
    """The driver's name; null where the courier does not say."""
    phone: str | None
    """The driver's phone number; null where the courier does not say."""
    plate: str | None
    """The number plate of the vehicle; null where the courier does not say."""
    photo_url: str | None
    """A picture of the driver; null where the courier has none."""


class TrackingEta(ApiModel):
    """The estimated time of arrival, as a span."""

    earliest: Timestamp
    """When the parcel arrives at the earliest."""
    latest: Timestamp
    """When it arrives at the latest."""


class TrackedShipment(ApiModel):
    """The workspace's own record of a tracked parcel."""

    id: str
    """The id of the shipment (`ship_…`)."""
    status: Status
    """The shipment's status in the service, which asking the courier does not move."""
    events: list[ShipmentEvent]
    """What was recorded of it, oldest first."""


class Tracking(ApiModel):
    """What the courier says now; `shipment` is null where the parcel is none of the workspace's."""

    waybill_id: str | None
    """The courier's waybill number; null while there is none."""
    courier: str
    """The code of the courier."""
    status: str
    """Where it is now, in the words of a shipment's statuses where
    the courier's word means one of them, else in the courier's own.
    """
    history: list[TrackingStep]
    """What happened, oldest first."""
    driver: TrackingDriver | None
    """Who has it; null where nobody is named, and always where the service answers from its own record."""
    eta: TrackingEta | None
    """When it is expected, by the time that the courier says its service takes, from the collection or else the
    booking. Null where the courier says nothing, and where nothing is awaited.
    """
    external_link: str | None
    """The courier's own tracking page; null where there is none."""
    shipment: TrackedShipment | None
    """The workspace's own record; null where the parcel is none of its shipments."""
