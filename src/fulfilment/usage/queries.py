"""The SQL of what workspaces use (decisions, section 10).

What happened in a month is counted as it happens, in the same transaction (db/outbox.py, `Tx.use`).
"""

from collections.abc import Sequence
from datetime import date

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read

# What `Tx.use` is told of.
SHIPMENT, DELIVERY, LICENSE = "shipment", "delivery", "license"

_SUMS = """
    coalesce(sum(count) FILTER (WHERE noun = 'shipment'), 0)::bigint AS shipments,
    coalesce(sum(count) FILTER (WHERE noun = 'delivery'), 0)::bigint AS deliveries,
    coalesce(sum(count) FILTER (WHERE noun = 'license'), 0)::bigint AS licenses,
    coalesce(sum(count), 0)::bigint AS orders
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
    SELECT {month} AS month, ({month} + interval '1 month') AT TIME ZONE 'UTC' AS resets_at, {sums}
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
    """What the workspace used since the month began (UTC, by the database's clock): as `of_months`, `resets_at` too."""
    return await read.one(THIS_MONTH)
