"""The line between the service and the simulator, on which a test can have single calls go wrong."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal
from urllib.parse import urlsplit

Trouble = Literal["refuse", "500", "garbage", "silent", "lose", "cut"]
BOOK = ("POST", "/v1/orders")
_REFUSAL = b'{"success": false, "error": "The courier partner refused the order", "code": 40002040}'
_NO_CANCEL = b'{"success": false, "error": "The courier refused the cancellation", "code": 40002055}'
_HOP_HEADERS = ("host", "connection", "transfer-encoding", "content-length")


class Line:
    """Hands every request on, but those that a test has go wrong: `lose` does what was asked and says nothing."""

    def __init__(self, target: str):
        self.target = urlsplit(target)
        self.seen: list[tuple[str, str]] = []
        self.troubles: dict[tuple[str, str], Trouble] = {}
        self.patience = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.line = self
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @contextmanager
    def trouble(self, kind: Trouble, call: tuple[str, str] = BOOK) -> Iterator[list[tuple[str, str]]]:
        """Meanwhile calls with this method and ending of the path go wrong; gives the calls seen since."""
        self.troubles[call] = kind
        self.patience.clear()
        begun = len(self.seen)
        seen: list[tuple[str, str]] = []
        try:
            yield seen
        finally:
            seen += self.seen[begun:]
            del self.troubles[call]
            self.patience.set()

    def trouble_of(self, method: str, path: str) -> Trouble | None:
        path = path.split("?")[0]
        return next((kind for (m, end), kind in self.troubles.items() if m == method and path.endswith(end)), None)

    def close(self) -> None:
        self.patience.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # The usual 5 would leave a crowd of callers waiting for their handshake.
    request_queue_size = 256


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """The test's output is no log."""

    def do_GET(self) -> None:
        self._hand_on()

    do_POST = do_GET

    def _hand_on(self) -> None:
        line: Line = self.server.line
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        line.seen.append((self.command, self.path))
        kind = line.trouble_of(self.command, self.path)
        if kind == "silent":
            line.patience.wait(30)
        if kind in ("silent", "cut"):
            self.close_connection = True
        elif kind == "refuse":
            self._answer(400, _NO_CANCEL if self.path.endswith("/cancel") else _REFUSAL)
        elif kind == "500":
            self._answer(500, b'{"success": false, "error": "Internal server error"}')
        elif kind == "garbage":
            self._answer(200, b'{"success": true, "obj<html>')
        else:
            status, said = self._ask(line, body)
            if kind == "lose":
                self.close_connection = True
            else:
                self._answer(status, said)

    def _ask(self, line: Line, body: bytes) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(line.target.hostname, line.target.port, timeout=30)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in _HOP_HEADERS}
        try:
            connection.request(self.command, self.path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
