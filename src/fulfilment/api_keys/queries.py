"""SQL of API keys."""

from datetime import datetime

import asyncpg

from fulfilment.api_keys.schemas import ApiKey
from fulfilment.infra import clock
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx

_LIST = """
    SELECT {row} AS row, k.created_at, k.id FROM api_keys k
     WHERE k.account_id = $1 AND (k.created_at, k.id) < ($2, $3) {whose}
     ORDER BY k.created_at DESC, k.id DESC LIMIT $4
"""
LIST = sql("api_keys.list", _LIST, row=json_object(ApiKey, "k"), whose="")
LIST_OF_PARTNER = sql(
    "api_keys.list_of_partner", _LIST, row=json_object(ApiKey, "k"), whose="AND k.made_by_partner = $5"
)

INSERT = sql(
    "api_keys.insert",
    """
    INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, partner, created_by, created_at,
                          expires_at, networks, made_by_partner)
    SELECT a.id, $2, $3, $4, $5, $6, $7::text[], $8, $9, $10, $11, $12::text[], $13 FROM accounts a WHERE a.id = $1
    RETURNING account_id
    """,
)

# The database's clock decides, since it also decides when the key has expired.
IS_FUTURE = sql("api_keys.is_future", "SELECT $2::timestamptz > clock_timestamp() FROM accounts WHERE id = $1")

# A partner sees the keys that it made; the merchant sees all. `coalesce` keeps the planner from using the index by
# partner instead of the primary key.
_VISIBLE = "account_id = $1 AND id = $2 AND coalesce(made_by_partner = $3, $3 IS NULL)"

REVOKE = sql(
    "api_keys.revoke",
    "UPDATE api_keys SET revoked_at = $4 WHERE {visible} AND revoked_at IS NULL RETURNING name",
    visible=_VISIBLE,
)

EXISTS = sql("api_keys.exists", "SELECT true FROM api_keys WHERE {visible}", visible=_VISIBLE)

FIND_ID = sql("api_keys.find_id", "SELECT id FROM api_keys WHERE account_id = $1 AND (key_id = $2 OR id = $2) LIMIT 1")

UPDATE_LAST_USED = sql(
    "api_keys.unscoped_update_last_used",
    """
    UPDATE api_keys SET last_used_at = greatest(last_used_at, now() - $2::interval)
     WHERE key_id = ANY (SELECT key_id FROM api_keys WHERE key_id = ANY ($1::text[])
                          ORDER BY key_id FOR NO KEY UPDATE SKIP LOCKED)
    """,
)


async def list_keys(read: Read, page: PageRequest, partner: str | None = None) -> list[asyncpg.Record]:
    """Keys, newest first, active and revoked; with `partner` only those that this partner made."""
    position = page.after or (clock.END_OF_TIME, "")
    if partner is not None:
        return await read.fetch_all(LIST_OF_PARTNER, *position, page.fetch_limit, partner)
    return await read.fetch_all(LIST, *position, page.fetch_limit)


async def is_past(tx: Tx, moment: datetime) -> bool:
    """True where the moment is not in the future by the database's clock."""
    return await tx.fetch_value(IS_FUTURE, moment) is False


async def insert(tx: Tx, *columns: object) -> bool:
    """Store a key; False where the workspace does not exist."""
    return await tx.fetch_value(INSERT, *columns) is not None


async def revoke(tx: Tx, id: str, partner: str | None, at: datetime) -> str | None:
    """Revoke an active key and return its name, or None; with `partner` only a key that this partner made."""
    return await tx.fetch_value(REVOKE, id, partner, at)


async def key_exists(tx: Tx, id: str, partner: str | None) -> bool:
    return bool(await tx.fetch_value(EXISTS, id, partner))


async def find_id(tx: Tx, key: str) -> str | None:
    """The id of the workspace's key with this key id or id."""
    return await tx.fetch_value(FIND_ID, key)
