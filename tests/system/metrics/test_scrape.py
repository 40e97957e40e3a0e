"""A scrape agrees with the clients' responses and with the database, over several processes."""

import os
import signal
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import psycopg
import pytest

from fulfilment import __version__, worker
from fulfilment.app import all_routes
from fulfilment.infra.database.embedded.server import EmbeddedServer
from fulfilment.infra.database.statements import STATEMENTS
from fulfilment.infra.observability.metrics import catalogue
from tests.harness.workspaces import open_client
from tests.system.cli.labs import eventually
from tests.system.metrics.world import Running, Scrape, declared, running

API_PROCESSES = "2"
CLIENTS = 4
ROUNDS = 15
SWEEPS = {sweep.name for sweep in worker.CLEANUP_JOBS} | {
    "events",
    "audit_entries",
}
# Every value that the code knows, by label.
VALUES = {
    "route": {route.path for route in all_routes()} | {catalogue.UNMATCHED},
    "method": catalogue.METHODS | {catalogue.OTHER},
    "status": {str(int(status)) for status in HTTPStatus} | {"499"},
    "process": set(catalogue.PROCESSES),
    "statement": {*STATEMENTS, *catalogue.TRANSACTION_STATEMENTS.values(), catalogue.OTHER},
    "outcome": {*catalogue.ATTEMPT_OUTCOMES, *catalogue.COURIER_OUTCOMES},
    "cleanup": SWEEPS,
    "loop": {
        *catalogue.API_LOOPS,
        *catalogue.WORKER_LOOPS,
        *(f"cleanup_{name}" for name in SWEEPS),
        catalogue.OTHER,
    },
    "kind": {*catalogue.ERROR_KINDS, *catalogue.COURIER_CALLS, *catalogue.FAILURE_KINDS},
    "release": {__version__},
    "code": catalogue.FAILURE_CODES,
}


@pytest.fixture(scope="module")
def url(server: EmbeddedServer, template: str) -> str:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE metered TEMPLATE {template} STRATEGY file_copy")
    return server.database_url("metered")


