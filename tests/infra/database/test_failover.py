"""Several hosts in the database's address: the writable server is found, whatever the others do (failover.py)."""

import asyncio
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import psycopg
import pytest

from fulfilment.cli import credential
from fulfilment.infra.database import failover as connecting
from fulfilment.infra.database import server_session
from fulfilment.infra.database.database_url import completed, hosts
from fulfilment.infra.database.embedded.server import EmbeddedServer, start
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.database.pool import Database
from fulfilment.settings import load
from tests.harness import cli_runner
from tests.harness.service import MASTER_KEYS, serving
from tests.harness.wire import Wire, wired
from tests.harness.workspaces import open_client
from tests.webhooks.working import eventually

NAME = "SELECT current_setting('cluster_name')"
READ_ONLY = "SELECT current_setting('transaction_read_only')"


@pytest.fixture(scope="module")
def standby(short_folder: Path) -> Iterator[EmbeddedServer]:
    """A server that takes no writes, as a standby."""
    with start(short_folder / "standby", durable=False) as server:
        _set_read_only(server, True)
        yield server


@pytest.fixture(scope="module")
def primary(short_folder: Path) -> Iterator[EmbeddedServer]:
    with start(short_folder / "primary", durable=False) as server:
        yield server


@pytest.fixture
def wires(standby: EmbeddedServer, primary: EmbeddedServer) -> Iterator[tuple[Wire, Wire]]:
    """To the standby and to the primary."""
    _set_read_only(standby, True)
    _set_read_only(primary, False)
    with wired(standby.url) as first, wired(primary.url) as second:
        yield first, second


def _set_read_only(server: EmbeddedServer, is_read_only: bool) -> None:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {'on' if is_read_only else 'off'}")
        connection.execute("SELECT pg_reload_conf()")
    with psycopg.connect(server.url, autocommit=True) as connection:
        wanted = ("on" if is_read_only else "off",)
        while connection.execute(READ_ONLY).fetchone() != wanted:
            pass


def address(*wires: Wire) -> str:
    places = ",".join(wire.url.partition("@")[2].partition("/")[0] for wire in wires)
    return f"postgresql://postgres@{places}/fulfilment"


async def where(url: str) -> tuple[str, int]:
    """The answer to whether the connected server is read-only, and the port of the connection."""
    made = await server_session.connect(url, {})
    try:
        return await made.fetchval(READ_ONLY), made._transport.get_extra_info("peername")[1]
    finally:
        await made.close()


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("postgresql://u:p@one:1,two:2/db", ["host=one&port=1", "host=two&port=2"]),
        ("postgresql://u:p@one,two/db", ["host=one", "host=two"]),
        ("postgresql://u:p@[::1]:1,two:2/db", ["host=%5B%3A%3A1%5D&port=1", "host=two&port=2"]),
        ("postgresql://u:p@/db?host=one,/run/two&port=5433", ["host=one&port=5433", "host=/run/two&port=5433"]),
    ],
)
def test_an_address_of_several_hosts_is_one_address_for_each(url: str, wanted: list[str]):
    assert hosts(url) == [f"postgresql://u:p@/db?{options}" for options in wanted]


def test_what_else_the_address_says_goes_to_each_host():
    parted = hosts("postgresql://u:p%40@one,two/db?sslmode=require&target_session_attrs=any")
    assert {url.partition("&")[2] for url in parted} == {"sslmode=require&target_session_attrs=any"}
    assert all(url.startswith("postgresql://u:p%40@/db?") for url in parted)


@pytest.mark.parametrize(
    "url", ["postgresql://u@one/db", "", "nonsense,", "postgresql://u@a,b/db?target_session_attrs=any"]
)
def test_an_address_that_says_which_server_or_names_one_stays_as_it_is(url: str):
    assert completed(url) == url


@pytest.mark.parametrize("url", ["http://u:secret@one,two/db", "postgresql://u:secret@a,b,c/db?port=1,2"])
def test_an_address_that_cannot_be_understood_is_refused_without_its_password(url: str):
    with pytest.raises(ValueError, match="address of the database") as refused:
        hosts(url)
    assert "secret" not in str(refused.value)


def test_the_settings_ask_for_the_server_that_takes_writes():
    given = load({"FULFILMENT_DATABASE_URL": "postgresql://u:p@one,two/db"})
    assert given.database_url == "postgresql://u:p@one,two/db?target_session_attrs=read-write"


