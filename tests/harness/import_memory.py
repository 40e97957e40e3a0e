"""`python -m tests.harness.import_memory ROWS [URL]`: the most memory that a process takes to import so many rows.

Without a database's address the rows are only read, held against each other and put together into products.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import asyncpg

from fulfilment import settings
from fulfilment.api_keys.service import OperatorActor
from fulfilment.catalog.csv.importer import Importer, ImportOptions, ProgressListener
from fulfilment.catalog.csv.rows import FileRow, WarehouseResolver, parse_rows
from fulfilment.catalog.csv.staging import RowStaging
from fulfilment.infra.database.pool import session_settings
from fulfilment.workspaces.administration import create_workspace
from tests.harness import import_file


def main(arguments: Sequence[str]) -> None:
    """Print the peak in bytes, after the number of rows."""
    rows, *urls = arguments
    done = asyncio.run(_load(urls[0], int(rows))) if urls else _read(int(rows))
    print(done, _peak_bytes())


def _read(rows: int) -> int:
    spool = RowStaging()
    for row in parse_rows(import_file.stream(rows), WarehouseResolver([], may_create=True)):
        assert isinstance(row, FileRow)
        assert spool.add(row) is None
    return sum(1 for _ in spool.products())


async def _load(url: str, rows: int) -> int:
    db = await asyncpg.connect(url, server_settings=session_settings(settings.current()))
    try:
        operator = OperatorActor((await create_workspace(db, "A large shop")).account_id)
        loader = Importer(db, operator, ImportOptions(create_warehouses=True), ProgressListener())
        return (await loader.run(import_file.stream(rows))).products_created
    finally:
        await db.close()


def _peak_bytes() -> int:
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1_024


if __name__ == "__main__":
    main(sys.argv[1:])
