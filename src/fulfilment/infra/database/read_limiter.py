"""How many reads of one party PostgreSQL is busy with at once (docs/decisions/0127-one-long-read-at-a-time.md).

A server process that works competes for the processors with every other one, whoever it works for, and a party has as
many as it has connections. So it is measured how long the reads of each party take. Whoever's take long has one at a
time in a process for as long as somebody else asks as well, in whichever process of the node; alone it has all that its
share of the connections gives it.

Reads alone are paced: they wait for nobody's locks, so that those under way end whatever the others do.
"""

import asyncio
from collections import OrderedDict

from fulfilment.infra.database.contention_flag import Askers
from fulfilment.infra.limits.fair_semaphore import AcquireTimeout
from fulfilment.infra.limits.tenant import SYSTEM

# A party that keeps the server busy with reads that take longer has FEW of them at once while others ask.
LONG_SECONDS = 0.002
# One at a time takes less than many that compete, whoever's they are: who is paced stays so until they are this quick.
QUICK_SECONDS = LONG_SECONDS / 2
FEW = 1
# Where none has ended for so long, one more begins: a single read that hangs keeps nobody else of its party waiting.
STUCK_SECONDS = 0.25
MOST_REMEMBERED = 8_192
# What a party's reads have taken of late is what they took during about so much of their time, not during the last so
# many of them: between a slow statement and the next may be any number of quick ones.
_OF_LATE_SECONDS = 0.05


class Usual:
    """What a party's reads take, weighed by what they take, and whether that is called long."""

    __slots__ = ("is_long", "seconds")

    def __init__(self) -> None:
        self.seconds = 0.0
        self.is_long = False

    def learn(self, seconds: float) -> None:
        self.seconds += (seconds - self.seconds) * seconds / (seconds + _OF_LATE_SECONDS)
        self.is_long = self.seconds > (QUICK_SECONDS if self.is_long else LONG_SECONDS)


class Line:
    """Those of a party that wait for their turn to read, the first first."""

    __slots__ = ("moved_at", "stuck", "waiting")

    def __init__(self, now: float) -> None:
        self.waiting: OrderedDict[asyncio.Future[None], None] = OrderedDict()
        # When a read of the party ended last.
        self.moved_at = now
        # So many of its reads under way keep nobody from beginning.
        self.stuck = 0


class Pace:
    """The reads under way in one process, by party, and what each party's have taken of late."""

    def __init__(self, askers: Askers) -> None:
        self._askers = askers
        self._running: dict[str, int] = {}
        self._lines: dict[str, Line] = {}
        self._usual: OrderedDict[str, Usual] = OrderedDict()

    def begin_now(self, party: str) -> bool:
        """Begin a read, to be ended, unless the party has as many as it may have. The house always may."""
        if party == SYSTEM:
            return True
        self._askers.note(party)
        if party in self._lines or not self._may(party):
            return False
        self._running[party] = self._running.get(party, 0) + 1
        return True

    async def begin(self, party: str, seconds: float) -> None:
        """Begin a read when one of the party's ends, waiting at most so long. Raises NoPlace."""
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[None] = loop.create_future()
        line = self._lines.get(party)
        if line is None:
            line = self._lines[party] = Line(loop.time())
            loop.call_later(STUCK_SECONDS, self._look, party, line)
        line.waiting[begun] = None
        limit = loop.call_later(seconds, _refuse, begun)
        try:
            await begun
        except BaseException:
            if begun.done() and not begun.cancelled() and begun.exception() is None:
                # It was begun in the moment in which its reader gave up.
                self._end(party, 0.0)
            else:
                line.waiting.pop(begun, None)
                self._serve(party, line)
            raise
        finally:
            limit.cancel()

    def end(self, party: str, seconds: float) -> None:
        """Remember how long a read took, and let the party's next ones begin."""
        if party == SYSTEM:
            return
        usual = self._usual[party] = self._usual.pop(party, None) or Usual()
        usual.learn(seconds)
        if len(self._usual) > MOST_REMEMBERED:
            self._usual.popitem(last=False)
        self._end(party, seconds)

    def give_up(self, party: str) -> None:
        """End a read that never got as far as the database."""
        if party != SYSTEM:
            self._end(party, STUCK_SECONDS)

    def _end(self, party: str, seconds: float) -> None:
        self._running[party] -= 1
        if not self._running[party]:
            del self._running[party]
        line = self._lines.get(party)
        if line is not None:
            line.moved_at = asyncio.get_running_loop().time()
            # It may have been found stuck while it had no connection yet, which is not in its seconds.
            if line.stuck and seconds >= STUCK_SECONDS / 2:
                line.stuck -= 1
            self._serve(party, line)

    def _look(self, party: str, line: Line) -> None:
        """Let one more begin where none has ended for long, and look again for as long as some wait."""
        if self._lines.get(party) is not line:
            return
        loop = asyncio.get_running_loop()
        if loop.time() >= line.moved_at + STUCK_SECONDS:
            line.stuck += 1
            line.moved_at = loop.time()
            self._serve(party, line)
        loop.call_at(line.moved_at + STUCK_SECONDS, self._look, party, line)

    def _serve(self, party: str, line: Line) -> None:
        """Let those begin that may; a line that nobody waits in is forgotten."""
        while line.waiting and self._may(party):
            begun, _ = line.waiting.popitem(last=False)
            # Whoever has just given up is about to say so.
            if not begun.done():
                self._running[party] = self._running.get(party, 0) + 1
                begun.set_result(None)
        if not line.waiting and self._lines.get(party) is line:
            del self._lines[party]

    def _may(self, party: str) -> bool:
        """None of them waits for ever: as long as one waits, another one of its party runs, which serves it."""
        line = self._lines.get(party)
        if self._running.get(party, 0) < FEW + (0 if line is None else line.stuck):
            return True
        usual = self._usual.get(party)
        return usual is None or not usual.is_long or not self._askers.has_other(party)


def _refuse(begun: asyncio.Future[None]) -> None:
    if not begun.done():
        begun.set_exception(AcquireTimeout())
