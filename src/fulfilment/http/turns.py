"""Turns at the event loop: no workspace fills it with more than some milliseconds of work at a time.

All requests of a process share one thread. Cheap ones pass through it in fractions of a millisecond, and many of them
at once delay a neighbour little; a bulk request or a page of megabytes holds it for longer, and as many of these at
once would delay everybody by their sum. So it is measured how long each request holds the loop. Of the requests that
are expected to take long a workspace's next one begins only while its running ones stay within LOOP_BUDGET_SECONDS
together; one that is expected to take more has the only such turn of its workspace. Nobody waits for another
workspace's requests here, what is cheap waits for nothing, and nobody waits for what itself only waits, for a courier
say, or for a document to be drawn. Of those that say so themselves (`Turn.aside`) MOST_ASIDE begin to wait within
ABSENT_SECONDS.

A request that never waits would hand the loop straight to its workspace's next one, and a neighbour's, which comes back
to the loop for each of its statements, would wait for one of them each time. So where anybody else was about of late,
the turns of a workspace take MOST_OF_LOOP of it at most, with pauses in between.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Generator, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from fulfilment.http.errors import ServiceUnavailable

LOOP_BUDGET_SECONDS = 0.005
# That part of the time which the turns of one workspace may take, one after the other, while others are about.
MOST_OF_LOOP = 1 / 2
# Who asked for anything since so long ago is about.
ABOUT_SECONDS = 1.0
# A process that got no time for a while, or was stopped, seems to have held the loop all along.
LONGEST_PAUSE_SECONDS = 0.25
# Whatever is expected to take no longer begins at once.
CHEAP_SECONDS = 0.0005
# The server's own thread writes the answer, which holds up everybody's answers as long.
SECONDS_TO_WRITE_A_BYTE = 1e-9
# What nobody has measured yet is taken for that long at least, so that of a first burst only some begin at once.
UNKNOWN_SECONDS = LOOP_BUDGET_SECONDS / 4
# Whoever has that much under way before them is told to come again rather than kept waiting.
LONGEST_WAIT_SECONDS = 30.0
# What has not been at the loop for so long is waiting for something else, and keeps nobody from their turn.
ABSENT_SECONDS = 0.5
# So many requests of a workspace that said so themselves may be waiting since less than that.
MOST_ASIDE = 32
# Of so many workspaces and routes it is remembered what their last requests took.
MOST_REMEMBERED = 8_192
_WEIGHT_OF_LAST = 0.3

Result = TypeVar("Result")
UnlessGone = Callable[[Awaitable[None]], Awaitable[None]]


async def _stay(work: Awaitable[None]) -> None:
    await work


class Turn:
    """One request's turn. What is awaited by `spend` is measured."""

    __slots__ = ("_serve", "began", "expected", "is_aside", "party", "paused_at", "spent", "what")

    def __init__(self, party: str, what: Hashable, expected: float, serve: Callable[[str], None] | None = None):
        self.party = party
        self.what = what
        self.expected = expected
        self.spent = 0.0
        self.began = 0.0
        self.paused_at = 0.0
        self.is_aside = False
        self._serve = serve

    @property
    def is_cheap(self) -> bool:
        return self.expected <= CHEAP_SECONDS

    def spend(self, work: Coroutine[Any, Any, Result]) -> "Spent[Result]":
        """The awaitable that does `work` and notes how long it held the loop."""
        return Spent(self, work)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """While it waits for somebody else it keeps nobody of its workspace from their turn, from the first moment."""
        self.is_aside = True
        if self._serve is not None:
            self._serve(self.party)
        try:
            yield
        finally:
            self.is_aside = False

    def writes(self, size: int) -> None:
        """Count what it takes to write an answer of so many bytes."""
        self.spent += size * SECONDS_TO_WRITE_A_BYTE


class Spent(Awaitable[Result]):
    """Drives a coroutine step by step, as `await` does, with the time between its pauses added up."""

    __slots__ = ("_turn", "_work")

    def __init__(self, turn: Turn, work: Coroutine[Any, Any, Result]):
        self._turn = turn
        self._work = work

    def __await__(self) -> Generator[Any, Any, Result]:
        turn, work, clock = self._turn, self._work, time.perf_counter
        value: Any = None
        thrown: BaseException | None = None
        while True:
            began = clock()
            try:
                paused_for = work.send(value) if thrown is None else work.throw(thrown)
            except StopIteration as end:
                return end.value
            finally:
                turn.paused_at = clock()
                turn.spent += turn.paused_at - began
            value = thrown = None
            try:
                value = yield paused_for
            except BaseException as problem:
                thrown = problem


