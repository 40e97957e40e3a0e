"""The SQL of a license's slots.

Whoever takes or frees a slot locks the license's row and changes it. So a row that is, once locked, still the version
that the statement began with says that nobody moved a slot of it meanwhile: what the statement sees of the activations
is how they stand. Otherwise it changes nothing, and is asked again: with the lock held it cannot come too late twice.
"""

from datetime import datetime
from typing import Any

import asyncpg

from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read, Tx
from fulfilment.http import idempotency
from fulfilment.http.public import Public
from fulfilment.licenses import key_format

# What the public routes begin with: the key says in which workspace they are, and the workspace whether it is open; and
# what the idempotency key remembers of the license. Row by row by their keys, as the look-up of callers.
LOCATE = sql(
    "licenses.unscoped_locate",
    """
    SELECT l.account_id, l.id, l.product_id, l.customer_id, l.key, l.status, l.activations, l.max_activations,
           l.expires_at, l.suspended_at, held.id AS activation_id, held.activated_at,
           home.suspended_at IS NOT NULL AS is_suspended, 'license:' || l.id AS bearer, {memory}
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
           AS asked (found_as, key, instance_id, memory_key, nth)
      LEFT JOIN LATERAL (
               SELECT columns(licenses) FROM licenses
                WHERE found_as = asked.found_as AND (NOT is_own_choice OR key = asked.key) LIMIT 1
           ) l ON true
      LEFT JOIN LATERAL (
               SELECT id, activated_at FROM license_activations
                WHERE account_id = l.account_id AND license_id = l.id AND instance_id = asked.instance_id
                  AND deactivated_at IS NULL LIMIT 1
           ) held ON true
      LEFT JOIN LATERAL (SELECT suspended_at FROM accounts WHERE id = l.account_id LIMIT 1) home ON true
      LEFT JOIN LATERAL (
               SELECT columns(idempotency_keys) FROM idempotency_keys
                WHERE account_id = l.account_id AND partner = 'license:' || l.id AND key = asked.memory_key LIMIT 1
           ) m ON m.created_at > now() - interval '{hours} hours'
     ORDER BY asked.nth
    """,
    memory=idempotency.COLUMNS,
    hours=idempotency.MEMORY_HOURS,
)

FIND_ACTIVATION = sql(
    "licenses.find_activation",
    "SELECT columns(license_activations) FROM license_activations "
    "WHERE account_id = $1 AND license_id = $2 AND id = $3",
)

_LOCKED = """
    WITH seen AS MATERIALIZED (
        SELECT xmin AS version FROM licenses WHERE account_id = $1 AND id = $2
    ), license AS MATERIALIZED (
        SELECT columns(licenses), xmin AS version FROM licenses WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE
    )"""

TAKE = sql(
    "licenses.take_slot",
    """{locked}, held AS MATERIALIZED (
        SELECT id, activated_at FROM license_activations
         WHERE account_id = $1 AND license_id = $2 AND instance_id = $3 AND deactivated_at IS NULL
    ), taken AS (
        UPDATE licenses SET activations = activations + 1
         WHERE account_id = $1 AND id = $2 AND activations < max_activations
           AND status = 'active' AND suspended_at IS NULL AND coalesce(expires_at > $5, true)
           AND (SELECT version FROM license) = (SELECT version FROM seen) AND NOT EXISTS (SELECT FROM held)
        RETURNING activations
    ), bound AS (
        INSERT INTO license_activations (account_id, id, license_id, instance_id, activated_at)
        SELECT $1, $4, $2, $3, $5 FROM taken
    )
    SELECT license.*, license.version = seen.version AS is_current, held.id AS activation_id, held.activated_at,
           taken.activations AS taken
      FROM license CROSS JOIN seen LEFT JOIN held ON true LEFT JOIN taken ON true
    """,
    locked=_LOCKED,
)

FREE = sql(
    "licenses.free_slot",
    """{locked}, freed AS (
        UPDATE license_activations SET deactivated_at = $4
         WHERE account_id = $1 AND license_id = $2 AND instance_id = $3 AND deactivated_at IS NULL
           AND (SELECT version FROM license) = (SELECT version FROM seen)
        RETURNING id
    ), left_with AS (
        UPDATE licenses SET activations = activations - 1
         WHERE account_id = $1 AND id = $2 AND EXISTS (SELECT FROM freed)
        RETURNING activations
    )
    SELECT license.*, license.version = seen.version AS is_current, left_with.activations AS freed
      FROM license CROSS JOIN seen LEFT JOIN left_with ON true
    """,
    locked=_LOCKED,
)


async def locate(public: Public, key: str, instance_id: str) -> asyncpg.Record | None:
    """The license with the key, with its workspace, the instance's slot if it holds one, and the request's memory."""
    memory_key = public.request.usable_idempotency_key
    row = await public.look_up(LOCATE, *key_format.asked(key), instance_id, memory_key)
    return None if row["id"] is None else row


async def find_activation(read: Read, license_id: str, id: str) -> asyncpg.Record | None:
    """An activation of this very license, whether or not it still holds its slot."""
    return await read.one(FIND_ACTIVATION, license_id, id)


async def take(tx: Tx, license_id: str, instance_id: str, id: str, at: datetime) -> asyncpg.Record:
    """Bind an instance, if it has no slot and may have one; the license is locked from here on.

    Answers the license's row as it was before. `taken` is how many are active with the new one, null where none was
    bound; `activation_id` and `activated_at` are of the slot that the instance had.
    """
    return await _surely(tx, TAKE, license_id, instance_id, id, at)


async def free(tx: Tx, license_id: str, instance_id: str, at: datetime) -> asyncpg.Record:
    """Unbind an instance; the license is locked from here on.

    Answers the license's row as it was before. `freed` is how many are still active, null where the instance held no
    slot.
    """
    return await _surely(tx, FREE, license_id, instance_id, at)


async def _surely(tx: Tx, statement: Statement, *args: Any) -> asyncpg.Record:
    row = await tx.only(statement, *args)
    if row["is_current"]:
        return row
    # Whoever travels with it may move a slot of the same license before its second time, and be told of after it.
    tx.leave_convoy()
    return await tx.only(statement, *args)
