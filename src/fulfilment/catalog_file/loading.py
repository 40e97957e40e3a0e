"""Loading the file into a workspace: in batches that commit one by one, or all of it or nothing.

What a batch commits it also remembers in the same transaction, so that a process that is killed at any moment has
loaded whole batches, and the same file again does the rest.
"""

from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

import asyncpg
import msgspec

from fulfilment.catalog_file import queries, reading
from fulfilment.catalog_file.batch import Batch
from fulfilment.catalog_file.places import Places
from fulfilment.catalog_file.problem import Problem, Unreadable
from fulfilment.catalog_file.spool import FileProduct, Spool
from fulfilment.db import outbox
from fulfilment.db.pool import COLLISIONS
from fulfilment.db.tx import Actor, Read
from fulfilment.http.idempotency import MEMORY_HOURS

BATCH_ROWS = 500
_MAX_TRIES = 5


class Wishes(msgspec.Struct, frozen=True):
    """How to load: everything or nothing, only to see, and whether unknown warehouses are created."""

    all_or_nothing: bool = False
    dry_run: bool = False
    create_warehouses: bool = False


class Summary(msgspec.Struct, rename="camel"):
    """What became of the file. `rows` are those below the header, `bad_rows` those with a problem."""

    rows: int = 0
    bad_rows: int = 0
    is_loaded: bool = True
    products_created: int = 0
    products_changed: int = 0
    products_unchanged: int = 0
    variants_created: int = 0
    variants_changed: int = 0
    variants_unchanged: int = 0
    warehouses_created: int = 0
    levels_opened: int = 0
    levels_unchanged: int = 0


class Watcher:
    """Hears of every problem and of the progress. This one does nothing."""

    def complain(self, problem: Problem) -> None: ...
    def read(self, rows: int) -> None: ...
    def load(self, rows: int, of: int) -> None: ...


class _Undone(Exception):
    """Everything is to be rolled back."""


class Loader:
    """Loads one file over a connection of its own."""

    def __init__(self, connection: asyncpg.Connection, actor: Actor, wishes: Wishes, watcher: Watcher):
        self._connection = connection
        self._actor = actor
        self._wishes = wishes
        self._watcher = watcher
        self._places = Places([])
        self._done: Counter[str] = Counter()
        self._new_places: set[str] = set()
        self._rows = 0
        self._bad_lines = 0
        self._last_bad_line = 0

    async def load(self, raw: BinaryIO) -> Summary:
        """Load the file. Raises LookupError where there is no such workspace."""
        read = Read(self._connection, self._actor)
        if not await queries.is_workspace(read):
            raise LookupError(f"There is no workspace {read.account_id}.")
        self._places = Places(await queries.warehouses(read), may_create=self._wishes.create_warehouses)
        spool = Spool()
        try:
            is_readable = self._read(raw, spool)
            is_loaded = is_readable and await self._load_all(spool)
        finally:
            spool.close()
        return Summary(
            rows=self._rows,
            bad_rows=self._bad_lines,
            is_loaded=is_loaded,
            warehouses_created=len(self._new_places),
            **self._done,
        )

    def _read(self, raw: BinaryIO, spool: Spool) -> bool:
        try:
            for row in reading.read(raw, self._places):
                problem = row if isinstance(row, Problem) else spool.add(row)
                if problem:
                    self._complain(problem)
                self._rows = spool.rows + self._bad_lines
                self._watcher.read(self._rows)
        except Unreadable as problem:
            self._watcher.complain(problem.problem)
            return False
        return True

    async def _load_all(self, spool: Spool) -> bool:
        """Whether anything was kept, or would have been."""
        if not self._wishes.all_or_nothing:
            await self._load_batches(spool)
            return True
        if self._bad_lines:
            return False
        try:
            async with self._connection.transaction():
                await self._load_batches(spool)
                if self._bad_lines:
                    raise _Undone
        except _Undone:
            self._done.clear()
            self._new_places.clear()
            return False
        await self._ring()
        return True

    async def _load_batches(self, spool: Spool) -> None:
        loaded = 0
        for products in _batches(spool.products()):
            batch = await self._load_batch(products)
            self._done += batch.done
            self._new_places.update(batch.created_places)
            if not self._wishes.dry_run:
                self._places.remember(batch.created_places)
            for problem in sorted(batch.problems, key=lambda problem: problem.line):
                self._complain(problem)
            loaded += sum(len(product.lines) for product in products)
            self._watcher.load(loaded, spool.rows)
            if not self._connection.is_in_transaction():
                await self._ring()

    async def _load_batch(self, products: list[FileProduct]) -> Batch:
        for is_last in [False] * (_MAX_TRIES - 1) + [True]:
            batch = Batch(self._connection, self._actor, self._places)
            try:
                async with self._connection.transaction():
                    await batch.carry_out(products)
                    await outbox.settle(
                        self._connection, [(tx, None) for tx in batch.members], memory_hours=MEMORY_HOURS
                    )
                    if self._wishes.dry_run:
                        raise _Undone
            except _Undone:
                return batch
            except (*COLLISIONS, asyncpg.LockNotAvailableError):
                if is_last:
                    raise
            else:
                return batch
        raise AssertionError("unreachable")

    async def _ring(self) -> None:
        if not self._wishes.dry_run:
            await self._connection.execute(outbox.RING.text, outbox.CHANNEL)

    def _complain(self, problem: Problem) -> None:
        # Several problems of one row come one after another.
        self._bad_lines += problem.line != self._last_bad_line
        self._last_bad_line = problem.line
        self._watcher.complain(problem)


def _batches(products: Iterator[FileProduct]) -> Iterator[list[FileProduct]]:
    """Whole products, as many as make a batch of rows."""
    batch: list[FileProduct] = []
    rows = 0
    for product in products:
        batch.append(product)
        rows += len(product.lines)
        if rows >= BATCH_ROWS:
            yield batch
            batch, rows = [], 0
    if batch:
        yield batch
