"""API processes that are killed and started again, on a database that keeps what it committed."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg

from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate
from tests.harness import behind
from tests.harness.descendants import children
from tests.harness.service import MASTER_KEYS, Service, _free_port

API_PROCESSES = 2
READY_WITHIN_SECONDS = 60
STOPPED_WITHIN_SECONDS = 20

# No service connects to it once it is migrated; the other databases are copies.
_TEMPLATE = "migrated"

_SESSIONS = """
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name ^@ 'fulfilment api'
"""


class Store:
    """A durable PostgreSQL server that can be killed and started again."""

    def __init__(self, folder: Path):
        self._folder = folder
        self.server = embedded_server.start(folder, durable=True)
        with psycopg.connect(self.server.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {_TEMPLATE}")
        migrate.migrate(self.server.database_url(_TEMPLATE))

    def new_database(self, name: str) -> str:
        """The address of a fresh migrated database."""
        with psycopg.connect(self.server.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE} STRATEGY file_copy")
        return self.server.database_url(name)

    def kill(self) -> None:
        """`kill -9` of the whole server: a session that lived on would answer until it missed its parent."""
        server = psutil.Process(self.server.pid)
        # It begins no other process meanwhile.
        server.suspend()
        family = [server, *server.children(recursive=True)]
        for process in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        _, alive = psutil.wait_procs(family, STOPPED_WITHIN_SECONDS)
        assert not alive

    def restart(self) -> None:
        """Start it again: it recovers what it had answered for."""
        before, self.server = self.server, embedded_server.start(self._folder, durable=True)
        before.stop()

    def stop(self) -> None:
        self.server.stop()


class Api:
    """The API as `fulfilment api` runs it, on a port that stays the same."""

    def __init__(self, database_url: str, folder: Path, **settings: Any):
        port = _free_port()
        self._log = folder / f"api-{port}.log"
        environ = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
        given = {
            "mode": "development",
            "data_dir": folder,
            **behind.addresses(database_url),
            "master_keys": MASTER_KEYS,
            "port": port,
            "log_format": "json",
            "api_processes": API_PROCESSES,
            **settings,
        }
        self._environ = environ | {f"FULFILMENT_{name.upper()}": str(value) for name, value in given.items()}
        self.service = Service(port, database_url, self._spawn(), self._log)
        self.await_ready()

    def kill(self) -> None:
        """`kill -9` of all its processes at once."""
        for process in self._family():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.service.process.wait()

    def await_sessions_ended(self) -> None:
        """Wait until no session of a killed process is left, since its last statements may still commit."""
        with psycopg.connect(self.service.database_url, autocommit=True) as connection:
            deadline = time.monotonic() + STOPPED_WITHIN_SECONDS
            while connection.execute(_SESSIONS).fetchone():
                assert time.monotonic() < deadline, "a session outlives its process"
                time.sleep(0.01)

    def kill_one(self) -> None:
        """`kill -9` of one of the processes that serve; the others go on, and it is replaced."""
        next(each.process for each in children(self.service.process.pid) if each.serves).kill()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """None of its processes gets any time meanwhile, as on a machine that is moved or swaps."""
        family = self._family()
        for process in family:
            process.suspend()
        try:
            yield
        finally:
            for process in family:
                process.resume()

    def _family(self) -> list[psutil.Process]:
        """The process that starts the others, and those that serve."""
        first = psutil.Process(self.service.process.pid)
        return [first, *first.children()]

    def start(self) -> None:
        """Start it again and wait until it answers."""
        self.service.process = self._spawn()
        self.await_ready()

    def stop(self) -> None:
        self.service.process.send_signal(signal.SIGTERM)
        try:
            self.service.process.wait(STOPPED_WITHIN_SECONDS)
        finally:
            if self.service.process.poll() is None:
                self.kill()

    def faults(self) -> list[str]:
        """Faults of its own in its log."""
        return [line for line in self._log.read_text().splitlines() if '"fault"' in line]

    def _spawn(self) -> subprocess.Popen:
        with self._log.open("ab") as output:
            command = [sys.executable, "-m", "fulfilment.cli", "api"]
            return subprocess.Popen(command, env=self._environ, stdout=output, stderr=output, start_new_session=True)

    def await_ready(self) -> None:
        """Wait until one of its processes answers."""
        deadline = time.monotonic() + READY_WITHIN_SECONDS
        while time.monotonic() < deadline and self.service.process.poll() is None:
            try:
                if self.service.send("GET", "/api/v1/health", []).status == 200:
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"the API did not start: {self._log.read_text()[-4000:]}")


@contextmanager
def serving(database_url: str, folder: Path, **settings: Any) -> Iterator[Api]:
    """The API while the context lasts; `settings` are FULFILMENT_* in lower case."""
    api = Api(database_url, folder, **settings)
    try:
        yield api
    finally:
        api.stop()
