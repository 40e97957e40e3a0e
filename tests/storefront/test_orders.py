"""Orders of a partner's storefront, from the checkout to the buyer's goods (decisions, section 9)."""

import pytest

from fulfilment.storefront import order_fulfilment
from tests.harness.database import events, execute, rows
from tests.harness.goods import quantity, reservations, stock
from tests.harness.parcels import DESTINATION, confirm, fund, shipment
from tests.harness.service import Client
from tests.storefront.till import ORDERS, PARTNER, SHIPPING, StorefrontShop, open_shop, statuses


@pytest.fixture
def shop(merchant: Client) -> StorefrontShop:
    return open_shop(merchant)


def test_a_mixed_order_is_paid_shipped_tracked_downloaded_and_activated(shop: StorefrontShop):
    lines = [shop.physical(2), shop.digital(), shop.license(2)]
    opened = shop.till.created("cs_1", *lines)
    assert (opened.status, opened.data["applied"]) == (200, True)
    assert statuses(shop.order(opened)) == ("open", "waiting", "waiting", "waiting")
    assert [(row["quantity"], row["checkoutSessionId"]) for row in reservations(shop.merchant)] == [(2, "cs_1")]

    order = shop.order(shop.till.paid("cs_1", *lines))
    assert statuses(order) == ("fulfilled", "fulfilled", "fulfilled", "fulfilled")
    assert (order["externalSource"], order["externalRef"]) == (PARTNER, "INV-cs_1")
    parcel, book, keys = order["lines"]
    assert quantity(shop.merchant, shop.variant, shop.warehouse) == 8

    fund(shop.merchant)
    confirmed = confirm(shop.merchant, parcel["shipmentId"])
    assert confirmed.status == 200, confirmed.raw
    shipment = confirmed.data["shipment"]
    assert (shipment["checkoutSessionId"], shipment["externalSource"]) == ("cs_1", PARTNER)
    assert (shipment["customerId"], shipment["customerEmail"]) == ("cus_81", "siti@example.com")
    assert [(item["name"], item["weight"], item["quantity"]) for item in shipment["items"]] == [("Coffee", 800, 2)]
    assert shop.merchant("GET", f"/api/v1/shipments/{shipment['id']}/label").raw.startswith(b"%PDF")
    assert shop.merchant("GET", f"/api/v1/shipments/{shipment['id']}/tracking").status == 200

    downloaded = shop.merchant("POST", f"/api/v1/deliveries/{book['deliveryId']}/download")
    assert downloaded.data["delivery"]["downloadCount"] == 1

    assert len(set(keys["licenseIds"])) == 2
    for license_id in keys["licenseIds"]:
        found = shop.merchant("GET", f"/api/v1/licenses/{license_id}").data["license"]
        assert (found["customerId"], found["externalRef"]) == ("cus_81", "INV-cs_1")
        slot = {"key": found["key"], "instanceId": "laptop"}
        assert shop.merchant("POST", "/api/v1/licenses/activate", slot).status == 200


def test_a_storefronts_premium_counts_where_the_parcel_is_insured(shop: StorefrontShop):
    for session, insured, charged in (("cs_1", False, 0), ("cs_2", True, 5_000)):
        shipping = SHIPPING | {"insurance": 5_000, "insured": insured}
        order = shop.order(shop.till.paid(session, shop.physical(), shipping=shipping))
        made = shipment(shop.merchant, order["lines"][0]["shipmentId"])
        assert (made["insured"], made["insurance"]) == (insured, charged)


def test_a_storefronts_parcel_knows_its_town_and_an_impossible_place_waits_for_the_merchant(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical()))
    made = shipment(shop.merchant, order["lines"][0]["shipmentId"])
    towns = [(place["city"], place["province"]) for place in (made["destinationSnapshot"], made["originSnapshot"])]
    assert towns == [("Bandung", "Jawa Barat"), ("Jakarta Selatan", "DKI Jakarta")]
    for session, wrong, field in (
        ("cs_2", {"destination": DESTINATION | {"contactName": " "}}, "destination.contactName"),
        ("cs_3", {"destination": DESTINATION | {"lat": -6.2}}, "destination.lng"),
        ("cs_4", {"shipping": SHIPPING | {"courierServiceCode": "express"}}, "shipping.courierServiceCode"),
    ):
        order = shop.order(shop.till.paid(session, shop.physical(), **wrong))
        assert (order["status"], order["lines"][0]["error"]["field"]) == ("failed", field)
    mended = {"shipping": SHIPPING | {"courierCode": "JNE", "courierServiceCode": "REG"}}
    assert shop.retry(order, mended).data["order"]["status"] == "fulfilled"


