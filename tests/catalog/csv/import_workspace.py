"""A workspace whose file is read and written, and the file itself."""

import asyncio
import csv
import io
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import msgspec

from fulfilment.api_keys.service import OperatorActor
from fulfilment.catalog.csv import exporter
from fulfilment.catalog.csv.columns import COLUMNS
from fulfilment.catalog.csv.importer import Importer, ImportOptions, ImportSummary, ProgressListener
from fulfilment.catalog.csv.rows import RowProblem
from fulfilment.infra.database import outbox
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.infra.safe_csv import Separator

COFFEE = {"product_ref": "P1", "product_name": "Coffee", "warehouse": "Main", "quantity": "5"}
NAMES = [column.name for column in COLUMNS]


class ImportResult(msgspec.Struct):
    """Result of an import: its summary and the problems of its rows."""

    summary: ImportSummary
    problems: list[RowProblem]

    @property
    def positions(self) -> list[tuple[int, str | None]]:
        """Line and column of each problem."""
        return [(problem.line, problem.column) for problem in self.problems]


class RecordingListener(ProgressListener):
    def __init__(self) -> None:
        self.problems: list[RowProblem] = []

    def on_problem(self, problem: RowProblem) -> None:
        self.problems.append(problem)


class ImportWorkspace:
    """A workspace of a database, without any service."""

    def __init__(self, url: str, account_id: str):
        self.url = url
        self.account_id = account_id

    def import_file(self, content: str | bytes, *, create_warehouses: bool = True, **options: bool) -> ImportResult:
        """Import a file's content."""
        raw = io.BytesIO(content.encode() if isinstance(content, str) else content)
        listener = RecordingListener()
        import_options = ImportOptions(create_warehouses=create_warehouses, **options)
        summary = self._on_connection(
            lambda db: Importer(db, OperatorActor(self.account_id), import_options, listener).run(raw)
        )
        return ImportResult(summary, listener.problems)

    def export(self, separator: Separator = "comma") -> bytes:
        """The workspace's file."""
        out = io.BytesIO()
        self._on_connection(lambda db: exporter.export_products(db, OperatorActor(self.account_id), out, separator))
        return out.getvalue()

    def exported_rows(self) -> list[dict[str, str]]:
        """The workspace's file, row by row."""
        return list(csv.DictReader(io.StringIO(self.export().decode(), newline="")))

    def rows(self, statement: str, *args: Any) -> list[Any]:
        """The rows of a statement whose `$1` is the workspace."""
        return self._on_connection(lambda db: db.fetch(statement, self.account_id, *args))

    def value(self, statement: str, *args: Any) -> Any:
        return self.rows(statement, *args)[0][0]

    def run_mutation(self, work: Callable[[Tx], Awaitable[Any]]) -> Any:
        """One mutation, as the API makes them."""

        async def run(db: asyncpg.Connection) -> Any:
            async with db.transaction():
                tx = Tx(db, OperatorActor(self.account_id))
                result = await work(tx)
                await outbox.flush(db, [(tx, None)], retention_hours=RETENTION_HOURS)
            return result

        return self._on_connection(run)

    def count_rows(self) -> dict[str, int]:
        """How many rows of the workspace each table holds that an import writes to."""
        tables = ("products", "variants", "warehouses", "stock_levels", "stock_movements", "product_search_tokens")
        tables += ("events", "outbox", "audit_entries", "imported_products", "imported_variants")
        return {table: self.value(f"SELECT count(*) FROM {table} WHERE account_id = $1") for table in tables}

    def _on_connection(self, work: Callable[[asyncpg.Connection], Awaitable[Any]]) -> Any:
        async def run() -> Any:
            connection = await asyncpg.connect(self.url)
            try:
                return await work(connection)
            finally:
                await connection.close()

        return asyncio.run(run())


def file(*rows: dict[str, str], names: list[str] | None = None) -> str:
    """A file with these rows below the header of the columns that any of them has."""
    names = names or [name for name in NAMES if any(name in row for row in rows)]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, names, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def coffee(**cells: str) -> dict[str, str]:
    return COFFEE | cells
