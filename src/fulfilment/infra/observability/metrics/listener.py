"""The port for metrics: `GET /metrics`, answered by the process that starts the others, from the files that they write.

It takes no key, and is for the inside of a network only (docs/operating.md).
"""

import contextlib
import fcntl
import os
import shutil
import socket
import socketserver
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

from fulfilment.infra.observability.metrics.exposition import CONTENT_TYPE, Exposition
from fulfilment.infra.observability.metrics.recorder import VARIABLE
from fulfilment.settings import PREFIX, Settings, SettingsError

PATH = "/metrics"
# Scrapes under way at once; beyond these the longest open one makes room, so that who says nothing holds up nobody.
MAX_CONCURRENT_SCRAPES = 8
SCRAPE_TIMEOUT_SECONDS = 5.0

# What the library calls a request is the socket of who asks, or, of datagrams, more than that.
Connected = socket.socket | tuple[bytes, socket.socket]

_log = structlog.get_logger(__name__)


class ScrapeServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], exposition: Exposition) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self.exposition = exposition
        # The longest open first. Only the thread that accepts puts any in.
        self._open: dict[socket.socket, None] = {}
        # The figures are read by one at a time.
        self.reading = threading.Lock()
        super().__init__(address, ScrapeHandler)

    def server_bind(self) -> None:
        # The library's own asks for the name of the address, and waits where no resolver answers.
        socketserver.TCPServer.server_bind(self)
        host, self.server_port = self.server_address[:2]
        self.server_name = str(host)

    def verify_request(self, request: Connected, client_address: object) -> bool:
        assert isinstance(request, socket.socket)
        for oldest in list(self._open)[: max(0, len(self._open) + 1 - MAX_CONCURRENT_SCRAPES)]:
            self._open.pop(oldest, None)
            with contextlib.suppress(OSError):
                # Its thread finds nothing more to read, and closes it.
                oldest.shutdown(socket.SHUT_RDWR)
        self._open[request] = None
        return True

    def shutdown_request(self, request: Connected) -> None:
        assert isinstance(request, socket.socket)
        self._open.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Connected, client_address: object) -> None:
        """Whoever asked has gone."""


class ScrapeHandler(BaseHTTPRequestHandler):
    timeout = SCRAPE_TIMEOUT_SECONDS

    def do_GET(self) -> None:
        if self.path.partition("?")[0] != PATH:
            self._answer(404, "text/plain; charset=utf-8", f"Only {PATH} is here.\n".encode())
            return
        try:
            server = self.server
            assert isinstance(server, ScrapeServer)
            with server.reading:
                text = server.exposition.text()
        except Exception:
            _log.exception("metrics_fault")
            self._answer(500, "text/plain; charset=utf-8", b"The figures could not be read; the log says why.\n")
            return
        self._answer(200, CONTENT_TYPE, text)

    def _answer(self, status: int, media_type: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """A line for every scrape would be the most of the log."""


if TYPE_CHECKING:
    pass

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
