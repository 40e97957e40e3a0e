"""Taking due deliveries from the queue, under a lease that ends by itself should this process die.

The endpoints are served in turn (`webhook_lanes`), so that the backlog of one does not stand before the others'. The
lease is reckoned by the database's clock alone.
"""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from datetime import timedelta

import asyncpg
import msgspec
import structlog

from fulfilment.db.chore import is_away
from fulfilment.db.pool import Database
from fulfilment.rests import Rests
from fulfilment.webhooks.delivery_log import envelope_of
from fulfilment.webhooks.queue.queries import GIVE_BACK, LOCK_LANE, LOCK_LANES, NEXT_DUE, TAKE
from fulfilment.webhooks.queue.slots import Key, Rooms, Slots

# Beyond so much the bodies of what was taken together are left in the database.
TAKEN_BYTES = 16 * 1_048_576
# Lanes among which is chosen; the others come up when these have gone behind them.
LANES_AT_ONCE = 256
# Endpoints that failed and have rested, tried again by themselves.
SUSPECTS_AT_ONCE = 8
# How long after the end of an attempt its outcome may take to be stored, before the delivery is anybody's again.
LEASE_MARGIN_SECONDS = 5.0

_log = structlog.get_logger(__name__)


class Taken(msgspec.Struct):
    """A delivery that is ours until the lease ends: attempt `number` of `body` to `url`. `lane` is whose it is.

    `body` is None where too much was taken at once: it is to be given back. `is_asked_for` where it was queued again,
    by hand or by a recovery. `asked_at` is by the event loop's clock, from before the lease began.
    """

    lane: Key
    delivery_id: str
    ticket: int
    number: int
    url: str
    secrets: list[bytes]
    patterns: list[str]
    is_active: bool
    is_asked_for: bool
    event_id: str
    type: str
    body: bytes | None
    asked_at: float
    is_readable: bool = True
    # What the event belongs to (fulfilment/traces).
    trace: bytes | None = None

    @property
    def account_id(self) -> str:
        return self.lane[0]

    @property
    def endpoint_id(self) -> str:
        return self.lane[1]

    def is_overdue(self, now: float) -> bool:
        """Whether too little of the lease is left to begin the attempt at `now`, by the event loop's clock."""
        return now - self.asked_at > LEASE_MARGIN_SECONDS / 2


async def take(
    db: Database, slots: Slots, timeout_seconds: float, rests: Rests | None = None, shut: Collection[Key] = ()
) -> list[Taken]:
    """As many due deliveries as there is room for; `timeout_seconds` is the longest that an attempt may take.

    `rests` are the endpoints of which nothing could be taken the last time: they are taken by themselves, when they
    have rested. Of those that are `shut` nothing is taken.
    """
    rests = rests or Rests()
    apart = {*rests.known(), *shut}
    lease = timedelta(seconds=timeout_seconds + LEASE_MARGIN_SECONDS)
    asked_at = asyncio.get_running_loop().time()
    lanes: list[tuple[str, str, int]] = []
    rooms = slots.rooms()
    try:
        async with db.transaction() as connection:
            found = await connection.fetch(LOCK_LANES.text, *_known(rooms, apart), rooms.for_stranger, LANES_AT_ONCE)
            if slots.alternate():
                # One that was slow once must not wait for a hundred that hang, nor these for ever.
                found.sort(key=lambda lane: rooms.seconds((lane["account_id"], lane["endpoint_id"])))
            lanes = _fitting(found, rooms, slots.capacity)
            rows = await connection.fetch(TAKE.text, *_given(lanes, lease)) if lanes else []
    except Exception as problem:
        if is_away(problem) or not lanes:
            raise
        rows = await _take_apart(db, lanes, lease, rests)
    if suspects := [key for key in rests.rested() if key not in shut][:SUSPECTS_AT_ONCE]:
        rows += await _take_apart(db, [(*key, rooms.give(key, 1)) for key in suspects], lease, rests)
    return [_read(row, asked_at) for row in rows]


