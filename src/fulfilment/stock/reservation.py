"""Setting stock aside for a checkout (specification, Stock reservation; decisions, section 5).

What is reserved is not available to anybody else until a shipment of the same checkout takes it (`allocation.take`),
the checkout releases it, or its time is over. Time alone ends it: the sweep only marks what has ended.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta

from fulfilment import ids
from fulfilment.db import moment
from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.db.tx import Tx
from fulfilment.stock import allocation, allocation_queries

EXPIRE_EVERY_SECONDS = 15.0
_BATCH = 500

_OVERDUE = Chore("reservations", ("account_id", "id"), _BATCH)


async def reserve(
    tx: Tx,
    wanted: Mapping[str, int],
    checkout_session_id: str,
    *,
    warehouse_id: str | None = None,
    minutes: int = allocation.RESERVATION_MINUTES,
) -> list[str]:
    """Set `wanted` (variant id to quantity) aside in one place and answer the reservations' ids.

    Raises StockInsufficient where no place has all of it available. A variant without any level is not stock-tracked:
    it needs no reservation.
    """
    takings = await allocation.find_place(tx, wanted, warehouse_id)
    reserved = [ids.new("rsv") for _ in takings]
    if takings:
        life = timedelta(minutes=minutes)
        await allocation_queries.open_reservations(tx, reserved, takings, checkout_session_id, life)
    return reserved


async def release(tx: Tx, checkout_session_id: str, *, but: Collection[str] = ()) -> int:
    """Let go of what a checkout still has set aside, `but` some variants. Answers how many reservations that were."""
    return len(await allocation_queries.release_of_checkout(tx, checkout_session_id, sorted(but)))


async def prolong(tx: Tx, checkout_session_id: str, minutes: int) -> int:
    """Keep what a checkout has set aside for so long from now. Answers how many reservations that were."""
    return len(await allocation_queries.prolong_of_checkout(tx, checkout_session_id, timedelta(minutes=minutes)))


async def expire(db: Database) -> None:
    """Mark what has ended, in small batches; costs nothing when nothing has."""
    async with db.connection() as connection:
        now = await moment.now(connection)
    await _OVERDUE.work_off(
        db,
        lambda connection, most: connection.fetch(allocation_queries.OVERDUE.text, now, most),
        lambda connection, over: connection.execute(allocation_queries.EXPIRE.text, *columns(over, 2), now),
    )
