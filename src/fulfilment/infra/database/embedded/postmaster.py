"""Control of a PostgreSQL server on one data folder: initdb, start, stop and the pid file."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import IO

import psutil
import structlog

from fulfilment.infra.database.embedded.os_user import ServerUser
from fulfilment.infra.database.errors import EmbeddedError
from fulfilment.infra.process import without_new_privileges

SUPERUSER = "postgres"
MAJOR_VERSION = "18"

START_TIMEOUT_SECONDS = 900
LAUNCH_TIMEOUT_SECONDS = 60
STOP_TIMEOUT_SECONDS = 60
ORPHANS_TIMEOUT_SECONDS = 5
LAUNCH_ATTEMPTS = 3
# Signals of PostgreSQL's "fast" and "immediate" shutdown. After the second, the next start recovers from the WAL.
STOP_REQUESTS = (signal.SIGINT, signal.SIGQUIT)
STOP_RETRY_SECONDS = STOP_TIMEOUT_SECONDS * len(STOP_REQUESTS)
POLL_SECONDS = 0.05
NOTICE_AFTER_SECONDS = 10
ENVIRONMENT_ALLOWED = ("PATH", "HOME", "TMPDIR", "TZDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "MALLOC_ARENA_MAX")

_log = structlog.get_logger(__name__)


def sibling_path(data: Path, what: str) -> Path:
    return data.with_name(f"{data.name}.{what}")


def _pid_lines(data: Path) -> list[str]:
    try:
        return (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []


def running(data: Path) -> tuple[int, Path] | None:
    """The process id and the socket folder of the server, if it runs."""
    lines = _pid_lines(data)
    if len(lines) < 5 or not lines[0].strip().isdigit() or not _is_running_pid(int(lines[0])):
        return None
    return int(lines[0]), Path(lines[4])


def _is_running_pid(pid: int) -> bool:
    try:
        return is_alive(psutil.Process(pid))
    except psutil.NoSuchProcess:
        return False


def is_alive(process: psutil.Process) -> bool:
    """True for a running process. A zombie, which a container without a proper init leaves, is not alive."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def forget_foreign_pid(data: Path) -> None:
    """Delete a stale pid file: after a reboot or in a new container, its number may belong to another program."""
    found = running(data)
    if found is None:
        return
    try:
        if psutil.Process(found[0]).cwd() != str(data):
            (data / "postmaster.pid").unlink()
    except psutil.AccessDenied as problem:
        raise EmbeddedError(f"The PostgreSQL in {data} belongs to another user.") from problem
    except psutil.NoSuchProcess:
        return


