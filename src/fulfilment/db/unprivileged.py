"""The user that PostgreSQL runs as: ours, or, since it refuses to run as root, one without privileges."""

import os
import pwd
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import msgspec

USER_NAME = "pgserver"
_EVERYONE_MAY_SEARCH = stat.S_IXGRP | stat.S_IXOTH
_EVERYONE_MAY_READ = stat.S_IRGRP | stat.S_IROTH


class NoServerUser(Exception):
    """We are root and there is no user to run PostgreSQL as; the message says what would do."""


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

    def make_reachable(self, path: Path) -> None:
        """Let the server's user pass through the folders above `path`; it may not list them."""
        if self.is_another:
            for folder in path.parents:
                _allow(folder, _EVERYONE_MAY_SEARCH)

    def make_runnable(self, programs: Path) -> None:
        """A wheel that root installed under a strict umask can be read by root alone."""
        if not self.is_another:
            return
        self.make_reachable(programs)
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
            subprocess.run([useradd, "--system", USER_NAME], check=True, capture_output=True)  # noqa: S603
        return pwd.getpwnam(USER_NAME)
    except (OSError, subprocess.CalledProcessError, KeyError):
        raise NoServerUser(
            f"PostgreSQL does not run as root: run this as an ordinary user, or add a system user called {USER_NAME}."
        ) from None


def _allow(path: Path, permissions: int) -> None:
    mode = path.stat().st_mode
    if mode & permissions != permissions:
        path.chmod(mode | permissions)


def _is_open_to_everyone(program: Path) -> bool:
    wanted = _EVERYONE_MAY_READ | _EVERYONE_MAY_SEARCH
    return program.stat().st_mode & wanted == wanted and program.parent.stat().st_mode & wanted == wanted
