"""Deliveries that this process has taken and that wait for a slot of their endpoint, the endpoints in turn."""

from collections import OrderedDict, deque
from collections.abc import Iterable

from fulfilment.webhooks.claiming import Taken
from fulfilment.webhooks.slots import Key, Slots

# An endpoint that waits for its own slots is passed over, but not every one of them each time a slot comes free.
_LOOKED_AT = 8


class Line:
    """A line per endpoint."""

    def __init__(self, slots: Slots):
        self._slots = slots
        self._lines: OrderedDict[Key, deque[Taken]] = OrderedDict()

    def add(self, taken: Iterable[Taken]) -> None:
        """To the end of their lines."""
        for delivery in taken:
            self._lines.setdefault(delivery.lane, deque()).append(delivery)
            self._slots.take(delivery.lane, len(delivery.body))

    def next(self, preferred: Key | None = None) -> Taken | None:
        """The next delivery that may begin; its slot is begun. `preferred` is looked at when no other is ready."""
        keys = [key for _, key in zip(range(_LOOKED_AT), self._lines, strict=False)]
        for key in (*keys, preferred):
            if key in self._lines:
                self._lines.move_to_end(key)
                if self._slots.may_begin(key):
                    self._slots.begin(key)
                    return self._pop(key)
        return None

    def remove(self, key: Key) -> list[Taken]:
        """Everything that waits for this endpoint."""
        removed = list(self._lines.pop(key, ()))
        for _ in removed:
            self._slots.drop(key)
        return removed

    def remove_older(self, than: float) -> list[Taken]:
        """Everything of the endpoints for which something waits since before `than`; they count as slow from now on."""
        late = [key for key, line in self._lines.items() if line[0].asked_at < than]
        removed = [delivery for key in late for delivery in self.remove(key)]
        for key in late:
            self._slots.slow_down(key)
        return removed

    def remove_all(self) -> list[Taken]:
        return [delivery for key in list(self._lines) for delivery in self.remove(key)]

    def _pop(self, key: Key) -> Taken:
        line = self._lines[key]
        delivery = line.popleft()
        if not line:
            del self._lines[key]
        return delivery
