"""Stock reservations for a checkout (specification, Stock reservation; decisions, section 5).

Reserved pieces are unavailable until a shipment of the same checkout takes them (`allocation.allocate_for_shipment`),
the checkout releases them, or they expire. A reservation expires by time alone: the worker only marks it.
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
    """Reserve `requested` (variant id to quantity) in one warehouse, and return the reservations' ids.

    Raises StockInsufficient if no warehouse has all of it available. A variant without any level is not stock-tracked:
    it needs no reservation.
    """
    allocations = (await allocation.lock_stock(tx, requested)).allocate(requested, warehouse_id)
    insert, lifetime = allocation_queries.INSERT_RESERVATION, timedelta(minutes=minutes)
    of_checkout = {"checkout_session_id": checkout_session_id, "lifetime": lifetime}
    rows = [insert.bind(one, **of_checkout, id=ids.new("rsv")) for one in allocations]
    return [row["id"] for row in await tx.fetch_each(insert, rows)]


async def release(tx: Tx, checkout_session_id: str, *, except_variants: Collection[str] = ()) -> int:
    """Release a checkout's open reservations, except those of `except_variants`. Returns their number."""
    statement = allocation_queries.RELEASE_BY_CHECKOUT
    return len(await tx.fetch_all(statement, checkout_session_id, sorted(except_variants)))


async def extend(tx: Tx, checkout_session_id: str, minutes: int) -> int:
    """Extend a checkout's open reservations to at least `minutes` from now. Returns their number."""
    lifetime = timedelta(minutes=minutes)
    return len(await tx.fetch_all(allocation_queries.EXTEND_BY_CHECKOUT, checkout_session_id, lifetime))


async def expire_overdue(db: Database) -> None:
    """Mark expired reservations, in batches. If there are none, this is one index lookup."""
    async with db.connection() as connection:
        now = await database_clock.now(connection)
    await _OVERDUE.drain(
        db,
        lambda connection, most: connection.fetch(allocation_queries.OVERDUE.text, now, most),
        lambda connection, over: connection.execute(allocation_queries.EXPIRE.text, *columns(over, 2), now),
    )
