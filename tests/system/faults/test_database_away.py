"""The database is killed, frozen or full while the API runs: 503 meanwhile, and well again without a restart."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import psutil
import psycopg
import pytest

from tests.bulk_jobs.batch_requests import create_batch, create_drafts, get_batch, get_counts
from tests.harness import goods
from tests.harness.database import rows
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import confirm
from tests.harness.service import Answer, Client
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.faults import laws
from tests.system.faults.house import Store, serving
from tests.system.faults.load import under_load
from tests.webhooks.working import eventually, working

LOAD_SECONDS = 0.6
PROMPT = {
    "api_processes": 1,
    "database_pool_size": 2,
    "database_pool_timeout_seconds": 0.3,
    "database_lock_timeout_seconds": 1,
    "database_statement_timeout_seconds": 1,
}


def require_unavailable(answer: Answer) -> None:
    assert answer.error == (503, "SERVICE_UNAVAILABLE")
    assert int(answer.headers["retry-after"]) > 0
    assert answer.json["data"] is None
    assert answer.json["meta"]["requestId"] == answer.headers["x-request-id"]


def _is_well(client: Client) -> bool:
    return client("GET", "/api/v1/warehouses").status == 200


def _kill_server(store: Store, client: Client) -> None:
    """`kill -9` of the whole server; it is started again only after a read and a write were refused."""
    store.kill()
    try:
        away = eventually(lambda: client("GET", "/api/v1/warehouses"), lambda answer: answer.status != 200)
        refused = client("POST", "/api/v1/products", {"name": "Coffee"}, "while-away")
    finally:
        store.restart()
    require_unavailable(away)
    require_unavailable(refused)


def _kill_backend(store: Store, client: Client) -> None:
    """`kill -9` of one of its processes, after which the server ends every session and recovers by itself."""
    busy = (
        "SELECT pid FROM pg_stat_activity WHERE application_name ^@ 'fulfilment api' AND state <> 'idle' AND $1 <> ''"
    )
    with psycopg.connect(store.server.url, autocommit=True) as witness:
        os.kill(eventually(lambda: rows(client, busy))[0]["pid"], signal.SIGKILL)
        eventually(lambda: not _answers(witness))
    eventually(lambda: _accepts(store))


def _answers(connection: psycopg.Connection) -> bool:
    try:
        return connection.execute("SELECT true").fetchone() == (True,)
    except psycopg.OperationalError:
        return False


def _accepts(store: Store) -> bool:
    try:
        with psycopg.connect(store.server.url):
            return True
    except psycopg.OperationalError:
        return False


@pytest.mark.parametrize("kill", [_kill_server, _kill_backend])
def test_what_was_acknowledged_survives_a_killed_database(store: Store, durable_url: str, tmp_path: Path, kill) -> None:
    with simulating(tmp_path) as courier:
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        with serving(durable_url, tmp_path, **aggregator) as api:
            client = open_client(api.service)
            level = (goods.default_variant(goods.new_product(client)), goods.new_warehouse(client)["id"])
            goods.stock(client, *level, 100_000)
            assert client("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000_000}).status == 201
            processes = psutil.Process(api.service.process.pid).children()
            with under_load(client, level) as load:
                time.sleep(LOAD_SECONDS)
                kill(store, client)
                eventually(lambda: _is_well(client))
                time.sleep(LOAD_SECONDS)
            assert psutil.Process(api.service.process.pid).children() == processes
            assert load.surprises() == []
            laws.require_acknowledged(client, load)
            laws.require_every_law(client)
            assert laws.repeat_unanswered(client, load, survivors=True), "nothing was under way when it was killed"
            laws.require_acknowledged(client, load)
            with working(durable_url, **aggregator):
                eventually(
                    lambda: rows(client, "SELECT 1 FROM courier_operations WHERE account_id = $1"),
                    lambda left: not left,
                )
            laws.require_every_law(client)
            laws.require_one_order_and_charge_each(client, courier)
            assert api.faults() == []


@contextmanager
def _frozen(store: Store) -> Iterator[None]:
    """The server and all its processes are suspended, and answer no client."""
    server = psutil.Process(store.server.pid)
    processes = [server, *server.children(recursive=True)]
    try:
        for process in processes:
            process.suspend()
        yield
    finally:
        for process in processes:
            process.resume()


def test_a_database_that_falls_silent_is_given_up_on(store: Store, durable_url: str, tmp_path: Path) -> None:
    with serving(durable_url, tmp_path, **PROMPT) as api:
        client = open_client(api.service)
        assert _is_well(client)
        with _frozen(store), ThreadPoolExecutor() as pool:
            answers = list(pool.map(lambda number: client("POST", "/api/v1/products", {"name": f"{number}"}), range(4)))
            answers.append(client("GET", "/api/v1/warehouses"))
        for answer in answers:
            require_unavailable(answer)
        eventually(lambda: _is_well(client))
        assert client("POST", "/api/v1/products", {"name": "Coffee"}).status == 201


def test_a_full_pool_is_answered_and_not_waited_for(durable_url: str, tmp_path: Path) -> None:
    one = PROMPT | {
        "database_pool_size": 1,
        "database_lock_timeout_seconds": 2,
        "database_statement_timeout_seconds": 2,
    }
    with serving(durable_url, tmp_path, **one) as api, psycopg.connect(durable_url) as blocker:
        client = open_client(api.service)
        variants = [goods.default_variant(goods.new_product(client)) for _ in range(6)]
        warehouse_id = goods.new_warehouse(client)["id"]
        for variant_id in variants:
            goods.stock(client, variant_id, warehouse_id, 10)
        blocker.execute("SELECT 1 FROM stock_levels WHERE account_id = %s FOR UPDATE", [client.account_id])
        adjustments = [
            Call(client, "POST", "/api/v1/stock/adjust", goods.change(variant_id, warehouse_id, 1), f"key-{variant_id}")
            for variant_id in variants
        ]
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND $1 <> ''"
        with ThreadPoolExecutor() as pool:
            stuck = pool.submit(send_together, adjustments)
            eventually(lambda: rows(client, waiting))
            require_unavailable(client("GET", "/api/v1/warehouses"))
            for answer in stuck.result():
                require_unavailable(answer)
        blocker.rollback()
        assert [answer.status for answer in send_together(adjustments[:2])] == [200, 200]
        assert [goods.quantity(client, variant_id, warehouse_id) for variant_id in variants[:3]] == [11, 11, 10]


CLAIMED = "SELECT shipment_id = $2 AS is_alone FROM courier_operations WHERE account_id = $1"
# The lease is longer than the test waits.
PATIENT = {"aggregator_timeout_seconds": "60"}
SLOW_MS = 1_500


def test_what_a_short_outage_interrupted_goes_on_as_soon_as_the_database_answers(
    store: Store, durable_url: str, tmp_path: Path
) -> None:
    with simulating(tmp_path) as courier:
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator", **PATIENT}
        with serving(durable_url, tmp_path, **aggregator) as api, working(durable_url, **aggregator) as worker:
            client = open_client(api.service)
            assert client("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000_000}).status == 201
            alone, first, *together = create_drafts(client, 6)
            # The worker is there when its first row is done.
            begun = create_batch(client, "book", [first])
            eventually(lambda: get_batch(client, begun)["status"], lambda status: status == "finished")

            def book() -> Answer:
                return confirm(client, alone, "once")

            with courier.in_mood(slow_ms=SLOW_MS), ThreadPoolExecutor() as pool:
                batch = create_batch(client, "book", together)
                asked = pool.submit(book)
                eventually(lambda: {row["is_alone"] for row in rows(client, CLAIMED, alone)} == {True, False})
                store.kill()
                try:
                    require_unavailable(asked.result())
                    eventually(lambda: "job_not_postponed" in worker.log.read_text())
                finally:
                    store.restart()
            eventually(lambda: book().status, lambda status: status == 200)
            eventually(lambda: get_batch(client, batch)["status"], lambda status: status == "finished")
            assert get_counts(client, batch) == {"done": 4}
            laws.require_one_order_and_charge_each(client, courier)
            assert api.faults() == []


# Statements of an operator, and their reversal: the database refuses connections, is renamed, or refuses the user.
SHUT = (
    ("ALTER DATABASE {name} ALLOW_CONNECTIONS false", "ALTER DATABASE {name} ALLOW_CONNECTIONS true"),
    ("ALTER DATABASE {name} RENAME TO elsewhere", "ALTER DATABASE elsewhere RENAME TO {name}"),
    ("ALTER ROLE guest NOLOGIN", "ALTER ROLE guest LOGIN"),
)
THROW_OUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"


def test_whatever_keeps_the_service_from_its_database_is_503(store: Store, durable_url: str, tmp_path: Path) -> None:
    name = urlsplit(durable_url).path.strip("/")
    guest = durable_url.replace("postgres@", "guest@", 1)
    with psycopg.connect(store.server.url, autocommit=True) as operator:
        operator.execute("CREATE ROLE guest SUPERUSER LOGIN")
        with serving(guest, tmp_path, api_processes=1) as api:
            client = open_client(msgspec.structs.replace(api.service, database_url=durable_url))
            for shut, reopened in SHUT:
                assert _is_well(client)
                while operator.execute(THROW_OUT, [name]).fetchone():
                    with contextlib.suppress(psycopg.errors.ObjectInUse):
                        operator.execute(shut.format(name=name))
                        break
                operator.execute(THROW_OUT, [name])
                try:
                    for _ in range(3):
                        require_unavailable(client("GET", "/api/v1/warehouses"))
                        require_unavailable(client("POST", "/api/v1/products", {"name": "Coffee"}))
                finally:
                    operator.execute(reopened.format(name=name))
                eventually(lambda: _is_well(client))
            assert api.faults() == []
