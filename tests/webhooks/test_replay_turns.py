"""Recoveries take turns, and a recovery that fails holds up none of the others."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import asyncpg
import pytest
from structlog.testing import capture_logs

from fulfilment import settings
from fulfilment.infra.database.pool import Database
from fulfilment.webhooks import replay
from fulfilment.webhooks.replay import ReplayWorker
from fulfilment.webhooks.replay_queries import REPLAYS
from tests.webhooks.test_replay import NOW, SINCE, run_replay, start_replay
from tests.webhooks.world import World, open_world

EVENTS = 7
# Whatever is queued for this endpoint faults, as a defect that one row alone provokes would have it.
BREAK = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON webhook_deliveries
        FOR EACH ROW WHEN (NEW.endpoint_id = '{endpoint_id}') EXECUTE FUNCTION refuse()
"""
MEND = "DROP TRIGGER refuse ON webhook_deliveries"
COME_DUE = "UPDATE webhook_replays SET due_at = now() WHERE status = 'running'"

pytestmark = pytest.mark.asyncio(loop_scope="function")


@pytest.fixture
async def world(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr(replay, "EVENTS_PER_BATCH", 3)
    async with open_world(database_url) as world:
        yield world


class OneAtATime(ReplayWorker):
    """Carries on with one recovery at a time."""

    max_concurrent = 1

    async def run_batch(self) -> int:
        """One batch of the recovery whose turn it is."""
        started = await self.start_due()
        await self.join()
        return started


async def missed(world: World) -> tuple[str, str, str]:
    """The recovery of an endpoint that missed some events: (workspace, endpoint, recovery)."""
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=SINCE)
    for _ in range(EVENTS):
        await world.event(account_id, at=NOW - timedelta(minutes=5))
    await world.run("DELETE FROM outbox")
    return account_id, endpoint_id, await start_replay(world, account_id, endpoint_id)


async def break_for(world: World, endpoint_id: str) -> None:
    async with world.db.connection() as connection:
        await connection.execute(BREAK.format(endpoint_id=endpoint_id))


async def test_one_that_faults_every_time_does_not_hold_up_the_others(world: World):
    broken = await missed(world)
    await break_for(world, broken[1])
    others = [await missed(world) for _ in range(2)]
    with capture_logs() as logs:
        ends = [await run_replay(world, account_id, recovery_id) for account_id, _, recovery_id in others]
    assert ends == [("done", EVENTS)] * 2
    assert await run_replay(world, broken[0], broken[2]) == ("running", 0)
    assert {(entry["event"], entry["recovery_id"]) for entry in logs} == {("job_failed", broken[2])}


async def test_one_that_faults_is_left_alone_for_longer_each_time_and_not_for_ever(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    account_id, endpoint_id, recovery_id = await missed(world)
    await break_for(world, endpoint_id)
    delays, postpone = [], REPLAYS.postpone

    async def noted(
        db: Database, row: asyncpg.Record, owner_id: int | None, wait: timedelta, *, is_counted: bool
    ) -> None:
        delays.append(wait.total_seconds())
        await postpone(db, row, owner_id, wait, is_counted=is_counted)

    monkeypatch.setattr(REPLAYS, "postpone", noted)
    for _ in range(12):
        await world.run(COME_DUE)
        assert await OneAtATime(world.db).run_batch()
    assert delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]
    await world.run(MEND)
    assert not await OneAtATime(world.db).run_batch()
    await world.run(COME_DUE)
    assert await run_replay(world, account_id, recovery_id) == ("done", EVENTS)
    assert (await world.run("SELECT faults FROM webhook_replays"))[0]["faults"] == 0


async def test_one_whose_endpoint_is_locked_does_not_hold_up_the_others(world: World, database_url: str):
    locked = await missed(world)
    other = await missed(world)
    impatient = Database(settings.load({"FULFILMENT_DATABASE_LOCK_TIMEOUT_SECONDS": "0.05"}), database_url)
    await impatient.open()
    try:
        async with world.db.transaction() as connection:
            await connection.execute("SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE", locked[1])
            await ReplayWorker(impatient).run_due()
        assert await run_replay(world, other[0], other[2]) == ("done", EVENTS)
        assert await run_replay(world, locked[0], locked[2]) == ("running", 0)
        await world.run(COME_DUE)
        assert await run_replay(world, locked[0], locked[2]) == ("done", EVENTS)
    finally:
        await impatient.close()


async def test_they_take_turns_batch_by_batch(world: World):
    recoveries = [(await missed(world))[2] for _ in range(3)]
    seen, worker = [], OneAtATime(world.db)
    for _ in recoveries:
        assert await worker.run_batch()
        rows = await world.run("SELECT id, queued FROM webhook_replays")
        seen.append(sorted(row["queued"] for row in rows))
    assert seen == [[0, 0, 3], [0, 3, 3], [3, 3, 3]]


async def test_what_an_absent_database_interrupts_is_postponed_when_it_is_back(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    account_id, _, recovery_id = await missed(world)

    postpone, attempts = REPLAYS.postpone, []

    async def lose_connection(*_: object) -> None:
        raise asyncpg.ConnectionDoesNotExistError

    async def lose_first(*arguments: Any, **options: Any) -> None:
        attempts.append(arguments)
        if len(attempts) == 1:
            raise asyncpg.ConnectionDoesNotExistError
        await postpone(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(replay.queries, "lock_endpoint", lose_connection)
        patch.setattr(REPLAYS, "postpone", lose_first)
        with capture_logs() as logs:
            await ReplayWorker(world.db).run_due()
    assert [entry["event"] for entry in logs] == ["job_unavailable", "job_not_postponed"]
    released = "SELECT FROM webhook_replays WHERE due_at < now() + interval '2 s'"
    async with asyncio.timeout(10):
        while not await world.run(released):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await world.run(COME_DUE)
    assert await run_replay(world, account_id, recovery_id) == ("done", EVENTS)
