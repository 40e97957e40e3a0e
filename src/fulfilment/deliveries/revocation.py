"""Revoking a delivery: it expires at once (specification, States, Delivery)."""

from fulfilment import clock
from fulfilment.db.tx import Tx
from fulfilment.deliveries import events, expiry, queries
from fulfilment.deliveries.records import Delivery, shown


async def revoke(tx: Tx, id: str) -> Delivery:
    """Take the right to download away; its expiry is told of no more. Again: unchanged. Raises NotFound."""
    now = clock.now()
    row = await expiry.hold(tx, id, now)
    before = shown(row, now)
    if before.status == "revoked":
        return before
    expires_at = min(now, row["expires_at"])
    revoked = await queries.update(tx, row, revoked_at=now, expires_at=expires_at, announce_at=None, updated_at=now)
    after = shown(revoked, now)
    events.tell_updated(tx, "revoke", before, after)
    return after
