"""`fulfilment listen` as a program of its own, and a receiver that answers as a test says."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
from fulfilment_client import webhooks

from tests.harness.service import Client

PATIENCE_SECONDS = 30


def environment_of(client: Client) -> dict[str, str]:
    """The environment that a developer exports to call the service with this key."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    url = f"http://127.0.0.1:{client.service.port}"
    return own | {"FULFILMENT_URL": url, "FULFILMENT_KEY_ID": client.key_id, "FULFILMENT_SECRET": client.secret}


class Taken(msgspec.Struct, frozen=True):
    """One request to the receiver."""

    headers: dict[str, str]
    body: bytes

    def event(self, secret: str) -> dict[str, Any]:
        """The event, whose signature the client's own helper verifies."""
        return dict(webhooks.read_event(self.headers, self.body, secret))


class Receiver:
    """Answers 204, or what `answer` says of the type and of how many requests with this event came before."""

    def __init__(self) -> None:
        self.url = ""
        self.taken: list[Taken] = []
        self.answer: Callable[[str, int], int] = lambda kind, before: 204
        self.released = threading.Event()
        self._arrived = threading.Condition()

    def take(self, taken: Taken) -> int:
        with self._arrived:
            before = sum(one.headers["Svc-Event-Id"] == taken.headers["Svc-Event-Id"] for one in self.taken)
            self.taken.append(taken)
            self._arrived.notify_all()
        return self.answer(taken.headers["Svc-Event-Type"], before)

    def ids(self) -> list[str]:
        with self._arrived:
            return [one.headers["Svc-Event-Id"] for one in self.taken]

    def await_ids(self, wanted: set[str]) -> None:
        """Wait until all of these events have come."""
        with self._arrived:
            came = self._arrived.wait_for(lambda: wanted <= set(self.ids()), PATIENCE_SECONDS)
        assert came, f"missing: {wanted - set(self.ids())}"


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a free port. A status of 0 hangs until it is released, one below 0 closes the connection."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = receiver.take(Taken(dict(self.headers.items()), body))
            if status == 0:
                receiver.released.wait(PATIENCE_SECONDS)
            if status <= 0:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.send_header("Content-Length", "12")
            self.end_headers()
            self.wfile.write(b"said\x1b[2J so\n")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield receiver
    receiver.released.set()
    server.shutdown()
    server.server_close()


class Listener:
    """The output of a running `listen --json` so far."""

    def __init__(self, process: subprocess.Popen[str]):
        self.process = process
        self.secret = ""
        self.said: list[dict[str, Any]] = []
        self.notices: list[str] = []
        self._changed = threading.Condition()
        self._threads = [threading.Thread(target=read, daemon=True) for read in (self._read_lines, self._read_notices)]
        for thread in self._threads:
            thread.start()

    def await_ready(self) -> None:
        self._await(lambda: len(self.said) > 0, "it never was ready")
        self.secret = self.said[0]["ready"]["secret"]

    def await_event(self, kind: str) -> dict[str, Any]:
        """Its line about the first event of this type."""
        self._await(lambda: self._of(kind) is not None, f"{kind} was not told of")
        return self._of(kind)

    def await_notice(self, text: str) -> None:
        self._await(lambda: any(text in line for line in self.notices), f"it never said {text!r}")

    def stop(self) -> int:
        """End it as Ctrl-C does; the exit code."""
        self.process.send_signal(2)
        code = self.process.wait(PATIENCE_SECONDS)
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
        return code

    def _of(self, kind: str) -> Any:
        return next((one for one in self.said if one.get("event", {}).get("type") == kind), None)

    def _await(self, met: Callable[[], bool], otherwise: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        with self._changed:
            while not met():
                is_over = not any(thread.is_alive() for thread in self._threads)
                assert not is_over, f"{otherwise}: it ended; {self.said} {self.notices}"
                assert time.monotonic() < deadline, f"{otherwise}: {self.said} {self.notices}"
                self._changed.wait(0.1)

    def _read_lines(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._note(self.said, json.loads(line))

    def _read_notices(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._note(self.notices, line.rstrip())

    def _note(self, where: list[Any], what: Any) -> None:
        with self._changed:
            where.append(what)
            self._changed.notify_all()


@contextmanager
def listening(client: Client, *options: str) -> Iterator[Listener]:
    """`fulfilment listen --json` with these options, once it is ready; it is ended in any case."""
    command = [sys.executable, "-m", "fulfilment_client.cli", "listen", "--json", "--every", "0.1", *options]
    own = environment_of(client) | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, env=own, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    listener = Listener(process)
    try:
        listener.await_ready()
        yield listener
    finally:
        if process.poll() is None:
            listener.stop()
