"""Memory of the simulator: orders and saved locations per key, and the receivers of reports."""

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec

from fulfilment_simulators.couriers.faults import ApiFault
from fulfilment_simulators.journal import Journal, JournalError

ANY_KEY = "*"


class WebhookReceiver(msgspec.Struct, frozen=True):
    """Where reports are posted to, with a static header where one was asked for."""

    url: str
    header: str | None = None
    secret: str | None = None


class JournalEntry(msgspec.Struct, frozen=True):
    """One line of the journal: the state that a thing has from now on, None where it is gone."""

    kind: str
    owner: str
    id: str
    state: Any


def owner_from_key(key: str) -> str:
    """Owner of a key. Only a digest is kept: the file of a toy is no place for a real key."""
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:16]


class OrderStore:
    """Replayed from its journal at the start. Every change is written before it is made."""

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
        """Owner and order, newest first."""
        return reversed(self._orders.values())

    def get_any_order(self, order_id: str) -> tuple[str, dict[str, Any]]:
        """Owner and order, for any owner. Raises Fault 40002057."""
        if order_id not in self._orders:
            raise ApiFault(40002057, "Order not found")
        return self._orders[order_id]

    def get_order(self, owner: str, order_id: str) -> dict[str, Any]:
        """An order of this owner. Raises Fault 40002057."""
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
        """Any key may ask for any waybill, as with the couriers themselves."""
        return self._orders.get(self._waybills.get(waybill, ""), (None, None))[1]

    def find_location(self, owner: str, location_id: str) -> dict[str, Any] | None:
        return self._locations.get((owner, location_id))

    def find_receiver(self, owner: str) -> WebhookReceiver | None:
        """The owner's own address for reports, else the shared one."""
        return self._receivers.get(owner) or self._receivers.get(ANY_KEY)

    def reset(self) -> None:
        """Forget orders and locations. The receivers of reports stay, since they were not restarted."""
        receivers = dict(self._receivers)
        self._journal.clear()
        self._clear()
        for owner, receiver in receivers.items():
            self.store_receiver(owner, receiver)

    def close(self) -> None:
        self._journal.close()
