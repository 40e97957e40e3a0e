"""Whether a partner still is one: held until the commit, so that nothing of it is made beside its end."""

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.http.signing import RevokedKey

# The lock is that of what is made; the end of the partner waits for it, or it for the end.
HOLD = sql(
    "partnership.unscoped_hold",
    "SELECT name, shares_identity_provider, ended_at FROM partners WHERE name = $1 FOR SHARE",
)

# A node of an older release makes platform keys without it.
KNOW = sql("partnership.unscoped_know", "INSERT INTO partners (name) VALUES ($1) ON CONFLICT (name) DO NOTHING")


async def require_alive(tx: Tx, partner: str) -> asyncpg.Record:
    """The partner, which does not end before this transaction has. Raises RevokedKey where it has ended: its keys have
    with it.
    """
    found = await tx.across(HOLD, partner)
    if not found:
        await tx.across(KNOW, partner)
        found = await tx.across(HOLD, partner)
    if found[0]["ended_at"] is not None:
        raise RevokedKey
    return found[0]
