"""A courier proxy that lets every request through and spoils the answer, at every call (decisions, section 13).

Whatever the answers are, there is one order, one charge, one refund and one restock in the end. Nothing is believed
from another order's answer.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.harness.database import assert_ledger_law, events, rows
from tests.harness.goods import default_variant, new_product, new_warehouse, quantity, stock
from tests.harness.inbound import post
from tests.harness.line import BOOK, DONE, NOT_DONE, OF_BOOKINGS, OF_CANCELLATIONS, Line
from tests.harness.parcels import (
    FUNDS,
    PRICE,
    booked,
    cancel,
    confirm,
    credit,
    fund,
    item,
    ledger,
    new_shipment,
    shipment,
    total,
)
from tests.harness.service import Client, Service
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.shipments.worker_context import make_syncs_due, postpone_other_syncs, run_in_worker, settings_for

STOCK = 5
TAKEN = 2
# The courier's price of the parcels in these tests.
COST = 12_000


class Parcel:
    """One parcel's goods and its money."""

    def __init__(self, client: Client):
        self.client = client
        self.variant = default_variant(new_product(client))
        self.warehouse = new_warehouse(client)["id"]
        stock(client, self.variant, self.warehouse, STOCK)

    @property
    def line_item(self) -> dict[str, Any]:
        return item(variantId=self.variant, quantity=TAKEN)

    def draft(self) -> str:
        fund(self.client)
        return new_shipment(self.client, self.line_item)["id"]

    def book(self) -> dict[str, Any]:
        return booked(self.client, self.line_item)

    @property
    def left(self) -> int:
        return quantity(self.client, self.variant, self.warehouse)

    def assert_booked_once(self, courier: Courier, id: str) -> None:
        (order,) = courier.orders(id)
        assert (shipment(self.client, id)["aggregatorOrderId"], order["status"]) == (order["id"], "confirmed")
        assert ledger(self.client) == [("topup", FUNDS), ("shipment_charge", -PRICE)]
        assert (credit(self.client), self.left) == ((FUNDS - PRICE, 0), STOCK - TAKEN)
        assert len(events(self.client, "shipment.pickup_confirmed", id)) == 1
        self.assert_settled()

    def assert_cancelled_once(self, courier: Courier, id: str) -> None:
        assert [order["status"] for order in courier.orders(id)] == ["cancelled"]
        assert shipment(self.client, id)["status"] == "cancelled"
        assert ledger(self.client) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
        assert (credit(self.client), self.left) == ((FUNDS, 0), STOCK)
        emitted = events(self.client, "shipment.cancelled", id) + events(self.client, "shipment.status_updated", id)
        assert len(emitted) == 1
        self.assert_settled()

    def assert_settled(self) -> None:
        assert rows(self.client, "SELECT shipment_id FROM courier_operations WHERE account_id = $1") == []
        assert_ledger_law(self.client)


@pytest.fixture
def parcel(merchant: Client) -> Parcel:
    return Parcel(merchant)


def order_request(sent: dict[str, Any]) -> tuple[str, str]:
    return ("GET", f"/v1/orders/{sent['aggregatorOrderId']}")


def cancellation_request(sent: dict[str, Any]) -> tuple[str, str]:
    return ("POST", f"/v1/orders/{sent['aggregatorOrderId']}/cancel")


@pytest.mark.parametrize("kind", OF_BOOKINGS)
def test_a_spoiled_booking_is_booked_and_charged_once(
    merchant: Client,
    troubled: Client,
    courier: Courier,
    line: Line,
    parcel: Parcel,
    recover: Callable[[], None],
    kind: str,
):
    shipment_id = parcel.draft()
    with line.trouble(kind):
        assert confirm(troubled, shipment_id).error == (504, "INTEGRATION_ERROR")
        assert (shipment(merchant, shipment_id)["status"], credit(merchant)) == ("pending", (FUNDS, PRICE))
    recover()
    parcel.assert_booked_once(courier, shipment_id)
    assert cancel(merchant, shipment_id).data["refunded"] == PRICE
    parcel.assert_cancelled_once(courier, shipment_id)


