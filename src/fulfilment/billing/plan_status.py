"""Plan, subscription and monthly usage of a workspace (specification, Billing objects).

A subscription runs by its own period. Everything else runs by the calendar month (UTC), as the usage counters do.
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
    """The plan, its limits, and the beginning of the next period."""
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
    """The workspace's subscription and its status. A workspace without one is active on its plan."""
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
    """The usage of the calendar month so far, by the database's clock."""
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
    """The subscription's status in the API.

    An ended subscription is `canceled` while the workspace is on the free plan, and `active` after. An overdue
    subscription with a scheduled end is `canceling` as long as it entitles the workspace to its plan.
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
    """The end of the subscription: the time at which the provider ended it, else the scheduled end."""
    return row["ended_at"] or row["cancel_at"]
