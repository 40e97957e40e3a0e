"""How a workspace stands: its plan, its subscription, what it used this month (specification, Billing objects).

What it has bought runs by its own period, everything else by the calendar month (UTC), as what is counted does.
"""

import asyncpg

from fulfilment import plans
from fulfilment.billing import queries
from fulfilment.billing.catalogue import id_of, name_of
from fulfilment.billing.records import CurrentPlan, Subscription, Usage
from fulfilment.db.tx import Read
from fulfilment.fields import stamp
from fulfilment.usage import limits
from fulfilment.usage import queries as usage


async def show_plan(read: Read) -> CurrentPlan:
    """The plan, each of its limits, and when the next period begins."""
    row, month = await queries.find_standing(read), await usage.this_month(read)
    included = plans.of(row["plan"])
    _, period_end = _period(row, month)
    return CurrentPlan(
        plan=id_of(row["plan"]),
        plan_name=name_of(row["plan"]),
        is_forjio_internal=row["plan"] is None,
        orders_limit=included.orders_per_month,
        warehouses_limit=included.warehouses,
        license_keys_limit=included.license_keys,
        api_keys_limit=included.api_keys,
        webhook_endpoints_limit=included.webhook_endpoints,
        rate_limit=included.requests_per_minute,
        biteship_shipments_limit=included.aggregator_shipments_per_month,
        billing_cycle_end=stamp(period_end),
    )


async def show_subscription(read: Read) -> Subscription:
    """What was bought and how it stands; a workspace that bought nothing is simply active on its plan."""
    row, month = await queries.find_standing(read), await usage.this_month(read)
    period_start, period_end = _period(row, month)
    status = _status(row)
    return Subscription(
        plan=id_of(row["plan"]),
        plan_name=name_of(row["plan"]),
        is_forjio_internal=row["plan"] is None,
        status=status,
        current_period_start=stamp(period_start),
        current_period_end=stamp(period_end),
        cancel_at=stamp(_end(row)) if status != "active" else None,
    )


async def show_usage(read: Read) -> Usage:
    """What the month holds so far, by the database's clock."""
    month = await usage.this_month(read)
    return Usage(
        plan=id_of(month["plan"]),
        orders_fulfilled=month["orders"],
        orders_limit=limits.ORDERS.of(month["plan"]),
        shipments_created=month["shipments_created"],
        licenses_issued=month["licenses"],
        reset_at=stamp(month["resets_at"]),
    )


def _status(row: asyncpg.Record) -> str:
    """One that has ended is told of for as long as the workspace is where that has left it.

    One that is to end is being canceled, whether it is paid or overdue, as long as the workspace has its plan by it.
    """
    if row["status"] is None or (row["status"] == "canceled" and row["plan"] != "free"):
        return "active"
    if row["status"] == "past_due" and row["entitles"] and row["cancel_at"] is not None:
        return "canceling"
    return row["status"]


def _period(row: asyncpg.Record, month: asyncpg.Record) -> tuple:
    if row["status"] in (None, "canceled", "incomplete"):
        return month["began_at"], month["resets_at"]
    return row["current_period_start"], row["current_period_end"]


def _end(row: asyncpg.Record):
    """When it is to end. One that the provider ended before that ended then."""
    return row["ended_at"] or row["cancel_at"]
