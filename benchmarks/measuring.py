"""Running one scenario for a while, over HTTP or by pgbench, and reading what came of it."""

import os
import re
import subprocess
import time
from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path
from statistics import median, quantiles

import msgspec

from benchmarks import workload
from benchmarks.processes import CannotMeasure, Watch, watched
from benchmarks.requests import Stage
from benchmarks.scenarios import Scenario
from benchmarks.script import DIGITS_OF_ONE, STRIDE
from fulfilment import settings
from fulfilment.infra.database.embedded.server import EmbeddedServer
from fulfilment.infra.database.pool import session_settings

CONNECTIONS = 32
_PGBENCH_THREADS = 2
_LONGEST_SECONDS = 120
# Sessions of pgbench are new, and each plans every statement at its first run. The API planned long ago. So pgbench
# warms up for so long, or for so many transactions on each connection.
_PLANNING_SECONDS = 1.0
_TO_PLAN = 3
_SHORTEST_SECONDS = 0.2


class Run(msgspec.Struct, frozen=True):
    """Figures of one run. Latencies in microseconds; shares of one processor's time, which two can exceed."""

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
    postgres: EmbeddedServer
    stage: Stage

    def over_http(self, scenario: Scenario, numbers: Iterable[int], seconds: float) -> Run:
        """The scenario's requests against the API, one for each number. Raises CannotMeasure on any other answer."""
        requests = self.folder / f"{scenario.name}.requests"
        workload.write(requests, scenario.requests(self.stage, numbers))
        mode = "once" if scenario.is_act else "again"
        arguments = [self.port, requests, CONNECTIONS, seconds, scenario.status, mode]
        output, watch = self._watched([self.load, *map(str, arguments)])
        told = msgspec.json.decode(output, type=_Load)
        if told.errors:
            raise CannotMeasure(f"{scenario.name}: {told.errors} of {told.answered} went wrong: {told.error}")
        shares = [spent / told.seconds for spent in watch.spent()]
        return Run(told.answered, told.answered / told.seconds, told.p50, told.p99, *shares)

    def for_a_while(self, scenario: Scenario, seconds: float, expected_rate: float) -> Run:
        """The scenario's statements, run by pgbench for some seconds on as many connections as the requests come on."""
        planning = max(_PLANNING_SECONDS, _TO_PLAN * CONNECTIONS / expected_rate)
        return self._by_pgbench(scenario, ["-T", str(ceil(seconds + planning))], n=_number(), m=0)

    def so_often(self, scenario: Scenario, times: int, *, after: int = 0) -> tuple[Run, int]:
        """The same, so often on each connection, using up what was made after a number. Answers the number before
        those of its own transactions as well.
        """
        before = _number()
        return self._by_pgbench(scenario, ["-t", str(times)], n=before, m=after), before

    def _by_pgbench(self, scenario: Scenario, length: list[str], **given: int) -> Run:
        script = self.stage.scripts[scenario.name]
        path = self.folder / f"{scenario.name}.sql"
        path.write_text(script.text)
        for log in self.folder.glob("latencies.*"):
            log.unlink()
        size = ["-c", str(CONNECTIONS), "-j", str(_PGBENCH_THREADS), *length]
        log = ["-l", f"--log-prefix={self.folder / 'latencies'}"]
        said = [part for name, value in (script.variables | given).items() for part in ("-D", f"{name}={value}")]
        program = [self.postgres.bin / "pgbench", "-n", "-M", "prepared"]
        output, watch = self._watched([*program, *size, *log, *said, "-f", path, self.postgres.url])
        if failed := int(re.search(rb"failed transactions: (\d+)", output)[1]):
            raise CannotMeasure(f"{scenario.name}: {failed} transactions of pgbench failed.")
        count = int(re.search(rb"actually processed: (\d+)", output)[1])
        lines = (line for log in self.folder.glob("latencies.*") for line in log.read_text().splitlines())
        return _steady([_Transaction.read(line) for line in lines], count, watch)

    def _watched(self, command: list) -> tuple[bytes, Watch]:
        # pgbench's sessions are set up as the API's are; the load generator has none.
        # libpq splits at spaces that no backslash precedes.
        given = {name: value.replace(" ", r"\ ") for name, value in session_settings(settings.current()).items()}
        session = " ".join(f"-c {name}={value}" for name, value in given.items())
        environ = os.environ | {"PGOPTIONS": session}
        with watched(self.api, self.postgres.pid) as watch:
            done = subprocess.run(command, env=environ, capture_output=True, timeout=_LONGEST_SECONDS)
        if done.returncode:
            reason = done.stderr.decode(errors="replace").strip()[-2_000:]
            raise CannotMeasure(f"{Path(command[0]).name} failed:\n{reason}")
        return done.stdout, watch


class _Transaction(msgspec.Struct, frozen=True):
    """One of pgbench's: whose it was, when it ended by the clock, and how many microseconds it took."""

    client: int
    ended: float
    spent: int

    @classmethod
    def read(cls, line: str) -> "_Transaction":
        client, _, spent, _, seconds, microseconds = map(int, line.split()[:6])
        return cls(client, seconds + microseconds / 1e6, spent)


def _steady(done: Sequence[_Transaction], count: int, watch: Watch) -> Run:
    """Figures while all clients work with plans that they have made: each makes its own at first."""
    ends: dict[int, list[float]] = {}
    for one in sorted(done, key=lambda one: one.ended):
        ends.setdefault(one.client, []).append(one.ended)
    since = max(ended[0] for ended in ends.values())
    until = min(ended[-1] for ended in ends.values())
    if until - since < _SHORTEST_SECONDS:
        since, until = min(one.ended - one.spent / 1e6 for one in done), max(one.ended for one in done)
    spent = [one.spent for one in done if since < one.ended <= until]
    shares = [one / (until - since) for one in watch.spent(since, until)]
    p50, p99 = median(spent), quantiles(spent, n=100)[98] if len(spent) > 1 else spent[0]
    return Run(count, len(spent) / (until - since), p50, p99, *shares)


def numbers(after: int, times: int) -> list[int]:
    """Those of the transactions that pgbench ran so often on each connection, in the order of time."""
    return [after + STRIDE * nth + client for nth in range(1, times + 1) for client in range(CONNECTIONS)]


def _number() -> int:
    """A number that is greater than those of all transactions before: clients take some thousand of them a second."""
    return (workload.FIRST_NUMBER + time.time_ns() // 1_000_000 * 100_000) // 10**DIGITS_OF_ONE
