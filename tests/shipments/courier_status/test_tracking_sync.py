"""Tracking sync: slow polling of open shipments, which makes up for lost reports."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from fulfilment.infra.encryption.keyring import DecryptionFailed
from fulfilment.settings import Settings
from fulfilment.shipments.courier_status.tracking_sync import TrackingSync, next_wait
from fulfilment.shipping.courier_clients import CourierClients
from tests.harness.database import Stored, events, execute, rows
from tests.harness.fixtures import HASTY_SECONDS, PATIENT_SECONDS
from tests.harness.inbound import moments
from tests.harness.line import DONE, NOT_DONE, SILENT, Line
from tests.harness.parcels import FUNDS, booked, cancel, confirm, credit, draft, fund, new_shipment, shipment
from tests.harness.service import Client, Service
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.shipments.worker_context import (
    WorkerContext,
    make_syncs_due,
    next_sync_times,
    postpone_other_syncs,
    run_in_worker,
    settings_for,
)

EVERY_SECONDS = 600
# As a defect that one shipment alone provokes would have it.
BREAK = """
    CREATE FUNCTION refuse_report() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
    CREATE TRIGGER refuse_report BEFORE INSERT ON shipment_events
        FOR EACH ROW WHEN (NEW.shipment_id = '{shipment_id}') EXECUTE FUNCTION refuse_report()
"""
MEND = "DROP TRIGGER refuse_report ON shipment_events; DROP FUNCTION refuse_report"


@pytest.fixture
def settings(api: Service, line: Line) -> Settings:
    return settings_for(api.database_url, line.url, tracking_poll_seconds=str(EVERY_SECONDS))


@pytest.fixture
def poll(settings: Settings, merchant: Client) -> Callable[[], list[bool]]:
    """One round of a worker. For each shipment asked about, whether the aggregator could be reached."""
    postpone_other_syncs(merchant)
    return lambda: run_in_worker(settings, lambda inside: inside.tracking_sync.sync_due())


def pass_seconds(client: Client, *, minutes: int) -> None:
    """As if so much time had passed since the workspace's polls were planned."""
    for table in ("tracking_syncs", "tracking_sync_tenants"):
        earlier = f"UPDATE {table} SET due_at = due_at - $2 * interval '1 min' WHERE account_id = $1"
        execute(client, earlier, client.account_id, minutes)


def status_events(client: Client, id: str) -> list[Stored]:
    return events(client, "shipment.status_updated", id)


def count_requests(line: Line, sent: dict[str, Any]) -> int:
    """How often the aggregator was asked about the shipment."""
    return line.seen.count(("GET", f"/v1/orders/{sent['aggregatorOrderId']}"))


