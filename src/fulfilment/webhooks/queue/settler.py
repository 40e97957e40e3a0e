"""Storing what came of attempts, many at once, so that one endpoint's outcomes hold up none of the others'.

Outcomes of an endpoint that is locked are kept for later, and nothing of it is attempted meanwhile. One that cannot be
stored at all is told of in the log, and its delivery put off.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence

import structlog

from fulfilment import background
from fulfilment.alarm import Alarm
from fulfilment.db.chore import OF_THE_ROWS, is_away
from fulfilment.db.pool import Database
from fulfilment.metrics import recorder
from fulfilment.rests import Rests
from fulfilment.webhooks.queue import settling
from fulfilment.webhooks.queue.settling import Result
from fulfilment.webhooks.queue.slots import Key

SETTLED_AT_ONCE = 512
# Storing many at once costs far less than storing each.
SETTLING_INTERVAL_SECONDS = 0.02
# Results that wait to be stored; beyond them nothing is taken. What a crash leaves unsettled is sent again.
UNSETTLED_MOST = 1_024
# Of one endpoint that is locked. What is beyond is sent again when its lease has ended.
LATE_MOST = 256
# After so many endpoints that are locked, no more of their workspaces are tried in one go.
WAITS_MOST = 8
FAULT_PAUSE_SECONDS = 0.2

_log = structlog.get_logger(__name__)


class Settler:
    """One process's results. `rests` are the endpoints of which deliveries are taken by themselves, if at all.

    `on_event` is called when switching an endpoint off made an event, `on_stored` when retries may have become due.
    """

    def __init__(
        self,
        db: Database,
        rests: Rests,
        poll_seconds: float,
        on_event: Callable[[], None],
        on_stored: Callable[[], None],
    ):
        self._db = db
        self._rests = rests
        self._poll_seconds = poll_seconds
        self._on_event = on_event
        self._on_stored = on_stored
        self._results: list[Result] = []
        self._late: dict[Key, list[Result]] = {}
        self._late_rests = Rests()
        self._has_results = Alarm()

    @property
    def is_full(self) -> bool:
        """Whether so much waits to be stored that nothing more should be attempted."""
        return len(self._results) > UNSETTLED_MOST

    @property
    def late(self) -> Collection[Key]:
        """The endpoints of which results could not be stored yet."""
        return self._late.keys()

    def note(self, result: Result) -> None:
        """Have it stored soon."""
        self._results.append(result)
        self._has_results.ring()

    async def run(self) -> None:
        """Store what has ended, for ever."""
        while True:
            background.turned()
            recorder.note_turn("settling")
            if not self._results and not self._has_rested():
                await self._has_results.wait(self._poll_seconds)
                continue
            if len(self._results) < SETTLED_AT_ONCE:
                await asyncio.sleep(SETTLING_INTERVAL_SECONDS)
            if await self._settle_some():
                # Retries may be due before anything else wakes the loop that takes.
                self._on_stored()
            else:
                await asyncio.sleep(FAULT_PAUSE_SECONDS)

    async def finish(self) -> None:
        """Store what there is, as far as it can be stored now."""
        while self._results and await self._settle_some():
            continue

    def _has_rested(self) -> list[Key]:
        """Of whom something waits that may be tried again."""
        if not self._late:
            return []
        resting = self._late_rests.resting()
        return [lane for lane in self._late if lane not in resting]

    async def _settle_some(self) -> bool:
        """Whether the oldest results are stored, or dealt with by themselves; not where the database is away."""
        if self._late:
            self._results = [result for result in self._results if not self._put_by(result)]
        batch = self._results[:SETTLED_AT_ONCE]
        try:
            for lane in self._has_rested():
                await self._store_of_lane(lane, self._late[lane])
            await self._store_batch(batch)
        except Exception as problem:
            if not is_away(problem):
                raise
            # What nobody could store before the lease ended is attempted again, by whoever comes first.
            _log.warning("attempts_not_settled", attempts=len(batch), error=type(problem).__name__)
            return False
        del self._results[: len(batch)]
        return True

    def _put_by(self, result: Result) -> bool:
        """Keep it with the others of its endpoint, where some could not be stored yet: they are counted in order."""
        late = self._late.get(result.taken.lane)
        if late is not None:
            late.append(result)
            del late[:-LATE_MOST]
        return late is not None

    async def _store_batch(self, batch: Sequence[Result]) -> None:
        try:
            await self._store(batch)
        except Exception as problem:
            if is_away(problem):
                raise
            _log.warning("settling_apart", attempts=len(batch), error=type(problem).__name__)
            await self._store_apart(batch)

    async def _store_apart(self, batch: Sequence[Result]) -> None:
        by_lane: dict[Key, list[Result]] = {}
        for result in batch:
            by_lane.setdefault(result.taken.lane, []).append(result)
        waits: list[str] = []
        for lane, results in by_lane.items():
            if len(waits) >= WAITS_MOST and lane[0] in waits:
                self._be_late(lane, results)
            else:
                await self._store_of_lane(lane, results)
                waits += [lane[0]] * (lane in self._late)

    async def _store_of_lane(self, lane: Key, results: list[Result]) -> None:
        """The results of one endpoint, without waiting for whoever has locked it."""
        try:
            await self._store(results, is_hurried=True)
        except OF_THE_ROWS as problem:
            tries = self._be_late(lane, results)
            _log.warning("settling_waits", endpoint_id=lane[1], tries=tries, error=type(problem).__name__)
        except Exception as problem:
            if is_away(problem):
                self._be_late(lane, results)
                raise
            await self._store_one_by_one(lane, results, problem)
        else:
            self._late.pop(lane, None)
            self._late_rests.mend(lane)

    async def _store_one_by_one(self, lane: Key, results: list[Result], problem: Exception) -> None:
        self._late.pop(lane, None)
        if len(results) == 1:
            await self._put_off(results[0], problem)
            return
        for number, result in enumerate(results):
            await self._store_of_lane(lane, [result])
            if lane in self._late:
                self._late[lane] += results[number + 1 :]
                return

    def _be_late(self, lane: Key, results: list[Result]) -> int:
        """Keep them for later; how often in a row they could not be stored."""
        self._late[lane] = results[-LATE_MOST:]
        return self._late_rests.fault(lane)

    async def _store(self, batch: Sequence[Result], *, is_hurried: bool = False) -> None:
        if batch and await settling.settle(self._db, batch, is_hurried=is_hurried):
            self._on_event()

    async def _put_off(self, result: Result, problem: Exception) -> None:
        """Its delivery is attempted again much later; where not even that can be noted, its endpoint rests."""
        taken = result.taken
        _log.error("attempt_not_settled", delivery_id=taken.delivery_id, exc_info=problem)
        try:
            await settling.put_off(self._db, taken)
        except Exception as trouble:
            if is_away(trouble):
                raise
            tries = self._rests.fault(taken.lane)
            _log.exception("delivery_not_put_off", delivery_id=taken.delivery_id, tries=tries)
