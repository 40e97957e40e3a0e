"""What failed lately, and is left alone for longer each time in a row. Each process finds out for itself."""

from collections import OrderedDict
from collections.abc import Hashable
from time import monotonic

import msgspec

FIRST_SECONDS = 1.0
LONGEST_SECONDS = 300.0
REMEMBERED = 1_000


class _Rest(msgspec.Struct):
    faults: int
    until: float


class Rests:
    """Whoever is known here has failed since it last went well; of very many the latest are known."""

    def __init__(self, first_seconds: float = FIRST_SECONDS, longest_seconds: float = LONGEST_SECONDS):
        self._first = first_seconds
        self._longest = longest_seconds
        self._known: OrderedDict[Hashable, _Rest] = OrderedDict()

    def fault(self, key: Hashable) -> int:
        """It has failed, and rests from now on. How often in a row that is."""
        faults = self._known.pop(key).faults + 1 if key in self._known else 1
        seconds = min(self._first * 2.0 ** min(faults - 1, 32), self._longest)
        self._known[key] = _Rest(faults, monotonic() + seconds)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return faults

    def mend(self, key: Hashable) -> None:
        """It went well."""
        self._known.pop(key, None)

    def is_suspect(self, key: Hashable) -> bool:
        """Whether it failed the last time."""
        return key in self._known

    def is_resting(self, key: Hashable) -> bool:
        """Whether it is to be left alone now."""
        return key in self._known and self._known[key].until > monotonic()

    def resting(self) -> set[Hashable]:
        """Those to leave alone now."""
        now = monotonic()
        return {key for key, rest in self._known.items() if rest.until > now}

    def rested(self) -> list:
        """Those that may be tried again, the longest known first."""
        now = monotonic()
        return [key for key, rest in self._known.items() if rest.until <= now]

    def known(self) -> list:
        """All of them, resting or not."""
        return list(self._known)
