"""Probes of a service whose database is away, read-only, frozen or of another release, and when it is back."""

import asyncio
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import asyncpg
import msgspec
import psutil
import psycopg
import pytest

from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migration_file
from fulfilment.infra.database.migrations.migration_file import Phase
from fulfilment.infra.observability.probes import listener, readiness
from fulfilment.infra.observability.probes.readiness import Check, Readiness
from fulfilment.settings import load
from tests.harness.service import Answer, Service, _free_port
from tests.harness.workspaces import open_client
from tests.system.faults.house import Store, serving
from tests.webhooks.working import eventually, working

POOL = 2


class Probed(msgspec.Struct):
    """A service with a worker, both of which are asked on their ports."""

    api: Service
    worker: Service

    def live(self) -> list[int]:
        return [each.send("GET", "/livez", []).status for each in (self.api, self.worker)]

    def problems(self) -> list[dict[str, str]]:
        """Problems of the API and of the worker, by the name of the check."""
        return [_problems(each.send("GET", "/readyz", [])) for each in (self.api, self.worker)]


def _problems(answer: Answer) -> dict[str, str]:
    checks = answer.data["checks"] if answer.status == 200 else answer.json["error"]["checks"]
    if answer.status != 200:
        assert answer.error == (503, "SERVICE_UNAVAILABLE")
    found = {check["name"]: check["problem"] for check in checks if check["problem"]}
    assert (answer.status == 200) == (not found)
    assert all(name in answer.json["error"]["message"] for name in found)
    return found


@pytest.fixture(scope="module")
def probed(durable_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Probed]:
    folder = tmp_path_factory.mktemp("probed")
    port = _free_port()
    with (
        serving(durable_url, folder, api_processes=1, database_pool_size=POOL) as api,
        working(durable_url, probe_port=str(port)) as worker,
    ):
        both = Probed(api.service, Service(port, durable_url, worker.process, worker.log))
        eventually(lambda: "worker_started" in worker.log.read_text())
        assert both.problems() == [{}, {}]
        yield both
        assert api.faults() == []


@pytest.fixture(autouse=True)
def well_before_and_after(probed: Probed) -> Iterator[None]:
    """Each test leaves them ready, and alive all the time."""
    yield
    assert probed.live() == [200, 200]
    eventually(lambda: probed.problems() == [{}, {}])


