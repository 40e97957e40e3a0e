"""Counting the hours anew from what they are sums of, while others go on counting."""

import asyncpg

from fulfilment.infra.database.statements import sql

# Events are kept for 30 days at least; what is older stays as it was counted.
REBUILD_DAYS = 29
_BATCH_SIZE = 100
# A workspace with very many events takes its time, and nobody waits for it.
_SET_STATEMENT_TIMEOUT = "SET statement_timeout = '30min'"

NEXT_WORKSPACES = sql(
    "stats.unscoped_next_workspaces", "SELECT id FROM accounts WHERE id > $1::text ORDER BY id LIMIT $2"
)
WORKSPACE_EXISTS = sql("stats.workspace_exists", "SELECT true FROM accounts WHERE id = $1 /* account_id */")
REBUILD = sql(
    "stats.rebuild",
    "SELECT rebuild_hourly_stats($1, now() - make_interval(days => $2)) AS corrected /* account_id = $1 */",
)


async def rebuild_hourly_stats(db: asyncpg.Connection, workspace: str | None) -> tuple[int, int]:
    """Recount one workspace, or all in turn: how many, and how many hours were wrong.

    Each is one transaction. Raises LookupError where there is no such workspace.
    """
    await db.execute(_SET_STATEMENT_TIMEOUT)
    if workspace is not None:
        if await db.fetchval(WORKSPACE_EXISTS.text, workspace) is None:
            raise LookupError(f"There is no workspace {workspace}.")
        return 1, await _recount_one(db, workspace)
    workspaces_rebuilt = corrected = 0
    after = ""
    while page := await db.fetch(NEXT_WORKSPACES.text, after, _BATCH_SIZE):
        for row in page:
            corrected += await _recount_one(db, row["id"])
        workspaces_rebuilt += len(page)
        after = page[-1]["id"]
    return workspaces_rebuilt, corrected


async def _recount_one(db: asyncpg.Connection, workspace: str) -> int:
    wrong = await db.fetchval(REBUILD.text, workspace, REBUILD_DAYS)
    assert wrong is not None
    return wrong
