"""Extending a delivery, whatever has become of it (specification, States, Delivery; decisions, section 7)."""

from datetime import timedelta

from fulfilment.deliveries import events, expiry, queries
from fulfilment.deliveries.schemas import Delivery, to_api
from fulfilment.infra import clock
from fulfilment.infra.database.transaction import Tx

EXTENSION = timedelta(days=30)


async def extend_delivery(tx: Tx, id: str) -> Delivery:
    """30 days from the later of now and its expiry, revoked or not; both announcements come anew. Raises NotFound."""
    row, now = await expiry.lock_delivery(tx, id)
    expires_at = min(max(now, row["expires_at"]), clock.LATEST_EXPIRY - EXTENSION) + EXTENSION
    extended = await queries.update(
        tx,
        row,
        expires_at=expires_at,
        revoked_at=None,
        announce_at=expiry.first_announcement(expires_at, now),
        updated_at=now,
    )
    after = to_api(extended, now)
    events.emit_updated(tx, "extend", to_api(row, now), after)
    return after
