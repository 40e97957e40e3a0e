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
AHEAD_SECONDS = 0.2
AHEAD_MOST = 384
AHEAD_IN_ALL = 1_536
# Taken ahead in all however long attempts take, so that strangers find room beside those that always have more.
AHEAD_LEAST = 16
AHEAD_BYTES = 4 * 1_048_576
REMEMBERED_IDLE = 200

_NEWEST_WEIGHT = 0.2
_NEWEST_WEIGHT_IN_ALL = 0.02
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
    def held(self) -> int:
        """Taken and not ended."""
        return self.waiting + self.under_way


class Rooms(msgspec.Struct):
    """How many deliveries may be taken: for endpoints that are known, and for each of the others, the strangers.

    `known` is what each may have if nobody else has anything. What all slow ones together, and a workspace's doubtful
    ones, may have is given away by `give`, to endpoints that have something due: one that has nothing keeps no room
    from the others.
    """

    for_stranger: int
    most_doubtful: int
    slow: int
    known: dict[Key, int] = msgspec.field(default_factory=dict)
    _lanes: dict[Key, Lane] = msgspec.field(default_factory=dict)
    _left: dict[str, int] = msgspec.field(default_factory=dict)

    def hold(self, account_id: str, number: int) -> None:
        """So many of a workspace's doubtful ones are held already."""
        self._left[account_id] = self._left.get(account_id, self.most_doubtful) - number

    def know(self, key: Key, lane: Lane) -> None:
        """An endpoint that has attempts, or had some lately."""
        self._lanes[key] = lane
        self.known[key] = self._limited(key, lane, lane.window + lane.ahead - lane.held)

    def give(self, key: Key, wanted: int) -> int:
        """How many of the wanted the endpoint, known or not, may have."""
        lane = self._lanes.get(key)
        given = self._limited(key, lane, wanted)
        if lane is None or lane.is_doubtful:
            self.hold(key[0], given)
        if lane is not None and lane.is_slow:
            self.slow -= given
        return given

    def seconds(self, key: Key) -> float:
        """What a slow endpoint's attempts took lately; 0 for any other."""
        lane = self._lanes.get(key)
        return (lane.seconds or 0.0) if lane is not None and lane.is_slow else 0.0

    def _limited(self, key: Key, lane: Lane | None, wanted: int) -> int:
        if lane is None or lane.is_doubtful:
            wanted = min(wanted, self._left.get(key[0], self.most_doubtful))
        if lane is not None and lane.is_slow:
            wanted = min(wanted, self.slow)
        return max(0, wanted)


class Slots:
    """The slots of one worker process; endpoints are known by (workspace, endpoint)."""

    def __init__(self, total: int):
        self._total = total
        self._most = max(FIRST_WINDOW, total // 4)
        self._most_on_host = max(FIRST_WINDOW, total // 2)
        self._most_of_workspace = max(FIRST_WINDOW, total * 3 // 4)
        self._most_doubtful = max(FIRST_WINDOW, total // 4)
        self._most_slow = max(1, total // 2)
        self._waiting = 0
        self._under_way = 0
        self._slow_under_way = 0
        # What quick attempts took lately, whoever's they were.
        self._seconds = _SHORTEST_SECONDS
        self._is_second = False
        self._lanes: OrderedDict[Key, Lane] = OrderedDict()
        self._shares: WeakValueDictionary[tuple[str, ...], Share] = WeakValueDictionary()

    @property
    def free(self) -> int:
        return self._total - self._under_way

    @property
    def capacity(self) -> int:
        """How many deliveries may be taken in all."""
        in_time = int(self._total * AHEAD_SECONDS / max(self._seconds, _SHORTEST_SECONDS))
        return max(0, self.free + min(AHEAD_IN_ALL, max(AHEAD_LEAST, in_time)) - self._waiting)

    def rooms(self) -> Rooms:
        """How many more deliveries may be taken for whom."""
        slow = self._most_slow - sum(lane.held for lane in self._lanes.values() if lane.is_slow)
        rooms = Rooms(FIRST_WINDOW if self.free else 1, self._most_doubtful, max(0, slow))
        for key, lane in self._lanes.items():
            if lane.is_doubtful:
                rooms.hold(key[0], lane.held)
        for key, lane in self._lanes.items():
            rooms.know(key, lane)
        return rooms

    def alternate(self) -> bool:
        """True every second time that it is asked."""
        self._is_second = not self._is_second
        return self._is_second

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

    def end(self, key: Key, seconds: float | None) -> None:
        """An attempt has ended after `seconds`, however it went; None: it was not made after all."""
        lane = self._lanes[key]
        self._count(lane, -1)
        if seconds is None:
            return
        average = seconds if lane.seconds is None else lane.seconds + _NEWEST_WEIGHT * (seconds - lane.seconds)
        if seconds >= SLOW_SECONDS:
            self._know(lane, average, is_slow=True)
        else:
            self._know(lane, average, is_slow=False)
            self._seconds += _NEWEST_WEIGHT_IN_ALL * (seconds - self._seconds)
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
            del self._lanes[next(key for key, lane in self._lanes.items() if not lane.held)]
