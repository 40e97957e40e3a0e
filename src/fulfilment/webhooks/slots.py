"""Who may have how many attempts under way: a receiver that is slow must not take the slots of the others.

An endpoint begins with a few slots, gains one with each attempt that ends quickly, and loses half of them with each
that does not; all that were slow last time share half of the slots. So a receiver that hangs soon holds one slot, and a
fast one is served as fast as it answers: for such a one some deliveries are taken ahead, so that none of its slots
waits for the database.
"""

from collections import OrderedDict

import msgspec

FIRST_WINDOW = 2
SLOW_SECONDS = 1.0
# Deliveries are taken ahead for so long, by the time that the endpoint's attempts took lately, but never more.
AHEAD_SECONDS = 0.1
AHEAD_MOST = 192
AHEAD_IN_ALL = 384
AHEAD_BYTES = 4 * 1_048_576
REMEMBERED_IDLE = 200

_NEWEST_WEIGHT = 0.2
_SHORTEST_SECONDS = 0.001

Key = tuple[str, str]


class Lane(msgspec.Struct):
    """What is known of one endpoint.

    `seconds` is what its attempts took lately, None before the first ended; `size_bytes` is the largest body lately.
    """

    window: int = FIRST_WINDOW
    waiting: int = 0
    under_way: int = 0
    is_slow: bool = False
    seconds: float | None = None
    size_bytes: float = 1.0

    @property
    def ahead(self) -> int:
        if self.is_slow or self.seconds is None:
            return 0
        in_time = self.window * AHEAD_SECONDS / max(self.seconds, _SHORTEST_SECONDS)
        return int(min(AHEAD_MOST, in_time, AHEAD_BYTES / self.size_bytes))

    @property
    def is_idle(self) -> bool:
        return not self.waiting and not self.under_way


class Slots:
    """The slots of one worker process; endpoints are known by (workspace, endpoint)."""

    def __init__(self, total: int):
        self._total = total
        self._most = max(FIRST_WINDOW, total // 4)
        self._waiting = 0
        self._under_way = 0
        self._slow_under_way = 0
        self._lanes: OrderedDict[Key, Lane] = OrderedDict()

    @property
    def free(self) -> int:
        return self._total - self._under_way

    @property
    def room_for_others(self) -> int:
        """How many deliveries may be taken for an endpoint that `rooms` does not name."""
        return FIRST_WINDOW if self.free else 0

    @property
    def capacity(self) -> int:
        """How many deliveries may be taken in all."""
        return max(0, self.free + AHEAD_IN_ALL - self._waiting)

    def rooms(self) -> list[tuple[str, str, int]]:
        """How many more deliveries may be taken for each endpoint that is known."""
        return [(*key, self._room(lane)) for key, lane in self._lanes.items()]

    def _room(self, lane: Lane) -> int:
        room = max(0, lane.window + lane.ahead - lane.under_way - lane.waiting)
        return min(room, max(0, self._total // 2 - self._slow_under_way)) if lane.is_slow else room

    def take(self, key: Key, size_bytes: int) -> None:
        """A delivery was taken and waits for its slot."""
        lane = self._lanes.setdefault(key, Lane())
        lane.waiting += 1
        lane.size_bytes = max(1.0, size_bytes, lane.size_bytes * (1 - _NEWEST_WEIGHT))
        self._lanes.move_to_end(key)
        self._waiting += 1

    def drop(self, key: Key) -> None:
        """A delivery that waited will not be attempted by us."""
        self._lanes[key].waiting -= 1
        self._waiting -= 1

    def may_begin(self, key: Key) -> bool:
        lane = self._lanes[key]
        return self.free > 0 and lane.under_way < lane.window

    def begin(self, key: Key) -> None:
        """A delivery that waited is attempted."""
        self.drop(key)
        lane = self._lanes[key]
        lane.under_way += 1
        self._under_way += 1
        self._slow_under_way += lane.is_slow

    def end(self, key: Key, seconds: float) -> None:
        """An attempt has ended after `seconds`, however it went."""
        lane = self._lanes[key]
        lane.under_way -= 1
        self._under_way -= 1
        self._slow_under_way -= lane.is_slow
        lane.seconds = seconds if lane.seconds is None else lane.seconds + _NEWEST_WEIGHT * (seconds - lane.seconds)
        if seconds >= SLOW_SECONDS:
            self.slow_down(key)
        else:
            self._set_slow(lane, False)
            lane.window = min(self._most, lane.window + 1)
        self._forget_idle()

    def slow_down(self, key: Key) -> None:
        """The endpoint does not answer as quickly as it should."""
        lane = self._lanes[key]
        self._set_slow(lane, True)
        lane.window = max(1, lane.window // 2)

    def _set_slow(self, lane: Lane, is_slow: bool) -> None:
        """Its attempts under way count from now on as what it has become."""
        self._slow_under_way += (is_slow - lane.is_slow) * lane.under_way
        lane.is_slow = is_slow

    def _forget_idle(self) -> None:
        if len(self._lanes) > self._total + AHEAD_IN_ALL + REMEMBERED_IDLE:
            del self._lanes[next(key for key, lane in self._lanes.items() if lane.is_idle)]
