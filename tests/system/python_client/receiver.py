"""A receiver of webhooks that believes what the client's own helper verifies."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from fulfilment_client import webhooks

PATIENCE_SECONDS = 60


class Receiver:
    """Requests that have arrived, with or without a known secret."""

    def __init__(self) -> None:
        self._requests: list[tuple[dict[str, str], bytes]] = []
        self._arrived = threading.Condition()
        self.secret = ""
        self.url = ""

    def learn(self, secret: str) -> None:
        self.secret = secret

    def take(self, headers: dict[str, str], body: bytes) -> None:
        with self._arrived:
            self._requests.append((headers, body))
            self._arrived.notify_all()

    def expect(self, kind: str) -> None:
        """Wait for an event of this type; whatever has arrived must verify."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        with self._arrived:
            while kind not in self._kinds():
                assert self._arrived.wait(deadline - time.monotonic()), f"{kind} did not arrive"

    def _kinds(self) -> set[str]:
        return {webhooks.read_event(headers, body, self.secret)["type"] for headers, body in self._requests}


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a free port of this machine."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.take(dict(self.headers.items()), body)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield receiver
    server.shutdown()
    thread.join()
    server.server_close()
