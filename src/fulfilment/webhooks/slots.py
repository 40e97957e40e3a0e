"""Who may have how many attempts under way: a receiver that is slow must not take the slots of the others.

An endpoint begins with a few slots, gains one with each attempt that ends quickly, and loses half of them with each
that does not; all that were slow last time share half of the slots. So a receiver that hangs soon holds one slot, and a
fast one is served as fast as it answers.
"""

from collections import OrderedDict

import msgspec

FIRST_WINDOW = 2
SLOW_SECONDS = 1.0
REMEMBERED_IDLE = 200

Key = tuple[str, str]


class Lane(msgspec.Struct):
    """What is known of one endpoint, by (workspace, endpoint)."""

    window: int = FIRST_WINDOW
    under_way: int = 0
    is_slow: bool = False


class Slots:
    """The slots of one worker process."""

    def __init__(self, total: int):
        self._total = total
        self._most = max(FIRST_WINDOW, total // 4)
        self._under_way = 0
        self._slow_under_way = 0
        self._lanes: OrderedDict[Key, Lane] = OrderedDict()

    @property
    def free(self) -> int:
        return self._total - self._under_way

    @property
    def under_way(self) -> int:
        return self._under_way

    def rooms(self) -> list[tuple[str, str, int]]:
        """How many more attempts the endpoints that are known may have; any other may have FIRST_WINDOW."""
        slow_room = max(0, self._total // 2 - self._slow_under_way)
        return [
            (*key, max(0, min(lane.window - lane.under_way, slow_room if lane.is_slow else self._total)))
            for key, lane in self._lanes.items()
        ]

    def begin(self, key: Key) -> None:
        """An attempt begins."""
        lane = self._lanes.setdefault(key, Lane())
        self._lanes.move_to_end(key)
        lane.under_way += 1
        self._under_way += 1
        self._slow_under_way += lane.is_slow

    def end(self, key: Key, seconds: float) -> None:
        """An attempt has ended after `seconds`, however it went."""
        lane = self._lanes[key]
        lane.under_way -= 1
        self._under_way -= 1
        self._slow_under_way -= lane.is_slow
        was_slow, lane.is_slow = lane.is_slow, seconds >= SLOW_SECONDS
        # Its other attempts under way count from now on as what it has become.
        self._slow_under_way += (lane.is_slow - was_slow) * lane.under_way
        lane.window = max(1, lane.window // 2) if lane.is_slow else min(self._most, lane.window + 1)
        self._forget_idle()

    def _forget_idle(self) -> None:
        while len(self._lanes) > self._total + REMEMBERED_IDLE:
            oldest = next(key for key, lane in self._lanes.items() if not lane.under_way)
            del self._lanes[oldest]
