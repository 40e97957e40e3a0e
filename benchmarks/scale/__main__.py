"""`python -m benchmarks.scale`: load a small and a large workspace, ask both everything, keep figures and plans."""

import argparse
import asyncio
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import asyncpg
import psycopg

from benchmarks.processes import CannotMeasure
from benchmarks.scale import loading, report, requests, timing
from benchmarks.scale.requests import Caller
from benchmarks.scale.timing import Figure, Side
from fulfilment import settings
from fulfilment.db import embedded
from fulfilment.db.pool import session_settings

SIZES = (1_000, 1_000_000)
PLANS = Path(__file__).parent.parent / "plans"


def main() -> int:
    """Load, measure, print. 0 even where a bar is missed, since it measures; 1 where nothing could be measured."""
    given = _arguments()
    sizes = (SIZES[0], given.variants)
    with tempfile.TemporaryDirectory(prefix="fulfilment-scale-") as folder:
        os.environ |= {"FULFILMENT_MODE": "development", "FULFILMENT_DATA_DIR": folder}
        # Nothing that is loaded has to survive a crash; what is measured is the server as the service runs it.
        with embedded.start(Path(folder), durable=False) as server:
            loaded = [_load(server, variants) for variants in sizes]
        try:
            with embedded.start(Path(folder)) as server:
                figures = _figures(server, sizes, given.only, Path(folder))
        except CannotMeasure as problem:
            print(problem, file=sys.stderr)
            return 1
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
    return parser.parse_args()


def _load(server: embedded.Server, variants: int) -> str:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE with_{variants}")
    loaded = loading.fill(_url(server, variants), variants)
    print(loaded, flush=True)
    return loaded


def _figures(server: embedded.Server, sizes: tuple[int, int], only: list[str], folder: Path) -> list[Figure]:
    with ExitStack() as running:
        callers = [
            running.enter_context(requests.serving(_url(server, variants), folder / f"api_{variants}.log"))
            for variants in sizes
        ]
        return asyncio.run(_measured(server, sizes, callers, only))


async def _measured(
    server: embedded.Server, sizes: tuple[int, int], callers: list[Caller], only: list[str]
) -> list[Figure]:
    sides = [
        Side(await asyncpg.connect(_url(server, variants), server_settings=_session()), caller, variants)
        for variants, caller in zip(sizes, callers, strict=True)
    ]
    figures = []
    for name, ask in timing.every_question().items():
        if name.startswith(tuple(only)):
            figures.append(await timing.measure(name, ask, sides))
            print(report.line(figures[-1]), flush=True)
    for side in sides:
        await side.connection.close()
    return figures


def _url(server: embedded.Server, variants: int) -> str:
    return server.database_url(f"with_{variants}")


def _session() -> dict[str, str]:
    """As the API's sessions, but with time to make the first answer out of cold files."""
    return session_settings(settings.current()) | {"statement_timeout": "0"}


if __name__ == "__main__":
    sys.exit(main())
