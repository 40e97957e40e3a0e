"""Trial of the shipped parts, installed and run as elsewhere. Only the data folder and /tmp can be written, and the
user has no home and no rights.

It shows without a container engine what the container image and the systemd units rely on.
"""

import os
import pwd
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ops.package.tools import ROOT, Failed, free_ports, install, run

USER = "nobody"
PATHS = ("/api/v1/health", "/api/v1/openapi.json", "/docs", "/docs/operating", "/llms.txt")
READY_WITHIN_SECONDS = 60
STOPPED_WITHIN_SECONDS = 60


def install_into(folder: Path, wheels: Path) -> Path:
    """An environment of its own with what is pinned and the wheels of a folder; returns its interpreter."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    install(python, "--require-hashes", "--only-binary", ":all:", "-r", ROOT / "requirements.txt")
    # The service last: both bring a command `fulfilment`, and its own knows the commands of both. Installed by name,
    # since pip would note the paths of files.
    for name in ("fulfilment-client", "fulfilment"):
        install(python, "--no-index", "--no-deps", "--find-links", wheels, name)
    return python


def run_read_only(installed: Path, version: str) -> str:
    """Start the service, walk through its demo and stop it. Returns how; raises Failed."""
    folder = installed.parent
    run("chmod", "-R", "a-w", installed)
    how = _Confined(folder)
    before = _contents(installed)
    said = how.run(installed / "bin" / "fulfilment", "--version").strip()
    if version not in said:
        raise Failed(f"The installed command is {said!r}, not {version}.")
    with _serving(how, installed / "bin" / "fulfilment") as (address, process):
        for path in PATHS:
            with urllib.request.urlopen(address + path, timeout=10) as answer:
                answer.read()
        how.run(installed / "bin" / "fulfilment", "demo", "--json", beside=process)
    if _contents(installed) != before:
        raise Failed("The service wrote into its installation.")
    return how.described


class _Confined:
    """Runs programs with an installation and a file system that cannot be written, as far as this machine lets us."""

    def __init__(self, folder: Path):
        self.data = folder / "data"
        self.data.mkdir()
        ports = free_ports(4)
        names = ("PORT", "AGGREGATOR_SIMULATOR_PORT", "IDENTITY_SIMULATOR_PORT", "PAYMENT_SIMULATOR_PORT")
        self.port = ports[0]
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "FULFILMENT_MODE": "development",
            "FULFILMENT_DATA_DIR": str(self.data),
            "FULFILMENT_API_PROCESSES": "1",
            "FULFILMENT_LOG_FORMAT": "json",
            **{f"FULFILMENT_{name}": str(port) for name, port in zip(names, ports, strict=True)},
        }
        self._before: list[str] = []
        self.described = "as the user who builds, its installation without the right to be written"
        if os.geteuid() == 0:
            user = pwd.getpwnam(USER)
            os.chown(self.data, user.pw_uid, user.pw_gid)
            (folder / "python").mkdir()
            folder.chmod(0o755)
            apart = ("--mount", "--pid", "--fork", "--mount-proc", "--ipc", "--kill-child")
            self._before = ["unshare", *apart, "sh", "-euc", _script(folder), "sh"]
            self.described = (
                f"as {USER}, as process 1, without privileges; only its data folder and /tmp can be written"
            )

    def begin(self, *command: object, log: Path) -> subprocess.Popen:
        with log.open("wb") as output:
            return subprocess.Popen(
                [*self._before, *map(str, command)], cwd="/", env=self.environ, stdout=output, stderr=output
            )

    def stop(self, process: subprocess.Popen) -> None:
        """Tell the command to stop, and not what stands before it."""
        os.kill(self._command_of(process), signal.SIGTERM)

    def run(self, *command: object, beside: subprocess.Popen | None = None) -> str:
        """Output of a command; a command `beside` another sees its processes and files, as an operator's does."""
        before = self._before
        if beside and before:
            inside = ("--mount", "--pid", "--ipc", f"--target={self._command_of(beside)}")
            before = ["nsenter", *inside, "setpriv", *_dropped()]
        words = [*before, *map(str, command)]
        done = subprocess.run(words, cwd="/", env=self.environ, capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise Failed(f"{shlex.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def _command_of(self, process: subprocess.Popen) -> int:
        """The process of the command that was begun: `unshare` waits for it."""
        if not self._before:
            return process.pid
        return int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0])


def _dropped() -> list[str]:
    """Arguments of `setpriv`, so that nothing of root is left."""
    user = pwd.getpwnam(USER)
    own = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    return [*own, "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"]


def _script(folder: Path) -> str:
    """Commands of a shell in a mount namespace of its own before it becomes the command.

    An interpreter below a folder that is closed to others, such as root's home, is shown to them alone of that folder.
    """
    base, held = Path(sys.base_prefix), folder / "python"
    closed = next((each for each in reversed(base.parents) if not each.stat().st_mode & 0o001), None)
    lines = ["mount --make-rprivate /"]
    if closed:
        lines += [f"mount --bind {base} {held}", f"mount -t tmpfs -o mode=755 tmpfs {closed}", f"mkdir -p {base}"]
        lines += [f"mount --bind {held} {base}", f"mount -o remount,bind,ro {base}"]
    lines += ["mount --bind /tmp /tmp", "mount -o remount,bind,ro /"]
    lines += ["! touch /written 2>/dev/null", f'exec setpriv {" ".join(_dropped())} "$@"']
    return "\n".join(lines)


@contextmanager
def _serving(how: _Confined, command: Path) -> Iterator[tuple[str, subprocess.Popen]]:
    """`fulfilment serve` while the block runs; it has to end well when it is told to."""
    log = how.data.parent / "serve.log"
    process = how.begin(command, "serve", log=log)
    try:
        address = f"http://127.0.0.1:{how.port}"
        _await_banner(process, log)
        yield address, process
        how.stop(process)
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOPPED_WITHIN_SECONDS)
        if process.returncode != 0:
            raise Failed(f"The service, told to stop, ended with {process.returncode}:\n{log.read_text()}")
    finally:
        # As process 1 it takes all that it began with it; otherwise they end without it by themselves.
        if process.poll() is None:
            with suppress(OSError, IndexError):
                os.kill(how._command_of(process), signal.SIGKILL)
            process.wait()


def _await_banner(process: subprocess.Popen, log: Path) -> None:
    """Return when `serve` says that the API and the simulators answer."""
    deadline = time.monotonic() + READY_WITHIN_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if " is running." in log.read_text():
            return
        time.sleep(0.1)
    raise Failed(f"The service did not start from a read-only installation:\n{log.read_text()}")


def _contents(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of every file."""
    return {str(path): (path.lstat().st_size, path.lstat().st_mtime_ns) for path in folder.rglob("*")}


def remove(folder: Path) -> None:
    """Remove what was made unwritable."""
    run("chmod", "-R", "u+w", folder)
    shutil.rmtree(folder)
