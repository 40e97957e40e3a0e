"""Taking due deliveries from the queue, under a lease that ends by itself should this process die.

The endpoints are served in turn (`webhook_lanes`), so that the backlog of one does not stand before the others'. The
lease is reckoned by the database's clock alone.
"""

from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import msgspec
import structlog

from fulfilment.db.pool import Database
from fulfilment.webhooks.delivery_log import envelope_of
from fulfilment.webhooks.queue_queries import LOCK_LANES, NEXT_DUE, TAKE
from fulfilment.webhooks.slots import FIRST_WINDOW, Key, Slots

# How long after the end of an attempt its outcome may take to be stored, before the delivery is anybody's again.
LEASE_MARGIN_SECONDS = 5.0

_log = structlog.get_logger(__name__)


class Taken(msgspec.Struct, frozen=True):
    """A delivery that is ours until the lease ends: attempt `number` of `body` to `url`."""

    account_id: str
    endpoint_id: str
    delivery_id: str
    ticket: int
    number: int
    url: str
    secret: bytes
    patterns: list[str]
    is_active: bool
    event_id: str
    type: str
    body: bytes

    @property
    def lane(self) -> Key:
        return self.account_id, self.endpoint_id


async def take(db: Database, slots: Slots, timeout_seconds: float) -> list[Taken]:
    """As many due deliveries as there is room for; `timeout_seconds` is the longest that an attempt may take."""
    lease = timedelta(seconds=timeout_seconds + LEASE_MARGIN_SECONDS)
    async with db.transaction() as connection:
        found = await connection.fetch(LOCK_LANES.text, *_known(slots), FIRST_WINDOW, slots.free)
        lanes = _fitting(found, slots.free)
        if not lanes:
            return []
        rows = await connection.fetch(TAKE.text, *_columns(lanes), lease)
    return [taken for row in rows if (taken := _read(row)) is not None]


async def seconds_until_due(db: Database, slots: Slots) -> float | None:
    """When there will be something to take, without an answer to what is under way; None: nothing is queued."""
    async with db.connection() as connection:
        return await connection.fetchval(NEXT_DUE.text, *_known(slots), FIRST_WINDOW)


def _known(slots: Slots) -> list[list]:
    return _columns(slots.rooms())


def _fitting(lanes: Sequence[asyncpg.Record], free: int) -> list[tuple[str, str, int]]:
    fitting = []
    for account_id, endpoint_id, wanted in lanes:
        room = min(wanted, free)
        if room:
            fitting.append((account_id, endpoint_id, room))
        free -= room
    return fitting


def _columns(rows: Sequence[tuple]) -> list[list]:
    return [[row[number] for row in rows] for number in range(3)]


def _read(row: asyncpg.Record) -> Taken | None:
    try:
        return Taken(
            account_id=row["account_id"],
            endpoint_id=row["endpoint_id"],
            delivery_id=row["delivery_id"],
            ticket=row["ticket"],
            number=row["attempts"] + 1,
            url=row["url"],
            secret=row["secret"],
            patterns=row["events"],
            is_active=row["is_active"],
            event_id=row["event_id"],
            type=row["type"],
            body=envelope_of(row),
        )
    except Exception:
        # One bad row must not hold up the others; it comes up again when its lease ends.
        _log.exception("delivery_unreadable", delivery_id=row["delivery_id"])
        return None
