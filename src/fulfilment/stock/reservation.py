"""Setting stock aside for a checkout (specification, Stock reservation; decisions, section 5).

What is reserved is not available to anybody else until a shipment of the same checkout takes it
(`allocation.allocate_for_shipment`), the checkout releases it, or its time is over. Time alone ends it: the sweep only
marks what has ended.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta

from fulfilment.infra import ids
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Tx
from fulfilment.stock import allocation, allocation_queries

EXPIRE_EVERY_SECONDS = 15.0
_BATCH = 500

_OVERDUE = BatchProcessor("reservations", ("account_id", "id"), _BATCH)


async def reserve(
    tx: Tx,
    requested: Mapping[str, int],
    checkout_session_id: str,
    *,
    warehouse_id: str | None = None,
    minutes: int = allocation.RESERVATION_MINUTES,
) -> list[str]:
    """Set `requested` (variant id to quantity) aside in one place and answer the reservations' ids.

    Raises StockInsufficient where no place has all of it available. A variant without any level is not stock-tracked:
    it needs no reservation.
    """
    allocations = (await allocation.lock_stock(tx, requested)).allocate(requested, warehouse_id)
    reservation_ids = [ids.new("rsv") for _ in allocations]
    if allocations:
        lifetime = timedelta(minutes=minutes)
        await allocation_queries.insert_reservations(tx, reservation_ids, allocations, checkout_session_id, lifetime)
    return reservation_ids


async def release(tx: Tx, checkout_session_id: str, *, except_variants: Collection[str] = ()) -> int:
    """Let go of what a checkout still has set aside, `except_variants` some variants. Answers how many reservations
    that were."""
    return len(await allocation_queries.release_by_checkout(tx, checkout_session_id, sorted(except_variants)))


async def extend(tx: Tx, checkout_session_id: str, minutes: int) -> int:
    """Keep what a checkout has set aside for so long from now. Answers how many reservations that were."""
    return len(await allocation_queries.extend_by_checkout(tx, checkout_session_id, timedelta(minutes=minutes)))


async def expire_overdue(db: Database) -> None:
    """Mark what has ended, in small batches; costs nothing when nothing has."""
    async with db.connection() as connection:
        now = await database_clock.now(connection)
    await _OVERDUE.drain(
        db,
        lambda connection, most: connection.fetch(allocation_queries.OVERDUE.text, now, most),
        lambda connection, over: connection.execute(allocation_queries.EXPIRE.text, *columns(over, 2), now),
    )
