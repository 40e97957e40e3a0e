"""The SQL of a license's slots. All of it runs with the license's row locked (queries.lock)."""

from datetime import datetime

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx

FIND_ACTIVE = sql(
    "licenses.find_active_activation",
    """
    SELECT * FROM license_activations
     WHERE account_id = $1 AND license_id = $2 AND instance_id = $3 AND deactivated_at IS NULL
    """,
)

FIND_ACTIVATION = sql(
    "licenses.find_activation",
    "SELECT * FROM license_activations WHERE account_id = $1 AND license_id = $2 AND id = $3",
)

TAKE = sql(
    "licenses.take_slot",
    """
    WITH taken AS (
        UPDATE licenses SET activations = activations + 1
         WHERE account_id = $1 AND id = $2 AND activations < max_activations
        RETURNING *
    ), bound AS (
        INSERT INTO license_activations (account_id, id, license_id, instance_id, activated_at)
        SELECT $1, $3, id, $4, $5 FROM taken
    )
    SELECT * FROM taken
    """,
)

FREE = sql(
    "licenses.free_slot",
    """
    WITH freed AS (
        UPDATE license_activations SET deactivated_at = $4
         WHERE account_id = $1 AND license_id = $2 AND id = $3 AND deactivated_at IS NULL
        RETURNING license_id
    )
    UPDATE licenses SET activations = activations - 1
     WHERE account_id = $1 AND id = $2 AND EXISTS (SELECT FROM freed)
    RETURNING *
    """,
)


async def find_active(read: Read, license_id: str, instance_id: str) -> asyncpg.Record | None:
    """The activation by which the instance holds a slot."""
    return await read.one(FIND_ACTIVE, license_id, instance_id)


async def find_activation(read: Read, license_id: str, id: str) -> asyncpg.Record | None:
    """An activation of this very license, whether or not it still holds its slot."""
    return await read.one(FIND_ACTIVATION, license_id, id)


async def take(tx: Tx, license_id: str, id: str, instance_id: str, at: datetime) -> asyncpg.Record | None:
    """Bind an instance; answers the license's row, None where no slot is free."""
    return await tx.one(TAKE, license_id, id, instance_id, at)


async def free(tx: Tx, license_id: str, id: str, at: datetime) -> asyncpg.Record:
    """Unbind an activation that holds a slot; answers the license's row."""
    return await tx.one(FREE, license_id, id, at)
