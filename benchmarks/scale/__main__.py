"""`python -m benchmarks.scale`: load a small and a large workspace, ask both everything, keep figures and plans."""

import argparse
import asyncio
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import psycopg

from benchmarks.processes import CannotMeasure
from benchmarks.scale import report, requests, timing
from benchmarks.scale.requests import BenchmarkClient
from benchmarks.scale.timing import Figure, Side
from fulfilment.infra.database.embedded import server as embedded_server
from tests.harness.scale import explaining, loading
from tests.harness.scale.asked import QUESTIONS

SIZES = (1_000, 1_000_000)
PLANS = Path(__file__).parent.parent / "plans"


def main() -> int:
    """Load, measure, print. 0 even where a bar is missed, since it measures; 1 where nothing could be measured."""
    given = _arguments()
    with ExitStack() as used:
        folder = given.folder or Path(used.enter_context(tempfile.TemporaryDirectory(prefix="fulfilment-scale-")))
        try:
            return _compared(folder, given)
        except CannotMeasure as problem:
            print(problem, file=sys.stderr)
            return 1


def _compared(folder: Path, given: argparse.Namespace) -> int:
    sizes = (SIZES[0], given.variants)
    os.environ |= {"FULFILMENT_MODE": "development", "FULFILMENT_DATA_DIR": str(folder)}
    # Nothing that is loaded has to survive a crash; what is measured is the server as the service runs it.
    with embedded_server.start(folder, durable=False) as server:
        loaded = [_load(server, folder, variants, not given.never_analysed) for variants in sizes]
    with embedded_server.start(folder) as server:
        figures = _figures(server, sizes, given, folder)
    print(report.verdict(figures))
    if given.keep:
        report.keep(given.keep, sizes, loaded, figures)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=main.__doc__)
    parser.add_argument("--variants", type=int, default=SIZES[1], help="of the large workspace (default 1,000,000)")
    parser.add_argument("--only", nargs="+", default=[""], help="questions whose names begin with one of these")
    parser.add_argument(
        "--keep", type=Path, help=f"where to write figures and plans (the kept ones are in {PLANS.name}/)"
    )
    parser.add_argument(
        "--never-analysed", action="store_true", help="load row by row into the indexes, and never analyse the rows"
    )
    parser.add_argument("--folder", type=Path, help="where the databases stay, and are found again by the next run")
    return parser.parse_args()


def _load(server: embedded_server.EmbeddedServer, folder: Path, variants: int, analysed: bool) -> str:
    """Fill a database, unless an earlier run has, the same way; say how it went."""
    told = folder / f"with_{variants}{'' if analysed else '_never_analysed'}.txt"
    if not told.exists():
        for other in folder.glob(f"with_{variants}*.txt"):
            other.unlink()
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS with_{variants}")
            connection.execute(f"CREATE DATABASE with_{variants}")
            # Autovacuum must not look at it either, which it would within a minute.
            if not analysed:
                connection.execute("ALTER SYSTEM SET autovacuum = off")
            else:
                connection.execute("ALTER SYSTEM RESET autovacuum")
            connection.execute("SELECT pg_reload_conf()")
        told.write_text(loading.fill(_url(server, variants), variants, analysed=analysed), encoding="utf-8")
    loaded = told.read_text(encoding="utf-8")
    print(loaded, flush=True)
    return loaded


def _figures(
    server: embedded_server.EmbeddedServer, sizes: tuple[int, int], given: argparse.Namespace, folder: Path
) -> list[Figure]:
    with ExitStack() as running:
        clients = [
            running.enter_context(requests.serving(_url(server, variants), folder / f"api_{variants}.log"))
            for variants in sizes
        ]
        return asyncio.run(_measured(server, sizes, clients, given.only))


async def _measured(
    server: embedded_server.EmbeddedServer, sizes: tuple[int, int], clients: list[BenchmarkClient], only: list[str]
) -> list[Figure]:
    sides = [
        await _side(_url(server, variants), client, variants) for variants, client in zip(sizes, clients, strict=True)
    ]
    figures = []
    for name, question in QUESTIONS.items():
        if name.startswith(tuple(only)):
            figures.append(await timing.measure(name, question, sides))
            print(report.line(figures[-1]), flush=True)
    for side in sides:
        await side.of_api.close()
        await side.of_worker.close()
    return figures


async def _side(url: str, client: BenchmarkClient, variants: int) -> Side:
    # There is time to make the first answer out of cold files.
    of_api, of_worker = [
        await explaining.connect(url, of_worker=of_worker, statement_timeout="0") for of_worker in (False, True)
    ]
    return Side(of_api, of_worker, client, variants)


def _url(server: embedded_server.EmbeddedServer, variants: int) -> str:
    return server.database_url(f"with_{variants}")


if __name__ == "__main__":
    sys.exit(main())
