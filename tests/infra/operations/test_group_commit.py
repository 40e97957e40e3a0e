"""Group commit: requests share a transaction, and none is worse off for it (infra/operations/group_commit.py)."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import asyncpg
import pytest

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.authenticator import Authenticator
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import UNAVAILABLE, Database
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations import group_commit
from fulfilment.infra.operations.command import Command
from fulfilment.infra.operations.command_runner import CommandRunner
from fulfilment.infra.operations.group_commit import BatchQueue, GroupCommitter, NotBatchable
from fulfilment.settings import load

JARS = ("amber", "blue", "cyan", "dun", "ecru", "fawn")

FILL = "UPDATE jars SET held = held + $2, step = nextval('steps') WHERE name = $1 RETURNING held, step, " + (
    "pg_current_xact_id()::text AS trip"
)
READ = "SELECT held FROM jars WHERE name = $1"

ALONE = Principal(account_id="acc_convoy", actor_id="acc_convoy")


class Refused(ApiError):
    """A member's own fault."""

    status, code, message = 409, "REFUSED_IN_A_TEST", "Not this one."


@pytest.fixture
async def jars(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """A table that the members change; as many deadlocks as it had are counted by its database."""
    connection = await asyncpg.connect(database_url)
    await connection.execute("CREATE SEQUENCE steps")
    await connection.execute("CREATE TABLE jars (name text PRIMARY KEY, held bigint NOT NULL, step bigint)")
    await connection.executemany("INSERT INTO jars VALUES ($1, 0)", [(name,) for name in JARS])
    yield connection
    await connection.close()


@asynccontextmanager
async def opened(database_url: str) -> AsyncIterator[Database]:
    database = Database(load({}), database_url)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


@pytest.fixture
async def db(database_url: str, jars: asyncpg.Connection) -> AsyncIterator[Database]:
    async with opened(database_url) as database:
        yield database


async def keep(_connection: asyncpg.Connection, results: Any) -> list[Any]:
    """The answers of the members, without a store of answers."""
    return [result for _, result in results]


def filling(jar: str, amount: int = 1):
    async def job(shared):
        return None, await shared.fetchrow(FILL, jar, amount)

    return job


async def held(jars: asyncpg.Connection) -> dict[str, int]:
    return {row["name"]: row["held"] for row in await jars.fetch("SELECT name, held FROM jars WHERE held <> 0")}


async def test_members_that_arrive_together_share_a_transaction(db: Database, jars: asyncpg.Connection):
    road = BatchQueue(db, keep, "acc_convoy")
    rows = await asyncio.gather(*(road.submit(jar, filling(jar)) for jar in JARS))
    trips = Counter(row["trip"] for row in rows)
    assert len(trips) <= group_commit.MAX_CONCURRENT_BATCHES
    assert await held(jars) == dict.fromkeys(JARS, 1)


async def test_a_crowd_is_carried_in_trips_of_bounded_size(db: Database, jars: asyncpg.Connection):
    road = BatchQueue(db, keep, "acc_convoy")
    crowd = group_commit.MAX_BATCH_SIZE * 2 + 10
    rows = await asyncio.gather(*(road.submit("blue", filling("blue")) for _ in range(crowd)))
    trips = Counter(row["trip"] for row in rows)
    assert max(trips.values()) <= group_commit.MAX_BATCH_SIZE
    assert len(trips) < crowd / 10
    assert sorted(row["held"] for row in rows) == list(range(1, crowd + 1))


async def test_rows_are_locked_in_the_members_order_whoever_came_first(db: Database, jars: asyncpg.Connection):
    road = BatchQueue(db, keep, "acc_convoy")
    rows = await asyncio.gather(*(road.submit(jar, filling(jar)) for jar in reversed(JARS)))
    assert len({row["trip"] for row in rows}) == 1
    assert [row["step"] for row in reversed(rows)] == sorted(row["step"] for row in rows)


async def test_each_member_sees_what_those_before_it_did(db: Database, jars: asyncpg.Connection):
    async def move_all_of_amber(shared):
        async with shared.transaction():
            amber = await shared.fetchrow(READ, "amber")
            return None, await shared.fetchrow(FILL, "blue", amber["held"] * 10)

    road = BatchQueue(db, keep, "acc_convoy")
    blue, amber = await asyncio.gather(road.submit("b", move_all_of_amber), road.submit("a", filling("amber", 4)))
    assert (blue["held"], blue["trip"]) == (40, amber["trip"])


async def test_a_trip_that_waits_for_a_row_does_not_keep_others_from_theirs(db: Database, jars: asyncpg.Connection):
    road = BatchQueue(db, keep, "acc_convoy")
    async with jars.transaction():
        await jars.execute("UPDATE jars SET held = held WHERE name = 'amber'")
        stuck = asyncio.create_task(road.submit("amber", filling("amber")))
        while not await jars.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110 - SQL alone
            await asyncio.sleep(0.01)
        assert (await road.submit("blue", filling("blue")))["held"] == 1
        assert not stuck.done()
    assert (await stuck)["held"] == 1


async def test_a_member_that_joins_as_the_last_trip_ends_is_not_forgotten(
    db: Database, jars: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(group_commit, "MAX_CONCURRENT_BATCHES", 1)
    road = BatchQueue(db, keep, "acc_convoy")
    async with asyncio.timeout(30):
        first = await road.submit("blue", filling("blue"))
        second = await road.submit("blue", filling("blue"))
    assert (first["held"], second["held"]) == (1, 2)


async def failing(shared):
    await shared.fetchrow(FILL, "blue", 100)
    raise Refused


async def test_a_member_that_fails_is_left_behind_with_nothing_kept_of_it(db: Database, jars: asyncpg.Connection):
    road = BatchQueue(db, keep, "acc_convoy")
    travelling = [
        road.submit("amber", filling("amber")),
        road.submit("blue", failing),
        road.submit("cyan", filling("cyan")),
    ]
    amber, blue, cyan = await asyncio.gather(*travelling, return_exceptions=True)
    assert isinstance(blue, NotBatchable)
    assert amber["trip"] == cyan["trip"]
    assert await held(jars) == {"amber": 1, "cyan": 1}


async def test_a_statement_that_fails_does_not_fail_its_neighbours(db: Database, jars: asyncpg.Connection):
    async def dividing(shared):
        return None, await shared.fetchrow("SELECT 1 / $1::int AS held", 0)

    road = BatchQueue(db, keep, "acc_convoy")
    members = [road.submit("amber", dividing), road.submit("blue", filling("blue"))]
    refused, filled = await asyncio.gather(*members, return_exceptions=True)
    assert isinstance(refused, NotBatchable)
    assert filled["held"] == 1


async def test_nobody_is_held_up_by_more_than_one_failing_neighbour(
    db: Database, jars: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(group_commit, "MAX_CONCURRENT_BATCHES", 1)
    road = BatchQueue(db, keep, "acc_convoy")
    runs, later = [], []

    async def steady(shared):
        runs.append("steady")
        return await filling("amber")(shared)

    async def failing_with_another_behind(shared):
        later.append(asyncio.create_task(road.submit("cyan", failing)))
        return await failing(shared)

    travelling = [road.submit("amber", steady), road.submit("blue", failing_with_another_behind)]
    outcomes = await asyncio.gather(*travelling, return_exceptions=True)
    outcomes += await asyncio.gather(*later, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [NotBatchable, NotBatchable, NotBatchable]
    assert runs == ["steady", "steady"]


async def test_a_trip_whose_answers_cannot_be_stored_keeps_nothing(db: Database, jars: asyncpg.Connection):
    async def lose(connection: asyncpg.Connection, _results: Any) -> list[Any]:
        await connection.execute("SELECT 1 / 0")
        return []

    with pytest.raises(NotBatchable):
        await BatchQueue(db, lose, "acc_convoy").submit("amber", filling("amber"))
    assert await held(jars) == {}


async def test_statements_of_any_number_of_rows_are_answered_to_whom_they_belong(
    db: Database, jars: asyncpg.Connection
):
    beyond = "SELECT name FROM jars WHERE name > $1 ORDER BY name"

    def looking(jar: str):
        async def job(shared):
            rows = await shared.fetch(beyond, jar)
            first = await shared.fetchrow(beyond, jar)
            moved = await shared.fetchmany(FILL, [(name, 1) for name in (jar, *(row["name"] for row in rows))])
            return None, ([row["name"] for row in rows], first and first["name"], len(moved))

        return job

    road = BatchQueue(db, keep, "acc_convoy")
    told = await asyncio.gather(*(road.submit(jar, looking(jar)) for jar in reversed(JARS)))
    after = [list(JARS[nth + 1 :]) for nth in range(len(JARS))]
    assert list(reversed(told)) == [(names, names[0] if names else None, len(names) + 1) for names in after]
    assert await held(jars) == {jar: nth + 1 for nth, jar in enumerate(JARS)}


async def test_what_came_by_another_route_does_not_travel_along(db: Database, jars: asyncpg.Connection):
    roads = GroupCommitter(db, keep)
    rows = await asyncio.gather(*(roads.submit("acc_convoy", jar[0], jar, filling(jar)) for jar in JARS))
    assert len({row["trip"] for row in rows}) == len(JARS)
    await asyncio.sleep(0)
    assert len(roads) == 0


async def test_members_are_not_refused_for_what_another_did(db: Database, jars: asyncpg.Connection):
    runs = Counter()

    def work(jar: str):
        async def handle(tx: Tx) -> dict[str, str]:
            runs[jar] += 1
            row = await tx._executor.fetchrow(FILL, jar, 1)
            if jar == "cyan":
                raise Refused
            return {"trip": row["trip"]}

        return handle

    settings = load({})
    mutations = CommandRunner(db, Authenticator(db, settings), WorkerNotifier(db))
    travelling = [mutations.run(Command(request(), ALONE, None, 200, work(jar), batch_key=(jar,))) for jar in JARS]
    outcomes = dict(zip(JARS, await asyncio.gather(*travelling, return_exceptions=True), strict=True))
    assert isinstance(outcomes.pop("cyan"), Refused)
    assert {answered.status for answered in outcomes.values()} == {200}
    assert len({answered.body for answered in outcomes.values()}) == len(outcomes)
    assert max(runs.values()) == 2
    assert await held(jars) == {jar: 1 for jar in JARS if jar != "cyan"}


async def test_a_member_that_gives_up_does_not_hurt_the_others(db: Database, jars: asyncpg.Connection):
    aboard, pre_check = asyncio.Event(), asyncio.Event()

    async def slow(shared):
        aboard.set()
        await pre_check.wait()
        return None, await shared.fetchrow(FILL, "amber", 1)

    road = BatchQueue(db, keep, "acc_convoy")
    waits = asyncio.create_task(road.submit("amber", slow))
    leaves = asyncio.create_task(road.submit("blue", filling("blue")))
    stays = asyncio.create_task(road.submit("cyan", filling("cyan")))
    await aboard.wait()
    leaves.cancel()
    await asyncio.gather(leaves, return_exceptions=True)
    pre_check.set()
    rows = await asyncio.gather(waits, stays)
    assert leaves.cancelled()
    assert len({row["trip"] for row in rows}) == 1
    assert (await held(jars)).items() >= {"amber": 1, "cyan": 1}.items()


async def test_a_lost_server_is_told_to_every_member_and_nothing_is_run_again(db: Database, jars: asyncpg.Connection):
    runs = Counter()

    def work(jar: str):
        async def handle(tx: Tx) -> None:
            runs[jar] += 1
            await tx._executor.fetchrow("SELECT pg_terminate_backend(pg_backend_pid()) AS gone, $1::text", jar)

        return handle

    mutations = CommandRunner(db, Authenticator(db, load({})), WorkerNotifier(db))
    travelling = [mutations.run(Command(request(), ALONE, None, 200, work(jar), batch_key=(jar,))) for jar in JARS]
    outcomes = await asyncio.gather(*travelling, return_exceptions=True)
    assert all(isinstance(outcome, UNAVAILABLE) for outcome in outcomes), outcomes
    assert set(runs.values()) == {1}


async def test_convoys_of_many_processes_on_crossing_rows_never_deadlock(database_url: str, jars: asyncpg.Connection):
    """Each pool with its committer stands for a process; the server cannot tell the difference."""
    dice = random.Random(11)
    choices = [dice.choice(JARS) for _ in range(600)]
    async with AsyncExitStack() as stack:
        roads = [
            BatchQueue(await stack.enter_async_context(opened(database_url)), keep, "acc_convoy") for _ in range(4)
        ]
        members = [roads[n % 4].submit(jar, filling(jar)) for n, jar in enumerate(choices)]
        rows = await asyncio.gather(*members)
    assert len({row["trip"] for row in rows}) < len(choices) / 2
    assert await held(jars) == Counter(choices)
    assert await deadlocks(jars) == 0


async def deadlocks(connection: asyncpg.Connection) -> int:
    """How many the server has had to break in this database, sessions that have ended included."""
    await connection.execute("SELECT pg_stat_force_next_flush()")
    return await connection.fetchval("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")


def request() -> Request:
    return Request("POST", b"/", b"", {}, b"", None)


async def test_members_that_cannot_be_sorted_are_told_to_go_alone(db: Database, jars: asyncpg.Connection):
    road = BatchQueue(db, keep, "acc_convoy")
    async with asyncio.timeout(10):
        travelling = [road.submit(("amber", None), filling("amber")), road.submit(("amber", "blue"), filling("blue"))]
        outcomes = await asyncio.gather(*travelling, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [NotBatchable, NotBatchable]
        assert (await road.submit("cyan", filling("cyan")))["held"] == 1