@pytest.mark.parametrize("kind", OF_BOOKINGS)
def test_a_cancel_ends_a_spoiled_booking_whatever_became_of_it(
    merchant: Client, troubled: Client, courier: Courier, line: Line, parcel: Parcel, kind: str
):
    shipment_id = parcel.draft()
    with line.trouble(kind):
        assert confirm(troubled, shipment_id).status == 504
    assert cancel(merchant, shipment_id).status == 200
    parcel.assert_cancelled_once(courier, shipment_id)


@pytest.mark.parametrize("kind", [*NOT_DONE, *DONE])
def test_an_order_that_is_found_by_its_reference_is_believed_only_where_it_is_that_one(
    merchant: Client,
    troubled: Client,
    courier: Courier,
    line: Line,
    parcel: Parcel,
    recover: Callable[[], None],
    kind: str,
):
    shipment_id = parcel.draft()
    with line.trouble("lose"):
        assert confirm(merchant, shipment_id).status == 504
    (order,) = courier.orders(shipment_id)
    with line.trouble(kind, ("GET", f"/v1/orders/{order['id']}")):
        assert confirm(troubled, shipment_id).error == (504, "INTEGRATION_ERROR")
        assert (shipment(merchant, shipment_id)["status"], credit(merchant)) == ("pending", (FUNDS, PRICE))
    recover()
    parcel.assert_booked_once(courier, shipment_id)


@pytest.mark.parametrize("kind", OF_CANCELLATIONS)
def test_a_spoiled_cancellation_refunds_and_restocks_once(
    merchant: Client,
    troubled: Client,
    courier: Courier,
    line: Line,
    parcel: Parcel,
    recover: Callable[[], None],
    kind: str,
):
    sent = parcel.book()
    with courier.unheard(), line.trouble(kind, cancellation_request(sent)):
        assert cancel(troubled, sent["id"]).error == (504, "INTEGRATION_ERROR")
        assert (shipment(merchant, sent["id"])["status"], parcel.left) == ("confirmed", STOCK - TAKEN)
    recover()
    parcel.assert_cancelled_once(courier, sent["id"])
    assert cancel(merchant, sent["id"]).error == (409, "INVALID_STATE")


@pytest.mark.parametrize("kind", OF_CANCELLATIONS)
def test_a_spoiled_rebooking_replaces_once_and_moves_its_stock(
    merchant: Client,
    troubled: Client,
    courier: Courier,
    line: Line,
    parcel: Parcel,
    recover: Callable[[], None],
    kind: str,
):
    sent = parcel.book()
    with line.trouble(kind, cancellation_request(sent)):
        answer = troubled("POST", f"/api/v1/shipments/{sent['id']}/rebook", {})
        assert answer.error == (504, "INTEGRATION_ERROR")
    recover()
    assert [order["status"] for order in courier.orders(sent["id"])] == ["cancelled"]
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
    assert (total(merchant, "pending"), total(merchant, "cancelled"), parcel.left) == (1, 1, STOCK - TAKEN)
    assert len(events(merchant, "shipment.rebooked")) == len(events(merchant, "shipment.cancelled")) == 1
    assert events(merchant, "shipment.status_updated") == []
    parcel.assert_settled()


@pytest.mark.parametrize("kind", [*NOT_DONE, *DONE])
def test_a_spoiled_look_at_an_order_changes_nothing(
    merchant: Client, troubled_api: Service, courier: Courier, line: Line, parcel: Parcel, kind: str
):
    sent = parcel.book()
    with line.trouble(kind, order_request(sent)):
        answer = post(troubled_api, {"order_id": sent["aggregatorOrderId"], "status": "cancelled"})
        assert answer.status in (502, 504)
    parcel.assert_booked_once(courier, sent["id"])
    courier.report(sent["aggregatorOrderId"], "rejected")
    eventually(lambda: shipment(merchant, sent["id"])["status"] == "cancelled")
    assert (credit(merchant), parcel.left) == ((FUNDS, 0), STOCK)


