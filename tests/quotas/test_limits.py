"""Limits of plans: the records that count, and those that do not (decisions, section 10)."""

import msgspec
import pytest

from fulfilment.api_keys.service import create_key_for_operator
from fulfilment.workspaces.administration import create_workspace
from tests.deliveries.selling import DELIVERIES, digital, grant, sale
from tests.harness.database import execute
from tests.harness.goods import fresh_key, new_product, new_warehouse
from tests.harness.line import OF_BOOKINGS, Line
from tests.harness.parcels import cancel, confirm, fund, new_shipment, shipment
from tests.harness.service import Client, Service
from tests.harness.workspaces import as_operator, in_database, open_client, open_partner, provision
from tests.quotas.using import ENDPOINT, ENDPOINTS, KEYS, LICENSES, LIMITED, WAREHOUSES, move_to, pretend, used


@pytest.fixture
def free(api: Service) -> Client:
    return open_client(api, plan="free")


@pytest.fixture
def starter(api: Service) -> Client:
    return open_client(api, plan="starter")


def open_warehouse(client: Client, name: str = "One more"):
    return client("POST", WAREHOUSES, {"name": name}, fresh_key())


def test_the_refusal_says_how_many_of_how_many_and_what_to_do(free: Client):
    new_warehouse(free)
    refused = open_warehouse(free)
    assert (refused.error, refused.field) == (LIMITED, "warehousesLimit")
    assert refused.json["error"]["message"] == (
        "1 of 1 active warehouses of the plan free are taken. Archive one, or choose a larger plan."
    )
    assert refused.data is None


def test_an_archived_warehouse_leaves_its_place_to_another(free: Client):
    first = new_warehouse(free)["id"]
    assert free("DELETE", f"{WAREHOUSES}/{first}").status == 200
    assert open_warehouse(free).status == 201
    refused = free("PATCH", f"{WAREHOUSES}/{first}", {"archived": False})
    assert (refused.error, refused.field) == (LIMITED, "warehousesLimit")
    assert free("PATCH", f"{WAREHOUSES}/{first}", {"name": "Old", "archived": True}).status == 200


def test_a_change_of_an_active_warehouse_needs_no_place(free: Client):
    first = new_warehouse(free)["id"]
    assert free("PATCH", f"{WAREHOUSES}/{first}", {"name": "Main", "archived": False}).status == 200


def test_a_revoked_api_key_leaves_its_place_to_another(free: Client):
    second = free("POST", KEYS, {"name": "Second"}).data["apiKey"]["id"]
    assert free("POST", KEYS, {"name": "Third"}).field == "apiKeysLimit"
    assert free("POST", f"{KEYS}/{second}/revoke").status == 200
    assert free("POST", KEYS, {"name": "Third"}).status == 201


def test_an_expired_api_key_leaves_its_place_to_another(free: Client):
    second = free("POST", KEYS, {"name": "Second", "expiresAt": "2099-01-01T00:00:00Z"}).data["apiKey"]["id"]
    assert free("POST", KEYS, {"name": "Third"}).field == "apiKeysLimit"
    execute(free, "UPDATE api_keys SET expires_at = now() WHERE id = $1", second)
    assert free("POST", KEYS, {"name": "Third"}).status == 201


def test_a_removed_endpoint_leaves_its_place_and_a_paused_one_does_not(free: Client):
    first = free("POST", ENDPOINTS, ENDPOINT).data["endpoint"]["id"]
    assert free("PATCH", f"{ENDPOINTS}/{first}", {"active": False}).status == 200
    assert free("POST", ENDPOINTS, ENDPOINT).field == "webhookEndpointsLimit"
    assert free("DELETE", f"{ENDPOINTS}/{first}").status == 200
    assert free("POST", ENDPOINTS, ENDPOINT).status == 201


