"""One event, delivery or endpoint that fails every time, or is locked, holds up none of the others in the queue."""

import asyncio
import base64
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import asyncpg
import pytest
from structlog.testing import capture_logs

from fulfilment import settings
from fulfilment.infra import clock
from fulfilment.infra.database.pool import Database
from fulfilment.infra.encryption import keyring
from fulfilment.infra.jobs.backoff import BackoffRegistry
from fulfilment.webhooks.dispatch import dequeue, result_recording
from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter
from fulfilment.webhooks.dispatch.delivery import UNREADABLE, Deliverer
from fulfilment.webhooks.dispatch.dequeue import ClaimedDelivery
from fulfilment.webhooks.dispatch.fan_out import FanOut
from fulfilment.webhooks.dispatch.result_recording import AttemptResult
from fulfilment.webhooks.dispatch.result_writer import ResultWriter
from fulfilment.webhooks.http.attempt import AttemptOutcome
from tests.harness.breaking import delaying, let_rest, mending, refusing
from tests.webhooks.world import TYPE, World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="function")

Lock = Callable[..., AbstractAsyncContextManager[None]]

LEASE_SECONDS = 60.0
IMPATIENT = {
    "FULFILMENT_DATABASE_LOCK_TIMEOUT_SECONDS": "0.2",
    "FULFILMENT_DATABASE_STATEMENT_TIMEOUT_SECONDS": "0.5",
}
OUTBOX = "SELECT event_id, faults, extract(epoch FROM due_at - now())::float AS wait FROM outbox ORDER BY position"


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    async with open_world(database_url) as world:
        yield world


@pytest.fixture
async def impatient(database_url: str) -> AsyncIterator[World]:
    """The same database, as a worker has it, only more impatiently."""
    db = Database(settings.load(IMPATIENT), database_url, size=4)
    await db.open()
    yield World(db)
    await db.close()


def list_logged(logs: list, event: str, name: str) -> list[Any]:
    return [entry[name] for entry in logs if entry["event"] == event]


@pytest.fixture
def locked(database_url: str) -> Lock:
    """Holds the rows that a statement locks, for as long as the context lasts."""

    @asynccontextmanager
    async def locked(statement: str, *args: Any) -> AsyncIterator[None]:
        connection = await asyncpg.connect(database_url)
        async with connection.transaction():
            await connection.execute(statement, *args)
            yield
        await connection.close()

    return locked


# --- Fanning out -----------------------------------------------------------------------------------------------------


async def test_an_event_that_cannot_be_fanned_out_goes_behind_the_others_further_each_time(world: World):
    account_id, other_workspace = await world.workspace(), await world.workspace()
    for each in (account_id, other_workspace):
        await world.endpoint(each)
    spoilt = await world.event(account_id, f"{TYPE}.spoilt")
    await world.run("ALTER TABLE webhook_deliveries ADD CONSTRAINT sound CHECK (type NOT LIKE '%spoilt')")
    with capture_logs() as logs:
        for faults, longest in enumerate([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600], start=1):
            events = {await world.event(each) for each in (account_id, other_workspace)}
            await world.finish()
            ((event_id, counted, wait),) = await world.run(OUTBOX)
            assert (event_id, counted) == (spoilt, faults)
            assert longest / 2 < wait <= longest
            assert events <= {event for _, event in await world.deliveries()}
            await world.run("UPDATE outbox SET due_at = now()")
            await world.fan_out.try_postponed() if faults < 12 else None
            await world.run("UPDATE outbox SET due_at = now() + (due_at - now())")
    assert list_logged(logs, "event_not_fanned_out", "event_id") == [spoilt] * 12
    await world.run("ALTER TABLE webhook_deliveries DROP CONSTRAINT sound")
    await world.run("UPDATE outbox SET due_at = now()")
    await world.fan_out.try_postponed()
    assert await world.run(OUTBOX) == []
    assert spoilt in {event for _, event in await world.deliveries()}


async def test_an_event_that_another_worker_has_fanned_out_meanwhile_is_no_alarm(
    world: World, impatient: World, monkeypatch: pytest.MonkeyPatch
):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    event_id = await world.event(account_id, f"{TYPE}.spoilt")
    await world.run("ALTER TABLE webhook_deliveries ADD CONSTRAINT sound CHECK (type NOT LIKE '%spoilt')")
    postpone = FanOut._postpone

    async def be_late(late: FanOut, row: asyncpg.Record, problem: Exception) -> None:
        await world.run("ALTER TABLE webhook_deliveries DROP CONSTRAINT sound")
        await impatient.finish()
        await postpone(late, row, problem)

    monkeypatch.setattr(FanOut, "_postpone", be_late)
    with capture_logs() as logs:
        await world.finish()
    assert await world.deliveries() == {(endpoint_id, event_id)}
    assert await world.run(OUTBOX) == []
    assert [entry for entry in logs if entry["log_level"] not in ("debug", "info")] == []


