"""Operating-system user of PostgreSQL: our own, or an unprivileged user, since PostgreSQL refuses to run as root."""

import os
import pwd
import shlex
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import msgspec

from fulfilment.infra import process
from fulfilment.infra.database.errors import EmbeddedError

USER_NAME = "pgserver"
_EVERYONE_MAY_SEARCH = stat.S_IXGRP | stat.S_IXOTH
_EVERYONE_MAY_READ = stat.S_IRGRP | stat.S_IROTH


class NoServerUser(EmbeddedError):
    """The service runs as root, and PostgreSQL has no user, or a user that cannot reach the files.

    The message says what to do.
    """


class ServerUser(msgspec.Struct, frozen=True):
    """The owner of the server's files and processes."""

    uid: int
    gid: int
    is_another: bool

    @property
    def subprocess_arguments(self) -> dict[str, Any]:
        """Arguments of `subprocess` to run a program as this user without root's groups; empty for our own user."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.is_another else {}

    def own(self, path: Path) -> None:
        if self.is_another:
            os.chown(path, self.uid, self.gid)

    def can_reach(self, folder: Path) -> bool:
        """True where the user may enter the folder and all of its parents, as a test by the kernel shows."""
        return not self.is_another or _succeeds(["/bin/sh", "-c", 'test -x "$1"', "sh", f"{folder}"], self)

    def require_reachable(self, folder: Path) -> None:
        """Raise NoServerUser where the folder or a parent is closed. Its permissions are the operator's decision."""
        if self.can_reach(folder):
            return
        closed = [each for each in reversed((folder, *folder.parents)) if not each.stat().st_mode & stat.S_IXOTH]
        command = shlex.join(["chmod", "o+x", *map(str, closed or [folder])])
        raise NoServerUser(
            f"As root, PostgreSQL runs as the user {USER_NAME}, who cannot pass through {(closed or [folder])[0]}: run "
            f"this as an ordinary user, put it elsewhere, or let others through (not list): {command}"
        )

    def open_own(self, folder: Path) -> None:
        """Let the server's user enter, but not list, a folder of the service."""
        if self.is_another:
            _allow(folder, _EVERYONE_MAY_SEARCH)

    def make_runnable(self, programs: Path) -> None:
        """Make the programs of a wheel executable that root installed under a strict umask. Raises NoServerUser."""
        if not self.is_another:
            return
        package = programs.parent
        self.require_reachable(package.parent)
        self.open_own(package)
        if _is_open_to_everyone(programs / "bin" / "postgres"):
            return
        for folder, _, names in os.walk(programs):
            _allow(Path(folder), _EVERYONE_MAY_SEARCH | _EVERYONE_MAY_READ)
            for name in names:
                path = Path(folder, name)
                runnable = path.stat().st_mode & stat.S_IXUSR
                _allow(path, _EVERYONE_MAY_READ | (_EVERYONE_MAY_SEARCH if runnable else 0))


def server_user() -> ServerUser:
    """Our own user, or as root the user `pgserver`, which is created where it is missing. Raises NoServerUser."""
    if os.geteuid() != 0:
        return ServerUser(os.geteuid(), os.getegid(), is_another=False)
    try:
        entry = pwd.getpwnam(USER_NAME)
    except KeyError:
        entry = _added()
    return ServerUser(entry.pw_uid, entry.pw_gid, is_another=True)


def _added() -> pwd.struct_passwd:
    useradd = shutil.which("useradd")
    try:
        if useradd:
            process.without_new_privileges(
                subprocess.run,  # a fixed command
                [useradd, "--system", USER_NAME],
                check=True,
                capture_output=True,
                env={"PATH": os.defpath},
            )
        return pwd.getpwnam(USER_NAME)
    except (OSError, subprocess.CalledProcessError, KeyError):
        raise NoServerUser(
            f"PostgreSQL does not run as root: run this as an ordinary user, or add a system user called {USER_NAME}."
        ) from None


def _succeeds(command: list[str], user: ServerUser) -> bool:
    done = process.without_new_privileges(
        subprocess.run,  # a fixed command
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd="/",
        env={},
        **user.subprocess_arguments,
    )
    return done.returncode == 0


def _allow(path: Path, permissions: int) -> None:
    mode = path.stat().st_mode
    if mode & permissions != permissions:
        path.chmod(mode | permissions)


def _is_open_to_everyone(program: Path) -> bool:
    wanted = _EVERYONE_MAY_READ | _EVERYONE_MAY_SEARCH
    return program.stat().st_mode & wanted == wanted and program.parent.stat().st_mode & wanted == wanted
