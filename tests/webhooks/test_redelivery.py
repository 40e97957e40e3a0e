"""Delivering again what an endpoint failed to take or missed."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from fulfilment import clock, settings
from fulfilment.db.tx import System, Tx
from fulfilment.http.errors import NotFound
from fulfilment.webhooks import delivery_log, queries, redelivery, retention
from fulfilment.webhooks.delivery_log import AlreadyQueued
from fulfilment.webhooks.queue import claiming
from fulfilment.webhooks.queue.slots import Slots
from fulfilment.webhooks.records import WebhookRecoveryPeriod
from fulfilment.webhooks.redelivery_queries import REDELIVER
from tests.harness.plans import rows_read
from tests.http.service import Client
from tests.webhooks.inbox import receiving
from tests.webhooks.test_endpoints import URL
from tests.webhooks.working import eventually, happen, register, settled
from tests.webhooks.world import World, opened

NOW = clock.now()
SINCE = NOW - timedelta(days=3)
LOOP = pytest.mark.asyncio(loop_scope="function")


@pytest.fixture
async def world(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr(redelivery, "EVENTS_AT_ONCE", 3)
    async with opened(database_url) as world:
        yield world


def ask(client: Client, endpoint_id: str, body: Any, **more: str):
    return client("POST", f"/api/v1/webhooks/endpoints/{endpoint_id}/recover", body, **more)


def pause(client: Client, endpoint_id: str, active: bool = False) -> None:
    answer = client("PATCH", f"/api/v1/webhooks/endpoints/{endpoint_id}", {"active": active})
    assert answer.status == 200, answer.raw


def done(client: Client, recovery: dict[str, Any]) -> dict[str, Any]:
    """The recovery, once it runs no more."""
    return eventually(
        lambda: client("GET", f"/api/v1/webhooks/recoveries/{recovery['id']}").data["recovery"],
        lambda found: found["status"] != "running",
    )


async def begun(world: World, account_id: str, endpoint_id: str, since: datetime = SINCE) -> str:
    async with world.db.transaction() as connection:
        tx = Tx(connection, System(account_id))
        return (await redelivery.begin(tx, endpoint_id, WebhookRecoveryPeriod(since=since), settings.load({}))).id


async def finished(world: World, account_id: str, recovery_id: str) -> tuple[str, int]:
    """How it ended, and how many it queued."""
    while await redelivery.step(world.db):
        continue
    async with world.db.connection() as connection:
        found = await redelivery.find(Tx(connection, System(account_id)), recovery_id)
    return found.status, found.queued


async def end_all(world: World, status: str) -> None:
    """Every delivery has ended so."""
    await world.run("DELETE FROM webhook_queue")
    await world.run("UPDATE webhook_deliveries SET status = $1", status)
    await world.run("UPDATE webhook_lanes SET due_at = NULL")


@pytest.mark.usefixtures("worker")
def test_what_failed_and_what_was_missed_while_paused_arrives_and_what_was_sent_does_not_again(shop: Client):
    with receiving(lambda _: 500) as down:
        hook = register(shop, down.url(), "svc.product.*")
        failed = happen(shop, "failed")
        settled(shop, hook)
    with receiving() as inbox:
        shop("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", {"url": inbox.url()})
        sent = happen(shop, "sent")
        settled(shop, hook, 2)
        pause(shop, hook.id)
        missed = happen(shop, "missed")
        pause(shop, hook.id, active=True)
        answer = ask(shop, hook.id, {"since": clock.wire(SINCE)}, key="once")
        assert (answer.status, answer.data["recovery"]["status"]) == (202, "running")
        assert ask(shop, hook.id, {"since": clock.wire(SINCE)}, key="once").raw == answer.raw
        recovery = done(shop, answer.data["recovery"])
        log = settled(shop, hook, 3)
        again = done(shop, ask(shop, hook.id, {"since": clock.wire(SINCE)}).data["recovery"])
        settled(shop, hook, 3)
    assert (recovery["status"], recovery["queued"], again["queued"]) == ("done", 2, 0)
    assert recovery["finishedAt"] is not None
    assert [each.event["data"]["productId"] for each in inbox.received].count(sent) == 1
    assert {each.event["data"]["productId"] for each in inbox.received} == {failed, sent, missed}
    assert len(inbox.received) == 3
    assert sorted((row["payload"]["data"]["productId"], row["status"], row["attempts"]) for row in log) == sorted(
        [(failed, "sent", 7), (sent, "sent", 1), (missed, "sent", 1)]
    )
    (entry, _) = shop("GET", "/api/v1/audit-log?action=webhook.recovery_started").data["entries"]
    assert (entry["targetId"], entry["after"]["since"]) == (hook.id, clock.wire(SINCE))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "since"),
        ({"since": clock.wire(NOW - timedelta(days=31))}, "since"),
        ({"since": clock.wire(NOW + timedelta(days=1))}, "since"),
        ({"since": clock.wire(SINCE), "until": clock.wire(SINCE)}, "since"),
        ({"since": "0001-01-01T00:00:00Z"}, "since"),
        ({"since": clock.wire(SINCE), "until": "soon"}, "until"),
        ({"since": "2026-11-20T00:00:00"}, "since"),
    ],
)
def test_a_strange_period_is_refused(shop: Client, body: dict[str, str], field: str):
    hook = register(shop, URL)
    answer = ask(shop, hook.id, body)
    assert (answer.refusal, answer.field) == ((400, "VALIDATION"), field)


def test_an_inactive_endpoint_is_not_recovered_and_a_foreign_one_is_unknown(shop: Client, stranger: Client):
    hook = register(shop, URL)
    body = {"since": clock.wire(SINCE)}
    assert ask(stranger, hook.id, body).refusal == (404, "NOT_FOUND")
    pause(shop, hook.id)
    assert ask(shop, hook.id, body).refusal == (409, "ENDPOINT_DISABLED")
    pause(shop, hook.id, active=True)
    recovery = ask(shop, hook.id, body).data["recovery"]
    assert stranger("GET", f"/api/v1/webhooks/recoveries/{recovery['id']}").refusal == (404, "NOT_FOUND")


@LOOP
async def test_there_is_one_recovery_of_an_endpoint_at_a_time_however_many_ask_at_once(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    asked = await asyncio.gather(*(begun(world, account_id, endpoint_id) for _ in range(5)), return_exceptions=True)
    assert sorted(type(each).__name__ for each in asked) == ["AlreadyRecovering"] * 4 + ["str"]
    (recovery_id,) = (each for each in asked if isinstance(each, str))
    assert await finished(world, account_id, recovery_id) == ("done", 0)
    assert await begun(world, account_id, endpoint_id) != recovery_id


@LOOP
async def test_an_event_is_recovered_where_it_is_asked_for_now_and_happened_in_time(world: World):
    account_id, stranger = await world.workspace(), await world.workspace()
    patterns = ("svc.product.*", "svc.webhook_endpoint.*")
    endpoint_id = await world.endpoint(account_id, *patterns, since=NOW - timedelta(days=2))
    await world.endpoint(account_id)
    await world.run("UPDATE webhook_endpoints SET active_since = $1, committed_before = NULL", NOW + timedelta(hours=2))
    wanted = {await world.event(account_id, at=NOW - timedelta(hours=hours)) for hours in range(1, 8)}
    await world.event(account_id, at=NOW - timedelta(days=2, seconds=1))
    await world.event(account_id, at=clock.now() + timedelta(minutes=30))
    await world.event(account_id, "svc.stock.low.v1")
    await world.event(account_id, "svc.webhook_endpoint.test.v1")
    await world.event(stranger)
    await world.finish()
    assert await world.deliveries() == set()
    recovery_id = await begun(world, account_id, endpoint_id)
    assert await finished(world, account_id, recovery_id) == ("done", 7)
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
    await finished(world, account_id, await begun(world, account_id, endpoint_id))
    await finished(world, account_id, await begun(world, account_id, other))
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
    assert await finished(world, account_id, await begun(world, account_id, endpoint_id)) == ("done", queued)
    assert len(await world.run("SELECT FROM webhook_queue")) == queued
    assert await finished(world, account_id, await begun(world, account_id, endpoint_id)) == ("done", 0)
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
    assert await finished(world, account_id, await begun(world, account_id, endpoint_id)) == ("done", 2)
    taken = await claiming.take(world.db, Slots(8), 10.0)
    assert [delivery.is_active for delivery in taken] == [True, True]


@LOOP
async def test_workers_that_recover_and_fan_out_at_once_queue_each_delivery_once(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=SINCE)
    events = {await world.event(account_id, at=NOW - timedelta(minutes=5)) for _ in range(30)}
    recovery_id = await begun(world, account_id, endpoint_id)
    await asyncio.gather(world.finish(), *(finished(world, account_id, recovery_id) for _ in range(3)))
    assert await world.deliveries() == {(endpoint_id, event_id) for event_id in events}
    assert (await finished(world, account_id, recovery_id))[0] == "done"


@LOOP
async def test_a_retry_by_hand_beside_a_recovery_queues_the_delivery_once(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id, since=SINCE)
    for _ in range(9):
        await world.event(account_id, at=NOW - timedelta(minutes=5))
    await world.finish()
    await end_all(world, "failed")
    recovery_id = await begun(world, account_id, endpoint_id)

    async def retry(id: str) -> int:
        try:
            async with world.db.transaction() as connection:
                await delivery_log.retry(Tx(connection, System(account_id)), id)
        except AlreadyQueued:
            return 0
        return 1

    ids = [row["id"] for row in await world.run("SELECT id FROM webhook_deliveries")]
    (_, recovered), *retried = await asyncio.gather(finished(world, account_id, recovery_id), *map(retry, ids))
    assert recovered + sum(retried) == 9
    assert len(await world.deliveries()) == 9


@LOOP
async def test_an_endpoint_that_is_paused_meanwhile_stops_its_recovery(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    recovery_id = await begun(world, account_id, endpoint_id)
    async with world.db.transaction() as connection:
        await queries.disable_endpoint(Tx(connection, System(account_id)), endpoint_id, "paused", NOW)
    assert await finished(world, account_id, recovery_id) == ("stopped", 0)


@LOOP
async def test_an_endpoint_that_is_deleted_meanwhile_takes_its_recovery_along(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    for _ in range(30):
        await world.event(account_id, at=NOW - timedelta(minutes=5))
    recovery_id = await begun(world, account_id, endpoint_id)

    async def remove() -> None:
        async with world.db.transaction() as connection:
            await queries.remove_endpoint(Tx(connection, System(account_id)), endpoint_id, NOW)

    async def work() -> None:
        while await redelivery.step(world.db):
            continue

    await asyncio.gather(work(), remove(), work())
    for table in ("webhook_recoveries", "webhook_deliveries", "webhook_queue", "webhook_endpoints"):
        assert await world.run(f"SELECT FROM {table}") == [], table
    with pytest.raises(NotFound):
        await finished(world, account_id, recovery_id)


@LOOP
async def test_recoveries_are_forgotten_a_month_after_their_end(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    recovery_id = await begun(world, account_id, endpoint_id)
    await finished(world, account_id, recovery_id)
    await retention.forget(world.db, settings.load({}))
    assert (await finished(world, account_id, recovery_id))[0] == "done"
    await world.run("UPDATE webhook_recoveries SET finished_at = $1", NOW - timedelta(days=32))
    await retention.forget(world.db, settings.load({}))
    assert await world.run("SELECT FROM webhook_recoveries") == []


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
    recovery_id = await begun(world, account_id, endpoint_id)
    await world.run("UPDATE webhook_recoveries SET position = 'evt_00000000000000000000020000'")
    async with world.db.connection() as connection:
        for table in ("events", "webhook_deliveries"):
            await connection.execute(f"VACUUM ANALYZE {table}")
        given = (REDELIVER.text, account_id, recovery_id, 100, NOW, "svc.webhook_endpoint.test.v1")
        # The events and their deliveries, and a handful of rows of the endpoint itself.
        assert await rows_read(connection, *given) <= 2 * 100 + 20
