"""Object store of the simulator: objects in Stripe's format, stored responses, the clock and the journal."""

import heapq
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from fulfilment_simulators.journal import Journal, JournalError
from fulfilment_simulators.payments.errors import API, MissingObject, StripeApiError

# Maximum objects of each kind; beyond it the oldest is dropped.
MAX_OBJECTS = 20_000
KEY_SECONDS = 24 * 3600
StripeObject = dict[str, Any]


class WebhookReceiver(msgspec.Struct, frozen=True):
    """The URL of events, and the secret that signs them."""

    url: str
    secret: str


class JournalEntry(msgspec.Struct, frozen=True, array_like=True):
    """The new state of an object; for an event, `sent` means that it was delivered or given up."""

    kind: str
    id: str
    state: Any


class ObjectStore:
    """Store that is replayed from its journal. Changes of one call are one line, written before they are applied."""

    def __init__(
        self, journal: Journal, real_now: Callable[[], float], due_of: Callable[[StripeObject], int | None]
    ) -> None:
        self._journal = journal
        self._real_now = real_now
        self._due_of = due_of
        # The URL of the pages, taken from the last request, since the port may be any.
        self.base_url = ""
        self._clear()
        for entries in journal.replay():
            try:
                self._apply(msgspec.convert(entries, list[JournalEntry]))
            except (msgspec.ValidationError, KeyError, TypeError):
                raise JournalError(f"The file {journal.path} is not a payment simulator's memory.") from None

    def _clear(self) -> None:
        self._objects: dict[str, dict[str, StripeObject]] = {}
        self._dues: list[tuple[int, str, str]] = []
        self._due_at: dict[tuple[str, str], int | None] = {}
        self.ahead_seconds = 0
        self.receiver: WebhookReceiver | None = None

    @property
    def now(self) -> int:
        """The simulator's time in epoch seconds: the real time, plus the steps of its clock."""
        return int(self._real_now()) + self.ahead_seconds

    def get(self, kind: str, id: str) -> StripeObject | None:
        return self._objects.get(kind, {}).get(id)

    def all(self, kind: str) -> Iterator[StripeObject]:
        """Objects of a kind, newest first."""
        return reversed(self._objects.get(kind, {}).values())

    def count(self, kind: str) -> int:
        return len(self._objects.get(kind, {}))

    def find_cached_response(self, key: str) -> StripeObject | None:
        """The stored response of an idempotency key, which is kept for a day."""
        found = self.get("key", key)
        return found if found and found["at"] > self.now - KEY_SECONDS else None

    def next_due(self, until: int) -> tuple[int, str, str] | None:
        """The time, kind and id of the first object with a change that is due by then."""
        while self._dues and self._dues[0][0] <= until:
            at, kind, id = self._dues[0]
            if self._due_at.get((kind, id)) == at:
                return at, kind, id
            heapq.heappop(self._dues)
        return None

    def commit(self, entries: list[JournalEntry]) -> None:
        """Write entries, then apply them. Raises StripeApiError where the disk is full; then nothing has changed."""
        if not entries:
            return
        try:
            self._journal.append(entries)
        except OSError:
            raise StripeApiError("The simulator could not write its memory.", type=API, status=500) from None
        self._apply(entries)

    def _apply(self, entries: list[JournalEntry]) -> None:
        for entry in entries:
            if entry.kind == "clock":
                self.ahead_seconds = int(entry.state)
            elif entry.kind == "receiver":
                self.receiver = None if entry.state is None else msgspec.convert(entry.state, WebhookReceiver)
            elif entry.kind == "sent":
                if event := self.get("event", entry.id):
                    event["pending_webhooks"] = 0
            else:
                self._store_object(entry)

    def _store_object(self, entry: JournalEntry) -> None:
        objects = self._objects.setdefault(entry.kind, {})
        objects[entry.id] = entry.state
        if len(objects) > MAX_OBJECTS:
            oldest = next(iter(objects))
            del objects[oldest]
            self._due_at.pop((entry.kind, oldest), None)
        due = self._due_of(entry.state)
        key = (entry.kind, entry.id)
        if due is None:
            self._due_at.pop(key, None)
        elif self._due_at.get(key) != due:
            self._due_at[key] = due
            heapq.heappush(self._dues, (due, *key))

    def reset(self) -> None:
        """Delete everything except the receivers of events, since these were not restarted."""
        receiver = self.receiver
        self._journal.clear()
        self._clear()
        if receiver:
            self.commit([JournalEntry("receiver", "", msgspec.to_builtins(receiver))])

    def compact(self) -> None:
        """Rewrite the journal without superseded lines."""
        entries = [
            JournalEntry(kind, id, state) for kind, things in self._objects.items() for id, state in things.items()
        ]
        entries.append(JournalEntry("clock", "", self.ahead_seconds))
        if self.receiver:
            entries.append(JournalEntry("receiver", "", msgspec.to_builtins(self.receiver)))
        self._journal.rewrite([entry] for entry in entries)

    def close(self) -> None:
        self._journal.close()


class Transaction:
    """The transaction of one call: it sees its own changes at once, and others see all of them or none."""

    def __init__(self, memory: ObjectStore, at: int | None = None, request: StripeObject | None = None) -> None:
        self._memory = memory
        self._changed: dict[tuple[str, str], StripeObject] = {}
        self._request_info = request or {"id": None, "idempotency_key": None}
        self.base_url = memory.base_url
        self.has_receiver = memory.receiver is not None
        self.now = memory.now if at is None else at

    def get(self, kind: str, id: str) -> StripeObject | None:
        return self._changed.get((kind, id)) or self._memory.get(kind, id)

    def find(self, kind: str, id: str, param: str = "id") -> StripeObject:
        """The object with this id. Raises MissingObject."""
        found = self.get(kind, id)
        if found is None:
            raise MissingObject(kind, id, param)
        return found

    def all(self, kind: str) -> Iterator[StripeObject]:
        """Objects of a kind, newest first."""
        fresh = [
            state
            for (stored_kind, id), state in self._changed.items()
            if stored_kind == kind and not self._memory.get(kind, id)
        ]
        yield from reversed(fresh)
        for state in self._memory.all(kind):
            yield self._changed.get((kind, state["id"]), state)

    def save(self, stripe_object: StripeObject, **changes: Any) -> StripeObject:
        """Store an object with these changes."""
        stripe_object = stripe_object | changes
        self._changed[stripe_object["object"], stripe_object["id"]] = stripe_object
        return stripe_object

    def save_internal(self, kind: str, id: str, state: StripeObject) -> None:
        """Store internal state, which is no object of Stripe's API."""
        self._changed[kind, id] = state

    def list_changed(self, kind: str) -> list[StripeObject]:
        """Changed objects of this kind, oldest first."""
        return [state for (stored_kind, _), state in self._changed.items() if stored_kind == kind]

    @property
    def request_info(self) -> StripeObject:
        return self._request_info

    @property
    def entries(self) -> list[JournalEntry]:
        return [JournalEntry(kind, id, state) for (kind, id), state in self._changed.items()]

    def commit(self) -> None:
        self._memory.commit(self.entries)
