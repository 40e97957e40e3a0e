"""The inbound address of couriers: a report is a hint to fetch the order (decisions, section 9)."""

from typing import Any

import pytest

from tests.harness.inbound import INBOUND, REPORT_TOKEN, in_minutes, post
from tests.harness.line import Line
from tests.harness.parcels import (
    booked,
    confirm,
    fund,
    new_shipment,
    shipment,
)
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually


def status_of(client: Client, id: str) -> str:
    return shipment(client, id)["status"]


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
    assert post(api, body).error == (400, "VALIDATION")


@pytest.mark.parametrize("token", ["wrong", "", "%00", "%FF", "x" * 3_000])
def test_an_address_that_nobody_was_told_does_not_exist(api: Service, token: str):
    answer = post(api, {"order_id": "x"}, f"/api/v1/inbound/aggregator/{token}")
    assert answer.error == (404, "NOT_FOUND")


def test_an_aggregator_that_is_away_is_asked_to_report_again(
    merchant: Client, api: Service, courier: Courier, line: Line
):
    sent = booked(merchant)
    order = sent["aggregatorOrderId"]
    with line.trouble("500", ("GET", f"/v1/orders/{order}")):
        answer = post(api, {"order_id": order, "status": "picked"})
    assert answer.error == (502, "INTEGRATION_ERROR")
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
    created = new_shipment(merchant)
    assert post(api, {"order_id": created["aggregatorOrderId"], "status": "delivered"}).data == {"applied": 0}
    assert status_of(merchant, created["id"]) == "pending"


def test_where_a_header_was_agreed_on_a_report_without_it_is_not_taken(merchant: Client, line: Line):
    agreed = {"aggregator_report_header": "X-Courier-Secret", "aggregator_report_secret": "s3cret"}
    options = {"aggregator_url": line.url, "aggregator_key": "simulator", "aggregator_report_token": "a-token"}
    address = "/api/v1/inbound/aggregator/a-token"
    sent = booked(merchant)
    body = {"order_id": sent["aggregatorOrderId"]}
    with serving(merchant.service.database_url, **options, **agreed) as strict:
        for headers in ([], [("X-Courier-Secret", "wrong")], [("X-Courier-Secret", "s3cret")] * 2):
            assert post(strict, body, address, headers).error == (401, "AUTH_REQUIRED")
        assert post(strict, body, address, [("X-Courier-Secret", "s3cret")]).status == 200
        assert post(strict, b"", address).status == 200


@pytest.mark.parametrize(("secret", "status"), [("s3cret", "picked_up"), ("guessed", "confirmed")])
def test_the_couriers_own_reports_are_taken_with_the_header_agreed_on_and_no_other(
    merchant: Client, courier: Courier, line: Line, secret: str, status: str
):
    options = {
        "aggregator_url": line.url,
        "aggregator_key": "simulator",
        "aggregator_report_token": REPORT_TOKEN,
        "aggregator_report_header": "X-Courier-Secret",
        "aggregator_report_secret": "s3cret",
    }
    sent = booked(merchant)
    with serving(merchant.service.database_url, **options) as strict, courier.unheard():
        url = f"http://127.0.0.1:{strict.port}{INBOUND}"
        courier.control("webhook", url=url, header="X-Courier-Secret", secret=secret)
        courier.report(sent["aggregatorOrderId"], "picked")
        answered = f'"status": {200 if status == "picked_up" else 401}'
        eventually(lambda: answered in strict.log.read_text())
    assert status_of(merchant, sent["id"]) == status
