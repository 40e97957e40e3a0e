"""A row or an endpoint that fails every time holds up no other work of the workers on webhooks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import asyncpg
import pytest
from structlog.testing import capture_logs

from fulfilment import settings
from fulfilment.infra import clock
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.webhooks import queries, replay, retention
from fulfilment.webhooks.endpoints import delete_expired_secrets
from tests.harness.breaking import let_rest, mending, refusing
from tests.webhooks.test_replay_turns import OneAtATime
from tests.webhooks.test_retention import OLD, build_settings, delivered, list_remaining
from tests.webhooks.world import World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="function")


@pytest.fixture
async def world(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr(retention, "DELETE_BATCH_SIZE", 8)
    monkeypatch.setattr(queries, "BATCH_ROWS", 8)
    async with open_world(database_url) as world:
        yield world


@asynccontextmanager
async def impatient(database_url: str) -> AsyncIterator[Database]:
    """As a worker is, only more so."""
    db = Database(settings.load({"FULFILMENT_DATABASE_LOCK_TIMEOUT_SECONDS": "0.1"}), database_url)
    await db.open()
    yield db
    await db.close()


def list_logged(logs: list, event: str, name: str) -> list[str]:
    return [entry[name] for entry in logs if entry["event"] == event]


async def test_an_old_delivery_that_cannot_be_removed_stays_alone(world: World):
    broken, sound = [], []
    for _ in range(3):
        account_id = await world.workspace()
        await world.endpoint(account_id, since=OLD)
        broken.append(await delivered(world, account_id, OLD))
        sound += [await delivered(world, account_id, OLD, "failed") for _ in range(10)]
    spoilt = f"OLD.event_id = '{broken[0]}'"
    await world.execute(refusing("webhook_deliveries", "DELETE", spoilt))
    with capture_logs() as logs:
        await retention.delete_expired(world.db, build_settings())
    assert await list_remaining(world, "webhook_deliveries", "event_id") == {broken[0]}
    assert await list_remaining(world, "events", "id") == {broken[0]}
    (delivery,) = await world.run("SELECT id FROM webhook_deliveries")
    assert list_logged(logs, "cleanup_failed", "id") == [delivery["id"]]
    await world.execute(mending("webhook_deliveries"))
    await retention.delete_expired(world.db, build_settings())
    assert await list_remaining(world, "events", "id") == set()


async def test_an_old_event_that_cannot_be_removed_stays_alone(world: World):
    events = []
    for _ in range(2):
        account_id = await world.workspace()
        events += [await world.event(account_id, at=OLD) for _ in range(20)]
    await world.finish()
    await world.execute(refusing("events", "DELETE", f"OLD.id IN ('{events[0]}', '{events[30]}')"))
    with capture_logs() as logs:
        await retention.delete_expired(world.db, build_settings())
    assert await list_remaining(world, "events", "id") == {events[0], events[30]}
    assert list_logged(logs, "cleanup_failed", "id") == [events[0], events[30]]


async def test_old_statistics_that_cannot_be_removed_stay_alone(world: World):
    account_id = await world.workspace()
    hours = """
        INSERT INTO webhook_hourly_stats (account_id, endpoint_id, hour, outcome, duration_bucket, attempts, last_at)
        SELECT $1, $2, date_trunc('hour', now()) - interval '40 days' - n * interval '1 hour', 'sent', n, 1, now()
          FROM generate_series(1, 30) n
    """
    await world.run(hours, account_id, await world.endpoint(account_id))
    await world.execute(refusing("webhook_hourly_stats", "DELETE", "OLD.duration_bucket = 20"))
    await retention.delete_expired(world.db, build_settings())
    assert await list_remaining(world, "webhook_hourly_stats", "duration_bucket") == {20}


async def test_an_old_secret_that_cannot_be_removed_holds_up_no_other(world: World, monkeypatch: pytest.MonkeyPatch):
    account_id = await world.workspace()
    endpoints = [await world.endpoint(account_id) for _ in range(3)]
    over = "UPDATE webhook_endpoints SET previous_secret = 'old', previous_secret_until = now() - interval '1 minute'"
    await world.run(over)
    await world.execute(refusing("webhook_endpoints", "UPDATE", f"NEW.id = '{endpoints[0]}'"))
    with capture_logs() as logs:
        await delete_expired_secrets(world.db)
        await delete_expired_secrets(world.db)
    assert list_logged(logs, "batch_row_failed", "id") == [endpoints[0]]
    two = "SELECT id FROM webhook_endpoints WHERE previous_secret IS NOT NULL"
    assert [row["id"] for row in await world.run(two)] == [endpoints[0]]
    await world.execute(mending("webhook_endpoints"))
    let_rest(monkeypatch)
    await delete_expired_secrets(world.db)
    assert await world.run(two) == []


async def deleted(world: World, account_id: str, events: int) -> str:
    """A deleted endpoint with more in its log than the request that deleted it removed."""
    endpoint_id = await world.endpoint(account_id)
    for _ in range(events):
        await world.event(account_id)
    await world.finish()
    async with world.db.transaction() as connection:
        await queries.soft_delete_endpoint(Tx(connection, System(account_id)), endpoint_id, clock.now())
    return endpoint_id


async def test_a_deleted_endpoint_that_cannot_be_purged_holds_up_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    broken = await deleted(world, await world.workspace(), 20)
    others = [await deleted(world, await world.workspace(), 20) for _ in range(2)]
    await world.execute(refusing("webhook_deliveries", "DELETE", f"OLD.endpoint_id = '{broken}'"))
    with capture_logs() as logs:
        await retention.purge_deleted_endpoints(world.db)
        await retention.purge_deleted_endpoints(world.db)
    assert list_logged(logs, "endpoint_not_purged", "endpoint_id") == [broken]
    assert await list_remaining(world, "webhook_endpoints", "id") == {broken}
    assert set(others).isdisjoint(await list_remaining(world, "webhook_deliveries", "endpoint_id"))
    await world.execute(mending("webhook_deliveries"))
    let_rest(monkeypatch)
    await retention.purge_deleted_endpoints(world.db)
    assert await list_remaining(world, "webhook_endpoints", "id") == set()


async def test_a_deleted_endpoint_that_is_locked_holds_up_no_other(world: World, database_url: str):
    locked = await deleted(world, await world.workspace(), 20)
    await deleted(world, await world.workspace(), 20)
    holder = await asyncpg.connect(database_url)
    async with impatient(database_url) as db, holder.transaction():
        await holder.execute("SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE", locked)
        with capture_logs() as logs:
            await retention.purge_deleted_endpoints(db)
        assert await list_remaining(world, "webhook_endpoints", "id") == {locked}
    assert list_logged(logs, "purge_retry_scheduled", "endpoint_id") == [locked]
    await holder.close()


async def test_a_workspace_with_many_recoveries_gets_one_turn_in_a_round(world: World):
    many, few = sorted([await world.workspace() for _ in range(2)])
    for account_id, number in ((many, 5), (few, 1)):
        endpoints = [await world.endpoint(account_id, since=OLD) for _ in range(number)]
        for endpoint_id in endpoints:
            await start_replay(world, account_id, endpoint_id)
    await world.run("UPDATE webhook_replays SET due_at = now() - interval '1 h' WHERE account_id = $1", many)
    worker = OneAtATime(world.db)
    assert await worker.run_batch()
    assert await worker.run_batch()
    done = await world.run("SELECT account_id FROM webhook_replays WHERE status = 'done' ORDER BY account_id")
    assert [row["account_id"] for row in done] == [many, few]


async def test_workers_at_once_carry_on_with_different_recoveries(world: World):
    account_id = await world.workspace()
    for _ in range(4):
        await start_replay(world, account_id, await world.endpoint(account_id, since=OLD))
    with capture_logs() as logs:
        await asyncio.gather(*(OneAtATime(world.db).run_batch() for _ in range(4)))
        assert logs == []
        await OneAtATime(world.db).run_due()
    done = await world.run("SELECT faults FROM webhook_replays WHERE status = 'done'")
    assert [row["faults"] for row in done] == [0] * 4


async def start_replay(world: World, account_id: str, endpoint_id: str) -> None:
    """A recovery that finds nothing to deliver again."""
    begun = """
        INSERT INTO webhook_replays (account_id, id, endpoint_id, since, until, position, last, created_at,
                                        updated_at)
        VALUES ($1, $2, $2, $3, now(), '', 'z', now(), now())
    """
    await world.run(begun, account_id, endpoint_id, clock.now() - timedelta(hours=1))


async def test_what_a_recovery_delivers_again_at_once_is_less_after_a_fault(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=OLD)
    for _ in range(3):
        await world.event(account_id)
    await start_replay(world, account_id, endpoint_id)
    asked, redeliver = [], replay.replay_queries.redeliver_events

    async def too_slow(tx: Tx, id: str, most: int, *given: object) -> None:
        asked.append(most)
        if most > 2:
            raise asyncpg.QueryCanceledError
        await redeliver(tx, id, most, *given)

    monkeypatch.setattr(replay, "EVENTS_PER_BATCH", 8)
    monkeypatch.setattr(replay.replay_queries, "redeliver_events", too_slow)
    while (await world.run("SELECT status FROM webhook_replays"))[0]["status"] == "running":
        await world.run("UPDATE webhook_replays SET due_at = now()")
        await OneAtATime(world.db).run_batch()
    assert asked == [8, 4, 2, 8, 4, 2]
