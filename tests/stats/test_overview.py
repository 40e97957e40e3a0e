"""The overview: stored counts and recent rows of one workspace (decisions, section 10)."""

from datetime import UTC, datetime

import msgspec

from tests.deliveries.selling import digital, grant
from tests.harness.counts import miscounts
from tests.harness.database import execute, rows
from tests.harness.goods import adjust, default_variant, new_product, new_variant, new_warehouse, stock
from tests.harness.parcels import booked, cancel, confirm, fund, new_shipment
from tests.harness.service import Client

OVERVIEW = "/api/v1/stats/overview"
STATUSES = (
    *("pending", "confirmed", "allocated", "picking_up", "picked_up"),
    *("dropping_off", "in_transit", "delivered", "returned", "cancelled"),
)


def overview(client: Client) -> dict:
    answer = client("GET", OVERVIEW)
    assert answer.status == 200, answer.raw
    return answer.data


def the_month(client: Client) -> tuple[str, str]:
    """The month by the database's clock, and when the next one begins."""
    (row,) = rows(client, "SELECT now() AS now FROM accounts WHERE id = $1")
    now: datetime = row["now"].astimezone(UTC)
    year, month = divmod(now.year * 12 + now.month, 12)
    return f"{now:%Y-%m}", f"{year:04}-{month + 1:02}-01T00:00:00.000Z"


def test_a_new_workspace_has_nothing(merchant: Client):
    month, resets_at = the_month(merchant)
    shown = overview(merchant)
    assert shown == {
        "products": {"active": 0, "archived": 0},
        "variants": {"active": 0, "archived": 0},
        "warehouses": {"active": 0, "archived": 0},
        "licenses": {"active": 0, "revoked": 0},
        "shipments": {"total": 0, "byStatus": dict.fromkeys(STATUSES, 0)},
        "deliveries": 0,
        "month": {
            "month": month,
            "orders": 0,
            "shipments": 0,
            "deliveries": 0,
            "licenses": 0,
            "resetsAt": resets_at,
        },
        "credit": merchant("GET", "/api/v1/shipping-credits").data,
        "recentShipments": [],
        "lowStock": [],
        "webhookFailures": {"endpoints": [], "deliveries": []},
    }


def test_what_is_archived_comes_back_or_ends_is_counted_where_it_is(merchant: Client):
    product = new_product(merchant)
    other = new_product(merchant, name="Tea")
    variant = new_variant(merchant, product)["id"]
    bulk = {"products": [{"name": "One"}, {"name": "Two"}, {}]}
    assert merchant("POST", "/api/v1/products/bulk", bulk).status == 200
    place = new_warehouse(merchant)["id"]
    new_warehouse(merchant, "Second")
    license_product = new_product(merchant, type="license")["id"]
    for _ in range(2):
        made = merchant("POST", "/api/v1/licenses", {"productId": license_product, "customerId": "cus_1"})
    for path in (
        f"/products/{product['id']}/variants/{variant}",
        f"/products/{other['id']}",
        f"/warehouses/{place}",
    ):
        for _ in range(2):
            assert merchant("DELETE", f"/api/v1{path}").status == 200
    for _ in range(2):
        assert merchant("POST", f"/api/v1/licenses/{made.data['license']['id']}/revoke").status == 200

    shown = overview(merchant)
    assert shown["products"] == {"active": 4, "archived": 1}
    assert shown["variants"] == {"active": 5, "archived": 1}
    assert shown["warehouses"] == {"active": 1, "archived": 1}
    assert shown["licenses"] == {"active": 1, "revoked": 1}
    assert (shown["month"]["licenses"], shown["month"]["orders"]) == (2, 2)

    for path in (
        f"/products/{product['id']}/variants/{variant}",
        f"/products/{other['id']}",
        f"/warehouses/{place}",
    ):
        for _ in range(2):
            assert merchant("PATCH", f"/api/v1{path}", {"archived": False, "name": "Back"}).status == 200
    shown = overview(merchant)
    assert [shown[noun]["archived"] for noun in ("products", "variants", "warehouses")] == [0, 0, 0]
    assert [shown[noun]["active"] for noun in ("products", "variants", "warehouses")] == [5, 6, 2]
    assert miscounts(merchant) == []


def test_orders_of_the_month_are_what_was_booked_delivered_and_licensed(merchant: Client):
    shipment = booked(merchant)
    new_shipment(merchant)
    for session in ("cs_1", "cs_2"):
        delivery = grant(merchant, digital(merchant), session)
    assert merchant("POST", f"/api/v1/deliveries/{delivery['id']}/revoke").status == 200
    assert cancel(merchant, shipment["id"]).status == 200

    shown = overview(merchant)
    month = shown["month"]
    assert [month[name] for name in ("shipments", "deliveries", "licenses", "orders")] == [1, 2, 0, 3]
    assert shown["deliveries"] == 2
    by_status = shown["shipments"]["byStatus"]
    assert (by_status["pending"], by_status["cancelled"], shown["shipments"]["total"]) == (1, 1, 2)


