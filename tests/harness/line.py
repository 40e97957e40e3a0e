"""The line between the service and the simulator, on which a test can have single calls go wrong."""

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

# Changes an answer that the simulator has given: its status and its body.
Spoiler = Callable[[int, dict[str, Any]], tuple[int, Any]]
Trouble = str | Spoiler
BOOK = ("POST", "/v1/orders")
# Faults before the simulator performs the call,
NOT_DONE = ("silent", "cut", "500", "500-coded", "garbage")
# and after it: the answer is lost, replaced, cut short, or another order's.
DONE = (
    "lose",
    "lose-silent",
    "lose-500",
    "lose-500-coded",
    "lose-502",
    "lose-garbage",
    "lose-empty",
    "half",
    "foreign-id",
    "foreign-reference",
)
# These keep the answer back until the caller gives up.
SILENT = ("silent", "lose-silent")
# Each leaves the outcome open. A booking with a foreign id is left out: the service cannot tell that id from its own.
OF_BOOKINGS = tuple(kind for kind in (*NOT_DONE, *DONE) if kind != "foreign-id")
# The answer to a cancellation names no reference.
OF_CANCELLATIONS = tuple(kind for kind in (*NOT_DONE, *DONE) if kind != "foreign-reference")
_OK = 200
_UNCODED = b'{"success": false, "error": "Internal server error"}'
_CODED = b'{"success": false, "error": "Internal server error", "code": 50000001}'
_GARBAGE = b'{"success": true, "obj<html>'
_ANSWERS = {
    "500": (500, _UNCODED),
    "500-coded": (500, _CODED),
    "502": (502, b"<html>bad gateway</html>"),
    "garbage": (_OK, _GARBAGE),
    "empty": (_OK, b""),
}
_SECOND_AFTER_SECONDS = 0.05
_REFUSAL = b'{"success": false, "error": "The courier partner refused the order", "code": 40002040}'
_NO_CANCEL = b'{"success": false, "error": "The courier refused the cancellation", "code": 40002055}'
_HOP_HEADERS = ("host", "connection", "transfer-encoding", "content-length")


class Line:
    """Hands every request on, but those that a test has go wrong.

    `lose` performs the call and sends no answer; `lose-500` and its like send another answer. `twice` sends the answer,
    and soon after, on the same connection, the cancellation of another order. A function receives the answer and
    changes it.
    """

    def __init__(self, target: str) -> None:
        self.target = urlsplit(target)
        self.seen: list[tuple[str, str]] = []
        self.troubles: dict[tuple[str, str], Trouble] = {}
        # Every booking whose body contains one of these is refused, every time.
        self.refused: set[bytes] = set()
        self.patience = threading.Event()
        self._server = _Server(self)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

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

    def __init__(self, line: Line) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.line = line


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """The test's output is no log."""

    def do_GET(self) -> None:
        self._hand_on()

    do_POST = do_GET

    def _hand_on(self) -> None:
        assert isinstance(self.server, _Server)
        line = self.server.line
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        line.seen.append((self.command, self.path))
        kind = line.trouble_of(self.command, self.path)
        if (self.command, self.path) == BOOK and any(said in body for said in line.refused):
            kind = "refuse"
        if kind == "refuse":
            self._answer(400, _NO_CANCEL if self.path.endswith("/cancel") else _REFUSAL)
        elif isinstance(kind, str) and kind in NOT_DONE:
            self._spoil(line, kind)
        else:
            status, said = self._ask(line, body)
            if kind is not None and not isinstance(kind, str):
                status, changed = kind(status, json.loads(said))
                self._answer(status, json.dumps(changed).encode())
            elif kind is None:
                self._answer(status, said)
            else:
                self._change(line, kind, status, said)

    def _change(self, line: "Line", kind: str, status: int, said: bytes) -> None:
        if kind == "half":
            self._answer(status, said, sent=len(said) // 2)
            self.close_connection = True
        elif kind == "twice":
            self._answer(status, said)
            time.sleep(_SECOND_AFTER_SECONDS)
            self._answer(_OK, json.dumps(_foreign(said, "id", "reference_id", status="cancelled")).encode())
        elif kind.startswith("foreign"):
            name = "id" if kind == "foreign-id" else "reference_id"
            self._answer(status, json.dumps(_foreign(said, name, status="cancelled")).encode())
        else:
            self._spoil(line, kind.removeprefix("lose").removeprefix("-") or "cut")

    def _spoil(self, line: "Line", kind: str) -> None:
        if kind in _ANSWERS:
            self._answer(*_ANSWERS[kind])
            return
        if kind == "silent":
            line.patience.wait(30)
        self.close_connection = True

    def _ask(self, line: Line, body: bytes) -> tuple[int, bytes]:
        host = line.target.hostname
        assert host is not None
        connection = http.client.HTTPConnection(host, line.target.port, timeout=30)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in _HOP_HEADERS}
        try:
            connection.request(self.command, self.path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def _answer(self, status: int, body: bytes, sent: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        # The caller may have hung up, as some tests intend.
        with contextlib.suppress(OSError):
            self.end_headers()
            self.wfile.write(body[:sent])
            self.wfile.flush()


def _foreign(said: bytes, *names: str, **more: str) -> dict[str, Any]:
    """The answer, about another order."""
    return json.loads(said) | dict.fromkeys(names, "0123456789abcdef01234567") | more
