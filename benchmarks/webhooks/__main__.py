"""`python -m benchmarks.webhooks`: drain a backlog in alternating rounds, then measure latency; print the ratios."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

import asyncpg

from benchmarks.webhooks import drain, latency
from benchmarks.webhooks.backlog import Backlog
from benchmarks.webhooks.drain import Drain
from benchmarks.webhooks.receiving import receiving
from benchmarks.workplace import in_folder
from fulfilment.infra.database.embedded import server
from fulfilment.infra.database.embedded.server import EmbeddedServer
from fulfilment.infra.database.migrations import migrate


def main() -> int:
    """Measure and print. 0 even where a bar is missed, since it measures; 1 where nothing could be measured."""
    given = _arguments()
    return in_folder(lambda folder: _measure(folder, given))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.webhooks", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="every way of draining once a round (default 3, 0: none)")
    parser.add_argument("--deliveries", type=int, default=100_000, help="the backlog (default 100,000)")
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="how long events happen (default 20, 0: not at all)"
    )
    return parser.parse_args()


def _measure(folder: Path, given: argparse.Namespace) -> None:
    with server.start(folder / "data") as postgres:
        # The workers inherit these, and this process seals the endpoints' secrets with the same master key.
        os.environ |= {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_LOG_LEVEL": "warning",
            "FULFILMENT_DATA_DIR": str(folder / "data"),
            "FULFILMENT_DATABASE_URL": postgres.url,
        }
        migrate.migrate(postgres.url)
        asyncio.run(_measured(folder, postgres, given))


async def _measured(folder: Path, postgres: EmbeddedServer, given: argparse.Namespace) -> None:
    db = await asyncpg.connect(postgres.url)
    try:
        backlog = await Backlog.opened(db)
        with receiving(folder) as receiver:
            if given.rounds:
                print(f"{given.rounds} rounds of {given.deliveries:,} deliveries to {drain.ENDPOINTS} endpoints")
                running = Drain(folder, receiver, backlog, postgres.pid, given.deliveries)
                print("\n".join(drain.report(await running.rounds(given.rounds))), flush=True)
            if given.seconds:
                print("\n".join(await latency.measure(folder, receiver, backlog, given.seconds)), flush=True)
    finally:
        await db.close()


if __name__ == "__main__":
    sys.exit(main())
