"""The slow poll of open shipments, so that a report that was lost is caught up with (decisions, section 6).

take    the due ones, each workspace in its turn, under a lease
call    ask the aggregator for the order; no transaction is open meanwhile
settle  apply what is new of it as if it had been reported, and plan the next time
"""

import asyncio
import contextlib
from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import msgspec
import structlog

from fulfilment import background, clock
from fulfilment.aggregators import port
from fulfilment.db.bell import Bell
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.http.errors import ApiError
from fulfilment.http.saga import Saga
from fulfilment.metrics import recorder
from fulfilment.secrets import CannotUnseal
from fulfilment.settings import Settings
from fulfilment.shipments import calls, courier_report, polls, queries
from fulfilment.shipments.calls import Actor
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.workspace_turns import Turns

log = structlog.get_logger(__name__)

# So many are asked about at once; none of them holds a connection while it waits for the aggregator.
AT_ONCE = 20
OF_WORKSPACE_AT_ONCE = 5
EVERY_SECONDS = 5.0

_AWAY = (*UNAVAILABLE, *COLLISIONS, PoolFull)


class Due(msgspec.Struct, frozen=True):
    """A shipment that is ours to ask about until its lease ends.

    `faults` counts this asking and those before it that did not go well; `lane_faults` is how often in a row the
    aggregator did not answer its workspace.
    """

    account_id: str
    shipment_id: str
    faults: int
    lane_faults: int


class Poller:
    """Asks about what is due, as long as anything is: the workspaces in turn, each with a share of what goes on.

    A workspace whose aggregator does not answer is left alone for longer each time, and then tried with one shipment.
    """

    def __init__(self, db: Database, bell: Bell, aggregators: Aggregators, settings: Settings):
        self._db = db
        self._bell = bell
        self._aggregators = aggregators
        self._settings = settings
        self._turns = Turns(AT_ONCE, OF_WORKSPACE_AT_ONCE)

    async def run(self) -> None:
        """Poll for ever."""
        try:
            while True:
                background.turned()
                found = await self._begin([])
                recorder.note_turn("courier_polls")
                if not found:
                    await self._turns.rest(EVERY_SECONDS)
        except asyncio.CancelledError:
            await self._turns.end()
            raise

    async def poll(self) -> list[bool]:
        """Ask about some of what is due. For each of them, whether the aggregator could be reached."""
        reached: list[bool] = []
        await self._begin(reached)
        await self._turns.finish()
        return reached

    async def _begin(self, reached: list[bool]) -> int:
        """Begin to ask, as far as there is room, noting later whether it was answered; about how many."""
        taken = await self._take() if self._turns.free else []
        for due in taken:
            self._turns.begin(due.account_id, self._follow(due, reached))
        return len(taken)

    async def _take(self) -> list[Due]:
        async with self._db.transaction() as connection:
            lanes = await connection.fetch(polls.LOCK_LANES.text, self._turns.full, self._turns.free)
            if not lanes:
                return []
            workspaces, now = [lane["account_id"] for lane in lanes], lanes[0]["at"]
            lease_until = now + timedelta(seconds=calls.lease_seconds(self._settings))
            look_again_at = now + polls.first_wait(self._settings)
            rooms = self._rooms(lanes)
            given = workspaces, now, rooms, lease_until, look_again_at, sum(rooms)
            rows = await connection.fetch(polls.TAKE.text, *given)
        faults = {lane["account_id"]: lane["faults"] for lane in lanes}
        return [Due(*row, faults[row["account_id"]]) for row in rows]

    def _rooms(self, lanes: Sequence[asyncpg.Record]) -> list[int]:
        """One alone shows whether an aggregator that did not answer is there again."""
        rooms = self._turns.rooms([lane["account_id"] for lane in lanes])
        return [min(room, 1) if lane["faults"] else room for lane, room in zip(lanes, rooms, strict=True)]

    async def _follow(self, due: Due, reached: list[bool]) -> None:
        saga = Saga(self._db, self._bell, Actor(due.account_id, actor_id=""), None, "poll")
        is_reached = True
        try:
            is_reached = await self._ask(saga, due.shipment_id)
            await self._judge_lane(saga, due, is_reached)
        except _AWAY as problem:
            log.warning("poll_not_finished", shipment=due.shipment_id, error=type(problem).__name__)
            await self._postpone(saga, due)
        except CannotUnseal as problem:
            # Another worker may have the key: for it the shipment must not wait longer each time that we took it.
            log.error("poll_waits", shipment=due.shipment_id, error=str(problem))
            await self._postpone(saga, msgspec.structs.replace(due, faults=1))
        except Exception:
            # One shipment that cannot be followed must not keep the others from it.
            log.exception("poll_fault", account=due.account_id, shipment=due.shipment_id, tries=due.faults)
            await self._postpone(saga, due)
        reached.append(is_reached)

    async def _judge_lane(self, saga: Saga, due: Due, is_reached: bool) -> None:
        if not is_reached:
            async with saga.step() as tx:
                await polls.rest(tx, due.lane_faults)
        elif due.lane_faults:
            async with saga.step() as tx:
                await polls.recover(tx)

    async def _postpone(self, saga: Saga, due: Due) -> None:
        # Should the database be away, it comes up again when its lease ends.
        with contextlib.suppress(*_AWAY):
            async with saga.step() as tx:
                await polls.postpone(tx, due.shipment_id, self._settings, due.faults)

    async def _ask(self, saga: Saga, shipment_id: str) -> bool:
        async with saga.read() as read:
            row = await queries.read_row(read, shipment_id)
        if polls.next_wait(row, clock.now(), self._settings) is not None:
            try:
                async with saga.read() as read:
                    connection = await self._aggregators.connection_of_booking(read, row)
                await courier_report.catch_up(saga, row, connection, self._settings)
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