async def test_a_workspace_whose_endpoint_is_locked_rests_and_the_others_get_theirs(
    world: World, impatient: World, locked: Lock, monkeypatch: pytest.MonkeyPatch
):
    account_id, other_workspace = await world.workspace(), await world.workspace()
    busy, quiet = await world.endpoint(account_id), await world.endpoint(other_workspace)
    late, event_id = await world.event(account_id), await world.event(other_workspace)
    # As a deletion that has a long log to remove.
    async with locked("SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE", busy):
        with capture_logs() as logs:
            await impatient.finish()
        assert await world.deliveries() == {(quiet, event_id)}
        assert list_logged(logs, "fan_out_retry_scheduled", "account") == [account_id]
    await impatient.finish()
    assert len(await world.run(OUTBOX)) == 1
    let_rest(monkeypatch)
    await impatient.finish()
    assert await world.deliveries() == {(quiet, event_id), (busy, late)}


async def test_events_that_take_too_long_together_are_taken_fewer_at_once(world: World, impatient: World):
    account_id, other_workspace = await world.workspace(), await world.workspace()
    for each in (account_id, other_workspace):
        await world.endpoint(each)
    for _ in range(40):
        await world.event(account_id)
    await world.event(other_workspace)
    await world.execute(delaying("webhook_deliveries", "INSERT", 0.02))
    while await impatient.fan_out.run_batch():
        continue
    assert await world.run(OUTBOX) == []
    assert len(await world.deliveries()) == 41


async def test_what_another_process_holds_does_not_bring_the_turn_back_to_the_first(world: World, locked: Lock):
    workspaces = sorted([await world.workspace() for _ in range(25)])
    for account_id in workspaces:
        await world.endpoint(account_id)
        await world.event(account_id)
    held = "SELECT FROM outbox WHERE account_id = $1 FOR UPDATE"
    async with locked(held, workspaces[0]):
        await world.fan_out.run_batch()
        for account_id in workspaces[1:20]:
            await world.event(account_id)
        await world.fan_out.run_batch()
    waiting = {row["account_id"] for row in await world.run("SELECT account_id FROM outbox")}
    assert workspaces[0] in waiting
    assert not waiting & set(workspaces[20:])


# --- Taking ----------------------------------------------------------------------------------------------------------


async def queued(world: World, number: int = 1) -> tuple[str, str, list[str]]:
    """A workspace and its endpoint with some deliveries queued: (workspace, endpoint, deliveries)."""
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    for _ in range(number):
        await world.event(account_id)
    await world.finish()
    rows = await world.run("SELECT delivery_id FROM webhook_queue WHERE endpoint_id = $1 ORDER BY due_at", endpoint_id)
    return account_id, endpoint_id, [row["delivery_id"] for row in rows]


async def claim_due(world: World, backoff: BackoffRegistry | None = None) -> list[ClaimedDelivery]:
    return await dequeue.claim_due(world.db, ConcurrencyLimiter(64), LEASE_SECONDS, backoff)


