"""Revoking a delivery: it expires at once (specification, States, Delivery)."""

from fulfilment.deliveries import events, expiry, queries
from fulfilment.deliveries.schemas import Delivery, to_api
from fulfilment.infra.database.transaction import Tx


async def revoke_delivery(tx: Tx, id: str) -> Delivery:
    """Take the right to download away; its expiry is told of no more. Again: unchanged. Raises NotFound."""
    row, now = await expiry.lock_delivery(tx, id)
    before = to_api(row, now)
    if before.status == "revoked":
        return before
    expires_at = min(now, row["expires_at"])
    revoked = await queries.update(tx, row, revoked_at=now, expires_at=expires_at, announce_at=None, updated_at=now)
    after = to_api(revoked, now)
    events.emit_updated(tx, "revoke", before, after)
    return after
