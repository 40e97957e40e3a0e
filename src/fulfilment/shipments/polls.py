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

# A lane that stands is left alone, so that bookings of one workspace do not wait for each other.
ENROL = sql(
    "polls.enrol",
    """
    WITH lane AS (
        INSERT INTO courier_poll_lanes (account_id, due_at) VALUES ($1, $3) ON CONFLICT (account_id) DO NOTHING
    )
    INSERT INTO courier_polls (account_id, shipment_id, due_at) VALUES ($1, $2, $3)
    ON CONFLICT (account_id, shipment_id) DO NOTHING
    """,
)

SCHEDULE = sql("polls.schedule", "UPDATE courier_polls SET due_at = $3 WHERE account_id = $1 AND shipment_id = $2")

FORGET = sql("polls.forget", "DELETE FROM courier_polls WHERE account_id = $1 AND shipment_id = $2")

LOCK_LANES = sql(
    "polls.unscoped_lock_lanes",
    """
    SELECT account_id FROM courier_poll_lanes WHERE due_at <= $1
     ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

# $2 is now, $3 the room of each lane, $4 the end of the lease, $5 when to look at a lane again at the latest.
TAKE = sql(
    "polls.batched_take",
    """
    WITH picked AS MATERIALIZED (
        SELECT p.account_id, p.shipment_id FROM unnest($1::text[]) AS l (account_id) CROSS JOIN LATERAL (
            SELECT account_id, shipment_id FROM courier_polls
             WHERE account_id = l.account_id AND due_at <= $2
             ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
        ) p
    ), taken AS (
        UPDATE courier_polls c SET due_at = $4 FROM picked p
         WHERE c.account_id = p.account_id AND c.shipment_id = p.shipment_id
        RETURNING c.account_id, c.shipment_id
    ), moved AS (
        -- A lane that may have more goes behind those that have waited longer.
        UPDATE courier_poll_lanes l
           SET due_at = CASE WHEN (SELECT count(*) FROM picked p WHERE p.account_id = l.account_id) >= $3 THEN $2
                             ELSE least($5, (SELECT $4 FROM picked p WHERE p.account_id = l.account_id LIMIT 1),
                                        (SELECT c.due_at FROM courier_polls c
                                          WHERE c.account_id = l.account_id AND c.due_at > $2
                                          ORDER BY c.due_at LIMIT 1)) END
         WHERE l.account_id = ANY($1::text[])
    )
    SELECT account_id, shipment_id FROM taken
    """,
)


def due_after(settings: Settings, at: datetime) -> datetime:
    """The first time, for what was heard of at that moment."""
    return at + timedelta(seconds=settings.courier_poll_seconds)


def next_due(row: asyncpg.Record, now: datetime, settings: Settings) -> datetime | None:
    """When to ask about the shipment again; None: never."""
    quiet = now - row["updated_at"]
    if row["status"] in _CLOSED or quiet > timedelta(days=_FORGOTTEN_AFTER_DAYS):
        return None
    return max(now + min(quiet / _QUIET_PART, timedelta(hours=_LONGEST_HOURS)), due_after(settings, now))


async def enrol(tx: Tx, shipment_id: str, settings: Settings) -> None:
    """It has been booked: begin to ask about it."""
    await tx.one(ENROL, shipment_id, due_after(settings, clock.now()))


async def schedule(tx: Tx, row: asyncpg.Record, settings: Settings) -> None:
    """It has been asked about: come back when it is time, or never."""
    due_at = next_due(row, clock.now(), settings)
    if due_at is None:
        await tx.one(FORGET, row["id"])
    else:
        await tx.one(SCHEDULE, row["id"], due_at)


async def postpone(tx: Tx, shipment_id: str, settings: Settings) -> None:
    """There was no answer: ask again before long, however quiet it has been."""
    await tx.one(SCHEDULE, shipment_id, due_after(settings, clock.now()))
