"""Running one scenario for a while, over HTTP or by pgbench, and reading what came of it."""

import os
import re
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from statistics import median, quantiles

import msgspec

from benchmarks import workload
from benchmarks.processes import CannotMeasure, processor_seconds
from benchmarks.scenarios import Scenario, Stage
from benchmarks.script import DIGITS_OF_ONE, STRIDE
from fulfilment import settings
from fulfilment.db.embedded import Server
from fulfilment.db.pool import session_settings

CONNECTIONS = 32
_PGBENCH_THREADS = 2
_SPARE_SECONDS = 60
_LATENCY_SAMPLE = 0.1


class Run(msgspec.Struct, frozen=True):
    """What one run measured. Latencies in microseconds; shares of one processor's time, which two can exceed."""

    count: int
    rate: float
    p50: float
    p99: float
    api_share: float
    postgres_share: float


class _Load(msgspec.Struct):
    answered: int
    errors: int
    seconds: float
    p50: float
    p99: float
    error: str


class Machine(msgspec.Struct, frozen=True):
    """Everything that is running, and where its files are."""

    folder: Path
    load: Path
    port: int
    api: int
    postgres: Server
    stage: Stage

    def over_http(self, scenario: Scenario, numbers: Iterable[int], seconds: float) -> Run:
        """The scenario's requests against the API, one for each number. Raises CannotMeasure on any other answer."""
        requests = self.folder / f"{scenario.name}.requests"
        workload.write(requests, scenario.requests(self.stage, numbers))
        mode = "once" if scenario.is_act else "again"
        arguments = [self.port, requests, CONNECTIONS, seconds, scenario.status, mode]
        output, api_share, postgres_share = self._watched([self.load, *map(str, arguments)], seconds)
        told = msgspec.json.decode(output, type=_Load)
        if told.errors:
            raise CannotMeasure(f"{scenario.name}: {told.errors} of {told.answered} went wrong: {told.error}")
        return Run(told.answered, told.answered / told.seconds, told.p50, told.p99, api_share, postgres_share)

    def for_a_while(self, scenario: Scenario, seconds: float) -> Run:
        """The scenario's statements, run by pgbench for some seconds on as many connections as the requests come on."""
        return self._by_pgbench(scenario, ["-T", str(max(1, round(seconds)))], seconds, m=0)

    def so_often(self, scenario: Scenario, times: int, *, after: int = 0) -> tuple[Run, int]:
        """The same, so often on each connection, using up what was made after a number. Answers the number before
        those of its own transactions.
        """
        before = _number()
        run = self._by_pgbench(scenario, ["-t", str(times)], _SPARE_SECONDS, n=before, m=after)
        return run, before

    def _by_pgbench(self, scenario: Scenario, length: list[str], seconds: float, **given: int) -> Run:
        script = self.stage.scripts[scenario.name]
        path = self.folder / f"{scenario.name}.sql"
        path.write_text(script.text)
        for log in self.folder.glob("latencies.*"):
            log.unlink()
        log = ["-l", f"--log-prefix={self.folder / 'latencies'}", f"--sampling-rate={_LATENCY_SAMPLE}"]
        size = ["-c", str(CONNECTIONS), "-j", str(_PGBENCH_THREADS), *length]
        variables = {**script.variables, "n": _number(), **given}
        said = [part for name, value in variables.items() for part in ("-D", f"{name}={value}")]
        program = [self.postgres.bin / "pgbench", "-n", "-M", "prepared"]
        command = [*program, *size, *log, *said, "-f", path, self.postgres.url]
        output, api_share, postgres_share = self._watched(command, seconds)
        if failed := int(re.search(rb"failed transactions: (\d+)", output)[1]):
            raise CannotMeasure(f"{scenario.name}: {failed} transactions of pgbench failed.")
        count = int(re.search(rb"actually processed: (\d+)", output)[1])
        rate = float(re.search(rb"tps = ([\d.]+)", output)[1])
        p50, p99 = self._latencies()
        return Run(count, rate, p50, p99, api_share, postgres_share)

    def _watched(self, command: list, seconds: float) -> tuple[bytes, float, float]:
        api, postgres, began = processor_seconds(self.api), processor_seconds(self.postgres.pid), time.monotonic()
        # pgbench's sessions are set up as the API's are; the load generator has none.
        session = " ".join(f"-c {name}={value}" for name, value in session_settings(settings.current()).items())
        environ = os.environ | {"PGOPTIONS": session}
        done = subprocess.run(command, env=environ, capture_output=True, timeout=seconds + _SPARE_SECONDS)
        elapsed = time.monotonic() - began
        if done.returncode:
            reason = done.stderr.decode(errors="replace").strip()[-2_000:]
            raise CannotMeasure(f"{Path(command[0]).name} failed:\n{reason}")
        api_share = (processor_seconds(self.api) - api) / elapsed
        return done.stdout, api_share, (processor_seconds(self.postgres.pid) - postgres) / elapsed

    def _latencies(self) -> tuple[float, float]:
        lines = (line for log in self.folder.glob("latencies.*") for line in log.read_text().splitlines())
        spent = [int(line.split()[2]) for line in lines]
        return (median(spent), quantiles(spent, n=100)[98]) if len(spent) > 1 else (0.0, 0.0)


def numbers(after: int, times: int) -> list[int]:
    """Those of the transactions that pgbench ran so often on each connection, in the order of time."""
    return [after + STRIDE * nth + client for nth in range(1, times + 1) for client in range(CONNECTIONS)]


def _number() -> int:
    """A number that is greater than those of all transactions before: clients take some thousand of them a second."""
    return (workload.FIRST_NUMBER + time.time_ns() // 1_000_000 * 100_000) // 10**DIGITS_OF_ONE
