"""Events of digital deliveries, each with its audit entry (specification, Audit entry; decisions, section 8)."""

from typing import Literal

from fulfilment.deliveries.schemas import Delivery
from fulfilment.infra.database.transaction import Tx

Action = Literal["extend", "reset-downloads", "revoke"]


class DeliveryCreated(Delivery):
    """A digital delivery was granted."""

    delivery_id: str
    """The delivery's id; the same as `id`."""


class DeliveryUpdated(DeliveryCreated):
    """A delivery was extended, reset or revoked."""

    action: Action
    """The action: `extend` (30 more days), `reset-downloads` (the count is 0 again) or `revoke` (ended at once)."""


class DeliveryDownloaded(DeliveryCreated):
    """A download was counted."""


class DeliveryExpiring(DeliveryCreated):
    """A delivery expires within 24 hours; sent once for each time of expiry."""


class DeliveryExpired(DeliveryCreated):
    """A delivery expired."""


EVENTS = {
    "delivery.created": DeliveryCreated,
    "delivery.updated": DeliveryUpdated,
    "delivery.downloaded": DeliveryDownloaded,
    "delivery.expiring": DeliveryExpiring,
    "delivery.expired": DeliveryExpired,
}


def emit(tx: Tx, name: str, delivery: Delivery, **extra: str) -> None:
    """Emit `delivery.<name>` with the delivery as its data."""
    tx.emit(f"delivery.{name}", delivery.id, delivery, deliveryId=delivery.id, **extra)


def emit_created(tx: Tx, delivery: Delivery) -> None:
    tx.audit("delivery.created", "Delivery", delivery.id, after=delivery)
    emit(tx, "created", delivery)


def emit_updated(tx: Tx, action: Action, before: Delivery, after: Delivery) -> None:
    """Emit `delivery.updated`, and write an audit entry of the action."""
    tx.audit(f"delivery.{action}", "Delivery", after.id, before=before, after=after)
    emit(tx, "updated", after, action=action)
