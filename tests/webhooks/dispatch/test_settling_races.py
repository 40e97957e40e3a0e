"""Attempts are recorded without a foreign key (migration 0020): none may stay behind without its delivery."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest

from fulfilment.infra import clock
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.webhooks import queries, retention, stats
from fulfilment.webhooks.dispatch import dequeue, result_recording
from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter
from fulfilment.webhooks.dispatch.dequeue import ClaimedDelivery
from fulfilment.webhooks.dispatch.result_recording import AttemptResult
from fulfilment.webhooks.http.attempt import AttemptOutcome
from fulfilment.webhooks.log_queries import REQUEUE_DELIVERY
from fulfilment.webhooks.retention_queries import DELETE_DELIVERIES
from tests.webhooks.world import World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="function")

LEASE_SECONDS = 10.0
WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    async with open_world(database_url) as world:
        yield world


async def claim_two(world: World, account_id: str) -> list[ClaimedDelivery]:
    """Two deliveries to a new endpoint, taken to be attempted."""
    await world.endpoint(account_id)
    for _ in range(2):
        await world.event(account_id)
    await world.finish()
    taken = await dequeue.claim_due(world.db, ConcurrencyLimiter(64), LEASE_SECONDS)
    assert len(taken) == 2
    return taken


def result(taken: ClaimedDelivery, *, ok: bool) -> AttemptResult:
    outcome = AttemptOutcome(ok, 200 if ok else 503, "", None if ok else "HTTP 503", 5)
    return AttemptResult(taken, outcome, clock.now(), None if ok else 60.0, time.monotonic())


async def delete(world: World, taken: ClaimedDelivery) -> None:
    async with world.db.transaction() as connection:
        await queries.soft_delete_endpoint(Tx(connection, System(taken.account_id)), taken.endpoint_id, clock.now())


async def until_waiting(world: World, number: int) -> None:
    """Until so many sessions wait for a lock."""
    for _ in range(1_000):
        if len(await world.run(WAITING)) == number:
            return
        await asyncio.sleep(0.01)
    pytest.fail(f"{number} should wait")


async def count_rows(world: World, table: str) -> int:
    return len(await world.run(f"SELECT FROM {table}"))


@pytest.mark.parametrize("ok", [True, False])
async def test_a_deletion_that_waits_for_attempts_to_be_recorded_takes_them_along(world: World, ok: bool):
    taken = await claim_two(world, await world.workspace())
    results = [result(each, ok=ok) for each in taken]
    async with world.db.connection() as connection:
        holding = connection.transaction()
        await holding.start()
        # A transaction that counts the same rows waits, after it has found and locked the deliveries.
        outcome = "sent" if ok else "retried"
        counting = [
            (*each.delivery.endpoint_key, outcome, each.outcome.duration_ms, each.attempted_at) for each in results
        ]
        await stats.count_attempts(connection, counting)
        settled = asyncio.create_task(result_recording.record_results(world.db, results))
        await until_waiting(world, 1)
        deleted = asyncio.create_task(delete(world, taken[0]))
        await until_waiting(world, 2)
        await holding.rollback()
    await asyncio.gather(settled, deleted)
    for table in ("webhook_deliveries", "webhook_attempts", "webhook_queue", "webhook_hourly_stats"):
        assert await count_rows(world, table) == 0, table


@pytest.mark.parametrize("ok", [True, False])
async def test_what_ends_after_its_endpoint_was_deleted_leaves_nothing(world: World, ok: bool):
    taken = await claim_two(world, await world.workspace())
    await delete(world, taken[0])
    await result_recording.record_results(world.db, [result(each, ok=ok) for each in taken])
    for table in ("webhook_deliveries", "webhook_attempts", "webhook_queue", "webhook_hourly_stats"):
        assert await count_rows(world, table) == 0, table


async def test_forgetting_a_delivery_forgets_its_attempts_and_no_others(world: World):
    account_id = await world.workspace()
    old, young = await claim_two(world, account_id)
    await result_recording.record_results(world.db, [result(each, ok=True) for each in (old, young)])
    aged = "UPDATE webhook_deliveries SET created_at = created_at - interval '40 days' WHERE id = $1"
    await world.run(aged, old.delivery_id)
    await world.run(DELETE_DELIVERIES.text, account_id, 0, horizon(), retention.DELETE_BATCH_SIZE)
    left = await world.run("SELECT delivery_id FROM webhook_attempts")
    assert [row["delivery_id"] for row in left] == [young.delivery_id]


async def test_an_old_delivery_that_is_tried_again_by_hand_keeps_its_attempts(world: World):
    account_id = await world.workspace()
    taken = await claim_two(world, account_id)
    await result_recording.record_results(world.db, [result(each, ok=True) for each in taken])
    await world.run("UPDATE webhook_deliveries SET created_at = created_at - interval '40 days'")
    async with world.db.transaction() as connection:
        await connection.execute(REQUEUE_DELIVERY.text, account_id, taken[0].delivery_id, clock.now())
        # Skips the locked delivery, and removes the other with its attempt.
        await world.run(DELETE_DELIVERIES.text, account_id, 0, horizon(), retention.DELETE_BATCH_SIZE)
    (again,) = await dequeue.claim_due(world.db, ConcurrencyLimiter(64), LEASE_SECONDS)
    assert again.attempt_number == 2
    await result_recording.record_results(world.db, [result(again, ok=True)])
    attempts = await world.run("SELECT delivery_id, number FROM webhook_attempts ORDER BY number")
    assert [tuple(row) for row in attempts] == [(taken[0].delivery_id, 1), (taken[0].delivery_id, 2)]


def horizon() -> datetime:
    return clock.now() - timedelta(days=30)
