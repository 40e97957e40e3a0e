"""A workspace's own aggregator keys that were replaced or removed (decisions, section 13).

What was booked with one is finished with it, and reported to its address, until all of it has ended. Then it is
forgotten.
"""

from typing import Any

from fulfilment.db.pool import Database
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.shipping.aggregator_access import own_key

FORGET_EVERY_SECONDS = 600
# Who read a key before it was replaced may book with it until its request ends, which takes far less.
_KEPT_HOURS = 1
FORGOTTEN_AT_ONCE = 500

RETIRE = sql(
    "former_keys.retire",
    """
    INSERT INTO former_aggregator_keys (account_id, id, api_key, report_token, report_token_hash)
    SELECT account_id, key_id, api_key, report_token, report_token_hash FROM aggregator_configs
     WHERE account_id = $1 AND api_key IS NOT NULL
    """,
)

LIST = sql("former_keys.list", "SELECT id, api_key FROM former_aggregator_keys WHERE account_id = $1")

TAKE_BACK = sql(
    "former_keys.take_back",
    """
    DELETE FROM former_aggregator_keys WHERE account_id = $1 AND id = $2
    RETURNING id AS key_id, api_key, report_token, report_token_hash
    """,
)

FORGET = sql(
    "former_keys.unscoped_forget",
    """
    DELETE FROM former_aggregator_keys WHERE (account_id, id) IN (
        SELECT f.account_id, f.id FROM former_aggregator_keys f
         WHERE f.retired_at < now() - interval '{hours} hours'
           AND NOT EXISTS (SELECT FROM shipments s WHERE s.account_id = f.account_id AND s.booked_with = f.id
                              AND s.is_own_key AND s.status NOT IN ('cancelled', 'delivered', 'returned'))
           AND NOT EXISTS (SELECT FROM courier_calls c WHERE c.account_id = f.account_id AND c.booked_with = f.id
                              OFFSET 0)
         LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id
    """,
    hours=_KEPT_HOURS,
)


async def retire(tx: Tx) -> None:
    """Keep the own key that is about to be replaced, if there is one. The config's row is locked."""
    await tx.one(RETIRE)


async def take_back(tx: Tx, key: str) -> dict[str, Any] | None:
    """The config's columns of a former key that is set again, whose report address stands elsewhere already."""
    for former in await tx.all(LIST):
        if own_key(tx.account_id, former["api_key"]) == key:
            return dict(await tx.one(TAKE_BACK, former["id"]))
    return None


async def forget(db: Database) -> None:
    """Forget the keys with which nothing is under way any more."""
    forgotten = [None] * FORGOTTEN_AT_ONCE
    while len(forgotten) == FORGOTTEN_AT_ONCE:
        async with db.transaction() as connection:
            forgotten = await connection.fetch(FORGET.text, FORGOTTEN_AT_ONCE)
