"""Transactions that travel together: mutations that arrive while one is committing share the next commit.

Each member runs the same handler as it would alone (db/ride.py), and one commit makes all of them durable. Where a
member fails, the whole trip is rolled back: that member is run again by itself, the others travel once more without
it, so that nobody is refused, or much delayed, for what another did. Each workspace has convoys of its own, since a
trip waits for every row that one of its members waits for: docs/decisions/0032-convoys-of-one-workspace.md. Each route
has some of its own, so that all members lock their rows in the same round: docs/decisions/0084-what-travels.md.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import asyncpg
import msgspec

from fulfilment import party
from fulfilment.db.outage import DEMOTED, LOST
from fulfilment.db.pool import Database
from fulfilment.db.ride import Job, Stranded, ride_together
from fulfilment.db.tx import Tx
from fulfilment.metrics import catalogue, meters
from fulfilment.traces import recording
from fulfilment.traces.recording import Span

# Stores what the members did and returns what each of them is answered.
Settle = Callable[[asyncpg.Connection, Sequence[tuple[Tx, Any]]], Awaitable[list[Any]]]

MAX_MEMBERS = 64
MAX_TRIPS = 2
# A trip that takes longer with its statements waits for a row, and holds nobody up who could go without it.
PATIENCE_SECONDS = 0.02


# The server was lost, perhaps while it committed: what became of the trip is not known, so nothing may be run again.
_LOST = (OSError, *LOST)
# Nobody else on this trip will fare better on that server.
_FATAL = (*_LOST, *DEMOTED)


class _Broken(Exception):
    """Some of the members failed. `outcomes` holds an exception for each of these."""

    def __init__(self, outcomes: Sequence[Any]):
        super().__init__()
        self.outcomes = outcomes


class _Member(msgspec.Struct):
    order: Any
    job: Job
    answer: asyncio.Future
    # What is recorded of its request, if anything is.
    span: Span | None = None
    has_travelled: bool = False

    def tell(self, result: Any) -> None:
        if not self.answer.done():
            self.answer.set_result(result)

    def strand(self, problem: BaseException) -> None:
        if not self.answer.done():
            is_lost = isinstance(problem, _LOST) and not isinstance(problem, TimeoutError)
            self.answer.set_exception(problem if is_lost else Stranded(type(problem).__name__))


def _rest() -> None:
    """Nothing has to be done."""


class Convoys:
    """The convoys of a process, each of one workspace and route; those that have nobody to carry are forgotten."""

    def __init__(self, db: Database, settle: Settle):
        self._db = db
        self._settle = settle
        self._of: dict[tuple[str, str], Convoy] = {}

    async def join(self, account_id: str, route: str, order: Any, job: Job) -> Any:
        """Run `job` with others of its workspace that came by the same route, as `Convoy.join` does."""
        which = (account_id, route)
        convoy = self._of.get(which)
        if convoy is None:
            forget = partial(self._of.pop, which)
            convoy = self._of[which] = Convoy(self._db, self._settle, account_id, forget)
        return await convoy.join(order, job)

    def __len__(self) -> int:
        return len(self._of)


class Convoy:
    """Gathers jobs of one workspace into shared transactions, which run as that workspace.

    `on_idle` is called when nobody is left to carry.
    """

    def __init__(self, db: Database, settle: Settle, account_id: str, on_idle: Callable[[], object] = _rest):
        self._db = db
        self._settle = settle
        self._account_id = account_id
        self._on_idle = on_idle
        self._waiting: list[_Member] = []
        # The tasks are kept so that they are not collected; a trip counts until it has looked for members in vain.
        self._trips: set[asyncio.Task] = set()
        self._under_way = 0
        # One that begins takes along whoever comes until its task runs; how many are at their statements.
        self._is_boarding = False
        self._at_work = 0

    async def join(self, order: Any, job: Job) -> Any:
        """Run `job` with others; `order` sorts the members so that rows are locked in one order. Raises Stranded."""
        member = _Member(order, job, asyncio.get_running_loop().create_future(), recording.current.get())
        self._waiting.append(member)
        self._depart()
        return await member.answer

    def _depart(self) -> None:
        """Begin another trip, if anybody waits for one and it may begin."""
        if self._waiting and self._under_way < MAX_TRIPS and self._may_board():
            self._under_way += 1
            self._is_boarding = True
            trip = asyncio.create_task(self._run())
            self._trips.add(trip)
            trip.add_done_callback(self._trips.discard)

    def _may_board(self) -> bool:
        """Two at their statements would do the work of one, each with half of the members, and wait for each other's
        rows. What trips share is the time in which one waits for the disk.
        """
        return not self._is_boarding and not self._at_work

    async def _run(self) -> None:
        party.current.set(self._account_id)
        recording.current.set(None)
        self._is_boarding = False
        try:
            await self._carry()
            while self._waiting and self._may_board():
                await self._carry()
        finally:
            # In the same breath as the last look: whoever joined a moment later would count on a trip that has ended.
            self._under_way -= 1
            if not self._under_way and not self._waiting:
                self._on_idle()

    async def _carry(self) -> None:
        members, self._waiting = self._waiting[:MAX_MEMBERS], self._waiting[MAX_MEMBERS:]
        if (meter := meters.current) is not None:
            meter.observe(catalogue.CONVOY_MEMBERS, len(members))
        try:
            members.sort(key=lambda member: member.order)
            with recording.together([member.span for member in members]):
                answers = await self._travel([member.job for member in members])
        except _Broken as broken:
            self._board_again(members, broken.outcomes)
        except BaseException as problem:
            for member in members:
                member.strand(problem)
            if not isinstance(problem, Exception):
                raise
        else:
            for member, answer in zip(members, answers, strict=True):
                member.tell(answer)

    async def _travel(self, jobs: list[Job]) -> list[Any]:
        work = _Work(self)
        try:
            async with self._db.transaction() as connection:
                outcomes = await ride_together(connection, jobs)
                lost = next((outcome for outcome in outcomes if isinstance(outcome, _FATAL)), None)
                if lost is not None:
                    raise lost
                if any(isinstance(outcome, BaseException) for outcome in outcomes):
                    raise _Broken(outcomes)
                answers = await self._settle(connection, outcomes)
                # Whoever waits has their statements done while this one commits.
                work.end()
            return answers
        finally:
            work.end()

    def begin_work(self) -> None:
        self._at_work += 1

    def end_work(self) -> None:
        self._at_work -= 1
        self._depart()

    def _board_again(self, members: list[_Member], outcomes: Sequence[Any]) -> None:
        """Those who did well go first on the next trip, once; whoever has given up meanwhile stays behind."""
        again = []
        for member, outcome in zip(members, outcomes, strict=True):
            if isinstance(outcome, BaseException):
                member.strand(outcome)
            elif member.has_travelled:
                member.strand(_Broken(()))
            elif not member.answer.done():
                member.has_travelled = True
                again.append(member)
        self._waiting[:0] = again


class _Work:
    """A trip at its statements, until it has come to its end or is found to wait: then others may go."""

    def __init__(self, convoy: Convoy):
        self._convoy: Convoy | None = convoy
        self._waits = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self.end)
        convoy.begin_work()

    def end(self) -> None:
        """To be called at the latest when the trip is over; only the first call counts."""
        convoy, self._convoy = self._convoy, None
        if convoy is not None:
            self._waits.cancel()
            convoy.end_work()