def ensure_initialised(data: Path, programs: Path, user: ServerUser, *, durable: bool) -> None:
    version = data / "PG_VERSION"
    if version.exists():
        found = version.read_text().strip()
        if found != MAJOR_VERSION:
            raise EmbeddedError(f"{data} was made by PostgreSQL {found}; this release carries {MAJOR_VERSION}.")
        return
    # A killed initdb leaves a folder that looks complete, so initdb uses another folder, which is renamed at the end.
    fresh = sibling_path(data, "new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    user.own(fresh)
    # The built-in collation never changes with the operating system, so indexes stay valid.
    choices = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    choices += [] if durable else ["--no-sync"]
    _run(programs, user, ["initdb", "-U", SUPERUSER, "--auth=trust", *choices, "-D", str(fresh)])
    fresh.rename(data)


def wait_for_exit(pid: int) -> None:
    """Reap a server that has ended, if it was our own child process."""
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def require_data(data: Path) -> None:
    """Raise EmbeddedError where the data is gone, so that a restart never creates an empty database."""
    if not (data / "PG_VERSION").exists():
        raise EmbeddedError(f"There is no database in {data} any more.")


def end_orphans(data: Path) -> None:
    """Kill the backends that a killed server left behind, which would keep the next server from starting."""
    orphans = [each for each in psutil.process_iter(["name", "cwd", "cmdline", "ppid"]) if _is_orphan(each, data)]
    for orphan in orphans:
        with contextlib.suppress(psutil.NoSuchProcess):
            orphan.kill()
    psutil.wait_procs(orphans, timeout=ORPHANS_TIMEOUT_SECONDS)


def _is_orphan(process: psutil.Process, data: Path) -> bool:
    seen = process.info
    # Only backends and auxiliary processes have such a title; the server itself is named by its path.
    if seen["cwd"] != str(data) or not (seen["cmdline"] or [""])[0].startswith("postgres: "):
        return False
    try:
        return psutil.Process(seen["ppid"]).name() != "postgres"
    except psutil.NoSuchProcess:
        return True


def launch(data: Path, programs: Path, user: ServerUser, sockets: Path, options: dict[str, str]) -> None:
    """Start the server in the background, in its own session, which Ctrl-C does not reach.

    pg_ctl is not used, since it passes the paths to a shell.
    """
    quoted = '"' + str(sockets).replace('"', '""') + '"'
    given = options | {"listen_addresses": "", "unix_socket_directories": quoted}
    command = [str(programs / "bin" / "postgres"), "-D", str(data)]
    for name, value in given.items():
        command += ["-c", f"{name}={value}"]
    for attempts_left in reversed(range(LAUNCH_ATTEMPTS)):
        with open(data / "startup.log", "wb") as log:
            process = _spawn(command, user, log)
        try:
            if _has_taken_over(data, process):
                return
        except BaseException:
            process.send_signal(signal.SIGINT)
            process.wait()
            raise
        if not attempts_left:
            raise EmbeddedError(f"The embedded PostgreSQL did not start: {_log_tail(data)}")
        # The backends of a killed server need a moment to notice it and release its shared memory.
        time.sleep(1)


def _spawn(command: list[str], user: ServerUser, log: IO[bytes]) -> subprocess.Popen[bytes]:
    return without_new_privileges(
        subprocess.Popen,  # the wheel's own program, no shell
        command,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        cwd="/",
        env=_environment(),
        umask=0o077,
        start_new_session=True,
        **user.subprocess_arguments,
    )


def _has_taken_over(data: Path, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the new server has written its pid file, or has ended."""
    for _ in range(int(LAUNCH_TIMEOUT_SECONDS / POLL_SECONDS)):
        if process.poll() is not None:
            return False
        found = running(data)
        if found and found[0] == process.pid:
            # The server outlives this process; this suppresses Python's warning about that.
            process.returncode = 0
            return True
        time.sleep(POLL_SECONDS)
    process.kill()
    process.wait()
    return False


def await_ready(data: Path) -> None:
    """Wait until the server accepts connections. Recovery after a crash may take minutes. Raises EmbeddedError."""
    began = time.monotonic()
    noticed = False
    while time.monotonic() - began < START_TIMEOUT_SECONDS:
        if running(data) is None:
            raise EmbeddedError(f"The embedded PostgreSQL did not start: {_log_tail(data)}")
        if len(lines := _pid_lines(data)) >= 8 and lines[7].strip() == "ready":
            return
        if not noticed and time.monotonic() - began > NOTICE_AFTER_SECONDS:
            noticed = True
            _log.warning("embedded_server_recovering")
        time.sleep(POLL_SECONDS)
    raise EmbeddedError(f"The embedded PostgreSQL was not ready after {START_TIMEOUT_SECONDS} s: see {data}/log.")


def _log_tail(data: Path) -> str:
    written = [
        data / "startup.log",
        *sorted((data / "log").glob("*.log"), key=os.path.getmtime, reverse=True),
    ]
    for path in written:
        if path.exists():
            for line in reversed(path.read_text(errors="replace").splitlines()):
                _, fatal, words = line.partition("FATAL:")
                if fatal:
                    return words.strip()
    return f"see {data}/log."


def stop(data: Path) -> None:
    """Shut the server down: disconnect all clients, write a checkpoint and end."""
    for request in STOP_REQUESTS:
        found = running(data)
        if found is None:
            return
        with contextlib.suppress(psutil.NoSuchProcess, psutil.TimeoutExpired):
            process = psutil.Process(found[0])
            process.send_signal(request)
            process.wait(STOP_TIMEOUT_SECONDS)


def _run(programs: Path, user: ServerUser, command: list[str]) -> None:
    command = [str(programs / "bin" / command[0]), *command[1:]]
    done = without_new_privileges(
        subprocess.run,  # the wheel's own programs, no shell
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        cwd="/",
        env=_environment(),
        umask=0o077,
        **user.subprocess_arguments,
    )
    if done.returncode:
        said = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        raise EmbeddedError(f"{Path(command[0]).name} failed: {said[0] if said else 'no reason given'}")


def _environment() -> dict[str, str]:
    """The environment of the server's programs: only paths of programs, libraries, time zones and folders.

    `COPY ... FROM PROGRAM` and /proc expose the environment, and the service's own contains the master keys. Messages
    are not translated.
    """
    kept = {name: value for name, value in os.environ.items() if name in ENVIRONMENT_ALLOWED}
    return kept | {"LC_ALL": "C"}
