"""A workspace's own aggregator keys that were replaced or removed (decisions, section 13).

What was booked with one is finished with it, and reported to its address, until all of it has ended. Then it is
forgotten.
"""

from typing import Any

from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.shipping.aggregator_access import own_key

FORGET_EVERY_SECONDS = 600
# Who read a key before it was replaced may book with it until its request ends, which takes far less.
_KEPT_HOURS = 1
FORGOTTEN_AT_ONCE = 500
# Each has to be unsealed to be told, and nobody who means it replaces so many before what they booked has ended.
TAKEN_BACK_AMONG = 50

RETIRE = sql(
    "former_keys.retire",
    """
    INSERT INTO former_aggregator_keys (account_id, id, api_key, report_token, report_token_hash)
    SELECT account_id, key_id, api_key, report_token, report_token_hash FROM aggregator_configs
     WHERE account_id = $1 AND api_key IS NOT NULL
    """,
)

LATEST = sql(
    "former_keys.latest",
    """
    SELECT id, api_key FROM former_aggregator_keys WHERE account_id = $1 ORDER BY retired_at DESC LIMIT {most}
    """,
    most=TAKEN_BACK_AMONG,
)

TAKE_BACK = sql(
    "former_keys.take_back",
    """
    DELETE FROM former_aggregator_keys WHERE account_id = $1 AND id = $2
    RETURNING id AS key_id, api_key, report_token, report_token_hash
    """,
)

DONE_WITH = sql(
    "former_keys.unscoped_done_with",
    """
    SELECT f.account_id, f.id FROM former_aggregator_keys f
     WHERE f.retired_at < now() - interval '{hours} hours'
       AND NOT EXISTS (SELECT FROM shipments s WHERE s.account_id = f.account_id AND s.booked_with = f.id
                          AND s.is_own_key AND s.status NOT IN ('cancelled', 'delivered', 'returned'))
       AND NOT EXISTS (SELECT FROM courier_calls c WHERE c.account_id = f.account_id AND c.booked_with = f.id
                          OFFSET 0)
     ORDER BY f.retired_at LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
    hours=_KEPT_HOURS,
)

FORGET = sql(
    "former_keys.batched_forget",
    """
    DELETE FROM former_aggregator_keys f USING unnest($1::text[], $2::text[]) AS done (account_id, id)
     WHERE f.account_id = done.account_id AND f.id = done.id
    """,
)

_FORMER = Chore("former_aggregator_keys", ("account_id", "id"), FORGOTTEN_AT_ONCE)


async def retire(tx: Tx) -> None:
    """Keep the own key that is about to be replaced, if there is one. The config's row is locked."""
    await tx.one(RETIRE)


async def take_back(tx: Tx, key: str) -> dict[str, Any] | None:
    """The config's columns of a former key that is set again, whose report address stands elsewhere already.

    It is looked for among the latest; one that is not found is a new one to us, with an address of its own.
    """
    for former in await tx.all(LATEST):
        if own_key(tx.account_id, former["api_key"]) == key:
            return dict(await tx.one(TAKE_BACK, former["id"]))
    return None


async def forget(db: Database) -> None:
    """Forget the keys with which nothing is under way any more."""
    await _FORMER.work_off(
        db,
        lambda connection, most: connection.fetch(DONE_WITH.text, most),
        lambda connection, done: connection.execute(FORGET.text, *columns(done, 2)),
    )
