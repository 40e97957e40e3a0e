"""What failed lately, and is left alone for longer each time in a row. Each process finds out for itself."""

from collections import OrderedDict
from collections.abc import Hashable
from time import monotonic

import msgspec

FIRST_DELAY_SECONDS = 1.0
MAX_DELAY_SECONDS = 300.0
MAX_KEYS = 1_000


class _Entry(msgspec.Struct):
    failures: int
    until: float


class BackoffRegistry:
    """Whoever is known here has failed since it last went well; of very many the latest are known."""

    def __init__(
        self, first_delay_seconds: float = FIRST_DELAY_SECONDS, max_delay_seconds: float = MAX_DELAY_SECONDS
    ) -> None:
        self._first_delay = first_delay_seconds
        self._max_delay = max_delay_seconds
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()

    def record_failure(self, key: Hashable) -> int:
        """It has failed, and rests from now on. How often in a row that is."""
        failures = self._entries.pop(key).failures + 1 if key in self._entries else 1
        seconds = min(self._first_delay * 2.0 ** min(failures - 1, 32), self._max_delay)
        self._entries[key] = _Entry(failures, monotonic() + seconds)
        if len(self._entries) > MAX_KEYS:
            self._entries.popitem(last=False)
        return failures

    def record_success(self, key: Hashable) -> None:
        """It went well."""
        self._entries.pop(key, None)

    def has_failed(self, key: Hashable) -> bool:
        """Whether it failed the last time."""
        return key in self._entries

    def is_blocked(self, key: Hashable) -> bool:
        """Whether it is to be left alone now."""
        return key in self._entries and self._entries[key].until > monotonic()

    def blocked(self) -> set[Hashable]:
        """Those to leave alone now."""
        now = monotonic()
        return {key for key, entry in self._entries.items() if entry.until > now}

    def retryable(self) -> list:
        """Those that may be tried again, the longest known first."""
        now = monotonic()
        return [key for key, entry in self._entries.items() if entry.until <= now]

    def keys(self) -> list:
        """All of them, resting or not."""
        return list(self._entries)
