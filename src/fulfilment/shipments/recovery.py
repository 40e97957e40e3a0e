"""Courier calls that a crash or a timeout left behind, carried to their end by the worker."""

import structlog

from fulfilment import clock
from fulfilment.aggregators import port
from fulfilment.db.bell import Bell
from fulfilment.db.pool import Database
from fulfilment.http.errors import ApiError
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import booking, calls, cancellation, queries
from fulfilment.shipping.aggregator_access import Aggregators

log = structlog.get_logger(__name__)

EVERY_SECONDS = 1.0
_BATCH = 20


async def recover(db: Database, bell: Bell, aggregators: Aggregators, settings: Settings) -> int:
    """Take over the calls whose lease ran out. Answers how many came to an end."""
    async with db.connection() as connection:
        overdue = await connection.fetch(calls.OVERDUE.text, clock.now(), _BATCH)
    ended = 0
    for call in overdue:
        saga = Saga(db, bell, calls.read_actor(call), calls.read_key(call), "recovery")
        try:
            ended += await _finish(saga, call["shipment_id"], aggregators, settings)
        except (ApiError, port.AggregatorError) as problem:
            log.info("call_still_unclear", shipment=call["shipment_id"], kind=call["kind"], error=str(problem))
    return ended


async def _finish(saga: Saga, shipment_id: str, aggregators: Aggregators, settings: Settings) -> bool:
    async with saga.read() as read:
        call = await calls.find(read, shipment_id)
    if call is None or call["lease_until"] > clock.now():
        return False
    if call["kind"] == "book":
        await booking.resolve(saga, call, aggregators, settings)
        return True
    theirs = saga.resumed(calls.read_actor(call), calls.read_key(call))
    async with theirs.step() as tx:
        row = await queries.lock(tx, shipment_id)
        if await calls.find(tx, shipment_id) is None:
            return False
        claimed = await calls.claim(tx, shipment_id, "cancel", settings, None, is_own_key=row["is_own_key"])
    await cancellation.carry_out(theirs, row, claimed, call["reason"], aggregators, is_bare=call["is_bare"])
    return True