def test_a_plan_without_license_keys_issues_none(free: Client):
    product = new_product(free, type="license")["id"]
    refused = free("POST", LICENSES, {"productId": product, "customerId": "cus_1"})
    assert (refused.error, refused.field) == (LIMITED, "licenseKeysLimit")
    assert refused.json["error"]["message"] == "The plan free has no license keys. Choose another."
    assert used(free) == {}


def test_a_revoked_license_leaves_its_place_but_stays_an_order_of_the_month(starter: Client):
    product = new_product(starter, type="license")["id"]
    row = {"productId": product, "customerId": "cus_1"}
    outcomes = starter("POST", f"{LICENSES}/bulk", {"licenses": [row] * 100}).data["outcomes"]
    assert starter("POST", LICENSES, row).field == "licenseKeysLimit"
    first = outcomes[0]["data"]["license"]["id"]
    assert starter("POST", f"{LICENSES}/{first}/revoke").status == 200
    assert starter("POST", LICENSES, row).status == 201
    assert used(starter) == {"license": 101}


def test_of_many_licenses_in_one_request_as_many_are_issued_as_there_are_places(starter: Client):
    product = new_product(starter, type="license")["id"]
    row = {"productId": product, "customerId": "cus_1"}
    taken = f"taken-{starter.account_id}"
    other = open_client(starter.service)
    elsewhere = {"productId": new_product(other, type="license")["id"], "customerId": "cus_1", "key": taken}
    assert other("POST", LICENSES, elsewhere).status == 201
    assert starter("POST", LICENSES, row | {"key": f"mine-{starter.account_id}"}).status == 201
    pretend(starter, "delivery", 497)

    given = [row, row | {"key": taken}, row | {"productId": "prod_none"}, row | {"key": f"mine-{starter.account_id}"}]
    outcomes = starter("POST", f"{LICENSES}/bulk", {"licenses": [*given, row, row]}).data["outcomes"]

    assert [outcome["status"] for outcome in outcomes] == [201, 409, 404, 200, 201, 403]
    error = outcomes[5]["error"]
    assert (error["code"], error["field"]) == ("PLAN_LIMIT", "ordersLimit")
    assert used(starter) == {"license": 3}


def test_a_checkout_that_was_delivered_hears_so_however_full_the_plan_is(free: Client):
    product = digital(free)
    grant(free, product)
    pretend(free, "shipment", 49)
    assert free("POST", DELIVERIES, sale(product)).error == (409, "DUPLICATE")
    assert free("POST", DELIVERIES, sale(product, "cs_2")).error == LIMITED
    assert used(free) == {"delivery": 1}


def test_what_was_used_last_month_or_by_others_takes_no_place(free: Client, starter: Client):
    product = digital(free)
    pretend(free, "delivery", 50, months_ago=1)
    pretend(free, "delivery", 50, months_ago=-1)
    pretend(starter, "delivery", 5_000)
    assert free("POST", DELIVERIES, sale(product)).status == 201


def test_what_was_above_a_new_plan_stays_and_only_more_is_refused(starter: Client):
    warehouses = [new_warehouse(starter, f"Warehouse {number}")["id"] for number in range(3)]
    move_to(starter, "free")
    assert open_warehouse(starter).field == "warehousesLimit"
    assert len(starter("GET", WAREHOUSES).data["warehouses"]) == 3
    assert starter("PATCH", f"{WAREHOUSES}/{warehouses[2]}", {"name": "Still here"}).status == 200
    for id in warehouses[:2]:
        assert starter("DELETE", f"{WAREHOUSES}/{id}").status == 200
    assert open_warehouse(starter).field == "warehousesLimit"
    move_to(starter, "starter")
    assert open_warehouse(starter).status == 201


