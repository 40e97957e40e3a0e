"""Processes that die while a courier is called: one order, one charge, and everybody learns how it ended.

The lease of a call is a minute here, longer than anything in these tests waits: a dead process is recognised as such.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from tests.faults import laws
from tests.faults.house import Api, serving
from tests.faults.load import PRICE, parcel
from tests.harness.database import events, rows
from tests.harness.simulator import Courier, simulating
from tests.http.service import Answer, Client
from tests.http.workspaces import open_client
from tests.webhooks.working import WITHIN_SECONDS, eventually, working

AGGREGATOR_TIMEOUT_SECONDS = 50
SLOW_MS = 1_500
CREDIT = 1_000_000

assert AGGREGATOR_TIMEOUT_SECONDS > 2 * WITHIN_SECONDS


class House(msgspec.Struct):
    """The service with its courier, and where workers find both."""

    api: Api
    courier: Courier
    url: str
    settings: dict[str, Any]

    def working(self) -> Any:
        return working(self.url, **self.settings)


@pytest.fixture(scope="module")
def house(durable_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("courier-calls")
    with simulating(folder) as courier:
        settings = {
            "aggregator_url": courier.url,
            "aggregator_key": "simulator",
            "aggregator_timeout_seconds": str(AGGREGATOR_TIMEOUT_SECONDS),
        }
        with serving(durable_url, folder, **settings) as api:
            yield House(api, courier, durable_url, settings)


@pytest.fixture
def shop(house: House) -> Iterator[Client]:
    """A fresh workspace with credit; afterwards every law holds there, and nothing is half done."""
    client = open_client(house.api.service)
    assert client("POST", "/api/v1/shipping-credits/topup", {"amount": CREDIT}).status == 201
    yield client
    laws.require_every_law(client)
    laws.require_one_order_and_charge_each(client, house.courier)
    assert house.api.faults() == []


def _shipment(client: Client) -> str:
    answer = client("POST", "/api/v1/shipments", parcel())
    assert answer.status == 201, answer.raw
    return answer.data["shipment"]["id"]


def _confirm(client: Client, shipment_id: str, key: str | None = "confirm") -> Answer:
    return client("POST", f"/api/v1/shipments/{shipment_id}/confirm-pickup", None, key)


def _cancel(client: Client, shipment_id: str, key: str | None = "cancel") -> Answer:
    return client("POST", f"/api/v1/shipments/{shipment_id}/cancel", None, key)


def _lost(request: Future) -> bool:
    """Whether the connection broke before an answer came."""
    return isinstance(request.exception(WITHIN_SECONDS), OSError)


def _die_while_booking(house: House, client: Client, shipment_id: str, key: str | None = "confirm") -> None:
    """The courier has booked and is slow to say so; the API dies meanwhile, and is started again."""
    with house.courier.in_mood(slow_ms=SLOW_MS), ThreadPoolExecutor() as pool:
        request = pool.submit(_confirm, client, shipment_id, key)
        eventually(lambda: house.courier.orders(shipment_id))
        house.api.kill()
        assert _lost(request)
    assert client_held(client) > 0
    house.api.start()


def _die_while_cancelling(house: House, client: Client, shipment_id: str, key: str | None = "cancel") -> None:
    """The courier has cancelled and is slow to say so; the API dies meanwhile, and is started again."""
    with house.courier.in_mood(slow_ms=SLOW_MS), ThreadPoolExecutor() as pool:
        request = pool.submit(_cancel, client, shipment_id, key)
        eventually(lambda: house.courier.orders(shipment_id)[0]["status"] == "cancelled")
        house.api.kill()
        assert _lost(request)
    house.api.start()


def client_held(client: Client) -> int:
    """What is held, read past the service."""
    return rows(client, "SELECT held FROM credit_balances WHERE account_id = $1")[0]["held"]


def _nothing_left(client: Client) -> None:
    """Wait until no courier call is under way or left behind."""
    eventually(lambda: rows(client, "SELECT 1 FROM courier_calls WHERE account_id = $1"), lambda left: not left)


def _charged(client: Client) -> list[int]:
    found = client("GET", "/api/v1/shipping-credits/transactions").data["transactions"]
    return [each["amount"] for each in found if each["kind"] == "shipment_charge"]


def _told(client: Client, shipment_id: str) -> list[str]:
    return [event.type.removeprefix("svc.shipment.") for event in events(client, "shipment.", shipment_id)]


def test_confirming_again_after_a_crash_answers_the_order_that_was_booked(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    _die_while_booking(house, shop, shipment_id)
    again = _confirm(shop, shipment_id)
    assert again.status == 200
    assert again.data["shipment"]["aggregatorOrderId"] == house.courier.orders(shipment_id)[0]["id"]
    assert again.data["shipment"]["waybillId"]
    assert _told(shop, shipment_id) == ["created.v1", "pickup_confirmed.v1"]
    assert len(_charged(shop)) == 1
    replayed = _confirm(shop, shipment_id)
    assert (replayed.raw, replayed.headers["idempotency-replayed"]) == (again.raw, "true")


def test_another_client_may_finish_what_a_crash_left_and_both_learn_of_it(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    _die_while_booking(house, shop, shipment_id)
    other = _confirm(shop, shipment_id, "another-key")
    first = _confirm(shop, shipment_id)
    assert (first.status, other.status) == (200, 200)
    assert first.data == other.data
    assert first.headers["idempotency-replayed"] == "true"
    assert _told(shop, shipment_id) == ["created.v1", "pickup_confirmed.v1"]


def test_the_worker_finishes_a_booking_and_the_key_answers_what_it_settled(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    _die_while_booking(house, shop, shipment_id)
    with house.working():
        _nothing_left(shop)
    answer = _confirm(shop, shipment_id)
    assert (answer.status, answer.headers["idempotency-replayed"]) == (200, "true")
    assert answer.data["shipment"]["status"] == "confirmed"
    assert len(_charged(shop)) == 1


def test_a_worker_that_dies_while_it_recovers_is_followed_by_another(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    _die_while_booking(house, shop, shipment_id)
    mine = "SELECT holder FROM courier_calls WHERE account_id = $1 AND NOT is_gone(holder)"
    with house.courier.in_mood(slow_ms=60_000), house.working() as first:
        eventually(lambda: rows(shop, mine))
        first.kill()
    with house.working():
        _nothing_left(shop)
    assert _confirm(shop, shipment_id).status == 200


def test_a_lost_answer_leaves_the_hold_until_the_worker_knows_better(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    with house.courier.in_mood(lose_next_booking=True):
        unclear = _confirm(shop, shipment_id)
    assert unclear.refusal == (504, "INTEGRATION_ERROR")
    assert client_held(shop) >= PRICE
    assert len(house.courier.orders(shipment_id)) == 1
    with house.working():
        _nothing_left(shop)
    answer = _confirm(shop, shipment_id)
    assert (answer.status, answer.headers["idempotency-replayed"]) == (200, "true")


def test_cancelling_after_a_crash_resolves_the_booking_first(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    _die_while_booking(house, shop, shipment_id)
    cancelled = _cancel(shop, shipment_id)
    assert cancelled.status == 200
    assert cancelled.data["refunded"] == -_charged(shop)[0]
    assert _told(shop, shipment_id) == ["created.v1", "pickup_confirmed.v1", "cancelled.v1"]
    assert house.courier.orders(shipment_id)[0]["status"] == "cancelled"
    assert _confirm(shop, shipment_id).headers["idempotency-replayed"] == "true"


def test_cancelling_again_after_a_crash_gives_back_once_and_both_learn_of_it(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    assert _confirm(shop, shipment_id).status == 200
    _die_while_cancelling(house, shop, shipment_id)
    other = _cancel(shop, shipment_id, "another-key")
    first = _cancel(shop, shipment_id)
    assert (first.status, other.status) == (200, 200)
    assert first.data == other.data
    assert first.data["refunded"] == -_charged(shop)[0]
    assert first.headers["idempotency-replayed"] == "true"
    assert _told(shop, shipment_id).count("cancelled.v1") == 1


def test_the_worker_finishes_a_cancellation_and_the_key_answers_what_it_settled(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    assert _confirm(shop, shipment_id).status == 200
    _die_while_cancelling(house, shop, shipment_id)
    with house.working():
        _nothing_left(shop)
    answer = _cancel(shop, shipment_id)
    assert (answer.status, answer.headers["idempotency-replayed"]) == (200, "true")
    assert answer.data["shipment"]["status"] == "cancelled"


def test_a_process_that_was_only_taken_for_dead_answers_what_was_settled_for_it(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    cut_off = """
        SELECT pg_terminate_backend(pid) FROM pg_locks
         WHERE locktype = 'advisory' AND objsubid = 2
           AND objid IN (SELECT holder::bigint FROM courier_calls WHERE account_id = $1)
    """
    with house.working(), house.courier.in_mood(slow_ms=SLOW_MS), ThreadPoolExecutor() as pool:
        request = pool.submit(_confirm, shop, shipment_id)
        eventually(lambda: house.courier.orders(shipment_id))
        with house.api.frozen():
            assert rows(shop, cut_off)
            _nothing_left(shop)
        answer = request.result()
    assert (answer.status, answer.headers["idempotency-replayed"]) == (200, "true")
    assert answer.data["shipment"]["status"] == "confirmed"
    assert _told(shop, shipment_id) == ["created.v1", "pickup_confirmed.v1"]
    assert len(_charged(shop)) == 1


def test_while_a_process_lives_nobody_takes_its_call_over(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    with house.working(), house.courier.in_mood(slow_ms=SLOW_MS), ThreadPoolExecutor() as pool:
        request = pool.submit(_confirm, shop, shipment_id)
        eventually(lambda: house.courier.orders(shipment_id))
        twins = [_confirm(shop, shipment_id, key) for key in ("confirm", "another-key", None)]
        cancelled = _cancel(shop, shipment_id)
        unclear = rows(shop, "SELECT is_unclear FROM courier_calls WHERE account_id = $1")
        assert request.result().status == 200
    assert [twin.refusal for twin in (*twins, cancelled)] == [(409, "IDEMPOTENCY_IN_PROGRESS")] * 4
    assert [row["is_unclear"] for row in unclear] == [False]


def test_a_call_without_a_number_waits_for_its_lease(house: House, shop: Client) -> None:
    shipment_id = _shipment(shop)
    _die_while_booking(house, shop, shipment_id)
    rows(shop, "UPDATE courier_calls SET holder = NULL WHERE account_id = $1")
    rows(shop, "UPDATE idempotency_keys SET holder = NULL WHERE account_id = $1")
    early = _confirm(shop, shipment_id)
    rows(shop, "UPDATE courier_calls SET lease_until = now() WHERE account_id = $1")
    rows(shop, "UPDATE idempotency_keys SET lease_until = now() WHERE account_id = $1")
    assert early.refusal == (409, "IDEMPOTENCY_IN_PROGRESS")
    assert _confirm(shop, shipment_id).status == 200
