"""Recovery of an endpoint: failed and missed events are delivered again."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from fulfilment import settings
from fulfilment.infra import clock
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.webhooks import delivery_log, queries, replay, retention
from fulfilment.webhooks.delivery_log import AlreadyQueued
from fulfilment.webhooks.dispatch import dequeue
from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter
from fulfilment.webhooks.replay import ReplayWorker
from fulfilment.webhooks.replay_queries import REDELIVER
from fulfilment.webhooks.schemas import WebhookRecoveryPeriod
from tests.harness.plans import rows_read
from tests.harness.service import Client
from tests.webhooks.inbox import receiving
from tests.webhooks.test_endpoints import URL
from tests.webhooks.working import create_event, eventually, register, wait_until_settled
from tests.webhooks.world import World, open_world

NOW = clock.now()
SINCE = NOW - timedelta(days=3)
LOOP = pytest.mark.asyncio(loop_scope="function")


@pytest.fixture
async def world(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr(replay, "EVENTS_PER_BATCH", 3)
    async with open_world(database_url) as world:
        yield world


def request_replay(client: Client, endpoint_id: str, body: Any, **headers: str):
    return client("POST", f"/api/v1/webhooks/endpoints/{endpoint_id}/recover", body, **headers)


def pause(client: Client, endpoint_id: str, active: bool = False) -> None:
    answer = client("PATCH", f"/api/v1/webhooks/endpoints/{endpoint_id}", {"active": active})
    assert answer.status == 200, answer.raw


def wait_until_done(client: Client, recovery: dict[str, Any]) -> dict[str, Any]:
    """The recovery, once it runs no more."""
    return eventually(
        lambda: client("GET", f"/api/v1/webhooks/recoveries/{recovery['id']}").data["recovery"],
        lambda found: found["status"] != "running",
    )


async def start_replay(world: World, account_id: str, endpoint_id: str, since: datetime = SINCE) -> str:
    async with world.db.transaction() as connection:
        tx = Tx(connection, System(account_id))
        return (await replay.start_replay(tx, endpoint_id, WebhookRecoveryPeriod(since=since), settings.load({}))).id


async def run_replay(world: World, account_id: str, recovery_id: str) -> tuple[str, int]:
    """How it ended, and how many it queued."""
    await ReplayWorker(world.db).run_due()
    async with world.db.connection() as connection:
        found = await replay.get_replay(Tx(connection, System(account_id)), recovery_id)
    return found.status, found.queued


async def end_all(world: World, status: str) -> None:
    """Every delivery has ended so."""
    await world.run("DELETE FROM webhook_queue")
    await world.run("UPDATE webhook_deliveries SET status = $1", status)
    await world.run("UPDATE webhook_queue_endpoints SET due_at = NULL")


@pytest.mark.usefixtures("worker")
def test_what_failed_and_what_was_missed_while_paused_arrives_and_what_was_sent_does_not_again(shop: Client):
    with receiving(lambda _: 500) as down:
        hook = register(shop, down.url(), "svc.product.*")
        failed = create_event(shop, "failed")
        wait_until_settled(shop, hook)
    with receiving() as inbox:
        shop("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", {"url": inbox.url()})
        sent = create_event(shop, "sent")
        wait_until_settled(shop, hook, 2)
        pause(shop, hook.id)
        missed = create_event(shop, "missed")
        pause(shop, hook.id, active=True)
        answer = request_replay(shop, hook.id, {"since": clock.to_iso(SINCE)}, key="once")
        assert (answer.status, answer.data["recovery"]["status"]) == (202, "running")
        assert request_replay(shop, hook.id, {"since": clock.to_iso(SINCE)}, key="once").raw == answer.raw
        recovery = wait_until_done(shop, answer.data["recovery"])
        log = wait_until_settled(shop, hook, 3)
        again = wait_until_done(shop, request_replay(shop, hook.id, {"since": clock.to_iso(SINCE)}).data["recovery"])
        wait_until_settled(shop, hook, 3)
    assert (recovery["status"], recovery["queued"], again["queued"]) == ("done", 2, 0)
    assert recovery["finishedAt"] is not None
    assert [each.event["data"]["productId"] for each in inbox.received].count(sent) == 1
    assert {each.event["data"]["productId"] for each in inbox.received} == {failed, sent, missed}
    assert len(inbox.received) == 3
    assert sorted((row["payload"]["data"]["productId"], row["status"], row["attempts"]) for row in log) == sorted(
        [(failed, "sent", 7), (sent, "sent", 1), (missed, "sent", 1)]
    )
    (entry, _) = shop("GET", "/api/v1/audit-log?action=webhook.recovery_started").data["entries"]
    assert (entry["targetId"], entry["after"]["since"]) == (hook.id, clock.to_iso(SINCE))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "since"),
        ({"since": clock.to_iso(NOW - timedelta(days=31))}, "since"),
        ({"since": clock.to_iso(NOW + timedelta(days=1))}, "since"),
        ({"since": clock.to_iso(SINCE), "until": clock.to_iso(SINCE)}, "since"),
        ({"since": "0001-01-01T00:00:00Z"}, "since"),
        ({"since": clock.to_iso(SINCE), "until": "soon"}, "until"),
        ({"since": "2026-11-20T00:00:00"}, "since"),
    ],
)
def test_a_strange_period_is_refused(shop: Client, body: dict[str, str], field: str):
    hook = register(shop, URL)
    answer = request_replay(shop, hook.id, body)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_an_inactive_endpoint_is_not_recovered_and_a_foreign_one_is_unknown(shop: Client, other_workspace: Client):
    hook = register(shop, URL)
    body = {"since": clock.to_iso(SINCE)}
    assert request_replay(other_workspace, hook.id, body).error == (404, "NOT_FOUND")
    pause(shop, hook.id)
    assert request_replay(shop, hook.id, body).error == (409, "ENDPOINT_DISABLED")
    pause(shop, hook.id, active=True)
    recovery = request_replay(shop, hook.id, body).data["recovery"]
    assert other_workspace("GET", f"/api/v1/webhooks/recoveries/{recovery['id']}").error == (404, "NOT_FOUND")


@LOOP
async def test_there_is_one_recovery_of_an_endpoint_at_a_time_however_many_ask_at_once(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    asked = await asyncio.gather(
        *(start_replay(world, account_id, endpoint_id) for _ in range(5)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in asked) == ["AlreadyRecovering"] * 4 + ["str"]
    (recovery_id,) = (each for each in asked if isinstance(each, str))
    assert await run_replay(world, account_id, recovery_id) == ("done", 0)
    assert await start_replay(world, account_id, endpoint_id) != recovery_id


@LOOP
async def test_an_event_is_recovered_where_it_is_asked_for_now_and_happened_in_time(world: World):
    account_id, other_workspace = await world.workspace(), await world.workspace()
    patterns = ("svc.product.*", "svc.webhook_endpoint.*")
    endpoint_id = await world.endpoint(account_id, *patterns, since=NOW - timedelta(days=2))
    await world.endpoint(account_id)
    await world.run("UPDATE webhook_endpoints SET active_since = $1, committed_before = NULL", NOW + timedelta(hours=2))
    wanted = {await world.event(account_id, at=NOW - timedelta(hours=hours)) for hours in range(1, 8)}
    await world.event(account_id, at=NOW - timedelta(days=2, seconds=1))
    await world.event(account_id, at=clock.now() + timedelta(minutes=30))
    await world.event(account_id, "svc.stock.low.v1")
    await world.event(account_id, "svc.webhook_endpoint.test.v1")
    await world.event(other_workspace)
    await world.finish()
    assert await world.deliveries() == set()
    recovery_id = await start_replay(world, account_id, endpoint_id)
    assert await run_replay(world, account_id, recovery_id) == ("done", 7)
    assert await world.deliveries() == {(endpoint_id, event_id) for event_id in wanted}
    # Becoming active again later than the other clocks say does not have them refused.
    (refused,) = await world.run(
        "SELECT count(*) FROM webhook_queue q JOIN webhook_endpoints e ON e.id = q.endpoint_id"
        " WHERE q.queued_at < e.active_since"
    )
    assert refused[0] == 0


@LOOP
async def test_that_it_was_switched_off_is_recovered_for_the_others_alone(world: World):
    account_id = await world.workspace()
    endpoint_id, other = await world.endpoint(account_id), await world.endpoint(account_id)
    told = await world.event(account_id, "svc.webhook_endpoint.disabled.v1")
    await world.run("UPDATE events SET subject = $1 WHERE id = $2", endpoint_id, told)
    await world.run("DELETE FROM outbox")
    await run_replay(world, account_id, await start_replay(world, account_id, endpoint_id))
    await run_replay(world, account_id, await start_replay(world, account_id, other))
    assert await world.deliveries() == {(other, told)}


@LOOP
@pytest.mark.parametrize(("status", "queued"), [("failed", 7), ("sent", 0)])
async def test_what_failed_is_queued_again_and_what_was_sent_is_not(world: World, status: str, queued: int):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=SINCE)
    for _ in range(7):
        await world.event(account_id, at=NOW - timedelta(minutes=5))
    await world.finish()
    await end_all(world, status)
    assert await run_replay(world, account_id, await start_replay(world, account_id, endpoint_id)) == ("done", queued)
    assert len(await world.run("SELECT FROM webhook_queue")) == queued
    assert await run_replay(world, account_id, await start_replay(world, account_id, endpoint_id)) == ("done", 0)
    assert len(await world.run("SELECT FROM webhook_deliveries")) == 7


@LOOP
async def test_what_is_still_queued_from_before_a_pause_is_not_failed_any_more(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=SINCE)
    for _ in range(2):
        await world.event(account_id, at=NOW - timedelta(minutes=5))
    await world.finish()
    await world.run("UPDATE webhook_queue SET queued_at = $1", NOW - timedelta(minutes=4))
    await world.run("UPDATE webhook_endpoints SET active_since = $1", NOW - timedelta(minutes=3))
    assert await run_replay(world, account_id, await start_replay(world, account_id, endpoint_id)) == ("done", 2)
    taken = await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 10.0)
    assert [delivery.is_active for delivery in taken] == [True, True]


@LOOP
async def test_workers_that_recover_and_fan_out_at_once_queue_each_delivery_once(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=SINCE)
    events = {await world.event(account_id, at=NOW - timedelta(minutes=5)) for _ in range(30)}
    recovery_id = await start_replay(world, account_id, endpoint_id)
    await asyncio.gather(world.finish(), *(run_replay(world, account_id, recovery_id) for _ in range(3)))
    assert await world.deliveries() == {(endpoint_id, event_id) for event_id in events}
    assert (await run_replay(world, account_id, recovery_id))[0] == "done"


@LOOP
async def test_a_retry_by_hand_beside_a_recovery_queues_the_delivery_once(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=SINCE)
    for _ in range(9):
        await world.event(account_id, at=NOW - timedelta(minutes=5))
    await world.finish()
    await end_all(world, "failed")
    recovery_id = await start_replay(world, account_id, endpoint_id)

    async def retry(id: str) -> int:
        try:
            async with world.db.transaction() as connection:
                await delivery_log.retry_delivery(Tx(connection, System(account_id)), id)
        except AlreadyQueued:
            return 0
        return 1

    ids = [row["id"] for row in await world.run("SELECT id FROM webhook_deliveries")]
    (_, recovered), *retried = await asyncio.gather(run_replay(world, account_id, recovery_id), *map(retry, ids))
    assert recovered + sum(retried) == 9
    assert len(await world.deliveries()) == 9


@LOOP
async def test_an_endpoint_that_is_paused_meanwhile_stops_its_recovery(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    recovery_id = await start_replay(world, account_id, endpoint_id)
    async with world.db.transaction() as connection:
        await queries.disable_endpoint(Tx(connection, System(account_id)), endpoint_id, "paused", NOW)
    assert await run_replay(world, account_id, recovery_id) == ("stopped", 0)


@LOOP
async def test_an_endpoint_that_is_deleted_meanwhile_takes_its_recovery_along(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    for _ in range(30):
        await world.event(account_id, at=NOW - timedelta(minutes=5))
    recovery_id = await start_replay(world, account_id, endpoint_id)

    async def remove() -> None:
        async with world.db.transaction() as connection:
            await queries.soft_delete_endpoint(Tx(connection, System(account_id)), endpoint_id, NOW)

    await asyncio.gather(ReplayWorker(world.db).run_due(), remove(), ReplayWorker(world.db).run_due())
    for table in ("webhook_replays", "webhook_deliveries", "webhook_queue", "webhook_endpoints"):
        assert await world.run(f"SELECT FROM {table}") == [], table
    with pytest.raises(NotFound):
        await run_replay(world, account_id, recovery_id)


@LOOP
async def test_recoveries_are_forgotten_a_month_after_their_end(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    recovery_id = await start_replay(world, account_id, endpoint_id)
    await run_replay(world, account_id, recovery_id)
    await retention.delete_expired(world.db, settings.load({}))
    assert (await run_replay(world, account_id, recovery_id))[0] == "done"
    await world.run("UPDATE webhook_replays SET finished_at = $1", NOW - timedelta(days=32))
    await retention.delete_expired(world.db, settings.load({}))
    assert await world.run("SELECT FROM webhook_replays") == []


@LOOP
async def test_a_batch_costs_its_events_however_many_have_failed(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=SINCE)
    fill = """
        WITH happened AS (
            INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
            SELECT $1, 'evt_' || to_char(n, 'FM00000000000000000000000000'), 'svc.product.created.v1', 'prod_1', n,
                   '{}', $3 FROM generate_series(1, 40000) n
            RETURNING account_id, id, type, occurred_at
        )
        INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, type, status, created_at, updated_at)
        SELECT account_id, 'd' || substr(md5($2 || ' ' || id), 1, 23), $2, id, type, 'failed', $3, $3
          FROM happened ORDER BY id
    """
    await world.run(fill, account_id, endpoint_id, NOW - timedelta(minutes=5))
    recovery_id = await start_replay(world, account_id, endpoint_id)
    await world.run("UPDATE webhook_replays SET position = 'evt_00000000000000000000020000'")
    async with world.db.connection() as connection:
        for table in ("events", "webhook_deliveries"):
            await connection.execute(f"VACUUM ANALYZE {table}")
        given = (REDELIVER.text, account_id, recovery_id, 100, NOW, "svc.webhook_endpoint.test.v1")
        # The events and their deliveries, and a handful of rows of the endpoint itself.
        assert await rows_read(connection, *given) <= 2 * 100 + 20