def test_another_parcels_cancellation_is_not_this_ones(
    merchant: Client, api: Service, courier: Courier, line: Line, parcel: Parcel
):
    first, second = parcel.book(), booked(merchant)
    assert cancel(merchant, first["id"]).status == 200
    (other_order,) = courier.orders(first["id"])
    other_order.pop("owner")
    with line.trouble(lambda status, _: (status, other_order), order_request(second)):
        assert post(api, {"order_id": second["aggregatorOrderId"]}).status == 502
        postpone_other_syncs(merchant)
        make_syncs_due(merchant)
        settings = settings_for(api.database_url, line.url)
        # The first one's own poll goes well.
        assert sorted(run_in_worker(settings, lambda inside: inside.tracking_sync.sync_due())) == [False, True]
    assert shipment(merchant, second["id"])["status"] == "confirmed"
    assert credit(merchant) == (2 * FUNDS - PRICE, 0)


def test_another_parcels_order_is_not_taken_over_by_a_booking(
    merchant: Client, courier: Courier, line: Line, parcel: Parcel, recover: Callable[[], None]
):
    first, shipment_id = booked(merchant), new_shipment(merchant, parcel.line_item)["id"]
    (other_order,) = courier.orders(first["id"])
    other_order.pop("owner")
    with line.trouble(lambda status, _: (status, other_order)):
        assert confirm(merchant, shipment_id).error == (504, "INTEGRATION_ERROR")
    recover()
    (ours,) = courier.orders(shipment_id)
    assert shipment(merchant, shipment_id)["aggregatorOrderId"] == ours["id"] != first["aggregatorOrderId"]
    assert credit(merchant) == (FUNDS - 2 * PRICE, 0)


def test_a_second_answer_on_a_kept_connection_is_not_the_next_requests(
    merchant: Client, api: Service, courier: Courier, line: Line, parcel: Parcel
):
    sent = parcel.book()
    for call in (order_request(sent), ("POST", "/v1/rates/couriers")):
        with line.trouble("twice", call):
            for _ in range(6):
                assert post(api, {"order_id": sent["aggregatorOrderId"]}).data == {"applied": 0}
                other = new_shipment(merchant)["id"]
                assert confirm(merchant, other).status == 200
    assert shipment(merchant, sent["id"])["status"] == "confirmed"
    assert (total(merchant, "confirmed"), total(merchant, "cancelled")) == (13, 0)


@pytest.mark.parametrize("price", ["12000", "free", "", -1, 0, 1e17, 2**53, True, None, [], "missing"])
def test_a_booking_without_a_usable_price_is_charged_what_was_held(
    merchant: Client, courier: Courier, line: Line, price: Any
):
    def spoil(status: int, body: dict[str, Any]) -> tuple[int, Any]:
        body.pop("price")
        return status, body if price == "missing" else body | {"price": price}

    fund(merchant)
    for stated, held in ((1, COST), (PRICE, PRICE)):
        before = credit(merchant)[0]
        shipment_id = new_shipment(merchant, price=stated)["id"]
        with line.trouble(spoil, BOOK):
            sent = confirm(merchant, shipment_id).data["shipment"]
        assert credit(merchant) == (before - held, 0)
        assert (sent["price"], sent["insurance"], sent["courierPrice"]) == (held, 0, None)


