"""Opening a workspace from the command line (decisions, sections 3 and 10)."""

import asyncpg

from fulfilment import clock, ids
from fulfilment.api_keys.minting import Opened, mint_for_operator
from fulfilment.db.sql import sql

INSERT = sql(
    "accounts.unscoped_insert",
    "INSERT INTO accounts (id, name, plan, origin, created_at) VALUES ($1, $2, $3, 'operator', $4)",
)

ANY = sql("accounts.unscoped_any", "SELECT id FROM accounts LIMIT 1")

# Their ids begin with the time. What sessions brought in is called as the provider pleased.
OLDEST = sql(
    "accounts.unscoped_oldest",
    "SELECT id FROM accounts WHERE origin = 'operator' ORDER BY id LIMIT 1",
)


async def open_workspace(db: asyncpg.Connection, name: str, plan: str | None = None) -> Opened:
    """A new workspace with its first key; without a plan it is internal, with every limit off."""
    account_id = ids.new("acc")
    async with db.transaction():
        await db.execute(INSERT.text, account_id, name, plan, clock.now())
        return await mint_for_operator(db, account_id)


async def oldest(db: asyncpg.Connection) -> str | None:
    """The operator's first workspace, if there is one."""
    return await db.fetchval(OLDEST.text)


async def is_empty(db: asyncpg.Connection) -> bool:
    """Whether the installation has no workspace yet."""
    return await db.fetchval(ANY.text) is None