async def test_an_endpoint_of_which_nothing_can_be_taken_rests_and_the_others_are_served(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    _, broken, _ = await queued(world)
    sound = {(await queued(world))[1] for _ in range(3)}
    await world.execute(refusing("webhook_queue", "UPDATE", f"NEW.endpoint_id = '{broken}'"))
    rests = BackoffRegistry()
    with capture_logs() as logs:
        assert {taken.endpoint_id for taken in await claim_due(world, rests)} == sound
        assert await claim_due(world, rests) == []
    assert list_logged(logs, "claim_failed", "endpoint_id") == [broken]
    later = (await queued(world))[1]
    let_rest(monkeypatch)
    with capture_logs() as logs:
        assert {taken.endpoint_id for taken in await claim_due(world, rests)} == {later}
    assert list_logged(logs, "claim_failed", "tries") == [2]
    await world.execute(mending("webhook_queue"))
    let_rest(monkeypatch)
    assert {taken.endpoint_id for taken in await claim_due(world, rests)} == {broken}
    assert rests.keys() == []


async def test_a_delivery_that_cannot_be_read_fails_and_the_others_are_taken(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    _, _, (spoilt,) = await queued(world)
    _, sound, _ = await queued(world)
    ((event_id,),) = await world.run("SELECT event_id FROM webhook_deliveries WHERE id = $1", spoilt)
    envelope_of = dequeue.build_envelope

    def read(row: asyncpg.Record) -> bytes:
        if row["event_id"] == event_id:
            raise ValueError
        return envelope_of(row)

    monkeypatch.setattr(dequeue, "build_envelope", read)
    deliverer = Deliverer(world.db, Nobody(), settings.load({}), lambda: None)
    with capture_logs() as logs:
        await deliverer._claim_and_start()
    assert list_logged(logs, "delivery_unreadable", "delivery_id") == [spoilt]
    (failed,) = await world.run("SELECT id, last_error FROM webhook_deliveries WHERE status = 'failed'")
    assert (failed["id"], failed["last_error"]) == (spoilt, UNREADABLE)
    assert [row["endpoint_id"] for row in await world.run("SELECT endpoint_id FROM webhook_queue")] == [sound]
    await deliverer.finish(1.0)


class Nobody:
    """Sends nothing, and never answers."""

    async def send(self, **_: Any) -> AttemptOutcome:
        await asyncio.Event().wait()


async def test_an_endpoint_whose_secret_is_sealed_is_left_alone_for_longer_each_time(world: World, monkeypatch):
    account_id, endpoint_id, _ = await queued(world)
    for _ in range(3):
        await world.event(account_id)
    await world.finish()
    keys = keyring.parse_keyring("other:" + base64.b64encode(bytes(32)).decode())
    monkeypatch.setattr(keyring, "keyring", lambda: keys)
    deliverer = Deliverer(world.db, Nobody(), settings.load({}), lambda: None)
    with capture_logs() as logs:
        for _ in range(4):
            for _ in range(6):
                await deliverer._claim_and_start()
            let_rest(monkeypatch, 60)
    assert list_logged(logs, "webhook_secret_not_decrypted", "endpoint_id") == [endpoint_id] * 4
    assert list_logged(logs, "webhook_secret_not_decrypted", "tries") == [1, 2, 3, 4]
    # It has answered nothing, so its workspace has only the room of an unproven endpoint for it.
    assert deliverer._limiter._endpoints[account_id, endpoint_id].is_unproven
    assert {row["status"] for row in await world.run("SELECT status FROM webhook_deliveries")} == {"pending"}
    await deliverer.finish(1.0)
    assert await world.run("SELECT FROM webhook_queue WHERE claim_token IS NOT NULL") == []


# --- Recording -------------------------------------------------------------------------------------------------------


def build_result_writer(world: World) -> ResultWriter:
    return ResultWriter(world.db, BackoffRegistry(), 0.01, lambda: None, lambda: None)


def result(taken: ClaimedDelivery, *, ok: bool = True) -> AttemptResult:
    outcome = AttemptOutcome(ok, 200 if ok else 503, "", None if ok else "HTTP 503", 5)
    return AttemptResult(taken, outcome, clock.now(), None if ok else 60.0, time.monotonic())


async def statuses(world: World) -> dict[str, str]:
    return {row["id"]: row["status"] for row in await world.run("SELECT id, status FROM webhook_deliveries")}


@pytest.mark.parametrize("ok", [True, False])
async def test_an_attempt_that_cannot_be_recorded_is_put_off_and_the_others_are_recorded(world: World, ok: bool):
    _, _, deliveries = await queued(world, 2)
    _, _, others = await queued(world, 2)
    taken = await claim_due(world)
    assert len(taken) == 4
    await world.execute(refusing("webhook_deliveries", "UPDATE", f"NEW.id = '{deliveries[0]}'"))
    settles = build_result_writer(world)
    for each in taken:
        settles.add_result(result(each, ok=ok))
    with capture_logs() as logs:
        await settles.finish()
    assert list_logged(logs, "delivery_result_not_stored", "delivery_id") == [deliveries[0]]
    attempted = {row["delivery_id"] for row in await world.run("SELECT delivery_id FROM webhook_attempts")}
    assert attempted == {deliveries[1], *others}
    put_off = "SELECT claim_token FROM webhook_queue WHERE delivery_id = $1 AND due_at > now() + interval '9 minutes'"
    assert [row["claim_token"] for row in await world.run(put_off, deliveries[0])] == [None]


async def test_an_attempt_whose_delivery_another_worker_has_taken_meanwhile_is_no_alarm(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    _, _, (delivery_id,) = await queued(world)
    taken = await claim_due(world)
    await world.execute(refusing("webhook_deliveries", "UPDATE", f"NEW.id = '{delivery_id}'"))
    put_off = result_recording.postpone_delivery

    async def be_late(db: Database, late: ClaimedDelivery) -> bool:
        await world.run("UPDATE webhook_queue SET claim_token = nextval('webhook_claim_tokens')")
        return await put_off(db, late)

    monkeypatch.setattr(result_recording, "postpone_delivery", be_late)
    late = build_result_writer(world)
    late.add_result(result(taken[0]))
    with capture_logs() as logs:
        await late.finish()
    assert list_logged(logs, "delivery_result_not_stored", "delivery_id") == []
    assert await world.run("SELECT FROM webhook_queue WHERE claim_token IS NULL") == []


async def test_an_endpoint_that_cannot_be_switched_off_holds_up_no_other(world: World):
    _, broken, _ = await queued(world)
    _, failing, _ = await queued(world)
    await world.run("UPDATE webhook_endpoints SET consecutive_failures = 19, failing_since = now() - interval '2 days'")
    taken = await claim_due(world)
    await world.execute(refusing("webhook_endpoints", "UPDATE", f"NEW.id = '{broken}' AND NOT NEW.active"))
    settles = build_result_writer(world)
    for each in taken:
        settles.add_result(result(each, ok=False))
    await settles.finish()
    off = await world.run("SELECT id FROM webhook_endpoints WHERE NOT active")
    assert [row["id"] for row in off] == [failing]


async def test_results_of_an_endpoint_that_is_locked_are_recorded_later_and_the_others_at_once(
    world: World, impatient: World, locked: Lock, monkeypatch: pytest.MonkeyPatch
):
    _, busy, (first,) = await queued(world)
    _, _, (other,) = await queued(world)
    taken = await claim_due(world)
    settles = build_result_writer(impatient)
    async with locked("SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE", busy):
        with capture_logs() as logs:
            for each in taken:
                settles.add_result(result(each, ok=False))
            await settles.finish()
        assert list_logged(logs, "delivery_results_deferred", "endpoint_id") == [busy]
        recorded = await world.run("SELECT delivery_id FROM webhook_attempts")
        assert [row["delivery_id"] for row in recorded] == [other]
        assert [endpoint_id for _, endpoint_id in settles.deferred_endpoints] == [busy]
    running = asyncio.create_task(settles.run())
    let_rest(monkeypatch)
    async with asyncio.timeout(20):
        while settles.deferred_endpoints:  # noqa: ASYNC110 - it is a set, and not an event
            await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    recorded = await world.run("SELECT delivery_id FROM webhook_attempts")
    assert {row["delivery_id"] for row in recorded} == {first, other}


async def test_of_an_endpoint_with_results_to_record_nothing_is_taken(world: World):
    _, busy, _ = await queued(world)
    _, other, _ = await queued(world)
    ((account_id,),) = await world.run("SELECT account_id FROM webhook_endpoints WHERE id = $1", busy)
    taken = await dequeue.claim_due(world.db, ConcurrencyLimiter(64), LEASE_SECONDS, None, [(account_id, busy)])
    assert [each.endpoint_id for each in taken] == [other]


async def test_a_refusal_that_cannot_be_noted_holds_up_no_other(world: World):
    _, _, (broken,) = await queued(world)
    _, _, (sound,) = await queued(world)
    await world.run("UPDATE webhook_endpoints SET events = '{svc.stock.*}'")
    await world.execute(refusing("webhook_deliveries", "UPDATE", f"NEW.id = '{broken}'"))
    deliverer = Deliverer(world.db, Nobody(), settings.load({}), lambda: None)
    with capture_logs() as logs:
        await deliverer._claim_and_start()
    assert list_logged(logs, "delivery_not_discarded", "delivery_id") == [broken]
    assert await statuses(world) == {broken: "pending", sound: "failed"}
    await deliverer.finish(1.0)


async def test_a_refusal_of_what_is_locked_is_noted_when_its_lease_ends(world: World, impatient: World, locked: Lock):
    _, _, (busy,) = await queued(world)
    _, _, (sound,) = await queued(world)
    taken = await claim_due(world)
    async with locked("SELECT FROM webhook_queue WHERE delivery_id = $1 FOR UPDATE", busy):
        await dequeue.release_claims(impatient.db, taken)
    due = await world.run("SELECT delivery_id FROM webhook_queue WHERE due_at <= now()")
    assert [row["delivery_id"] for row in due] == [sound]
