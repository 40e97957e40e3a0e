"""The server behind the port for metrics: `GET /metrics`, of which a few are answered at once."""

import contextlib
import socket
import socketserver
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import structlog

from fulfilment.infra.observability.metrics.exposition import CONTENT_TYPE, Exposition

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
