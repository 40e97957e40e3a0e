"""A workspace's usage of this month in billing: shipments by their creation, orders by their booking."""

from fulfilment.quotas import queries
from tests.contract.world import ORIGIN, SHIPMENT
from tests.deliveries.selling import digital, grant
from tests.harness.database import execute, rows
from tests.harness.goods import fresh_key
from tests.harness.service import Client
from tests.quotas.using import pretend

USAGE = "/api/v1/billing/usage"


def usage(client: Client) -> dict:
    return client("GET", USAGE).data


def draft(client: Client) -> str:
    return client("POST", "/api/v1/shipments", SHIPMENT, fresh_key()).data["shipment"]["id"]


def test_a_new_workspace_used_nothing(merchant: Client):
    shown = usage(merchant)
    (row,) = rows(merchant, "SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month' AS at, $1 AS x")
    assert shown == {
        "plan": "internal",
        "ordersFulfilled": 0,
        "ordersLimit": -1,
        "shipmentsCreated": 0,
        "licensesIssued": 0,
        "resetAt": f"{row['at'].isoformat()}.000Z",
    }


def test_shipments_count_as_they_are_made_and_as_orders_only_when_they_are_booked(merchant: Client):
    merchant("PATCH", "/api/v1/shipping/origin", ORIGIN)
    first = draft(merchant)
    answer = merchant("POST", "/api/v1/shipments/bulk", {"shipments": [SHIPMENT, {}, SHIPMENT]}, fresh_key())
    assert [outcome["status"] for outcome in answer.data["outcomes"]] == [201, 400, 201]
    shown = usage(merchant)
    assert (shown["shipmentsCreated"], shown["ordersFulfilled"]) == (3, 0)
    rebooked = merchant("POST", f"/api/v1/shipments/{first}/rebook", {}, fresh_key())
    assert rebooked.status == 201
    shown = usage(merchant)
    assert (shown["shipmentsCreated"], shown["ordersFulfilled"]) == (4, 0)
    id = rebooked.data["shipment"]["id"]
    execute(merchant, "UPDATE accounts SET plan = 'starter' WHERE id = $1", merchant.account_id)
    merchant("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000}, fresh_key())
    assert merchant("POST", f"/api/v1/shipments/{id}/confirm-pickup", key=fresh_key()).status == 200
    grant(merchant, digital(merchant))
    shown = usage(merchant)
    assert (shown["shipmentsCreated"], shown["ordersFulfilled"], shown["ordersLimit"]) == (4, 2, 500)


def test_what_is_only_made_takes_no_place_and_enters_no_other_sum(merchant: Client):
    pretend(merchant, queries.SHIPMENT_CREATED, 7)
    pretend(merchant, queries.LICENSE, 2)
    pretend(merchant, queries.SHIPMENT_CREATED, 9, months_ago=1)
    shown = usage(merchant)
    assert (shown["shipmentsCreated"], shown["licensesIssued"], shown["ordersFulfilled"]) == (7, 2, 2)
    month = merchant("GET", "/api/v1/stats/overview").data["month"]
    assert (month["orders"], month["shipments"], month["licenses"]) == (2, 0, 2)
