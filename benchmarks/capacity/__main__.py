"""`python -m benchmarks.capacity`: what an act costs, what it adds to the database, and what processes hold."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from benchmarks import processes, shop, workload
from benchmarks.capacity import costs, held
from benchmarks.capacity.growth import Filler, Growth
from benchmarks.capacity.webhooks import deliver
from benchmarks.measuring import Machine
from benchmarks.requests import Stage
from benchmarks.workplace import in_folder
from fulfilment.infra.database.embedded import server
from fulfilment.infra.database.embedded.server import EmbeddedServer
from fulfilment.infra.database.migrations import migrate

_ACTS = ("product", "adjust", "draft-bulk", "confirm", "license", "activate", "delivery")
_HEARD = ("adjust", "draft", *_ACTS)
_DELIVERED_PART = 16
_LINE = "{:<40}{:>12}"
_UNLIMITED = str(10**9)


def main() -> int:
    """Measure and print; 1 where nothing could be measured."""
    given = _arguments()
    return in_folder(lambda folder: _measure(folder, given))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.capacity", description=main.__doc__)
    parser.add_argument("--rows", type=int, default=100_000, help="rows of each kind (default 100,000)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each act is sent (default 2)")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2], help="API processes (default 1 and 2)")
    return parser.parse_args()


def _measure(folder: Path, given: argparse.Namespace) -> None:
    load = processes.compiled(folder)
    port = processes.free_port()
    with server.start(folder / "data") as postgres:
        os.environ |= _environment(folder, postgres, port)
        migrate.migrate(postgres.url)
        with processes.simulated(folder) as courier:
            os.environ |= {"FULFILMENT_AGGREGATOR_URL": courier, "FULFILMENT_AGGREGATOR_KEY": "bench"}
            workspace = asyncio.run(workload.seed(postgres.url, licenses=workload.LICENSES))
            with processes.served(port, folder / "api.log"):
                stage = Stage(workspace, shop.open_shop(postgres.url, port), {})
            for count in given.processes:
                os.environ["FULFILMENT_API_PROCESSES"] = str(count)
                with processes.served(port, folder / f"api{count}.log") as api:
                    machine = Machine(folder, load, port, api, postgres, stage)
                    _with_api(machine, count, given)


def _environment(folder: Path, postgres: EmbeddedServer, port: int) -> dict[str, str]:
    """Settings that the API inherits; this process seals the workspace's secret with the same master key."""
    return {
        "FULFILMENT_MODE": "development",
        "FULFILMENT_LOG_LEVEL": "warning",
        "FULFILMENT_DATA_DIR": str(folder / "data"),
        "FULFILMENT_DATABASE_URL": postgres.url,
        "FULFILMENT_PORT": str(port),
        "FULFILMENT_API_PROCESSES": "1",
        # All load comes from one address.
        "FULFILMENT_LICENSE_REQUESTS_PER_MINUTE": _UNLIMITED,
        "FULFILMENT_LICENSE_KEY_REQUESTS_PER_MINUTE": _UNLIMITED,
        "FULFILMENT_LICENSE_UNKNOWN_KEYS_PER_MINUTE": _UNLIMITED,
    }


def _with_api(machine: Machine, count: int, given: argparse.Namespace) -> None:
    """With the first number of processes rows are added too, and events are delivered with the last one."""
    filler = Filler(machine)
    if count == given.processes[0]:
        filler.hear([*_HEARD])
        for name in _ACTS:
            _print("", *_of_growth(filler.grow(name, given.rows)))
        asyncio.run(workload.settle(machine.postgres.url))
    found = costs.measured(machine, filler, count, given.seconds)
    _print("", f"{count} API processes", *costs.lines(found))
    if count == given.processes[-1]:
        told = deliver(machine, filler, given.rows // _DELIVERED_PART)
        _print("", *_of_growth(told.growth))
        _print(f"processor time, us: worker {told.worker_us:.0f}, PostgreSQL {told.postgres_us:.0f}")
        _print("", *held.lines(told.held))
    filler.close()


def _of_growth(growth: Growth) -> list[str]:
    tables = sorted(growth.tables.items(), key=lambda item: -item[1])
    rows = [_LINE.format(f"  {table}", f"{size:,.0f}") for table, size in tables]
    head = _LINE.format(f"{growth.name}, of {growth.count:,}: bytes", f"{sum(growth.tables.values()):,.0f}")
    return [head, *rows, _LINE.format("  (written to the log)", f"{growth.log:,.0f}")]


def _print(*lines: str) -> None:
    print("\n".join(lines), flush=True)


if __name__ == "__main__":
    sys.exit(main())