def test_what_an_order_becomes_is_told_of_as_what_is_made_over_the_api(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical(), shop.digital(), shop.license(2)))
    parcel, book, keys = order["lines"]
    made = {(event.type, event.subject) for event in events(shop.merchant) if event.sequence == 1}
    assert made >= {
        ("svc.shipment.created.v1", parcel["shipmentId"]),
        ("svc.delivery.created.v1", book["deliveryId"]),
        *(("svc.license.issued.v1", id) for id in keys["licenseIds"]),
    }


def test_an_order_is_audited_as_the_services_own_act_under_the_partner(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.digital()))
    statement = "SELECT * FROM audit_entries WHERE account_id = $1 AND action = 'storefront.order_paid'"
    (entry,) = rows(shop.merchant, statement)
    assert (entry["actor_type"], entry["target_type"], entry["target_id"]) == ("system", "StorefrontOrder", order["id"])
    assert PARTNER in entry["metadata"]
    assert order["lines"][0]["deliveryId"] in entry["after"]


def test_the_audit_log_has_the_number_of_the_licenses_and_not_their_ids(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.license(3), shop.physical(99)))
    shop.retry(order)
    statement = "SELECT * FROM audit_entries WHERE account_id = $1 AND action LIKE 'storefront.order_%' ORDER BY action"
    paid, retried = rows(shop.merchant, statement)
    assert '"licenses":3' in paid["after"] and order["lines"][0]["licenseIds"][0] not in paid["after"]
    # The line that failed has failed again, so that nothing has changed.
    assert (retried["before"], retried["after"]) == ("{}", "{}")


def test_orders_are_listed_newest_first_in_pages_and_by_status(shop: StorefrontShop):
    for session in ("cs_1", "cs_2", "cs_3"):
        shop.till.paid(session, shop.digital())
    shop.till.created("cs_4", shop.digital())
    first = shop.merchant("GET", f"{ORDERS}?limit=3")
    assert {order["checkoutSessionId"] for order in first.data["orders"]} <= {"cs_4", "cs_3", "cs_2", "cs_1"}
    rest = shop.merchant("GET", f"{ORDERS}?limit=3&cursor={first.json['meta']['cursor']}")
    assert rest.json["meta"]["hasMore"] is False
    every = first.data["orders"] + rest.data["orders"]
    assert sorted(order["checkoutSessionId"] for order in every) == ["cs_1", "cs_2", "cs_3", "cs_4"]
    assert [order["id"] for order in every] == sorted((order["id"] for order in every), reverse=True)
    paid = shop.merchant("GET", f"{ORDERS}?status=fulfilled").data["orders"]
    assert sorted(order["checkoutSessionId"] for order in paid) == ["cs_1", "cs_2", "cs_3"]
    assert paid[0] == shop.read(paid[0]["id"])


def test_an_order_of_another_workspace_does_not_exist(shop: StorefrontShop, stranger: Client):
    order = shop.order(shop.till.paid("cs_1", shop.digital()))
    assert stranger("GET", f"{ORDERS}/{order['id']}").error == (404, "NOT_FOUND")
    assert stranger("POST", f"{ORDERS}/{order['id']}/retry").error == (404, "NOT_FOUND")
    assert stranger("GET", ORDERS).data["orders"] == []


def test_plan_limits_never_stop_what_was_paid_for(shop: StorefrontShop):
    """The plan free has no license keys at all."""
    rows(shop.merchant, "UPDATE accounts SET plan = 'free' WHERE id = $1")
    body = {"productId": shop.editor, "customerId": "cus_1"}
    assert shop.merchant("POST", "/api/v1/licenses", body).error == (403, "PLAN_LIMIT")
    order = shop.order(shop.till.paid("cs_1", shop.license(3), shop.physical(99)))
    assert statuses(order) == ("partly_fulfilled", "fulfilled", "failed")


