"""When a booked shipment is asked about next (decisions, section 6: reports may be lost).

Each is asked about when it has been quiet for a while, and ever more seldom the longer it stays so.
"""

from datetime import datetime, timedelta

import asyncpg

from fulfilment.infra.database import database_clock
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.infra.jobs.tenant_queue import JobKind, TenantQueue
from fulfilment.settings import Settings

_AFTER_BOOKING_SECONDS = 60
# A shipment that has been quiet for a day is asked about every three hours.
_QUIET_DIVISOR = 8
_MAX_WAIT_HOURS = 24
# A courier that says nothing for so long will not say anything again; should it report all the same, it is heard.
_STOP_AFTER_DAYS = 90
_CLOSED_STATUSES = ("pending", "cancelled", "delivered", "returned")

_MAX_FAILURE_WAIT_SECONDS = 3 * 3_600
# A workspace whose aggregator does not answer waits as a whole.
_TENANT_BACKOFF = Backoff(10, 300)

SCHEDULE = sql(
    "tracking_syncs.schedule",
    """
    UPDATE tracking_syncs SET due_at = now() + $3::interval, faults = 0 WHERE account_id = $1 AND shipment_id = $2
    """,
)

DELETE_SYNC = sql("tracking_syncs.delete", "DELETE FROM tracking_syncs WHERE account_id = $1 AND shipment_id = $2")

# A workspace's row counts how often in a row its aggregator did not answer.
TRACKING_SYNCS = TenantQueue(
    JobKind(
        name="tracking_syncs",
        table="tracking_syncs",
        key={"shipment_id": "shipment"},
        columns="j.account_id, j.shipment_id, j.faults",
        tenants="tracking_sync_tenants",
        max_tenant_wait="interval '1 h'",
        counts_tenant_failures=True,
    )
)

# The first of those that got no answer together counts for all of them.
BACK_OFF_TENANT = sql(
    "tracking_syncs.back_off_tenant",
    """
    UPDATE tracking_sync_tenants
       SET faults = faults + 1,
           due_at = now() + {delay}
     WHERE account_id = $1 AND faults = $2
    """,
    delay=_TENANT_BACKOFF.interval_sql("faults"),
)

RESET_TENANT_BACKOFF = sql(
    "tracking_syncs.reset_tenant_backoff",
    "UPDATE tracking_sync_tenants SET faults = 0, due_at = least(due_at, now()) WHERE account_id = $1 AND faults > 0",
)


def first_wait(settings: Settings) -> timedelta:
    """The shortest wait between a report and the next look at a shipment."""
    return timedelta(seconds=settings.tracking_poll_seconds)


def wait_after_booking(settings: Settings) -> timedelta:
    """The wait between a booking and the first look at the shipment.

    Soon, since the aggregator may have reported on the order before its answer told the service that there is one.
    """
    return min(timedelta(seconds=_AFTER_BOOKING_SECONDS), first_wait(settings))


def next_wait(row: asyncpg.Record, now: datetime, settings: Settings) -> timedelta | None:
    """How long until the shipment is asked about again; None: never."""
    quiet_for = now - row["updated_at"]
    if row["status"] in _CLOSED_STATUSES or quiet_for > timedelta(days=_STOP_AFTER_DAYS):
        return None
    return max(min(quiet_for / _QUIET_DIVISOR, timedelta(hours=_MAX_WAIT_HOURS)), first_wait(settings))


async def schedule_next_sync(tx: Tx, row: asyncpg.Record, settings: Settings) -> None:
    """It has been asked about: come back when it is time, or never."""
    wait = next_wait(row, await database_clock.read_now(tx), settings)
    if wait is None:
        await tx.fetch_optional(DELETE_SYNC, row["id"])
    else:
        await tx.fetch_optional(SCHEDULE, row["id"], wait)


def failure_backoff(settings: Settings) -> Backoff:
    """The waits of a shipment that cannot be followed: half as often each time, down to a few hours."""
    first_seconds = first_wait(settings).total_seconds()
    return Backoff(first_seconds, max(_MAX_FAILURE_WAIT_SECONDS, first_seconds))


async def back_off_tenant(tx: Tx, failures: int) -> None:
    """The aggregator does not answer the workspace: leave all of its shipments alone, longer each time in a row."""
    await tx.fetch_optional(BACK_OFF_TENANT, failures)


async def reset_tenant_backoff(tx: Tx) -> None:
    """It does answer."""
    await tx.fetch_optional(RESET_TENANT_BACKOFF)
