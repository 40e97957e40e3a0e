"""Processes that die while a courier is booked: one order, one charge, and every client learns the outcome."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.harness.database import rows
from tests.harness.service import Client
from tests.system.faults.crashes import (
    SLOW_MS,
    House,
    await_nothing_left,
    cancel,
    charged,
    confirm,
    die_while_booking,
    held,
    new_shipment,
    pass_seconds,
    told,
)
from tests.system.faults.load import PRICE
from tests.webhooks.working import eventually


def test_confirming_again_after_a_crash_answers_the_order_that_was_booked(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    die_while_booking(house, shop, shipment_id)
    again = confirm(shop, shipment_id)
    assert again.status == 200
    assert again.data["shipment"]["aggregatorOrderId"] == house.courier.orders(shipment_id)[0]["id"]
    assert again.data["shipment"]["waybillId"]
    assert told(shop, shipment_id) == ["created.v1", "pickup_confirmed.v1"]
    assert len(charged(shop)) == 1
    replayed = confirm(shop, shipment_id)
    assert (replayed.raw, replayed.headers["idempotency-replayed"]) == (again.raw, "true")


def test_another_client_may_finish_what_a_crash_left_and_both_learn_of_it(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    die_while_booking(house, shop, shipment_id)
    other = confirm(shop, shipment_id, "another-key")
    first = confirm(shop, shipment_id)
    assert (first.status, other.status) == (200, 200)
    assert first.data == other.data
    assert first.headers["idempotency-replayed"] == "true"
    assert told(shop, shipment_id) == ["created.v1", "pickup_confirmed.v1"]


def test_the_worker_finishes_a_booking_and_the_key_answers_what_it_settled(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    die_while_booking(house, shop, shipment_id)
    with house.working():
        await_nothing_left(shop)
    answer = confirm(shop, shipment_id)
    assert (answer.status, answer.headers["idempotency-replayed"]) == (200, "true")
    assert answer.data["shipment"]["status"] == "confirmed"
    assert len(charged(shop)) == 1


def test_a_worker_that_dies_while_it_recovers_is_followed_by_another(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    die_while_booking(house, shop, shipment_id)
    mine = "SELECT holder FROM courier_operations WHERE account_id = $1 AND NOT is_process_dead(holder)"
    with house.courier.in_mood(slow_ms=60_000), house.working() as first:
        eventually(lambda: rows(shop, mine))
        first.kill()
        pass_seconds(shop)
    with house.working():
        await_nothing_left(shop)
    assert confirm(shop, shipment_id).status == 200


@pytest.mark.parametrize("mood", [{"lose_next_booking": True}, {"fail": "500_after"}, {"fail": "500_after_uncoded"}])
def test_a_lost_answer_leaves_the_hold_until_the_worker_knows_better(
    house: House, shop: Client, mood: dict[str, Any]
) -> None:
    shipment_id = new_shipment(shop)
    with house.courier.in_mood(**mood):
        unclear = confirm(shop, shipment_id)
    assert unclear.error == (504, "INTEGRATION_ERROR")
    assert held(shop) >= PRICE
    assert len(house.courier.orders(shipment_id)) == 1
    with house.working():
        await_nothing_left(shop)
    answer = confirm(shop, shipment_id)
    assert (answer.status, answer.headers["idempotency-replayed"]) == (200, "true")


def test_a_process_that_was_only_taken_for_dead_answers_what_was_settled_for_it(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    with house.working(), house.courier.in_mood(slow_ms=SLOW_MS), ThreadPoolExecutor() as pool:
        request = pool.submit(confirm, shop, shipment_id)
        eventually(lambda: house.courier.orders(shipment_id))
        with house.api.frozen():
            # It beats no more.
            pass_seconds(shop)
            await_nothing_left(shop)
        answer = request.result()
    assert (answer.status, answer.headers["idempotency-replayed"]) == (200, "true")
    assert answer.data["shipment"]["status"] == "confirmed"
    assert told(shop, shipment_id) == ["created.v1", "pickup_confirmed.v1"]
    assert len(charged(shop)) == 1


def test_while_a_process_lives_nobody_takes_its_call_over(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    with house.working(), house.courier.in_mood(slow_ms=2 * SLOW_MS), ThreadPoolExecutor() as pool:
        request = pool.submit(confirm, shop, shipment_id)
        eventually(lambda: house.courier.orders(shipment_id))
        twins = [confirm(shop, shipment_id, key) for key in ("confirm", "another-key", None)]
        cancelled = cancel(shop, shipment_id)
        unclear = rows(shop, "SELECT is_unclear FROM courier_operations WHERE account_id = $1")
        assert request.result().status == 200
    assert [twin.error for twin in (*twins, cancelled)] == [(409, "IDEMPOTENCY_IN_PROGRESS")] * 4
    assert [row["is_unclear"] for row in unclear] == [False]


def test_a_call_without_a_number_waits_for_its_lease(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    die_while_booking(house, shop, shipment_id)
    rows(shop, "UPDATE courier_operations SET holder = NULL WHERE account_id = $1")
    rows(shop, "UPDATE idempotency_keys SET holder = NULL WHERE account_id = $1")
    early = confirm(shop, shipment_id)
    rows(shop, "UPDATE courier_operations SET lease_until = now() WHERE account_id = $1")
    rows(shop, "UPDATE idempotency_keys SET lease_until = now() WHERE account_id = $1")
    assert early.error == (409, "IDEMPOTENCY_IN_PROGRESS")
    assert confirm(shop, shipment_id).status == 200
