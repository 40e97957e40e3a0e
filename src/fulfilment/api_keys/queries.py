"""The SQL of API keys."""

from datetime import datetime

import asyncpg

from fulfilment import clock
from fulfilment.api_keys.records import ApiKey
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.db.wire_json import object_of
from fulfilment.http import paging
from fulfilment.http.paging import Page

_LIST = """
    SELECT {row} AS row, k.created_at, k.id FROM api_keys k
     WHERE k.account_id = $1 AND (k.created_at, k.id) < ($2, $3) {whose}
     ORDER BY k.created_at DESC, k.id DESC LIMIT $4
"""
LIST = sql("api_keys.list", _LIST, row=object_of(ApiKey, "k"), whose="")
LIST_OF_PARTNER = sql("api_keys.list_of_partner", _LIST, row=object_of(ApiKey, "k"), whose="AND k.made_by_partner = $5")

INSERT = sql(
    "api_keys.insert",
    """
    INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, partner, created_by, created_at,
                          expires_at, networks, made_by_partner)
    SELECT a.id, $2, $3, $4, $5, $6, $7::text[], $8, $9, $10, $11, $12::text[], $13 FROM accounts a WHERE a.id = $1
    RETURNING account_id
    """,
)

# By the clock that will say when it has come.
IS_AHEAD = sql("api_keys.is_ahead", "SELECT $2::timestamptz > clock_timestamp() FROM accounts WHERE id = $1")

# Of a partner's caller the keys that bear the partner, of the merchant's own all. The id leads to the one key, and no
# index of what a partner made may be thought as good.
_SEEN = "account_id = $1 AND id = $2 AND coalesce(made_by_partner = $3, $3 IS NULL)"

REVOKE = sql(
    "api_keys.revoke",
    "UPDATE api_keys SET revoked_at = $4 WHERE {seen} AND revoked_at IS NULL RETURNING id",
    seen=_SEEN,
)

IS_KNOWN = sql("api_keys.is_known", "SELECT true FROM api_keys WHERE {seen}", seen=_SEEN)

FIND_ID = sql("api_keys.find_id", "SELECT id FROM api_keys WHERE account_id = $1 AND (key_id = $2 OR id = $2) LIMIT 1")

NOTE_USE = sql(
    "api_keys.unscoped_note_use",
    """
    UPDATE api_keys SET last_used_at = greatest(last_used_at, now() - $2::interval)
     WHERE key_id = ANY (SELECT key_id FROM api_keys WHERE key_id = ANY ($1::text[])
                          ORDER BY key_id FOR NO KEY UPDATE SKIP LOCKED)
    """,
)


async def list_keys(read: Read, page: Page, partner: str | None = None) -> list[asyncpg.Record]:
    """Newest first, active and revoked; with `partner` those that bear it."""
    position = (paging.moment(page.after[0]), page.after[1]) if page.after else (clock.END_OF_TIME, "")
    if partner is not None:
        return await read.all(LIST_OF_PARTNER, *position, page.reach, partner)
    return await read.all(LIST, *position, page.reach)


async def is_past(tx: Tx, moment: datetime) -> bool:
    """Whether the moment has come by the database's clock."""
    return await tx.value(IS_AHEAD, moment) is False


async def insert(tx: Tx, *columns: object) -> bool:
    """Whether the workspace exists and the key was stored."""
    return await tx.value(INSERT, *columns) is not None


async def revoke(tx: Tx, id: str, partner: str | None, at: datetime) -> bool:
    """Whether an active key was revoked; with `partner` only one that bears it is."""
    return await tx.value(REVOKE, id, partner, at) is not None


async def is_known(tx: Tx, id: str, partner: str | None) -> bool:
    return bool(await tx.value(IS_KNOWN, id, partner))


async def find_id(tx: Tx, key: str) -> str | None:
    """The id of the workspace's key that has this key id, or this id."""
    return await tx.value(FIND_ID, key)
