"""`python -m benchmarks.tracing`: what traces cost: 10 % beside none, and none beside a checkout without them.

One API process for each, on one database and with one load generator, in alternating rounds. The compared figure is the
processor time of the API for a request, its exporting thread included. The report has the median of the rounds' ratios,
and the ratio of the least, which a busy machine moves less. Figures for 100 % show ten times as clearly the cost of 10
%.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from benchmarks import processes, shop, workload
from benchmarks.measuring import Machine
from benchmarks.requests import Stage
from benchmarks.scenarios import SCENARIOS
from benchmarks.workplace import in_folder
from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate

WARM_UP_SECONDS = 1.0
# More than any run answers in a second.
ACTS_A_SECOND = 8_000
# The most that 10 % may cost: a span of the SDK takes some 35 microseconds (decision 27).
BAR = 1.3
_ROOT = Path(__file__).parents[1]
_BY_NAME = {scenario.name: scenario for scenario in SCENARIOS}
_ROW = "{:<10} {:<16} {:>9} {:>9} {:>8} {:>12} {:>18}"


class _Collector(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    taken = 0

    def do_POST(self) -> None:
        _Collector.taken += len(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """No reader."""


def main() -> int:
    """Measure and print; 1 where nothing could be measured."""
    given = _arguments()

    def measure(folder: Path) -> None:
        lines = _measured(folder, given)
        print("\n".join(lines), flush=True)

    return in_folder(measure)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tracing", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="every way once a round (default 7)")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long each runs (default 1.5)")
    parser.add_argument("--beside", type=Path, help="a checkout without traces, to compare with")
    parser.add_argument("--only", nargs="+", choices=_BY_NAME, default=["empty", "levels", "adjust"], metavar="NAME")
    return parser.parse_args()


def _measured(folder: Path, given: argparse.Namespace) -> list[str]:
    load = processes.compiled(folder)
    with ExitStack() as stack:
        postgres = stack.enter_context(embedded_server.start(folder / "data"))
        os.environ |= {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_LOG_LEVEL": "warning",
            "FULFILMENT_DATA_DIR": str(folder / "data"),
            "FULFILMENT_DATABASE_URL": postgres.url,
            "FULFILMENT_API_PROCESSES": "1",
        }
        migrate.migrate(postgres.url)
        collector = stack.enter_context(_collecting())
        workspace = asyncio.run(workload.seed(postgres.url, licenses=0))
        machines: dict[str, Machine] = {}
        for name, (root, variables) in _ways(given.beside, collector).items():
            port = processes.free_port()
            api = stack.enter_context(_served(port, folder / f"{name}.log", root, variables))
            stage = Stage(workspace, shop.open_shop(postgres.url, port) if not machines else _shop(machines), {})
            machines[name] = Machine(folder, load, port, api, postgres, stage)
        return _table(_spent(machines, given), given)


def _shop(machines: Mapping[str, Machine]) -> shop.Shop:
    return next(iter(machines.values())).stage.shop


def _ways(beside: Path | None, collector: str) -> dict[str, tuple[Path, dict[str, str]]]:
    told = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector}
    ways = {"off": (_ROOT, {})}
    if beside is not None:
        ways["without"] = (beside.resolve(), {})
        # Twice the same, for what the machine makes of it.
        ways["without, again"] = (beside.resolve(), {})
    ways["10 %"] = (_ROOT, told | {"OTEL_TRACES_SAMPLER_ARG": "0.1"})
    ways["100 %"] = (_ROOT, told | {"OTEL_TRACES_SAMPLER_ARG": "1"})
    return ways


@contextmanager
def _collecting() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Collector)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def _served(port: int, log: Path, root: Path, variables: Mapping[str, str]) -> Iterator[int]:
    """The API of a checkout, by the process id of its parent. Raises CannotMeasure."""
    path = os.pathsep.join([str(root / "src"), str(root)])
    environ = os.environ | {"PYTHONPATH": path, "FULFILMENT_PORT": str(port)} | variables
    with open(log, "wb") as output:
        command = [sys.executable, "-m", "benchmarks.served"]
        api = subprocess.Popen(command, cwd=root, env=environ, stdout=output, stderr=subprocess.STDOUT)
        try:
            processes.awaited(api, f"http://127.0.0.1:{port}/api/v1/health", log)
            yield api.pid
        finally:
            processes.ended(api)


def _spent(machines: Mapping[str, Machine], given: argparse.Namespace) -> dict[tuple[str, str], list[float]]:
    """Microseconds of the API's processor time for a request, by scenario and way, one for each round."""
    spent: dict[tuple[str, str], list[float]] = {}
    for number in range(given.rounds + 1):
        for scenario in (_BY_NAME[name] for name in given.only):
            # Each is the first as often as the last.
            ways = list(machines.items())
            for way, machine in ways[number % len(ways) :] + ways[: number % len(ways)]:
                seconds = given.seconds if number else WARM_UP_SECONDS
                numbers = range(int(ACTS_A_SECOND * seconds)) if scenario.is_act else range(scenario.distinct)
                run = machine.over_http(scenario, numbers, seconds)
                if number:
                    spent.setdefault((scenario.name, way), []).append(1e6 * run.api_share / run.rate)
    return spent


def _table(spent: Mapping[tuple[str, str], list[float]], given: argparse.Namespace) -> list[str]:
    lines = [_ROW.format("request", "way", "API us", "beside", "ratio", "of the least", "least .. most")]
    for (name, way), figures in spent.items():
        base = "off" if way.endswith("%") else "without"
        if way == base or (name, base) not in spent:
            lines.append(_ROW.format(name, way, f"{median(figures):.1f}", "", "", "", ""))
            continue
        ratios = [one / other for one, other in zip(figures, spent[name, base], strict=True)]
        shown = f"{min(ratios):.3f} .. {max(ratios):.3f}"
        least = min(figures) / min(spent[name, base])
        given_as = f"{median(figures):.1f}", base, f"{median(ratios):.3f}", f"{least:.3f}", shown
        lines.append(_ROW.format(name, way, *given_as))
        if way == "10 %":
            lines.append(f"{'':10} bar {BAR}: {'met' if median(ratios) <= BAR else 'MISSED'}")
    return [*lines, f"{_Collector.taken:,} bytes were told to the collector, {given.rounds} rounds"]


if __name__ == "__main__":
    sys.exit(main())
