"""Tracking by shipment and by waybill (specification, Shipments; decisions, section 2)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from fulfilment.infra.models import format_timestamp
from tests.harness.database import execute
from tests.harness.line import Line
from tests.harness.parcels import DESTINATION, ORIGIN, booked, cancel, confirm, fund, new_shipment, shipment
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually

KEYS = {"waybillId", "courier", "status", "history", "driver", "eta", "externalLink", "shipment"}
INSTANT = {
    "courierCode": "gojek",
    "courierServiceCode": "instant",
    "courierType": "instant",
    "origin": {**ORIGIN, "lat": -6.2436, "lng": 106.8003},
    "destination": {**DESTINATION, "postalCode": "12110", "lat": -6.26, "lng": 106.81},
}


def track(client: Client, id: str) -> Answer:
    return client("GET", f"/api/v1/shipments/{id}/tracking")


def track_waybill(client: Client, waybill: str, courier: str = "jne") -> Answer:
    return client("GET", f"/api/v1/shipping/track/{waybill}?courier={courier}")


def expected_eta(start: str, least: int, most: int) -> dict[str, str]:
    """The eta of a parcel that takes so many days from a moment."""
    earliest, latest = (datetime.fromisoformat(start) + timedelta(days=count) for count in (least, most))
    return {"earliest": format_timestamp(earliest), "latest": format_timestamp(latest)}


def track_both_ways(client: Client, sent: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers of both routes about a booked shipment."""
    answers = [track(client, sent["id"]), track_waybill(client, sent["waybillId"], sent["courierCode"])]
    assert [answer.status for answer in answers] == [200, 200], [answer.raw for answer in answers]
    return [answer.data for answer in answers]


def test_both_routes_say_the_same(merchant: Client, courier: Courier):
    sent = booked(merchant)
    by_id, by_waybill = track_both_ways(merchant, sent)
    assert by_id == by_waybill
    assert set(by_id) == KEYS
    assert (by_id["waybillId"], by_id["courier"], by_id["status"]) == (sent["waybillId"], "jne", "confirmed")
    assert by_id["externalLink"].startswith("http")
    assert [set(step) for step in by_id["history"]] == [{"status", "note", "updated_at"}]
    own = shipment(merchant, sent["id"])
    assert by_id["shipment"] == {name: own[name] for name in ("id", "status", "events")}


def test_the_history_is_told_in_our_words_and_else_in_the_couriers(merchant: Client, courier: Courier):
    sent = booked(merchant)
    for status in ("picked", "dropping_off", "on_hold"):
        courier.report(sent["aggregatorOrderId"], status, note=f"It is {status}")
    for tracked in track_both_ways(merchant, sent):
        assert [step["status"] for step in tracked["history"]] == ["confirmed", "picked_up", "in_transit", "on_hold"]
        assert tracked["history"][-1]["note"] == "It is on_hold"
        assert tracked["status"] == "on_hold"


def test_the_eta_counts_what_the_service_takes_from_the_booking_and_then_from_the_collection(
    merchant: Client, courier: Courier
):
    sent = booked(merchant)
    start = expected_eta(shipment(merchant, sent["id"])["events"][0]["occurredAt"], 2, 3)
    assert [tracked["eta"] for tracked in track_both_ways(merchant, sent)] == [start] * 2
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    for tracked in track_both_ways(merchant, sent):
        assert tracked["eta"] == expected_eta(tracked["history"][-1]["updated_at"], 2, 3) != start
    for status in ("on_hold", "delivered"):
        courier.report(sent["aggregatorOrderId"], status)
        assert [tracked["eta"] for tracked in track_both_ways(merchant, sent)] == [None, None]


def test_where_the_courier_does_not_say_how_long_it_takes_there_is_no_eta(merchant: Client, courier: Courier):
    assert track(merchant, new_shipment(merchant)["id"]).data["eta"] is None
    sent = booked(merchant)
    unsaid = "UPDATE shipments SET eta_min = NULL, eta_max = NULL, eta_unit = NULL WHERE id = $1"
    execute(merchant, unsaid, sent["id"])
    assert [tracked["eta"] for tracked in track_both_ways(merchant, sent)] == [None, None]


def test_what_the_courier_says_now_is_shown_before_it_is_reported(merchant: Client, courier: Courier):
    sent = booked(merchant)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    for tracked in track_both_ways(merchant, sent):
        assert (tracked["status"], tracked["shipment"]["status"]) == ("picked_up", "confirmed")
    assert shipment(merchant, sent["id"])["status"] == "confirmed"


def test_an_instant_courier_shows_its_driver(merchant: Client, courier: Courier):
    fund(merchant)
    answer = confirm(merchant, new_shipment(merchant, **INSTANT)["id"])
    assert answer.status == 200, answer.raw
    sent = answer.data["shipment"]
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "allocated")
        courier.report(sent["aggregatorOrderId"], "dropping_off")
    tracked = track(merchant, sent["id"]).data
    assert set(tracked["driver"]) == {"name", "phone", "plate", "photoUrl"}
    assert tracked["driver"]["name"] and tracked["driver"]["phone"]
    assert tracked["status"] == "dropping_off"
    assert tracked == track_waybill(merchant, sent["waybillId"], "gojek").data


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_what_no_courier_has_is_answered_from_our_own_record(merchant: Client, line: Line, is_cancelled: bool):
    created = new_shipment(merchant)
    if is_cancelled:
        cancel(merchant, created["id"], body={"reason": "Out of beans"})
    before = len(line.seen)
    tracked = track(merchant, created["id"]).data
    assert line.seen[before:] == []
    assert (tracked["waybillId"], tracked["driver"], tracked["externalLink"]) == (None, None, None)
    assert tracked["status"] == tracked["shipment"]["status"] == ("cancelled" if is_cancelled else "pending")
    assert [step["note"] for step in tracked["history"]] == (["Out of beans"] if is_cancelled else [])


