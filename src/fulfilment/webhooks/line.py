"""Deliveries that this process has taken and that wait for a slot of their endpoint, the endpoints in turn."""

from collections import OrderedDict, deque
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

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
            self._slots.take(delivery.lane, _host_of(delivery.url), len(delivery.body))

    def next(self, preferred: Key | None = None) -> Taken | None:
        """The next delivery that may begin; its slot is begun. `preferred` is looked at when no other is ready."""
        for _ in range(min(_LOOKED_AT, len(self._lines))):
            key = next(iter(self._lines))
            self._lines.move_to_end(key)
            if self._slots.may_begin(key):
                return self._begin(key)
        if preferred in self._lines and self._slots.may_begin(preferred):
            return self._begin(preferred)
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

    def _begin(self, key: Key) -> Taken:
        self._slots.begin(key)
        line = self._lines[key]
        delivery = line.popleft()
        if not line:
            del self._lines[key]
        return delivery


@lru_cache(1_024)
def _host_of(url: str) -> str:
    """The host that a registered URL names, as it is counted."""
    return (urlsplit(url).hostname or "").rstrip(".")
