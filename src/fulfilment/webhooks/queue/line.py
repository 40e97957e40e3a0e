"""Deliveries that this process has taken and that wait for a slot of their endpoint, the endpoints in turn."""

from collections import OrderedDict, deque
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from fulfilment.webhooks.queue.claiming import Taken
from fulfilment.webhooks.queue.slots import Key, Slots

# An endpoint that waits for its own slots is passed over, but not every one of them each time a slot comes free.
_LOOKED_AT = 8


class Line:
    """A line per endpoint."""

    def __init__(self, slots: Slots):
        self._slots = slots
        # Workspaces in turn, and of each its endpoints: having many of them gives no precedence.
        self._turns: OrderedDict[str, OrderedDict[Key, deque[Taken]]] = OrderedDict()

    def add(self, taken: Iterable[Taken]) -> None:
        """To the end of their lines."""
        for delivery in taken:
            lines = self._turns.setdefault(delivery.account_id, OrderedDict())
            lines.setdefault(delivery.lane, deque()).append(delivery)
            self._slots.take(delivery.lane, _host_of(delivery.url), len(delivery.body))

    def next(self, preferred: Key | None = None) -> Taken | None:
        """The next delivery that may begin; its slot is begun.

        Without `preferred` all are looked at; with it a few are, and then it, which is ready unless it has to wait.
        """
        most = None if preferred is None else _LOOKED_AT
        for account_id in _first(self._turns, most):
            lines = self._turns[account_id]
            self._turns.move_to_end(account_id)
            for key in _first(lines, most):
                lines.move_to_end(key)
                if self._slots.may_begin(key):
                    return self._begin(key)
        if preferred is None or preferred not in self._turns.get(preferred[0], ()):
            return None
        return self._begin(preferred) if self._slots.may_begin(preferred) else None

    def remove(self, key: Key) -> list[Taken]:
        """Everything that waits for this endpoint."""
        removed = list(self._turns.get(key[0], {}).get(key, ()))
        if removed:
            self._end_line(key)
        for _ in removed:
            self._slots.drop(key)
        return removed

    def remove_older(self, than: float) -> list[Taken]:
        """Everything of the endpoints for which something waits since before `than`; they count as slow from now on."""
        late = [key for lines in self._turns.values() for key, line in lines.items() if line[0].asked_at < than]
        removed = [delivery for key in late for delivery in self.remove(key)]
        for key in late:
            self._slots.slow_down(key)
        return removed

    def remove_all(self) -> list[Taken]:
        keys = [key for lines in self._turns.values() for key in lines]
        return [delivery for key in keys for delivery in self.remove(key)]

    def _begin(self, key: Key) -> Taken:
        self._slots.begin(key)
        line = self._turns[key[0]][key]
        delivery = line.popleft()
        if not line:
            self._end_line(key)
        return delivery

    def _end_line(self, key: Key) -> None:
        lines = self._turns[key[0]]
        del lines[key]
        if not lines:
            del self._turns[key[0]]


def _first(keys: Iterable[Any], most: int | None) -> list[Any]:
    return list(islice(keys, most))


@lru_cache(1_024)
def _host_of(url: str) -> str:
    """The host that a registered URL names, as it is counted."""
    return (urlsplit(url).hostname or "").rstrip(".")
