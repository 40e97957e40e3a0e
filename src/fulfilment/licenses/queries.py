"""The SQL of licenses, without their lists (listing.py).

Every activation and deactivation locks and changes the license's row. So if the locked row still has the version of the
statement's snapshot, the snapshot of the activations is current too. Otherwise the statement changes nothing and is
repeated: with the lock held, the second snapshot is current.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import asyncpg

from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.database_clock import EXPRESSION
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import Row
from fulfilment.infra.operations import idempotency
from fulfilment.licenses.keys import generate, lookup_forms, normalize_key
from fulfilment.licenses.schemas import NewLicense

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

# The first look-up of the public routes: the workspace of the key, its suspension, and the stored answer of the
# idempotency key.
FIND_FOR_PUBLIC = sql(
    "licenses.unscoped_find_for_public",
    """
    SELECT l.account_id, l.id, l.product_id, l.customer_id, l.key, l.status, l.activations, l.max_activations,
           l.expires_at, l.suspended_at, {now} AS now, held.id AS activation_id, held.activated_at,
           home.suspended_at IS NOT NULL AS is_suspended, 'license:' || l.id AS idempotency_namespace, {memory}
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
           AS requested (normalized_key, key, instance_id, memory_key, position)
      LEFT JOIN LATERAL (
               SELECT columns(licenses) FROM licenses
                WHERE normalized_key = requested.normalized_key AND (NOT is_custom_key OR key = requested.key) LIMIT 1
           ) l ON true
      LEFT JOIN LATERAL (
               SELECT id, activated_at FROM license_activations
                WHERE account_id = l.account_id AND license_id = l.id AND instance_id = requested.instance_id
                  AND deactivated_at IS NULL LIMIT 1
           ) held ON true
      LEFT JOIN LATERAL (SELECT suspended_at FROM accounts WHERE id = l.account_id LIMIT 1) home ON true
      LEFT JOIN LATERAL (
               SELECT columns(idempotency_keys) FROM idempotency_keys
                WHERE account_id = l.account_id AND partner = 'license:' || l.id AND key = requested.memory_key LIMIT 1
           ) m ON m.created_at > now() - interval '{hours} hours'
     ORDER BY requested.position
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

FIND_PRODUCTS = sql(
    "licenses.find_products",
    """
    SELECT id, type, license_enabled, max_activations, archived FROM products
     WHERE account_id = $1 AND id = ANY ($2::text[])
    """,
)

# Issues a license of a valid product in a workspace whose plan limits neither licenses nor orders; otherwise nothing.
ISSUE = sql(
    "licenses.issue",
    """
    WITH issued AS (
        INSERT INTO licenses (account_id, id, product_id, customer_id, key, normalized_key, is_custom_key,
            max_activations,
                              expires_at, external_source, external_ref, created_at)
        SELECT $1, $2, p.id, $4, $5, $6, $7, coalesce($8, p.max_activations, $14), $9, $10, $11, $12
          FROM products p
         WHERE p.account_id = $1 AND p.id = $3 AND p.type = 'license' AND p.license_enabled AND NOT p.archived
           AND NOT EXISTS (SELECT FROM accounts WHERE id = $1 AND plan = ANY ($13::text[]))
        ON CONFLICT (normalized_key) DO NOTHING
        RETURNING columns(licenses)
    )
    SELECT issued.* FROM (VALUES (true)) always LEFT JOIN issued ON true
    """,
)

# Rows are inserted in the given order, so that the first of two with one key is issued.
INSERT_ALL = sql(
    "licenses.insert_all",
    """
    INSERT INTO licenses (account_id, id, product_id, customer_id, key, normalized_key, is_custom_key, max_activations,
                          expires_at, external_source, external_ref, created_at)
    SELECT $1, id, product_id, customer_id, key, normalized_key, is_custom_key, max_activations, expires_at,
        external_source,
           external_ref, created_at
      FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::bigint[],
                  $9::timestamptz[], $10::text[], $11::text[], $12::timestamptz[]) WITH ORDINALITY
           AS new (id, product_id, customer_id, key, normalized_key, is_custom_key, max_activations, expires_at,
                   external_source, external_ref, created_at, nth)
     ORDER BY nth
    ON CONFLICT (normalized_key) DO NOTHING
    RETURNING columns(licenses)
    """,
)

FIND_BY_KEYS = sql(
    "licenses.find_by_keys",
    "SELECT columns(licenses) FROM licenses WHERE account_id = $1 AND normalized_key = ANY ($2::text[])",
)

FIND_BY_KEY = sql(
    "licenses.find_by_key",
    "SELECT columns(licenses) FROM licenses "
    "WHERE account_id = $1 AND normalized_key = $2 AND (NOT is_custom_key OR key = $3)",
)

VALIDATE = sql(
    "licenses.unscoped_validate",
    """
    SELECT l.key, l.status, l.product_id, p.name AS product_name, l.activations, l.max_activations, l.expires_at,
           l.suspended_at, {now} AS now
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS requested (normalized_key, key, position)
      LEFT JOIN LATERAL (
               SELECT columns(licenses) FROM licenses
                WHERE normalized_key = requested.normalized_key AND (NOT is_custom_key OR key = requested.key) LIMIT 1
           ) l ON true
      LEFT JOIN LATERAL (
               SELECT name FROM products WHERE account_id = l.account_id AND id = l.product_id LIMIT 1
           ) p ON true
     ORDER BY requested.position
    """,
    now=EXPRESSION,
)

FIND = sql("licenses.find", "SELECT columns(licenses) FROM licenses WHERE account_id = $1 AND id = $2")

LOCK = sql(
    "licenses.lock", "SELECT columns(licenses) FROM licenses WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE"
)

