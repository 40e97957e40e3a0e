"""`python -m benchmarks.importing.memory ROWS [URL]`: the most memory that a process takes to import so many rows.

Without a database's address the rows are only read, held against each other and put together into products.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import asyncpg

from benchmarks.importing import files
from fulfilment import settings
from fulfilment.accounts.opening import open_workspace
from fulfilment.api_keys.minting import Operator
from fulfilment.catalog_file import reading
from fulfilment.catalog_file.loading import Loader, Watcher, Wishes
from fulfilment.catalog_file.places import Places
from fulfilment.catalog_file.spool import Spool
from fulfilment.db.pool import session_settings


def main(arguments: Sequence[str]) -> None:
    """Print the peak in bytes, after the number of rows."""
    rows, *urls = arguments
    done = asyncio.run(_load(urls[0], int(rows))) if urls else _read(int(rows))
    print(done, _peak_bytes())


def _read(rows: int) -> int:
    spool = Spool()
    for row in reading.read(files.stream(rows), Places([], may_create=True)):
        assert spool.add(row) is None
    return sum(1 for _ in spool.products())


async def _load(url: str, rows: int) -> int:
    db = await asyncpg.connect(url, server_settings=session_settings(settings.current()))
    try:
        operator = Operator((await open_workspace(db, "A large shop")).account_id)
        loader = Loader(db, operator, Wishes(create_warehouses=True), Watcher())
        return (await loader.load(files.stream(rows))).products_created
    finally:
        await db.close()


def _peak_bytes() -> int:
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1_024


if __name__ == "__main__":
    main(sys.argv[1:])
