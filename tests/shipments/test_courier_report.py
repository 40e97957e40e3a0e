"""Courier reports, posted by the simulator to the API's own address (decisions, sections 6 and 9)."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.harness.database import Stored, events
from tests.harness.fixtures import INBOUND
from tests.harness.goods import default_variant, movements, new_product, new_warehouse, quantity, stock
from tests.harness.line import Line
from tests.harness.parcels import (
    FUNDS,
    PRICE,
    booked,
    cancel,
    confirm,
    credit,
    fund,
    item,
    new_shipment,
    shipment,
    total,
)
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.http.service import Answer, Client, Service, serving

INSTANT = {
    "courierCode": "gojek",
    "courierServiceCode": "instant",
    "courierType": "instant",
    "price": 200_000,
    "origin": {
        "contactName": "Toko",
        "contactPhone": "0811",
        "address": "Jl. Senopati 1",
        "lat": -6.2436,
        "lng": 106.8003,
    },
    "destination": {
        "contactName": "Siti",
        "contactPhone": "0812",
        "address": "Jl. Menteng 3",
        "lat": -6.1967,
        "lng": 106.8357,
    },
}


def post(api: Service, body: Any, path: str = INBOUND, headers: list[tuple[str, str]] | None = None) -> Answer:
    """A report from anybody who knows the address."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return api.send("POST", path, [("Content-Type", "application/json"), *(headers or [])], raw)


def in_minutes(minutes: float) -> str:
    """A courier's clock."""
    return (datetime.now(UTC) + timedelta(minutes=minutes)).isoformat(timespec="milliseconds")


def told(client: Client, id: str) -> list[Stored]:
    return events(client, "shipment.status_updated", id)


def status_of(client: Client, id: str) -> str:
    return shipment(client, id)["status"]


@pytest.fixture
def reported(merchant: Client, courier: Courier) -> Callable[..., dict[str, Any]]:
    """Has a courier report and waits until it arrived; gives the shipment after it."""

    def report(sent: dict[str, Any], status: str, **said: Any) -> dict[str, Any]:
        before = len(told(merchant, sent["id"]))
        courier.report(sent["aggregatorOrderId"], status, **said)
        eventually(lambda: len(told(merchant, sent["id"])) > before)
        return shipment(merchant, sent["id"])

    return report


def test_a_report_moves_the_shipment_and_is_told_once(merchant: Client, reported):
    sent = booked(merchant)
    at = in_minutes(5)
    after = reported(sent, "picked", at=at, note="Picked up by Budi")
    assert after["status"] == "picked_up"
    record = after["events"][-1]
    moment = datetime.fromisoformat(at).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert (record["status"], record["note"], record["occurredAt"]) == ("picked_up", "Picked up by Budi", moment)
    (event,) = told(merchant, sent["id"])
    shown = {name: value for name, value in after.items() if name != "events"}
    assert event.data == shown | {
        "shipmentId": sent["id"],
        "previousStatus": "confirmed",
        "reportedStatus": "picked",
        "note": "Picked up by Budi",
        "occurredAt": moment,
    }
    assert event.sequence == 3


def test_a_parcel_is_followed_to_its_recipient(merchant: Client, reported):
    sent = booked(merchant)
    way = ["allocated", "picking_up", "picked", "dropping_off", "in_transit", "delivered"]
    seen = [reported(sent, status, at=in_minutes(n + 1))["status"] for n, status in enumerate(way)]
    # A standard courier calls every leg between its hubs a dropping off.
    assert seen == ["allocated", "picking_up", "picked_up", "in_transit", "in_transit", "delivered"]
    assert [event.data["status"] for event in told(merchant, sent["id"])] == seen
    assert [event.data["previousStatus"] for event in told(merchant, sent["id"])] == ["confirmed", *seen[:-1]]
    assert (total(merchant, "delivered"), total(merchant)) == (1, 1)


def test_an_instant_courier_that_drops_off_is_dropping_off(merchant: Client, reported):
    sent = booked(merchant, **INSTANT)
    assert reported(sent, "dropping_off")["status"] == "dropping_off"


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("scheduled", "confirmed"),
        ("picked", "picked_up"),
        ("rejected", "cancelled"),
        ("courier_not_found", "cancelled"),
        ("disposed", "returned"),
        ("on_hold", "confirmed"),
        ("return_in_transit", "confirmed"),
        ("eaten_by_dog", "confirmed"),
    ],
)
def test_every_word_of_the_couriers_has_its_meaning(merchant: Client, reported, said: str, status: str):
    sent = booked(merchant)
    after = reported(sent, said, note="As it is")
    assert after["status"] == status
    assert (after["events"][-1]["status"], after["events"][-1]["note"]) == (status, "As it is")
    (event,) = told(merchant, sent["id"])
    assert (event.data["status"], event.data["reportedStatus"]) == (status, said)


