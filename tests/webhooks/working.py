"""Real worker processes, and shorthands for what they deliver."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec

from tests.harness import behind, forks
from tests.harness.forks import Process
from tests.harness.service import MASTER_KEYS, Client

ATTEMPT_TIMEOUT_SECONDS = 1.0
WITHIN_SECONDS = 20.0
STOPPED_WITHIN_SECONDS = 60.0

Found = TypeVar("Found")


class Worker(msgspec.Struct):
    """A worker in a process of its own."""

    process: Process
    log: Path

    def kill(self) -> None:
        """As the kernel or a power cut would."""
        self.process.kill()
        self.process.wait()


@contextmanager
def working(database_url: str, program: str = "fulfilment.cli:main", **settings: str) -> Iterator[Worker]:
    """A worker on the database while the context lasts; `settings` are FULFILMENT_* in lower case."""
    with TemporaryDirectory() as folder:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
        values = {
            "mode": "development",
            "data_dir": folder,
            **behind.addresses(database_url),
            "master_keys": MASTER_KEYS,
            "log_format": "json",
            "webhook_retry_delays_seconds": "0.05,0.05,0.05,0.05,0.05",
            "webhook_timeout_seconds": str(ATTEMPT_TIMEOUT_SECONDS),
            "worker_idle_poll_seconds": "0.2",
            **settings,
        }
        environ |= {f"FULFILMENT_{name.upper()}": value for name, value in values.items()}
        log = Path(folder) / "worker.log"
        with open(os.devnull, "rb") as nothing, log.open("wb") as output:
            streams = (nothing.fileno(), output.fileno(), output.fileno())
            process = forks.start(program, "worker", environment=environ, streams=streams)
        try:
            yield Worker(process, log)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOPPED_WITHIN_SECONDS)
            finally:
                process.kill()
                process.wait()


def eventually(poll: Callable[[], Found], is_right: Callable[[Found], Any] = bool) -> Found:
    """The result of `poll`, once `is_right` accepts it. Fails when that does not happen in time."""
    deadline = time.monotonic() + WITHIN_SECONDS
    while not is_right(found := poll()):
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


class RegisteredEndpoint(msgspec.Struct):
    """An endpoint that was registered, with its secret."""

    id: str
    secret: str


def register(client: Client, url: str, *events: str) -> RegisteredEndpoint:
    answer = client("POST", "/api/v1/webhooks/endpoints", {"url": url, **({"events": list(events)} if events else {})})
    assert answer.status == 201, answer.raw
    return RegisteredEndpoint(answer.data["endpoint"]["id"], answer.data["secret"])


def endpoint(client: Client, hook: RegisteredEndpoint) -> dict[str, Any]:
    """The endpoint as the list shows it."""
    endpoints = client("GET", "/api/v1/webhooks/endpoints").data["endpoints"]
    return next(each for each in endpoints if each["id"] == hook.id)


def list_log(client: Client, **filters: Any) -> list[dict[str, Any]]:
    """The delivery log, newest first."""
    answer = client("GET", f"/api/v1/webhooks/events?{urlencode({'limit': 200} | filters)}")
    assert answer.status == 200, answer.raw
    return answer.data["events"]


def wait_until_settled(client: Client, hook: RegisteredEndpoint, count: int = 1) -> list[dict[str, Any]]:
    """The endpoint's log, once it has so many rows and none is pending."""
    return eventually(
        lambda: list_log(client, endpointId=hook.id),
        lambda rows: len(rows) == count and all(row["status"] != "pending" for row in rows),
    )


def create_event(client: Client, name: str = "Coffee") -> str:
    """Make an event happen; its product's id."""
    answer = client("POST", "/api/v1/products", {"name": name})
    assert answer.status == 201, answer.raw
    return answer.data["product"]["id"]
