"""The SQL of days in figures: kept hours of two indexes, and one look-up in the ledger."""

from datetime import datetime

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read

# What an hour sums up.
SUMS = ("booked", "delivered", "returned", "cancelled", "spent", "added")

# The workspace in the first row: its zone, null for the usual one, its credit that is not held, and its balance at $3.
# Then the hours from $2 to before $3 and, of credit, those since $4.
HOURS = sql(
    "stats.hours",
    """
    SELECT NULL::timestamptz AS hour, a.time_zone, coalesce(b.balance - b.held, 0) AS available,
           coalesce((SELECT balance_after FROM credit_transactions WHERE account_id = $1 AND created_at < $3
                      ORDER BY created_at DESC, number DESC LIMIT 1), 0) AS balance,
           0::bigint AS booked, 0::bigint AS delivered, 0::bigint AS returned, 0::bigint AS cancelled,
           0::bigint AS spent, 0::bigint AS added
      FROM accounts a LEFT JOIN credit_balances b ON b.account_id = a.id WHERE a.id = $1 /* account_id */
     UNION ALL
    SELECT hour, NULL, 0, 0, booked, delivered, returned, cancelled, 0, 0
      FROM shipment_hourly_stats WHERE account_id = $1 AND hour >= $2 AND hour < $3
     UNION ALL
    SELECT hour, NULL, 0, 0, 0, 0, 0, 0, spent, added
      FROM credit_hourly_stats
     WHERE account_id = $1 AND hour >= least($2::timestamptz, $4::timestamptz) AND (hour < $3 OR hour >= $4)
    """,
)


async def find_hours(
    read: Read, begin: datetime, end: datetime, spending_since: datetime
) -> tuple[asyncpg.Record, list[asyncpg.Record]]:
    """The workspace, with its balance at the end, and the kept hours of a period with those of credit since then."""
    rows = await read.fetch_all(HOURS, begin, end, spending_since)
    (workspace,) = (row for row in rows if row["hour"] is None)
    return workspace, [row for row in rows if row["hour"] is not None]
