"""Attempts are recorded without a foreign key (migration 0020): none may stay behind without its delivery."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest

from fulfilment import clock
from fulfilment.db.tx import System, Tx
from fulfilment.webhooks import queries, retention, stats
from fulfilment.webhooks.log_queries import REQUEUE
from fulfilment.webhooks.outbound.attempt import Outcome
from fulfilment.webhooks.queue import claiming, settling
from fulfilment.webhooks.queue.claiming import Taken
from fulfilment.webhooks.queue.settling import Result
from fulfilment.webhooks.queue.slots import Slots
from fulfilment.webhooks.retention_queries import FORGET_DELIVERIES
from tests.webhooks.world import World, opened

pytestmark = pytest.mark.asyncio(loop_scope="function")

LEASE_SECONDS = 10.0
WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    async with opened(database_url) as world:
        yield world


async def taken_of(world: World, account_id: str) -> list[Taken]:
    """Two deliveries to a new endpoint, taken to be attempted."""
    await world.endpoint(account_id)
    for _ in range(2):
        await world.event(account_id)
    await world.finish()
    taken = await claiming.take(world.db, Slots(64), LEASE_SECONDS)
    assert len(taken) == 2
    return taken


def result(taken: Taken, *, ok: bool) -> Result:
    outcome = Outcome(ok, 200 if ok else 503, "", None if ok else "HTTP 503", 5)
    return Result(taken, outcome, clock.now(), None if ok else clock.now() + timedelta(minutes=1))


async def delete(world: World, taken: Taken) -> None:
    async with world.db.transaction() as connection:
        await queries.remove_endpoint(Tx(connection, System(taken.account_id)), taken.endpoint_id, clock.now())


async def until_waiting(world: World, number: int) -> None:
    """Until so many sessions wait for a lock."""
    for _ in range(1_000):
        if len(await world.run(WAITING)) == number:
            return
        await asyncio.sleep(0.01)
    pytest.fail(f"{number} should wait")


async def counted(world: World, table: str) -> int:
    return len(await world.run(f"SELECT FROM {table}"))


@pytest.mark.parametrize("ok", [True, False])
async def test_a_deletion_that_waits_for_attempts_to_be_recorded_takes_them_along(world: World, ok: bool):
    taken = await taken_of(world, await world.workspace())
    results = [result(each, ok=ok) for each in taken]
    async with world.db.connection() as connection:
        holding = connection.transaction()
        await holding.start()
        # Whoever counts the same waits, having found the deliveries and locked them.
        outcome = "sent" if ok else "retried"
        counting = [(*each.taken.lane, outcome, each.outcome.duration_ms, each.attempted_at) for each in results]
        await stats.count(connection, counting)
        settled = asyncio.create_task(settling.settle(world.db, results))
        await until_waiting(world, 1)
        deleted = asyncio.create_task(delete(world, taken[0]))
        await until_waiting(world, 2)
        await holding.rollback()
    await asyncio.gather(settled, deleted)
    for table in ("webhook_deliveries", "webhook_attempts", "webhook_queue", "webhook_hours"):
        assert await counted(world, table) == 0, table


@pytest.mark.parametrize("ok", [True, False])
async def test_what_ends_after_its_endpoint_was_deleted_leaves_nothing(world: World, ok: bool):
    taken = await taken_of(world, await world.workspace())
    await delete(world, taken[0])
    await settling.settle(world.db, [result(each, ok=ok) for each in taken])
    for table in ("webhook_deliveries", "webhook_attempts", "webhook_queue", "webhook_hours"):
        assert await counted(world, table) == 0, table


async def test_forgetting_a_delivery_forgets_its_attempts_and_no_others(world: World):
    account_id = await world.workspace()
    old, young = await taken_of(world, account_id)
    await settling.settle(world.db, [result(each, ok=True) for each in (old, young)])
    aged = "UPDATE webhook_deliveries SET created_at = created_at - interval '40 days' WHERE id = $1"
    await world.run(aged, old.delivery_id)
    await world.run(FORGET_DELIVERIES.text, account_id, 0, horizon(), retention.FORGOTTEN_AT_ONCE)
    left = await world.run("SELECT delivery_id FROM webhook_attempts")
    assert [row["delivery_id"] for row in left] == [young.delivery_id]


async def test_an_old_delivery_that_is_tried_again_by_hand_keeps_its_attempts(world: World):
    account_id = await world.workspace()
    taken = await taken_of(world, account_id)
    await settling.settle(world.db, [result(each, ok=True) for each in taken])
    await world.run("UPDATE webhook_deliveries SET created_at = created_at - interval '40 days'")
    async with world.db.transaction() as connection:
        await connection.execute(REQUEUE.text, account_id, taken[0].delivery_id, clock.now())
        # Passes over the one that is held, and removes the other with its attempt.
        await world.run(FORGET_DELIVERIES.text, account_id, 0, horizon(), retention.FORGOTTEN_AT_ONCE)
    (again,) = await claiming.take(world.db, Slots(64), LEASE_SECONDS)
    assert again.number == 2
    await settling.settle(world.db, [result(again, ok=True)])
    attempts = await world.run("SELECT delivery_id, number FROM webhook_attempts ORDER BY number")
    assert [tuple(row) for row in attempts] == [(taken[0].delivery_id, 1), (taken[0].delivery_id, 2)]


def horizon() -> datetime:
    return clock.now() - timedelta(days=30)
