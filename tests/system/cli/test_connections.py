"""A service that is busy everywhere opens as many connections to the database as docs/capacity.md says, and no more."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psycopg
import pytest

from fulfilment import settings
from fulfilment.infra.database.embedded import server as embedded_server
from tests.harness import capacity
from tests.harness.service import MASTER_KEYS, Client, Service
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client

API_PROCESSES, POOL_SIZE = 2, 4
# Enough of them that each process has strangers among those it serves, to whom it lends the connections that are left.
WORKSPACES, AT_ONCE = 8, 4
OPEN = "SELECT application_name FROM pg_stat_activity WHERE application_name LIKE 'fulfilment %'"
LOCK = "LOCK TABLE products IN ACCESS EXCLUSIVE MODE"


@contextmanager
def asking(clients: list[Client]) -> Iterator[None]:
    """Each workspace makes products again and again, several at once, whatever the answers are."""
    over = threading.Event()

    def ask(client: Client) -> None:
        while not over.is_set():
            client("POST", "/api/v1/products", {"name": "Kopi"})
            client("GET", "/readyz")

    threads = [threading.Thread(target=ask, args=(client,)) for client in clients for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def opened(db: psycopg.Connection) -> Counter[str]:
    """How many connections there are now, by what opened them."""
    return Counter(row[0].split()[1] for row in db.execute(OPEN).fetchall())


@pytest.fixture
def given() -> settings.Settings:
    return msgspec.structs.replace(
        settings.load({"FULFILMENT_MODE": "development"}), database_pool_size=POOL_SIZE, api_processes=API_PROCESSES
    )


def test_a_busy_service_opens_what_its_settings_say(
    serve: Callable, environment: dict[str, str], folder: Path, given: settings.Settings
) -> None:
    service = serve(FULFILMENT_MASTER_KEYS=MASTER_KEYS, FULFILMENT_DATABASE_POOL_SIZE=str(POOL_SIZE))
    service.await_banner()
    with embedded_server.start(folder / "data") as server:
        found = Service(int(environment["FULFILMENT_PORT"]), server.url, service.process, folder / "serve.log")
        clients = [open_client(found, f"Shop {number}") for number in range(WORKSPACES)]
        most: Counter[str] = Counter()
        filled = API_PROCESSES * (POOL_SIZE + 1)

        with psycopg.connect(server.url, autocommit=True) as db, psycopg.connect(server.url) as blocking:
            # Every request must keep its connection until each process has lent all of its connections.
            blocking.execute(LOCK)

            def is_full() -> bool:
                nonlocal most
                most |= opened(db)
                return most["api"] >= filled

            with asking(clients):
                try:
                    eventually(is_full)
                finally:
                    blocking.rollback()
            most |= opened(db)
    # Its whole pool and the connection of its heartbeat.
    assert filled <= most["api"] <= most["api"] + most["probe"] <= API_PROCESSES * capacity.of_api(given)
    assert most["probe"] >= 1
    assert 2 <= most["worker"] <= capacity.of_worker(given)
    assert sum(most.values()) <= capacity.connections(given, API_PROCESSES, 1)
