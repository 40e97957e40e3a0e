"""Three Patroni nodes on ports of their own, which agree by Raft on who takes writes."""

import contextlib
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import psutil
import psycopg
import yaml

from fulfilment.infra.database.embedded import os_user, postmaster, server
from tests.harness.service import _free_port
from tests.system.drills import processes
from tests.system.drills.machine import DATABASE
from tests.system.drills.processes import WITHIN_SECONDS

NAMES = ("one", "two", "three")
# Patroni takes nothing shorter. Its loop and its patience must fit into it.
LEASE_SECONDS = 20
_LOOP_SECONDS = 1
_RETRY_SECONDS = 3
_POLL_SECONDS = 0.05
_USER = postmaster.SUPERUSER
# The environment that `make` sets up for Patroni alone.
PROGRAM = Path(sys.prefix) / "patroni" / "bin" / "patroni"
_OF_ALL = {
    "ttl": LEASE_SECONDS,
    "loop_wait": _LOOP_SECONDS,
    "retry_timeout": _RETRY_SECONDS,
    # A standby may only be promoted if it has all that was acknowledged.
    "synchronous_mode": "quorum",
    "synchronous_mode_strict": True,
    "postgresql": {
        "use_pg_rewind": True,
        "parameters": {
            "max_connections": 100,
            "shared_buffers": "64MB",
            "wal_keep_size": "512MB",
            "unix_socket_directories": "",
            "wal_receiver_timeout": "5s",
        },
    },
}


class Node:
    """A machine: Patroni and the PostgreSQL that it looks after."""

    def __init__(self, folder: Path, name: str, raft_ports: dict[str, int]):
        self.name = name
        self.port, self.rest_port = _free_port(), _free_port()
        self._folder = folder / name
        self._user = os_user.server_user()
        self._folder.mkdir(mode=0o700)
        self._user.own(self._folder)
        self._bin = server._programs() / "bin"
        self._user.make_runnable(self._bin.parent)
        self._log = folder / f"{name}.log"
        self._process: subprocess.Popen | None = None
        self._file = self._folder / "patroni.yml"
        self._file.write_text(yaml.safe_dump(self._settings(raft_ports)))
        self._user.own(self._file)

    @property
    def url(self) -> str:
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [f"{PROGRAM}", f"{self._file}"],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                start_new_session=True,
                **self._user.subprocess_arguments,
            )

    def is_primary(self) -> bool:
        """True if its PostgreSQL takes writes."""
        with contextlib.suppress(psycopg.Error), psycopg.connect(self.url, autocommit=True, connect_timeout=1) as db:
            return db.execute("SELECT NOT pg_is_in_recovery()").fetchone()[0]
        return False

    def is_leading(self) -> bool:
        """True if its Patroni says that it is the leader and holds its lease."""
        return self.ask("GET", "/primary")[0] == 200

    def ask(self, method: str, path: str, said: dict[str, Any] | None = None) -> tuple[int, str]:
        """A request to Patroni's REST interface: status and body; status 0 without an answer."""
        body = None if said is None else json.dumps(said).encode()
        url = f"http://127.0.0.1:{self.rest_port}{path}"
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 if method == "GET" else WITHIN_SECONDS) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def ask_for_switchover(self) -> None:
        """Have another one lead, as `patronictl switchover` does."""
        status, said = self.ask("POST", "/switchover", {"leader": self.name})
        assert status in (200, 202), said

    def freeze(self) -> None:
        """Suspend all its processes: connections are taken, and none is answered."""
        processes.freeze(self._processes())

    def thaw(self) -> None:
        processes.thaw(self._processes())

    def lose(self) -> None:
        """`kill -9` of all its processes."""
        processes.lose(self._processes())
        self._process = None

    def end(self) -> None:
        if self._process is not None:
            self.lose()

    def told(self) -> str:
        """The end of its log."""
        return self._log.read_text()[-4_000:]

    def _processes(self) -> list[psutil.Process]:
        roots = [psutil.Process(self._process.pid)]
        with contextlib.suppress(OSError, ValueError, psutil.NoSuchProcess):
            roots.append(psutil.Process(int((self._folder / "data" / "postmaster.pid").read_text().split()[0])))
        found = {each.pid: each for root in roots for each in (root, *root.children(recursive=True))}
        return list(found.values())

    def _settings(self, raft_ports: dict[str, int]) -> dict[str, Any]:
        own = {name: f"127.0.0.1:{port}" for name, port in raft_ports.items()}
        here = f"127.0.0.1:{self.port}"
        access = {"username": _USER}
        return {
            "scope": "drill",
            "name": self.name,
            "restapi": {"listen": f"127.0.0.1:{self.rest_port}", "connect_address": f"127.0.0.1:{self.rest_port}"},
            "raft": {
                "data_dir": f"{self._folder / 'raft'}",
                "self_addr": own[self.name],
                "partner_addrs": [address for name, address in own.items() if name != self.name],
            },
            "bootstrap": {"dcs": _OF_ALL, "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, {"auth": "trust"}]},
            "postgresql": {
                "listen": here,
                "connect_address": here,
                "data_dir": f"{self._folder / 'data'}",
                "bin_dir": f"{self._bin}",
                "pgpass": f"{self._folder / 'pgpass'}",
                "authentication": {"superuser": access, "replication": access, "rewind": access},
                "pg_hba": ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
            },
        }


class PatroniCluster:
    """Three nodes; who of them takes writes is theirs to say."""

    def __init__(self, folder: Path):
        ports = {name: _free_port() for name in NAMES}
        self.nodes = [Node(folder, name, ports) for name in NAMES]
        for node in self.nodes:
            node.start()
        self.await_whole()
        with psycopg.connect(self.primary.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}")

    @property
    def url(self) -> str:
        """The address with all hosts, as an operator writes it."""
        places = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgresql://{_USER}@{places}/{DATABASE}"

    @property
    def primary(self) -> Node:
        return next(node for node in self.nodes if node.is_leading())

    def await_other_than(self, old: Node, seconds: float) -> float:
        """When another node began to take writes."""
        deadline = time.monotonic() + seconds
        others = [node for node in self.nodes if node is not old]
        while time.monotonic() < deadline:
            for node in others:
                if node.is_primary():
                    return time.monotonic()
            time.sleep(_POLL_SECONDS)
        raise AssertionError("no standby was promoted:\n" + "\n".join(node.told() for node in others))

    def await_whole(self) -> None:
        """Until one leads and both others follow it."""
        replicating = "SELECT count(*) = 2 FROM pg_stat_replication WHERE state = 'streaming'"
        deadline = time.monotonic() + 3 * WITHIN_SECONDS
        while time.monotonic() < deadline:
            leading = [node for node in self.nodes if node.is_leading()]
            if len(leading) == 1:
                with (
                    contextlib.suppress(psycopg.Error),
                    psycopg.connect(leading[0].url, autocommit=True, connect_timeout=2) as connection,
                ):
                    if connection.execute(replicating).fetchone()[0]:
                        return
            time.sleep(_POLL_SECONDS)
        raise AssertionError("the nodes do not come together:\n" + "\n".join(node.told() for node in self.nodes))

    def end(self) -> None:
        for node in self.nodes:
            node.end()
