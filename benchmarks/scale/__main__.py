"""`python -m benchmarks.scale`: load a small and a large workspace, ask both everything, keep figures and plans."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

import asyncpg
import psycopg

from benchmarks.scale import loading, report, timing
from benchmarks.scale.timing import Figure
from fulfilment import settings
from fulfilment.db import embedded
from fulfilment.db.pool import session_settings

SIZES = (1_000, 1_000_000)
PLANS = Path(__file__).parent.parent / "plans"


def main() -> int:
    """Load, measure, print. 0 even where a bar is missed, since it measures."""
    given = _arguments()
    sizes = (SIZES[0], given.variants)
    with tempfile.TemporaryDirectory(prefix="fulfilment-scale-") as folder:
        # Nothing that is loaded has to survive a crash; what is measured is the server as the service runs it.
        with embedded.start(Path(folder), durable=False) as server:
            loaded = [_load(server, variants) for variants in sizes]
        with embedded.start(Path(folder)) as server:
            figures = asyncio.run(_measured(server, sizes, given.only))
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
    name = f"with_{variants}"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    loaded = loading.fill(server.database_url(name), variants)
    print(loaded, flush=True)
    return loaded


async def _measured(server: embedded.Server, sizes: tuple[int, int], only: list[str]) -> list[Figure]:
    sides = [
        (await asyncpg.connect(server.database_url(f"with_{variants}"), server_settings=_session()), variants)
        for variants in sizes
    ]
    figures = []
    for name, ask in timing.every_question().items():
        if name.startswith(tuple(only)):
            figures.append(await timing.measure(name, ask, sides))
            print(report.line(figures[-1]), flush=True)
    for connection, _ in sides:
        await connection.close()
    return figures


def _session() -> dict[str, str]:
    """As the API's sessions, but with time to make the first answer out of cold files."""
    return session_settings(settings.current()) | {"statement_timeout": "0"}


if __name__ == "__main__":
    sys.exit(main())