def test_plan_limits_do_not_stop_a_retry_of_what_was_paid_for(shop: StorefrontShop):
    merchant = shop.merchant
    merchant("PATCH", f"/api/v1/products/{shop.editor}", {"licenseEnabled": False})
    order = shop.order(shop.till.paid("cs_1", shop.license(3)))
    assert statuses(order) == ("failed", "failed")
    merchant("PATCH", f"/api/v1/products/{shop.editor}", {"licenseEnabled": True})
    rows(merchant, "UPDATE accounts SET plan = 'free' WHERE id = $1")
    assert statuses(shop.retry(order).data["order"]) == ("fulfilled", "fulfilled")


def test_a_very_long_line_of_licenses_is_issued_in_parts(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.license(1_500), shop.license(2)))
    assert statuses(order) == ("failed", "failed", "failed")
    assert [len(line["licenseIds"]) for line in order["lines"]] == [1_000, 0]
    order = shop.retry(order).data["order"]
    assert statuses(order) == ("fulfilled", "fulfilled", "fulfilled")
    assert [len(set(line["licenseIds"])) for line in order["lines"]] == [1_500, 2]
    assert rows(shop.merchant, "SELECT count(*) FROM licenses WHERE account_id = $1")[0][0] == 1_502


def test_a_line_beyond_the_licenses_of_an_order_stays_with_its_reason_and_the_others_are_issued(shop: StorefrontShop):
    much = order_fulfilment.MAX_LICENSES_PER_ORDER
    lines = [shop.license(2), shop.license(much - 1), shop.license(1), shop.license(2**53 - 1), shop.digital()]
    order = shop.order(shop.till.paid("cs_1", *lines))
    assert statuses(order) == ("partly_fulfilled", "fulfilled", "failed", "fulfilled", "failed", "fulfilled")
    for _ in range(2):
        assert [len(line["licenseIds"]) for line in order["lines"]] == [2, 0, 1, 0, 0]
        for place in (1, 3):
            assert order["lines"][place]["error"] == {
                "code": "VALIDATION",
                "message": "An order has 10,000 licenses at most; POST /licenses/bulk issues the others.",
                "field": f"lines.{place}.quantity",
            }
        order = shop.retry(order).data["order"]


def test_a_line_that_was_begun_goes_on_while_the_order_has_room_for_all_of_it(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.license(1), shop.license(1_500), shop.license(2)))
    assert [len(line["licenseIds"]) for line in order["lines"]] == [1, 999, 0]
    # As lines were begun before there was a bound.
    grown = "UPDATE storefront_order_lines SET quantity = 20000 WHERE account_id = $1 AND number = 1"
    execute(shop.merchant, grown, shop.merchant.account_id)
    order = shop.retry(order).data["order"]
    assert [len(line["licenseIds"]) for line in order["lines"]] == [1, 999, 2]
    assert order["lines"][1]["error"]["field"] == "lines.1.quantity"


def test_stock_that_came_too_late_for_the_order_is_taken_by_its_retry(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical(12)))
    assert statuses(order) == ("failed", "failed")
    stock(shop.merchant, shop.variant, shop.warehouse, 2)
    assert statuses(shop.retry(order).data["order"]) == ("fulfilled", "fulfilled")
    assert quantity(shop.merchant, shop.variant, shop.warehouse) == 0


def test_a_page_of_orders_whose_references_are_long_ends_where_it_is_full(shop: StorefrontShop):
    long = "x" * 245
    lines = [{"ref": f"{long}{nth}", "productRef": long, "variantRef": long, "quantity": 1} for nth in range(200)]
    for nth in range(24):
        assert shop.till.paid(f"cs_{nth}", *lines).status == 200
    first = shop.merchant("GET", f"{ORDERS}?limit=200")
    assert 4_000_000 < len(first.raw) < 4_700_000
    assert first.json["meta"]["hasMore"] is True
    rest = shop.merchant("GET", f"{ORDERS}?limit=200&cursor={first.json['meta']['cursor']}")
    sessions = [order["checkoutSessionId"] for page in (first, rest) for order in page.data["orders"]]
    assert sessions == [f"cs_{nth}" for nth in reversed(range(24))]
