"""Claiming, recording and deleting in the database: long queues in steps, and the right to record."""

import time
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from fulfilment.infra import clock
from fulfilment.infra.database.transaction import Tx
from fulfilment.webhooks import log_queries, queries, retention
from fulfilment.webhooks.dispatch import dequeue, result_recording
from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter
from fulfilment.webhooks.dispatch.result_recording import AttemptResult, System
from fulfilment.webhooks.endpoints import ENDPOINT_IS_DISABLED
from fulfilment.webhooks.http.attempt import AttemptOutcome
from fulfilment.webhooks.schemas import WebhookLogQuery
from tests.webhooks.world import World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="function")


@pytest.fixture
async def world(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr(queries, "BATCH_ROWS", 3)
    async with open_world(database_url) as world:
        yield world


async def list_logged_endpoints(world: World, account_id: str) -> set[str]:
    """The endpoints in the workspace's log."""
    async with world.db.connection() as connection:
        read = Tx(connection, System(account_id))
        found: set[str] = set()
        for query in (
            WebhookLogQuery(),
            WebhookLogQuery(type="svc.product.created.v1"),
            WebhookLogQuery(status="pending"),
        ):
            found |= {row["endpoint_id"] for row in await log_queries.list_deliveries(read, query, 10**9, 50)}
    return found


async def test_it_is_gone_at_once_and_the_rest_of_its_log_a_little_later(world: World):
    account_id = await world.workspace()
    going, staying = await world.endpoint(account_id), await world.endpoint(account_id)
    for _ in range(10):
        await world.event(account_id)
    await world.finish()
    async with world.db.transaction() as connection:
        await queries.soft_delete_endpoint(Tx(connection, System(account_id)), going, clock.now())
    assert await list_logged_endpoints(world, account_id) == {staying}
    left = "SELECT endpoint_id FROM webhook_deliveries WHERE endpoint_id = $1"
    queued = "SELECT endpoint_id FROM webhook_queue WHERE endpoint_id = $1"
    assert (len(await world.run(left, going)), len(await world.run(queued, going))) == (10, 7)
    taken = await dequeue.claim_due(world.db, ConcurrencyLimiter(32), 1.0)
    assert {delivery.endpoint_id for delivery in taken if delivery.is_active} == {staying}
    await result_recording.discard_deliveries(
        world.db, [(delivery, ENDPOINT_IS_DISABLED) for delivery in taken if not delivery.is_active]
    )
    (hidden,) = await world.run("SELECT secret FROM webhook_endpoints WHERE id = $1", going)
    assert hidden["secret"] == b""
    await retention.purge_deleted_endpoints(world.db)
    assert await world.run(left, going) == await world.run(queued, going) == []
    assert {row["id"] for row in await world.run("SELECT id FROM webhook_endpoints")} == {staying}
    assert len(await world.run(left, staying)) == len(await world.run(queued, staying)) == 10


async def test_a_queue_that_fits_goes_in_the_request_that_deletes_its_endpoint(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    for _ in range(2):
        await world.event(account_id)
    await world.finish()
    async with world.db.transaction() as connection:
        await queries.soft_delete_endpoint(Tx(connection, System(account_id)), endpoint_id, clock.now())
    for table in ("webhook_queue", "webhook_deliveries", "webhook_endpoints"):
        assert await world.run(f"SELECT FROM {table}") == []


async def test_what_a_pause_left_in_a_long_queue_is_failed_unsent_when_its_turn_comes(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    for _ in range(5):
        await world.event(account_id)
    await world.finish()
    async with world.db.transaction() as connection:
        tx = Tx(connection, System(account_id))
        await queries.disable_endpoint(tx, endpoint_id, "failed", clock.now())
        await queries.fail_queued(tx, endpoint_id, ENDPOINT_IS_DISABLED, clock.now())
    assert await statuses(world) == ["failed"] * 3 + ["pending"] * 2
    taken = await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 1.0)
    assert [delivery.is_active for delivery in taken] == [False, False]
    await result_recording.discard_deliveries(world.db, [(delivery, ENDPOINT_IS_DISABLED) for delivery in taken])
    assert await statuses(world) == ["failed"] * 5
    reasons = await world.run("SELECT DISTINCT last_error, attempts FROM webhook_deliveries")
    assert [tuple(row) for row in reasons] == [(ENDPOINT_IS_DISABLED, 0)]


async def statuses(world: World) -> list[str]:
    rows = await world.run("SELECT status FROM webhook_deliveries ORDER BY status")
    return [row["status"] for row in rows]


async def test_what_was_given_back_is_taken_again_and_the_former_taker_can_record_nothing(world: World):
    account_id = await world.workspace()
    await world.endpoint(account_id)
    await world.event(account_id)
    await world.finish()
    (first,) = await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 1.0)
    assert await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 1.0) == []
    await dequeue.release_claims(world.db, [first])
    (second,) = await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 1.0)
    assert (second.delivery_id, second.attempt_number) == (first.delivery_id, 1)
    outcome = AttemptOutcome(True, 204, "", None, 5)
    await result_recording.record_results(
        world.db, [AttemptResult(first, outcome, clock.now(), None, time.monotonic())]
    )
    assert await statuses(world) == ["pending"]
    await result_recording.record_results(
        world.db, [AttemptResult(second, outcome, clock.now(), None, time.monotonic())]
    )
    assert await statuses(world) == ["sent"]
    assert len(await world.run("SELECT * FROM webhook_attempts")) == 1


@pytest.mark.parametrize("hours", [-24, 24])
async def test_a_worker_whose_clock_is_wrong_retries_when_the_databases_says(
    world: World, monkeypatch: pytest.MonkeyPatch, hours: int
):
    account_id = await world.workspace()
    await world.endpoint(account_id)
    await world.event(account_id)
    await world.finish()
    (taken,) = await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 1.0)
    wrong = clock.now() + timedelta(hours=hours)
    monkeypatch.setattr(clock, "now", lambda: wrong)
    outcome = AttemptOutcome(False, 503, "", "HTTP 503", 5)
    await result_recording.record_results(
        world.db, [AttemptResult(taken, outcome, clock.now(), 600.0, time.monotonic())]
    )
    due = """
        SELECT q.due_at - now() BETWEEN interval '1 minute' AND interval '10 minutes', l.due_at <= q.due_at,
               d.next_retry_at = q.due_at, e.failing_since BETWEEN now() - interval '1 minute' AND now()
          FROM webhook_queue q JOIN webhook_queue_endpoints l USING (account_id, endpoint_id)
          JOIN webhook_deliveries d ON d.id = q.delivery_id JOIN webhook_endpoints e ON e.id = q.endpoint_id
    """
    assert [tuple(row) for row in await world.run(due)] == [(True, True, True, True)]
