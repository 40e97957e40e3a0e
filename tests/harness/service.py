"""The real application in its own process on a real socket, and a client that signs by the specification alone."""

import base64
import hashlib
import hmac
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from fulfilment.infra.models import Value
from tests.harness import behind, forks
from tests.harness.declared_errors import require_declared
from tests.harness.forks import Process

MASTER_KEYS = "test:" + base64.b64encode(bytes(range(32))).decode()
# A random generator of its own, since tests seed the shared one.
_PORTS = random.SystemRandom()
_READY_WITHIN_SECONDS = 60
_ANSWERED_WITHIN_SECONDS = 90
_STOPPED_WITHIN_SECONDS = 30


class Answer(msgspec.Struct):
    """An HTTP response; header names are lower-case."""

    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def json(self) -> Value:
        return json.loads(self.raw)

    @property
    def data(self) -> Value:
        return self.json["data"]

    @property
    def error(self) -> tuple[int, str]:
        """The status with the code."""
        return self.status, self.json["error"]["code"]

    @property
    def field(self) -> str | None:
        return self.json["error"].get("field")


class Service(msgspec.Struct):
    """A running service."""

    port: int
    database_url: str
    process: Process
    log: Path

    def send(
        self, method: str, target: str | bytes, headers: Sequence[tuple[str, str | bytes]], body: bytes = b""
    ) -> Answer:
        """One request exactly as given, on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_ANSWERED_WITHIN_SECONDS)
        try:
            target = target.decode("latin-1") if isinstance(target, bytes) else target
            has_host = any(name.lower() == "host" for name, _ in headers)
            connection.putrequest(method, target, skip_host=has_host, skip_accept_encoding=True)
            for name, value in headers:
                connection.putheader(name, value)
            if body and not any(name.lower() == "content-length" for name, _ in headers):
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body or None)
            answer = connection.getresponse()
            names = {name.lower(): value for name, value in answer.getheaders()}
            raw = answer.read()
            require_declared(method, target, answer.status, raw)
            return Answer(answer.status, names, raw)
        finally:
            connection.close()

    def faults(self) -> list[str]:
        """The log's lines about what should never have happened."""
        return [line for line in self.log.read_text().splitlines() if '"event": "fault"' in line]

    def exchange(self, request: bytes) -> bytes:
        """Raw bytes out, raw bytes back, for what no HTTP library would send."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=_ANSWERED_WITHIN_SECONDS) as connection:
            connection.sendall(request)
            chunks = []
            while chunk := connection.recv(65_536):
                chunks.append(chunk)
        return b"".join(chunks)


class Client(msgspec.Struct, frozen=True):
    """Speaks to a service with one API key."""

    service: Service
    account_id: str
    key_id: str
    secret: str
    brand: str = "Svc"
    on_behalf_of: str | None = None

    def __call__(
        self,
        method: str,
        target: str,
        body: object = None,
        key: str | None = None,
        *,
        content_type: str | None = "application/json",
        headers: list[tuple[str, str]] | None = None,
    ) -> Answer:
        """A signed request; `body` is bytes, or is sent as JSON."""
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        signed = self.headers(method, target, raw, key)
        if raw and content_type is not None:
            signed.append(("Content-Type", content_type))
        return self.service.send(method, target, signed + (headers or []), raw)

    def headers(
        self, method: str, target: str, body: bytes = b"", key: str | None = None, timestamp: str | None = None
    ) -> list[tuple[str, str]]:
        """The headers of a signed request, in a list so that a test can change them."""
        timestamp = timestamp or str(int(time.time()))
        signature = sign(self.secret, method, target, timestamp, body, key)
        parameters = f"keyId={self.key_id}, scope=*, signature={signature}"
        named = [
            ("Authorization", f"{self.brand}-HMAC-SHA256 {parameters}"),
            (f"X-{self.brand}-Timestamp", timestamp),
        ]
        if key is not None:
            named.append(("Idempotency-Key", key))
        if self.on_behalf_of is not None:
            named.append((f"X-{self.brand}-On-Behalf-Of", self.on_behalf_of))
        return named


def replaced(headers: list[tuple[str, Any]], name: str, *values: Any) -> list[tuple[str, Any]]:
    """The headers with all of `name` replaced by these values."""
    return [pair for pair in headers if pair[0] != name] + [(name, value) for value in values]


def sign(secret: str, method: str, target: str, timestamp: str, body: bytes, key: str | None) -> str:
    """The specification's lines, written down here a second time on purpose."""
    lines = [method, target, timestamp, hashlib.sha256(body).hexdigest()]
    if key is not None:
        lines.append(key)
    return hmac.new(secret.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()


@contextmanager
def serving(
    database_url: str,
    workers: int = 1,
    factory: str = "tests.harness.drawing_on_demand:create",
    log_to: int | None = None,
    **settings: str,
) -> Iterator[Service]:
    """The application under Granian on a free port; `settings` are FULFILMENT_* in lower case.

    Its log goes to a file, or to the file descriptor `log_to`.
    """
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
        given = {
            "mode": "development",
            "data_dir": folder,
            **behind.addresses(database_url),
            "master_keys": MASTER_KEYS,
            "port": str(port),
            "log_format": "json",
            # A port where nothing listens: the service must not reach a simulator of another process.
            "identity_simulator_port": "1",
            "payment_simulator_port": "1",
            # The tests may leave little processor time to the processes that draw documents.
            "pdf_timeout_seconds": "60",
            "pdf_workers": "1",
            # All tests call from one address; those of the limits set them.
            "failed_auth_requests_per_minute": "0",
            "license_requests_per_minute": "0",
            "label_link_requests_per_minute": "0",
            "license_key_requests_per_minute": "0",
            "license_unknown_keys_per_minute": "0",
            **settings,
        }
        environ |= {f"FULFILMENT_{name.upper()}": value for name, value in given.items()}
        log = Path(folder) / "service.log"
        command = ["--interface", "asgi", "--factory", factory]
        command += ["--host", "127.0.0.1", "--port", str(port), "--workers", str(workers), "--loop", "uvloop"]
        # A worker process that missed its signal is killed rather than left behind, as `fulfilment api` has it.
        command += ["--workers-kill-timeout", str(_STOPPED_WITHIN_SECONDS - 10)]
        # Granian's own log lines block on a full pipe. Without a reader, Granian would not end.
        command += [] if log_to is None else ["--no-log"]
        with open(os.devnull, "rb") as nothing, log.open("wb") as output:
            told = output.fileno() if log_to is None else log_to
            streams = (nothing.fileno(), told, told)
            process = forks.start("granian.cli:entrypoint", *command, environment=environ, streams=streams)
        try:
            service = Service(port, database_url, process, log)
            _await_ready(service)
            yield service
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(_STOPPED_WITHIN_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _await_ready(service: Service) -> None:
    deadline = time.monotonic() + _READY_WITHIN_SECONDS
    while time.monotonic() < deadline and service.process.poll() is None:
        try:
            if service.send("GET", "/api/v1/health", []).status == 200:
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"the service did not start: {service.log.read_text()[-4000:]}")


def _free_port() -> int:
    """One below those that the kernel gives to connections: among them another test's may take it before we listen."""
    while True:
        port = _PORTS.randrange(15_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
