"""`python -m benchmarks.importing`: import a file, insert the same rows plainly, in alternating rounds; the ratio."""

import argparse
import asyncio
import io
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import asyncpg

from benchmarks.importing import plain
from benchmarks.processes import CannotMeasure
from fulfilment import settings
from fulfilment.accounts.opening import open_workspace
from fulfilment.api_keys.minting import Operator
from fulfilment.catalog_file.loading import Loader, Watcher, Wishes
from fulfilment.db import embedded, migrate
from fulfilment.db.pool import session_settings

ROWS = 20_000
_WAREHOUSE = "Main"
_HEADER = "product_ref,product_name,product_sku,variant_sku,price_cents,weight,warehouse,quantity"


def main() -> int:
    """Measure and print."""
    given = _arguments()
    with tempfile.TemporaryDirectory(prefix="fulfilment-bench-") as folder:
        # The embedded PostgreSQL may have a user of its own, who passes through on the way to its data.
        Path(folder).chmod(0o711)
        try:
            _measure(Path(folder), given)
        except CannotMeasure as problem:
            print(problem, file=sys.stderr)
            return 1
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.importing", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="each side once a round (default 3)")
    parser.add_argument("--rows", type=int, default=ROWS, help=f"of the file (default {ROWS:,})")
    return parser.parse_args()


def _measure(folder: Path, given: argparse.Namespace) -> None:
    with embedded.start(folder / "data") as postgres:
        os.environ |= {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_LOG_LEVEL": "warning",
            "FULFILMENT_DATA_DIR": str(folder / "data"),
            "FULFILMENT_DATABASE_URL": postgres.url,
        }
        migrate.migrate(postgres.url)
        asyncio.run(_measured(postgres.url, given))


async def _measured(url: str, given: argparse.Namespace) -> None:
    print(f"{given.rounds} rounds of {given.rows:,} rows, a product with a variant and its stock each; rows a second:")
    print("round    plain  imported  ratio     again  repriced", flush=True)
    ratios = []
    for number in range(1, given.rounds + 1):
        # Connections of their own, as an operator's command has one.
        db = await asyncpg.connect(url, server_settings=session_settings(settings.current()))
        try:
            source, target = [(await open_workspace(db, "A shop")).account_id for _ in range(2)]
            imported = await _imported(db, source, _file(given.rows), created=given.rows)
            await _share_warehouse(db, source, target)
            plainly = await plain.insert_again(db, source, target)
            again = await _imported(db, source, _file(given.rows))
            repriced = await _imported(db, source, _file(given.rows, dearer=1), changed=given.rows)
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
    wishes = Wishes(create_warehouses=True)
    summary = await Loader(db, Operator(account_id), wishes, Watcher()).load(io.BytesIO(content))
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


def _file(rows: int, dearer: int = 0) -> bytes:
    lines = [
        f"P{n},Coffee number {n},SKU-{n},VAR-{n},{n % 1_000 + dearer},250,{_WAREHOUSE},{n % 50 + 1}"
        for n in range(rows)
    ]
    return "\n".join([_HEADER, *lines, ""]).encode()


if __name__ == "__main__":
    sys.exit(main())