@pytest.fixture(scope="module")
def api(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running("api", url, tmp_path_factory.mktemp("api"), api_processes=API_PROCESSES) as found:
        yield found


@pytest.fixture(scope="module")
def works(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running("worker", url, tmp_path_factory.mktemp("worker")) as found:
        yield found


def counted(scrape: Scrape) -> Counter[tuple[str, str, str]]:
    name = catalogue.REQUESTS.name
    found = Counter[tuple[str, str, str]]()
    for (shown, labels), value in scrape.samples.items():
        if shown == name:
            has = dict(labels)
            found[has["route"], has["method"], has["status"]] += int(value)
    return found


def load(api: Running) -> Counter[tuple[str, str, str]]:
    """Requests of several clients at once, and what these counted."""
    seen = Counter[tuple[str, str, str]]()
    lock = threading.Lock()
    makers = [open_client(api.service) for _ in range(CLIENTS)]
    asked = [
        ("PUT", "/api/v1/warehouses", catalogue.UNMATCHED),
        ("GET", "/api/v1/warehouses", "/api/v1/warehouses"),
        ("POST", "/api/v1/products", "/api/v1/products"),
        ("HEAD", "/api/v1/health", "/api/v1/health"),
        ("GET", "/api/v1/products/none-of-ours", "/api/v1/products/{id}"),
        ("GET", "/api/v1/nowhere/at/all", catalogue.UNMATCHED),
        ("BREW", "/api/v1/health", catalogue.UNMATCHED),
    ]

    def make(number: int) -> None:
        for turn in range(ROUNDS):
            for method, path, route in asked:
                body = {"name": f"{number} {turn}", "title": f"{number} {turn}"} if method == "POST" else None
                answer = makers[number](method, path, body)
                with lock:
                    seen[route, method if method in catalogue.METHODS else "other", str(answer.status)] += 1

    threads = [threading.Thread(target=make, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen


def test_every_request_is_counted_once_by_whichever_process_answered_it(api: Running) -> None:
    before = counted(api.scrape())
    seen = load(api)
    assert {status for _, _, status in seen} >= {"200", "201", "404", "405"}, seen
    eventually(lambda: counted(api.scrape()) - before == seen)
    after = api.scrape()
    assert after.value(catalogue.IN_FLIGHT.name) == 0
    assert after.value("fulfilment_http_request_seconds_count") == sum(counted(after).values())
    assert after.value("fulfilment_group_commit_size_count") > 0
    assert after.value("fulfilment_database_statement_seconds_count", statement="commit") > 0
    assert after.value(catalogue.RUNNING.name, process="api") == int(API_PROCESSES)


def test_a_process_that_is_killed_takes_nothing_of_the_counts_along(api: Running) -> None:
    seen = counted(api.scrape()) + load(api)
    eventually(lambda: all(counted(api.scrape())[key] >= count for key, count in seen.items()))
    victim = api.processes()[0]
    os.kill(victim.pid, signal.SIGKILL)
    eventually(lambda: api.scrape().value(catalogue.STARTS.name) > int(API_PROCESSES))
    eventually(lambda: api.scrape().value(catalogue.RUNNING.name, process="api") == int(API_PROCESSES))
    now = counted(api.scrape())
    assert {key: now[key] for key in seen} == dict(seen)


def test_the_worker_tells_its_queues_sweeps_and_slots(works: Running) -> None:
    eventually(lambda: works.scrape().has(catalogue.OUTBOX.name))
    # Sampled every second, beginning when the deliveries' loop does.
    eventually(lambda: works.scrape().value(catalogue.SLOTS.name, state="free") > 0)
    found = works.scrape()
    shown = {labels[0][1] for (name, labels) in found.samples if name == catalogue.SWEEP_SUCCESS.name}
    assert shown == SWEEPS
    assert found.value(catalogue.DATABASE_UP.name) == 1
    assert found.value(catalogue.DATABASE_SIZE.name) > 0
    assert found.value(catalogue.DISK_FREE.name) > 0
    loops = {labels[0][1] for (name, labels) in found.samples if name == catalogue.LOOP_SUCCESS.name}
    assert loops == set(catalogue.WORKER_LOOPS)


def test_every_sample_is_declared_and_every_label_has_a_value_that_the_code_knows(api: Running, works: Running) -> None:
    load(api)
    eventually(lambda: works.scrape().has(catalogue.OUTBOX.name))
    for name, labels in {*api.scrape().samples, *works.scrape().samples}:
        known = declared(name)
        assert known is not None, name
        assert {label for label, _ in labels} == known[1], name
        for label, value in labels:
            if label not in ("le", "schema", "state"):
                assert value in VALUES[label], (name, label, value)
            elif label == "state":
                assert value in {*catalogue.CONNECTION_STATES, *catalogue.SLOT_STATES}


def test_the_port_has_nothing_but_the_metrics(api: Running) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"http://127.0.0.1:{api.metrics_port}/api/v1/health", timeout=10)
    assert refused.value.code == 404


def test_a_database_that_is_away_leaves_the_scrape_and_takes_the_queue_figures(
    url: str, server: EmbeddedServer, tmp_path: Path
) -> None:
    with running("worker", url, tmp_path) as found, psycopg.connect(server.url, autocommit=True) as connection:
        eventually(lambda: found.scrape().value(catalogue.DATABASE_UP.name) == 1)
        try:
            connection.execute("ALTER DATABASE metered ALLOW_CONNECTIONS false")
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'metered'")
            eventually(lambda: found.scrape().value(catalogue.DATABASE_UP.name) == 0)
            assert not found.scrape().has(catalogue.OUTBOX.name)
            assert found.scrape().value(catalogue.LOOP_FAILURES.name) > 0
        finally:
            connection.execute("ALTER DATABASE metered ALLOW_CONNECTIONS true")
        eventually(lambda: found.scrape().has(catalogue.OUTBOX.name))
