"""SQL of the workspace itself."""

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

FIND = sql("workspace.find", "SELECT columns(accounts) FROM accounts WHERE id = $1 /* account_id */")
LOCK = sql("workspace.lock", "SELECT columns(accounts) FROM accounts WHERE id = $1 /* account_id */ FOR NO KEY UPDATE")
UPDATE = sql(
    "workspace.update",
    """
    UPDATE accounts SET name = $2, language = $3, time_zone = $4, label_size = $5 WHERE id = $1 /* account_id */
    RETURNING columns(accounts)
    """,
)


async def find(read: Read) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND)


async def lock(tx: Tx) -> asyncpg.Record | None:
    return await tx.fetch_optional(LOCK)


async def update(
    tx: Tx, name: str, language: str | None, time_zone: str | None, label_size: str | None
) -> asyncpg.Record:
    saved = await tx.fetch_optional(UPDATE, name, language, time_zone, label_size)
    assert saved is not None
    return saved
