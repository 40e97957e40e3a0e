"""`python -m benchmarks.neighbours`: a neighbour beside one attack after the other, in one table."""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from benchmarks import processes, workload
from benchmarks.neighbours import report, stage, upstreams
from benchmarks.neighbours.attacks import ATTACKS, CONTROL, Attack, Stage
from benchmarks.neighbours.neighbour import Kept
from benchmarks.neighbours.report import Beside, Figures
from benchmarks.neighbours.stage import Served
from benchmarks.processes import CannotMeasure
from benchmarks.workload import Workspace
from benchmarks.workplace import in_folder
from fulfilment.infra.database.embedded import server
from fulfilment.infra.database.migrations import migrate

CONNECTIONS = 32
PER_SECOND = 30.0
LABEL, LABELS_PER_SECOND = "label", 3.0
# Programs have that long to start; then the attack is under way for so long before the neighbour asks.
_PEOPLE = 8
_STARTING_SECONDS = 1.5
_BEFORE_SECONDS = 1.0
_SPARE_SECONDS = 90.0


def main() -> int:
    """Measure and print. 0 even where a bar is missed, since it measures; 1 where nothing could be measured."""
    given = _arguments()

    def measure(folder: Path) -> None:
        figures = _measured(folder, given)
        print("\n".join(["", *report.table(figures), "", *report.verdicts(figures)]), flush=True)

    return in_folder(measure)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.neighbours", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="every attack once a round (default 3)")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each is looked at (default 8)")
    parser.add_argument("--only", nargs="+", default=[""], help="attacks whose names have one of these in them")
    return parser.parse_args()


def _measured(folder: Path, given: argparse.Namespace) -> Figures:
    load = processes.compiled(folder)
    chosen = [attack for attack in ATTACKS if any(part in attack.name for part in given.only)]
    figures: Figures = {}
    with ExitStack() as running:
        postgres = running.enter_context(server.start(folder / "data"))
        os.environ |= {
            "FULFILMENT_MODE": "development",
            "FULFILMENT_LOG_LEVEL": "error",
            "FULFILMENT_DATA_DIR": str(folder / "data"),
        }
        migrate.migrate(postgres.url)
        provider = running.enter_context(upstreams.providing())
        courier = running.enter_context(processes.simulated(folder))
        sound = running.enter_context(stage.served(folder, postgres.url, courier, provider))
        played, neighbour, shipment_id = stage.prepared(postgres.url, sound, provider)
        theatre = _Theatre(folder, load, played, neighbour, shipment_id, postgres.url)
        theatre.warm(sound)
        theatre.beside(CONTROL, sound, 2.0)
        for number in range(given.rounds):
            for attack in (CONTROL, *(each for each in chosen if each.needs != "courier"), CONTROL):
                figures.setdefault(attack.name, []).append(theatre.beside(attack, sound, given.seconds))
            stranded = [each for each in chosen if each.needs == "courier"]
            for attack in stranded:
                # Each finds a process that has not heard of any courier yet.
                with upstreams.hanging() as dead, stage.served(folder, postgres.url, dead, provider) as api:
                    theatre.warm(api)
                    figures.setdefault(attack.name, []).append(theatre.beside(attack, api, given.seconds))
            print(f"round {number + 1} of {given.rounds} is done", file=sys.stderr, flush=True)
    return figures


class _Theatre(msgspec.Struct, frozen=True):
    """Everything that an attack is played with."""

    folder: Path
    load: Path
    stage: Stage
    neighbour: Workspace
    shipment_id: str
    database_url: str

    def beside(self, attack: Attack, api: Served, seconds: float) -> Beside:
        """The neighbour's latencies during the attack: a read, an adjustment, a session's read, and a label."""
        file = self.folder / "attack.requests"
        workload.write(file, attack.requests(self.stage))
        whole = seconds + _BEFORE_SECONDS + 1.0
        print(f"  {attack.name}", file=sys.stderr, flush=True)
        stage.settle(self.database_url)
        if attack.needs == "identity":
            self.stage.provider.hangs.set()
        half_open = [_half_opened(api.port) for _ in range(attack.half_open)]
        begin_at = time.time() + _STARTING_SECONDS + _BEFORE_SECONDS
        questions = self._questions()
        asked = {name: self._ask(api, name, requests, seconds, begin_at) for name, requests in questions.items()}
        _wait(_STARTING_SECONDS)
        command = [self.load, api.port, file, CONNECTIONS, whole, 200, "insist"]
        aggressor = subprocess.Popen(
            list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        try:
            kept = {name: _told(process, Kept) for name, process in asked.items()}
            said = _told(aggressor, Load)
        finally:
            aggressor.kill()
            for connection in half_open:
                connection.close()
            self.stage.provider.hangs.clear()
        return Beside(kept, said.answered / whole, said.statuses)

    def warm(self, api: Served) -> None:
        """Let the processes hear of the identity provider's keys, and prepare the neighbour's statements."""
        asked = [
            self._ask(api, name + ".warm", requests, 1.0, time.time()) for name, requests in self._questions().items()
        ]
        for process in asked:
            _told(process, Kept)

    def _questions(self) -> dict[str, list[bytes]]:
        one = self.neighbour
        target = f"/api/v1/stock/levels?variant_id={workload.variant(1)}"
        # Several people, since each has an allowance.
        tokens = [self.stage.provider.token(one.account_id, person=f"usr_{number}") for number in range(_PEOPLE)]
        head = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
        return {
            "read": [one.request("GET", target)],
            "adjust": [one.adjustment() for _ in range(2_000)],
            "session": [f"{head}{token}\r\n\r\n".encode() for token in tokens],
            LABEL: [one.request("GET", f"/api/v1/shipments/{self.shipment_id}/label")],
        }

    def _ask(self, api: Served, name: str, requests: list[bytes], seconds: float, begin_at: float) -> subprocess.Popen:
        file = self.folder / f"{name}.requests"
        workload.write(file, requests)
        per_second = LABELS_PER_SECOND if name.startswith(LABEL) else PER_SECOND
        arguments = map(str, (api.port, file, seconds, per_second, begin_at))
        command = [sys.executable, "-m", "benchmarks.neighbours.neighbour", *arguments]
        # In a session of its own, as the aggressor is, so that neither lives on the other's share of the processors.
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


class Load(msgspec.Struct):
    """Figures of the load generator about the attack."""

    answered: int
    statuses: dict[str, int]


def _half_opened(port: int) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=5)
    connection.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: 127")
    return connection


def _wait(seconds: float) -> None:
    asyncio.run(asyncio.sleep(seconds))


def _told(process: subprocess.Popen, shape: Any) -> Any:
    output, errors = process.communicate(timeout=_SPARE_SECONDS)
    if process.returncode:
        raise CannotMeasure(f"{process.args[0]} failed:\n{errors.decode(errors='replace')[-2_000:]}")
    return msgspec.json.decode(output, type=shape)


if __name__ == "__main__":
    sys.exit(main())
