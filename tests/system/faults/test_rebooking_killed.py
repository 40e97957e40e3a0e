"""Processes that die while a courier is asked to cancel for a rebooking: there is one replacement, and it is told."""

from concurrent.futures import ThreadPoolExecutor

from tests.harness.service import Answer, Client
from tests.system.faults.crashes import (
    SLOW_MS,
    House,
    await_nothing_left,
    charged,
    confirm,
    is_lost,
    new_shipment,
    pass_seconds,
    told,
)
from tests.webhooks.working import eventually


def rebook(client: Client, shipment_id: str, key: str | None = "rebook") -> Answer:
    return client("POST", f"/api/v1/shipments/{shipment_id}/rebook", {"price": 60_000}, key)


def die_while_rebooking(house: House, client: Client, shipment_id: str) -> None:
    """The courier has cancelled and is slow to say so; the API dies meanwhile, and is started again."""
    with house.courier.in_mood(slow_ms=SLOW_MS), ThreadPoolExecutor() as pool:
        request = pool.submit(rebook, client, shipment_id)
        eventually(lambda: house.courier.orders(shipment_id)[0]["status"] == "cancelled")
        house.api.kill()
        pass_seconds(client)
        assert is_lost(request)
    house.api.start()


def test_the_worker_finishes_a_rebooking_and_the_key_answers_what_it_settled(house: House, shop: Client) -> None:
    shipment_id = new_shipment(shop)
    assert confirm(shop, shipment_id).status == 200
    die_while_rebooking(house, shop, shipment_id)
    with house.working():
        await_nothing_left(shop)
    answer = rebook(shop, shipment_id)
    assert (answer.status, answer.headers["idempotency-replayed"]) == (201, "true")
    new = answer.data["shipment"]
    assert (new["status"], new["price"]) == ("pending", 60_000)
    assert told(shop, new["id"]) == ["rebooked.v1"]
    assert told(shop, shipment_id).count("cancelled.v1") == 1
    assert len(house.courier.orders(shipment_id)) == 1
    assert confirm(shop, new["id"], "confirm-new").status == 200
    assert len(charged(shop)) == 2
    balance = shop("GET", "/api/v1/shipping-credits").data
    refunds = [
        each["amount"]
        for each in shop("GET", "/api/v1/shipping-credits/transactions").data["transactions"]
        if each["kind"] == "shipment_refund"
    ]
    assert (len(refunds), balance["held"]) == (1, 0)