async def test_the_server_that_takes_writes_is_found_wherever_it_stands(wires: tuple[Wire, Wire]):
    for given in (wires, wires[::-1]):
        assert (await where(address(*given)))[0] == "off"


async def test_a_host_that_swallows_connections_is_waited_for_beside_the_next(wires: tuple[Wire, Wire], monkeypatch):
    standby, primary = wires
    standby.is_open = False
    asked: list[int] = []
    begin = asyncpg.connect

    def begun(url: str, **options):
        asked.append(int(url.partition("port=")[2].partition("&")[0]))
        return begin(url, **options)

    monkeypatch.setattr(connecting.asyncpg, "connect", begun)
    url = address(standby, primary)
    for _ in range(2):
        assert (await where(url))[0] == "off"
    ports = [int(wire.url.rpartition(":")[2].partition("/")[0]) for wire in wires]
    # The host that answered is asked first from then on, and no other one.
    assert asked == [*ports, ports[1]]


async def test_where_no_host_takes_writes_the_connection_fails_in_bounded_time(
    wires: tuple[Wire, Wire], monkeypatch: pytest.MonkeyPatch
):
    standby, primary = wires
    monkeypatch.setattr(server_session, "CONNECT_TIMEOUT_SECONDS", 1.0)
    primary.is_open = False
    with pytest.raises(TimeoutError):
        await server_session.connect(address(standby, primary), {})


async def test_an_error_that_the_operator_can_mend_is_told_before_a_host_that_is_away(wires: tuple[Wire, Wire]):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        places = f"127.0.0.1:{nobody.getsockname()[1]},{address(wires[1]).partition('@')[2].partition('/')[0]}"
        for url in (places, ",".join(reversed(places.split(",")))):
            with pytest.raises(asyncpg.InvalidCatalogNameError):
                await connecting.connect(f"postgresql://postgres@{url}/nowhere")


async def test_the_commands_reach_the_server_that_takes_writes(wires: tuple[Wire, Wire]):
    found = await credential.on_connection(address(*wires), lambda db: db.fetchval(READ_ONLY))
    assert found == "off"


async def test_a_pool_goes_over_to_the_server_that_was_promoted(
    wires: tuple[Wire, Wire], standby: EmbeddedServer, primary: EmbeddedServer
):
    db = Database(load({}), address(*wires), size=4)
    await db.open()

    async def write() -> int:
        async with db.transaction() as connection:
            await connection.execute("CREATE TABLE written ()")
            await connection.execute("DROP TABLE written")
            return connection._transport.get_extra_info("peername")[1]

    before = set(await asyncio.gather(*(write() for _ in range(3)), return_exceptions=True))
    assert len({port for port in before if isinstance(port, int)}) == 1
    _set_read_only(primary, True)
    _set_read_only(standby, False)
    with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
        await write()
    # All that led to the former one were thrown away together.
    assert await write() not in before
    await db.close()


def test_a_service_on_several_hosts_answers_503_while_none_takes_writes_and_is_well_when_one_does(
    wires: tuple[Wire, Wire], primary: EmbeddedServer
):
    url = address(*wires)
    migrate.migrate(url)
    with serving(completed(url)) as api:
        client = open_client(api)
        body = {"name": "Coffee"}
        assert client("POST", "/api/v1/products", body).status == 201
        _set_read_only(primary, True)
        for key in (None, "key-1"):
            assert client("POST", "/api/v1/products", body, key).error == (503, "SERVICE_UNAVAILABLE")
        _set_read_only(primary, False)
        eventually(lambda: client("POST", "/api/v1/products", body, "key-1").status == 201)
        assert len(client("GET", "/api/v1/products").data["products"]) == 2
        assert api.faults() == []


def test_a_workspace_is_opened_by_the_address_of_several_hosts(wires: tuple[Wire, Wire], tmp_path: Path):
    migrate.migrate(address(*wires))
    given = {
        "DATABASE_URL": address(*wires),
        "MODE": "development",
        "MASTER_KEYS": MASTER_KEYS,
        "DATA_DIR": f"{tmp_path}",
    }
    environ = os.environ | {f"FULFILMENT_{name}": f"{value}" for name, value in given.items()}
    done = cli_runner.run("workspace", "create", "--name", "Toko", "--json", environment=environ)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["accountId"].startswith("acc_")
