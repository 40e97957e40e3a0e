"""Recovery of abandoned courier calls: no call, and no workspace, keeps others from being finished."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import asyncpg
import msgspec
import pytest
from structlog.testing import capture_logs

from fulfilment.infra import clock
from fulfilment.infra.jobs.tenant_queue_worker import STUCK_AFTER_ATTEMPTS
from fulfilment.settings import Settings
from fulfilment.shipments.booking.recovery import OperationRecovery
from tests.harness.database import execute, rows
from tests.harness.line import BOOK, Line
from tests.harness.parcels import PRICE, confirm, credit, draft, fund, new_shipment, shipment
from tests.harness.service import Client, Service
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.shipments.worker_context import (
    MAKE_TENANT_DUE,
    WorkerContext,
    make_operations_due,
    run_in_worker,
    settings_for,
)

# Bookings on a key of its own that the workspace does not have any more: each fails before it is claimed.
STRAND_OPERATIONS = """
    INSERT INTO courier_operations (account_id, shipment_id, kind, claim_token, is_merchant_key, is_unclear,
                               lease_until, due_at,
                               started_at, actor)
    SELECT account_id, id, 'book', id, true, true, now() - interval '1 h', now() - interval '1 h',
           now() - interval '1 h', json_build_object('account_id', account_id, 'actor_id', account_id)
      FROM shipments WHERE account_id = $1
"""
LEASE = """
    UPDATE courier_operations SET lease_until = now() + $2::interval, due_at = now() + $2::interval
     WHERE account_id = $1
"""
FIND_OPERATIONS = """
    SELECT shipment_id, faults, holder, extract(epoch FROM due_at - now())::float AS wait
      FROM courier_operations WHERE account_id = $1 ORDER BY due_at
"""
# As a defect that one shipment alone provokes would have it.
BREAK = """
    CREATE FUNCTION refuse_booking() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
    CREATE TRIGGER refuse_booking BEFORE UPDATE OF aggregator_order_id ON shipments
        FOR EACH ROW WHEN (NEW.id = '{shipment_id}') EXECUTE FUNCTION refuse_booking()
"""
MEND = "DROP TRIGGER refuse_booking ON shipments; DROP FUNCTION refuse_booking"


@pytest.fixture
def settings(api: Service, line: Line, merchant: Client) -> Iterator[Settings]:
    """Nothing that other tests left behind is due, and nothing of this one's is left."""
    execute(merchant, "UPDATE courier_operation_tenants SET due_at = NULL")
    yield settings_for(api.database_url, line.url, database_lock_timeout_seconds="0.2")
    execute(merchant, "DELETE FROM courier_operations")


@pytest.fixture
def recover(settings: Settings) -> Callable[[], None]:
    """A worker carries on once with all that is due."""
    return lambda: run_in_worker(settings, lambda inside: inside.recovery.run_due())


def strand_operations(client: Client, number: int) -> None:
    """Create this number of calls that cannot be finished."""
    assert client("POST", "/api/v1/shipments/bulk", {"shipments": [draft() for _ in range(number)]}).status == 200
    rows(client, STRAND_OPERATIONS)
    rows(client, MAKE_TENANT_DUE)


def book_unclear(client: Client, line: Line) -> str:
    """A shipment that is booked at the courier, though the service does not know it; it is due."""
    fund(client)
    id = new_shipment(client)["id"]
    with line.trouble("lose"):
        assert confirm(client, id).status == 504
    make_operations_due(client)
    return id


def find_operations(client: Client) -> dict[str, Any]:
    return {row["shipment_id"]: row for row in rows(client, FIND_OPERATIONS)}


def is_booked(client: Client, id: str) -> bool:
    return shipment(client, id)["status"] == "confirmed"


def test_a_workspace_whose_calls_all_fail_holds_up_nobody_else(
    merchant: Client, stranger: Client, line: Line, recover: Callable[[], None]
):
    strand_operations(merchant, OperationRecovery.max_concurrent + 8)
    sent = book_unclear(stranger, line)
    assert credit(stranger)[1] == PRICE
    recover()
    assert is_booked(stranger, sent)
    assert (credit(stranger)[1], find_operations(stranger)) == (0, {})
    assert {call["faults"] for call in find_operations(merchant).values()} == {1}


