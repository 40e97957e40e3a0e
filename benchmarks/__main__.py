"""`python -m benchmarks`: start everything that is measured, measure it in alternating rounds, print the ratios."""

import argparse
import asyncio
import os
import subprocess
import sys
from math import ceil
from pathlib import Path

from benchmarks import memory, processes, recorded, report, shop, workload
from benchmarks.ledger import Ledger
from benchmarks.measuring import CONNECTIONS, Machine, Run, numbers
from benchmarks.report import Figures
from benchmarks.requests import Stage
from benchmarks.scenarios import SCENARIOS, Scenario
from benchmarks.workplace import in_folder
from fulfilment.infra.database.embedded import server
from fulfilment.infra.database.migrations import migrate

_WARM_UP_SECONDS = 1.0
# More requests than any run answers in a second, as long as the rate is not known.
_ACTS_A_SECOND = 8_000
_LEAVINGS_AT_FIRST = 10 * CONNECTIONS
_LEAVINGS_TO_PLAN = 3 * CONNECTIONS
_BY_NAME = {scenario.name: scenario for scenario in SCENARIOS}


def main() -> int:
    """Measure and print. 0 even where a bar is missed, since it measures; 1 where nothing could be measured."""
    given = _arguments()

    def measure(folder: Path) -> None:
        lines = _measured(folder, given)
        print("\n".join(["", *lines]), flush=True)
        if given.labels:
            # In a process of its own, since the first label of one counts.
            subprocess.run([sys.executable, "-m", "benchmarks.labels"], check=True)

    return in_folder(measure)


def _arguments() -> argparse.Namespace:
    names = [scenario.name for scenario in SCENARIOS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="every scenario once a round (default 3)")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long each scenario runs (default 1.5)")
    parser.add_argument(
        "--only", nargs="+", choices=names, default=names, metavar="NAME", help=f"of {', '.join(names)}"
    )
    parser.add_argument("--ways", nargs="+", choices=("http", "pgbench"), default=["http", "pgbench"])
    parser.add_argument("--no-labels", dest="labels", action="store_false", help="draw no labels")
    return parser.parse_args()


def _measured(folder: Path, given: argparse.Namespace) -> list[str]:
    """The printed result."""
    load = processes.compiled(folder)
    port = processes.free_port()
    with server.start(folder / "data") as postgres:
        # The API inherits these, and this process seals the workspace's secret with the same master key.
        os.environ |= {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_LOG_LEVEL": "warning",
            "FULFILMENT_DATA_DIR": str(folder / "data"),
            "FULFILMENT_DATABASE_URL": postgres.url,
            "FULFILMENT_PORT": str(port),
            "FULFILMENT_API_PROCESSES": "1",
            # All load comes from one address. It is counted all the same, so that counting is in the figures.
            "FULFILMENT_LICENSE_REQUESTS_PER_MINUTE": "1000000000",
            "FULFILMENT_LICENSE_KEY_REQUESTS_PER_MINUTE": "1000000000",
            "FULFILMENT_LICENSE_UNKNOWN_KEYS_PER_MINUTE": "1000000000",
        }
        migrate.migrate(postgres.url)
        with processes.simulated(folder) as courier:
            os.environ |= {"FULFILMENT_AGGREGATOR_URL": courier, "FULFILMENT_AGGREGATOR_KEY": "bench"}
            # So many take a while, and nothing else looks at them.
            licenses = workload.LICENSES if "validate" in given.only else 0
            workspace = asyncio.run(workload.seed(postgres.url, licenses=licenses))
            with processes.served(port, folder / "api.log") as api:
                stage = Stage(workspace, shop.open_shop(postgres.url, port), {})
                figures = _Bench(Machine(folder, load, port, api, postgres, stage), given).run()
                parts = (
                    report.table(figures),
                    report.verdicts(figures),
                    report.ratios(figures, stage.scripts),
                    memory.table(api, postgres.pid, postgres.url),
                )
                return [line for part in parts for line in (*part, "") if part][:-1]


class _Bench:
    """The rounds. An act that uses rows up gets them before it is measured, from the statements of the act that leaves
    them.
    """

    def __init__(self, machine: Machine, given: argparse.Namespace):
        self._machine = machine
        self._given = given
        self._chosen = [scenario for scenario in SCENARIOS if scenario.name in given.only]
        self._ledger = Ledger(machine.postgres.url, machine.stage.shop.workspace.account_id)
        self._rates: dict[tuple[str, str], float] = {}

    def run(self) -> Figures:
        given, figures = self._given, Figures()
        print(f"{given.rounds} rounds of {given.seconds:g} s a scenario, one API process, {CONNECTIONS} connections")
        self._ledger.open()
        needed = {scenario.uses_up for scenario in self._chosen} | {scenario.name for scenario in self._chosen}
        for scenario in SCENARIOS:
            if scenario.name in needed and scenario.has_sql:
                self._record(scenario)
        for number in range(given.rounds + 1):
            for scenario in self._chosen:
                for way in given.ways if scenario.has_sql and number else ("http",):
                    run = self._once(scenario, way, given.seconds if number else _WARM_UP_SECONDS)
                    self._rates[scenario.name, way] = run.rate
                    if number:
                        figures.setdefault((scenario.name, way), []).append(run)
            if not number:
                asyncio.run(workload.settle(self._machine.postgres.url))
        self._ledger.close()
        return figures

    def _record(self, scenario: Scenario) -> None:
        # The first of them fills the caches, the last one is recorded.
        used = self._leavings(scenario, 2)[0] if scenario.uses_up else range(2)
        requests = list(scenario.requests(self._machine.stage, used))[:2]
        self._machine.stage.scripts[scenario.name] = recorded.recorded(self._machine.postgres.url, scenario, requests)
        self._ledger.check(scenario, len(requests))

    def _once(self, scenario: Scenario, way: str, seconds: float) -> Run:
        # The first run of pgbench can only go by the API's rate.
        rate = self._rates.get((scenario.name, way), self._rates.get((scenario.name, "http"), 0.0))
        expected = rate * seconds
        if way == "http":
            run = self._machine.over_http(scenario, self._numbers(scenario, expected, seconds), seconds)
        elif scenario.uses_up:
            _, after, times = self._leavings(scenario, round(expected) + _LEAVINGS_TO_PLAN)
            run, _ = self._machine.so_often(scenario, times, after=after)
        else:
            run = self._machine.for_a_while(scenario, seconds, rate or 1_000.0)
        self._ledger.check(scenario, run.count)
        return run

    def _numbers(self, scenario: Scenario, expected: float, seconds: float) -> list[int] | range:
        if not scenario.is_act:
            return range(scenario.distinct)
        if scenario.uses_up:
            return self._leavings(scenario, ceil(1.3 * expected) or _LEAVINGS_AT_FIRST)[0]
        return range(ceil(2 * expected) or int(_ACTS_A_SECOND * seconds))

    def _leavings(self, scenario: Scenario, many: int) -> tuple[list[int], int, int]:
        """So many of what it uses up: their numbers, the number before them, and how many each connection has."""
        maker, times = _BY_NAME[scenario.uses_up], ceil(many / CONNECTIONS)
        run, after = self._machine.so_often(maker, times)
        self._ledger.check(maker, run.count)
        return numbers(after, times), after, times


if __name__ == "__main__":
    sys.exit(main())
