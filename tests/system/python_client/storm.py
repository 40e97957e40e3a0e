"""A proxy before the service that loses answers after the deed, and has storms of 503 before it."""

import http.client
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_HOP_HEADERS = ("connection", "transfer-encoding", "content-length", "date", "server")


class Storm:
    """Random outcomes of requests; `lost` and `refused` count them.

    `loses` and `refuses` are the shares of the requests whose answer is lost, and that are answered 503.
    """

    def __init__(self, port: int, seed: int):
        self.port = port
        self.loses = 0.0
        self.refuses = 0.0
        self.lost = 0
        self.refused = 0
        self._lots = random.Random(seed)
        self._lock = threading.Lock()
        self.url = ""

    def draw(self) -> str:
        with self._lock:
            lot = self._lots.random()
            if lot < self.loses:
                self.lost += 1
                return "lose"
            if lot < self.loses + self.refuses:
                self.refused += 1
                return "refuse"
            return "pass"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    storm: Storm

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        drawn = self.storm.draw()
        if drawn == "refuse":
            self._answer(503, {"Retry-After": "0"}, b"<html>busy</html>")
            return
        try:
            status, headers, content = self._forwarded(body)
        except (OSError, http.client.HTTPException):
            drawn = "lose"
        if drawn == "lose":
            self.close_connection = True
            return
        self._answer(status, headers, content)

    do_GET = do_POST

    def _forwarded(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.storm.port, timeout=30)
        try:
            connection.request(self.command, self.path, body or None, dict(self.headers.items()))
            answer = connection.getresponse()
            kept = {name: value for name, value in answer.getheaders() if name.lower() not in _HOP_HEADERS}
            return answer.status, kept, answer.read()
        finally:
            connection.close()

    def _answer(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that has gone away needs no answer."""


@contextmanager
def storming(port: int, seed: int = 1) -> Iterator[Storm]:
    """A proxy before the service at `port`, on a free port of its own."""
    storm = Storm(port, seed)
    server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"storm": storm}))
    storm.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield storm
    server.shutdown()
    server.server_close()
