"""Counting the hours anew from what they are sums of, while others go on counting."""

import asyncpg

from fulfilment.db.sql import sql

# Events are kept for 30 days at least; what is older stays as it was counted.
DAYS = 29
_AT_ONCE = 100
# A workspace with very many events takes its time, and nobody waits for it.
_PATIENCE = "SET statement_timeout = '30min'"

NEXT_WORKSPACES = sql(
    "stats.unscoped_next_workspaces", "SELECT id FROM accounts WHERE id > $1::text ORDER BY id LIMIT $2"
)
IS_THERE = sql("stats.is_there", "SELECT true FROM accounts WHERE id = $1 /* account_id */")
RECOUNT = sql(
    "stats.recount",
    "SELECT recount_hours($1, now() - make_interval(days => $2)) AS corrected /* account_id = $1 */",
)


async def recount(db: asyncpg.Connection, workspace: str | None) -> tuple[int, int]:
    """Recount one workspace, or all in turn: how many, and how many hours were wrong.

    Each is one transaction. Raises LookupError where there is no such workspace.
    """
    await db.execute(_PATIENCE)
    if workspace is not None:
        if await db.fetchval(IS_THERE.text, workspace) is None:
            raise LookupError(f"There is no workspace {workspace}.")
        return 1, await db.fetchval(RECOUNT.text, workspace, DAYS)
    counted = corrected = 0
    after = ""
    while page := await db.fetch(NEXT_WORKSPACES.text, after, _AT_ONCE):
        for row in page:
            corrected += await db.fetchval(RECOUNT.text, row["id"], DAYS)
        counted += len(page)
        after = page[-1]["id"]
    return counted, corrected
