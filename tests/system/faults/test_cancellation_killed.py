"""Processes that die while a courier is asked to cancel: one refund, and every client learns the outcome."""

from tests.harness.service import Client
from tests.system.faults.crashes import (
    House,
    await_nothing_left,
    cancel,
    charged,
    confirm,
    die_while_booking,
    die_while_cancelling,
    new_shipment,
    told,
)


def test_cancelling_after_a_crash_resolves_the_booking_first(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    die_while_booking(house, shop, shipment_id)
    cancelled = cancel(shop, shipment_id)
    assert cancelled.status == 200
    assert cancelled.data["refunded"] == -charged(shop)[0]
    assert told(shop, shipment_id) == ["created.v1", "pickup_confirmed.v1", "cancelled.v1"]
    assert house.courier.orders(shipment_id)[0]["status"] == "cancelled"
    assert confirm(shop, shipment_id).headers["idempotency-replayed"] == "true"


def test_cancelling_again_after_a_crash_gives_back_once_and_both_learn_of_it(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    assert confirm(shop, shipment_id).status == 200
    die_while_cancelling(house, shop, shipment_id)
    other = cancel(shop, shipment_id, "another-key")
    first = cancel(shop, shipment_id)
    assert (first.status, other.status) == (200, 200)
    assert first.data == other.data
    assert first.data["refunded"] == -charged(shop)[0]
    assert first.headers["idempotency-replayed"] == "true"
    assert told(shop, shipment_id).count("cancelled.v1") == 1


def test_the_worker_finishes_a_cancellation_and_the_key_answers_what_it_settled(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    assert confirm(shop, shipment_id).status == 200
    die_while_cancelling(house, shop, shipment_id)
    with house.working():
        await_nothing_left(shop)
    answer = cancel(shop, shipment_id)
    assert (answer.status, answer.headers["idempotency-replayed"]) == (200, "true")
    assert answer.data["shipment"]["status"] == "cancelled"
