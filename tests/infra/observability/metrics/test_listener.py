"""The port holds out against slow clients and names that nothing resolves, and the files against processes that end."""

import asyncio
import fcntl
import math
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fulfilment import settings
from fulfilment.cli import preflight
from fulfilment.cli.demo_walk.service import free_ports
from fulfilment.cli.errors import CommandError
from fulfilment.infra.observability.metrics import catalogue, listener, scrape_server
from fulfilment.infra.observability.metrics.meters import ProcessMetrics
from fulfilment.infra.observability.metrics.queue_collector import QueueCollector
from fulfilment.settings import Settings
from tests.harness import cli_runner


@pytest.fixture
def given(tmp_path: Path) -> Settings:
    environ = {"FULFILMENT_METRICS_PORT": str(free_ports()[0]), "FULFILMENT_METRICS_HOST": "127.0.0.1"}
    return settings.load({**environ, "FULFILMENT_DATA_DIR": str(tmp_path), "FULFILMENT_MODE": "development"})


@pytest.fixture
def opened(given: Settings) -> Iterator[Settings]:
    with listener.serve(given):
        yield given


def scrape(given: Settings) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{given.metrics_port}/metrics", timeout=20) as answer:
        return answer.read().decode()


# A process that counts in the folder that it is told, until its standard input ends; it says when it has begun.
COUNTING = """
import asyncio, sys
from types import SimpleNamespace
from fulfilment.infra.observability.metrics import catalogue, recorder

async def count():
    meter = recorder.start("api", SimpleNamespace(stats=(0, 0, 1)))
    meter.start_request("/x")
    print(flush=True)
    await asyncio.to_thread(sys.stdin.read)

asyncio.run(count())
"""


@contextmanager
def counting() -> Iterator[subprocess.Popen]:
    with subprocess.Popen([sys.executable, "-c", COUNTING], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


def test_a_process_that_is_killed_leaves_its_counts_and_takes_along_only_what_was_true_of_it(opened: Settings) -> None:
    with counting(), counting() as other:
        both = scrape(opened)
        assert 'fulfilment_processes{process="api"} 2.0' in both
        assert 'fulfilment_http_requests_in_flight{route="/x"} 2.0' in both
        other.kill()
        other.wait()
        left = scrape(opened)
        assert 'fulfilment_processes{process="api"} 1.0' in left
        assert 'fulfilment_http_requests_in_flight{route="/x"} 1.0' in left
        assert 'fulfilment_process_starts_total{process="api"} 2.0' in left


def test_processes_that_end_again_and_again_add_no_files(opened: Settings) -> None:
    folder = Path(os.environ[listener.VARIABLE])
    seen = set()
    for _ in range(3):
        with counting():
            scrape(opened)
            seen.add(frozenset(file.name for file in folder.iterdir()))
    assert len(seen) == 1
    assert 'fulfilment_process_starts_total{process="api"} 3.0' in scrape(opened)


def test_a_gauge_that_is_not_known_any_more_is_not_shown(given: Settings) -> None:
    meter = ProcessMetrics("worker")
    meter.set(catalogue.OUTBOX, 3)
    meter.clear(catalogue.OUTBOX)
    (shown,) = meter.registry.collect()
    assert math.isnan(shown.samples[0].value)


def test_clients_that_never_end_their_request_keep_nobody_from_scraping(opened: Settings) -> None:
    with ExitStack() as slow:
        for _ in range(2 * scrape_server.MAX_CONCURRENT_SCRAPES):
            client = slow.enter_context(socket.create_connection(("127.0.0.1", opened.metrics_port)))
            client.sendall(b"GET /met")
        assert "fulfilment_info" in scrape(opened)


def test_a_scrape_for_which_there_was_no_thread_takes_no_room_for_ever(
    opened: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as poor:
        poor.setattr("threading.Thread.start", refuse)
        for _ in range(2 * scrape_server.MAX_CONCURRENT_SCRAPES):
            with socket.create_connection(("127.0.0.1", opened.metrics_port), timeout=20) as client:
                assert client.recv(1) == b""
    assert "fulfilment_info" in scrape(opened)


def test_the_port_is_opened_without_asking_for_a_name(given: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    # A resolver that is away takes many seconds to say so.
    monkeypatch.setattr(socket, "getfqdn", lambda name="": asked.append(name) or name)
    with listener.serve(given):
        assert "fulfilment_info" in scrape(given)
    assert asked == []


def test_two_commands_that_begin_together_leave_each_other_their_folders(
    given: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = fcntl.flock

    def look_first(descriptor: int, operation: int) -> None:
        """Another one tidies up in the moment before this one has its lock."""
        monkeypatch.setattr(fcntl, "flock", lock)
        folder = Path(os.readlink(f"/proc/self/fd/{descriptor}")).parent
        for left in folder.parent.glob(listener._FOLDERS + "*"):
            listener._remove_if_left(left)
        lock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", look_first)
    with listener.serve(given):
        assert Path(os.environ[listener.VARIABLE]).is_dir()


@pytest.mark.parametrize("other", ["port", "probe_port"])
def test_the_metrics_cannot_have_the_port_of_another_part(given: Settings, other: str) -> None:
    both = msgspec.structs.replace(given, **{other: given.metrics_port})
    with pytest.raises(CommandError, match="METRICS_PORT must not be the same"):
        preflight.check(both)


def test_the_api_by_itself_refuses_one_port_for_both_in_a_line(given: Settings, tmp_path: Path) -> None:
    both = {"METRICS_PORT": str(given.metrics_port), "PORT": str(given.metrics_port), "DATA_DIR": str(tmp_path)}
    environ = os.environ | {f"FULFILMENT_{name}": value for name, value in both.items()}
    done = cli_runner.run("api", environment=environ)
    assert done.returncode == 1
    assert done.stderr == "fulfilment: FULFILMENT_PORT and FULFILMENT_METRICS_PORT must not be the same.\n"


class Unasked:
    """A database that answers only after the client has gone."""

    def connection(self) -> "Unasked":
        return self

    async def __aenter__(self) -> None:
        await asyncio.Event().wait()

    async def __aexit__(self, *_: object) -> None:
        return


async def test_a_worker_that_stops_does_not_say_that_the_database_is_away() -> None:
    meter = ProcessMetrics("worker")
    meter.set(catalogue.DATABASE_UP, 1)
    looking = asyncio.create_task(QueueCollector(Unasked(), meter).run())  # type: ignore[arg-type]
    await asyncio.sleep(0)
    looking.cancel()
    await asyncio.wait({looking})
    assert math.isnan(meter.registry.get_sample_value(catalogue.DATABASE_UP.name) or 0)
