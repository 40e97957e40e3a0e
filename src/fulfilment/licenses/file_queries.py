"""The SQL of license files and of the keys that sign them."""

from datetime import datetime

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

FIND_FOR_FILE = sql(
    "licenses.find_for_file",
    """
    SELECT l.account_id, l.id, l.product_id, l.customer_id, l.status, l.max_activations, l.expires_at, l.suspended_at,
           p.name AS product_name, date_trunc('second', clock_timestamp()) AS now,
           EXISTS (
               SELECT FROM license_activations a
                WHERE a.account_id = $1 AND a.license_id = l.id AND a.instance_id = $3 AND a.deactivated_at IS NULL
           ) AS is_instance_active
      FROM licenses l
      JOIN products p ON p.account_id = l.account_id AND p.id = l.product_id
     WHERE l.account_id = $1 AND l.id = $2
    """,
)

FIND_SIGNING_KEY = sql(
    "licenses.find_signing_key", "SELECT columns(license_signing_keys) FROM license_signing_keys WHERE account_id = $1"
)

INSERT_SIGNING_KEY = sql(
    "licenses.insert_signing_key",
    """
    INSERT INTO license_signing_keys (account_id, key_id, public_key, private_key, created_at)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (account_id) DO NOTHING
    RETURNING columns(license_signing_keys)
    """,
)


async def find_for_file(tx: Tx, id: str, instance_id: str) -> asyncpg.Record | None:
    """What a file says of a license, and whether that instance is active on it."""
    return await tx.fetch_optional(FIND_FOR_FILE, id, instance_id)


async def find_signing_key(read: Read) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND_SIGNING_KEY)


async def insert_signing_key(
    read: Read, key_id: str, public_key: str, private_key: bytes, at: datetime
) -> asyncpg.Record | None:
    """None where the workspace has a key already; whoever makes one at the same time is waited for."""
    return await read.fetch_optional(INSERT_SIGNING_KEY, key_id, public_key, private_key, at)
