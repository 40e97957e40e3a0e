"""How many reads of one party PostgreSQL is busy with at once (docs/decisions/0082-reads-at-once.md).

A server process that works competes for the processors with every other one, whoever it works for, and a party has as
many as it has connections. So it is measured how long the reads of each party take. Whoever's take long has few at once
for as long as somebody else asks as well; alone it has all that its share of the connections gives it.

Reads alone are paced: they wait for nobody's locks, so that those under way end whatever the others do.
"""

import asyncio
import time
from collections import OrderedDict

from fulfilment.party import HOUSE
from fulfilment.shares import NoPlace

# A party whose reads take longer, as a rule, keeps the server busy.
LONG_SECONDS = 0.002
# So many of them are under way at once while others ask.
FEW = 2
# Somebody who asked is there for so long.
THERE_SECONDS = 0.5
MOST_REMEMBERED = 8_192
_WEIGHT_OF_LAST = 0.1


class Pace:
    """The reads under way in one process, by party, and what each party's have taken of late."""

    def __init__(self) -> None:
        self._running: dict[str, int] = {}
        self._waiting: dict[str, OrderedDict[asyncio.Future[None], None]] = {}
        self._usual: OrderedDict[str, float] = OrderedDict()
        # The last two that asked, and when; the newer one last.
        self._latest: OrderedDict[str, float] = OrderedDict()

    def begin_now(self, party: str) -> bool:
        """Begin a read, to be ended, unless the party has as many as it may have. The house always may."""
        if party == HOUSE:
            return True
        self._ask(party)
        if party in self._waiting or not self._may(party):
            return False
        self._running[party] = self._running.get(party, 0) + 1
        return True

    async def begin(self, party: str, seconds: float) -> None:
        """Begin a read when one of the party's ends, waiting at most so long. Raises NoPlace."""
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(party, OrderedDict())[begun] = None
        limit = loop.call_later(seconds, _refuse, begun)
        try:
            await begun
        except BaseException:
            if begun.done() and not begun.cancelled() and begun.exception() is None:
                # It was begun in the moment in which its reader gave up.
                self._end(party)
            else:
                self._forget(party, begun)
            raise
        finally:
            limit.cancel()

    def end(self, party: str, seconds: float) -> None:
        """Remember how long a read took, and let the party's next ones begin."""
        if party == HOUSE:
            return
        usual = self._usual.pop(party, seconds)
        self._usual[party] = usual + (seconds - usual) * _WEIGHT_OF_LAST
        if len(self._usual) > MOST_REMEMBERED:
            self._usual.popitem(last=False)
        self._end(party)

    def give_up(self, party: str) -> None:
        """End a read that never got as far as the database."""
        if party != HOUSE:
            self._end(party)

    def _end(self, party: str) -> None:
        self._running[party] -= 1
        if not self._running[party]:
            del self._running[party]
        queue = self._waiting.get(party)
        while queue and self._may(party):
            begun, _ = queue.popitem(last=False)
            # Whoever has just given up is about to say so.
            if not begun.done():
                self._running[party] = self._running.get(party, 0) + 1
                begun.set_result(None)
        if queue is not None and not queue:
            self._waiting.pop(party, None)

    def _ask(self, party: str) -> None:
        self._latest.pop(party, None)
        self._latest[party] = time.monotonic()
        if len(self._latest) > 2:
            self._latest.popitem(last=False)

    def _may(self, party: str) -> bool:
        """None of them waits for ever: as long as one waits, another one of its party runs, which serves it."""
        running = self._running.get(party, 0)
        return running < FEW or self._usual.get(party, 0.0) <= LONG_SECONDS or not self._has_others(party)

    def _has_others(self, party: str) -> bool:
        since = time.monotonic() - THERE_SECONDS
        return any(other != party and at >= since for other, at in self._latest.items())

    def _forget(self, party: str, begun: asyncio.Future[None]) -> None:
        queue = self._waiting.get(party)
        if queue is not None and begun in queue:
            del queue[begun]
            if not queue:
                del self._waiting[party]


def _refuse(begun: asyncio.Future[None]) -> None:
    if not begun.done():
        begun.set_exception(NoPlace())