def require_problem(probed: Probed, name: str, problem: str) -> None:
    """Both come to say so, and both live."""
    eventually(lambda: probed.problems(), lambda found: all(each.get(name) == problem for each in found))
    assert probed.live() == [200, 200]


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """As an old primary that was made a standby."""
    with psycopg.connect(store.server.url, autocommit=True, options="-c default_transaction_read_only=off") as operator:
        operator.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        operator.execute("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            operator.execute("ALTER SYSTEM RESET default_transaction_read_only")
            operator.execute("SELECT pg_reload_conf()")


@contextmanager
def changed(url: str, change: str, back: str) -> Iterator[None]:
    with psycopg.connect(url, autocommit=True) as operator:
        operator.execute(change)
        try:
            yield
        finally:
            operator.execute(back)


@pytest.mark.parametrize("hosts", [b"", b"Host: a\r\nHost: b\r\n"])
def test_a_question_of_no_host_or_of_two_is_refused(probed: Probed, hosts: bytes) -> None:
    for each in (probed.api, probed.worker):
        raw = each.exchange(b"GET /livez HTTP/1.1\r\n%sConnection: close\r\n\r\n" % hosts)
        assert raw.startswith(b"HTTP/1.1 400 ") and b'"VALIDATION"' in raw


def test_a_database_that_only_reads_makes_nobody_ready(probed: Probed, store: Store) -> None:
    with read_only(store):
        require_problem(probed, "database", "is read-only")


def test_a_database_that_is_away_makes_nobody_ready(probed: Probed, store: Store) -> None:
    store.kill()
    try:
        require_problem(probed, "database", "cannot be reached")
    finally:
        store.restart()


def test_a_database_that_swallows_every_question_makes_nobody_ready(probed: Probed, store: Store) -> None:
    server = psutil.Process(store.server.pid)
    frozen = [server, *server.children()]
    for process in frozen:
        process.suspend()
    try:
        require_problem(probed, "database", "does not answer in time")
    finally:
        for process in frozen:
            process.resume()


def _oldest(probed: Probed) -> str:
    with psycopg.connect(probed.api.database_url) as operator:
        return operator.execute("SELECT oldest FROM schema_release").fetchone()[0]


def test_a_schema_that_is_too_new_or_lacks_a_migration_makes_nobody_ready(probed: Probed) -> None:
    newer = "UPDATE schema_release SET oldest = '99.0.0'", f"UPDATE schema_release SET oldest = '{_oldest(probed)}'"
    with changed(probed.api.database_url, *newer):
        require_problem(probed, "schema", "is newer than this release")
    book = "schema_migrations"
    newest = [each.name for each in migration_file.load_all(migration_file.FOLDER) if each.phase is Phase.EXPAND][-1]
    lacking = f"CREATE TABLE kept AS SELECT * FROM {book} WHERE name = '{newest}'; "
    lacking += f"DELETE FROM {book} WHERE name = '{newest}'"
    back = f"INSERT INTO {book} SELECT * FROM kept; DROP TABLE kept"
    with changed(probed.api.database_url, lacking, back):
        require_problem(probed, "schema", "is older than this release")


def test_other_master_keys_than_the_datas_make_nobody_ready(probed: Probed) -> None:
    url = probed.api.database_url
    renamed = "UPDATE master_keys SET id = 'gone'", "UPDATE master_keys SET id = 'test'"
    with changed(url, *renamed):
        require_problem(probed, "masterKeys", "are none of those that encrypted the data")
    turned = (
        "UPDATE master_keys SET proof = set_byte(proof, length(proof) - 1, 255 - get_byte(proof, length(proof) - 1))"
    )
    with changed(url, turned, turned):
        require_problem(probed, "masterKeys", "differ from those that encrypted the data")


def test_a_key_that_another_node_brought_in_leaves_everybody_ready(probed: Probed) -> None:
    brought = "INSERT INTO master_keys (id) VALUES ('newer')", "DELETE FROM master_keys WHERE id = 'newer'"
    with changed(probed.api.database_url, *brought):
        with psycopg.connect(probed.api.database_url, autocommit=True) as witness:
            (began,) = witness.execute("SELECT clock_timestamp()").fetchone()
            probes = """
                SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND application_name ^@ 'fulfilment probe '
            """
            while witness.execute(probes + " AND query_start > %s", [began]).fetchone() != (2,):
                assert probed.problems() == [{}, {}]
        assert probed.problems() == [{}, {}]


def test_readiness_is_told_while_requests_hold_every_connection(probed: Probed) -> None:
    client = open_client(probed.api)
    product = client("POST", "/api/v1/products", {"name": "Coffee"}).data["product"]["id"]
    waiting = """
        SELECT count(*) FROM pg_stat_activity WHERE application_name ^@ 'fulfilment api ' AND wait_event_type = 'Lock'
    """
    with psycopg.connect(probed.api.database_url) as holder, ThreadPoolExecutor(8) as pool:
        holder.execute("SELECT 1 FROM products WHERE id = %s FOR UPDATE", [product])
        held = [pool.submit(client, "PATCH", f"/api/v1/products/{product}", {"name": f"n{n}"}) for n in range(8)]
        with psycopg.connect(probed.api.database_url, autocommit=True) as witness:
            eventually(lambda: witness.execute(waiting).fetchone()[0] > 0)
        assert probed.problems()[0] == {}
        holder.rollback()
        assert {each.result().status for each in held} <= {200, 503}


def test_the_probes_take_a_question_and_nothing_else(probed: Probed) -> None:
    for each in (probed.api, probed.worker):
        head = each.send("HEAD", "/readyz", [])
        assert (head.status, head.raw) == (200, b"")
        refused = each.send("POST", "/readyz", [], b"{}")
        assert refused.error == (405, "METHOD_NOT_ALLOWED")
        assert each.send("GET", "/readyz/more", []).error == (404, "NOT_FOUND")
    assert b"200" not in probed.worker.exchange(b"no request at all\r\n\r\n")


def test_more_silent_connections_than_the_workers_listener_has_keep_no_question_out(probed: Probed) -> None:
    with ExitStack() as held:
        for _ in range(3 * listener.MAX_CONNECTIONS):
            held.enter_context(socket.create_connection(("127.0.0.1", probed.worker.port), timeout=30))
        assert probed.live() == [200, 200]


def test_probes_are_no_line_in_the_log(probed: Probed) -> None:
    probed.live()
    client = open_client(probed.api)
    client("GET", "/api/v1/warehouses")
    eventually(lambda: "/api/v1/warehouses" in probed.api.log.read_text())
    assert "/livez" not in probed.api.log.read_text()


async def test_a_full_disk_below_the_embedded_database_is_told(
    server: embedded_server.EmbeddedServer, module_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "postgres").mkdir()
    given = load({"FULFILMENT_MODE": "development", "FULFILMENT_DATA_DIR": str(tmp_path)})
    asked = Readiness(given, module_database_url)
    try:
        assert Check("disk", None) in await asked.check()
        monkeypatch.setattr(readiness, "MIN_FREE_BYTES", 2**62)
        assert Check("disk", "is full") in await asked.check()
    finally:
        await asked.close()


async def test_however_many_ask_the_database_is_asked_once_in_a_while(
    module_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    of_database = readiness._check_database

    async def counted(connection: asyncpg.Connection) -> list[Check]:
        asked.append(connection)
        return await of_database(connection)

    monkeypatch.setattr(readiness, "_check_database", counted)
    monkeypatch.setattr(readiness, "CACHE_SECONDS", 1_000.0)
    given = load({"FULFILMENT_MODE": "development", "FULFILMENT_DATA_DIR": str(tmp_path)})
    probe = Readiness(given, module_database_url)
    try:
        found = await asyncio.gather(*(probe.check() for _ in range(100)))
        assert len(asked) == 1
        assert await probe.check() == found[-1]
        assert len(asked) == 1
    finally:
        await probe.close()
