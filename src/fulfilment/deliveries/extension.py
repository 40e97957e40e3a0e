"""Extending a delivery, whatever has become of it (specification, States, Delivery; decisions, section 7)."""

from datetime import timedelta

from fulfilment import clock
from fulfilment.db.tx import Tx
from fulfilment.deliveries import events, expiry, queries
from fulfilment.deliveries.records import Delivery, shown

EXTENSION = timedelta(days=30)


async def extend(tx: Tx, id: str) -> Delivery:
    """30 days from the later of now and its expiry, revoked or not; both announcements come anew. Raises NotFound."""
    now = clock.now()
    row = await expiry.hold(tx, id, now)
    expires_at = min(max(now, row["expires_at"]), clock.LATEST_EXPIRY - EXTENSION) + EXTENSION
    extended = await queries.update(
        tx,
        row,
        expires_at=expires_at,
        revoked_at=None,
        announce_at=expiry.first_announcement(expires_at, now),
        updated_at=now,
    )
    after = shown(extended, now)
    events.tell_updated(tx, "extend", shown(row, now), after)
    return after