def test_what_the_aggregator_has_forgotten_is_answered_from_our_own_record(merchant: Client, courier: Courier):
    sent = booked(merchant)
    forget = "UPDATE shipments SET aggregator_tracking_id = 'gone', waybill_id = 'GONE-1' WHERE account_id = $1"
    execute(merchant, forget, merchant.account_id)
    for tracked in track_both_ways(merchant, sent | {"waybillId": "GONE-1"}):
        assert (tracked["status"], tracked["waybillId"]) == ("confirmed", "GONE-1")
        assert [step["status"] for step in tracked["history"]] == ["confirmed"]


def test_without_a_tracking_id_the_order_is_asked(merchant: Client, courier: Courier):
    sent = booked(merchant)
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    execute(merchant, "UPDATE shipments SET aggregator_tracking_id = NULL WHERE account_id = $1", merchant.account_id)
    assert track(merchant, sent["id"]).data["status"] == "picked_up"


def test_a_waybill_of_another_courier_or_of_nobody_is_unknown(merchant: Client, courier: Courier):
    waybill = booked(merchant)["waybillId"]
    for bad, code in ((waybill, "sicepat"), ("NOBODYS-1", "jne"), ("%20", "jne"), ("..%2F..", "jne"), (waybill, "%2F")):
        assert track_waybill(merchant, bad, code).error == (404, "NOT_FOUND"), (bad, code)
    assert track_waybill(merchant, waybill, "JNE").status == 200


@pytest.mark.parametrize("respell", [str.lower, lambda it: f"{it[:3]}%20{it[3:]}", lambda it: f"%20{it[:3]}-{it[3:]}"])
def test_a_waybill_is_tracked_in_another_spelling(
    merchant: Client, stranger: Client, courier: Courier, respell: Callable[[str], str]
):
    """A waybill from elsewhere, which only the courier knows, is found too, in capitals."""
    waybill = booked(merchant)["waybillId"]
    assert waybill == waybill.upper()
    assert track_waybill(merchant, respell(waybill), "JNE%20").data["waybillId"] == waybill
    stranger("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-strangers-own"})
    assert track_waybill(stranger, respell(waybill)).data["waybillId"] == waybill


def test_a_shipment_of_nobody_is_unknown(merchant: Client, stranger: Client):
    assert track(merchant, "ship_nobodys").error == (404, "NOT_FOUND")
    assert track(stranger, booked(merchant)["id"]).error == (404, "NOT_FOUND")


@pytest.mark.parametrize("query", ["", "?courier="])
def test_the_courier_of_a_waybill_must_be_named(merchant: Client, query: str):
    answer = merchant("GET", f"/api/v1/shipping/track/JNE1{query}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "courier")


def test_the_platforms_account_tracks_no_parcel_of_another_workspace(
    merchant: Client, stranger: Client, courier: Courier, line: Line
):
    waybill = booked(merchant)["waybillId"]
    before = len(line.seen)
    answer = track_waybill(stranger, waybill)
    assert answer.error == (404, "NOT_FOUND")
    assert answer.json["error"] == track_waybill(stranger, "NOBODYS-1").json["error"]
    assert line.seen[before:] == []


def test_an_own_key_tracks_what_was_sent_elsewhere_and_names_no_shipment(
    merchant: Client, stranger: Client, courier: Courier
):
    waybill = booked(merchant)["waybillId"]
    stranger("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-strangers-own"})
    tracked = track_waybill(stranger, waybill).data
    assert (tracked["waybillId"], tracked["status"], tracked["shipment"]) == (waybill, "confirmed", None)
    assert track_waybill(stranger, "NOBODYS-1").error == (404, "NOT_FOUND")


@pytest.mark.parametrize(("kind", "status"), [("500", 502), ("garbage", 502), ("cut", 502), ("silent", 504)])
def test_an_aggregator_in_trouble_is_told_of(
    merchant: Client, troubled: Client, courier: Courier, line: Line, kind: str, status: int
):
    sent = booked(merchant)
    execute(
        merchant, "UPDATE shipments SET aggregator_tracking_id = 'tracked' WHERE account_id = $1", merchant.account_id
    )
    with line.trouble(kind, ("GET", "/v1/trackings/tracked")):
        assert track(troubled, sent["id"]).error == (status, "INTEGRATION_ERROR")


def test_tracking_moves_nothing(merchant: Client, courier: Courier):
    sent = booked(merchant)
    courier.report(sent["aggregatorOrderId"], "picked")
    eventually(lambda: shipment(merchant, sent["id"])["status"] == "picked_up")
    before = shipment(merchant, sent["id"])
    track_both_ways(merchant, sent)
    assert shipment(merchant, sent["id"]) == before
