"""HTTP server of `GET /metrics`, for MAX_CONCURRENT_SCRAPES clients at once. It is loaded only where metrics are on."""

import contextlib
import socket
import socketserver
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import structlog

from fulfilment.infra.observability.metrics.exposition import CONTENT_TYPE, Exposition

PATH = "/metrics"
# Maximum concurrent scrapes. Beyond it the oldest connection is closed, so that idle clients cannot block others.
MAX_CONCURRENT_SCRAPES = 8
SCRAPE_TIMEOUT_SECONDS = 5.0

# The type of `request` in socketserver: a client's socket, or for datagrams a tuple.
Connected = socket.socket | tuple[bytes, socket.socket]

_log = structlog.get_logger(__name__)


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
