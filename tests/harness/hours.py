"""The law of the hours behind plots, held against the records that they are sums of."""

from collections import Counter
from datetime import datetime

from fulfilment.infra import branding
from tests.harness.database import rows
from tests.harness.service import Client

COUNTED = """
    SELECT date_trunc('hour', occurred_at, 'UTC') AS hour, type, data ->> 'status' AS status,
           data ->> 'previousStatus' AS before, data ->> 'aggregatorOrderId' AS order_id
      FROM events WHERE account_id = $1
"""


def assert_hours_law(client: Client) -> None:
    """Hourly statistics equal the sums of shipment events and of the ledger, recounted independently."""
    told: Counter[tuple[datetime, str]] = Counter()
    for row in rows(client, COUNTED):
        what = row["type"].removeprefix(branding.current().event_type("x").removesuffix("x.v1"))
        if what == "shipment.pickup_confirmed.v1":
            told[row["hour"], "booked"] += 1
        elif what == "shipment.cancelled.v1" and not row["order_id"].startswith("pending-"):
            told[row["hour"], "cancelled"] += 1
        elif what == "shipment.status_updated.v1" and row["status"] != row["before"]:
            told[row["hour"], row["status"]] += row["status"] in ("delivered", "returned", "cancelled")
    kept = rows(
        client, "SELECT hour, booked, delivered, returned, cancelled FROM shipment_hourly_stats WHERE account_id = $1"
    )
    assert +told == +Counter(
        {(row["hour"], name): row[name] for row in kept for name in ("booked", "delivered", "returned", "cancelled")}
    )
    ledger: Counter[tuple[datetime, str]] = Counter()
    for row in rows(client, "SELECT kind, amount, created_at FROM credit_transactions WHERE account_id = $1"):
        hour = row["created_at"].replace(minute=0, second=0, microsecond=0)
        is_of_shipment = row["kind"].startswith("shipment_")
        ledger[hour, "spent" if is_of_shipment else "added"] += -row["amount"] if is_of_shipment else row["amount"]
    kept = rows(client, "SELECT hour, spent, added FROM credit_hourly_stats WHERE account_id = $1")
    assert {key: value for key, value in ledger.items() if value} == {
        (row["hour"], name): row[name] for row in kept for name in ("spent", "added") if row[name]
    }
