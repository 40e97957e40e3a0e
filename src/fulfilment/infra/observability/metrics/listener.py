"""HTTP server of the metrics: the parent process serves `GET /metrics` from the files that its children write.

It requires no key, so it must be reachable only within a private network (docs/operating.md).
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
# The prefix of a folder until it is locked, so that no other process deletes it as abandoned.
_UNLOCKED = "fulfilment-unlocked-"
_LOCK = "lock"


class CannotListen(SettingsError):
    """The port is in use, or the address is not local; the message says which."""


@contextmanager
def serve(settings: Settings) -> Iterator[None]:
    """Serve scrapes during the context, and let all children record metrics.

    Does nothing where metrics are off, or where a parent serves them already. It must be entered before the children
    start. Raises CannotListen.
    """
    if not settings.metrics_port or os.environ.get(VARIABLE):
        yield
        return
    # Imported here, since most installations have metrics off.
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
    """A new folder for metrics, in shared memory where available. Folders of killed processes are deleted."""
    place = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else Path(tempfile.gettempdir())  # noqa: S108
    for left in place.glob(_FOLDERS + "*"):
        _remove_if_left(left)
    unlocked = Path(tempfile.mkdtemp(prefix=_UNLOCKED, dir=place))
    # This process and its forked children hold the lock until the last of them has ended.
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
        # The folder of another user cannot be opened.
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)
