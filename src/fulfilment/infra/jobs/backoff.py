"""Exponential back-off: the schedule of waits, and a registry of the keys that failed."""

from collections import OrderedDict
from collections.abc import Hashable
from time import monotonic

import msgspec

MAX_KEYS = 1_000
# After this many doublings every schedule has reached its longest wait.
_MAX_DOUBLINGS = 16


class Backoff(msgspec.Struct, frozen=True):
    """A wait that doubles with each failure in a row, from `first_seconds` to `max_seconds`."""

    first_seconds: float
    max_seconds: float

    def seconds(self, failures: int) -> float:
        """The wait after a failure that followed `failures` others."""
        return min(self.first_seconds * 2.0 ** min(failures, _MAX_DOUBLINGS), self.max_seconds)

    def interval_sql(self, failures: str) -> str:
        """The same wait as an SQL interval; `failures` is a column."""
        seconds = f"least({self.first_seconds} * 2 ^ least({failures}, {_MAX_DOUBLINGS}), {self.max_seconds})"
        return f"{seconds} * interval '1 s'"


DEFAULT_BACKOFF = Backoff(1.0, 300.0)


class _Entry(msgspec.Struct):
    failures: int
    until: float


class BackoffRegistry:
    """Exponential back-off per key, in one process. It holds the MAX_KEYS keys that failed last."""

    def __init__(self, backoff: Backoff = DEFAULT_BACKOFF) -> None:
        self._backoff = backoff
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()

    def record_failure(self, key: Hashable) -> int:
        """Back the key off. Return its number of failures in a row."""
        failures = self._entries.pop(key).failures + 1 if key in self._entries else 1
        self._entries[key] = _Entry(failures, monotonic() + self._backoff.seconds(failures - 1))
        if len(self._entries) > MAX_KEYS:
            self._entries.popitem(last=False)
        return failures

    def record_success(self, key: Hashable) -> None:
        """Forget the key's failures."""
        self._entries.pop(key, None)

    def has_failed(self, key: Hashable) -> bool:
        """True if the key's last attempt failed."""
        return key in self._entries

    def is_blocked(self, key: Hashable) -> bool:
        """True if the key may not be tried yet."""
        return key in self._entries and self._entries[key].until > monotonic()

    def blocked(self) -> set[Hashable]:
        """The keys that may not be tried yet."""
        now = monotonic()
        return {key for key, entry in self._entries.items() if entry.until > now}

    def retryable(self) -> list:
        """The keys that may be tried again, the earliest failure first."""
        now = monotonic()
        return [key for key, entry in self._entries.items() if entry.until <= now]

    def keys(self) -> list:
        """All keys whose last attempt failed."""
        return list(self._entries)