def test_a_report_that_comes_twice_is_applied_once(merchant: Client, courier: Courier, api: Service, reported):
    sent = booked(merchant)
    reported(sent, "picked")
    body = {"event": "order.status", "order_id": sent["aggregatorOrderId"], "status": "picked"}
    answers = [post(api, body) for _ in range(3)]
    assert [(answer.status, answer.data) for answer in answers] == [(200, {"applied": 0})] * 3
    assert len(told(merchant, sent["id"])) == 1
    assert len(shipment(merchant, sent["id"])["events"]) == 2


def test_a_report_older_than_the_newest_does_not_move_the_status_but_is_recorded(merchant: Client, reported):
    sent = booked(merchant)
    reported(sent, "in_transit", at=in_minutes(10))
    after = reported(sent, "picked", at=in_minutes(5))
    assert after["status"] == "in_transit"
    late = told(merchant, sent["id"])[-1]
    assert (late.data["status"], late.data["previousStatus"], late.data["reportedStatus"]) == (
        "in_transit",
        "in_transit",
        "picked",
    )
    assert [record["status"] for record in after["events"]] == ["confirmed", "in_transit", "in_transit"]


def test_reports_that_were_lost_are_caught_up_with_in_their_order(merchant: Client, courier: Courier, api: Service):
    sent = booked(merchant)
    with courier.unheard():
        for minutes, status in ((1, "allocated"), (3, "picked"), (2, "picking_up")):
            courier.report(sent["aggregatorOrderId"], status, at=in_minutes(minutes))
    answer = post(api, {"event": "order.status", "order_id": sent["aggregatorOrderId"], "status": "picked"})
    assert answer.data == {"applied": 3}
    assert [event.data["status"] for event in told(merchant, sent["id"])] == ["allocated", "picking_up", "picked_up"]
    assert status_of(merchant, sent["id"]) == "picked_up"


@pytest.mark.parametrize("end", ["cancelled", "returned"])
def test_what_is_cancelled_or_returned_stays_so(merchant: Client, reported, end: str):
    sent = booked(merchant)
    reported(sent, end, at=in_minutes(1))
    for minutes, status in ((2, "in_transit"), (3, "delivered"), (4, "cancelled"), (5, "returned")):
        after = reported(sent, status, at=in_minutes(minutes))
        assert after["status"] == end
        assert told(merchant, sent["id"])[-1].data["reportedStatus"] == status
    assert total(merchant, end) == total(merchant) == 1


def test_what_is_delivered_may_only_be_returned(merchant: Client, reported):
    sent = booked(merchant)
    reported(sent, "delivered", at=in_minutes(1))
    for minutes, status in ((2, "in_transit"), (3, "cancelled"), (4, "rejected")):
        assert reported(sent, status, at=in_minutes(minutes))["status"] == "delivered"
    assert credit(merchant) == (FUNDS - PRICE, 0)
    assert reported(sent, "returned", at=in_minutes(5))["status"] == "returned"


@pytest.mark.parametrize("said", ["cancelled", "rejected", "courier_not_found"])
def test_a_courier_that_cancels_gives_stock_and_credit_back(merchant: Client, reported, said: str):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    sent = booked(merchant, item(variantId=variant, quantity=2))
    after = reported(sent, said)
    assert after["status"] == "cancelled"
    (event,) = told(merchant, sent["id"])
    assert (event.data["status"], event.data["creditRefunded"]) == ("cancelled", PRICE)
    assert events(merchant, "shipment.cancelled") == []
    assert movements(merchant, variant)[-1]["reason"] == "refund_restock"
    assert (quantity(merchant, variant, warehouse), credit(merchant)) == (5, (FUNDS, 0))
    assert cancel(merchant, sent["id"]).refusal == (409, "INVALID_STATE")
    assert (quantity(merchant, variant, warehouse), credit(merchant)) == (5, (FUNDS, 0))


def test_a_return_restocks_and_refunds_nothing(merchant: Client, reported):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    sent = booked(merchant, item(variantId=variant, quantity=2))
    reported(sent, "returned")
    assert (quantity(merchant, variant, warehouse), credit(merchant)) == (3, (FUNDS - PRICE, 0))


def test_a_waybill_that_is_issued_later_is_shown_without_any_event(merchant: Client, courier: Courier):
    sent = booked(merchant, courierCode="pos", courierServiceCode="reg")
    assert merchant("GET", f"/api/v1/shipping/shipments/{sent['id']}/label").refusal == (409, "NOT_READY")
    for waybill in ("POS0001", "POS0002"):
        courier.control(f"orders/{sent['aggregatorOrderId']}/waybill", waybill_id=waybill)
        eventually(lambda expected=waybill: shipment(merchant, sent["id"])["waybillId"] == expected)
    assert told(merchant, sent["id"]) == []
    assert merchant("GET", f"/api/v1/shipping/shipments/{sent['id']}/label").status == 200


