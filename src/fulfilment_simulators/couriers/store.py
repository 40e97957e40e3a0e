"""Order store of the simulator: orders and saved locations by key, and the receivers of webhooks."""

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec

from fulfilment_simulators.couriers.faults import ApiFault
from fulfilment_simulators.journal import Journal, JournalError

ANY_KEY = "*"


class WebhookReceiver(msgspec.Struct, frozen=True):
    """The URL of webhooks, with a static header if one is set."""

    url: str
    header: str | None = None
    secret: str | None = None


class JournalEntry(msgspec.Struct, frozen=True):
    """One line of the journal: the new state of an object, None where it was deleted."""

    kind: str
    owner: str
    id: str
    state: Any


def owner_from_key(key: str) -> str:
    """The owner of a key: a digest, so that no real key is written to the file of a simulator."""
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:16]


class OrderStore:
    """Store that is replayed from its journal at the start. Every change is written before it is applied."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._clear()
        for entry in journal.replay():
            try:
                self._apply(msgspec.convert(entry, JournalEntry))
            except (msgspec.ValidationError, KeyError, TypeError):
                raise JournalError(f"The file {journal.path} is not a simulator's memory.") from None

    def _clear(self) -> None:
        self._orders: dict[str, tuple[str, dict[str, Any]]] = {}
        self._references: dict[tuple[str, str], str] = {}
        self._trackings: dict[str, str] = {}
        self._waybills: dict[str, str] = {}
        self._locations: dict[tuple[str, str], dict[str, Any]] = {}
        self._receivers: dict[str, WebhookReceiver] = {}

    def _append(self, entry: JournalEntry) -> None:
        try:
            self._journal.append(entry)
        except OSError:
            raise ApiFault(50000002, "The simulator could not write its memory") from None
        self._apply(entry)

    def _apply(self, entry: JournalEntry) -> None:
        if entry.kind == "order":
            self._index(entry.owner, entry.state)
        elif entry.kind == "location" and entry.state is None:
            self._locations.pop((entry.owner, entry.id), None)
        elif entry.kind == "location":
            self._locations[entry.owner, entry.id] = entry.state
        elif entry.state is None:
            self._receivers.pop(entry.owner, None)
        else:
            self._receivers[entry.owner] = msgspec.convert(entry.state, WebhookReceiver)

    def _index(self, owner: str, order: dict[str, Any]) -> None:
        self._orders[order["id"]] = (owner, order)
        self._trackings[order["courier"]["tracking_id"]] = order["id"]
        if order["reference_id"] is not None:
            self._references[owner, order["reference_id"]] = order["id"]
        if order["courier"]["waybill_id"] is not None:
            self._waybills[order["courier"]["waybill_id"]] = order["id"]

    def store_order(self, owner: str, order: dict[str, Any]) -> None:
        self._append(JournalEntry("order", owner, order["id"], order))

    def store_location(self, owner: str, location_id: str, location: dict[str, Any] | None) -> None:
        self._append(JournalEntry("location", owner, location_id, location))

    def store_receiver(self, owner: str, receiver: WebhookReceiver | None) -> None:
        self._append(JournalEntry("receiver", owner, owner, receiver and msgspec.to_builtins(receiver)))

    def list_orders(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Pairs of owner and order, newest first."""
        return reversed(self._orders.values())

    def get_any_order(self, order_id: str) -> tuple[str, dict[str, Any]]:
        """The owner and the order, for any owner. Raises ApiFault 40002057."""
        if order_id not in self._orders:
            raise ApiFault(40002057, "Order not found")
        return self._orders[order_id]

    def get_order(self, owner: str, order_id: str) -> dict[str, Any]:
        """An order of this owner. Raises ApiFault 40002057."""
        order_owner, order = self.get_any_order(order_id)
        if order_owner != owner:
            raise ApiFault(40002057, "Order not found")
        return order

    def find_order_by_reference(self, owner: str, reference: str) -> dict[str, Any] | None:
        order_id = self._references.get((owner, reference))
        return self._orders[order_id][1] if order_id else None

    def find_order_by_tracking(self, owner: str, tracking_id: str) -> dict[str, Any] | None:
        order_owner, order = self._orders.get(self._trackings.get(tracking_id, ""), (None, None))
        return order if order_owner == owner else None

    def find_order_by_waybill(self, waybill: str) -> dict[str, Any] | None:
        """The order of a waybill, for any key, as with the couriers themselves."""
        return self._orders.get(self._waybills.get(waybill, ""), (None, None))[1]

    def find_location(self, owner: str, location_id: str) -> dict[str, Any] | None:
        return self._locations.get((owner, location_id))

    def find_receiver(self, owner: str) -> WebhookReceiver | None:
        """The owner's own receiver of webhooks, or else the default."""
        return self._receivers.get(owner) or self._receivers.get(ANY_KEY)

    def reset(self) -> None:
        """Delete orders and locations. The receivers of webhooks stay, since they were not restarted."""
        receivers = dict(self._receivers)
        self._journal.clear()
        self._clear()
        for owner, receiver in receivers.items():
            self.store_receiver(owner, receiver)

    def close(self) -> None:
        self._journal.close()
