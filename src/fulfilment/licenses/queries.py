"""The SQL of licenses, the lists apart (listing.py)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import asyncpg

from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.database_clock import EXPRESSION
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import Row
from fulfilment.licenses import key_format
from fulfilment.licenses.schemas import NewLicense

FIND_PRODUCTS = sql(
    "licenses.find_products",
    """
    SELECT id, type, license_enabled, max_activations, archived FROM products
     WHERE account_id = $1 AND id = ANY ($2::text[])
    """,
)

# A license of a product that is sold so, in a workspace whose plan limits neither licenses nor orders: else nothing.
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

# In the order given, so that of two with one key the first is issued.
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
      FROM licenses l LEFT JOIN products p ON p.account_id = l.account_id AND p.id = l.product_id
     WHERE l.normalized_key = $1 AND (NOT l.is_custom_key OR l.key = $2)
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

# Where insert_arguments has them.
_ID, _NORMALIZED_KEY = 0, 4
_UPDATED_COLUMNS = ("status", "max_activations", "expires_at", "suspended_at")


async def find_products(read: Read, ids: Sequence[str]) -> dict[str, asyncpg.Record]:
    """What a license needs to know of its product, by product id."""
    return {row["id"]: row for row in await read.fetch_all(FIND_PRODUCTS, list(ids))}


async def issue(tx: Tx, arguments: tuple, limiting_plans: Sequence[str], default_cap: int) -> asyncpg.Record:
    """The new license's row; its `id` is null where the key is taken, the product has no licenses, or a plan limits."""
    return await tx.fetch_one(ISSUE, *arguments, limiting_plans, default_cap)


async def insert_all(tx: Tx, licenses: Mapping[int, tuple]) -> dict[int, asyncpg.Record]:
    """The new rows by index, without those that were not issued since their key is taken."""
    # Whoever issues several keys takes them in one order, so that no two wait for each other.
    order = sorted(licenses, key=lambda index: licenses[index][_NORMALIZED_KEY])
    rows = await tx.fetch_all(INSERT_ALL, *zip(*(licenses[index] for index in order), strict=True))
    stored = {row["id"]: row for row in rows}
    return {index: stored[licenses[index][_ID]] for index in order if licenses[index][_ID] in stored}


async def find_by_keys(read: Read, keys: Sequence[str]) -> dict[str, asyncpg.Record]:
    """The workspace's licenses with these keys, by key."""
    forms = [key_format.normalize_key(key) for key in keys]
    return {row["key"]: row for row in await read.fetch_all(FIND_BY_KEYS, forms)} if keys else {}


async def find_by_key(read: Read, key: str) -> asyncpg.Record | None:
    """The workspace's license with this key, which may be of any characters."""
    return await read.fetch_optional(FIND_BY_KEY, *key_format.lookup_forms(key))


async def validate(public: Public, key: str) -> asyncpg.Record | None:
    """What there is to say of a key: one look-up, of a known key and of an unknown one."""
    return await public.look_up(VALIDATE, *key_format.lookup_forms(key))


async def find(read: Read, id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND, id)


async def lock(tx: Tx, id: str) -> asyncpg.Record | None:
    """Whatever changes a license, or takes or frees one of its slots, waits for its turn here."""
    return await tx.fetch_optional(LOCK, id)


async def update(tx: Tx, row: Row, **changed: Any) -> asyncpg.Record:
    """The locked row with some columns changed."""
    values = {**row, **changed}
    updated = await tx.fetch_optional(UPDATE, row["id"], *(values[name] for name in _UPDATED_COLUMNS))
    assert updated is not None
    return updated


def insert_arguments(
    id: str, body: NewLicense, max_activations: int | None, expires_at: datetime | None, at: datetime
) -> tuple:
    """A license for INSERT_ALL, and the first arguments of ISSUE after the workspace."""
    key = body.key or key_format.generate()
    return (
        id,
        body.product_id,
        body.customer_id,
        key,
        key_format.normalize_key(key),
        body.key is not None,
        max_activations,
        expires_at,
        body.external_source,
        body.external_ref,
        at,
    )
