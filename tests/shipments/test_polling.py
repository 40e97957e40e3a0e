"""The slow poll of open shipments: what a lost report would have told is found out all the same."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from fulfilment.secrets import CannotUnseal
from fulfilment.settings import Settings
from fulfilment.shipments.polling import OF_WORKSPACE_AT_ONCE
from fulfilment.shipments.polls import next_wait
from fulfilment.shipping.aggregator_access import Aggregators
from tests.harness.database import Stored, events, execute, rows
from tests.harness.inbound import moments
from tests.harness.line import DONE, NOT_DONE, Line
from tests.harness.parcels import FUNDS, booked, cancel, confirm, credit, draft, fund, new_shipment, shipment
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.http.service import Client, Service
from tests.shipments.inside import Inside, let_nobody_else_be_due, make_due, polls, run_inside, settings_for

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
    return settings_for(api.database_url, line.url, courier_poll_seconds=str(EVERY_SECONDS))


@pytest.fixture
def poll(settings: Settings, merchant: Client) -> Callable[[], list[bool]]:
    """One round of a worker. For each shipment asked about, whether the aggregator could be reached."""
    let_nobody_else_be_due(merchant)
    return lambda: run_inside(settings, lambda inside: inside.poller.poll())


def told(client: Client, id: str) -> list[Stored]:
    return events(client, "shipment.status_updated", id)


def asked(line: Line, sent: dict[str, Any]) -> int:
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
    make_due(merchant)
    assert poll() == [True]
    assert [event.data["status"] for event in told(merchant, sent["id"])] == ["allocated", "picking_up", "picked_up"]
    assert shipment(merchant, sent["id"])["status"] == "picked_up"
    make_due(merchant)
    assert poll() == [True]
    assert len(told(merchant, sent["id"])) == 3


def test_a_cancellation_that_nobody_reported_gives_the_credit_back(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    sent = booked(merchant)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "courier_not_found")
    make_due(merchant)
    poll()
    assert shipment(merchant, sent["id"])["status"] == "cancelled"
    assert credit(merchant) == (FUNDS, 0)
    assert polls(merchant) == {}


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
    make_due(merchant)
    poll()
    assert shipment(merchant, id)["status"] == "allocated"
    assert [event.data["reportedStatus"] for event in told(merchant, id)] == ["allocated"]


def test_what_is_not_due_is_not_asked_about(merchant: Client, line: Line, poll: Callable[[], list[bool]]):
    sent = booked(merchant)
    assert poll() == []
    assert asked(line, sent) == 0


def test_a_draft_is_never_asked_about(merchant: Client):
    new_shipment(merchant)
    assert polls(merchant) == {}


def test_what_was_asked_about_rests_for_the_time_that_is_set(
    merchant: Client, line: Line, poll: Callable[[], list[bool]]
):
    sent = booked(merchant)
    make_due(merchant)
    began = datetime.now(UTC)
    poll()
    (due_at,) = polls(merchant).values()
    assert due_at >= began + timedelta(seconds=EVERY_SECONDS - 1)
    assert poll() == []
    assert asked(line, sent) == 1


@pytest.mark.parametrize("end", ["delivered", "returned"])
def test_what_has_ended_is_neither_asked_about_nor_kept_in_mind(
    merchant: Client, courier: Courier, line: Line, poll: Callable[[], list[bool]], end: str
):
    sent = booked(merchant)
    courier.report(sent["aggregatorOrderId"], end)
    eventually(lambda: shipment(merchant, sent["id"])["status"] == end)
    before = asked(line, sent)
    make_due(merchant)
    poll()
    assert (asked(line, sent), polls(merchant)) == (before, {})


def test_a_cancelled_shipment_is_not_asked_about(
    merchant: Client, courier: Courier, line: Line, poll: Callable[[], list[bool]]
):
    sent = booked(merchant)
    with courier.unheard():
        assert cancel(merchant, sent["id"]).status == 200
        make_due(merchant)
        poll()
    assert (asked(line, sent), polls(merchant)) == (0, {})


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
    let_nobody_else_be_due(merchant)
    sent = [booked(merchant) for _ in range(OF_WORKSPACE_AT_ONCE)]
    make_due(merchant)

    async def together(inside: Inside) -> list[list[bool]]:
        return await asyncio.gather(*(inside.poller.poll() for _ in range(4)))

    rounds = run_inside(settings, together)
    assert sum(map(len, rounds)) == len(sent)
    assert [asked(line, each) for each in sent] == [1] * len(sent)


def test_a_workspace_with_many_shipments_does_not_stand_before_the_others(
    merchant: Client, stranger: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    assert merchant("POST", "/api/v1/shipments/bulk", {"shipments": [draft() for _ in range(60)]}).status == 200
    execute(merchant, "INSERT INTO courier_poll_lanes VALUES ($1, now() - interval '1 day')", merchant.account_id)
    long_due = "SELECT account_id, id, now() - interval '1 day' FROM shipments WHERE account_id = $1"
    rows(merchant, f"INSERT INTO courier_polls {long_due}")
    sent = booked(stranger)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    make_due(stranger)
    poll()
    assert shipment(stranger, sent["id"])["status"] == "picked_up"
    assert 0 < len(polls(merchant)) < 60


def test_what_a_killed_worker_had_taken_is_asked_about_again(merchant: Client, courier: Courier, settings: Settings):
    let_nobody_else_be_due(merchant)
    sent = booked(merchant)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    make_due(merchant)

    async def die(inside: Inside) -> None:
        asking = asyncio.create_task(inside.poller.poll())
        await asyncio.to_thread(eventually, lambda: max(polls(merchant).values()) > datetime.now(UTC))
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    with courier.in_mood(slow_ms=3_000):
        run_inside(settings, die)
    (lease_until,) = polls(merchant).values()
    assert lease_until < datetime.now(UTC) + timedelta(seconds=EVERY_SECONDS / 2)
    (lane,) = rows(merchant, "SELECT due_at FROM courier_poll_lanes WHERE account_id = $1")
    assert lane["due_at"] <= lease_until
    make_due(merchant)
    assert run_inside(settings, lambda inside: inside.poller.poll()) == [True]
    assert [event.data["status"] for event in told(merchant, sent["id"])] == ["picked_up"]


@pytest.mark.parametrize("trouble", [*NOT_DONE, *DONE])
def test_an_aggregator_that_is_away_is_asked_again_before_long_and_raises_no_alarm(
    merchant: Client, courier: Courier, line: Line, poll: Callable[[], list[bool]], trouble: Any
):
    sent = booked(merchant)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    rows(merchant, "UPDATE shipments SET updated_at = now() - interval '30 days' WHERE account_id = $1")
    make_due(merchant)
    with line.trouble(trouble, ("GET", f"/v1/orders/{sent['aggregatorOrderId']}")), capture_logs() as logs:
        assert poll() == [False]
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
    (due_at,) = polls(merchant).values()
    assert due_at < datetime.now(UTC) + timedelta(seconds=2 * EVERY_SECONDS)
    make_due(merchant)
    assert poll() == [True]
    assert shipment(merchant, sent["id"])["status"] == "picked_up"


def lane(client: Client) -> Any:
    """How often in a row nobody answered, and for how many seconds the workspace rests."""
    (row,) = rows(
        client,
        "SELECT faults, extract(epoch FROM due_at - now())::float AS rest"
        " FROM courier_poll_lanes WHERE account_id = $1",
    )
    return row


def test_a_workspace_whose_aggregator_does_not_answer_is_left_alone_for_longer_each_time(
    merchant: Client, courier: Courier, line: Line, poll: Callable[[], list[bool]]
):
    sent = booked(merchant)
    with line.trouble("500", ("GET", f"/v1/orders/{sent['aggregatorOrderId']}")):
        for faults, longest in enumerate([10, 20, 40, 80, 160, 300, 300], start=1):
            make_due(merchant)
            assert poll() == [False]
            assert lane(merchant)["faults"] == faults
            assert longest / 2 < lane(merchant)["rest"] <= longest
    assert poll() == []
    make_due(merchant)
    assert poll() == [True]
    assert lane(merchant)["faults"] == 0


def test_one_shipment_alone_shows_whether_the_aggregator_answers_again(
    merchant: Client, courier: Courier, line: Line, poll: Callable[[], list[bool]]
):
    sent = [booked(merchant) for _ in range(3)]
    with line.trouble("500", ("GET", f"/v1/orders/{sent[0]['aggregatorOrderId']}")):
        make_due(merchant)
        assert sorted(poll()) == [False, True, True]
    rows(merchant, "UPDATE courier_poll_lanes SET faults = 3 WHERE account_id = $1")
    make_due(merchant)
    assert poll() == [True]
    assert sorted(poll()) == [True, True]


def test_a_workspace_whose_courier_hangs_holds_up_its_own_share_alone(
    merchant: Client, stranger: Client, courier: Courier, line: Line, settings: Settings
):
    let_nobody_else_be_due(merchant)
    hanging = [booked(merchant) for _ in range(OF_WORKSPACE_AT_ONCE + 1)]
    sent = booked(stranger)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    make_due(merchant)

    async def follow(inside: Inside) -> None:
        running = asyncio.create_task(inside.poller.run())
        await asyncio.to_thread(eventually, lambda: sum(asked(line, each) for each in hanging) == OF_WORKSPACE_AT_ONCE)
        await asyncio.to_thread(make_due, stranger)
        await asyncio.to_thread(eventually, lambda: shipment(stranger, sent["id"])["status"] == "picked_up")
        assert sum(asked(line, each) for each in hanging) == OF_WORKSPACE_AT_ONCE
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    with ExitStack() as silence:
        for each in hanging:
            silence.enter_context(line.trouble("silent", ("GET", f"/v1/orders/{each['aggregatorOrderId']}")))
        patient = msgspec.structs.replace(settings, aggregator_timeout_seconds=60.0)
        run_inside(patient, follow)


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
            make_due(merchant)
            before = datetime.now(UTC)
            with capture_logs() as logs:
                assert len(poll()) == 2
            faulty = [entry for entry in logs if entry["event"] == "poll_fault"]
            assert [(entry["shipment"], entry["tries"]) for entry in faulty] == [(broken["id"], faults)]
            assert polls(merchant)[broken["id"]] > before + timedelta(seconds=EVERY_SECONDS * 2 ** (faults - 1) - 1)
        assert shipment(merchant, sent["id"])["status"] == "picked_up"
    finally:
        execute(merchant, MEND)
    make_due(merchant)
    poll()
    assert shipment(merchant, broken["id"])["status"] == "picked_up"
    (row,) = rows(merchant, "SELECT faults FROM courier_polls WHERE account_id = $1 AND shipment_id = $2", broken["id"])
    assert row["faults"] == 0


def test_a_worker_without_the_master_key_makes_no_shipment_wait_longer_for_the_others(
    merchant: Client, poll: Callable[[], list[bool]], monkeypatch
):
    sent = booked(merchant)

    def refuse(*_: object) -> None:
        raise CannotUnseal("no master key")

    with monkeypatch.context() as patch:
        patch.setattr(Aggregators, "connection_of_booking", refuse)
        for _ in range(4):
            make_due(merchant)
            with capture_logs() as logs:
                poll()
            assert [entry["shipment"] for entry in logs if entry["event"] == "poll_waits"] == [sent["id"]]
    assert polls(merchant)[sent["id"]] < datetime.now(UTC) + timedelta(seconds=EVERY_SECONDS + 1)


def test_what_was_booked_with_a_key_that_is_gone_is_followed_with_it(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-merchants-own"})
    own = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    for key in ("biteship_live.the-merchants-next", None):
        merchant("PUT", "/api/v1/shipping/config", {"apiKey": key})
        with courier.unheard():
            courier.report(own["aggregatorOrderId"], "picked" if key else "delivered")
        make_due(merchant)
        assert poll() == [True]
        assert shipment(merchant, own["id"])["status"] == ("picked_up" if key else "delivered")


def test_a_key_that_is_not_accepted_any_more_holds_up_nobody_else(
    merchant: Client, stranger: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-merchants-own"})
    own = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": None})
    execute(merchant, "DELETE FROM former_aggregator_keys WHERE account_id = $1", merchant.account_id)
    sent = booked(stranger)
    with courier.unheard():
        for each in (own, sent):
            courier.report(each["aggregatorOrderId"], "picked")
    make_due(merchant)
    make_due(stranger)
    with capture_logs() as logs:
        assert poll() == [True, True]
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
    assert shipment(stranger, sent["id"])["status"] == "picked_up"
    assert shipment(merchant, own["id"])["status"] == "confirmed"
    assert list(polls(merchant)) == [own["id"]]


def test_an_own_key_is_asked_about_what_was_booked_with_it(
    merchant: Client, courier: Courier, poll: Callable[[], list[bool]]
):
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-merchants-own"})
    own = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    with courier.unheard():
        courier.report(own["aggregatorOrderId"], "picked")
    make_due(merchant)
    assert poll() == [True]
    assert shipment(merchant, own["id"])["status"] == "picked_up"
