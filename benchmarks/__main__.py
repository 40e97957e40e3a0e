"""`python -m benchmarks`: start everything that is measured, measure it in alternating rounds, print the ratios."""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import ledger, processes, recorded, report, workload
from benchmarks.measuring import CONNECTIONS, Machine
from benchmarks.processes import CannotMeasure
from benchmarks.recorded import Script
from benchmarks.report import Figures
from benchmarks.scenarios import SCENARIOS, Scenario
from fulfilment.db import embedded, migrate

_WARM_UP_SECONDS = 1.0


def main() -> int:
    """Measure and print. 0 even where a bar is missed, since it measures; 1 where nothing could be measured."""
    given = _arguments()
    with tempfile.TemporaryDirectory(prefix="fulfilment-bench-") as folder:
        # The embedded PostgreSQL may have a user of its own, who passes through on the way to its data.
        Path(folder).chmod(0o711)
        try:
            figures = _measured(Path(folder), given)
        except CannotMeasure as problem:
            print(problem, file=sys.stderr)
            return 1
    print("\n".join(["", *report.table(figures), "", *report.verdicts(figures)]), flush=True)
    # In a process of its own, since the first label of one counts.
    subprocess.run([sys.executable, "-m", "benchmarks.labels"], check=True)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="every scenario once a round (default 5)")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each scenario runs (default 3)")
    parser.add_argument("--only", nargs="+", default=[s.name for s in SCENARIOS], help="some of the scenarios")
    return parser.parse_args()


def _measured(folder: Path, given: argparse.Namespace) -> Figures:
    load = processes.compiled(folder)
    port = _free_port()
    with embedded.start(folder / "data") as postgres:
        # The API inherits these, and this process seals the workspace's secret with the same master key.
        os.environ |= {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_LOG_LEVEL": "warning",
            "FULFILMENT_DATA_DIR": str(folder / "data"),
            "FULFILMENT_DATABASE_URL": postgres.url,
            "FULFILMENT_PORT": str(port),
            "FULFILMENT_API_WORKERS": "1",
            # All load comes from one address. It is counted all the same, so that counting is in the figures.
            "FULFILMENT_LICENSE_REQUESTS_PER_MINUTE": "1000000000",
            "FULFILMENT_LICENSE_KEY_REQUESTS_PER_MINUTE": "1000000000",
            "FULFILMENT_LICENSE_UNKNOWN_KEYS_PER_MINUTE": "1000000000",
        }
        migrate.migrate(postgres.url)
        workspace = asyncio.run(workload.seed(postgres.url))
        with processes.served(port, folder / "api.log") as api:
            return _rounds(Machine(folder, load, port, api, postgres, workspace), given)


def _rounds(machine: Machine, given: argparse.Namespace) -> Figures:
    chosen = [scenario for scenario in SCENARIOS if scenario.name in given.only]
    scripts = {scenario.name: _script(machine, scenario) for scenario in chosen if scenario.has_sql}
    print(f"{given.rounds} rounds of {given.seconds:g} s a scenario, one API process, {CONNECTIONS} connections")
    figures: Figures = {}
    # The adjustment that was recorded counts as well.
    adjusted = 1 if "adjust" in scripts else 0
    for number in range(given.rounds + 1):
        seconds = given.seconds if number else _WARM_UP_SECONDS
        for scenario in chosen:
            runs = {"http": machine.over_http(scenario, seconds)}
            if scenario.has_sql:
                runs["pgbench"] = machine.by_pgbench(scenario, scripts[scenario.name], seconds)
            if scenario.is_sent_once:
                adjusted += sum(run.count for run in runs.values())
            for way, run in runs.items():
                if number:
                    figures.setdefault((scenario.name, way), []).append(run)
        if not number:
            asyncio.run(workload.settle(machine.postgres.url))
    asyncio.run(ledger.check(machine.postgres.url, adjusted))
    return figures


def _script(machine: Machine, scenario: Scenario) -> Script:
    request = next(iter(scenario.requests(machine.workspace, 1)))
    return asyncio.run(recorded.script(machine.postgres.url, machine.workspace, request))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


if __name__ == "__main__":
    sys.exit(main())
