"""A workspace's own aggregator keys that were replaced or removed (decisions, section 13).

What was booked with one is finished with it, and reported to its address, until all of it has ended. Then it is
forgotten.
"""

from typing import Any

from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.shipping.courier_clients import decrypt_merchant_key

DELETE_EVERY_SECONDS = 600
# Who read a key before it was replaced may book with it until its request ends, which takes far less.
_RETENTION_HOURS = 1
DELETE_BATCH_SIZE = 500
# Each has to be unsealed to be told, and nobody who means it replaces so many before what they booked has ended.
MAX_REACTIVATION_CANDIDATES = 50

DEACTIVATE = sql(
    "previous_keys.deactivate",
    """
    INSERT INTO previous_aggregator_keys (account_id, id, api_key, report_token, report_token_hash)
    SELECT account_id, key_id, api_key, report_token, report_token_hash FROM aggregator_configs
     WHERE account_id = $1 AND api_key IS NOT NULL
    """,
)

LIST_LATEST = sql(
    "previous_keys.list_latest",
    """
    SELECT id, api_key FROM previous_aggregator_keys WHERE account_id = $1 ORDER BY retired_at DESC LIMIT {most}
    """,
    most=MAX_REACTIVATION_CANDIDATES,
)

REACTIVATE = sql(
    "previous_keys.reactivate",
    """
    DELETE FROM previous_aggregator_keys WHERE account_id = $1 AND id = $2
    RETURNING id AS key_id, api_key, report_token, report_token_hash
    """,
)

FIND_UNUSED = sql(
    "previous_keys.unscoped_find_unused",
    """
    SELECT f.account_id, f.id FROM previous_aggregator_keys f
     WHERE f.retired_at < now() - interval '{hours} hours'
       AND NOT EXISTS (SELECT FROM shipments s WHERE s.account_id = f.account_id AND s.booking_key_id = f.id
                          AND s.is_merchant_key AND s.status NOT IN ('cancelled', 'delivered', 'returned'))
       AND NOT EXISTS (SELECT FROM courier_operations c WHERE c.account_id = f.account_id AND c.booking_key_id = f.id
                          OFFSET 0)
     ORDER BY f.retired_at LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
    hours=_RETENTION_HOURS,
)

DELETE_KEYS = sql(
    "previous_keys.batched_delete",
    """
    DELETE FROM previous_aggregator_keys f USING unnest($1::text[], $2::text[]) AS done (account_id, id)
     WHERE f.account_id = done.account_id AND f.id = done.id
    """,
)

_UNUSED = BatchProcessor("previous_aggregator_keys", ("account_id", "id"), DELETE_BATCH_SIZE)


async def deactivate(tx: Tx) -> None:
    """Keep the own key that is about to be replaced, if there is one. The config's row is locked."""
    await tx.fetch_optional(DEACTIVATE)


async def reactivate(tx: Tx, key: str) -> dict[str, Any] | None:
    """The config's columns of a former key that is set again, whose report address stands elsewhere already.

    It is looked for among the latest; one that is not found is a new one to us, with an address of its own.
    """
    for previous_key in await tx.fetch_all(LIST_LATEST):
        if decrypt_merchant_key(tx.account_id, previous_key["api_key"]) == key:
            row = await tx.fetch_optional(REACTIVATE, previous_key["id"])
            assert row is not None, "the config is locked"
            return dict(row)
    return None


async def delete_unused(db: Database) -> None:
    """Forget the keys with which nothing is under way any more."""
    await _UNUSED.drain(
        db,
        lambda connection, most: connection.fetch(FIND_UNUSED.text, most),
        lambda connection, done: connection.execute(DELETE_KEYS.text, *columns(done, 2)),
    )
