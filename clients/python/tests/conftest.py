"""A server that answers what a test says, in turn, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from fulfilment_client import Fulfilment, Retries

VECTORS = Path(__file__).resolve().parents[3] / "tests" / "vectors"
SECRET = "svcsk_Zm9yLXRlc3RzLW9ubHktbmV2ZXItYS1yZWFsLXNlY3JldC0wMQ"
KEY = {"key_id": "svc_key_0123456789abcdef", "secret": SECRET}


@dataclass
class Asked:
    """One request as it arrived; header names are lower-case."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Said:
    """One answer. `cut` ends the connection after this many bytes of the body, -1 before the answer begins."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    after: Callable[[], object] = lambda: None


def data(value: object = None, **meta: Any) -> Said:
    """A success in the envelope."""
    said = {"data": value, "error": None, "meta": {"requestId": "req_1", "timestamp": "2026-11-22T00:00:00Z", **meta}}
    return Said(200, json.dumps(said).encode(), {"X-Request-Id": "req_1"})


def refused(status: int, code: str, headers: dict[str, str] | None = None, **more: Any) -> Said:
    """A refusal in the envelope."""
    said = {"data": None, "error": {"code": code, "message": "No.", **more}, "meta": {"requestId": "req_2"}}
    return Said(status, json.dumps(said).encode(), {"X-Request-Id": "req_2", **(headers or {})})


class Scripted:
    """The server: `says` in turn, the last one for ever."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.says: list[Said] = []
        self.url = ""
        self.data = data
        self.refused = refused
        self.Said = Said

    def say(self, *says: Said) -> None:
        self.says = list(says)

    def client(self, **given: Any) -> Fulfilment:
        """A client that waits no longer than it is told to."""
        retries = given.pop("retries", Retries(first_wait_seconds=0.001))
        return Fulfilment(self.url, **{**KEY, "retries": retries, **given})

    def next(self) -> Said:
        return self.says.pop(0) if len(self.says) > 1 else self.says[0]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    scripted: Scripted

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.scripted.asked.append(Asked(self.command, self.path, headers, body))
        said = self.scripted.next()
        said.after()
        if said.cut == -1:
            self.close_connection = True
            return
        self.send_response(said.status)
        for name, value in said.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(said.body)))
        self.end_headers()
        self.wfile.write(said.body[: said.cut])
        self.close_connection = said.cut is not None

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def send_response(self, code: int, message: str | None = None) -> None:
        """Without a `Date` but that of the test."""
        self.send_response_only(code, message)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has gone away is part of some tests."""


@pytest.fixture
def server() -> Iterator[Scripted]:
    scripted = Scripted()
    running = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"scripted": scripted}))
    scripted.url = f"http://127.0.0.1:{running.server_port}"
    threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield scripted
    running.shutdown()
    running.server_close()


@pytest.fixture
def vectors() -> Callable[[str], Any]:
    """The vectors that the service is tested with, by the name of their file."""
    return lambda name: json.loads((VECTORS / name).read_text(encoding="utf-8"))
