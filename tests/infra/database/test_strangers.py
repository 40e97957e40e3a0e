"""Connections are shared fairly: a tenant never waits for what another tenant waits for (decisions, section 12)."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack

import asyncpg
import msgspec
import psycopg
import pytest

from fulfilment.infra.database.pool import Database, PoolFull
from fulfilment.infra.database.transaction import Executor, PooledExecutor
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.operations.group_commit import BatchQueue, GroupCommitter
from fulfilment.settings import load
from tests.harness import goods, parcels
from tests.harness.database import rows
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client
from tests.webhooks.working import eventually

SIZE = 10
HOURS_IN_SECONDS = 10_000.0
ACTIVE_READS = """
    SELECT count(*) FROM pg_stat_activity, pg_sleep(0.05)
     WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep%'
"""


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    settings = msgspec.structs.replace(load({}), database_pool_timeout_seconds=HOURS_IN_SECONDS)
    database = Database(settings, database_url, size=SIZE)
    await database.open()
    yield database
    await database.close()


async def hold(db: Database, who: str, held: list[str], until: asyncio.Event) -> None:
    """Hold a connection as that tenant until the event is set."""
    fair_semaphore.current_tenant.set(who)
    async with db.connection():
        held.append(who)
        await until.wait()


async def ask(db: Database, who: str) -> int:
    fair_semaphore.current_tenant.set(who)
    async with db.connection() as connection:
        return await connection.fetchval("SELECT 1")


async def test_one_party_gets_half_the_next_a_quarter_a_stranger_one_and_the_house_the_last(db: Database) -> None:
    held: list[str] = []
    over = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for who in ("a", "b", "c", "d", "e"):
            for _ in range(SIZE):
                tasks.create_task(hold(db, who, held, over))
        await asyncio.sleep(0.5)
        assert {who: held.count(who) for who in held} == {"a": 5, "b": 2, "c": 1, "d": 1}
        assert await asyncio.create_task(ask(db, fair_semaphore.SYSTEM)) == 1
        over.set()
    assert len(held) == 5 * SIZE


async def test_the_house_may_have_all_connections(db: Database) -> None:
    async with AsyncExitStack() as stack:
        loans = [await stack.enter_async_context(db.connection()) for _ in range(SIZE)]
        assert len({loan.get_server_pid() for loan in loans}) == SIZE


async def read(db: Database, who: str, statement: str) -> int:
    fair_semaphore.current_tenant.set(who)
    return (await PooledExecutor(db).fetchrow(statement))[0]


async def test_at_the_server_one_tenant_has_at_most_half_of_the_connections_for_its_reads(db: Database) -> None:
    active = await asyncio.gather(*(asyncio.create_task(read(db, "a", ACTIVE_READS)) for _ in range(4 * SIZE)))
    assert max(active) <= SIZE // 2


async def test_reads_of_one_tenant_hold_up_neither_another_one_nor_the_house(db: Database) -> None:
    slow = [asyncio.create_task(read(db, "a", "SELECT 1 FROM pg_sleep(60)")) for _ in range(4 * SIZE)]
    await asyncio.sleep(0.1)
    assert await asyncio.create_task(read(db, "b", "SELECT 1")) == 1
    assert await asyncio.create_task(read(db, fair_semaphore.SYSTEM, "SELECT 1")) == 1
    assert not any(each.done() for each in slow)
    for each in slow:
        each.cancel()
    await asyncio.gather(*slow, return_exceptions=True)


async def test_connections_that_come_free_go_to_the_waiting_parties_in_turn(database_url: str) -> None:
    db = Database(load({}), database_url, size=1)
    await db.open()
    served: list[str] = []

    async def wait(who: str) -> None:
        fair_semaphore.current_tenant.set(who)
        async with db.connection():
            served.append(who)

    async with asyncio.TaskGroup() as tasks, db.connection():
        for who in ("a", "a", "a", "b", "b", "c", fair_semaphore.SYSTEM):
            tasks.create_task(wait(who))
        await asyncio.sleep(0)
    assert served == [fair_semaphore.SYSTEM, "a", "b", "c", "a", "b", "a"]
    await db.close()


async def test_the_pool_is_full_for_the_party_that_filled_it_alone(database_url: str) -> None:
    db = Database(msgspec.structs.replace(load({}), database_pool_timeout_seconds=0.05), database_url, size=SIZE)
    await db.open()
    over = asyncio.Event()
    held: list[str] = []
    crowd = [asyncio.create_task(hold(db, "a", held, over)) for _ in range(SIZE)]
    outcomes = [asyncio.create_task(ask(db, who)) for who in ("a", "b", "c", fair_semaphore.SYSTEM)]
    told = await asyncio.gather(*outcomes, return_exceptions=True)
    assert isinstance(told[0], PoolFull) and told[1:] == [1, 1, 1]
    over.set()
    await asyncio.gather(*crowd, return_exceptions=True)
    assert await asyncio.create_task(ask(db, "a")) == 1
    await db.close()


async def test_nobody_waits_for_ever_among_parties_that_succeed_fail_and_give_up(db: Database) -> None:
    dice = random.Random(20261122)

    async def fail(db: Database, who: str) -> None:
        fair_semaphore.current_tenant.set(who)
        async with db.transaction() as connection:
            await connection.execute("SELECT 1 / 0")

    async with asyncio.timeout(120):
        for _ in range(60):
            crowd = [asyncio.create_task(dice.choice((ask, fail))(db, dice.choice(("", *"abcd")))) for _ in range(40)]
            await asyncio.sleep(dice.random() / 200)
            for given_up in dice.sample(crowd, 5):
                given_up.cancel()
            expected = (asyncpg.DivisionByZeroError, asyncio.CancelledError)
            outcomes = await asyncio.gather(*crowd, return_exceptions=True)
            assert [each for each in outcomes if each != 1 and not isinstance(each, expected)] == []
        # Every place has come back.
        async with AsyncExitStack() as stack:
            for _ in range(SIZE):
                await stack.enter_async_context(db.connection())


async def keep(_connection: asyncpg.Connection, results: list) -> list:
    return [result for _, result in results]


async def test_a_trip_runs_as_the_workspace_that_it_serves(db: Database) -> None:
    seen: list[str] = []

    async def job(shared: Executor) -> tuple[None, None]:
        seen.append(fair_semaphore.current_tenant.get())
        await shared.fetchrow("SELECT 1")
        return None, None

    road = BatchQueue(db, keep, "acc_1")
    await asyncio.gather(*(road.submit("", job) for _ in range(3)))
    assert seen == ["acc_1"] * 3


async def test_a_workspace_whose_trips_wait_for_a_lock_holds_up_nobody_elses(db: Database, database_url: str) -> None:
    blocker = await asyncpg.connect(database_url)
    await blocker.execute("CREATE TABLE jars (owner text PRIMARY KEY, held int)")
    await blocker.execute("INSERT INTO jars VALUES ('acc_1', 0), ('acc_2', 0)")
    await blocker.execute("BEGIN")
    await blocker.execute("UPDATE jars SET held = 0 WHERE owner = 'acc_1'")
    roads = GroupCommitter(db, keep)

    def fill(owner: str) -> asyncio.Task:
        async def job(shared: Executor) -> tuple[None, int]:
            filled = "UPDATE jars SET held = held + 1 WHERE owner = $1 RETURNING held"
            return None, (await shared.fetchrow(filled, owner))["held"]

        return asyncio.create_task(roads.submit(owner, "fill", owner, job))

    stuck = [fill("acc_1") for _ in range(200)]
    await asyncio.sleep(0.1)
    async with asyncio.timeout(60):
        assert sorted(await asyncio.gather(*(fill("acc_2") for _ in range(200)))) == list(range(1, 201))
    assert not any(each.done() for each in stuck)
    await blocker.execute("COMMIT")
    assert sorted(await asyncio.gather(*stuck)) == list(range(1, 201))
    await asyncio.sleep(0)
    assert len(roads) == 0
    await blocker.close()


@pytest.fixture(scope="module")
def one_process(module_database_url: str) -> Iterator[Service]:
    patient = {"database_lock_timeout_seconds": "60", "database_statement_timeout_seconds": "60"}
    with serving(module_database_url, database_pool_timeout_seconds="60", **patient) as running:
        yield running


def test_requests_that_wait_for_a_lock_of_their_own_make_no_stranger_wait(one_process: Service) -> None:
    crowds = [open_client(one_process, f"Crowd {number}") for number in range(3)]
    stranger = open_client(one_process, "Stranger")
    levels, theirs = [shelf(crowd) for crowd in crowds], shelf(stranger)
    paths = [f"/api/v1/products/{goods_of(crowd)}" for crowd in crowds]
    with psycopg.connect(one_process.database_url) as blocker, ThreadPoolExecutor(64) as pool:
        for table in ("stock_levels", "products"):
            owners = [crowd.account_id for crowd in crowds]
            blocker.execute(f"SELECT 1 FROM {table} WHERE account_id = ANY(%s) FOR UPDATE", [owners])
        stuck = []
        for number in range(10):
            for crowd, level, path in zip(crowds, levels, paths, strict=True):
                stuck.append(pool.submit(goods.adjust, crowd, *level, 1))
                stuck.append(pool.submit(crowd, "PATCH", path, {"name": f"Name {number}"}))
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        eventually(lambda: rows(stranger, f"{waiting} AND $1 <> ''"), lambda found: len(found) > SIZE // 2)
        require_served(stranger, theirs)
        assert not any(each.done() for each in stuck)
        blocker.rollback()
        assert {each.result().status for each in stuck} == {200}
    assert [goods.quantity(crowd, *level) for crowd, level in zip(crowds, levels, strict=True)] == [20] * 3


def shelf(client: Client) -> tuple[str, str]:
    level = (goods.default_variant(goods.new_product(client)), goods.new_warehouse(client)["id"])
    goods.stock(client, *level, 10)
    return level


def goods_of(client: Client) -> str:
    return client("GET", "/api/v1/products").data["products"][0]["id"]


def require_served(client: Client, level: tuple[str, str]) -> None:
    for _ in range(5):
        assert client("GET", "/api/v1/products").status == 200
        assert goods.adjust(client, *level, 1).status == 200
        assert client("POST", "/api/v1/products", {"name": "Tea"}).status == 201


def test_an_aggregator_that_never_answers_holds_up_nobody_who_does_not_ask_it(
    api: Service, merchant: Client, stranger: Client
) -> None:
    parcels.fund(merchant)
    drafted, booked = (parcels.new_shipment(merchant)["id"] for _ in range(2))
    assert merchant("POST", f"/api/v1/shipments/{booked}/confirm-pickup", None, goods.fresh_key()).status == 200
    level = shelf(stranger)
    asking: list[tuple] = [
        ("POST", "/api/v1/shipments", parcels.draft()),
        ("POST", "/api/v1/shipments/bulk", {"shipments": [parcels.draft()]}),
        ("POST", f"/api/v1/shipments/{drafted}/rebook", {"courierCode": "jne"}),
        ("GET", f"/api/v1/shipments/{booked}/tracking"),
    ]
    # The aggregator accepts every call and answers none, and the catalogue has not been fetched yet.
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    settings = {
        "aggregator_url": f"http://127.0.0.1:{listener.getsockname()[1]}",
        "aggregator_key": "simulator",
        "aggregator_timeout_seconds": str(HOURS_IN_SECONDS),
    }
    with serving(api.database_url, **settings) as cold, ThreadPoolExecutor(64) as pool:
        clients = [merchant, *(open_client(api, f"Asking {number}") for number in range(SIZE))]
        stuck = [
            pool.submit(msgspec.structs.replace(client, service=cold), *call)
            for client in clients
            for call in (asking if client is merchant else asking[:2] * 2)
        ]
        require_served(msgspec.structs.replace(stranger, service=cold), level)
        assert not any(each.done() for each in stuck)
        listener.close()
        # Requests that waited are told that the aggregator is away.
        assert {each.result().status for each in stuck} <= {502, 504}
        assert cold.faults() == []
