"""Request and response records of tracking (specification, Shipments)."""

from msgspec import field

from fulfilment.infra.models import ApiModel, Code, Query, Timestamp
from fulfilment.shipments.schemas import ShipmentEvent, Status


class WaybillQuery(Query):
    """The courier of a waybill, since several couriers may use the same number."""

    courier: Code
    """The code of the courier that issued the waybill, as in the catalogue."""


class TrackingStep(ApiModel):
    """One step of a parcel's history."""

    status: str
    """The event: a status of shipments where the courier's own maps to one, else the courier's own status."""
    note: str | None
    """The courier's note; null without one."""
    updated_at: Timestamp = field(name="updated_at")
    """When it happened, as the courier reported."""


class TrackingDriver(ApiModel):
    """The driver who has the parcel."""

    name: str | None
    """The driver's name; null where the courier does not say."""
    phone: str | None
    """The driver's phone number; null where the courier does not say."""
    plate: str | None
    """The number plate of the vehicle; null where the courier does not say."""
    photo_url: str | None
    """A picture of the driver; null where the courier provides none."""


class TrackingEta(ApiModel):
    """The estimated time of arrival, as a range."""

    earliest: Timestamp
    """The earliest arrival."""
    latest: Timestamp
    """The latest arrival."""


class TrackedShipment(ApiModel):
    """The workspace's own record of a tracked parcel."""

    id: str
    """The id of the shipment (`ship_…`)."""
    status: Status
    """The shipment's status in the service, which tracking does not change."""
    events: list[ShipmentEvent]
    """The records of the shipment, oldest first."""


class Tracking(ApiModel):
    """The courier's current report; `shipment` is null where the workspace has none for the parcel."""

    waybill_id: str | None
    """The courier's waybill number; null while there is none."""
    courier: str
    """The code of the courier."""
    status: str
    """The current status: a status of shipments where the courier's own maps to one, else the courier's own status."""
    history: list[TrackingStep]
    """The steps so far, oldest first."""
    driver: TrackingDriver | None
    """The driver who has the parcel. Null where none is named, and always where the service answers from its own
    record.
    """
    eta: TrackingEta | None
    """The expected arrival: the courier's duration of the service, counted from the collection, or from the booking
    before that. Null without the courier's estimate, and where no arrival is expected.
    """
    external_link: str | None
    """The courier's own tracking page; null where there is none."""
    shipment: TrackedShipment | None
    """The workspace's own record; null where it has no shipment for the parcel."""
