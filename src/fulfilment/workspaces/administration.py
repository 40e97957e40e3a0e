"""Administration of workspaces by the operator: list, create, suspend and reopen.

See decisions, sections 3 and 10, and docs/decisions/0007-credentials.md. A suspension is effective on every node from
its commit, since each look-up of a principal or a license reads it.
"""

import asyncpg
import msgspec

from fulfilment.api_keys.service import CreatedKey, OperatorActor, create_key_for_operator
from fulfilment.infra import clock, ids
from fulfilment.infra.database import outbox
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import ApiModel, Timestamp
from fulfilment.infra.operations.idempotency import RETENTION_HOURS

_CREDIT = sql("accounts.credit", "SELECT balance, held FROM credit_balances WHERE account_id = $1")
_COUNTS = sql(
    "accounts.counts",
    """
    SELECT noun, status, count FROM counters WHERE account_id = $1
    UNION ALL
    SELECT noun, status, sum(count)::bigint FROM sharded_counters WHERE account_id = $1 GROUP BY 1, 2
     ORDER BY 1, 2
    """,
)

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

INSERT = sql(
    "accounts.unscoped_insert",
    "INSERT INTO accounts (id, name, plan, origin, created_at) VALUES ($1, $2, $3, 'operator', $4)",
)

FIND_ANY = sql("accounts.unscoped_find_any", "SELECT id FROM accounts LIMIT 1")

# Only the operator's ids begin with the time. The identity provider chooses the ids of workspaces from sign-ins.
FIND_FIRST = sql(
    "accounts.unscoped_find_first",
    "SELECT id FROM accounts WHERE origin = 'operator' ORDER BY id LIMIT 1",
)

# All but the first workspace, newest first.
LIST_OTHERS = sql(
    "accounts.unscoped_list_others",
    "SELECT id FROM accounts WHERE origin = 'operator' AND id > $1 ORDER BY id DESC LIMIT $2",
)


class OperatorWorkspace(ApiModel):
    """A workspace as the operator sees it.

    `plan` is null for an internal workspace, which has no limits. `partner` provisioned the workspace and may act for
    it. `suspended_at` is null while the workspace is open. The reason is the operator's own note.
    """

    id: str
    name: str
    plan: str | None
    partner: str | None
    origin: str
    created_at: Timestamp
    suspended_at: Timestamp | None
    suspension_reason: str | None


class WorkspaceDetails(ApiModel):
    """A workspace with its credit and its maintained counters."""

    workspace: OperatorWorkspace
    balance: int
    held: int
    counts: dict[str, dict[str, int]]


_LIST = sql(
    "accounts.unscoped_list",
    "SELECT {row} AS row, a.id FROM accounts a WHERE a.id < $1 ORDER BY a.id DESC LIMIT $2",
    row=json_object(OperatorWorkspace, "a"),
)

_FIND = sql(
    "accounts.find", "SELECT {row} AS row FROM accounts a WHERE a.id = $1", row=json_object(OperatorWorkspace, "a")
)


async def list_workspaces(
    db: asyncpg.Connection, after: str | None, limit: int
) -> tuple[list[OperatorWorkspace], str | None]:
    """A page of workspaces after the id `after`, newest first, and the id after which the next page begins, if any."""
    rows = await db.fetch(_LIST.text, after or ids.upper_bound("acc"), limit + 1)
    page = rows[:limit]
    found = [msgspec.json.decode(row["row"], type=OperatorWorkspace) for row in page]
    return found, page[-1]["id"] if len(rows) > limit else None


async def get_workspace(db: asyncpg.Connection, account_id: str) -> WorkspaceDetails:
    """One workspace. Raises LookupError."""
    row = await db.fetchrow(_FIND.text, account_id)
    if row is None:
        raise LookupError(f"There is no workspace {account_id}.")
    credit = await db.fetchrow(_CREDIT.text, account_id)
    counts: dict[str, dict[str, int]] = {}
    for counter in await db.fetch(_COUNTS.text, account_id):
        counts.setdefault(counter["noun"], {})[counter["status"]] = counter["count"]
    return WorkspaceDetails(
        workspace=msgspec.json.decode(row["row"], type=OperatorWorkspace),
        balance=credit["balance"] if credit else 0,
        held=credit["held"] if credit else 0,
        counts=counts,
    )


async def suspend_workspace(db: asyncpg.Connection, account_id: str, reason: str | None = None) -> OperatorWorkspace:
    """Make the workspace read-only until it is reopened. Raises LookupError.

    Only the operator sees the reason. A workspace that is suspended already keeps the time of its first suspension; a
    new reason replaces the old one.
    """
    async with db.transaction():
        tx = Tx(db, OperatorActor(account_id))
        is_changed = await tx.fetch_value(_SUSPEND, reason) is not None
        if not is_changed and reason is not None:
            await tx.fetch_value(_UPDATE_REASON, reason)
        return await _audit_and_load(tx, db, "workspace.suspended", is_changed=is_changed)


async def unsuspend_workspace(db: asyncpg.Connection, account_id: str) -> OperatorWorkspace:
    """Reopen the workspace; an open workspace stays open. Raises LookupError."""
    async with db.transaction():
        tx = Tx(db, OperatorActor(account_id))
        is_changed = await tx.fetch_value(_UNSUSPEND) is not None
        return await _audit_and_load(tx, db, "workspace.reopened", is_changed=is_changed)


async def _audit_and_load(tx: Tx, db: asyncpg.Connection, action: str, *, is_changed: bool) -> OperatorWorkspace:
    workspace = (await get_workspace(db, tx.account_id)).workspace
    if is_changed:
        # The merchant reads the audit log too, so the reason stays out.
        tx.audit(action, "Workspace", workspace.id, after={"suspendedAt": workspace.suspended_at})
        await outbox.flush(db, [(tx, None)], retention_hours=RETENTION_HOURS)
    return workspace


async def create_workspace(db: asyncpg.Connection, name: str, plan: str | None = None) -> CreatedKey:
    """Create a workspace with its first key; without a plan it is internal and has no limits."""
    account_id = ids.new("acc")
    async with db.transaction():
        await db.execute(INSERT.text, account_id, name, plan, clock.now())
        return await create_key_for_operator(db, account_id)


async def find_first(db: asyncpg.Connection) -> str | None:
    """The id of the operator's first workspace, if any."""
    return await db.fetchval(FIND_FIRST.text)


async def list_newest_others(db: asyncpg.Connection, first: str, limit: int) -> list[str]:
    """Ids of the operator's newest workspaces except `first`, in the order of their creation."""
    return [row["id"] for row in reversed(await db.fetch(LIST_OTHERS.text, first, limit))]


async def has_no_workspaces(db: asyncpg.Connection) -> bool:
    """True where the installation has no workspace yet."""
    return await db.fetchval(FIND_ANY.text) is None
