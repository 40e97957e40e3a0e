"""The SQL of what workspaces use (decisions, section 10).

What happened in a month is counted as it happens, in the same transaction (db/outbox.py, `Tx.use`).
"""

from collections.abc import Sequence
from datetime import date

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx

# What `Tx.use` is told of: shipments count when they are booked, and by another noun when they are made.
SHIPMENT, DELIVERY, LICENSE = "shipment", "delivery", "license"
SHIPMENT_CREATED = "shipment_created"

_SUMS = """
    coalesce(sum(count) FILTER (WHERE noun = 'shipment'), 0)::bigint AS shipments,
    coalesce(sum(count) FILTER (WHERE noun = 'delivery'), 0)::bigint AS deliveries,
    coalesce(sum(count) FILTER (WHERE noun = 'license'), 0)::bigint AS licenses,
    coalesce(sum(count) FILTER (WHERE noun IN ('shipment', 'delivery', 'license')), 0)::bigint AS orders
"""
_THIS_MONTH = "date_trunc('month', now() AT TIME ZONE 'UTC')::date"

OF_MONTHS = sql(
    "usage.batched_of_months",
    """
    SELECT account_id, month, {sums} FROM usage_months
     WHERE account_id = ANY ($1::text[]) AND month BETWEEN $2 AND $3
     GROUP BY 1, 2 ORDER BY 2, 1
    """,
    sums=_SUMS,
)

THIS_MONTH = sql(
    "usage.this_month",
    """
    SELECT (SELECT plan FROM accounts WHERE id = $1 /* account_id */) AS plan,
           {month} AS month, {month}::timestamp AT TIME ZONE 'UTC' AS began_at,
           ({month} + interval '1 month') AT TIME ZONE 'UTC' AS resets_at, {sums},
           coalesce(sum(count) FILTER (WHERE noun = 'shipment_created'), 0)::bigint AS shipments_created
      FROM usage_months WHERE account_id = $1 AND month = {month}
    """,
    month=_THIS_MONTH,
    sums=_SUMS,
)


async def of_months(
    read: Read, account_ids: Sequence[str], from_month: date, to_month: date
) -> Sequence[asyncpg.Record]:
    """What each workspace used in each month from the one to the other, both included and named by their first day.

    Rows of `account_id`, `month`, `shipments` (booked), `deliveries`, `licenses` and `orders`, which is all three, by
    month and workspace; a month in which a workspace used nothing has none. Every shipment that is booked is booked
    with the aggregator. Whether the caller may see these workspaces is for the caller to know.
    """
    return await read.of_several(OF_MONTHS, account_ids, from_month, to_month)


async def this_month(read: Read) -> asyncpg.Record:
    """What the workspace used since the month began (UTC, by the database's clock), as `of_months` has it.

    With the `plan` that the workspace is on, `began_at` and `resets_at`, and `shipments_created`, which is no part of
    `orders`.
    """
    return await read.one(THIS_MONTH)


LOCK_LIMITED = sql(
    "usage.lock_limited",
    "SELECT plan FROM accounts WHERE id = $1 /* account_id */ AND plan = ANY ($2::text[]) FOR NO KEY UPDATE",
)

COUNT_WAREHOUSES = sql(
    "usage.count_warehouses",
    """
    SELECT count(*) FROM (SELECT FROM warehouses WHERE account_id = $1 AND NOT archived LIMIT $2) AS kept
    """,
)

COUNT_API_KEYS = sql(
    "usage.count_api_keys",
    """
    SELECT count(*) FROM (
        SELECT FROM api_keys
         WHERE account_id = $1 AND revoked_at IS NULL AND coalesce(expires_at, 'infinity') > now() LIMIT $2
    ) AS active
    """,
)

COUNT_ENDPOINTS = sql(
    "usage.count_endpoints",
    """
    SELECT count(*) FROM (SELECT FROM webhook_endpoints WHERE account_id = $1 AND deleted_at IS NULL LIMIT $2) AS kept
    """,
)

COUNT_LICENSES = sql(
    "usage.count_licenses",
    "SELECT count FROM tallies WHERE account_id = $1 AND noun = 'license' AND status = 'active'",
)

# A booking holds its place while it is under way, and for as long as nobody knows what became of it: in one statement,
# so that one that is settled meanwhile is seen on the one side or on the other.
COUNT_USED = sql(
    "usage.count_used",
    """
    SELECT coalesce((SELECT sum(count) FROM usage_months
                      WHERE account_id = $1 AND month = {month} AND noun = ANY ($2::text[])), 0)::bigint
         + (SELECT count(*) FROM (
               SELECT FROM courier_calls
                WHERE account_id = $1 AND kind = 'book' AND shipment_id IS DISTINCT FROM $3 LIMIT $4) AS under_way)
    """,
    month=_THIS_MONTH,
)


async def lock_limited(tx: Tx, plans: Sequence[str]) -> str | None:
    """The workspace's plan, if it is one of these: whoever else would take a place of them waits until we are done.

    Two that travelled together would not see each other's places, so whoever rides in a convoy goes alone from here on.
    """
    row = await tx.one(LOCK_LIMITED, list(plans))
    if row is None:
        return None
    tx.leave_convoy()
    return row["plan"]


async def count_warehouses(read: Read, most: int) -> int:
    """How many are not archived; of more, `most`."""
    return await read.value(COUNT_WAREHOUSES, most)


async def count_api_keys(read: Read, most: int) -> int:
    """How many are neither revoked nor expired; of more, `most`."""
    return await read.value(COUNT_API_KEYS, most)


async def count_endpoints(read: Read, most: int) -> int:
    """How many there are, paused ones too; of more, `most`."""
    return await read.value(COUNT_ENDPOINTS, most)


async def count_licenses(read: Read) -> int:
    """How many are not revoked."""
    return await read.value(COUNT_LICENSES) or 0


async def count_used(read: Read, nouns: Sequence[str], most: int, besides: str | None) -> int:
    """What the month counts of these, and the bookings under way (of many, `most`) but that of a shipment `besides`."""
    return await read.value(COUNT_USED, list(nouns), besides, most)
