"""What the simulator remembers: objects in Stripe's shapes, answers under their keys, the clock, and its receiver."""

import heapq
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from fulfilment.payments.simulator.refusals import API, Missing, Refused
from fulfilment.simulation.journal import Journal, JournalError

# Of each kind so many are kept; the oldest makes room for the next.
MOST = 20_000
KEY_SECONDS = 24 * 3600
Stored = dict[str, Any]


class Receiver(msgspec.Struct, frozen=True):
    """Where events are posted to, and what they are signed with."""

    url: str
    secret: str


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """The state that a thing has from now on; of an event `sent` that it arrived, or was given up."""

    kind: str
    id: str
    state: Any


class Memory:
    """Replayed from its journal at the start. What one call changes is written in one line, before it is made."""

    def __init__(self, journal: Journal, real_now: Callable[[], float], due_of: Callable[[Stored], int | None]):
        self._journal = journal
        self._real_now = real_now
        self._due_of = due_of
        # Where the pages are; what was asked last says it, for a port may be any.
        self.base = ""
        self._forget()
        for said in journal.replay():
            try:
                self._apply(msgspec.convert(said, list[Entry]))
            except (msgspec.ValidationError, KeyError, TypeError):
                raise JournalError(f"The file {journal.path} is not a payment simulator's memory.") from None

    def _forget(self) -> None:
        self._things: dict[str, dict[str, Stored]] = {}
        self._dues: list[tuple[int, str, str]] = []
        self._due_at: dict[tuple[str, str], int | None] = {}
        self.ahead_seconds = 0
        self.receiver: Receiver | None = None

    @property
    def now(self) -> int:
        """The simulator's time, in epoch seconds: the real one, and how far it was moved ahead."""
        return int(self._real_now()) + self.ahead_seconds

    def get(self, kind: str, id: str) -> Stored | None:
        return self._things.get(kind, {}).get(id)

    def all(self, kind: str) -> Iterator[Stored]:
        """Newest first."""
        return reversed(self._things.get(kind, {}).values())

    def count(self, kind: str) -> int:
        return len(self._things.get(kind, {}))

    def kept_answer(self, key: str) -> Stored | None:
        """What was answered under an idempotency key, for a day."""
        found = self.get("key", key)
        return found if found and found["at"] > self.now - KEY_SECONDS else None

    def next_due(self, until: int) -> tuple[int, str, str] | None:
        """When, what kind and which: the first object whose time comes by then."""
        while self._dues and self._dues[0][0] <= until:
            at, kind, id = self._dues[0]
            if self._due_at.get((kind, id)) == at:
                return at, kind, id
            heapq.heappop(self._dues)
        return None

    def commit(self, entries: list[Entry]) -> None:
        """Write, then apply. Raises Refused where the disk does not take it: nothing has changed then."""
        if not entries:
            return
        try:
            self._journal.append(entries)
        except OSError:
            raise Refused("The simulator could not write its memory.", type=API, status=500) from None
        self._apply(entries)

    def _apply(self, entries: list[Entry]) -> None:
        for entry in entries:
            if entry.kind == "clock":
                self.ahead_seconds = int(entry.state)
            elif entry.kind == "receiver":
                self.receiver = None if entry.state is None else msgspec.convert(entry.state, Receiver)
            elif entry.kind == "sent":
                if event := self.get("event", entry.id):
                    event["pending_webhooks"] = 0
            else:
                self._keep(entry)

    def _keep(self, entry: Entry) -> None:
        kept = self._things.setdefault(entry.kind, {})
        kept[entry.id] = entry.state
        if len(kept) > MOST:
            oldest = next(iter(kept))
            del kept[oldest]
            self._due_at.pop((entry.kind, oldest), None)
        due = self._due_of(entry.state)
        which = (entry.kind, entry.id)
        if due is None:
            self._due_at.pop(which, None)
        elif self._due_at.get(which) != due:
            self._due_at[which] = due
            heapq.heappush(self._dues, (due, *which))

    def reset(self) -> None:
        """Forget everything but where events go, since its receiver was not started anew."""
        receiver = self.receiver
        self._journal.clear()
        self._forget()
        if receiver:
            self.commit([Entry("receiver", "", msgspec.to_builtins(receiver))])

    def compact(self) -> None:
        """Write the journal anew, without what was superseded."""
        entries = [Entry(kind, id, state) for kind, things in self._things.items() for id, state in things.items()]
        entries.append(Entry("clock", "", self.ahead_seconds))
        if self.receiver:
            entries.append(Entry("receiver", "", msgspec.to_builtins(self.receiver)))
        self._journal.rewrite([entry] for entry in entries)

    def close(self) -> None:
        self._journal.close()


class Deed:
    """What one call does: it sees its own changes at once, and others see all of them or none."""

    def __init__(self, memory: Memory, at: int | None = None, request: Stored | None = None) -> None:
        self._memory = memory
        self._changed: dict[tuple[str, str], Stored] = {}
        self._asked = request or {"id": None, "idempotency_key": None}
        self.base = memory.base
        self.has_receiver = memory.receiver is not None
        self.now = memory.now if at is None else at

    def get(self, kind: str, id: str) -> Stored | None:
        return self._changed.get((kind, id)) or self._memory.get(kind, id)

    def find(self, kind: str, id: str, param: str = "id") -> Stored:
        """Raises Missing."""
        found = self.get(kind, id)
        if found is None:
            raise Missing(kind, id, param)
        return found

    def all(self, kind: str) -> Iterator[Stored]:
        """Newest first."""
        fresh = [state for (of, id), state in self._changed.items() if of == kind and not self._memory.get(kind, id)]
        yield from reversed(fresh)
        for state in self._memory.all(kind):
            yield self._changed.get((kind, state["id"]), state)

    def put(self, thing: Stored, **changes: Any) -> Stored:
        """Keep an object, with these changes."""
        thing = thing | changes
        self._changed[thing["object"], thing["id"]] = thing
        return thing

    def remember(self, kind: str, id: str, state: Stored) -> None:
        """Keep what is no object of Stripe's."""
        self._changed[kind, id] = state

    def made(self, kind: str) -> list[Stored]:
        """What of this kind it keeps, oldest first."""
        return [state for (of, _), state in self._changed.items() if of == kind]

    @property
    def asked(self) -> Stored:
        return self._asked

    @property
    def entries(self) -> list[Entry]:
        return [Entry(kind, id, state) for (kind, id), state in self._changed.items()]

    def commit(self) -> None:
        self._memory.commit(self.entries)
