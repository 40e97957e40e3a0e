"""Ten concurrent requests for the last free place, over several processes: one gets it (decisions, section 10)."""

import pytest

from tests.deliveries.selling import DELIVERIES, digital, sale
from tests.harness.counts import miscounts
from tests.harness.database import rows
from tests.harness.goods import fresh_key, new_product, new_warehouse
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import confirm, fund, new_shipment
from tests.harness.service import Client, Service
from tests.harness.workspaces import open_client
from tests.quotas.using import (
    ENDPOINT,
    ENDPOINTS,
    KEYS,
    LICENSES,
    LIMITED,
    WAREHOUSES,
    assert_one_was_taken,
    pretend,
    together,
    used,
)

ASKING = 10


@pytest.fixture
def free(api: Service) -> Client:
    """A workspace on the plan `free`, whose own key is one of its two."""
    return open_client(api, plan="free")


@pytest.fixture
def starter(api: Service) -> Client:
    return open_client(api, plan="starter")


def count(client: Client, table: str, which: str = "true") -> int:
    return rows(client, f"SELECT count(*) FROM {table} WHERE account_id = $1 AND {which}")[0]["count"]


def bookings(client: Client, number: int = ASKING) -> list[Call]:
    """As many confirmations, each of a shipment of its own that can be paid."""
    fund(client)
    ids = [new_shipment(client)["id"] for _ in range(number)]
    return [Call(client, "POST", f"/api/v1/shipments/{id}/confirm-pickup") for id in ids]


def test_of_ten_warehouses_one_is_opened(starter: Client):
    for name in ("First", "Second"):
        new_warehouse(starter, name)
    bodies = [{"name": f"Warehouse {number}"} for number in range(ASKING)]
    answers = together(starter, WAREHOUSES, bodies, [fresh_key() for _ in bodies])
    assert_one_was_taken(answers, "warehousesLimit")
    assert count(starter, "warehouses") == 3


def test_of_archived_warehouses_that_come_back_together_one_does(starter: Client):
    archived = []
    for number in range(5):
        archived.append(new_warehouse(starter, f"Warehouse {number}")["id"])
        assert starter("DELETE", f"{WAREHOUSES}/{archived[-1]}").status == 200
    for name in ("First", "Second"):
        new_warehouse(starter, name)

    backs = [Call(starter, "PATCH", f"{WAREHOUSES}/{id}", {"archived": False}) for id in archived]
    new = [Call(starter, "POST", WAREHOUSES, {"name": "Third"}, fresh_key()) for _ in archived]
    answers = send_together(backs + new)

    assert sorted(answer.status for answer in answers)[1:] == [403] * 9
    assert {(*answer.error, answer.field) for answer in answers if answer.status == 403} == {
        (*LIMITED, "warehousesLimit")
    }
    assert count(starter, "warehouses", "NOT archived") == 3
    assert miscounts(starter) == []


def test_of_ten_api_keys_one_is_minted(free: Client):
    assert_one_was_taken(together(free, KEYS, [{"name": "Shop"}] * ASKING), "apiKeysLimit")
    assert count(free, "api_keys") == 2


def test_of_ten_endpoints_one_is_registered(free: Client):
    assert_one_was_taken(together(free, ENDPOINTS, [ENDPOINT] * ASKING), "webhookEndpointsLimit")
    assert count(free, "webhook_endpoints") == 1


def test_of_ten_licenses_one_is_issued(starter: Client):
    product = new_product(starter, type="license")["id"]
    row = {"productId": product, "customerId": "cus_1"}
    assert starter("POST", f"{LICENSES}/bulk", {"licenses": [row] * 99}).status == 200
    assert_one_was_taken(together(starter, LICENSES, [row] * ASKING), "licenseKeysLimit")
    assert count(starter, "licenses") == 100
    assert used(starter) == {"license": 100}


def test_of_ten_deliveries_one_is_the_last_order_of_the_month(free: Client):
    product = digital(free)
    pretend(free, "delivery", 20)
    pretend(free, "shipment", 29)
    answers = together(free, DELIVERIES, [sale(product, f"cs_{number}") for number in range(ASKING)])
    assert_one_was_taken(answers, "ordersLimit")
    assert count(free, "deliveries") == 1
    assert used(free) == {"delivery": 1}


