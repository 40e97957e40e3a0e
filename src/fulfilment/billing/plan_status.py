"""How a workspace stands: its plan, its subscription, what it used this month (specification, Billing objects).

What it has bought runs by its own period, everything else by the calendar month (UTC), as what is counted does.
"""

from datetime import datetime

import asyncpg

from fulfilment.billing import plans, queries
from fulfilment.billing.catalogue import plan_id, plan_name
from fulfilment.billing.schemas import CurrentPlan, Status, Subscription, Usage
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import format_timestamp
from fulfilment.quotas import limits
from fulfilment.quotas import queries as usage


async def get_plan(read: Read) -> CurrentPlan:
    """The plan, each of its limits, and when the next period begins."""
    row, month = await queries.find_plan_status(read), await usage.get_current_month(read)
    included = plans.get_plan(row["plan"])
    _, period_end = _period(row, month)
    return CurrentPlan(
        plan=plan_id(row["plan"]),
        plan_name=plan_name(row["plan"]),
        is_forjio_internal=row["plan"] is None,
        orders_limit=included.orders_per_month,
        warehouses_limit=included.warehouses,
        license_keys_limit=included.license_keys,
        api_keys_limit=included.api_keys,
        webhook_endpoints_limit=included.webhook_endpoints,
        rate_limit=included.requests_per_minute,
        biteship_shipments_limit=included.aggregator_shipments_per_month,
        billing_cycle_end=format_timestamp(period_end),
    )


async def get_subscription(read: Read) -> Subscription:
    """What was bought and how it stands; a workspace that bought nothing is simply active on its plan."""
    row, month = await queries.find_plan_status(read), await usage.get_current_month(read)
    period_start, period_end = _period(row, month)
    status = _public_status(row)
    return Subscription(
        plan=plan_id(row["plan"]),
        plan_name=plan_name(row["plan"]),
        is_forjio_internal=row["plan"] is None,
        status=status,
        current_period_start=format_timestamp(period_start),
        current_period_end=format_timestamp(period_end),
        cancel_at=format_timestamp(_ends_at(row)) if status != "active" else None,
    )


async def get_usage(read: Read) -> Usage:
    """What the month holds so far, by the database's clock."""
    month = await usage.get_current_month(read)
    return Usage(
        plan=plan_id(month["plan"]),
        orders_fulfilled=month["orders"],
        orders_limit=limits.ORDERS.for_plan(month["plan"]),
        shipments_created=month["shipments_created"],
        licenses_issued=month["licenses"],
        reset_at=format_timestamp(month["resets_at"]),
    )


def _public_status(row: asyncpg.Record) -> Status:
    """One that has ended is told of for as long as the workspace is where that has left it.

    One that is to end is being canceled, whether it is paid or overdue, as long as the workspace has its plan by it.
    """
    if row["status"] is None or (row["status"] == "canceled" and row["plan"] != "free"):
        return "active"
    if row["status"] == "past_due" and row["entitles"] and row["cancel_at"] is not None:
        return "canceling"
    return row["status"]


def _period(row: asyncpg.Record, month: asyncpg.Record) -> tuple[datetime, datetime]:
    if row["status"] in (None, "canceled", "incomplete"):
        return month["began_at"], month["resets_at"]
    return row["current_period_start"], row["current_period_end"]


def _ends_at(row: asyncpg.Record) -> datetime | None:
    """When it is to end. One that the provider ended before that ended then."""
    return row["ended_at"] or row["cancel_at"]
