"""Courier calls that a crash or a timeout left behind, carried to their end by the worker."""

import structlog

from fulfilment import clock
from fulfilment.aggregators import port
from fulfilment.db.bell import Bell
from fulfilment.db.pool import Database
from fulfilment.http.errors import ApiError
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import booking, calls, cancellation
from fulfilment.shipping.aggregator_access import Aggregators

log = structlog.get_logger(__name__)

EVERY_SECONDS = 1.0
_BATCH = 20


async def recover(db: Database, bell: Bell, aggregators: Aggregators, settings: Settings) -> int:
    """Take over the calls that nobody is at any more. Answers how many came to an end."""
    async with db.connection() as connection:
        left_behind = await connection.fetch(calls.LEFT_BEHIND.text, clock.now(), _BATCH)
    ended = 0
    for call in left_behind:
        saga = Saga(db, bell, calls.read_actor(call), calls.read_key(call), "recovery")
        try:
            ended += await _finish(saga, call["shipment_id"], aggregators, settings)
        except (ApiError, port.AggregatorError) as problem:
            log.info("call_still_unclear", shipment=call["shipment_id"], kind=call["kind"], error=str(problem))
    return ended


async def _finish(saga: Saga, shipment_id: str, aggregators: Aggregators, settings: Settings) -> bool:
    async with saga.read() as read:
        call = await calls.find(read, shipment_id)
    if call is None or call["is_under_way"]:
        return False
    resolve = booking.resolve if call["kind"] == "book" else cancellation.resolve
    await resolve(saga, call, aggregators, settings)
    return True
