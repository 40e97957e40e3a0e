"""When a booked shipment is asked about next (decisions, section 6: reports may be lost).

Each is asked about when it has been quiet for a while, and ever more seldom the longer it stays so. What was taken to
be asked about is anybody's again when its lease runs out, so that a killed worker loses none.
"""

from datetime import datetime, timedelta

import asyncpg

from fulfilment import clock
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.settings import Settings

# A shipment that has been quiet for a day is asked about every three hours.
_QUIET_PART = 8
_LONGEST_HOURS = 24
# A courier that says nothing for so long will not say anything again; should it report all the same, it is heard.
_FORGOTTEN_AFTER_DAYS = 90
_CLOSED = ("pending", "cancelled", "delivered", "returned")

# What cannot be followed is asked about half as often each time, down to this.
_FAULT_LONGEST_HOURS = 3
# How long a workspace's lane rests when the aggregator did not answer, and at most when it did not again and again.
LANE_REST_SECONDS = 10
LANE_LONGEST_REST_SECONDS = 300

SCHEDULE = sql(
    "polls.schedule",
    """
    UPDATE courier_polls SET due_at = now() + $3::interval, faults = 0 WHERE account_id = $1 AND shipment_id = $2
    """,
)

POSTPONE = sql(
    "polls.postpone",
    "UPDATE courier_polls SET due_at = now() + $3::interval WHERE account_id = $1 AND shipment_id = $2",
)

FORGET = sql("polls.forget", "DELETE FROM courier_polls WHERE account_id = $1 AND shipment_id = $2")

# With the time, which is the database's for all workers.
LOCK_LANES = sql(
    "polls.unscoped_lock_lanes",
    """
    SELECT account_id, faults, now() AS at FROM courier_poll_lanes
     WHERE due_at <= now() AND account_id <> ALL ($1::text[]) ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

# $2 is now, $3 the room of each lane, $4 the end of the lease, $5 when to look at a lane again at the latest.
# $6 is the sum of the rooms, which tells the planner how few rows there are.
TAKE = sql(
    "polls.batched_take",
    """
    WITH lanes AS (
        SELECT * FROM unnest($1::text[], $3::integer[]) AS l (account_id, room)
    ), picked AS MATERIALIZED (
        SELECT p.account_id, p.shipment_id FROM lanes l CROSS JOIN LATERAL (
            SELECT account_id, shipment_id FROM courier_polls
             WHERE account_id = l.account_id AND due_at <= $2
             ORDER BY due_at LIMIT l.room FOR UPDATE SKIP LOCKED
        ) p LIMIT $6
    ), taken AS (
        UPDATE courier_polls c SET due_at = $4, faults = c.faults + 1 FROM picked p
         WHERE c.account_id = p.account_id AND c.shipment_id = p.shipment_id
        RETURNING c.account_id, c.shipment_id, c.faults
    ), moved AS (
        -- A lane that may have more goes behind those that have waited longer.
        UPDATE courier_poll_lanes l
           SET due_at = CASE WHEN (SELECT count(*) FROM picked p WHERE p.account_id = l.account_id) >= lanes.room
                             THEN $2
                             ELSE least($5, (SELECT $4 FROM picked p WHERE p.account_id = l.account_id LIMIT 1),
                                        (SELECT c.due_at FROM courier_polls c
                                          WHERE c.account_id = l.account_id AND c.due_at > $2
                                          ORDER BY c.due_at LIMIT 1)) END
          FROM lanes WHERE l.account_id = lanes.account_id
    )
    SELECT account_id, shipment_id, faults FROM taken
    """,
)

# The first of those that got no answer together counts for all of them.
REST = sql(
    "polls.rest",
    """
    UPDATE courier_poll_lanes
       SET faults = faults + 1, due_at = now() + least({rest} * 2 ^ least(faults, 16), {longest}) * interval '1 s'
     WHERE account_id = $1 AND faults = $2
    """,
    rest=LANE_REST_SECONDS,
    longest=LANE_LONGEST_REST_SECONDS,
)

RECOVER = sql(
    "polls.recover",
    "UPDATE courier_poll_lanes SET faults = 0, due_at = least(due_at, now()) WHERE account_id = $1 AND faults > 0",
)


def first_wait(settings: Settings) -> timedelta:
    """How long after it was heard of something is asked about for the first time."""
    return timedelta(seconds=settings.courier_poll_seconds)


def next_wait(row: asyncpg.Record, now: datetime, settings: Settings) -> timedelta | None:
    """How long until the shipment is asked about again; None: never."""
    quiet = now - row["updated_at"]
    if row["status"] in _CLOSED or quiet > timedelta(days=_FORGOTTEN_AFTER_DAYS):
        return None
    return max(min(quiet / _QUIET_PART, timedelta(hours=_LONGEST_HOURS)), first_wait(settings))


async def schedule(tx: Tx, row: asyncpg.Record, settings: Settings) -> None:
    """It has been asked about: come back when it is time, or never."""
    wait = next_wait(row, clock.now(), settings)
    if wait is None:
        await tx.one(FORGET, row["id"])
    else:
        await tx.one(SCHEDULE, row["id"], wait)


async def postpone(tx: Tx, shipment_id: str, settings: Settings, faults: int = 1) -> None:
    """Ask again before long, however quiet it has been; what cannot be followed, later each time."""
    longest = max(timedelta(hours=_FAULT_LONGEST_HOURS), first_wait(settings))
    await tx.one(POSTPONE, shipment_id, min(first_wait(settings) * 2 ** min(faults - 1, 16), longest))


async def rest(tx: Tx, faults: int) -> None:
    """The aggregator does not answer the workspace: leave all of its shipments alone, longer each time in a row."""
    await tx.one(REST, faults)


async def recover(tx: Tx) -> None:
    """It does answer."""
    await tx.one(RECOVER)
