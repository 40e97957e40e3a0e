"""The events of shipments (specification, Outbound event types; decisions, section 8)."""

from datetime import datetime
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from fulfilment.infra import clock
from fulfilment.infra.database.transaction import Actor, Tx
from fulfilment.infra.models import Timestamp
from fulfilment.shipments.schemas import Shipment, Status

# What may come after the booking, by the column it stands in.
DOCUMENT_FIELDS = {
    "waybill_id": "waybillId",
    "label_url": "labelUrl",
    "aggregator_tracking_id": "aggregatorTrackingId",
    "driver": "driver",
}


class ShipmentCreated(Shipment):
    """A shipment was drafted."""

    shipment_id: str
    """The shipment's id once more; the same as `id`."""


class ShipmentPickupConfirmed(ShipmentCreated):
    """The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged."""


class ShipmentStatusUpdated(ShipmentCreated):
    """The courier reported something: `status` is the status after the report, `reportedStatus` what it said.

    `creditRefunded` is there where a courier's cancellation gave credit back.
    """

    previous_status: Status
    """The status before the report; the same as `status` where the report moved nothing."""
    reported_status: str
    """What the courier said, in its own word, which may be none of the service's."""
    note: str | None
    """What the courier said beside it; null where it said nothing."""
    occurred_at: Timestamp
    """When it happened, as the courier says; never later than when it was reported."""
    credit_refunded: int | UnsetType = UNSET
    """What went back to the shipping credit because the courier
    cancelled, in minor units; absent for every other report.
    """


class ShipmentCancelled(ShipmentCreated):
    """The merchant cancelled a shipment; `creditRefunded` is what went back to the credit."""

    reason: str
    """Why, as the merchant said; `Merchant cancelled` where nothing
    was said, `Replaced by` and an id where it was rebooked.
    """
    credit_refunded: int
    """What went back to the shipping credit, in minor units; 0 where nothing was charged."""


class ShipmentRebooked(ShipmentCreated):
    """A shipment was replaced: this is the new one, `previousShipmentId` the old."""

    previous_shipment_id: str
    """The shipment that this one replaces (`ship_…`)."""


class ShipmentUpdated(ShipmentCreated):
    """Something changed without a new status: `changed` lists the fields, `note` says more of a new price.

    They are fields of the shipment, or `driver`, whom the tracking routes name.
    """

    changed: list[str]
    """What changed: names of the shipment's fields (`waybillId`, `labelUrl`,
    `aggregatorTrackingId`, `courierPrice`, `price`, `insurance`), or `driver`.
    """
    note: str | None
    """What the courier asks now, and what was charged or given back for it; null without a new price."""


EVENTS = {
    "shipment.created": ShipmentCreated,
    "shipment.pickup_confirmed": ShipmentPickupConfirmed,
    "shipment.status_updated": ShipmentStatusUpdated,
    "shipment.cancelled": ShipmentCancelled,
    "shipment.rebooked": ShipmentRebooked,
    "shipment.updated": ShipmentUpdated,
}


def emit_created(tx: Tx, shipment: Shipment) -> None:
    _emit(tx, "shipment.created", shipment)


def emit_pickup_confirmed(tx: Tx, shipment: Shipment) -> None:
    """The courier is booked: carries the order id and the waybill."""
    _emit(tx, "shipment.pickup_confirmed", shipment)


def emit_rebooked(tx: Tx, shipment: Shipment, previous_id: str) -> None:
    """A replacement was made, which is told by this alone and not as created too."""
    _emit(tx, "shipment.rebooked", shipment, previousShipmentId=previous_id)


def emit_cancelled(tx: Tx, shipment: Shipment, reason: str, refunded: int) -> None:
    _emit(tx, "shipment.cancelled", shipment, reason=reason, creditRefunded=refunded)


def emit_updated(tx: Tx, shipment: Shipment, changed: list[str], note: str | None) -> None:
    """What came or changed without a report of a status."""
    _emit(tx, "shipment.updated", shipment, changed=changed, note=note)


def emit_status_updated(
    tx: Tx,
    shipment: Shipment,
    *,
    previous: str,
    reported: str,
    note: str | None,
    at: datetime,
    refunded: int | None = None,
) -> None:
    """One per courier report. `status` is the status after it, `reportedStatus` what the courier said."""
    refund: dict[str, Any] = {} if refunded is None else {"creditRefunded": refunded}
    _emit(
        tx,
        "shipment.status_updated",
        shipment,
        previousStatus=previous,
        reportedStatus=reported,
        note=note,
        occurredAt=clock.to_iso(at),
        **refund,
    )


def _emit(tx: Tx, name: str, shipment: Shipment, **fields: Any) -> None:
    tx.emit(name, shipment.id, shipment, shipmentId=shipment.id, **fields)


PersonAction = Literal["created", "booked", "cancelled", "replaced"]


def record_person_action(
    tx: Tx, action: PersonAction, shipment_id: str, on_behalf_of: Actor | None = None, **after: Any
) -> None:
    """Keep that a person did this; `on_behalf_of` is who, where it is not who acts in `tx`. `after` is what came of
    it."""
    actor = on_behalf_of or tx.actor
    if actor.actor_id and actor.actor_id != tx.account_id:
        tx.audit(f"shipment.{action}", "Shipment", shipment_id, after=after, actor=actor)
