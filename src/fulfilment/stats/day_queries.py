"""The SQL of days in figures: kept hours of one index, and a look-up for each day's balance."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read

# What an hour sums up.
SUMS = ("booked", "delivered", "returned", "cancelled", "spent", "added")

FIND_WORKSPACE = sql(
    "stats.find_workspace",
    """
    SELECT a.time_zone, coalesce(b.balance - b.held, 0) AS available
      FROM accounts a LEFT JOIN credit_balances b ON b.account_id = a.id WHERE a.id = $1 /* account_id */
    """,
)

# The hours of the period ($2 to before $3) and, of credit, those since $4; then the balance at each moment of $5.
HOURS = sql(
    "stats.hours",
    """
    SELECT hour, booked, delivered, returned, cancelled, 0::bigint AS spent, 0::bigint AS added, NULL::bigint AS balance
      FROM shipment_hours WHERE account_id = $1 AND hour >= $2 AND hour < $3
     UNION ALL
    SELECT hour, 0, 0, 0, 0, spent, added, NULL
      FROM credit_hours
     WHERE account_id = $1 AND hour >= least($2::timestamptz, $4::timestamptz)
       AND (hour < $3 OR hour >= $4)
     UNION ALL
    SELECT ends.at, 0, 0, 0, 0, 0, 0, last.balance_after
      FROM unnest($5::timestamptz[]) AS ends (at) CROSS JOIN LATERAL (
        SELECT balance_after FROM credit_transactions WHERE account_id = $1 AND created_at < ends.at
         ORDER BY created_at DESC, number DESC LIMIT 1
    ) last
    """,
)


async def find_workspace(read: Read) -> asyncpg.Record:
    """The workspace's zone, null for the usual one, and its credit that is not held."""
    return await read.one(FIND_WORKSPACE)


async def find_hours(
    read: Read, begin: datetime, end: datetime, spending_since: datetime, moments: Sequence[datetime]
) -> tuple[list[asyncpg.Record], dict[datetime, int]]:
    """The kept hours of a period, with those of credit since then, and the balance at each of some moments.

    A moment before the first transaction has none.
    """
    rows = await read.all(HOURS, begin, end, spending_since, list(moments))
    hours = [row for row in rows if row["balance"] is None]
    return hours, {row["hour"]: row["balance"] for row in rows if row["balance"] is not None}