def test_what_was_refused_is_not_counted(merchant: Client):
    product = digital(merchant)
    grant(merchant, product)
    body = {"productId": product, "customerId": "cus_81", "checkoutSessionId": "cs_1"}
    assert merchant("POST", "/api/v1/deliveries", body).status == 409
    assert confirm(merchant, new_shipment(merchant)["id"]).status == 402
    month = overview(merchant)["month"]
    assert (month["deliveries"], month["shipments"], month["orders"]) == (1, 0, 1)


def test_the_newest_shipments_come_first_and_are_few(merchant: Client):
    made = [new_shipment(merchant)["id"] for _ in range(7)]
    assert [row["id"] for row in overview(merchant)["recentShipments"]] == made[:1:-1]


def test_a_booking_shows_in_the_recent_shipments_with_its_waybill_and_in_the_credit(merchant: Client):
    shipment = booked(merchant)
    shown = overview(merchant)
    (recent,) = shown["recentShipments"]
    assert recent == {name: shipment[name] for name in recent}
    assert {"id", "status", "waybillId", "price"} <= recent.keys()
    assert shown["credit"]["balance"] == merchant("GET", "/api/v1/shipping-credits").data["balance"]


def test_low_levels_are_shown_with_their_names_newest_first(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product, name="Large", sku="L", lowStockThreshold=5)["id"]
    places = [new_warehouse(merchant, name)["id"] for name in ("Main", "Second")]
    for place in places:
        stock(merchant, variant, place, 9)
    stock(merchant, default_variant(product), places[0], 1)
    for place in places:
        assert adjust(merchant, variant, place, -6).status == 200
    low = overview(merchant)["lowStock"]
    assert [row["warehouseName"] for row in low] == ["Second", "Main"]
    assert low[1] | {"updatedAt": ""} == {
        "variantId": variant,
        "productId": product["id"],
        "name": "Large",
        "sku": "L",
        "warehouseId": places[0],
        "warehouseName": "Main",
        "quantity": 3,
        "lowStockThreshold": 5,
        "updatedAt": "",
    }
    stock(merchant, variant, places[0], 9)
    assert [row["warehouseName"] for row in overview(merchant)["lowStock"]] == ["Second"]


def test_endpoints_that_fail_and_deliveries_that_were_given_up_are_shown(merchant: Client):
    url = "http://127.0.0.1:9/hook"
    failing, well = (
        merchant("POST", "/api/v1/webhooks/endpoints", {"url": url}).data["endpoint"]["id"] for _ in range(2)
    )
    execute(
        merchant,
        "UPDATE webhook_endpoints SET consecutive_failures = 3, failing_since = now() WHERE id = $1",
        failing,
    )
    new_product(merchant)
    execute(
        merchant,
        """
        INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, type, status, attempts, last_error,
                                        created_at, updated_at)
        SELECT e.account_id, s.status || e.account_id, $2, e.id, e.type, s.status, 6, 'HTTP 503', now(), now()
          FROM events e, (VALUES ('failed'), ('sent')) AS s (status) WHERE e.account_id = $1
        """,
        merchant.account_id,
        well,
    )
    shown = overview(merchant)["webhookFailures"]
    (endpoint,) = shown["endpoints"]
    assert (endpoint["id"], endpoint["url"], endpoint["consecutiveFailures"]) == (failing, url, 3)
    (delivery,) = shown["deliveries"]
    assert (delivery["id"], delivery["endpointId"], delivery["lastError"]) == (
        f"failed{merchant.account_id}",
        well,
        "HTTP 503",
    )
    assert merchant("DELETE", f"/api/v1/webhooks/endpoints/{failing}").status == 200
    assert overview(merchant)["webhookFailures"]["endpoints"] == []


def test_nobody_sees_what_another_workspace_has(merchant: Client, stranger: Client):
    fund(merchant)
    booked(merchant)
    grant(merchant, digital(merchant))
    before = overview(stranger)
    assert before["shipments"]["total"] == before["deliveries"] == before["month"]["orders"] == 0
    assert before["recentShipments"] == [] and before["credit"]["accountId"] == stranger.account_id
    foreign = msgspec.structs.replace(stranger, on_behalf_of=merchant.account_id)
    assert foreign("GET", OVERVIEW).error == (403, "FORBIDDEN_ONBEHALF")