async def _take_apart(
    db: Database, lanes: Sequence[tuple[str, str, int]], lease: timedelta, rests: Rests
) -> list[asyncpg.Record]:
    """Each endpoint by itself; that of which nothing can be taken is left alone for a while."""
    rows: list[asyncpg.Record] = []
    for *key, room in lanes:
        if not room:
            continue
        try:
            async with db.transaction() as connection:
                if await connection.fetchrow(LOCK_LANE.text, *key) is not None:
                    rows += await connection.fetch(TAKE.text, *_given([(*key, room)], lease))
            rests.mend(tuple(key))
        except Exception as problem:
            if is_away(problem):
                raise
            _log.exception("deliveries_not_taken", endpoint_id=key[1], tries=rests.fault(tuple(key)))
    return rows


def _given(lanes: Sequence[tuple[str, str, int]], lease: timedelta) -> tuple:
    return *_columns(lanes, 3), lease, _sum(lanes), TAKEN_BYTES


async def give_back(db: Database, taken: Sequence[Taken]) -> None:
    """Have deliveries that we have not attempted be due again, for whoever comes first."""
    rows = [(delivery.account_id, delivery.delivery_id, delivery.ticket) for delivery in taken]
    async with db.connection() as connection:
        await connection.execute(GIVE_BACK.text, *_columns(rows, 3))


async def seconds_until_due(db: Database, slots: Slots, apart: Collection[Key] = ()) -> float | None:
    """When there will be something to take, but for what is left apart, without an answer to what is under way.

    None: nothing is queued.
    """
    rooms = slots.rooms()
    async with db.connection() as connection:
        return await connection.fetchval(NEXT_DUE.text, *_known(rooms, apart), rooms.for_stranger)


def _known(rooms: Rooms, apart: Collection[Key]) -> list[list]:
    """What each may have together with others."""
    known = rooms.known | dict.fromkeys(apart, 0)
    return _columns([(*key, room) for key, room in known.items()], 3)


def _fitting(lanes: Sequence[asyncpg.Record], rooms: Rooms, free: int) -> list[tuple[str, str, int]]:
    """How many to take of each lane: workspaces share alike, whatever the number of their endpoints."""
    wanted: dict[str, list[tuple[str, str, int]]] = {}
    for account_id, endpoint_id, room in lanes:
        given = rooms.give((account_id, endpoint_id), room)
        wanted.setdefault(account_id, []).append((account_id, endpoint_id, given))
    workspaces = list(wanted.values())
    if free >= len(workspaces):
        # Whoever wants less than a share leaves the rest to the others.
        workspaces.sort(key=_sum)
    fitting = []
    for number, some in enumerate(workspaces):
        share = min(_sum(some), -(-free // (len(workspaces) - number)))
        fitting += _cut(some, share)
        free -= share
    return fitting


def _cut(lanes: Sequence[tuple[str, str, int]], share: int) -> Iterator[tuple[str, str, int]]:
    """As many of a workspace's lanes as its share reaches, and those that may have nothing at all."""
    for account_id, endpoint_id, wanted in lanes:
        room = min(wanted, share)
        if room or not wanted:
            yield account_id, endpoint_id, room
        share -= room


def _sum(lanes: Sequence[tuple[str, str, int]]) -> int:
    return sum(room for _, _, room in lanes)


def _columns(rows: Sequence[tuple], width: int) -> list[list]:
    return [[row[number] for row in rows] for number in range(width)]


def _read(row: asyncpg.Record, asked_at: float) -> Taken:
    taken = Taken(
        lane=(row["account_id"], row["endpoint_id"]),
        delivery_id=row["delivery_id"],
        ticket=row["ticket"],
        number=row["attempts"] + 1,
        url=row["url"],
        secrets=[sealed for sealed in (row["secret"], row["previous_secret"]) if sealed is not None],
        patterns=row["events"],
        is_active=row["is_active"],
        is_asked_for=row["is_asked_for"],
        event_id=row["event_id"],
        type=row["type"],
        body=None,
        asked_at=asked_at,
        trace=row["trace"],
    )
    try:
        taken.body = None if row["data"] is None else envelope_of(row)
    except Exception:
        # One bad row must not hold up the others: it fails, so that it does not come up again and again.
        _log.exception("delivery_unreadable", delivery_id=taken.delivery_id, event_id=taken.event_id)
        taken.is_readable = False
    return taken
