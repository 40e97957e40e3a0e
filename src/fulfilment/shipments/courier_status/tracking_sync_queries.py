"""When a booked shipment is asked about next (decisions, section 6: reports may be lost).

Each is asked about when it has been quiet for a while, and ever more seldom the longer it stays so. What was taken to
be asked about is anybody's again when its lease runs out, so that a killed worker loses none.
"""

from datetime import datetime, timedelta

import asyncpg

from fulfilment.infra.database import database_clock
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.settings import Settings

_AFTER_BOOKING_SECONDS = 60
# A shipment that has been quiet for a day is asked about every three hours.
_QUIET_DIVISOR = 8
_MAX_WAIT_HOURS = 24
# A courier that says nothing for so long will not say anything again; should it report all the same, it is heard.
_STOP_AFTER_DAYS = 90
_CLOSED_STATUSES = ("pending", "cancelled", "delivered", "returned")

# What cannot be followed is asked about half as often each time, down to this.
_MAX_FAILURE_WAIT_SECONDS = 3 * 3_600
# A workspace whose aggregator does not answer waits as a whole.
_TENANT_BACKOFF = Backoff(10, 300)

SCHEDULE = sql(
    "tracking_syncs.schedule",
    """
    UPDATE tracking_syncs SET due_at = now() + $3::interval, faults = 0 WHERE account_id = $1 AND shipment_id = $2
    """,
)

POSTPONE = sql(
    "tracking_syncs.postpone",
    "UPDATE tracking_syncs SET due_at = now() + $3::interval WHERE account_id = $1 AND shipment_id = $2",
)

DELETE_SYNC = sql("tracking_syncs.delete", "DELETE FROM tracking_syncs WHERE account_id = $1 AND shipment_id = $2")

# With the time, which is the database's for all workers.
LOCK_DUE_TENANTS = sql(
    "tracking_syncs.unscoped_lock_due_tenants",
    """
    SELECT account_id, faults, now() AS at FROM tracking_sync_tenants
     WHERE due_at <= now() AND account_id <> ALL ($1::text[]) ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

# $2 is now, $3 the room of each lane, $4 the end of the lease, $5 when to look at a lane again at the latest.
# $6 is the sum of the rooms, which tells the planner how few rows there are.
CLAIM_DUE = sql(
    "tracking_syncs.batched_claim_due",
    """
    WITH tenants AS (
        SELECT * FROM unnest($1::text[], $3::integer[]) AS l (account_id, capacity)
    ), selected AS MATERIALIZED (
        SELECT p.account_id, p.shipment_id FROM tenants l CROSS JOIN LATERAL (
            SELECT account_id, shipment_id FROM tracking_syncs
             WHERE account_id = l.account_id AND due_at <= $2
             ORDER BY due_at LIMIT l.capacity FOR UPDATE SKIP LOCKED
        ) p LIMIT $6
    ), claimed AS (
        UPDATE tracking_syncs c SET due_at = $4, faults = c.faults + 1 FROM selected p
         WHERE c.account_id = p.account_id AND c.shipment_id = p.shipment_id
        RETURNING c.account_id, c.shipment_id, c.faults
    ), moved AS (
        -- A lane that may have more goes behind those that have waited longer.
        UPDATE tracking_sync_tenants l
           SET due_at = CASE WHEN (SELECT count(*) FROM selected p WHERE p.account_id = l.account_id)
                           >= tenants.capacity
                             THEN $2
                             ELSE least($5, (SELECT $4 FROM selected p WHERE p.account_id = l.account_id LIMIT 1),
                                        (SELECT c.due_at FROM tracking_syncs c
                                          WHERE c.account_id = l.account_id AND c.due_at > $2
                                          ORDER BY c.due_at LIMIT 1)) END
          FROM tenants WHERE l.account_id = tenants.account_id
    )
    SELECT account_id, shipment_id, faults FROM claimed
    """,
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


async def postpone_sync(tx: Tx, shipment_id: str, settings: Settings, failures: int = 1) -> None:
    """Ask again before long, however quiet it has been; what cannot be followed, later each time."""
    first_seconds = first_wait(settings).total_seconds()
    backoff = Backoff(first_seconds, max(_MAX_FAILURE_WAIT_SECONDS, first_seconds))
    await tx.fetch_optional(POSTPONE, shipment_id, timedelta(seconds=backoff.seconds(failures - 1)))


async def back_off_tenant(tx: Tx, failures: int) -> None:
    """The aggregator does not answer the workspace: leave all of its shipments alone, longer each time in a row."""
    await tx.fetch_optional(BACK_OFF_TENANT, failures)


async def reset_tenant_backoff(tx: Tx) -> None:
    """It does answer."""
    await tx.fetch_optional(RESET_TENANT_BACKOFF)
