"""Working off rows that have come due, so that one which cannot be done holds up none of the others.

A batch is a transaction. One that fails is tried again with fewer rows, down to the one that spoils it: that one is
told of in the log, rests, for longer each time, and is tried alone when it has rested. Rows that are locked are passed
over, and a batch that takes too long becomes smaller, so that nothing is tried the same way for ever.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg
import structlog

from fulfilment import background
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.rests import Rests

# What a row can be the reason of, though the database may be slow, or locked, for other reasons too.
OF_THE_ROWS = (asyncpg.QueryCanceledError, asyncpg.LockNotAvailableError, *COLLISIONS)
# A defect that all rows share must not keep the worker busy: the rest is for the next time.
MOST_FAULTS = 20
_SMALLER = 8

# Answers what is due, the longest due first, as many as asked for, locked and without those that others have locked.
Pick = Callable[[asyncpg.Connection, int], Awaitable[Sequence[asyncpg.Record]]]
Act = Callable[[asyncpg.Connection, Sequence[asyncpg.Record]], Awaitable[Any]]

_log = structlog.get_logger(__name__)


class Chore:
    """One kind of row, known by the columns `key`; `at_once` of them in a batch.

    Where each workspace has its own batches, so has it its own size of them.
    """

    def __init__(self, name: str, key: Sequence[str], at_once: int):
        self._name = name
        self._key = key
        self._at_once = at_once
        # Of those alone whose last batch failed.
        self._smaller: dict[str, int] = {}
        self._rests = Rests()

    async def work_off(self, db: Database, pick: Pick, act: Act) -> None:
        """Everything that is due. Raises what the database raises while it is away."""
        faults = 0
        is_more = True
        while is_more and faults < MOST_FAULTS:
            # However much there is to do, a batch is a turn.
            background.turned()
            is_more, has_faulted = await self.step(db, pick, act)
            faults += has_faulted

    async def step(self, db: Database, pick: Pick, act: Act, workspace: str = "") -> tuple[bool, bool]:
        """One batch: whether there may be more, and whether a row turned out not to be done."""
        resting = self._rests.resting()
        size = self._smaller.get(workspace, self._at_once)
        most = size + len(resting)
        batch: Sequence[asyncpg.Record] = []
        try:
            async with db.transaction() as connection:
                found = await pick(connection, most)
                waiting = [row for row in found if self._key_of(row) not in resting]
                batch = self._batch(waiting, size)
                if batch:
                    await act(connection, batch)
        except Exception as problem:
            if not batch or is_away(problem):
                raise
            return True, self._narrow(workspace, batch, problem)
        for row in batch:
            self._rests.mend(self._key_of(row))
        self._set_size(workspace, 2 * size)
        return len(batch) < len(waiting) or len(found) == most, False

    def _key_of(self, row: asyncpg.Record) -> tuple:
        return tuple(row[name] for name in self._key)

    def _set_size(self, workspace: str, size: int) -> None:
        if size < self._at_once:
            self._smaller[workspace] = size
        else:
            self._smaller.pop(workspace, None)

    def _batch(self, waiting: Sequence[asyncpg.Record], size: int) -> Sequence[asyncpg.Record]:
        """What has never failed goes together; what has, by itself."""
        sound = [row for row in waiting if not self._rests.is_suspect(self._key_of(row))]
        return sound[:size] or waiting[:1]

    def _narrow(self, workspace: str, batch: Sequence[asyncpg.Record], problem: Exception) -> bool:
        if len(batch) > 1:
            self._set_size(workspace, max(1, len(batch) // _SMALLER))
            return False
        faults = self._rests.fault(self._key_of(batch[0]))
        named = dict(zip(self._key, self._key_of(batch[0]), strict=True))
        if isinstance(problem, OF_THE_ROWS):
            _log.warning("chore_waits", chore=self._name, **named, tries=faults, error=type(problem).__name__)
        else:
            _log.error("chore_fault", chore=self._name, **named, tries=faults, exc_info=problem)
        return True


def columns(rows: Sequence[asyncpg.Record], width: int) -> list[list]:
    """The first columns of the rows, as statements take very many of them."""
    return [[row[number] for row in rows] for number in range(width)]


def is_away(problem: Exception) -> bool:
    """Whether the database is away or full, which is no row's fault."""
    return isinstance(problem, (*UNAVAILABLE, PoolFull)) and not isinstance(problem, OF_THE_ROWS)
