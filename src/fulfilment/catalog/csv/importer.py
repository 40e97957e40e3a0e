"""CSV import into a workspace: in batches that commit one by one, or all or nothing.

A batch records its products as imported in its own transaction. So a process that is killed at any moment has loaded
whole batches, and another import of the same file loads the rest.
"""

from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

import asyncpg
import msgspec

from fulfilment.catalog.csv import queries
from fulfilment.catalog.csv.batch import ImportBatch
from fulfilment.catalog.csv.rows import RowProblem, UnreadableFile, WarehouseResolver, parse_rows
from fulfilment.catalog.csv.staging import FileProduct, RowStaging
from fulfilment.infra.database import outbox
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS
from fulfilment.infra.database.transaction import Actor, Read
from fulfilment.infra.operations.idempotency import RETENTION_HOURS

BATCH_ROWS = 500
_MAX_TRIES = 5


class ImportOptions(msgspec.Struct, frozen=True):
    """Options of an import: all or nothing, dry run, and creation of unknown warehouses."""

    all_or_nothing: bool = False
    dry_run: bool = False
    create_warehouses: bool = False


class ImportSummary(msgspec.Struct, rename="camel"):
    """Result of an import. `rows` counts the rows below the header, `bad_rows` those with a problem."""

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


class ProgressListener:
    """Callbacks for problems and progress of an import. The base class does nothing."""

    def on_problem(self, problem: RowProblem) -> None: ...
    def on_rows_read(self, rows: int) -> None: ...
    def on_rows_loaded(self, rows: int, total: int) -> None: ...


class _Rollback(Exception):
    """Signal to roll the open transaction back."""


class Importer:
    """Import of one file over a connection of its own."""

    def __init__(
        self, connection: asyncpg.Connection, actor: Actor, options: ImportOptions, listener: ProgressListener
    ) -> None:
        self._connection = connection
        self._actor = actor
        self._options = options
        self._listener = listener
        self._warehouses = WarehouseResolver([])
        self._counts: Counter[str] = Counter()
        self._created_warehouses: set[str] = set()
        self._rows = 0
        self._bad_lines = 0
        self._last_bad_line = 0

    async def run(self, raw: BinaryIO) -> ImportSummary:
        """Load the file. Raises LookupError for an unknown workspace."""
        read = Read(self._connection, self._actor)
        if not await queries.workspace_exists(read):
            raise LookupError(f"There is no workspace {read.account_id}.")
        self._warehouses = WarehouseResolver(
            await queries.list_warehouses(read), may_create=self._options.create_warehouses
        )
        staging = RowStaging()
        is_loaded = self._stage_rows(raw, staging) and await self._load_all(staging)
        return ImportSummary(
            rows=self._rows,
            bad_rows=self._bad_lines,
            is_loaded=is_loaded,
            warehouses_created=len(self._created_warehouses),
            **self._counts,
        )

    def _stage_rows(self, raw: BinaryIO, staging: RowStaging) -> bool:
        try:
            for row in parse_rows(raw, self._warehouses):
                problem = row if isinstance(row, RowProblem) else staging.add(row)
                if problem:
                    self._report_problem(problem)
                self._rows = staging.rows + self._bad_lines
                self._listener.on_rows_read(self._rows)
        except UnreadableFile as problem:
            self._listener.on_problem(problem.problem)
            return False
        return True

    async def _load_all(self, staging: RowStaging) -> bool:
        """Load all batches. False if the import was rolled back because of a problem."""
        if not self._options.all_or_nothing:
            await self._load_batches(staging)
            return True
        if self._bad_lines:
            return False
        try:
            async with self._connection.transaction():
                await self._load_batches(staging)
                if self._bad_lines:
                    raise _Rollback
        except _Rollback:
            self._counts.clear()
            self._created_warehouses.clear()
            return False
        await self._notify_workers()
        return True

    async def _load_batches(self, staging: RowStaging) -> None:
        loaded = 0
        for products in _batches(staging.products()):
            batch = await self._load_batch(products)
            self._counts += batch.counts
            self._created_warehouses.update(batch.created_warehouses)
            if not self._options.dry_run:
                self._warehouses.add_created(batch.created_warehouses)
            for problem in sorted(batch.problems, key=lambda problem: problem.line):
                self._report_problem(problem)
            loaded += sum(len(product.lines) for product in products)
            self._listener.on_rows_loaded(loaded, staging.rows)
            if not self._connection.is_in_transaction():
                await self._notify_workers()

    async def _load_batch(self, products: list[FileProduct]) -> ImportBatch:
        for is_last in [False] * (_MAX_TRIES - 1) + [True]:
            batch = ImportBatch(self._connection, self._actor, self._warehouses)
            try:
                async with self._connection.transaction():
                    await batch.apply(products)
                    await outbox.flush(
                        self._connection, [(tx, None) for tx in batch.transactions], retention_hours=RETENTION_HOURS
                    )
                    if self._options.dry_run:
                        raise _Rollback
            except _Rollback:
                return batch
            except (*SERIALIZATION_CONFLICTS, asyncpg.LockNotAvailableError):
                if is_last:
                    raise
            else:
                return batch
        raise AssertionError("unreachable")

    async def _notify_workers(self) -> None:
        if not self._options.dry_run:
            await self._connection.execute(outbox.NOTIFY.text, outbox.CHANNEL)

    def _report_problem(self, problem: RowProblem) -> None:
        # Problems of one row come one after another, and count as one bad row.
        self._bad_lines += problem.line != self._last_bad_line
        self._last_bad_line = problem.line
        self._listener.on_problem(problem)


def _batches(products: Iterator[FileProduct]) -> Iterator[list[FileProduct]]:
    """Batches of whole products, each of at least BATCH_ROWS rows but the last."""
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
