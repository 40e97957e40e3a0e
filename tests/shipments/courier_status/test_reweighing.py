"""Re-weighing by a courier with another price: recorded, and charged where the operator has that enabled."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.credits.ledger import state
from tests.harness.database import Stored, events, rows
from tests.harness.inbound import INBOUND, REPORT_TOKEN, post
from tests.harness.line import Line
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import FUNDS, booked, cancel, confirm, credit, fund, ledger, new_shipment, shipment
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.harness.workspaces import in_database, open_client
from tests.shipments.worker_context import make_syncs_due, postpone_other_syncs, run_in_worker, settings_for

# The courier's price of these parcels; they are stated to cost less, so this is charged.
PRICE = 12_000


@pytest.fixture(scope="module")
def charging(api: Service, line: Line) -> Iterator[Service]:
    """A service whose operator has re-weighing charged."""
    options = {"aggregator_url": line.url, "aggregator_key": "simulator", "aggregator_report_token": REPORT_TOKEN}
    with serving(api.database_url, workers=2, reweigh_policy="charge", **options) as running:
        yield running


@pytest.fixture
def shop(charging: Service, courier: Courier) -> Iterator[Client]:
    """A workspace there. Nothing is reported but by the test, and every law of the ledger holds afterwards."""
    client = open_client(charging)
    with courier.unheard():
        yield client
    in_database(client.service.database_url, lambda db: state(db, client.account_id))
    (row,) = rows(
        client, "SELECT sum(charged + adjusted - refunded) AS left FROM shipment_charges WHERE account_id = $1"
    )
    topped_up = sum(amount for kind, amount in ledger(client) if kind == "topup")
    assert credit(client)[0] == topped_up - (row["left"] or 0)


def weigh(courier: Courier, sent: dict[str, Any], price: int) -> None:
    courier.control(f"orders/{sent['aggregatorOrderId']}/price", price=price)


def report(service: Service, sent: dict[str, Any]) -> int:
    """Post the report of a price; how much of it was new."""
    answer = post(service, {"event": "order.price", "order_id": sent["aggregatorOrderId"], "price": 1})
    assert answer.status == 200, answer.raw
    return answer.data["applied"]


def weighed(courier: Courier, shop: Client, sent: dict[str, Any], extra: int) -> dict[str, Any]:
    """The shipment after its courier asked so much more than when it was booked, and said so."""
    weigh(courier, sent, sent["courierPrice"] + extra)
    assert report(shop.service, sent) == 1
    return shipment(shop, sent["id"])


def updated_events(client: Client, id: str) -> list[Stored]:
    return events(client, "shipment.updated", id)


def adjustments(client: Client) -> list[int]:
    return [amount for kind, amount in ledger(client) if kind == "manual_adjustment"]


def test_a_draft_has_no_courier_price_and_a_booked_shipment_what_its_courier_asked(merchant: Client, courier: Courier):
    fund(merchant)
    created = new_shipment(merchant)
    assert created["courierPrice"] is None
    sent = confirm(merchant, created["id"]).data["shipment"]
    assert sent["courierPrice"] == courier.orders(sent["id"])[0]["price"]


def test_by_default_another_price_is_recorded_and_told_and_charged_to_nobody(merchant: Client, courier: Courier):
    sent = booked(merchant, price=1)
    before = sent["courierPrice"]
    weigh(courier, sent, before + 7_000)
    eventually(lambda: shipment(merchant, sent["id"])["courierPrice"] == before + 7_000)
    after = shipment(merchant, sent["id"])
    note = f"The courier asks {before + 7_000} instead of {before}."
    assert (after["price"], after["status"]) == (sent["price"], "confirmed")
    assert (after["events"][-1]["status"], after["events"][-1]["note"]) == ("confirmed", note)
    assert after["events"][-1]["reportedStatus"] == "price_changed"
    (event,) = updated_events(merchant, sent["id"])
    said = {name: event.data[name] for name in ("status", "changed", "note", "courierPrice")}
    assert said == {
        "status": "confirmed",
        "changed": ["courierPrice"],
        "note": note,
        "courierPrice": before + 7_000,
    }
    assert events(merchant, "shipment.status_updated") == []
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE)]


def test_what_the_report_says_is_not_believed(merchant: Client, api: Service):
    sent = booked(merchant, price=1)
    assert report(api, sent) == 0
    assert shipment(merchant, sent["id"])["courierPrice"] == sent["courierPrice"]


def test_a_heavier_parcel_is_charged_the_difference_in_an_adjustment_that_names_it(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    after = weighed(courier, shop, sent, 7_000)
    assert ledger(shop) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("manual_adjustment", -7_000)]
    newest = shop("GET", "/api/v1/shipping-credits/transactions").data["transactions"][0]
    note = f"The courier asks {sent['courierPrice'] + 7_000} instead of {sent['courierPrice']}."
    assert (newest["shipmentId"], newest["memo"]) == (sent["id"], note)
    assert after["price"] + after["insurance"] == PRICE + 7_000
    assert after["events"][-1]["note"] == f"{note} 7000 more was charged."


def test_a_lighter_parcel_is_given_the_difference_back(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    after = weighed(courier, shop, sent, -3_000)
    assert adjustments(shop) == [3_000]
    assert after["price"] + after["insurance"] == PRICE - 3_000
    assert after["events"][-1]["note"].endswith("3000 was given back.")


def test_a_price_that_goes_up_and_down_again_ends_at_the_first_charge(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    for more in (5_000, 9_000, -2_000, 0):
        weighed(courier, shop, sent, more)
    assert adjustments(shop) == [-5_000, -4_000, 11_000, -2_000]
    assert credit(shop) == (FUNDS - PRICE, 0)
    assert shipment(shop, sent["id"])["price"] == sent["price"]
    assert len(updated_events(shop, sent["id"])) == 4


def test_only_what_exceeds_the_charge_is_charged(shop: Client, courier: Courier):
    sent = booked(shop, price=PRICE + 3_500)
    assert sent["courierPrice"] == PRICE
    steps = ((2_500, 0), (3_500, 0), (6_000, -2_500), (4_000, 2_000), (0, 500), (-3_000, 3_000), (0, 0), (500, 0))
    for more, moved in steps:
        before = credit(shop)[0]
        after = weighed(courier, shop, sent, more)
        assert credit(shop)[0] - before == moved, more
        assert after["price"] + after["insurance"] == FUNDS - credit(shop)[0]
    assert cancel(shop, sent["id"]).data["refunded"] == PRICE + 500


def test_a_new_price_is_told_with_all_that_it_changed(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    weighed(courier, shop, sent, 7_000)
    (event,) = updated_events(shop, sent["id"])
    assert event.data["changed"] == ["courierPrice", "price"]
    assert (event.data["price"], event.data["courierPrice"]) == (PRICE + 7_000, PRICE + 7_000)
    assert event.data["note"].endswith("7000 more was charged.")


def test_the_same_price_reported_again_and_again_is_charged_once(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    weighed(courier, shop, sent, 7_000)
    assert [report(shop.service, sent) for _ in range(3)] == [0, 0, 0]
    assert adjustments(shop) == [-7_000]
    assert len(updated_events(shop, sent["id"])) == 1


def test_the_same_price_reported_many_times_at_once_is_charged_once(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    weigh(courier, sent, sent["courierPrice"] + 7_000)
    body = {"event": "order.price", "order_id": sent["aggregatorOrderId"]}
    answers = send_together([Call(shop, "POST", INBOUND, body)] * 12)
    assert sorted(answer.data["applied"] for answer in answers) == [0] * 11 + [1]
    assert adjustments(shop) == [-7_000]
    assert len(updated_events(shop, sent["id"])) == 1


def test_a_price_that_nobody_reported_is_found_by_the_poll(shop: Client, courier: Courier, line: Line):
    sent = booked(shop, price=1)
    weigh(courier, sent, sent["courierPrice"] + 7_000)
    postpone_other_syncs(shop)
    settings = settings_for(shop.service.database_url, line.url, reweigh_policy="charge")
    for _ in range(2):
        make_syncs_due(shop)
        assert run_in_worker(settings, lambda inside: inside.tracking_sync.sync_due()) == [True]
    assert adjustments(shop) == [-7_000]


def test_no_more_is_charged_than_there_is_and_the_rest_with_the_next_price(shop: Client, courier: Courier):
    fund(shop, PRICE + 2_000)
    sent = confirm(shop, new_shipment(shop, price=1)["id"]).data["shipment"]
    after = weighed(courier, shop, sent, 7_000)
    assert (credit(shop), adjustments(shop)) == ((0, 0), [-2_000])
    assert after["price"] + after["insurance"] == PRICE + 2_000
    fund(shop, 20_000)
    assert report(shop.service, sent) == 0
    assert credit(shop) == (20_000, 0)
    weighed(courier, shop, sent, 8_000)
    assert (credit(shop), adjustments(shop)) == ((14_000, 0), [-2_000, -6_000])


def test_what_another_booking_holds_is_not_charged(shop: Client, courier: Courier, line: Line, lost: str):
    fund(shop, 2 * PRICE + 1_000)
    sent = confirm(shop, new_shipment(shop, price=1)["id"]).data["shipment"]
    other = new_shipment(shop, price=1)["id"]
    with line.trouble(lost):
        assert confirm(shop, other).status == 504
    weighed(courier, shop, sent, 7_000)
    assert adjustments(shop) == [-1_000]
    assert credit(shop) == (PRICE, PRICE)
    assert confirm(shop, other).status == 200


def test_a_cancellation_gives_back_the_charge_with_what_was_charged_more(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    weighed(courier, shop, sent, 7_000)
    assert cancel(shop, sent["id"]).data["refunded"] == PRICE + 7_000
    assert credit(shop) == (FUNDS, 0)


def test_a_cancellation_gives_back_no_more_than_what_is_left(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    weighed(courier, shop, sent, -3_000)
    assert cancel(shop, sent["id"]).data["refunded"] == PRICE - 3_000
    assert credit(shop) == (FUNDS, 0)


def test_a_refund_by_hand_reaches_as_far_as_the_charge_with_its_adjustments(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    weighed(courier, shop, sent, 7_000)
    refund = {"kind": "shipment_refund", "shipmentId": sent["id"]}
    path = "/api/v1/shipping-credits/adjust"
    assert shop("POST", path, {**refund, "amount": PRICE + 7_001}).error == (400, "VALIDATION")
    assert shop("POST", path, {**refund, "amount": PRICE + 6_000}).status == 201
    weighed(courier, shop, sent, 5_500)
    assert adjustments(shop) == [-7_000, 1_000]
    assert cancel(shop, sent["id"]).data["refunded"] == 0
    assert credit(shop) == (FUNDS, 0)


def test_an_adjustment_by_hand_leaves_what_a_cancellation_gives_back(shop: Client):
    sent = booked(shop, price=1)
    body = {"kind": "manual_adjustment", "shipmentId": sent["id"], "amount": -4_000}
    assert shop("POST", "/api/v1/shipping-credits/adjust", body).status == 201
    assert cancel(shop, sent["id"]).data["refunded"] == PRICE
    assert shop("POST", "/api/v1/shipping-credits/adjust", {**body, "amount": 4_000}).status == 201


def test_after_a_cancellation_a_price_is_recorded_and_charged_to_nobody(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    assert cancel(shop, sent["id"]).status == 200
    report(shop.service, sent)
    after = weighed(courier, shop, sent, 7_000)
    assert after["courierPrice"] == sent["courierPrice"] + 7_000
    assert (credit(shop), adjustments(shop)) == ((FUNDS, 0), [])


def test_a_delivered_parcel_is_charged_what_its_courier_finds_out_late(shop: Client, courier: Courier):
    sent = booked(shop, price=1)
    courier.report(sent["aggregatorOrderId"], "delivered")
    assert report(shop.service, sent) == 1
    after = weighed(courier, shop, sent, 7_000)
    assert (after["status"], adjustments(shop)) == ("delivered", [-7_000])


def test_with_a_key_of_its_own_a_workspace_is_charged_nothing(shop: Client, courier: Courier):
    shop("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-shops-own"})
    config = shop("GET", "/api/v1/shipping/config").data["config"]
    path = config["reportUrl"][config["reportUrl"].index("/api/") :]
    fund(shop)
    sent = confirm(shop, new_shipment(shop, price=1)["id"]).data["shipment"]
    weigh(courier, sent, sent["courierPrice"] + 7_000)
    assert post(shop.service, {"order_id": sent["aggregatorOrderId"]}, path).data == {"applied": 1}
    assert shipment(shop, sent["id"])["courierPrice"] == sent["courierPrice"] + 7_000
    assert credit(shop) == (FUNDS, 0)


@pytest.mark.parametrize("attempt", range(3))
def test_a_price_and_a_cancellation_at_once_leave_nothing_charged(shop: Client, courier: Courier, attempt: int):
    sent = booked(shop, price=1)
    weigh(courier, sent, sent["courierPrice"] + 7_000)
    body = {"event": "order.price", "order_id": sent["aggregatorOrderId"]}
    cancelling = Call(shop, "POST", f"/api/v1/shipments/{sent['id']}/cancel")
    answers = send_together([Call(shop, "POST", INBOUND, body), cancelling] * 4)
    assert sum(answer.status == 200 for answer in answers[1::2]) == 1
    assert shipment(shop, sent["id"])["status"] == "cancelled"
    assert credit(shop) == (FUNDS, 0)


def test_prices_of_many_shipments_at_once_take_no_more_than_there_is(shop: Client, courier: Courier):
    fund(shop, 4 * PRICE + 10_000)
    sent = [confirm(shop, new_shipment(shop, price=1)["id"]).data["shipment"] for _ in range(4)]
    for each in sent:
        weigh(courier, each, each["courierPrice"] + 4_000)
    calls = [Call(shop, "POST", INBOUND, {"order_id": each["aggregatorOrderId"]}) for each in sent]
    assert [answer.data["applied"] for answer in send_together(calls)] == [1] * 4
    assert credit(shop) == (0, 0)
    assert sorted(adjustments(shop)) == [-4_000, -4_000, -2_000]