def test_a_report_is_a_hint_and_not_believed(merchant: Client, api: Service):
    sent = booked(merchant)
    body = {
        "event": "order.status",
        "order_id": sent["aggregatorOrderId"],
        "status": "delivered",
        "courier_waybill_id": "FORGED",
        "updated_at": in_minutes(1),
    }
    assert post(api, body).data == {"applied": 0}
    after = shipment(merchant, sent["id"])
    assert (after["status"], after["waybillId"]) == ("confirmed", sent["waybillId"])


@pytest.mark.parametrize("body", [b"", b"{}", b"  ", b" {} "])
def test_an_empty_probe_is_welcome(api: Service, body: bytes):
    answer = post(api, body)
    assert (answer.status, answer.data) == (200, {"applied": 0})


@pytest.mark.parametrize(
    "body",
    [
        {"order_id": "nobody"},
        {"order_id": "../../../v1/couriers"},
        {"event": "order.status"},
        {"order_id": 7},
        {"order_id": "a\0b"},
        {"order_id": "pending-01ARZ3NDEKTSV4RRFFQ69G5FAV"},
    ],
)
def test_a_report_on_an_order_that_is_not_ours_is_well_and_does_nothing(api: Service, body: dict[str, Any]):
    answer = post(api, body)
    assert (answer.status, answer.data) == (200, {"applied": 0})


@pytest.mark.parametrize("body", [b"[]", b"nonsense", b'"x"', b"\xff", b"[" * 5_000])
def test_a_report_that_is_no_object_is_refused(api: Service, body: bytes):
    assert post(api, body).refusal == (400, "VALIDATION")


@pytest.mark.parametrize("token", ["wrong", "", "%00", "%FF", "x" * 3_000])
def test_an_address_that_nobody_was_told_does_not_exist(api: Service, token: str):
    answer = post(api, {"order_id": "x"}, f"/api/v1/inbound/aggregator/{token}")
    assert answer.refusal == (404, "NOT_FOUND")


def test_an_aggregator_that_is_away_is_asked_to_report_again(
    merchant: Client, api: Service, courier: Courier, line: Line
):
    sent = booked(merchant)
    order = sent["aggregatorOrderId"]
    with line.trouble("500", ("GET", f"/v1/orders/{order}")):
        answer = post(api, {"order_id": order, "status": "picked"})
    assert answer.refusal == (502, "INTEGRATION_ERROR")
    assert status_of(merchant, sent["id"]) == "confirmed"


def test_a_workspaces_own_key_has_an_address_of_its_own_that_speaks_for_nobody_else(
    merchant: Client, stranger: Client, api: Service, courier: Courier
):
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-merchants-own"})
    config = merchant("GET", "/api/v1/shipping/config").data["config"]
    path = config["reportUrl"][config["reportUrl"].index("/api/") :]
    mine = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    theirs = booked(stranger)
    with courier.unheard():
        for sent in (mine, theirs):
            courier.report(sent["aggregatorOrderId"], "picked")
    assert post(api, {"order_id": theirs["aggregatorOrderId"]}, path).data == {"applied": 0}
    assert post(api, {"order_id": mine["aggregatorOrderId"]}).data == {"applied": 0}
    assert (status_of(merchant, mine["id"]), status_of(stranger, theirs["id"])) == ("confirmed", "confirmed")
    assert post(api, {"order_id": mine["aggregatorOrderId"]}, path).data == {"applied": 1}
    assert post(api, {"order_id": theirs["aggregatorOrderId"]}).data == {"applied": 1}
    assert (status_of(merchant, mine["id"]), status_of(stranger, theirs["id"])) == ("picked_up", "picked_up")


def test_reports_do_not_move_a_draft(merchant: Client, api: Service):
    fund(merchant)
    made = new_shipment(merchant)
    assert post(api, {"order_id": made["aggregatorOrderId"], "status": "delivered"}).data == {"applied": 0}
    assert status_of(merchant, made["id"]) == "pending"


def test_where_a_header_was_agreed_on_a_report_without_it_is_not_taken(merchant: Client, line: Line):
    agreed = {"aggregator_report_header": "X-Courier-Secret", "aggregator_report_secret": "s3cret"}
    options = {"aggregator_url": line.url, "aggregator_key": "simulator", "aggregator_report_token": "a-token"}
    address = "/api/v1/inbound/aggregator/a-token"
    sent = booked(merchant)
    body = {"order_id": sent["aggregatorOrderId"]}
    with serving(merchant.service.database_url, **options, **agreed) as strict:
        for headers in ([], [("X-Courier-Secret", "wrong")], [("X-Courier-Secret", "s3cret")] * 2):
            assert post(strict, body, address, headers).refusal == (401, "AUTH_REQUIRED")
        assert post(strict, body, address, [("X-Courier-Secret", "s3cret")]).status == 200
        assert post(strict, b"", address).status == 200
