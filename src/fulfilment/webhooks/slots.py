"""Who may have how many attempts under way: a receiver that is slow must not take the slots of the others.

An endpoint begins with a few slots, gains one with each attempt that ends quickly, and loses half of them with each
that does not; all that were slow last time share half of the slots. So a receiver that hangs soon holds one slot, and a
fast one is served as fast as it answers: for such a one some deliveries are taken ahead, so that none of its slots
waits for the database.

Of all slots an endpoint has a quarter at most, the endpoints of one workspace on one host half, and a workspace three
quarters; but what it has of endpoints that have not answered quickly is a quarter again, whether they are slow or
nobody knows yet. A host is counted for each workspace by itself: what one does there must not hold up another.
"""

from collections import OrderedDict
from weakref import WeakValueDictionary

import msgspec

FIRST_WINDOW = 2
SLOW_SECONDS = 1.0
# Deliveries are taken ahead for so long, by the time that the endpoint's attempts took lately, but never more.
AHEAD_SECONDS = 0.1
AHEAD_MOST = 192
AHEAD_IN_ALL = 768
AHEAD_BYTES = 4 * 1_048_576
REMEMBERED_IDLE = 200

_NEWEST_WEIGHT = 0.2
_SHORTEST_SECONDS = 0.001

Key = tuple[str, str]


class Share(msgspec.Struct, weakref=True):
    """What several endpoints have under way together; `doubtful` are the attempts on those not known to be quick."""

    whose: tuple[str, ...]
    under_way: int = 0
    doubtful: int = 0


class Lane(msgspec.Struct):
    """What is known of one endpoint.

    `seconds` is what its attempts took lately, None before the first ended; `size_bytes` is the largest body lately.
    """

    workspace: Share
    host: Share
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
    def is_doubtful(self) -> bool:
        return self.is_slow or self.seconds is None

    @property
    def is_idle(self) -> bool:
        return not self.waiting and not self.under_way


class Slots:
    """The slots of one worker process; endpoints are known by (workspace, endpoint)."""

    def __init__(self, total: int):
        self._total = total
        self._most = max(FIRST_WINDOW, total // 4)
        self._most_on_host = max(FIRST_WINDOW, total // 2)
        self._most_of_workspace = max(FIRST_WINDOW, total * 3 // 4)
        self._most_doubtful = max(FIRST_WINDOW, total // 4)
        self._most_slow = total // 2
        self._waiting = 0
        self._under_way = 0
        self._slow_under_way = 0
        self._lanes: OrderedDict[Key, Lane] = OrderedDict()
        self._shares: WeakValueDictionary[tuple[str, ...], Share] = WeakValueDictionary()

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
        return min(room, self._room_for_slow(lane)) if lane.is_slow else room

    def _room_for_slow(self, lane: Lane) -> int:
        of_all = self._most_slow - self._slow_under_way
        return max(0, min(of_all, self._most_doubtful - lane.workspace.doubtful))

    def take(self, key: Key, host: str, size_bytes: int) -> None:
        """A delivery to `host` was taken and waits for its slot."""
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = Lane(self._share((key[0],)), self._share((key[0], host)))
        elif lane.host.whose[1] != host:
            self._move(lane, host)
        lane.waiting += 1
        lane.size_bytes = max(1.0, size_bytes, lane.size_bytes * (1 - _NEWEST_WEIGHT))
        self._lanes.move_to_end(key)
        self._waiting += 1

    def _share(self, whose: tuple[str, ...]) -> Share:
        return self._shares.setdefault(whose, Share(whose))

    def _move(self, lane: Lane, host: str) -> None:
        """The endpoint has another URL now."""
        lane.host.under_way -= lane.under_way
        lane.host = self._share((lane.host.whose[0], host))
        lane.host.under_way += lane.under_way

    def drop(self, key: Key) -> None:
        """A delivery that waited will not be attempted by us."""
        self._lanes[key].waiting -= 1
        self._waiting -= 1

    def may_begin(self, key: Key) -> bool:
        lane = self._lanes[key]
        return (
            self._under_way < self._total
            and lane.under_way < lane.window
            and lane.host.under_way < self._most_on_host
            and lane.workspace.under_way < self._most_of_workspace
            and (not lane.is_doubtful or lane.workspace.doubtful < self._most_doubtful)
            and (not lane.is_slow or self._slow_under_way < self._most_slow)
        )

    def begin(self, key: Key) -> None:
        """A delivery that waited is attempted."""
        self.drop(key)
        self._count(self._lanes[key], 1)

    def end(self, key: Key, seconds: float) -> None:
        """An attempt has ended after `seconds`, however it went."""
        lane = self._lanes[key]
        self._count(lane, -1)
        average = seconds if lane.seconds is None else lane.seconds + _NEWEST_WEIGHT * (seconds - lane.seconds)
        if seconds >= SLOW_SECONDS:
            self._know(lane, average, is_slow=True)
        else:
            self._know(lane, average, is_slow=False)
            lane.window = min(self._most, lane.window + 1)
        self._forget_idle()

    def slow_down(self, key: Key) -> None:
        """The endpoint does not answer as quickly as it should."""
        lane = self._lanes[key]
        self._know(lane, lane.seconds, is_slow=True)

    def _count(self, lane: Lane, change: int) -> None:
        lane.under_way += change
        lane.host.under_way += change
        lane.workspace.under_way += change
        self._under_way += change
        if lane.is_doubtful:
            lane.workspace.doubtful += change
            self._slow_under_way += change * lane.is_slow

    def _know(self, lane: Lane, seconds: float | None, *, is_slow: bool) -> None:
        """Its attempts under way count from now on as what it has become."""
        was_doubtful, was_slow = lane.is_doubtful, lane.is_slow
        lane.seconds, lane.is_slow = seconds, is_slow
        lane.workspace.doubtful += (lane.is_doubtful - was_doubtful) * lane.under_way
        self._slow_under_way += (is_slow - was_slow) * lane.under_way
        if is_slow:
            lane.window = max(1, lane.window // 2)

    def _forget_idle(self) -> None:
        if len(self._lanes) > self._total + AHEAD_IN_ALL + REMEMBERED_IDLE:
            del self._lanes[next(key for key, lane in self._lanes.items() if lane.is_idle)]
