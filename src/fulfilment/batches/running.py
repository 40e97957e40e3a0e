"""The worker's part of batches: their rows, each by itself, through the code that a single request takes.

release   what a dead process had in hand is due at once, the rest when its lease has run out
take      the due ones, each workspace in its turn, at most four of it at once
carry out book, cancel or look, in the name of whoever ordered it, under a key made of batch, row and attempt
finish    store the outcome; the last row tells that the batch has finished

A row that was begun by somebody who died is begun again: under the same key it finds what was done, or goes on with it,
so that nothing is booked twice. No transaction is open while a courier is asked.
"""

import asyncio
import hashlib
import time
from datetime import timedelta

import asyncpg
import structlog

from fulfilment import background
from fulfilment.alarm import Alarm
from fulfilment.batches import events, ordering, outcome, view, work_queries
from fulfilment.batches.outcome import Outcome
from fulfilment.db import outbox
from fulfilment.db.bell import Bell
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.db.tx import System
from fulfilment.http.errors import ApiError, Internal, ServiceUnavailable
from fulfilment.http.idempotency import InProgress, Key
from fulfilment.http.saga import Saga
from fulfilment.metrics import recorder
from fulfilment.secrets import CannotUnseal
from fulfilment.settings import Settings
from fulfilment.shipments import booking, cancellation
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.workspace_turns import Turns

log = structlog.get_logger(__name__)

EVERY_SECONDS = 1.0
LEAST_REST_SECONDS = 0.05
# So many are under way at once; none of them holds a connection while it waits for the courier.
AT_ONCE = 32
RELEASED_AT_ONCE = 500
RELEASE_EVERY_SECONDS = 1.0
# A row that is not known yet is looked at again after as many seconds as it was begun times, at most so many.
LONGEST_WAIT_SECONDS = 60
SUSPENDED_WAIT_SECONDS = 60
# A defect that one row provokes is not provoked for ever.
MOST_FAULTS = 5
# A quote, the booking, and what was left behind before it; and the database's part of them.
_CALLS_OF_ROW = 4
_MARGIN_SECONDS = 30

_UNCLEAR = "It is not known yet what the courier has done; it is found out, and nothing is done twice."
_AWAY = (*UNAVAILABLE, *COLLISIONS, PoolFull, ServiceUnavailable)