def test_reports_that_were_lost_are_caught_up_with_one_event_each_in_their_order(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    sent = booked(merchant)
    with courier.unheard():
        first, second, third = moments(3)
        for at, status in ((first, "allocated"), (third, "picked"), (second, "picking_up")):
            courier.report(sent["aggregatorOrderId"], status, at=at)
    make_syncs_due(merchant)
    assert poll() == [True]
    assert [event.data["status"] for event in status_events(merchant, sent["id"])] == [
        "allocated",
        "picking_up",
        "picked_up",
    ]
    assert shipment(merchant, sent["id"])["status"] == "picked_up"
    make_syncs_due(merchant)
    assert poll() == [True]
    assert len(status_events(merchant, sent["id"])) == 3


def test_a_cancellation_that_nobody_reported_gives_the_credit_back(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    sent = booked(merchant)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "courier_not_found")
    make_syncs_due(merchant)
    poll()
    assert shipment(merchant, sent["id"])["status"] == "cancelled"
    assert credit(merchant) == (FUNDS, 0)
    assert next_sync_times(merchant) == {}


def test_a_report_between_the_booking_and_its_settlement_is_caught_up_with(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    fund(merchant)
    id = new_shipment(merchant)["id"]
    with courier.in_mood(slow_ms=600), ThreadPoolExecutor() as pool:
        request = pool.submit(confirm, merchant, id)
        eventually(lambda: bool(courier.orders(id)))
        courier.report(courier.orders(id)[0]["id"], "allocated")
        assert request.result().status == 200
    assert shipment(merchant, id)["status"] == "confirmed"
    assert poll() == []
    pass_seconds(merchant, minutes=1)
    assert poll() == [True]
    assert shipment(merchant, id)["status"] == "allocated"
    assert [event.data["reportedStatus"] for event in status_events(merchant, id)] == ["allocated"]


def test_a_shipment_is_asked_about_a_minute_after_its_booking_beside_others_that_wait_for_longer(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    first = booked(merchant)
    pass_seconds(merchant, minutes=1)
    assert poll() == [True]
    second = booked(merchant)
    assert poll() == []
    with courier.unheard():
        for sent in (first, second):
            courier.report(sent["aggregatorOrderId"], "picked")
    pass_seconds(merchant, minutes=1)
    assert poll() == [True]
    assert [shipment(merchant, sent["id"])["status"] for sent in (first, second)] == ["confirmed", "picked_up"]


def test_what_is_not_due_is_not_asked_about(merchant: Client, line: Line, poll: Callable[[], list[bool]]):
    sent = booked(merchant)
    assert poll() == []
    assert count_requests(line, sent) == 0


def test_a_draft_is_never_asked_about(merchant: Client):
    new_shipment(merchant)
    assert next_sync_times(merchant) == {}


def test_what_was_asked_about_rests_for_the_time_that_is_set(
    merchant: Client, line: Line, poll: Callable[[], list[bool]]
):
    sent = booked(merchant)
    make_syncs_due(merchant)
    began = datetime.now(UTC)
    poll()
    (due_at,) = next_sync_times(merchant).values()
    assert due_at >= began + timedelta(seconds=EVERY_SECONDS - 1)
    assert poll() == []
    assert count_requests(line, sent) == 1


@pytest.mark.parametrize("end", ["delivered", "returned"])
def test_what_has_ended_is_neither_asked_about_nor_kept_in_mind(
    merchant: Client, courier: Courier, line: Line, poll: Callable[[], list[bool]], end: str
):
    sent = booked(merchant)
    courier.report(sent["aggregatorOrderId"], end)
    eventually(lambda: shipment(merchant, sent["id"])["status"] == end)
    before = count_requests(line, sent)
    make_syncs_due(merchant)
    poll()
    assert (count_requests(line, sent), next_sync_times(merchant)) == (before, {})


def test_a_cancelled_shipment_is_not_asked_about(
    merchant: Client, courier: Courier, line: Line, poll: Callable[[], list[bool]]
):
    sent = booked(merchant)
    with courier.unheard():
        assert cancel(merchant, sent["id"]).status == 200
        make_syncs_due(merchant)
        poll()
    assert (count_requests(line, sent), next_sync_times(merchant)) == (0, {})


@pytest.mark.parametrize(
    ("quiet", "wait"),
    [
        (timedelta(0), timedelta(minutes=10)),
        (timedelta(hours=1), timedelta(minutes=10)),
        (timedelta(hours=8), timedelta(hours=1)),
        (timedelta(days=1), timedelta(hours=3)),
        (timedelta(days=60), timedelta(days=1)),
        (timedelta(days=91), None),
    ],
)
def test_the_longer_it_is_quiet_the_more_seldom_it_is_asked(
    settings: Settings, quiet: timedelta, wait: timedelta | None
):
    now = datetime.now(UTC)
    row: Any = {"status": "in_transit", "updated_at": now - quiet}
    assert next_wait(row, now, settings) == wait


def test_workers_at_once_ask_about_each_shipment_once(merchant: Client, line: Line, settings: Settings):
    postpone_other_syncs(merchant)
    sent = [booked(merchant) for _ in range(TrackingSync.max_per_workspace)]
    make_syncs_due(merchant)

    async def together(inside: WorkerContext) -> list[list[bool]]:
        return await asyncio.gather(*(inside.tracking_sync.sync_due() for _ in range(4)))

    rounds = run_in_worker(settings, together)
    assert sum(map(len, rounds)) == len(sent)
    assert [count_requests(line, each) for each in sent] == [1] * len(sent)


def test_a_workspace_with_many_shipments_does_not_stand_before_the_others(
    merchant: Client, stranger: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    assert merchant("POST", "/api/v1/shipments/bulk", {"shipments": [draft() for _ in range(60)]}).status == 200
    execute(merchant, "INSERT INTO tracking_sync_tenants VALUES ($1, now() - interval '1 day')", merchant.account_id)
    long_due = "SELECT account_id, id, now() - interval '1 day' FROM shipments WHERE account_id = $1"
    rows(merchant, f"INSERT INTO tracking_syncs {long_due}")
    sent = booked(stranger)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    make_syncs_due(stranger)
    poll()
    assert shipment(stranger, sent["id"])["status"] == "picked_up"
    assert 0 < len(next_sync_times(merchant)) < 60


def test_what_a_killed_worker_had_taken_is_asked_about_again(merchant: Client, courier: Courier, settings: Settings):
    postpone_other_syncs(merchant)
    sent = booked(merchant)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    make_syncs_due(merchant)

    async def die(inside: WorkerContext) -> None:
        asking = asyncio.create_task(inside.tracking_sync.sync_due())
        await asyncio.to_thread(eventually, lambda: max(next_sync_times(merchant).values()) > datetime.now(UTC))
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    with courier.in_mood(slow_ms=3_000):
        run_in_worker(settings, die)
    (lease_until,) = next_sync_times(merchant).values()
    assert lease_until < datetime.now(UTC) + timedelta(seconds=EVERY_SECONDS / 2)
    (lane,) = rows(merchant, "SELECT due_at FROM tracking_sync_tenants WHERE account_id = $1")
    assert lane["due_at"] <= lease_until
    make_syncs_due(merchant)
    assert run_in_worker(settings, lambda inside: inside.tracking_sync.sync_due()) == [True]
    assert [event.data["status"] for event in status_events(merchant, sent["id"])] == ["picked_up"]


@pytest.mark.parametrize("trouble", [*NOT_DONE, *DONE])
def test_an_aggregator_that_is_away_is_asked_again_before_long_and_raises_no_alarm(
    merchant: Client, courier: Courier, line: Line, settings: Settings, poll: Callable[[], list[bool]], trouble: Any
):
    patience = HASTY_SECONDS if trouble in SILENT else PATIENT_SECONDS
    troubled = msgspec.structs.replace(settings, aggregator_timeout_seconds=patience)
    sent = booked(merchant)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    rows(merchant, "UPDATE shipments SET updated_at = now() - interval '30 days' WHERE account_id = $1")
    make_syncs_due(merchant)
    with line.trouble(trouble, ("GET", f"/v1/orders/{sent['aggregatorOrderId']}")), capture_logs() as logs:
        assert run_in_worker(troubled, lambda inside: inside.tracking_sync.sync_due()) == [False]
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
    (due_at,) = next_sync_times(merchant).values()
    assert due_at < datetime.now(UTC) + timedelta(seconds=2 * EVERY_SECONDS)
    make_syncs_due(merchant)
    assert poll() == [True]
    assert shipment(merchant, sent["id"])["status"] == "picked_up"


def tenant_backoff(client: Client) -> Any:
    """The number of failures in a row, and the seconds until the workspace's next try."""
    (row,) = rows(
        client,
        "SELECT faults, extract(epoch FROM due_at - now())::float AS rest"
        " FROM tracking_sync_tenants WHERE account_id = $1",
    )
    return row


def test_a_workspace_whose_aggregator_does_not_answer_is_left_alone_for_longer_each_time(
    merchant: Client, courier: Courier, line: Line, poll: Callable[[], list[bool]]
):
    sent = booked(merchant)
    with line.trouble("500", ("GET", f"/v1/orders/{sent['aggregatorOrderId']}")):
        for faults, longest in enumerate([10, 20, 40, 80, 160, 300, 300], start=1):
            make_syncs_due(merchant)
            assert poll() == [False]
            assert tenant_backoff(merchant)["faults"] == faults
            assert longest / 2 < tenant_backoff(merchant)["rest"] <= longest
    assert poll() == []
    make_syncs_due(merchant)
    assert poll() == [True]
    assert tenant_backoff(merchant)["faults"] == 0


def test_one_shipment_alone_shows_whether_the_aggregator_answers_again(
    merchant: Client, courier: Courier, line: Line, poll: Callable[[], list[bool]]
):
    sent = [booked(merchant) for _ in range(3)]
    with line.trouble("500", ("GET", f"/v1/orders/{sent[0]['aggregatorOrderId']}")):
        make_syncs_due(merchant)
        assert sorted(poll()) == [False, True, True]
    rows(merchant, "UPDATE tracking_sync_tenants SET faults = 3 WHERE account_id = $1")
    make_syncs_due(merchant)
    assert poll() == [True]
    assert sorted(poll()) == [True, True]


def test_a_workspace_whose_courier_hangs_holds_up_its_own_share_alone(
    merchant: Client, stranger: Client, courier: Courier, line: Line, settings: Settings
):
    postpone_other_syncs(merchant)
    hanging = [booked(merchant) for _ in range(TrackingSync.max_per_workspace + 1)]
    sent = booked(stranger)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    make_syncs_due(merchant)

    async def follow(inside: WorkerContext) -> None:
        running = asyncio.create_task(inside.tracking_sync.run())
        await asyncio.to_thread(
            eventually, lambda: sum(count_requests(line, each) for each in hanging) == TrackingSync.max_per_workspace
        )
        await asyncio.to_thread(make_syncs_due, stranger)
        await asyncio.to_thread(eventually, lambda: shipment(stranger, sent["id"])["status"] == "picked_up")
        assert sum(count_requests(line, each) for each in hanging) == TrackingSync.max_per_workspace
        line.patience.set()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    with ExitStack() as silence:
        for each in hanging:
            silence.enter_context(line.trouble("silent", ("GET", f"/v1/orders/{each['aggregatorOrderId']}")))
        patient = msgspec.structs.replace(settings, aggregator_timeout_seconds=60.0)
        run_in_worker(patient, follow)


def test_one_that_faults_every_time_is_left_alone_for_longer_and_the_others_are_followed(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    broken, sent = booked(merchant), booked(merchant)
    with courier.unheard():
        for each in (broken, sent):
            courier.report(each["aggregatorOrderId"], "picked")
    execute(merchant, BREAK.format(shipment_id=broken["id"]))
    try:
        for faults in (1, 2, 3):
            make_syncs_due(merchant)
            before = datetime.now(UTC)
            with capture_logs() as logs:
                assert len(poll()) == 2
            faulty = [entry for entry in logs if entry["event"] == "job_failed"]
            assert [(entry["shipment"], entry["tries"]) for entry in faulty] == [(broken["id"], faults)]
            assert next_sync_times(merchant)[broken["id"]] > before + timedelta(
                seconds=EVERY_SECONDS * 2 ** (faults - 1) - 1
            )
        assert shipment(merchant, sent["id"])["status"] == "picked_up"
    finally:
        execute(merchant, MEND)
    make_syncs_due(merchant)
    poll()
    assert shipment(merchant, broken["id"])["status"] == "picked_up"
    (row,) = rows(
        merchant, "SELECT faults FROM tracking_syncs WHERE account_id = $1 AND shipment_id = $2", broken["id"]
    )
    assert row["faults"] == 0


def test_a_worker_without_the_master_key_makes_no_shipment_wait_longer_for_the_others(
    merchant: Client, poll: Callable[[], list[bool]], monkeypatch
):
    sent = booked(merchant)

    def refuse(*_: object) -> None:
        raise DecryptionFailed("no master key")

    with monkeypatch.context() as patch:
        patch.setattr(CourierClients, "for_booking", refuse)
        for _ in range(4):
            make_syncs_due(merchant)
            with capture_logs() as logs:
                poll()
            assert [entry["shipment"] for entry in logs if entry["event"] == "job_deferred"] == [sent["id"]]
    assert next_sync_times(merchant)[sent["id"]] < datetime.now(UTC) + timedelta(seconds=EVERY_SECONDS + 1)


def test_what_was_booked_with_a_key_that_is_gone_is_followed_with_it(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-merchants-own"})
    own = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    for key in ("biteship_live.the-merchants-next", None):
        merchant("PUT", "/api/v1/shipping/config", {"apiKey": key})
        with courier.unheard():
            courier.report(own["aggregatorOrderId"], "picked" if key else "delivered")
        make_syncs_due(merchant)
        assert poll() == [True]
        assert shipment(merchant, own["id"])["status"] == ("picked_up" if key else "delivered")


def test_a_key_that_is_not_accepted_any_more_holds_up_nobody_else(
    merchant: Client, stranger: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-merchants-own"})
    own = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": None})
    execute(merchant, "DELETE FROM previous_aggregator_keys WHERE account_id = $1", merchant.account_id)
    sent = booked(stranger)
    with courier.unheard():
        for each in (own, sent):
            courier.report(each["aggregatorOrderId"], "picked")
    make_syncs_due(merchant)
    make_syncs_due(stranger)
    with capture_logs() as logs:
        assert poll() == [True, True]
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
    assert shipment(stranger, sent["id"])["status"] == "picked_up"
    assert shipment(merchant, own["id"])["status"] == "confirmed"
    assert list(next_sync_times(merchant)) == [own["id"]]


def test_an_own_key_is_asked_about_what_was_booked_with_it(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-merchants-own"})
    own = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    with courier.unheard():
        courier.report(own["aggregatorOrderId"], "picked")
    make_syncs_due(merchant)
    assert poll() == [True]
    assert shipment(merchant, own["id"])["status"] == "picked_up"
