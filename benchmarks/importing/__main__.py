"""`python -m benchmarks.importing`: import a file, insert the same rows plainly, in alternating rounds; the ratio."""

import argparse
import asyncio
import io
import os
import statistics
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from pathlib import Path

import asyncpg

from benchmarks.importing import plain
from benchmarks.processes import CannotMeasure
from benchmarks.workplace import in_folder
from fulfilment import settings
from fulfilment.api_keys.service import OperatorActor
from fulfilment.catalog.csv.importer import Importer, ImportOptions, ProgressListener
from fulfilment.infra.database.embedded import server
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.database.pool import session_settings
from fulfilment.workspaces.administration import create_workspace
from tests.harness import import_file

ROWS = 20_000


def main() -> int:
    """Measure and print."""
    given = _arguments()
    return in_folder(lambda folder: _measure(folder, given))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.importing", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="each side once a round (default 3; 0 for none)")
    parser.add_argument("--rows", type=int, default=ROWS, help=f"of the file (default {ROWS:,})")
    parser.add_argument("--peaks", type=int, nargs="+", default=[], help="files of so many rows: the memory they take")
    return parser.parse_args()


def _measure(folder: Path, given: argparse.Namespace) -> None:
    with server.start(folder / "data") as postgres:
        os.environ |= {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_LOG_LEVEL": "warning",
            "FULFILMENT_DATA_DIR": str(folder / "data"),
            "FULFILMENT_DATABASE_URL": postgres.url,
        }
        migrate.migrate(postgres.url)
        if given.rounds:
            asyncio.run(_measured(postgres.url, given))
        asyncio.run(_compare_peaks(postgres.url, given.peaks))


async def _measured(url: str, given: argparse.Namespace) -> None:
    print(f"{given.rounds} rounds of {given.rows:,} rows, a product with a variant and its stock each; rows a second:")
    print("round    plain  imported  ratio     again  repriced", flush=True)
    ratios = []
    for number in range(1, given.rounds + 1):
        # Connections of their own, as an operator's command has one.
        db = await asyncpg.connect(url, server_settings=session_settings(settings.current()))
        try:
            source, target = [(await create_workspace(db, "A shop")).account_id for _ in range(2)]
            imported = await _imported(db, source, import_file.content(given.rows), created=given.rows)
            await _share_warehouse(db, source, target)
            plainly = await plain.insert_again(db, source, target)
            again = await _imported(db, source, import_file.content(given.rows))
            repriced = await _imported(db, source, import_file.content(given.rows, dearer=1), changed=given.rows)
        finally:
            await db.close()
        ratios.append(plainly / imported)
        rates = [f"{given.rows / seconds:,.0f}" for seconds in (plainly, imported, again, repriced)]
        print(f"{number:>5} {rates[0]:>8} {rates[1]:>9} {ratios[-1]:>6.2f} {rates[2]:>9} {rates[3]:>9}", flush=True)
    print(f"The import has {statistics.median(ratios):.2f} of the plain statements' rate (median).")


async def _imported(
    db: asyncpg.Connection, account_id: str, content: bytes, *, created: int = 0, changed: int = 0
) -> float:
    """The seconds that it takes. Raises CannotMeasure where the file did something else."""
    began = time.perf_counter()
    wishes = ImportOptions(create_warehouses=True)
    summary = await Importer(db, OperatorActor(account_id), wishes, ProgressListener()).run(io.BytesIO(content))
    seconds = time.perf_counter() - began
    if summary.bad_rows or (summary.products_created, summary.variants_changed) != (created, changed):
        raise CannotMeasure(f"The file was not loaded: {summary}.")
    return seconds


async def _share_warehouse(db: asyncpg.Connection, source: str, target: str) -> None:
    """The target's levels refer to a warehouse of the same id."""
    await db.execute(
        """
        INSERT INTO warehouses (account_id, id, name, is_default, created_at, updated_at)
        SELECT $2, id, name, is_default, created_at, updated_at FROM warehouses WHERE account_id = $1
        """,
        source,
        target,
    )


async def _compare_peaks(url: str, sizes: Sequence[int]) -> None:
    """The memory that the importing process takes at most, one process for each size of file."""
    for rows in sizes:
        began = time.perf_counter()
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.harness.import_memory", str(rows), url), stdout=PIPE
        )
        told, _ = await child.communicate()
        seconds = time.perf_counter() - began
        done, peak = (int(word) for word in told.split() or (0, 0))
        if done != rows:
            raise CannotMeasure(f"Only {done} of {rows} rows were loaded.")
        print(f"{rows:>9,} rows in {seconds:.1f} s: a process of {peak / 2**20:.1f} MB at most", flush=True)


if __name__ == "__main__":
    sys.exit(main())