class Runner:
    """One process's share of the rows that are due."""

    def __init__(self, db: Database, bell: Bell, aggregators: Aggregators, settings: Settings):
        self._db = db
        self._bell = bell
        self._aggregators = aggregators
        self._settings = settings
        self._lease = timedelta(seconds=_CALLS_OF_ROW * settings.aggregator_timeout_seconds + _MARGIN_SECONDS)
        self._turns = Turns(AT_ONCE, work_queries.OF_WORKSPACE_AT_ONCE)
        self._release_at = 0.0
        # Rung when something was committed, for example a batch.
        self.alarm: Alarm = self._turns.alarm

    async def run(self) -> None:
        """Do what is due, for ever."""
        try:
            while True:
                background.turned()
                found = await self.begin()
                recorder.note_turn("batches")
                if not found:
                    # However often somebody rings, so many looks a second find what is due soon enough.
                    await asyncio.sleep(LEAST_REST_SECONDS)
                    await self._turns.rest(EVERY_SECONDS)
        except asyncio.CancelledError:
            await self._turns.end()
            raise

    async def finish_all(self) -> None:
        """Do once all that is due."""
        while await self.begin():
            await self._turns.finish()

    async def begin(self) -> int:
        """Begin what is due, as far as there is room; with how much."""
        await self._release()
        if not self._turns.free:
            return 0
        holder = self._db.holder
        async with self._db.transaction() as connection:
            lanes = await work_queries.lock_lanes(connection, self._turns.full, self._turns.free)
            if not lanes:
                return 0
            rooms = self._turns.rooms(lanes)
            taken = await work_queries.take(connection, lanes, rooms, self._lease, holder)
        for row in taken:
            self._turns.begin(row["account_id"], self._carry_out(row))
        return len(taken)

    async def _release(self) -> None:
        if time.monotonic() < self._release_at:
            return
        self._release_at = time.monotonic() + RELEASE_EVERY_SECONDS
        async with self._db.connection() as connection:
            await work_queries.release(connection, RELEASED_AT_ONCE)

    async def _carry_out(self, row: asyncpg.Record) -> None:
        named = {"account": row["account_id"], "batch": row["batch_id"], "row": row["position"]}
        try:
            await self._do(row)
        except (*_AWAY, CannotUnseal) as problem:
            log.warning("batch_row_waits", **named, error=type(problem).__name__)
            await self._put_off(row, outcome.RUNNING)
        except Exception:
            log.exception("batch_row_fault", **named, tries=row["takes"])
            await self._put_off(row, outcome.RUNNING, is_fault=True)

    async def _do(self, row: asyncpg.Record) -> None:
        key = _key(row)
        saga, order = await self._saga(row, key)
        verdict = await self._judge(saga, order, row, key)
        if verdict is None:
            verdict = await self._act(saga, order, row, key)
        if verdict.status in ("waiting", "running"):
            await self._postpone(saga, row, verdict)
        else:
            await self._finish(saga, row, verdict)

    async def _saga(self, row: asyncpg.Record, key: Key) -> tuple[Saga, asyncpg.Record]:
        """In the name of whoever ordered the batch, so that plan, credit and audit are theirs."""
        system = Saga(self._db, self._bell, System(row["account_id"]), None, "batch")
        async with system.read() as read:
            order = await work_queries.find_order(read, row["batch_id"])
        return Saga(self._db, self._bell, ordering.ordered_by(order), key, "batch"), order

    async def _judge(self, saga: Saga, order: asyncpg.Record, row: asyncpg.Record, key: Key) -> Outcome | None:
        """How it ends without doing anything; None where something is to be done."""
        async with saga.read() as read:
            found = await work_queries.look(read, row["shipment_id"], key)
        if found["answered"] is not None:
            return outcome.DONE
        if found["has_call"]:
            # Somebody is at it, or the recovery will be: what it comes to is known before long.
            return outcome.refused("running", InProgress(_UNCLEAR))
        if found["is_suspended"]:
            return outcome.WAITING
        problem = outcome.judge(order["kind"], found)
        if problem is not None:
            return outcome.refused("skipped", problem)
        return outcome.DONE if order["kind"] == "print" else None

    async def _act(self, saga: Saga, order: asyncpg.Record, row: asyncpg.Record, key: Key) -> Outcome:
        shipment_id = row["shipment_id"]
        try:
            if order["kind"] == "book":
                await booking.confirm(saga, shipment_id, self._aggregators, self._settings)
            else:
                reason = view.options_of(order).reason
                await cancellation.cancel(saga, shipment_id, reason, self._aggregators, self._settings, is_bare=True)
        except (ApiError, outbox.KeyTaken) as problem:
            if isinstance(problem, ServiceUnavailable):
                raise
            # What happened meanwhile, or was done in our name by the recovery, tells more than the refusal.
            verdict = await self._judge(saga, order, row, key)
            if verdict is not None and verdict.status != "waiting":
                return verdict
            if isinstance(problem, (InProgress, outbox.KeyTaken)):
                return outcome.refused("running", InProgress())
            return outcome.refused("failed", problem)
        return outcome.DONE

    async def _finish(self, saga: Saga, row: asyncpg.Record, verdict: Outcome) -> None:
        async with saga.step() as tx:
            batch = await work_queries.finish(tx, row, verdict)
            if batch is not None and batch["finished_at"] is not None:
                events.emit_finished(tx, view.shown(batch))

    async def _postpone(self, saga: Saga, row: asyncpg.Record, verdict: Outcome) -> None:
        seconds = min(row["takes"], LONGEST_WAIT_SECONDS) if verdict.status == "running" else SUSPENDED_WAIT_SECONDS
        async with saga.step() as tx:
            await work_queries.postpone(tx, row, verdict, timedelta(seconds=seconds))

    async def _put_off(self, row: asyncpg.Record, verdict: Outcome, *, is_fault: bool = False) -> None:
        """After a failure of ours. One that a row provokes again and again ends it, so that its batch has an end."""
        saga = Saga(self._db, self._bell, System(row["account_id"]), None, "batch")
        try:
            if is_fault and row["takes"] >= MOST_FAULTS and not await self._is_unclear(saga, row):
                await self._finish(saga, row, outcome.refused("failed", Internal()))
            else:
                await self._postpone(saga, row, verdict)
        except _AWAY as problem:
            # It is due again when its lease ends.
            log.warning("batch_row_not_postponed", batch=row["batch_id"], error=type(problem).__name__)

    async def _is_unclear(self, saga: Saga, row: asyncpg.Record) -> bool:
        async with saga.read() as read:
            return (await work_queries.look(read, row["shipment_id"], _key(row)))["has_call"]


def _key(row: asyncpg.Record) -> Key:
    """No caller can have the same: their keys are remembered with a partner's name, or none, and no space is in it."""
    said = f"{row['batch_id']} {row['position']} {row['attempt']}"
    return Key(
        f"{row['position']}.{row['attempt']}", f"batch {row['batch_id']}", hashlib.sha256(said.encode()).digest()
    )
