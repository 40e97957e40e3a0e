"""The port for metrics: `GET /metrics`, answered by the process that starts the others, from the files that they write.

It takes no key, and is for the inside of a network only (docs/operating.md).
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fulfilment.infra.observability.metrics.recorder import VARIABLE
from fulfilment.settings import PREFIX, Settings, SettingsError

if TYPE_CHECKING:
    from fulfilment.infra.observability.metrics.scrape_server import ScrapeServer

_FOLDERS = "fulfilment-metrics-"
# A folder has this name until it is locked, so that nobody takes it for one that was left.
_UNLOCKED = "fulfilment-unlocked-"
_LOCK = "lock"


class CannotListen(SettingsError):
    """The port is taken, or the address is not ours; the message says so."""


@contextmanager
def serve(settings: Settings) -> Iterator[None]:
    """Answer scrapes meanwhile, and have all children count; nothing where it is off, or a parent does it already.

    Raises CannotListen. To be entered before the processes are started that are to count.
    """
    if not settings.metrics_port or os.environ.get(VARIABLE):
        yield
        return
    # The libraries are loaded only here: most have the port off.
    from fulfilment.infra.observability.metrics.exposition import Exposition
    from fulfilment.infra.observability.metrics.scrape_server import ScrapeServer

    with _own_folder() as folder:
        server = _listening(settings, partial(ScrapeServer, exposition=Exposition(folder, settings.data_path)))
        threading.Thread(target=server.serve_forever, daemon=True, name="metrics").start()
        os.environ[VARIABLE] = str(folder)
        try:
            yield
        finally:
            del os.environ[VARIABLE]
            server.shutdown()
            server.server_close()


def _listening(settings: Settings, server: Callable[[tuple[str, int]], "ScrapeServer"]) -> "ScrapeServer":
    host = settings.metrics_host or settings.host
    try:
        return server((host, settings.metrics_port))
    except OSError as problem:
        raise CannotListen(
            f"The metrics cannot be served at {host}, port {settings.metrics_port}: {problem.strerror or problem}. "
            f"Set {PREFIX}METRICS_PORT or {PREFIX}METRICS_HOST to what is free, or the port to 0 for none."
        ) from None


@contextmanager
def _own_folder() -> Iterator[Path]:
    """A folder of its own, in memory where there is such a place. What was left by a process that was killed goes."""
    place = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else Path(tempfile.gettempdir())  # noqa: S108
    for left in place.glob(_FOLDERS + "*"):
        _remove_if_left(left)
    unlocked = Path(tempfile.mkdtemp(prefix=_UNLOCKED, dir=place))
    # Held by us and by all whom we fork, until the last of us has ended.
    lock = os.open(unlocked / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    folder = unlocked.rename(place / unlocked.name.replace(_UNLOCKED, _FOLDERS))
    try:
        yield folder
    finally:
        os.close(lock)
        shutil.rmtree(folder, ignore_errors=True)


def _remove_if_left(folder: Path) -> None:
    with contextlib.suppress(OSError):
        # Whose it is not, we cannot open.
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)
