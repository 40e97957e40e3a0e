"""A receiver of events on a loopback port, with scripted answers."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec

PATIENCE_SECONDS = 20


class ReceivedEvent(msgspec.Struct):
    body: bytes
    signature: str

    @property
    def event(self) -> dict[str, Any]:
        return json.loads(self.body)


class Listener:
    """Receiver of events, kept in the order of arrival. It answers with `statuses` one by one, then with 200."""

    def __init__(self) -> None:
        self.received: list[ReceivedEvent] = []
        self.statuses: list[int] = []
        self._news = threading.Condition()
        self.url = ""

    def receive(self, event: ReceivedEvent) -> int:
        with self._news:
            self.received.append(event)
            status = self.statuses.pop(0) if self.statuses else 200
            self._news.notify_all()
        return status

    def wait(self, count: int, type: str | None = None) -> list[ReceivedEvent]:
        """The events, of that type, once there are so many."""

        def matching() -> list[ReceivedEvent]:
            return [each for each in self.received if type in (None, each.event["type"])]

        with self._news:
            assert self._news.wait_for(lambda: len(matching()) >= count, PATIENCE_SECONDS), self.types
        return matching()

    @property
    def types(self) -> list[str]:
        return [each.event["type"] for each in self.received]


@contextmanager
def listening() -> Iterator[Listener]:
    listener = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = listener.receive(ReceivedEvent(body, self.headers.get("Stripe-Signature", "")))
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    listener.url = f"http://127.0.0.1:{server.server_port}/events"
    try:
        yield listener
    finally:
        server.shutdown()
        server.server_close()
