"""Whether a partner still is one: held until the commit, so that nothing of it is made beside its end."""

import asyncpg

from fulfilment.infra.auth.request_signing import RevokedKey
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx

# The lock is that of what is made; the end of the partner waits for it, or it for the end.
LOCK_PARTNER = sql(
    "partnership.unscoped_lock_partner",
    "SELECT name, shares_identity_provider, ended_at FROM partners WHERE name = $1 FOR SHARE",
)

# Platform keys may name a partner that no row was made for yet.
INSERT_PARTNER = sql(
    "partnership.unscoped_insert_partner", "INSERT INTO partners (name) VALUES ($1) ON CONFLICT (name) DO NOTHING"
)


async def require_active_partner(tx: Tx, partner: str) -> asyncpg.Record:
    """The partner, which does not end before this transaction has. Raises RevokedKey where it has ended: its keys have
    with it.
    """
    rows = await tx.fetch_unscoped(LOCK_PARTNER, partner)
    if not rows:
        await tx.fetch_unscoped(INSERT_PARTNER, partner)
        rows = await tx.fetch_unscoped(LOCK_PARTNER, partner)
    if rows[0]["ended_at"] is not None:
        raise RevokedKey
    return rows[0]


async def has_ended(tx: Tx, partner: str) -> bool:
    """True where the partner has ended. Otherwise it cannot end before this transaction does."""
    found = await tx.fetch_unscoped(LOCK_PARTNER, partner)
    return bool(found) and found[0]["ended_at"] is not None
