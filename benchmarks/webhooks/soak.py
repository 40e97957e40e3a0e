"""`python -m benchmarks.webhooks.soak`: webhook workers killed at random for some minutes; print what went wrong."""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from fulfilment.infra.database.embedded import server
from fulfilment.infra.database.migrations import migrate
from tests.system.faults import soak

SHOWN = 20


def main() -> int:
    """Soak and print. 1 where anything was lost or is wrong in the books, 0 otherwise."""
    given = _arguments()
    print(f"{given.seconds:g} seconds of kills, with seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="fulfilment-soak-") as folder, server.start(Path(folder)) as postgres:
        migrate.migrate(postgres.url)
        report = soak.run(postgres.url, given.seconds, given.seed)
    print("\n".join(f"{number:>9,}  {name}" for name, number in report.figures.items()))
    print(f"{'MISSED' if report.mistakes else 'met':<6}  mistakes: {len(report.mistakes)} (bar 0)")
    print("\n".join(report.mistakes[:SHOWN]))
    return 1 if report.mistakes else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.webhooks.soak", description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=240.0, help="how long workers are killed (default 240)")
    seed = random.randrange(1_000_000)
    parser.add_argument(
        "--seed", type=int, default=seed, help="of the moments, to repeat a run (default: another each time)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
