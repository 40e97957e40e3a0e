"""Only records past their retention are deleted."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from fulfilment import settings
from fulfilment.infra import clock
from fulfilment.settings import Settings
from fulfilment.webhooks import retention
from fulfilment.webhooks.retention_queries import DELETE_DELIVERIES, DELETE_EVENTS, FIND_WORKSPACES_WITH_OLD_EVENTS
from tests.harness.plans import rows_read
from tests.webhooks.world import World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="function")

NOW = clock.now()
OLD = NOW - timedelta(days=31)
YOUNG = NOW - timedelta(days=29)


@pytest.fixture
async def world(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr(retention, "DELETE_BATCH_SIZE", 3)
    monkeypatch.setattr(retention, "WORKSPACES_PER_BATCH", 2)
    async with open_world(database_url) as world:
        yield world


def build_settings(days: int = 30) -> Settings:
    return settings.load({"FULFILMENT_WEBHOOK_LOG_DAYS": str(days)})


async def delivered(world: World, account_id: str, at, status: str = "sent", attempts: int = 2) -> str:
    """An event with its delivery and attempts, all of that time; the event's id. The workspace has one endpoint."""
    event_id = await world.event(account_id, at=at)
    await world.finish()
    logged = """
        WITH logged AS (
            UPDATE webhook_deliveries SET status = $2, created_at = $3 WHERE event_id = $1 RETURNING account_id, id
        ), tried AS (
            INSERT INTO webhook_attempts (account_id, delivery_id, number, is_success, duration_ms, attempted_at)
            SELECT account_id, id, number, true, 5, $3 FROM logged, generate_series(1, $4::int) number
        ) DELETE FROM webhook_queue q USING logged WHERE q.delivery_id = logged.id AND $2 <> 'pending'
    """
    await world.run(logged, event_id, status, at, attempts)
    return event_id


async def list_remaining(world: World, table: str, column: str) -> set[str]:
    return {row[0] for row in await world.run(f"SELECT {column} FROM {table}")}


async def test_old_deliveries_go_with_their_attempts_and_events_in_every_workspace(world: World):
    young = set()
    for _ in range(5):
        account_id = await world.workspace()
        await world.endpoint(account_id, since=OLD)
        for number in range(7):
            await delivered(world, account_id, OLD, "sent" if number % 2 else "failed")
        young |= {await delivered(world, account_id, YOUNG), await delivered(world, account_id, YOUNG, "failed")}
    await retention.delete_expired(world.db, build_settings())
    assert await list_remaining(world, "webhook_deliveries", "event_id") == young
    assert await list_remaining(world, "events", "id") == young
    assert len(await world.run("SELECT FROM webhook_attempts")) == 2 * len(young)


async def test_a_pending_delivery_stays_with_its_event_and_what_is_behind_them_goes(world: World):
    account_id = await world.workspace()
    await world.endpoint(account_id, since=OLD)
    pending = {await delivered(world, account_id, OLD, "pending") for _ in range(4)}
    for _ in range(4):
        await delivered(world, account_id, OLD)
    await retention.delete_expired(world.db, build_settings())
    assert (
        await list_remaining(world, "webhook_deliveries", "event_id")
        == await list_remaining(world, "events", "id")
        == pending
    )


async def test_while_a_long_outbox_waits_old_events_stay(world: World):
    account_id = await world.workspace()
    await world.event(account_id, at=OLD)
    await world.finish()
    waiting = {await world.event(account_id, at=OLD) for _ in range(3)}
    await retention.delete_expired(world.db, build_settings())
    assert await list_remaining(world, "events", "id") > waiting
    await world.finish()
    await retention.delete_expired(world.db, build_settings())
    assert await list_remaining(world, "events", "id") == set()


async def test_an_event_that_no_endpoint_heard_goes_and_one_not_yet_fanned_out_stays(world: World):
    account_id = await world.workspace()
    await world.event(account_id, at=OLD)
    await world.finish()
    waiting = await world.event(account_id, at=OLD)
    young = await world.event(account_id, at=YOUNG)
    await retention.delete_expired(world.db, build_settings())
    assert await list_remaining(world, "events", "id") == {waiting, young}


async def test_the_log_may_be_kept_shorter_than_the_events_and_never_longer(world: World):
    account_id = await world.workspace()
    await world.endpoint(account_id, since=OLD)
    events = {await delivered(world, account_id, at) for at in (OLD, YOUNG, NOW)}
    await retention.delete_expired(world.db, build_settings(days=90))
    assert (
        await list_remaining(world, "webhook_deliveries", "event_id")
        == await list_remaining(world, "events", "id")
        == events
    )
    await retention.delete_expired(world.db, build_settings(days=7))
    assert len(await list_remaining(world, "webhook_deliveries", "event_id")) == 1
    assert len(await list_remaining(world, "events", "id")) == 2


async def test_the_numbering_of_events_goes_on(world: World):
    account_id = await world.workspace()
    await world.event(account_id, at=OLD)
    await world.finish()
    await world.run("INSERT INTO event_sequences VALUES ($1, 'prod_1', 1)", account_id)
    await retention.delete_expired(world.db, build_settings())
    assert await list_remaining(world, "events", "id") == set()
    assert [tuple(row) for row in await world.run("SELECT subject, last FROM event_sequences")] == [("prod_1", 1)]


async def test_a_delivery_that_is_just_being_retried_is_passed_over_and_not_waited_for(world: World):
    account_id = await world.workspace()
    await world.endpoint(account_id, since=OLD)
    held, other = await delivered(world, account_id, OLD, "failed"), await delivered(world, account_id, OLD)
    async with world.db.transaction() as connection:
        lock = "SELECT FROM webhook_deliveries WHERE event_id = $1 FOR NO KEY UPDATE"
        await connection.fetch(lock, held)
        await asyncio.wait_for(retention.delete_expired(world.db, build_settings()), 10)
    assert await list_remaining(world, "webhook_deliveries", "event_id") == {held}
    assert other not in await list_remaining(world, "events", "id")


async def test_a_batch_reads_little_more_than_it_removes_however_much_there_is(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=OLD)
    fill = """
        WITH happened AS (
            INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
            SELECT $1, 'evt_' || to_char(n, 'FM00000000000000000000000000'), 'svc.product.created.v1', 'prod_1', n,
                   '{}', CASE WHEN n <= 1000 THEN $3::timestamptz ELSE $4 END
              FROM generate_series(1, 40000) n
            RETURNING account_id, id, type, occurred_at
        )
        INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, type, status, created_at, updated_at)
        SELECT account_id, id, $2, id, type, CASE WHEN id LIKE '%3' THEN 'failed' ELSE 'sent' END, occurred_at,
               occurred_at
          FROM happened ORDER BY id
    """
    await world.run(fill, account_id, endpoint_id, OLD, YOUNG)
    horizon = NOW - timedelta(days=30)
    async with world.db.connection() as connection:
        await connection.execute("VACUUM ANALYZE events")
        await connection.execute("VACUUM ANALYZE webhook_deliveries")
        # The oldest of both statuses, the rows themselves to lock, and once more to remove.
        assert await rows_read(connection, DELETE_DELIVERIES.text, account_id, 0, horizon, 100) <= 5 * 100
        await connection.execute("DELETE FROM webhook_deliveries WHERE id < 'evt_00000000000000000000000500'")
        assert await rows_read(connection, DELETE_EVENTS.text, account_id, "", horizon, 100) <= 5 * 100
        assert await rows_read(connection, FIND_WORKSPACES_WITH_OLD_EVENTS.text, [account_id], horizon) == 1
