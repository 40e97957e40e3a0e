"""Recoveries take turns, and one that faults holds up none of the others."""

from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import pytest
from structlog.testing import capture_logs

from fulfilment import settings
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Tx
from fulfilment.webhooks import replay
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
    assert {(entry["event"], entry["recovery_id"]) for entry in logs} == {("replay_failed", broken[2])}


async def test_one_that_faults_is_left_alone_for_longer_each_time_and_not_for_ever(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    account_id, endpoint_id, recovery_id = await missed(world)
    await break_for(world, endpoint_id)
    delays, postpone = [], replay.replay_queries.postpone_replay

    async def noted(tx: Tx, id: str, delay: timedelta) -> None:
        delays.append(delay.total_seconds())
        await postpone(tx, id, delay)

    monkeypatch.setattr(replay.replay_queries, "postpone_replay", noted)
    for _ in range(12):
        await world.run(COME_DUE)
        assert await replay.run_batch(world.db)
    assert delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]
    await world.run(MEND)
    assert not await replay.run_batch(world.db)
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
            while await replay.run_batch(impatient):
                continue
        assert await run_replay(world, other[0], other[2]) == ("done", EVENTS)
        assert await run_replay(world, locked[0], locked[2]) == ("running", 0)
        await world.run(COME_DUE)
        assert await run_replay(world, locked[0], locked[2]) == ("done", EVENTS)
    finally:
        await impatient.close()


async def test_they_take_turns_batch_by_batch(world: World):
    recoveries = [(await missed(world))[2] for _ in range(3)]
    seen, turn = [], replay.ReplayCursor()
    for _ in recoveries:
        assert await replay.run_batch(world.db, turn)
        rows = await world.run("SELECT id, queued FROM webhook_replays")
        seen.append(sorted(row["queued"] for row in rows))
    assert seen == [[0, 0, 3], [0, 3, 3], [3, 3, 3]]


async def test_a_database_that_is_away_postpones_nothing(world: World, monkeypatch: pytest.MonkeyPatch):
    account_id, _, recovery_id = await missed(world)

    async def lose_connection(*_: object) -> None:
        raise asyncpg.ConnectionDoesNotExistError

    with monkeypatch.context() as patch:
        patch.setattr(replay.queries, "lock_endpoint", lose_connection)
        patch.setattr(replay.replay_queries, "postpone_replay", lose_connection)
        with pytest.raises(asyncpg.ConnectionDoesNotExistError):
            await replay.run_batch(world.db)
    assert await run_replay(world, account_id, recovery_id) == ("done", EVENTS)
