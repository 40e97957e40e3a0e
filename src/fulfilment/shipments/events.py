"""Webhook events of shipments (specification, Outbound event types; decisions, section 8)."""

from datetime import datetime
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from fulfilment.infra import clock
from fulfilment.infra.database.transaction import Actor, Tx
from fulfilment.infra.models import Timestamp
from fulfilment.shipments.schemas import Shipment, Status

# Fields that may arrive after the booking, by their column.
DOCUMENT_FIELDS = {
    "waybill_id": "waybillId",
    "label_url": "labelUrl",
    "aggregator_tracking_id": "aggregatorTrackingId",
    "driver": "driver",
}

PersonAction = Literal["created", "booked", "cancelled", "replaced"]


class ShipmentCreated(Shipment):
    """A shipment was drafted."""

    shipment_id: str
    """The shipment's id; the same as `id`."""


class ShipmentPickupConfirmed(ShipmentCreated):
    """The courier is booked: the shipment has the courier's order id and waybill, and the price that was charged."""


class ShipmentStatusUpdated(ShipmentCreated):
    """The courier reported something: `status` is the status after it, `reportedStatus` the courier's own status.

    `creditRefunded` is present where a courier's cancellation gave credit back.
    """

    previous_status: Status
    """The status before the report; the same as `status` where the report did not change it."""
    reported_status: str
    """The courier's own status, which may be none of the service's."""
    note: str | None
    """The courier's note on the report; null without one."""
    occurred_at: Timestamp
    """When it happened, as the courier reported; never later than when it was reported."""
    credit_refunded: int | UnsetType = UNSET
    """The shipping credit refunded because the courier cancelled, in minor units; absent for every other report."""


class ShipmentCancelled(ShipmentCreated):
    """The merchant cancelled a shipment; `creditRefunded` is the shipping credit refunded."""

    reason: str
    """The merchant's reason; `Merchant cancelled` where none was given, `Replaced by` and an id where it was rebooked.
    """
    credit_refunded: int
    """The shipping credit refunded, in minor units; 0 where nothing was charged."""


class ShipmentRebooked(ShipmentCreated):
    """A shipment was replaced: `id` is the new shipment, `previousShipmentId` the old one."""

    previous_shipment_id: str
    """The shipment that this one replaces (`ship_…`)."""


class ShipmentUpdated(ShipmentCreated):
    """A shipment changed without a new status: `changed` lists the fields, and `note` explains a new price.

    The names are fields of the shipment, or `driver`, which the tracking routes show.
    """

    changed: list[str]
    """The changed fields of the shipment (`waybillId`, `labelUrl`, `aggregatorTrackingId`, `courierPrice`, `price`,
    `insurance`), or `driver`.
    """
    note: str | None
    """The courier's new price, and the amount charged or refunded for it; null without a new price."""


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
    """Emit that the courier is booked, with the order id and the waybill."""
    _emit(tx, "shipment.pickup_confirmed", shipment)


def emit_rebooked(tx: Tx, shipment: Shipment, previous_id: str) -> None:
    """Emit that a replacement was created; no `shipment.created` is emitted for it."""
    _emit(tx, "shipment.rebooked", shipment, previousShipmentId=previous_id)


def emit_cancelled(tx: Tx, shipment: Shipment, reason: str, refunded: int) -> None:
    _emit(tx, "shipment.cancelled", shipment, reason=reason, creditRefunded=refunded)


def emit_updated(tx: Tx, shipment: Shipment, changed: list[str], note: str | None) -> None:
    """Emit a change of fields without a report of a status."""
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
    """Emit one courier report: `status` is the status after it, `reportedStatus` the courier's own."""
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


def record_person_action(
    tx: Tx, action: PersonAction, shipment_id: str, on_behalf_of: Actor | None = None, **after: Any
) -> None:
    """Audit a user's action on a shipment.

    `on_behalf_of` is the user, where that is not the actor of `tx`; `after` is the result.
    """
    actor = on_behalf_of or tx.actor
    if actor.actor_id and actor.actor_id != tx.account_id:
        tx.audit(f"shipment.{action}", "Shipment", shipment_id, after=after, actor=actor)
