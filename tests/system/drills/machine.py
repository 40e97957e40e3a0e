"""PostgreSQL servers on ports of their own, each of which stands for a machine: lost, frozen, promoted, rebuilt."""

import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import psutil
import psycopg

from fulfilment.infra.database.embedded import os_user, postmaster, server
from tests.harness.service import _free_port
from tests.system.drills import processes
from tests.system.drills.processes import WITHIN_SECONDS

DATABASE = "fulfilment"
_USER = postmaster.SUPERUSER
_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "wal_level": "replica",
    "hot_standby": "on",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "wal_retrieve_retry_interval": "200ms",
    "wal_receiver_timeout": "5s",
}
# A server that comes back finds the log that it missed, and pg_rewind the place where the two began to differ. The
# setting stands in the file, since pg_rewind begins with a recovery that reads nothing else.
_FILE = "wal_keep_size = '512MB'\n"


_OF_POSTGRESQL = ("initdb", "pg_basebackup", "pg_ctl", "pg_dump", "pg_restore", "pg_rewind")


class Machine:
    """A server with its data folder under `folder`. `settings` are its own, beside those that all of them have."""

    def __init__(self, folder: Path, name: str, **settings: str):
        self.name = name
        self.port = _free_port()
        self.data = folder / name
        self._settings = _OPTIONS | {"cluster_name": name, "port": f"{self.port}"} | settings
        self._bin = server._programs() / "bin"
        self._user = os_user.server_user()
        self._user.make_runnable(self._bin.parent)
        self._log = folder / f"{name}.log"
        self._process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return self.url_of(DATABASE)

    def url_of(self, database: str) -> str:
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/{database}"

    def initialise(self) -> None:
        """An empty cluster."""
        self._empty()
        self._run("initdb", "-U", _USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "-D", f"{self.data}")
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(_FILE)

    def copy(self, other: "Machine") -> None:
        """Take a base backup of another server in place of whatever is here."""
        self._empty()
        self._run("pg_basebackup", "-d", other.url_of("postgres"), "-c", "fast", "-X", "stream", "-D", f"{self.data}")

    def own(self, folder: Path) -> None:
        """Make a folder in which the server's user can write."""
        folder.mkdir(mode=0o700)
        self._user.own(folder)

    def back_up(self, folder: Path) -> None:
        """Take a base backup into a new folder, while the server serves."""
        self.own(folder)
        self._run("pg_basebackup", "-d", self.url_of("postgres"), "-c", "fast", "-X", "none", "-D", f"{folder}")

    def take_backup(self, folder: Path) -> None:
        """Begin with a copy of a base backup."""
        self._empty()
        self._run("cp", "-a", f"{folder}/.", f"{self.data}")

    def rewind(self, other: "Machine") -> None:
        """Undo what this server did after the other one was promoted."""
        self._run("pg_rewind", "-D", f"{self.data}", "--source-server", other.url_of("postgres"))

    def follow(self, other: "Machine") -> None:
        """Be a standby of the other server from the next start on, or from now on where this one runs."""
        told = f"host=127.0.0.1 port={other.port} user={_USER} application_name={self.name}"
        if self._process is not None:
            with psycopg.connect(self.url, autocommit=True) as connection:
                connection.execute(f"ALTER SYSTEM SET primary_conninfo = '{told}'")
                connection.execute("SELECT pg_reload_conf()")
            return
        self.write("postgresql.auto.conf", f"primary_conninfo = '{told}'\n")
        self.write("standby.signal", "")

    def write(self, name: str, text: str) -> None:
        """A file of the data folder."""
        path = self.data / name
        path.write_text(text)
        self._user.own(path)

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [f"{self._bin / 'postgres'}", "-D", f"{self.data}"]
        for name, value in self._settings.items():
            command += ["-c", f"{name}={value}"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                cwd=self.data,
                start_new_session=True,
                **self._user.subprocess_arguments,
            )
        self.await_answer()

    def await_answer(self) -> None:
        deadline = time.monotonic() + WITHIN_SECONDS
        while True:
            try:
                with psycopg.connect(self.url_of("postgres"), connect_timeout=2):
                    return
            except psycopg.OperationalError:
                is_over = self._process.poll() is not None or time.monotonic() > deadline
                assert not is_over, self._log.read_text()[-4_000:]
                time.sleep(0.05)

    def promote(self) -> None:
        """Have this standby take writes; returns when it does."""
        self._run("pg_ctl", "promote", "-w", "-D", f"{self.data}")

    def value(self, statement: str) -> Any:
        """The only value of a statement."""
        with psycopg.connect(self.url_of("postgres"), autocommit=True, connect_timeout=2) as connection:
            return connection.execute(statement).fetchone()[0]

    def freeze(self) -> None:
        """Suspend all its processes: connections are taken, and none is answered."""
        processes.freeze(self._processes())

    def lose(self) -> None:
        """`kill -9` of all its processes, frozen ones too."""
        processes.lose(self._processes())
        self._process = None

    def stop(self) -> None:
        """Stop it cleanly: its standbys have received everything."""
        self._run("pg_ctl", "stop", "-w", "-m", "fast", "-D", f"{self.data}")
        self._process.wait()
        self._process = None

    def end(self) -> None:
        """However it is, be gone."""
        if self._process is not None and self._process.poll() is None:
            self.lose()

    def _empty(self) -> None:
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(mode=0o700)
        self._user.own(self.data)

    def run(self, program: str, *arguments: str) -> None:
        """One of PostgreSQL's programs, as the server's user."""
        self._run(program, *arguments)

    def _processes(self) -> list[psutil.Process]:
        first = psutil.Process(self._process.pid)
        return [first, *first.children(recursive=True)]

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [f"{self._bin / program}" if program in _OF_POSTGRESQL else program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd="/",
            text=True,
            timeout=WITHIN_SECONDS,
            **self._user.subprocess_arguments,
        )
        assert done.returncode == 0, f"{program}: {done.stdout[-4_000:]}"


def furthest(standbys: list[Machine]) -> Machine:
    """The standby that received most: it has every write that a quorum of one standby acknowledged."""
    received = "SELECT pg_last_wal_receive_lsn() - '0/0'"
    return max(standbys, key=lambda each: each.value(received))
