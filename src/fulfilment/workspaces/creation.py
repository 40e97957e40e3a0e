"""Opening a workspace from the command line (decisions, sections 3 and 10)."""

import asyncpg

from fulfilment.api_keys.creation import CreatedKey, create_key_for_operator
from fulfilment.infra import clock, ids
from fulfilment.infra.database.statements import sql

INSERT = sql(
    "accounts.unscoped_insert",
    "INSERT INTO accounts (id, name, plan, origin, created_at) VALUES ($1, $2, $3, 'operator', $4)",
)

FIND_ANY = sql("accounts.unscoped_find_any", "SELECT id FROM accounts LIMIT 1")

# Their ids begin with the time. What sessions brought in is called as the provider pleased.
FIND_FIRST = sql(
    "accounts.unscoped_find_first",
    "SELECT id FROM accounts WHERE origin = 'operator' ORDER BY id LIMIT 1",
)


# After the first one, newest first.
LIST_OTHERS = sql(
    "accounts.unscoped_list_others",
    "SELECT id FROM accounts WHERE origin = 'operator' AND id > $1 ORDER BY id DESC LIMIT $2",
)


async def create_workspace(db: asyncpg.Connection, name: str, plan: str | None = None) -> CreatedKey:
    """A new workspace with its first key; without a plan it is internal, with every limit off."""
    account_id = ids.new("acc")
    async with db.transaction():
        await db.execute(INSERT.text, account_id, name, plan, clock.now())
        return await create_key_for_operator(db, account_id)


async def find_first(db: asyncpg.Connection) -> str | None:
    """The operator's first workspace, if there is one."""
    return await db.fetchval(FIND_FIRST.text)


async def list_newest_others(db: asyncpg.Connection, first: str, limit: int) -> list[str]:
    """The operator's newest workspaces, oldest first, without the first of all."""
    return [row["id"] for row in reversed(await db.fetch(LIST_OTHERS.text, first, limit))]


async def has_no_workspaces(db: asyncpg.Connection) -> bool:
    """Whether the installation has no workspace yet."""
    return await db.fetchval(FIND_ANY.text) is None
