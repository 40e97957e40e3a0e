"""Suspending a workspace, and opening it again: the operator's own (docs/decisions/0055-suspension.md).

It holds on every node from the commit on, since whoever looks up a caller reads it with the key, and whoever looks up
a license with the license.
"""

import asyncpg

from fulfilment.api_keys.creation import OperatorActor
from fulfilment.infra.database import outbox
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.workspaces import operator_listing
from fulfilment.workspaces.operator_listing import OperatorWorkspace

_SUSPEND = sql(
    "accounts.suspend",
    """
    UPDATE accounts SET suspended_at = clock_timestamp(), suspension_reason = $2
     WHERE id = $1 AND suspended_at IS NULL
    RETURNING id
    """,
)
_UPDATE_REASON = sql(
    "accounts.update_suspension_reason",
    "UPDATE accounts SET suspension_reason = $2 WHERE id = $1 AND suspended_at IS NOT NULL RETURNING id",
)
_UNSUSPEND = sql(
    "accounts.unsuspend",
    """
    UPDATE accounts SET suspended_at = NULL, suspension_reason = NULL
     WHERE id = $1 AND suspended_at IS NOT NULL
    RETURNING id
    """,
)


async def suspend_workspace(db: asyncpg.Connection, account_id: str, reason: str | None = None) -> OperatorWorkspace:
    """From now on the workspace can be read, and nothing in it changed, until it is reopened. Raises LookupError.

    The reason is for the operator alone. One that is suspended already stays so since the first time; a new reason
    takes the place of the old one.
    """
    async with db.transaction():
        tx = Tx(db, OperatorActor(account_id))
        is_changed = await tx.fetch_value(_SUSPEND, reason) is not None
        if not is_changed and reason is not None:
            await tx.fetch_value(_UPDATE_REASON, reason)
        return await _audit_and_load(tx, db, "workspace.suspended", is_changed=is_changed)


async def unsuspend_workspace(db: asyncpg.Connection, account_id: str) -> OperatorWorkspace:
    """Everything works again; one that is open stays so. Raises LookupError."""
    async with db.transaction():
        tx = Tx(db, OperatorActor(account_id))
        is_changed = await tx.fetch_value(_UNSUSPEND) is not None
        return await _audit_and_load(tx, db, "workspace.reopened", is_changed=is_changed)


async def _audit_and_load(tx: Tx, db: asyncpg.Connection, action: str, *, is_changed: bool) -> OperatorWorkspace:
    workspace = (await operator_listing.get_workspace(db, tx.account_id)).workspace
    if is_changed:
        # The merchant reads the audit log, too.
        tx.audit(action, "Workspace", workspace.id, after={"suspendedAt": workspace.suspended_at})
        await outbox.flush(db, [(tx, None)], retention_hours=RETENTION_HOURS)
    return workspace
