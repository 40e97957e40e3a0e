"""A merchant's receiver in a thread of its own: it keeps the requests and gives scripted answers."""

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from typing import Any

import msgspec

WITHIN_SECONDS = 20.0
HANG = 0


class Received(msgspec.Struct):
    """One attempt as the receiver saw it; header names are lower-case. It lasted from `started_at` to `ended_at`."""

    path: str
    headers: dict[str, str]
    body: bytes
    started_at: float
    ended_at: float = 0.0

    @property
    def event(self) -> dict[str, Any]:
        return json.loads(self.body)

    @property
    def attempt(self) -> int:
        return int(self.headers["svc-delivery-attempt"])

    def is_signed_with(self, secret: str) -> bool:
        """The specification's verification, written down here a second time on purpose."""
        parts = dict(part.split("=", 1) for part in self.headers["svc-signature"].split(","))
        signed = parts["t"].encode() + b"." + self.body
        is_recent = abs(time.time() - int(parts["t"])) <= 300
        return is_recent and hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() == parts["v1"]


Responder = Callable[[Received], int]


class Inbox:
    """Receiver of webhooks that keeps the requests. `respond` gives the status for each, or HANG."""

    def __init__(self, respond: Responder):
        self.respond = respond
        self.received: list[Received] = []
        self._arrived = threading.Condition()
        self._closing = threading.Event()
        self.port = 0

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def record_attempt(self, received: Received) -> int:
        """Remember it and say what to answer."""
        with self._arrived:
            self.received.append(received)
            self._arrived.notify_all()
        status = self.respond(received)
        if status == HANG:
            self._closing.wait(WITHIN_SECONDS)
        return status or 503

    def wait(self, until: Callable[[list[Received]], bool]) -> list[Received]:
        """The requests that arrived, once `until` accepts them. Fails when that does not happen in time."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: until(self.received), WITHIN_SECONDS), self.received
            return list(self.received)

    def wait_for(self, count: int) -> list[Received]:
        """The first that arrived, once there are so many."""
        return self.wait(lambda received: len(received) >= count)[:count]

    def close(self) -> None:
        self._closing.set()


@contextmanager
def receiving(respond: Responder = lambda _: 204, tls: SSLContext | None = None) -> Iterator[Inbox]:
    """A receiver on a free port of this machine, while the context lasts."""
    inbox = Inbox(respond)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            received = Received(self.path, headers, body, time.monotonic())
            status = inbox.record_attempt(received)
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()
            received.ended_at = time.monotonic()

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        # With the usual five, a burst of connections waits a second for the kernel to try again.
        request_queue_size = 128

    server = Server(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    inbox.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield inbox
    finally:
        inbox.close()
        server.shutdown()
        server.server_close()