def test_of_ten_bookings_one_is_the_last_of_the_month(free: Client):
    calls = bookings(free)
    pretend(free, "shipment", 49)
    assert_one_was_taken(send_together(calls), "biteshipShipmentsLimit", 200)
    assert count(free, "shipments", "status <> 'pending'") == 1
    assert used(free) == {"shipment": 1}
    assert count(free, "courier_operations") == 0


def test_bookings_and_deliveries_share_the_orders_of_the_month(free: Client):
    product = digital(free)
    calls = bookings(free, 5)
    pretend(free, "delivery", 30)
    pretend(free, "license", 19)
    calls += [Call(free, "POST", DELIVERIES, sale(product, f"cs_{number}")) for number in range(5)]
    answers = send_together(calls)
    assert sorted(answer.status for answer in answers)[1:] == [403] * 9
    assert {answer.field for answer in answers if answer.status == 403} == {"ordersLimit"}
    assert sum(used(free).values()) == 1


@pytest.mark.parametrize(
    ("target", "body"), [(KEYS, {"name": "Once"}), (ENDPOINTS, ENDPOINT), (WAREHOUSES, {"name": "Once"})]
)
def test_twins_at_the_last_place_all_hear_of_the_one_that_took_it(free: Client, target: str, body: dict):
    answers = together(free, target, [body] * ASKING, [fresh_key()] * ASKING)
    if target == ENDPOINTS:
        # The name is looked up meanwhile, so a twin may hear that the other is still at it.
        assert {answer.error for answer in answers if answer.status != 201} <= {(409, "IDEMPOTENCY_IN_PROGRESS")}
        answers = [answer for answer in answers if answer.status == 201]
    assert {answer.status for answer in answers} == {201}
    assert len({answer.raw for answer in answers}) == 1


def test_twin_deliveries_at_the_last_place_are_one(free: Client):
    product = digital(free)
    pretend(free, "shipment", 49)
    answers = together(free, DELIVERIES, [sale(product)] * ASKING, [fresh_key()] * ASKING)
    assert {(answer.status, answer.raw) for answer in answers} == {(201, answers[0].raw)}
    assert used(free) == {"delivery": 1}


def test_twin_bookings_at_the_last_place_are_one(free: Client):
    fund(free)
    id = new_shipment(free)["id"]
    pretend(free, "shipment", 49)
    key = fresh_key()
    answers = send_together([Call(free, "POST", f"/api/v1/shipments/{id}/confirm-pickup", None, key)] * ASKING)
    refused = {answer.error for answer in answers if answer.status != 200}
    assert refused <= {(409, "IDEMPOTENCY_IN_PROGRESS")}
    assert confirm(free, id, key).headers["idempotency-replayed"] == "true"
    assert used(free) == {"shipment": 1}


def test_confirmations_of_one_shipment_at_the_last_place_do_not_meet_the_plan(free: Client):
    fund(free)
    id = new_shipment(free)["id"]
    pretend(free, "shipment", 49)
    answers = send_together([Call(free, "POST", f"/api/v1/shipments/{id}/confirm-pickup")] * ASKING)
    assert sum(answer.status == 200 for answer in answers) == 1
    refused = {answer.error for answer in answers if answer.status != 200}
    assert refused <= {(409, "IDEMPOTENCY_IN_PROGRESS"), (409, "ALREADY_CONFIRMED")}


def test_licenses_of_one_chosen_key_at_the_last_place_are_one(starter: Client):
    product = new_product(starter, type="license")["id"]
    pretend(starter, "delivery", 499)
    row = {"productId": product, "customerId": "cus_1", "key": f"own-{starter.account_id}"}
    answers = together(starter, LICENSES, [row] * ASKING)
    assert sorted(answer.status for answer in answers) == [200] * 9 + [201]
    assert len({answer.data["license"]["id"] for answer in answers}) == 1
