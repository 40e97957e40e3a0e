"""The user that PostgreSQL runs as: ours, or, since it refuses to run as root, one without privileges."""

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
    """We are root, and there is no user to run PostgreSQL as, or it gets nowhere; the message says what would do."""


class ServerUser(msgspec.Struct, frozen=True):
    """Whom the server's files belong to. `subprocess_arguments` is empty where that is ourselves."""

    uid: int
    gid: int
    is_another: bool

    @property
    def subprocess_arguments(self) -> dict[str, Any]:
        """What `subprocess` needs to run a program as this user, with none of root's groups left over."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.is_another else {}

    def own(self, path: Path) -> None:
        if self.is_another:
            os.chown(path, self.uid, self.gid)

    def can_reach(self, folder: Path) -> bool:
        """Whether it passes through all of the folder's parents and the folder itself; the kernel knows best."""
        return not self.is_another or _succeeds(["/bin/sh", "-c", 'test -x "$1"', "sh", f"{folder}"], self)

    def require_reachable(self, folder: Path) -> None:
        """Raises NoServerUser where a folder above is closed, or this one. Whom they let in is not ours to say."""
        if self.can_reach(folder):
            return
        closed = [each for each in reversed((folder, *folder.parents)) if not each.stat().st_mode & stat.S_IXOTH]
        command = shlex.join(["chmod", "o+x", *map(str, closed or [folder])])
        raise NoServerUser(
            f"As root, PostgreSQL runs as the user {USER_NAME}, who cannot pass through {(closed or [folder])[0]}: run "
            f"this as an ordinary user, put it elsewhere, or let others through (not list): {command}"
        )

    def open_own(self, folder: Path) -> None:
        """Let the server's user pass through a folder of the service's own; it may not list it."""
        if self.is_another:
            _allow(folder, _EVERYONE_MAY_SEARCH)

    def make_runnable(self, programs: Path) -> None:
        """A wheel that root installed under a strict umask can be read by root alone. Raises NoServerUser."""
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
    """Ourselves, or as root the user `pgserver`, made where it is missing. Raises NoServerUser."""
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
