"""Statistics of an endpoint."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from fulfilment import settings
from fulfilment.infra import clock
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.transaction import Read, System
from fulfilment.webhooks import retention, stats
from fulfilment.webhooks.dispatch import dequeue, result_recording
from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter
from fulfilment.webhooks.dispatch.result_recording import AttemptResult
from fulfilment.webhooks.http.attempt import AttemptOutcome
from fulfilment.webhooks.schemas import WebhookStats, Window
from fulfilment.webhooks.stats import COUNT_PENDING, SUM_ATTEMPTS
from tests.harness.database import rows
from tests.harness.plans import rows_read
from tests.harness.service import Client
from tests.webhooks.inbox import receiving
from tests.webhooks.test_endpoints import URL
from tests.webhooks.working import create_event, eventually, register, wait_until_settled
from tests.webhooks.world import World, open_world

NOW = clock.now()


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    async with open_world(database_url) as world:
        yield world


def request_stats(client: Client, endpoint_id: str, query: str = "") -> dict[str, Any]:
    answer = client("GET", f"/api/v1/webhooks/endpoints/{endpoint_id}/stats{query}")
    assert answer.status == 200, answer.raw
    return answer.data["stats"]


async def read_stats(world: World, account_id: str, endpoint_id: str, window: Window = "24h") -> WebhookStats:
    async with world.db.connection() as connection:
        return await stats.get_stats(Read(connection, System(account_id)), endpoint_id, window)


async def count_attempts(world: World, account_id: str, endpoint_id: str, *attempts: tuple[str, int, datetime]) -> None:
    async with world.db.transaction() as connection:
        await stats.count_attempts(connection, [(account_id, endpoint_id, *attempt) for attempt in attempts])


@pytest.mark.usefixtures("worker")
def test_attempts_are_counted_as_they_are_recorded(shop: Client):
    with receiving(lambda received: 204 if received.attempt == 3 else 503) as inbox:
        hook = register(shop, inbox.url(), "svc.product.*")
        create_event(shop)
        (row,) = wait_until_settled(shop, hook)
    found = request_stats(shop, hook.id)
    assert (found["attempts"], found["succeeded"], found["failed"], found["givenUp"]) == (3, 1, 2, 0)
    assert found["successRate"] == pytest.approx(1 / 3)
    assert found["lastSuccessAt"] == row["lastAttemptAt"]
    assert found["lastFailureAt"] == row["deliveryAttempts"][1]["attemptedAt"]
    assert (found["pending"], found["pendingIsMore"]) == (0, False)
    assert request_stats(shop, hook.id, "?window=30d") | {"window": "24h", "since": found["since"]} == found


@pytest.mark.usefixtures("worker")
def test_a_delivery_whose_last_attempt_failed_is_given_up_and_goes_with_its_endpoint(shop: Client):
    with receiving(lambda _: 500) as inbox:
        hook = register(shop, inbox.url())
        create_event(shop)
        wait_until_settled(shop, hook)
    found = request_stats(shop, hook.id)
    assert (found["attempts"], found["succeeded"], found["givenUp"], found["successRate"]) == (6, 0, 1, 0.0)
    assert found["lastSuccessAt"] is None
    shop("DELETE", f"/api/v1/webhooks/endpoints/{hook.id}")
    eventually(
        lambda: rows(shop, "SELECT FROM webhook_hourly_stats WHERE account_id = $1 AND endpoint_id = $2", hook.id),
        lambda left: not left,
    )


def test_an_endpoint_that_was_sent_nothing_has_no_rate_and_no_durations(shop: Client):
    hook = register(shop, URL)
    found = request_stats(shop, hook.id, "?window=7d")
    assert (found["window"], found["attempts"], found["pending"]) == ("7d", 0, 0)
    for name in ("successRate", "durationP50Ms", "durationP95Ms", "lastSuccessAt", "lastFailureAt"):
        assert found[name] is None


def test_a_strange_window_is_refused_and_a_foreign_endpoint_is_unknown(shop: Client, other_workspace: Client):
    hook = register(shop, URL)
    path = f"/api/v1/webhooks/endpoints/{hook.id}/stats"
    refused = shop("GET", f"{path}?window=1y")
    assert (refused.error, refused.field) == ((400, "VALIDATION"), "window")
    assert other_workspace("GET", path).error == (404, "NOT_FOUND")


@pytest.mark.asyncio(loop_scope="function")
async def test_a_window_leaves_out_what_was_before_it_and_other_endpoints(world: World):
    account_id = await world.workspace()
    endpoint_id, other = await world.endpoint(account_id), await world.endpoint(account_id)
    for hours in (1, 30, 24 * 8, 24 * 31):
        await count_attempts(world, account_id, endpoint_id, ("sent", 10, NOW - timedelta(hours=hours)))
    await count_attempts(world, account_id, other, ("failed", 10, NOW))
    windows: tuple[Window, ...] = ("24h", "7d", "30d")
    assert [(await read_stats(world, account_id, endpoint_id, window)).attempts for window in windows] == [1, 2, 3]
    with pytest.raises(NotFound):
        await read_stats(world, await world.workspace(), endpoint_id)


@pytest.mark.asyncio(loop_scope="function")
@pytest.mark.parametrize(
    ("durations", "p50", "p95"),
    [
        ([4], (0, 5), (0, 5)),
        ([80] * 90 + [4_000] * 10, (50, 100), (3_000, 5_000)),
        ([60_000] * 3, (10_000, 10_000), (10_000, 10_000)),
        (list(range(1, 1_001)), (350, 500), (900, 1_000)),
    ],
)
async def test_a_percentile_lies_between_the_bounds_of_the_duration_it_stands_for(
    world: World, durations: list[int], p50: tuple[int, int], p95: tuple[int, int]
):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await count_attempts(world, account_id, endpoint_id, *(("sent", duration, NOW) for duration in durations))
    found = await read_stats(world, account_id, endpoint_id)
    assert p50[0] <= found.duration_p50_ms <= p50[1]
    assert p95[0] <= found.duration_p95_ms <= p95[1]


@pytest.mark.asyncio(loop_scope="function")
async def test_workers_that_count_at_once_lose_nothing(world: World):
    account_id = await world.workspace()
    endpoints = [await world.endpoint(account_id) for _ in range(3)]

    async def one(turn: int) -> None:
        mixed = endpoints[turn % 3 :] + endpoints[: turn % 3]
        async with world.db.transaction() as connection:
            await stats.count_attempts(
                connection, [(account_id, endpoint_id, "sent", 10, NOW) for endpoint_id in mixed]
            )

    await asyncio.gather(*(one(turn) for turn in range(30)))
    assert [(await read_stats(world, account_id, endpoint_id)).attempts for endpoint_id in endpoints] == [30, 30, 30]


@pytest.mark.asyncio(loop_scope="function")
async def test_an_attempt_that_is_no_longer_ours_is_not_counted(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await world.event(account_id)
    await world.finish()
    (taken,) = await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 10.0)
    result = AttemptResult(taken, AttemptOutcome(True, 204, "", None, 7), clock.now(), None, time.monotonic())
    await result_recording.record_results(world.db, [result])
    await result_recording.record_results(world.db, [result])
    assert (await read_stats(world, account_id, endpoint_id)).attempts == 1


@pytest.mark.asyncio(loop_scope="function")
async def test_what_is_pending_is_counted_up_to_a_bound(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stats, "MAX_PENDING_COUNTED", 3)
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    found = []
    for _ in range(4):
        await world.event(account_id)
        await world.finish()
        told_now = await read_stats(world, account_id, endpoint_id)
        found.append((told_now.pending, told_now.pending_is_more))
    assert found == [(1, False), (2, False), (3, False), (3, True)]


@pytest.mark.asyncio(loop_scope="function")
async def test_counts_go_when_no_window_reaches_them_any_more(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    for days in (32, 30, 0):
        await count_attempts(world, account_id, endpoint_id, ("sent", 10, NOW - timedelta(days=days)))
    await retention.delete_expired(world.db, settings.load({}))
    assert len(await world.run("SELECT FROM webhook_hourly_stats")) == 2


@pytest.mark.asyncio(loop_scope="function")
async def test_reading_costs_the_hours_of_one_endpoint_however_many_there_are(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    fill = """
        INSERT INTO webhook_hourly_stats
        SELECT $1, CASE WHEN endpoint = 0 THEN $2 ELSE 'e' || endpoint END,
               date_trunc('hour', $3::timestamptz) - n * interval '1 hour', 'sent', 1, 5, $3
          FROM generate_series(0, 49) endpoint, generate_series(0, 700) n
    """
    await world.run(fill, account_id, endpoint_id, NOW)
    queue = """
        INSERT INTO webhook_queue (account_id, delivery_id, endpoint_id, due_at, queued_at)
        SELECT $1, n::text, CASE WHEN n % 3 = 0 THEN $2 ELSE 'other' END, $3, $3 FROM generate_series(1, 30000) n
    """
    await world.run(queue, account_id, endpoint_id, NOW)
    async with world.db.connection() as connection:
        await connection.execute("VACUUM ANALYZE webhook_hourly_stats")
        await connection.execute("VACUUM ANALYZE webhook_queue")
        assert await rows_read(connection, SUM_ATTEMPTS.text, account_id, endpoint_id, NOW - timedelta(hours=24)) <= 25
        assert await rows_read(connection, COUNT_PENDING.text, account_id, endpoint_id, 100) == 100