def test_a_stranger_gets_its_turn_before_the_second_of_a_workspace_with_very_many(
    merchant: Client, stranger: Client, settings: Settings, line: Line
):
    strand_operations(merchant, OperationRecovery.max_concurrent)
    sent = book_unclear(stranger, line)

    async def once(inside: WorkerContext) -> int:
        recoverer = inside.recovery
        started = await recoverer.start_due()
        await recoverer.join()
        return started

    assert run_in_worker(settings, once) == OperationRecovery.max_per_workspace + 1
    assert is_booked(stranger, sent)
    assert sum(call["faults"] for call in find_operations(merchant).values()) == OperationRecovery.max_per_workspace


def test_a_call_that_fails_is_left_alone_for_longer_each_time_and_told_of_as_stuck(
    merchant: Client, recover: Callable[[], None]
):
    strand_operations(merchant, 1)
    stuck = []
    for faults, longest in enumerate([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300], start=1):
        with capture_logs() as logs:
            recover()
        stuck += [(entry["tries"], entry["shipment"]) for entry in logs if entry["event"] == "job_stuck"]
        ((id, call),) = find_operations(merchant).items()
        assert (call["faults"], call["holder"]) == (faults, None)
        assert longest / 2 < call["wait"] <= longest
        recover()
        assert find_operations(merchant)[id]["faults"] == faults
        make_operations_due(merchant)
    assert stuck == [(STUCK_AFTER_ATTEMPTS, id)]


def test_what_became_possible_meanwhile_is_done_at_its_next_turn(
    merchant: Client, line: Line, recover: Callable[[], None]
):
    sent = book_unclear(merchant, line)
    rows(merchant, "UPDATE courier_operations SET is_merchant_key = true WHERE account_id = $1")
    recover()
    assert not is_booked(merchant, sent)
    rows(merchant, "UPDATE courier_operations SET is_merchant_key = false WHERE account_id = $1")
    make_operations_due(merchant)
    recover()
    assert is_booked(merchant, sent)
    assert rows(merchant, "SELECT due_at FROM courier_operation_tenants WHERE account_id = $1")[0]["due_at"] is not None
    rows(merchant, MAKE_TENANT_DUE)
    recover()
    assert rows(merchant, "SELECT due_at FROM courier_operation_tenants WHERE account_id = $1")[0]["due_at"] is None


def test_one_that_faults_every_time_is_postponed_and_the_others_come_to_their_end(
    merchant: Client, line: Line, recover: Callable[[], None]
):
    broken, sent = book_unclear(merchant, line), book_unclear(merchant, line)
    execute(merchant, BREAK.format(shipment_id=broken))
    try:
        with capture_logs() as logs:
            recover()
    finally:
        execute(merchant, MEND)
    assert [(entry["shipment"], entry["tries"]) for entry in logs if entry["event"] == "job_failed"] == [(broken, 1)]
    assert is_booked(merchant, sent)
    assert list(find_operations(merchant)) == [broken]
    assert 0 < find_operations(merchant)[broken]["wait"] <= 2
    make_operations_due(merchant)
    recover()
    assert is_booked(merchant, broken)


def test_one_whose_shipment_is_locked_is_postponed_and_the_others_come_to_their_end(
    merchant: Client, stranger: Client, line: Line, settings: Settings
):
    locked, sent = book_unclear(merchant, line), book_unclear(stranger, line)

    async def beside_a_lock(inside: WorkerContext) -> None:
        connection = await asyncpg.connect(settings.database_url)
        async with connection.transaction():
            await connection.execute("SELECT FROM shipments WHERE id = $1 FOR UPDATE", locked)
            await inside.recovery.run_due()
        await connection.close()

    run_in_worker(settings, beside_a_lock)
    assert is_booked(stranger, sent)
    assert [(call["faults"], call["holder"]) for call in find_operations(merchant).values()] == [(1, None)]


