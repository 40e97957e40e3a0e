"""The SQL of a license's slots.

Whoever takes or frees a slot locks the license's row and changes it. So a row that is, once locked, still the version
that the statement began with says that nobody moved a slot of it meanwhile: what the statement sees of the activations
is how they stand. Otherwise it changes nothing, and is asked again: with the lock held it cannot come too late twice.
"""

from datetime import datetime
from typing import Any

import asyncpg

from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.database_clock import EXPRESSION
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.operations import idempotency
from fulfilment.licenses import key_format

# What the public routes begin with: the key says in which workspace they are, and the workspace whether it is open; and
# what the idempotency key remembers of the license.
FIND_FOR_PUBLIC = sql(
    "licenses.unscoped_find_for_public",
    """
    SELECT l.account_id, l.id, l.product_id, l.customer_id, l.key, l.status, l.activations, l.max_activations,
           l.expires_at, l.suspended_at, {now} AS now, held.id AS activation_id, held.activated_at,
           home.suspended_at IS NOT NULL AS is_suspended, 'license:' || l.id AS idempotency_namespace, {memory}
      FROM (
               SELECT columns(licenses) FROM licenses
                WHERE normalized_key = $1 AND (NOT is_custom_key OR key = $2) LIMIT 1
           ) l
      LEFT JOIN LATERAL (
               SELECT id, activated_at FROM license_activations
                WHERE account_id = l.account_id AND license_id = l.id AND instance_id = $3
                  AND deactivated_at IS NULL LIMIT 1
           ) held ON true
      LEFT JOIN LATERAL (SELECT suspended_at FROM accounts WHERE id = l.account_id LIMIT 1) home ON true
      LEFT JOIN LATERAL (
               SELECT columns(idempotency_keys) FROM idempotency_keys
                WHERE account_id = l.account_id AND partner = 'license:' || l.id AND key = $4 LIMIT 1
           ) m ON m.created_at > now() - interval '{hours} hours'
    """,
    now=EXPRESSION,
    memory=idempotency.COLUMNS,
    hours=idempotency.RETENTION_HOURS,
)

FIND_ACTIVATION = sql(
    "licenses.find_activation",
    "SELECT columns(license_activations) FROM license_activations "
    "WHERE account_id = $1 AND license_id = $2 AND id = $3",
)

_LOCKED = """
    WITH snapshot AS MATERIALIZED (
        SELECT xmin AS version FROM licenses WHERE account_id = $1 AND id = $2
    ), license AS MATERIALIZED (
        SELECT columns(licenses), xmin AS version FROM licenses WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE
    )"""

INSERT_ACTIVATION = sql(
    "licenses.insert_activation",
    """{locked}, present AS MATERIALIZED (
        SELECT {now} AS now FROM license
    ), held AS MATERIALIZED (
        SELECT id, activated_at FROM license_activations
         WHERE account_id = $1 AND license_id = $2 AND instance_id = $3 AND deactivated_at IS NULL
    ), counted AS (
        UPDATE licenses SET activations = activations + 1
         WHERE account_id = $1 AND id = $2 AND activations < max_activations
           AND status = 'active' AND suspended_at IS NULL AND coalesce(expires_at > (SELECT now FROM present), true)
           AND (SELECT version FROM license) = (SELECT version FROM snapshot) AND NOT EXISTS (SELECT FROM held)
        RETURNING activations
    ), bound AS (
        INSERT INTO license_activations (account_id, id, license_id, instance_id, activated_at)
        SELECT $1, $4, $2, $3, present.now FROM counted CROSS JOIN present
    )
    SELECT license.*, license.version = snapshot.version AS is_current, held.id AS activation_id, held.activated_at,
           counted.activations AS new_count, present.now
      FROM license CROSS JOIN snapshot CROSS JOIN present LEFT JOIN held ON true LEFT JOIN counted ON true
    """,
    now=EXPRESSION,
    locked=_LOCKED,
)

END_ACTIVATION = sql(
    "licenses.end_activation",
    """{locked}, ended AS (
        UPDATE license_activations SET deactivated_at = $4
         WHERE account_id = $1 AND license_id = $2 AND instance_id = $3 AND deactivated_at IS NULL
           AND (SELECT version FROM license) = (SELECT version FROM snapshot)
        RETURNING id
    ), counted AS (
        UPDATE licenses SET activations = activations - 1
         WHERE account_id = $1 AND id = $2 AND EXISTS (SELECT FROM ended)
        RETURNING activations
    )
    SELECT license.*, license.version = snapshot.version AS is_current, counted.activations AS new_count
      FROM license CROSS JOIN snapshot LEFT JOIN counted ON true
    """,
    locked=_LOCKED,
)


async def find_for_public(public: Public, key: str, instance_id: str) -> asyncpg.Record | None:
    """The license with the key, with its workspace, the instance's slot if it holds one, and the request's memory."""
    memory_key = public.request.usable_idempotency_key
    return await public.look_up(FIND_FOR_PUBLIC, *key_format.lookup_forms(key), instance_id, memory_key)


async def find_activation(read: Read, license_id: str, id: str) -> asyncpg.Record | None:
    """An activation of this very license, whether or not it still holds its slot."""
    return await read.fetch_optional(FIND_ACTIVATION, license_id, id)


async def insert_activation(tx: Tx, license_id: str, instance_id: str, id: str) -> asyncpg.Record:
    """Bind an instance, if it has no slot and may have one; the license is locked from here on.

    Answers the license's row as it was before, and `now`, by which its expiry was judged. `new_count` is how many are
    active with the new one, null where none was bound; `activation_id` and `activated_at` are of the slot that the
    instance had.
    """
    return await _fetch_current(tx, INSERT_ACTIVATION, license_id, instance_id, id)


async def end_activation(tx: Tx, license_id: str, instance_id: str, at: datetime) -> asyncpg.Record:
    """Unbind an instance; the license is locked from here on.

    Answers the license's row as it was before. `new_count` is how many are still active, null where the instance held
    no slot.
    """
    return await _fetch_current(tx, END_ACTIVATION, license_id, instance_id, at)


async def _fetch_current(tx: Tx, statement: Statement, *args: Any) -> asyncpg.Record:
    row = await tx.fetch_one(statement, *args)
    return row if row["is_current"] else await tx.fetch_one(statement, *args)
