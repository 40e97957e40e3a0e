"""Courier reports, posted by the simulator to the API's own address (decisions, sections 6 and 9)."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from tests.harness.database import Stored, events, rows
from tests.harness.goods import default_variant, movements, new_product, new_warehouse, quantity, stock
from tests.harness.inbound import in_minutes, moments, post
from tests.harness.parcels import (
    FUNDS,
    PRICE,
    booked,
    cancel,
    credit,
    item,
    shipment,
    total,
)
from tests.harness.service import Client, Service
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually

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


def status_events(client: Client, id: str) -> list[Stored]:
    return events(client, "shipment.status_updated", id)


def status_of(client: Client, id: str) -> str:
    return shipment(client, id)["status"]


@pytest.fixture
def reported(merchant: Client, courier: Courier) -> Callable[..., dict[str, Any]]:
    """Has a courier report and waits until it arrived; gives the shipment after it."""

    def report(sent: dict[str, Any], status: str, **courier_status: Any) -> dict[str, Any]:
        before = len(status_events(merchant, sent["id"]))
        courier.report(sent["aggregatorOrderId"], status, **courier_status)
        eventually(lambda: len(status_events(merchant, sent["id"])) > before)
        return shipment(merchant, sent["id"])

    return report


def test_a_report_moves_the_shipment_and_is_told_once(merchant: Client, reported):
    sent = booked(merchant)
    (at,) = moments(1)
    after = reported(sent, "picked", at=at, note="Picked up by Budi")
    assert after["status"] == "picked_up"
    record = after["events"][-1]
    moment = datetime.fromisoformat(at).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert (record["status"], record["note"], record["occurredAt"]) == ("picked_up", "Picked up by Budi", moment)
    (event,) = status_events(merchant, sent["id"])
    expected = {name: value for name, value in after.items() if name not in ("events", "restock")}
    assert event.data == expected | {
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
    statuses = [reported(sent, status)["status"] for status in way]
    # A standard courier calls every leg between its hubs a dropping off.
    assert statuses == ["allocated", "picking_up", "picked_up", "in_transit", "in_transit", "delivered"]
    assert [event.data["status"] for event in status_events(merchant, sent["id"])] == statuses
    assert [event.data["previousStatus"] for event in status_events(merchant, sent["id"])] == [
        "confirmed",
        *statuses[:-1],
    ]
    assert (total(merchant, "delivered"), total(merchant)) == (1, 1)


def test_an_instant_courier_that_drops_off_is_dropping_off(merchant: Client, reported):
    sent = booked(merchant, **INSTANT)
    assert reported(sent, "dropping_off")["status"] == "dropping_off"


@pytest.mark.parametrize(
    ("courier_status", "status"),
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
def test_every_word_of_the_couriers_has_its_meaning(merchant: Client, reported, courier_status: str, status: str):
    sent = booked(merchant)
    after = reported(sent, courier_status, note="As it is")
    assert after["status"] == status
    assert (after["events"][-1]["status"], after["events"][-1]["note"]) == (status, "As it is")
    (event,) = status_events(merchant, sent["id"])
    assert (event.data["status"], event.data["reportedStatus"]) == (status, courier_status)


def test_a_report_that_comes_twice_is_applied_once(merchant: Client, courier: Courier, api: Service, reported):
    sent = booked(merchant)
    reported(sent, "picked")
    body = {"event": "order.status", "order_id": sent["aggregatorOrderId"], "status": "picked"}
    answers = [post(api, body) for _ in range(3)]
    assert [(answer.status, answer.data) for answer in answers] == [(200, {"applied": 0})] * 3
    assert len(status_events(merchant, sent["id"])) == 1
    assert len(shipment(merchant, sent["id"])["events"]) == 2


def test_a_report_older_than_the_newest_does_not_move_the_status_but_is_recorded(merchant: Client, reported):
    sent = booked(merchant)
    early, late = moments(2)
    reported(sent, "in_transit", at=late)
    after = reported(sent, "picked", at=early)
    assert after["status"] == "in_transit"
    event = status_events(merchant, sent["id"])[-1]
    assert (event.data["status"], event.data["previousStatus"], event.data["reportedStatus"]) == (
        "in_transit",
        "in_transit",
        "picked",
    )
    assert [record["status"] for record in after["events"]] == ["confirmed", "in_transit", "in_transit"]


def test_reports_that_were_lost_are_caught_up_with_in_their_order(merchant: Client, courier: Courier, api: Service):
    sent = booked(merchant)
    with courier.unheard():
        first, second, third = moments(3)
        for at, status in ((first, "allocated"), (third, "picked"), (second, "picking_up")):
            courier.report(sent["aggregatorOrderId"], status, at=at)
    answer = post(api, {"event": "order.status", "order_id": sent["aggregatorOrderId"], "status": "picked"})
    assert answer.data == {"applied": 3}
    assert [event.data["status"] for event in status_events(merchant, sent["id"])] == [
        "allocated",
        "picking_up",
        "picked_up",
    ]
    assert status_of(merchant, sent["id"]) == "picked_up"


@pytest.mark.parametrize("end", ["cancelled", "returned"])
def test_what_is_cancelled_or_returned_stays_so(merchant: Client, reported, end: str):
    sent = booked(merchant)
    reported(sent, end)
    for status in ("in_transit", "delivered", "cancelled", "returned"):
        after = reported(sent, status)
        assert after["status"] == end
        assert status_events(merchant, sent["id"])[-1].data["reportedStatus"] == status
    assert total(merchant, end) == total(merchant) == 1


def test_what_is_delivered_may_only_be_returned(merchant: Client, reported):
    sent = booked(merchant)
    reported(sent, "delivered")
    for status in ("in_transit", "cancelled", "rejected"):
        assert reported(sent, status)["status"] == "delivered"
    assert credit(merchant) == (FUNDS - PRICE, 0)
    assert reported(sent, "returned")["status"] == "returned"


@pytest.mark.parametrize("courier_status", ["cancelled", "rejected", "courier_not_found"])
def test_a_courier_that_cancels_gives_stock_and_credit_back(merchant: Client, reported, courier_status: str):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    sent = booked(merchant, item(variantId=variant, quantity=2))
    after = reported(sent, courier_status)
    assert after["status"] == "cancelled"
    (event,) = status_events(merchant, sent["id"])
    assert (event.data["status"], event.data["creditRefunded"]) == ("cancelled", PRICE)
    assert events(merchant, "shipment.cancelled") == []
    assert movements(merchant, variant)[-1]["reason"] == "refund_restock"
    assert (quantity(merchant, variant, warehouse), credit(merchant)) == (5, (FUNDS, 0))
    assert cancel(merchant, sent["id"]).error == (409, "INVALID_STATE")
    assert (quantity(merchant, variant, warehouse), credit(merchant)) == (5, (FUNDS, 0))


def test_a_return_restocks_and_refunds_nothing(merchant: Client, reported):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    sent = booked(merchant, item(variantId=variant, quantity=2))
    reported(sent, "returned")
    assert (quantity(merchant, variant, warehouse), credit(merchant)) == (3, (FUNDS - PRICE, 0))


def test_a_waybill_that_is_issued_later_is_shown_and_told(merchant: Client, courier: Courier):
    sent = booked(merchant, courierCode="pos", courierServiceCode="reg")
    assert merchant("GET", f"/api/v1/shipping/shipments/{sent['id']}/label").error == (409, "NOT_READY")
    for waybill in ("POS0001", "POS0002"):
        courier.control(f"orders/{sent['aggregatorOrderId']}/waybill", waybill_id=waybill)
        eventually(lambda expected=waybill: shipment(merchant, sent["id"])["waybillId"] == expected)
    assert status_events(merchant, sent["id"]) == []
    statuses = [(event.data["changed"], event.data["waybillId"]) for event in events(merchant, "shipment.updated")]
    assert statuses == [(["waybillId"], "POS0001"), (["waybillId"], "POS0002")]
    assert merchant("GET", f"/api/v1/shipping/shipments/{sent['id']}/label").status == 200


def test_a_report_from_the_future_counts_as_now_and_stops_nobody(merchant: Client, api: Service, reported):
    sent = booked(merchant)
    after = reported(sent, "allocated", at="2030-01-01T00:00:00Z")
    assert after["status"] == "allocated"
    (event,) = status_events(merchant, sent["id"])
    assert event.data["occurredAt"] == after["events"][-1]["occurredAt"] < in_minutes(0)
    assert post(api, {"order_id": sent["aggregatorOrderId"]}).data == {"applied": 0}
    assert reported(sent, "picked")["status"] == "picked_up"
    assert reported(sent, "delivered")["status"] == "delivered"
    assert [event.data["reportedStatus"] for event in status_events(merchant, sent["id"])] == [
        "allocated",
        "picked",
        "delivered",
    ]


@pytest.mark.parametrize(("courier_status", "status"), [("cancelled", "cancelled"), ("delivered", "delivered")])
def test_an_order_that_has_ended_has_ended_whatever_its_clock_says(
    merchant: Client, reported, courier_status: str, status: str
):
    sent = booked(merchant)
    reported(sent, "picked")
    after = reported(sent, courier_status, at=in_minutes(-60))
    assert after["status"] == status
    assert credit(merchant) == ((FUNDS, 0) if status == "cancelled" else (FUNDS - PRICE, 0))
    assert [event.data["status"] for event in status_events(merchant, sent["id"])] == ["picked_up", status]


def test_the_history_shows_what_the_courier_said(merchant: Client, reported):
    sent = booked(merchant)
    reported(sent, "scheduled")
    cancel(merchant, sent["id"], body={"reason": "Sold out"})
    statuses = [(row["status"], row["reportedStatus"]) for row in shipment(merchant, sent["id"])["events"]]
    assert statuses[:2] == [("confirmed", "confirmed"), ("confirmed", "scheduled")]
    # The courier's echo of the cancel may come before the answer to it.
    assert ("cancelled", None) in statuses[2:]


def test_a_driver_that_comes_later_is_told_and_not_named(merchant: Client, api: Service, courier: Courier):
    sent = booked(merchant, **INSTANT)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "allocated")
    assert post(api, {"order_id": sent["aggregatorOrderId"]}).data == {"applied": 1}
    # The report told of the driver; forgetting them stands for one who is found only later.
    rows(merchant, "UPDATE shipments SET driver = NULL WHERE account_id = $1")
    assert events(merchant, "shipment.updated") == []
    for _ in range(2):
        assert post(api, {"order_id": sent["aggregatorOrderId"]}).data == {"applied": 0}
    (event,) = events(merchant, "shipment.updated")
    assert (event.data["changed"], event.data["note"]) == (["driver"], None)
    assert "driver" not in event.data