class Turns:
    """Who is running, who waits, and what each workspace's requests of each kind have taken of late."""

    def __init__(self, budget_seconds: float = LOOP_BUDGET_SECONDS):
        self._budget = budget_seconds
        self._running: dict[str, list[Turn]] = {}
        self._waiting: dict[str, OrderedDict[asyncio.Future[None], Turn]] = {}
        self._looks: dict[str, asyncio.TimerHandle] = {}
        # When a party has had no more than its part of the time again, with what lets its next ones begin then.
        self._pauses: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        self._costs: OrderedDict[tuple[str, Hashable], float] = OrderedDict()
        self._usual: dict[Hashable, float] = {}
        # Who was the last to ask, and when it was somebody else the last time.
        self._last_party: str | None = None
        self._changed_at = float("-inf")

    async def take(self, party: str, what: Hashable, unless_gone: UnlessGone = _stay) -> Turn:
        """The next turn of `party` for a request of the kind `what`, to be ended. Raises ServiceUnavailable.

        `unless_gone` awaits what it is given for as long as the caller is there.
        """
        turn = Turn(party, what, self._expected(party, what), self._serve)
        if party != self._last_party:
            self._changed_at = float("-inf") if self._last_party is None else time.perf_counter()
            self._last_party = party
        if turn.is_cheap:
            return turn
        if party not in self._waiting and self._fits(turn):
            self._begin(turn)
            return turn
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if party not in self._waiting:
            self._waiting[party] = OrderedDict()
            self._look_again(party)
        self._waiting[party][begun] = turn
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await unless_gone(begun)
        except BaseException as problem:
            if begun.done() and not begun.cancelled():
                self.end(turn)
            else:
                self._forget(party, begun)
            if isinstance(problem, TimeoutError):
                raise ServiceUnavailable(retry_after_seconds=5) from None
            raise
        return turn

    def end(self, turn: Turn) -> None:
        """Remember what it took, and let the party's next ones begin."""
        if turn.spent:
            self._learn(turn)
        if turn.is_cheap:
            return
        party = turn.party
        self._running[party].remove(turn)
        if not self._running[party]:
            del self._running[party]
        self._pause(turn)
        self._serve(party)

    def _pause(self, turn: Turn) -> None:
        """Let the party's next one begin when its turns, this one included, are no more than their part of the time."""
        paused_until, resuming = self._pauses.pop(turn.party, (turn.began, None))
        if resuming is not None:
            resuming.cancel()
        now = time.perf_counter()
        until = min(max(paused_until, turn.began) + turn.spent / MOST_OF_LOOP, now + LONGEST_PAUSE_SECONDS)
        if (seconds := until - now) > 0 and now - self._changed_at < ABOUT_SECONDS:
            self._pauses[turn.party] = until, asyncio.get_running_loop().call_later(seconds, self._resume, turn.party)

    def _resume(self, party: str) -> None:
        del self._pauses[party]
        self._serve(party)

    def _serve(self, party: str) -> None:
        queue = self._waiting.get(party)
        while queue and self._fits(next(iter(queue.values()))):
            begun, waiting = queue.popitem(last=False)
            # Whoever has just given up is about to say so.
            if not begun.done():
                self._begin(waiting)
                begun.set_result(None)
        if queue is not None and not queue:
            del self._waiting[party]

    def _look_again(self, party: str) -> None:
        """Find out every now and then who has gone to wait for something else."""
        if party not in self._looks:
            self._looks[party] = asyncio.get_running_loop().call_later(ABSENT_SECONDS, self._look, party)

    def _look(self, party: str) -> None:
        del self._looks[party]
        self._serve(party)
        if party in self._waiting:
            self._look_again(party)

    def _fits(self, turn: Turn) -> bool:
        if turn.party in self._pauses:
            return False
        since = time.perf_counter() - ABSENT_SECONDS
        there = [other for other in self._running.get(turn.party, ()) if other.paused_at > since]
        running = [other for other in there if not other.is_aside]
        if len(there) - len(running) >= MOST_ASIDE:
            return False
        return not running or sum(other.expected for other in running) + turn.expected <= self._budget

    def _begin(self, turn: Turn) -> None:
        # What was learnt while it waited counts as well, though never so little that it would not have had to wait.
        turn.expected = max(self._expected(turn.party, turn.what), 2 * CHEAP_SECONDS)
        turn.began = turn.paused_at = time.perf_counter()
        self._running.setdefault(turn.party, []).append(turn)

    def _expected(self, party: str, what: Hashable) -> float:
        known = self._costs.get((party, what))
        return max(self._usual.get(what, 0.0), UNKNOWN_SECONDS) if known is None else known

    def _learn(self, turn: Turn) -> None:
        known = self._costs.pop((turn.party, turn.what), turn.spent)
        self._costs[turn.party, turn.what] = known + (turn.spent - known) * _WEIGHT_OF_LAST
        if len(self._costs) > MOST_REMEMBERED:
            self._costs.popitem(last=False)
        usual = self._usual.get(turn.what, turn.spent)
        self._usual[turn.what] = usual + (turn.spent - usual) * _WEIGHT_OF_LAST

    def _forget(self, party: str, begun: asyncio.Future[None]) -> None:
        queue = self._waiting.get(party)
        if queue is not None and begun in queue:
            del queue[begun]
            if not queue:
                del self._waiting[party]
