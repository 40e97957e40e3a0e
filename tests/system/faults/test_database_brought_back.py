"""The embedded database is killed under load: the service says 503 meanwhile, brings it back and loses nothing."""

import http.client
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from fulfilment.cli.demo_walk.service import free_ports
from fulfilment.infra.database.embedded import postmaster, server
from tests.harness import goods
from tests.harness.database import rows
from tests.harness.descendants import descendants
from tests.harness.folder import PASSABLE
from tests.harness.service import MASTER_KEYS, Answer, Client, Service
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.faults import laws
from tests.system.faults.load import under_load
from tests.webhooks.working import eventually, working

LOAD_SECONDS = 0.6
MOMENT_SECONDS = 1.0
START_SECONDS = 60
KILLS = 2


def _environment(folder: Path, **settings: Any) -> dict[str, str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    given = {
        "mode": "development",
        "data_dir": folder / "data",
        "master_keys": MASTER_KEYS,
        "log_format": "json",
        "api_processes": 2,
        **settings,
    }
    return environ | {f"FULFILMENT_{name.upper()}": str(value) for name, value in given.items()}


def _is_well(service: Service) -> bool:
    with suppress(OSError, http.client.HTTPException):
        return service.send("GET", "/api/v1/health", []).status == 200
    return False


@contextmanager
def _running(command: str, folder: Path, **settings: Any) -> Iterator[Service]:
    """`fulfilment <command>` on an embedded database of its own, until it answers."""
    names = ("port", "aggregator_simulator_port", "identity_simulator_port", "payment_simulator_port")
    ports = dict(zip(names, free_ports(), strict=True))
    environ = _environment(folder, **ports, **settings)
    program = [sys.executable, "-m", "fulfilment.cli"]
    subprocess.run([*program, "migrate"], env=environ, check=True, capture_output=True, timeout=START_SECONDS)
    log = folder / "service.log"
    with log.open("wb") as output:
        process = subprocess.Popen([*program, command], env=environ, stdout=output, stderr=output)
    try:
        service = Service(ports["port"], "", process, log)
        deadline = time.monotonic() + START_SECONDS
        while not _is_well(service):
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        _, sockets = postmaster.running(folder / "data" / "postgres")
        service.database_url = f"postgresql://postgres@/{server.DATABASE}?host={sockets}"
        yield service
        process.send_signal(signal.SIGTERM)
        assert process.wait(START_SECONDS) == 0
        assert postmaster.running(folder / "data" / "postgres") is None
    finally:
        process.kill()
        process.wait()
        server.start(folder / "data").stop()


class Reader(threading.Thread):
    """Reads again and again, and notes what was answered."""

    def __init__(self, client: Client):
        super().__init__(daemon=True)
        self.answers: list[Answer] = []
        self._client = client
        self._stopping = threading.Event()

    def __enter__(self) -> "Reader":
        self.start()
        return self

    def __exit__(self, *_problem: object) -> None:
        self._stopping.set()
        self.join(60)
        assert not self.is_alive(), "a request hangs"

    def run(self) -> None:
        while not self._stopping.wait(0.01):
            self.answers.append(self._client("GET", "/api/v1/warehouses"))


def _kill_database(folder: Path, service: Service) -> None:
    """`kill -9` of the server alone; return when the service answers again, on another one."""
    data = folder / "data" / "postgres"
    before, _ = postmaster.running(data)
    psutil.Process(before).kill()
    eventually(lambda: (found := postmaster.running(data)) and found[0] != before and _is_well(service))


def _family(service: Service) -> set[psutil.Process]:
    """The processes that serve, without those of the database and those that draw, which may be replaced.

    Programs that the service runs for a moment, to monitor its database, are there in one of two looks at most.
    """
    first = _serving(service)
    time.sleep(MOMENT_SECONDS)
    return first & _serving(service)


def _serving(service: Service) -> set[psutil.Process]:
    found = descendants(service.process.pid)
    return {each.process for each in found if not each.is_database and not each.draws}


@pytest.fixture
def folder(short_folder: Path) -> Path:
    """A folder that the database's user can reach."""
    folder = Path(tempfile.mkdtemp(dir=short_folder))
    folder.chmod(PASSABLE)
    return folder


@pytest.mark.parametrize("command", ["serve", "api"])
def test_a_killed_database_is_brought_back_and_nothing_acknowledged_is_lost(command: str, folder: Path) -> None:
    with simulating(folder) as courier:
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        with _running(command, folder, **aggregator) as service:
            client = open_client(service)
            level = (goods.default_variant(goods.new_product(client)), goods.new_warehouse(client)["id"])
            goods.stock(client, *level, 100_000)
            assert client("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000_000}).status == 201
            family = _family(service)
            with Reader(client) as reader, under_load(client, level) as load:
                for _ in range(KILLS):
                    time.sleep(LOAD_SECONDS)
                    _kill_database(folder, service)
                time.sleep(LOAD_SECONDS)
                assert client("GET", "/api/v1/warehouses").status == 200
            assert {answer.status for answer in reader.answers} == {200, 503}
            for answer in reader.answers:
                if answer.status == 503:
                    assert answer.error[1] == "SERVICE_UNAVAILABLE" and int(answer.headers["retry-after"]) > 0
            assert _family(service) == family
            assert load.surprises() == []
            laws.require_acknowledged(client, load)
            laws.require_every_law(client)
            laws.repeat_unanswered(client, load, survivors=True)
            laws.require_acknowledged(client, load)
            with working(service.database_url, **aggregator):
                eventually(
                    lambda: rows(client, "SELECT 1 FROM courier_operations WHERE account_id = $1"),
                    lambda left: not left,
                )
            laws.require_every_law(client)
            laws.require_one_order_and_charge_each(client, courier)
            assert service.faults() == []
            assert service.log.read_text().count("embedded_server_restarted") == KILLS


def test_a_database_whose_folder_is_away_is_waited_for_and_served_again(folder: Path) -> None:
    data, away = folder / "data" / "postgres", folder / "data" / "away"
    with _running("serve", folder) as service:
        client = open_client(service)
        assert client("POST", "/api/v1/products", {"name": "Coffee"}).status == 201
        pid, _ = postmaster.running(data)
        data.rename(away)
        psutil.Process(pid).kill()
        eventually(lambda: "There is no database in" in service.log.read_text())
        refused = client("GET", "/api/v1/products")
        assert refused.error == (503, "SERVICE_UNAVAILABLE") and int(refused.headers["retry-after"]) > 0
        away.rename(data)
        eventually(lambda: _is_well(service))
        names = [product["name"] for product in client("GET", "/api/v1/products").data["products"]]
        assert names == ["Coffee"]