@pytest.mark.parametrize(
    ("asked", "fee", "charge"),
    [(20_000, 2_500, (17_500, 2_500)), (9_000, 0, (11_000, 1_000)), (20_000, "2500", (19_000, 1_000))],
)
def test_a_charge_is_split_into_the_larger_premium_and_the_rest(
    merchant: Client, courier: Courier, line: Line, asked: int, fee: Any, charge: tuple[int, int]
):
    def spoil(status: int, body: dict[str, Any]) -> tuple[int, Any]:
        body["courier"]["insurance"]["fee"] = fee
        return status, body | {"price": asked}

    fund(merchant)
    shipment_id = new_shipment(merchant, price=11_000, insurance=1_000)["id"]
    with line.trouble(spoil, BOOK):
        sent = confirm(merchant, shipment_id).data["shipment"]
    assert (sent["price"], sent["insurance"]) == charge
    assert credit(merchant) == (FUNDS - sum(charge), 0)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, {"success": False, "error": "Order not found", "code": 40002057}),
        (404, {"success": False, "error": "Order not found"}),
    ],
)
def test_an_order_that_the_aggregator_has_not_any_more_counts_as_cancelled_by_the_courier(
    merchant: Client, api: Service, courier: Courier, line: Line, parcel: Parcel, status: int, body: dict[str, Any]
):
    sent = parcel.book()
    with line.trouble(lambda *_: (status, body), order_request(sent)):
        assert post(api, {"order_id": sent["aggregatorOrderId"]}).data == {"applied": 1}
        assert post(api, {"order_id": sent["aggregatorOrderId"]}).data == {"applied": 0}
    assert (credit(merchant), parcel.left) == ((FUNDS, 0), STOCK)
    (event,) = events(merchant, "shipment.status_updated")
    assert (event.data["status"], event.data["creditRefunded"]) == ("cancelled", PRICE)
    assert (event.data["reportedStatus"], event.data["note"]) == (
        "order_missing",
        "The courier's aggregator does not know this order any more.",
    )
    parcel.assert_settled()


def test_an_order_that_is_not_there_is_cancelled_without_the_courier(
    merchant: Client, courier: Courier, line: Line, parcel: Parcel
):
    sent = parcel.book()
    missing = (404, {"success": False, "error": "Order not found"})
    with (
        line.trouble(lambda *_: missing, cancellation_request(sent)),
        line.trouble(lambda *_: missing, order_request(sent)),
    ):
        answer = cancel(merchant, sent["id"])
    assert (answer.status, answer.data["refunded"], parcel.left) == (200, PRICE, STOCK)
    assert [event.data["reason"] for event in events(merchant, "shipment.cancelled")] == ["Merchant cancelled"]


def test_a_gateways_404_cancels_nothing(merchant: Client, api: Service, line: Line, parcel: Parcel):
    sent = parcel.book()
    with line.trouble(lambda *_: (404, {"message": "no route"}), order_request(sent)):
        assert post(api, {"order_id": sent["aggregatorOrderId"]}).status == 502
    assert shipment(merchant, sent["id"])["status"] == "confirmed"


def test_an_order_that_is_missing_at_first_and_there_at_a_second_look_lives(
    merchant: Client, api: Service, line: Line, parcel: Parcel
):
    sent, looks = parcel.book(), []

    def once(status: int, body: dict[str, Any]) -> tuple[int, Any]:
        looks.append(status)
        return (status, body) if len(looks) > 1 else (404, {"success": False})

    with line.trouble(once, order_request(sent)):
        assert post(api, {"order_id": sent["aggregatorOrderId"]}).data == {"applied": 0}
    assert shipment(merchant, sent["id"])["status"] == "confirmed"


def test_the_couriers_words_are_introduced_as_the_couriers(
    merchant: Client, courier: Courier, line: Line, parcel: Parcel
):
    shipment_id = parcel.draft()
    with line.trouble("refuse"):
        assert confirm(merchant, shipment_id).json["error"]["message"] == (
            "The courier says: The courier partner refused the order"
        )
    with line.trouble("500-coded"):
        assert confirm(merchant, shipment_id).json["error"]["message"] == "The courier says: Internal server error"
    assert confirm(merchant, shipment_id).status == 200
    with line.trouble("refuse", cancellation_request(shipment(merchant, shipment_id))):
        assert cancel(merchant, shipment_id).json["error"]["message"] == (
            "The courier says: The courier refused the cancellation"
        )
    with courier.in_mood(fail="refuse"):
        body = {"destination": {"contactName": "A", "contactPhone": "1", "address": "B", "postalCode": "40132"}}
        origin = {"address": "Jl. Senopati 1", "contactName": "Toko", "contactPhone": "0811", "postal": "12110"}
        assert merchant("PATCH", "/api/v1/shipping/origin", origin).status == 200
        answer = merchant("POST", "/api/v1/shipping/rates", body | {"items": [item()]})
    assert answer.json["error"]["message"].startswith("The courier says: No sufficient balance")