def test_one_that_is_locked_itself_is_passed_over_and_not_forgotten(
    merchant: Client, line: Line, settings: Settings, recover: Callable[[], None]
):
    locked, sent = book_unclear(merchant, line), book_unclear(merchant, line)

    async def beside_a_lock(inside: WorkerContext) -> None:
        connection = await asyncpg.connect(settings.database_url)
        async with connection.transaction():
            await connection.execute("SELECT FROM courier_operations WHERE shipment_id = $1 FOR UPDATE", locked)
            await inside.recovery.run_due()
        await connection.close()

    run_in_worker(settings, beside_a_lock)
    assert is_booked(merchant, sent)
    assert find_operations(merchant)[locked]["faults"] == 0

    def is_taken_up() -> bool:
        recover()
        return is_booked(merchant, locked)

    eventually(is_taken_up)


def test_a_row_that_cannot_be_read_is_postponed_and_the_others_come_to_their_end(
    merchant: Client, line: Line, recover: Callable[[], None]
):
    spoilt, sent = book_unclear(merchant, line), book_unclear(merchant, line)
    rows(merchant, f"UPDATE courier_operations SET actor = '[]' WHERE account_id = $1 AND shipment_id = '{spoilt}'")
    recover()
    assert is_booked(merchant, sent)
    assert find_operations(merchant)[spoilt]["faults"] == 1
    assert 0 < find_operations(merchant)[spoilt]["wait"] <= 2


def test_workers_at_once_take_each_call_once(merchant: Client, line: Line, courier: Courier, settings: Settings):
    sent = [book_unclear(merchant, line) for _ in range(3)]
    before = line.seen.count(BOOK)

    async def together(inside: WorkerContext) -> None:
        await asyncio.gather(*(inside.recovery.run_due() for _ in range(4)))

    run_in_worker(settings, together)
    assert line.seen.count(BOOK) - before == len(sent)
    assert [len(courier.orders(id)) for id in sent] == [1] * len(sent)


def test_a_courier_that_hangs_for_one_workspace_takes_that_ones_share_alone(
    merchant: Client, stranger: Client, courier: Courier, line: Line, settings: Settings
):
    hanging = [booked_at_courier(merchant, line) for _ in range(OperationRecovery.max_per_workspace + 1)]
    sent = book_unclear(stranger, line)
    rows(stranger, "UPDATE courier_operation_tenants SET due_at = NULL WHERE account_id = $1")
    requests_before = len(line.seen)

    def count_requests() -> int:
        return sum(line.seen[requests_before:].count(("POST", f"/v1/orders/{order}/cancel")) for order in hanging)

    async def carry_on(inside: WorkerContext) -> None:
        running = asyncio.create_task(inside.recovery.run())
        await asyncio.to_thread(eventually, lambda: count_requests() == OperationRecovery.max_per_workspace)
        await asyncio.to_thread(make_operations_due, stranger)
        await asyncio.to_thread(eventually, lambda: is_booked(stranger, sent))
        assert count_requests() == OperationRecovery.max_per_workspace
        line.patience.set()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    make_operations_due(merchant)
    with line.trouble("silent", ("POST", "/cancel")):
        run_in_worker(msgspec.structs.replace(settings, aggregator_timeout_seconds=60.0), carry_on)


def booked_at_courier(client: Client, line: Line) -> str:
    """The courier's order of a shipment whose cancellation has an unclear outcome."""
    fund(client)
    order = confirm(client, new_shipment(client)["id"]).data["shipment"]
    with line.trouble("cut", ("POST", "/cancel")):
        assert client("POST", f"/api/v1/shipments/{order['id']}/cancel").status == 504
    return order["aggregatorOrderId"]


def test_what_is_due_is_told_by_the_databases_clock_alone(
    merchant: Client, line: Line, recover: Callable[[], None], monkeypatch: pytest.MonkeyPatch
):
    sent = book_unclear(merchant, line)
    rows(merchant, LEASE, timedelta(minutes=1))
    rows(merchant, MAKE_TENANT_DUE)
    now = clock.now
    monkeypatch.setattr(clock, "now", lambda: now() + timedelta(hours=1))
    recover()
    assert not is_booked(merchant, sent)
    rows(merchant, LEASE, timedelta(seconds=-1))
    rows(merchant, MAKE_TENANT_DUE)
    monkeypatch.setattr(clock, "now", lambda: now() - timedelta(hours=1))
    recover()
    assert is_booked(merchant, sent)
