"""Suspending a workspace, and opening it again: the operator's own (docs/decisions/0055-suspension.md).

It holds on every node from the commit on, since whoever looks up a caller reads it with the key, and whoever looks up
a license with the license.
"""

import asyncpg

from fulfilment.accounts import listing
from fulfilment.accounts.listing import Workspace
from fulfilment.api_keys.minting import Operator
from fulfilment.db import outbox
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.http.idempotency import MEMORY_HOURS

_SUSPEND = sql(
    "accounts.suspend",
    """
    UPDATE accounts SET suspended_at = clock_timestamp(), suspension_reason = $2
     WHERE id = $1 AND suspended_at IS NULL
    RETURNING id
    """,
)
_EXPLAIN = sql(
    "accounts.explain_suspension",
    "UPDATE accounts SET suspension_reason = $2 WHERE id = $1 AND suspended_at IS NOT NULL RETURNING id",
)
_REOPEN = sql(
    "accounts.reopen",
    """
    UPDATE accounts SET suspended_at = NULL, suspension_reason = NULL
     WHERE id = $1 AND suspended_at IS NOT NULL
    RETURNING id
    """,
)


async def suspend(db: asyncpg.Connection, account_id: str, reason: str | None = None) -> Workspace:
    """From now on the workspace can be read, and nothing in it changed, until it is reopened. Raises LookupError.

    The reason is for the operator alone. One that is suspended already stays so since the first time; a new reason
    takes the place of the old one.
    """
    async with db.transaction():
        tx = Tx(db, Operator(account_id))
        is_changed = await tx.value(_SUSPEND, reason) is not None
        if not is_changed and reason is not None:
            await tx.value(_EXPLAIN, reason)
        return await _settled(tx, db, "workspace.suspended", is_changed=is_changed)


async def reopen(db: asyncpg.Connection, account_id: str) -> Workspace:
    """Everything works again; one that is open stays so. Raises LookupError."""
    async with db.transaction():
        tx = Tx(db, Operator(account_id))
        is_changed = await tx.value(_REOPEN) is not None
        return await _settled(tx, db, "workspace.reopened", is_changed=is_changed)


async def _settled(tx: Tx, db: asyncpg.Connection, action: str, *, is_changed: bool) -> Workspace:
    workspace = (await listing.show(db, tx.account_id)).workspace
    if is_changed:
        # The merchant reads the audit log, too.
        tx.audit(action, "Workspace", workspace.id, after={"suspendedAt": workspace.suspended_at})
        await outbox.settle(db, [(tx, None)], memory_hours=MEMORY_HOURS)
    return workspace