@pytest.mark.parametrize("plan", ["scale", None])
def test_a_plan_without_limits_refuses_nothing(api: Service, plan: str | None):
    client = open_client(api, plan=plan)
    for noun in ("delivery", "license", "shipment"):
        pretend(client, noun, 1_000_000)
    for number in range(4):
        new_warehouse(client, f"Warehouse {number}")
        assert client("POST", KEYS, {"name": "Key"}).status == 201
    grant(client, digital(client))
    fund(client)
    assert confirm(client, new_shipment(client)["id"]).status == 200
    assert used(client) == {"delivery": 1, "shipment": 1}


def test_the_operators_commands_are_not_limited(free: Client):
    url = free.service.database_url
    with as_operator():
        for _ in range(3):
            in_database(url, lambda db: create_key_for_operator(db, free.account_id))
        in_database(url, lambda db: create_workspace(db, "Another", "free"))
    assert len(free("GET", KEYS).data["apiKeys"]) == 4
    assert free("POST", KEYS, {"name": "One more"}).field == "apiKeysLimit"


def test_a_partner_is_limited_by_the_merchants_plan(api: Service, free: Client):
    partner = open_partner(api, "Limited")
    provision(free, "Limited")
    acting = Client(api, free.account_id, partner.key_id, partner.secret, on_behalf_of=free.account_id)
    assert acting("POST", WAREHOUSES, {"name": "First"}, fresh_key()).status == 201
    assert acting("POST", WAREHOUSES, {"name": "Second"}, fresh_key()).field == "warehousesLimit"
    new_warehouse(partner), new_warehouse(partner)


@pytest.mark.parametrize("kind", OF_BOOKINGS)
def test_a_booking_that_nobody_knows_the_end_of_holds_its_place(
    free: Client, troubled_api: Service, line: Line, kind: str
):
    fund(free)
    unclear, other = (new_shipment(free)["id"] for _ in range(2))
    pretend(free, "shipment", 49)
    troubled = msgspec.structs.replace(free, service=troubled_api)
    with line.trouble(kind):
        assert confirm(troubled, unclear).error == (
            504,
            "INTEGRATION_ERROR",
        )
    assert used(free) == {}
    assert confirm(free, other).field == "biteshipShipmentsLimit"
    assert free("POST", DELIVERIES, sale(digital(free))).field == "ordersLimit"
    assert confirm(free, unclear).status == 200
    assert used(free) == {"shipment": 1}
    assert confirm(free, other).field == "biteshipShipmentsLimit"


def test_a_booking_that_was_refused_gives_its_place_back(free: Client, line: Line):
    fund(free)
    refused, other = (new_shipment(free)["id"] for _ in range(2))
    pretend(free, "shipment", 49)
    with line.trouble("refuse"):
        assert confirm(free, refused).error == (502, "INTEGRATION_ERROR")
    assert used(free) == {}
    assert confirm(free, other).status == 200


def test_a_booking_that_the_credit_does_not_cover_takes_no_place(free: Client):
    poor = new_shipment(free)["id"]
    pretend(free, "shipment", 49)
    assert confirm(free, poor).status == 402
    fund(free)
    assert confirm(free, poor).status == 200


def test_a_refused_booking_leaves_the_shipment_and_the_credit_as_they_were(free: Client):
    fund(free)
    id = new_shipment(free)["id"]
    pretend(free, "shipment", 50)
    key = fresh_key()
    assert confirm(free, id, key).field == "biteshipShipmentsLimit"
    assert shipment(free, id)["status"] == "pending"
    assert free("GET", "/api/v1/shipping-credits").data["held"] == 0
    move_to(free, "starter")
    assert confirm(free, id, key).status == 200


def test_a_cancelled_shipment_stays_an_order_of_the_month(free: Client):
    fund(free)
    id = new_shipment(free)["id"]
    pretend(free, "shipment", 49)
    assert confirm(free, id).status == 200
    assert cancel(free, id).status == 200
    assert confirm(free, new_shipment(free)["id"]).field == "biteshipShipmentsLimit"


def test_a_draft_that_was_never_booked_is_no_order(free: Client):
    assert cancel(free, new_shipment(free)["id"]).status == 200
    assert used(free) == {}
