"""The workspaces of an installation, as its operator sees them."""

import asyncpg
import msgspec

from fulfilment.infra import ids
from fulfilment.infra.database.json_rows import json_object
from fulfilment.infra.database.statements import sql
from fulfilment.infra.models import ApiModel, Timestamp


class OperatorWorkspace(ApiModel):
    """A workspace; `plan` null: it is internal, without limits. `partner`: who provisioned it and may act for it.

    `suspended_at` null: it is open. The reason is the operator's own note.
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
    """A workspace and what it holds: its credit, and the counts that the service maintains."""

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


async def list_workspaces(
    db: asyncpg.Connection, after: str | None, limit: int
) -> tuple[list[OperatorWorkspace], str | None]:
    """The newest first, from the one after `after` on, and after which the next page begins, if there is one."""
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
