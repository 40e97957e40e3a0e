"""SQL of metered usage and of quotas (decisions, section 10).

Monthly usage is counted in the transaction that causes it (infra/database/outbox.py, `Tx.use`).
"""

from collections.abc import Sequence
from datetime import date

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

# Nouns of `Tx.use`. A shipment is counted when it is booked, and under another noun when it is created.
SHIPMENT, DELIVERY, LICENSE = "shipment", "delivery", "license"
SHIPMENT_CREATED = "shipment_created"

_SUMS = """
    coalesce(sum(count) FILTER (WHERE noun = 'shipment'), 0)::bigint AS shipments,
    coalesce(sum(count) FILTER (WHERE noun = 'delivery'), 0)::bigint AS deliveries,
    coalesce(sum(count) FILTER (WHERE noun = 'license'), 0)::bigint AS licenses,
    coalesce(sum(count) FILTER (WHERE noun IN ('shipment', 'delivery', 'license')), 0)::bigint AS orders
"""
_THIS_MONTH = "date_trunc('month', now() AT TIME ZONE 'UTC')::date"

LIST_MONTHLY_USAGE = sql(
    "usage.batched_list_monthly_usage",
    """
    SELECT account_id, month, {sums} FROM monthly_usage
     WHERE account_id = ANY ($1::text[]) AND month BETWEEN $2 AND $3
     GROUP BY 1, 2 ORDER BY 2, 1
    """,
    sums=_SUMS,
)

FIND_CURRENT_MONTH = sql(
    "usage.find_current_month",
    """
    SELECT (SELECT plan FROM accounts WHERE id = $1 /* account_id */) AS plan,
           {month} AS month, {month}::timestamp AT TIME ZONE 'UTC' AS began_at,
           ({month} + interval '1 month') AT TIME ZONE 'UTC' AS resets_at, {sums},
           coalesce(sum(count) FILTER (WHERE noun = 'shipment_created'), 0)::bigint AS shipments_created
      FROM monthly_usage WHERE account_id = $1 AND month = {month}
    """,
    month=_THIS_MONTH,
    sums=_SUMS,
)

LOCK_IF_LIMITED = sql(
    "usage.lock_if_limited",
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
    "SELECT count FROM counters WHERE account_id = $1 AND noun = 'license' AND status = 'active'",
)

# A booking counts while it is under way and while its outcome is unknown. One statement sums both parts, so a booking
# that is settled meanwhile is counted in exactly one of them.
COUNT_USED = sql(
    "usage.count_used",
    """
    SELECT coalesce((SELECT sum(count) FROM monthly_usage
                      WHERE account_id = $1 AND month = {month} AND noun = ANY ($2::text[])), 0)::bigint
         + (SELECT count(*) FROM (
               SELECT FROM courier_operations
                WHERE account_id = $1 AND kind = 'book' AND shipment_id IS DISTINCT FROM $3 LIMIT $4) AS under_way)
    """,
    month=_THIS_MONTH,
)


async def list_monthly_usage(
    read: Read, account_ids: Sequence[str], from_month: date, to_month: date
) -> Sequence[asyncpg.Record]:
    """Usage of each workspace by month, from `from_month` to `to_month`, both included and given by their first day.

    Rows of `account_id`, `month`, `shipments` (booked), `deliveries`, `licenses` and `orders`, the sum of all three, in
    order of month and workspace. A month without usage has no row. Every booked shipment is booked with the
    aggregator. The caller must check its own access to these workspaces.
    """
    return await read.fetch_for_workspaces(LIST_MONTHLY_USAGE, account_ids, from_month, to_month)


async def get_current_month(read: Read) -> asyncpg.Record:
    """Usage of the current month (UTC, by the database's clock), with the columns of `list_monthly_usage`.

    Further columns: the workspace's `plan`, `began_at`, `resets_at`, and `shipments_created`, which is not part of
    `orders`.
    """
    return await read.fetch_one(FIND_CURRENT_MONTH)


async def lock_if_limited(tx: Tx, plans: Sequence[str]) -> str | None:
    """Lock the workspace and return its plan, if it is one of these. Other requests that check a quota wait for us.

    A command in a shared transaction does not see the usage of the commands before it, which is stored at the end.
    Therefore routes with a `batch_key` do not batch commands of workspaces on a limited plan (`limits.is_limited`).
    """
    return await tx.fetch_value(LOCK_IF_LIMITED, list(plans))


async def count_warehouses(read: Read, limit: int) -> int:
    """The number of warehouses that are not archived, at most `limit`."""
    return await read.fetch_value(COUNT_WAREHOUSES, limit)


async def count_api_keys(read: Read, limit: int) -> int:
    """The number of keys that are neither revoked nor expired, at most `limit`."""
    return await read.fetch_value(COUNT_API_KEYS, limit)


async def count_endpoints(read: Read, limit: int) -> int:
    """The number of webhook endpoints, including paused endpoints, at most `limit`."""
    return await read.fetch_value(COUNT_ENDPOINTS, limit)


async def count_licenses(read: Read) -> int:
    """The number of licenses that are not revoked."""
    return await read.fetch_value(COUNT_LICENSES) or 0


async def count_used(read: Read, nouns: Sequence[str], limit: int, excluded_shipment_id: str | None) -> int:
    """This month's usage of these nouns, and the bookings under way (at most `limit`) of all but one shipment."""
    return await read.fetch_value(COUNT_USED, list(nouns), excluded_shipment_id, limit)
