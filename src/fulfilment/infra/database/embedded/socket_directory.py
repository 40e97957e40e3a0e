"""Where the server's Unix socket lies: the data folder, or a private one where that path will not do."""

import contextlib
import hashlib
import os
import stat
import tempfile
from pathlib import Path

from fulfilment.infra.database.embedded.os_user import ServerUser
from fulfilment.infra.database.startup_errors import EmbeddedError

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
