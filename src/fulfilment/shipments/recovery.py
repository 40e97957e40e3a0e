"""Courier calls that a crash or a timeout left behind, carried to their end by the worker (decisions, section 6).

release   what a dead process had in hand is due at once, the rest when its lease has run out
take      the due ones, each workspace in its turn, as many as it has room for
finish    resolve them, each by itself; what fails is left alone for longer each time

A call is postponed by being taken: even one that kills whoever carries on with it counts.
"""

import asyncio
from datetime import timedelta

import asyncpg
import structlog

from fulfilment import background
from fulfilment.aggregators import port
from fulfilment.db.bell import Bell
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.db.tx import System, Tx
from fulfilment.http.errors import ApiError
from fulfilment.http.saga import Saga
from fulfilment.metrics import recorder
from fulfilment.secrets import CannotUnseal
from fulfilment.settings import Settings
from fulfilment.shipments import booking, calls, cancellation, rebooking, recovery_queries
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.traces import recording
from fulfilment.workspace_turns import Turns

log = structlog.get_logger(__name__)

EVERY_SECONDS = 1.0
# So many are carried to their end at once; none of them holds a connection while it waits for the courier.
AT_ONCE = 32
OF_WORKSPACE_AT_ONCE = 4
RELEASED_AT_ONCE = 500
# Tried so often, some ten minutes have passed, and somebody should have a look.
STUCK_AFTER_FAULTS = 10

_RESOLVERS = {"book": booking.resolve, "cancel": cancellation.resolve, "rebook": rebooking.resolve}
_AWAY = (*UNAVAILABLE, *COLLISIONS, PoolFull)


class Recoverer:
    """One process's share of the calls that nobody is at any more."""

    def __init__(self, db: Database, bell: Bell, aggregators: Aggregators, settings: Settings):
        self._db = db
        self._bell = bell
        self._aggregators = aggregators
        self._settings = settings
        self._lease = timedelta(seconds=calls.lease_seconds(settings))
        self._turns = Turns(AT_ONCE, OF_WORKSPACE_AT_ONCE)

    async def run(self) -> None:
        """Carry on with what is due, for ever."""
        try:
            while True:
                background.turned()
                found = await self.begin()
                recorder.note_turn("courier_calls")
                if not found:
                    await self._turns.rest(EVERY_SECONDS)
        except asyncio.CancelledError:
            await self._turns.end()
            raise

    async def recover(self) -> None:
        """Carry on once with everything that is due."""
        while await self.begin():
            await self._turns.finish()

    async def begin(self) -> int:
        """Begin to carry on with what is due, as far as there is room; with how many."""
        async with self._db.connection() as connection:
            await recovery_queries.release(connection, RELEASED_AT_ONCE)
        if not self._turns.free:
            return 0
        holder = self._db.holder
        async with self._db.transaction() as connection:
            lanes = await recovery_queries.lock_lanes(connection, self._turns.full, self._turns.free)
            if not lanes:
                return 0
            rooms = self._turns.rooms(lanes)
            taken = await recovery_queries.take(connection, lanes, rooms, self._lease, holder)
        for call in taken:
            self._turns.begin(call["account_id"], self._carry_on(call, holder))
        return len(taken)

    async def _carry_on(self, call: asyncpg.Record, holder: int | None) -> None:
        named = {"account": call["account_id"], "shipment": call["shipment_id"], "kind": call["kind"]}
        try:
            with recording.Inside(_span(call)):
                await self._finish(call)
        except (ApiError, port.AggregatorError, CannotUnseal) as problem:
            log.info("call_still_unclear", **named, error=str(problem))
            if call["faults"] % STUCK_AFTER_FAULTS == 0:
                since = call["started_at"].isoformat(timespec="seconds")
                log.warning("call_stuck", **named, tries=call["faults"], since=since, error=str(problem))
        except _AWAY as problem:
            log.warning("call_not_finished", **named, error=type(problem).__name__)
        except Exception:
            log.exception("call_recovery_fault", **named, tries=call["faults"])
        await self._let_go(call, holder)

    async def _finish(self, taken: asyncpg.Record) -> None:
        saga = Saga(self._db, self._bell, calls.read_actor(taken), calls.read_key(taken), "recovery")
        async with saga.read() as read:
            call = await calls.find(read, taken["shipment_id"])
            is_left = call is not None and not await calls.is_under_way(read, call)
        if is_left:
            await _RESOLVERS[call["kind"]](saga, call, self._aggregators, self._settings)

    async def _let_go(self, call: asyncpg.Record, holder: int | None) -> None:
        """Where it has not ended, and is nobody else's by now, it has its next turn later."""
        try:
            async with self._db.transaction() as connection:
                tx = Tx(connection, System(call["account_id"]))
                await recovery_queries.postpone(tx, call["shipment_id"], holder)
        except _AWAY as problem:
            # It is due again when its lease ends.
            log.warning("call_not_postponed", shipment=call["shipment_id"], error=type(problem).__name__)


def _span(call: asyncpg.Record) -> recording.Span | None:
    """In the trace of the request that began the call, where that was recorded."""
    if not recording.process.is_on:
        return None
    told = {"fulfilment.call": call["kind"], "fulfilment.workspace": call["account_id"]}
    trace = calls.read_actor(call).trace
    if trace is None:
        return recording.begin_root("courier call recovered", attributes=told)
    return recording.continued(trace, "courier call recovered", recording.INTERNAL, told)
