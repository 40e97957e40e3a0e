"""The slow poll of open shipments, so that a report that was lost is caught up with (decisions, section 6).

take    the due ones, each workspace in its turn, under a lease
call    ask the aggregator for the order; no transaction is open meanwhile
settle  apply what is new of it as if it had been reported, and plan the next time
"""

import asyncio
from datetime import timedelta

import asyncpg
import structlog

from fulfilment import clock
from fulfilment.aggregators import port
from fulfilment.db.bell import Bell
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.http.errors import ApiError
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import calls, courier_report, polls, queries
from fulfilment.shipments.calls import Actor
from fulfilment.shipping.aggregator_access import Aggregators

log = structlog.get_logger(__name__)

# So many are asked about at once; none of them holds a connection while it waits for the aggregator.
AT_ONCE = 20
EVERY_SECONDS = 5.0
LONGEST_PAUSE_SECONDS = 300.0


def pause_after(reached: list[bool], before: float) -> float:
    """How long to rest after a round, and after the rest before it: not at all while there may be more to ask about."""
    if reached and not any(reached):
        return min(2 * max(before, EVERY_SECONDS), LONGEST_PAUSE_SECONDS)
    return 0.0 if len(reached) > AT_ONCE // 2 else EVERY_SECONDS


class Poller:
    """Asks about what is due, as long as anything is."""

    def __init__(self, db: Database, bell: Bell, aggregators: Aggregators, settings: Settings):
        self._db = db
        self._bell = bell
        self._aggregators = aggregators
        self._settings = settings

    async def run(self) -> None:
        """Poll for ever. While the aggregator is away, ever more seldom, for the sake of both."""
        pause = EVERY_SECONDS
        while True:
            pause = pause_after(await self.poll(), pause)
            await asyncio.sleep(pause)

    async def poll(self) -> list[bool]:
        """Ask about some of what is due. For each of them, whether the aggregator could be reached."""
        return await asyncio.gather(*map(self._follow, await self._take()))

    async def _take(self) -> list[asyncpg.Record]:
        now = clock.now()
        lease_until = now + timedelta(seconds=calls.lease_seconds(self._settings))
        async with self._db.transaction() as connection:
            lanes = [row["account_id"] for row in await connection.fetch(polls.LOCK_LANES.text, now, AT_ONCE)]
            if not lanes:
                return []
            look_again_at = polls.due_after(self._settings, now)
            room = AT_ONCE // len(lanes)
            return await connection.fetch(polls.TAKE.text, lanes, now, room, lease_until, look_again_at)

    async def _follow(self, taken: asyncpg.Record) -> bool:
        shipment_id = taken["shipment_id"]
        saga = Saga(self._db, self._bell, Actor(taken["account_id"], actor_id=""), None, "poll")
        try:
            return await self._ask(saga, shipment_id)
        except (*UNAVAILABLE, *COLLISIONS, PoolFull) as problem:
            log.warning("poll_not_finished", shipment=shipment_id, error=type(problem).__name__)
        except Exception:
            # One shipment that cannot be followed must not keep the others from it.
            log.exception("poll_fault", shipment=shipment_id)
        return True

    async def _ask(self, saga: Saga, shipment_id: str) -> bool:
        async with saga.read() as read:
            row = await queries.read_row(read, shipment_id)
        if polls.next_due(row, clock.now(), self._settings) is not None:
            try:
                async with saga.read() as read:
                    connection = await self._aggregators.connection_of_booking(read, is_own_key=row["is_own_key"])
                await courier_report.catch_up(saga, row, connection.aggregator, self._settings)
            except (port.NotFound, port.BadKey, ApiError) as problem:
                log.info("poll_without_answer", shipment=shipment_id, error=str(problem))
            except port.AggregatorError as problem:
                log.info("poll_waits", shipment=shipment_id, error=problem.message)
                async with saga.step() as tx:
                    await polls.postpone(tx, shipment_id, self._settings)
                return False
        async with saga.step() as tx:
            row = await queries.read_row(tx, shipment_id)
            await polls.schedule(tx, row, self._settings)
        return True