UPDATE = sql(
    "licenses.update",
    """
    UPDATE licenses SET status = $3, max_activations = $4, expires_at = $5, suspended_at = $6
     WHERE account_id = $1 AND id = $2
    RETURNING columns(licenses)
    """,
)

# Positions in the result of insert_arguments.
_ID, _NORMALIZED_KEY = 0, 4
_UPDATED_COLUMNS = ("status", "max_activations", "expires_at", "suspended_at")


async def find(read: Read, id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND, id)


async def lock(tx: Tx, id: str) -> asyncpg.Record | None:
    """Lock a license. The lock serialises changes of the license and of its activations."""
    return await tx.fetch_optional(LOCK, id)


async def update(tx: Tx, row: Row, **changed: Any) -> asyncpg.Record:
    """Update some columns of a locked license."""
    values = {**row, **changed}
    updated = await tx.fetch_optional(UPDATE, row["id"], *(values[name] for name in _UPDATED_COLUMNS))
    assert updated is not None
    return updated


async def validate(public: Public, key: str) -> asyncpg.Record | None:
    """The license and product of a key, by one look-up for known and unknown keys alike."""
    row = await public.fetch_batched(VALIDATE, *lookup_forms(key))
    return None if row["key"] is None else row


async def find_by_key(read: Read, key: str) -> asyncpg.Record | None:
    """The workspace's license with this key, which may be any text."""
    return await read.fetch_optional(FIND_BY_KEY, *lookup_forms(key))


async def find_by_keys(read: Read, keys: Sequence[str]) -> dict[str, asyncpg.Record]:
    """The workspace's licenses with these keys, by key."""
    forms = [normalize_key(key) for key in keys]
    return {row["key"]: row for row in await read.fetch_all(FIND_BY_KEYS, forms)} if keys else {}


async def find_products(read: Read, ids: Sequence[str]) -> dict[str, asyncpg.Record]:
    """The product fields that issuing needs, by product id."""
    return {row["id"]: row for row in await read.fetch_all(FIND_PRODUCTS, list(ids))}


async def issue(tx: Tx, arguments: tuple, limiting_plans: Sequence[str], default_cap: int) -> asyncpg.Record:
    """Issue a license. Its `id` is null if the key is taken, the product has no licenses, or the plan has limits."""
    return await tx.fetch_one(ISSUE, *arguments, limiting_plans, default_cap)


async def insert_all(tx: Tx, licenses: Mapping[int, tuple]) -> dict[int, asyncpg.Record]:
    """Insert licenses. Returns the new rows by index, without those whose key is taken."""
    # Every transaction inserts keys in the same order, which prevents deadlocks.
    order = sorted(licenses, key=lambda index: licenses[index][_NORMALIZED_KEY])
    rows = await tx.fetch_all(INSERT_ALL, *zip(*(licenses[index] for index in order), strict=True))
    stored = {row["id"]: row for row in rows}
    return {index: stored[licenses[index][_ID]] for index in order if licenses[index][_ID] in stored}


def insert_arguments(
    id: str, body: NewLicense, max_activations: int | None, expires_at: datetime | None, at: datetime
) -> tuple:
    """The arguments of a license for INSERT_ALL, and for ISSUE after the workspace."""
    key = body.key or generate()
    return (
        id,
        body.product_id,
        body.customer_id,
        key,
        normalize_key(key),
        body.key is not None,
        max_activations,
        expires_at,
        body.external_source,
        body.external_ref,
        at,
    )


async def find_for_public(public: Public, key: str, instance_id: str) -> asyncpg.Record | None:
    """The license with the key, its workspace, the instance's activation and the request's idempotency record."""
    memory_key = public.request.usable_idempotency_key
    row = await public.fetch_batched(FIND_FOR_PUBLIC, *lookup_forms(key), instance_id, memory_key)
    return None if row["id"] is None else row


async def find_activation(read: Read, license_id: str, id: str) -> asyncpg.Record | None:
    """An activation of this license, ended or not."""
    return await read.fetch_optional(FIND_ACTIVATION, license_id, id)


async def insert_activation(tx: Tx, license_id: str, instance_id: str, id: str) -> asyncpg.Record:
    """Activate a license on an instance, if it is not active there and may be; the license is locked from here on.

    Returns the license's row as it was before, and `now`, at which its expiry was checked. `new_count` is the new
    number of activations, null if none was inserted. `activation_id` and `activated_at` are those of an earlier
    activation.
    """
    return await _fetch_current(tx, INSERT_ACTIVATION, license_id, instance_id, id)


async def end_activation(tx: Tx, license_id: str, instance_id: str, at: datetime) -> asyncpg.Record:
    """Deactivate a license on an instance; the license is locked from here on.

    Returns the license's row as it was before. `new_count` is the new number of activations, null if the instance was
    not active.
    """
    return await _fetch_current(tx, END_ACTIVATION, license_id, instance_id, at)


async def find_for_file(tx: Tx, id: str, instance_id: str) -> asyncpg.Record | None:
    """The contents of a license file, with `is_instance_active` for the instance."""
    return await tx.fetch_optional(FIND_FOR_FILE, id, instance_id)


async def find_signing_key(read: Read) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND_SIGNING_KEY)


async def insert_signing_key(
    read: Read, key_id: str, public_key: str, private_key: bytes, at: datetime
) -> asyncpg.Record | None:
    """Insert the workspace's signing key. None if it has one; the statement waits for a concurrent insert."""
    return await read.fetch_optional(INSERT_SIGNING_KEY, key_id, public_key, private_key, at)


async def _fetch_current(tx: Tx, statement: Statement, *args: Any) -> asyncpg.Record:
    row = await tx.fetch_one(statement, *args)
    return row if row["is_current"] else await tx.fetch_one(statement, *args)
