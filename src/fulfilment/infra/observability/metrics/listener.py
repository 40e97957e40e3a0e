"""HTTP server of the metrics: the parent process serves `GET /metrics` from the files that its children write.

It requires no key, so it must be reachable only within a private network (docs/operating.md).
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
from typing import Any

import structlog

from fulfilment.infra.observability.metrics.exposition import CONTENT_TYPE, Exposition
from fulfilment.infra.observability.metrics.recorder import VARIABLE
from fulfilment.settings import PREFIX, Settings, SettingsError

PATH = "/metrics"
# Maximum concurrent scrapes. Beyond it the oldest connection is closed, so that idle clients cannot block others.
MAX_CONCURRENT_SCRAPES = 8
SCRAPE_TIMEOUT_SECONDS = 5.0

# The type of `request` in socketserver: a client's socket, or for datagrams a tuple.
Connected = socket.socket | tuple[bytes, socket.socket]

_log = structlog.get_logger(__name__)


_FOLDERS = "fulfilment-metrics-"
# The prefix of a folder until it is locked, so that no other process deletes it as abandoned.
_UNLOCKED = "fulfilment-unlocked-"
_LOCK = "lock"


class ScrapeServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], exposition: Exposition) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self.exposition = exposition
        # The oldest connection first. Only the accepting thread adds connections.
        self._open: dict[socket.socket, None] = {}
        # One scrape at a time reads the files.
        self.reading = threading.Lock()
        super().__init__(address, ScrapeHandler)

    def server_bind(self) -> None:
        # The method of HTTPServer looks the host name up, and would wait for a resolver.
        socketserver.TCPServer.server_bind(self)
        host, self.server_port = self.server_address[:2]
        self.server_name = str(host)

    def verify_request(self, request: Connected, client_address: object) -> bool:
        assert isinstance(request, socket.socket)
        for oldest in list(self._open)[: max(0, len(self._open) + 1 - MAX_CONCURRENT_SCRAPES)]:
            self._open.pop(oldest, None)
            with contextlib.suppress(OSError):
                # The connection's thread then reads the end of the stream and closes it.
                oldest.shutdown(socket.SHUT_RDWR)
        self._open[request] = None
        return True

    def shutdown_request(self, request: Connected) -> None:
        assert isinstance(request, socket.socket)
        self._open.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Connected, client_address: object) -> None:
        """Ignore the error, since the client has disconnected."""


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
        """Log nothing, since scrapes would fill the log."""


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
