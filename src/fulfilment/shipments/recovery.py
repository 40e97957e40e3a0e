"""Courier calls that a crash or a timeout left behind, carried to their end by the worker."""

import asyncio

import asyncpg
import structlog

from fulfilment import clock
from fulfilment.aggregators import port
from fulfilment.db.bell import Bell
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.http.errors import ApiError
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import booking, calls, cancellation, rebooking
from fulfilment.shipping.aggregator_access import Aggregators

log = structlog.get_logger(__name__)

EVERY_SECONDS = 1.0
# So many are carried to their end at once; none of them holds a connection while it waits for the courier.
_BATCH = 20
_RESOLVERS = {"book": booking.resolve, "cancel": cancellation.resolve, "rebook": rebooking.resolve}


async def recover(db: Database, bell: Bell, aggregators: Aggregators, settings: Settings) -> int:
    """Take over the calls that nobody is at any more. Answers how many came to an end."""
    async with db.connection() as connection:
        left_behind = await connection.fetch(calls.LEFT_BEHIND.text, clock.now(), _BATCH)

    async def finish(call: asyncpg.Record) -> bool:
        saga = Saga(db, bell, calls.read_actor(call), calls.read_key(call), "recovery")
        try:
            return await _finish(saga, call["shipment_id"], aggregators, settings)
        except (ApiError, port.AggregatorError) as problem:
            log.info("call_still_unclear", shipment=call["shipment_id"], kind=call["kind"], error=str(problem))
        except (*UNAVAILABLE, *COLLISIONS, PoolFull) as problem:
            log.warning("call_not_finished", shipment=call["shipment_id"], error=type(problem).__name__)
        except Exception:
            # One call that cannot be finished must not keep the others from it.
            log.exception("call_recovery_fault", shipment=call["shipment_id"], kind=call["kind"])
        return False

    return sum(await asyncio.gather(*map(finish, left_behind)))


async def _finish(saga: Saga, shipment_id: str, aggregators: Aggregators, settings: Settings) -> bool:
    async with saga.read() as read:
        call = await calls.find(read, shipment_id)
    if call is None or call["is_under_way"]:
        return False
    await _RESOLVERS[call["kind"]](saga, call, aggregators, settings)
    return True
