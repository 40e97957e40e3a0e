"""A workspace whose file is read and written, and the file itself."""

import asyncio
import csv
import io
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import msgspec

from fulfilment.api_keys.minting import Operator
from fulfilment.catalog_file import writing
from fulfilment.catalog_file.columns import COLUMNS
from fulfilment.catalog_file.loading import Loader, Summary, Watcher, Wishes
from fulfilment.catalog_file.problem import Problem
from fulfilment.db import outbox
from fulfilment.db.tx import Tx
from fulfilment.http.idempotency import MEMORY_HOURS

COFFEE = {"product_ref": "P1", "product_name": "Coffee", "warehouse": "Main", "quantity": "5"}
NAMES = [column.name for column in COLUMNS]


class Loaded(msgspec.Struct):
    """What became of a file."""

    summary: Summary
    problems: list[Problem]

    @property
    def places(self) -> list[tuple[int, str | None]]:
        """Line and column of each problem."""
        return [(problem.line, problem.column) for problem in self.problems]


class _Notes(Watcher):
    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def complain(self, problem: Problem) -> None:
        self.problems.append(problem)


class Shop:
    """A workspace of a database, without any service."""

    def __init__(self, url: str, account_id: str):
        self.url = url
        self.account_id = account_id

    def load(self, content: str | bytes, *, create_warehouses: bool = True, **wishes: bool) -> Loaded:
        """Import a file's content."""
        raw = io.BytesIO(content.encode() if isinstance(content, str) else content)
        notes = _Notes()
        given = Wishes(create_warehouses=create_warehouses, **wishes)
        loaded = self._on_connection(lambda db: Loader(db, Operator(self.account_id), given, notes).load(raw))
        return Loaded(loaded, notes.problems)

    def written(self) -> bytes:
        """The workspace's file."""
        out = io.BytesIO()
        self._on_connection(lambda db: writing.write(db, Operator(self.account_id), out))
        return out.getvalue()

    def told(self) -> list[dict[str, str]]:
        """The workspace's file, row by row."""
        return list(csv.DictReader(io.StringIO(self.written().decode(), newline="")))

    def rows(self, statement: str, *args: Any) -> list[Any]:
        """The rows of a statement whose `$1` is the workspace."""
        return self._on_connection(lambda db: db.fetch(statement, self.account_id, *args))

    def value(self, statement: str, *args: Any) -> Any:
        return self.rows(statement, *args)[0][0]

    def do(self, work: Callable[[Tx], Awaitable[Any]]) -> Any:
        """One mutation, as the API makes them."""

        async def run(db: asyncpg.Connection) -> Any:
            async with db.transaction():
                tx = Tx(db, Operator(self.account_id))
                result = await work(tx)
                await outbox.settle(db, [(tx, None)], memory_hours=MEMORY_HOURS)
            return result

        return self._on_connection(run)

    def everything(self) -> dict[str, int]:
        """How many rows of the workspace each table holds that an import writes to."""
        tables = ("products", "variants", "warehouses", "stock_levels", "stock_movements", "product_terms")
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
