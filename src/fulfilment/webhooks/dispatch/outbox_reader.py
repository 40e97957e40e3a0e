"""What of the outbox one process still has to look at, so that no look goes over what was done before.

A row that was fanned out is dead, and yet it is read again by every look that begins at the front, for as long as
anybody holds a snapshot in which it lived: a backup, a report, a forgotten transaction. So a look asks only for what
was written by transactions that an earlier look could not see: those that were open then, and those that began after
it. Whatever commits late is found when it commits, however long that takes.

What was found is kept in memory as spans of positions, by workspace, until a look finds nothing in them any more; so
what another process holds, and lets go of when it is killed, comes up again. What neither way finds (rows that were
there before this process, that a restore brought back, or that carry no transaction) is found by going through the
table itself, some pages at a time. All of this is one process's own: others, and older ones, need know nothing of it.
"""

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterable, Sequence
from datetime import datetime
from operator import itemgetter
from time import monotonic

import asyncpg
import msgspec

from fulfilment.webhooks.dispatch.fan_out_queries import POLL_OUTBOX, SCAN_OUTBOX

# A look reads what at most so many transactions wrote; after a longer absence it takes several.
TRANSACTIONS_AT_ONCE = 50_000
SCAN_INTERVAL_SECONDS = 5.0
# One megabyte, which is the most that a patrol reads at once.
PAGES_AT_ONCE = 128
SPANS_OF_WORKSPACE = 8


class PositionRange(msgspec.Struct, frozen=True, order=True):
    """Positions in the outbox, both ends included."""

    first: int
    last: int


class Snapshot(msgspec.Struct, frozen=True):
    """What was committed: all transactions before `following` but the `open` ones. As `pg_current_snapshot()`."""

    following: int
    open: frozenset[int]

    @classmethod
    def read(cls, text: str) -> "Snapshot":
        _, following, numbers = text.split(":")
        return cls(int(following), frozenset(int(number) for number in numbers.split(",") if number))

    def before(self, end: int) -> "Snapshot":
        """As much of it as is known of the transactions before `end`."""
        if self.following <= end:
            return self
        return Snapshot(end, frozenset(number for number in self.open if number < end))


class OutboxReader:
    """The spans of one process, and up to where it has looked."""

    def __init__(self) -> None:
        self._spans: OrderedDict[str, list[PositionRange]] = OrderedDict()
        self._seen: Snapshot | None = None
        self._server_since: datetime | None = None
        self._page = 0
        self._patrolled_at = monotonic()
        # Workspaces in a row of which nothing could be taken: once it was all of them, there is nothing to do.
        self._fruitless = 0

    async def poll(self, connection: asyncpg.Connection) -> None:
        """Find what is new. Reads what was written since the last look, and a megabyte now and then."""
        while await self._poll_on(connection):
            continue
        if monotonic() - self._patrolled_at >= SCAN_INTERVAL_SECONDS:
            await self._scan_pages(connection)

    async def _poll_on(self, connection: asyncpg.Connection) -> bool:
        """Whether there is more."""
        begin = 0 if self._seen is None else self._seen.following
        end = 0 if self._seen is None else begin + TRANSACTIONS_AT_ONCE
        still_open = [] if self._seen is None else [str(number) for number in sorted(self._seen.open)]
        rows = await connection.fetch(POLL_OUTBOX.text, str(begin), str(end), still_open)
        now, since = Snapshot.read(rows[0]["seen"]), rows[0]["server_since"]
        if self._seen is None or now.following < begin or since != self._server_since:
            # Another server may count its transactions anew from before those that it has not heard of.
            await self._begin_anew(connection, now, since)
            return False
        self._add(rows)
        self._seen = now.before(end)
        return self._seen.following < now.following

    async def _begin_anew(self, connection: asyncpg.Connection, now: Snapshot, since: datetime) -> None:
        """Go through the whole table once; what is not in the snapshot that came before is found by looking."""
        self._seen, self._page = None, 0
        while await self._scan_pages(connection):
            continue
        self._seen, self._server_since = now, since

    async def _scan_pages(self, connection: asyncpg.Connection) -> bool:
        """Read the next pages of the table; whether there are more."""
        end = self._page + PAGES_AT_ONCE
        rows = await connection.fetch(SCAN_OUTBOX.text, f"({self._page},0)", f"({end},0)")
        self._add(rows)
        self._page = end if end < rows[0]["pages"] else 0
        self._patrolled_at = monotonic()
        return self._page > 0

    def _add(self, rows: Iterable[asyncpg.Record]) -> None:
        found = [row for row in rows if row["account_id"] is not None]
        for row in sorted(found, key=itemgetter("first")):
            spans = self._spans.setdefault(row["account_id"], [])
            spans.append(PositionRange(row["first"], row["last"]))
            self._spans[row["account_id"]] = _tidied(spans)

    def next_batch(
        self, workspaces: int, events: dict[str, int], most: int, excluded: Collection[Hashable]
    ) -> list[tuple]:
        """(workspace, first, last, most) of the spans of so many workspaces, those that waited longest.

        Of each at most `most` events, or as many as `events` says of it.
        """
        given: list[tuple] = []
        chosen = [account_id for account_id in self._spans if account_id not in excluded][:workspaces]
        for account_id in chosen:
            self._spans.move_to_end(account_id)
            room = events.get(account_id, most)
            for span in self._spans[account_id]:
                given.append((account_id, span.first, span.last, min(room, span.last - span.first + 1)))
                room -= given[-1][3]
                if room <= 0:
                    break
        return given

    def acknowledge(self, found: Sequence[asyncpg.Record], excluded: Collection[Hashable]) -> bool:
        """What a turn found was done and committed. Whether another turn is worth while before anything is new."""
        taken: dict[tuple[str, int], int] = {}
        for row in found:
            key = row["account_id"], row["first"]
            taken[key] = taken.get(key, 0) + (row["position"] is not None)
        for row in {(row["account_id"], row["first"]): row for row in found}.values():
            key = row["account_id"], row["first"]
            is_done = row["seen"] == taken[key]
            self._replace(
                row["account_id"], PositionRange(row["first"], row["last"]), None if is_done else row["least"]
            )
        if any(taken.values()):
            self._fruitless = 0
            return True
        self._fruitless += len({account_id for account_id, _ in taken})
        if self._fruitless < sum(account_id not in excluded for account_id in self._spans):
            return True
        self._fruitless = 0
        return False

    def _replace(self, account_id: str, span: PositionRange, first: int | None) -> None:
        """The span begins later now; None: nothing is left of it."""
        spans = [each for each in self._spans[account_id] if each != span]
        if first is not None:
            spans.append(PositionRange(first, span.last))
        if spans:
            self._spans[account_id] = _tidied(spans)
        else:
            del self._spans[account_id]


def _tidied(spans: Iterable[PositionRange]) -> list[PositionRange]:
    """In order, those that touch joined; of very many the last ones, which are closest together as a rule."""
    tidy: list[PositionRange] = []
    for span in sorted(spans):
        if tidy and (span.first <= tidy[-1].last + 1 or len(tidy) == SPANS_OF_WORKSPACE):
            tidy[-1] = PositionRange(tidy[-1].first, max(tidy[-1].last, span.last))
        else:
            tidy.append(span)
    return tidy
