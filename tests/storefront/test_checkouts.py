"""Checkouts of a storefront: stock is reserved, released and fulfilled (decisions, section 9)."""

from datetime import UTC, datetime, timedelta

import pytest

from fulfilment.infra import ids
from tests.harness.database import rows
from tests.harness.goods import default_variant, new_product, new_variant, new_warehouse, quantity, reservations, stock
from tests.harness.parcels import new_shipment
from tests.harness.service import Client
from tests.storefront.till import StorefrontShop, ago, errors, line, open_shop, payment, statuses

ACTIVE = """
    SELECT variant_id, sum(quantity) FROM stock_reservations
     WHERE account_id = $1 AND state = 'open' AND expires_at > now() GROUP BY 1
"""


@pytest.fixture
def shop(merchant: Client) -> StorefrontShop:
    return open_shop(merchant)


def count_reserved(shop: StorefrontShop) -> dict[str, int]:
    """How many of each variant are set aside."""
    return dict(rows(shop.merchant, ACTIVE))


def test_a_checkout_sets_its_lines_aside_for_an_hour(shop: StorefrontShop):
    order = shop.order(shop.till.created("cs_1", shop.physical(2), shop.physical(1), shop.digital(), shop.license()))
    assert count_reserved(shop) == {shop.variant: 3}
    (held,) = reservations(shop.merchant)
    lasting = rows(shop.merchant, "SELECT expires_at - created_at FROM stock_reservations WHERE account_id = $1")
    assert lasting[0][0] == timedelta(minutes=60)
    assert (held["checkoutSessionId"], order["status"]) == ("cs_1", "open")


def test_too_little_is_refused_by_line_with_what_is_available_and_nothing_is_kept(shop: StorefrontShop):
    tea = new_product(shop.merchant, name="Tea", weight=100)
    stock(shop.merchant, default_variant(tea), shop.warehouse, 5)
    lines = [line(productId=tea["id"], quantity=2), shop.physical(11)]
    refused = shop.till.created("cs_1", *lines)
    assert refused.error == (409, "STOCK_INSUFFICIENT")
    assert refused.field == "data.lines.1"
    assert "11 needed, 10 available" in refused.json["error"]["message"]
    assert count_reserved(shop) == {}
    assert shop.merchant("GET", "/api/v1/storefront/orders").data["orders"] == []


def test_an_event_that_was_refused_may_be_sent_again_under_its_id(shop: StorefrontShop):
    lines = [shop.physical(11)]
    assert shop.till.created("cs_1", *lines, id="evt_1").status == 409
    stock(shop.merchant, shop.variant, shop.warehouse, 1)
    again = shop.till.created("cs_1", *lines, id="evt_1")
    assert (again.status, again.data["applied"]) == (200, True)
    assert count_reserved(shop) == {shop.variant: 11}


def test_a_changed_cart_is_set_aside_in_place_of_the_former_one(shop: StorefrontShop):
    tea = new_product(shop.merchant, name="Tea", weight=100)
    stock(shop.merchant, default_variant(tea), shop.warehouse, 5)
    shop.till.created("cs_1", shop.physical(8), shop.digital())
    order = shop.order(shop.till.created("cs_1", shop.physical(10)))
    assert count_reserved(shop) == {shop.variant: 10}
    assert len(order["lines"]) == 1
    shop.till.created("cs_1", line(productId=tea["id"], quantity=5))
    assert count_reserved(shop) == {default_variant(tea): 5}


def test_a_changed_cart_that_is_too_large_leaves_the_former_one_set_aside(shop: StorefrontShop):
    first = shop.order(shop.till.created("cs_1", shop.physical(8)))
    assert shop.till.created("cs_1", shop.physical(11)).error == (409, "STOCK_INSUFFICIENT")
    assert count_reserved(shop) == {shop.variant: 8}
    assert shop.read(first["id"]) == first


def test_an_older_cart_that_comes_late_changes_nothing(shop: StorefrontShop):
    shop.till.created("cs_1", shop.physical(2), at=ago(minutes=1))
    late = shop.till.created("cs_1", shop.physical(5), at=ago(minutes=2))
    assert (late.status, late.data["applied"]) == (200, False)
    assert count_reserved(shop) == {shop.variant: 2}


def test_what_ended_lets_go_and_an_older_cart_does_not_open_it_again(shop: StorefrontShop):
    shop.till.created("cs_1", shop.physical(2), at=ago(minutes=3))
    ended = shop.order(shop.till.expired("cs_1", at=ago(minutes=1)))
    assert statuses(ended) == ("expired", "waiting")
    assert shop.till.created("cs_1", shop.physical(2), at=ago(minutes=2)).data["applied"] is False
    assert count_reserved(shop) == {}
    opened = shop.order(shop.till.created("cs_1", shop.physical(2)))
    assert (opened["id"], opened["status"]) == (ended["id"], "open")


def test_of_a_storefront_whose_clock_is_ahead_an_older_cart_replaces_no_newer_one(shop: StorefrontShop):
    shop.till.created("cs_1", shop.physical(2), at=ago(minutes=-4, seconds=-1))
    assert shop.till.created("cs_1", shop.physical(5), at=ago(minutes=-4)).data["applied"] is False
    assert count_reserved(shop) == {shop.variant: 2}


def test_of_a_storefront_whose_clock_is_ahead_what_ended_is_not_opened_by_an_older_cart(shop: StorefrontShop):
    """The cart was refused at first, while there was too little, and comes again after the end."""
    assert shop.till.created("cs_1", shop.physical(11), id="evt_1", at=ago(minutes=-4)).status == 409
    shop.till.expired("cs_1", at=ago(minutes=-4, seconds=-1))
    stock(shop.merchant, shop.variant, shop.warehouse, 1)
    again = shop.till.created("cs_1", shop.physical(11), id="evt_1", at=ago(minutes=-4))
    assert (again.data["applied"], again.data["order"]["status"]) == (False, "expired")
    assert count_reserved(shop) == {}


def test_a_checkout_that_ends_before_it_was_heard_of_is_not_opened_by_its_late_beginning(shop: StorefrontShop):
    shop.till.expired("cs_1", at=ago(minutes=1))
    assert shop.till.created("cs_1", shop.physical(2), at=ago(minutes=2)).data["applied"] is False
    assert count_reserved(shop) == {}


def test_an_end_that_is_older_than_the_cart_lets_nothing_go(shop: StorefrontShop):
    shop.till.created("cs_1", shop.physical(2), at=ago(minutes=1))
    assert shop.till.expired("cs_1", at=ago(minutes=2)).data["applied"] is False
    assert count_reserved(shop) == {shop.variant: 2}


def test_paying_takes_what_was_set_aside_and_lets_the_rest_go(shop: StorefrontShop):
    shop.till.created("cs_1", shop.physical(10))
    order = shop.order(shop.till.paid("cs_1", shop.physical(7)))
    assert order["status"] == "fulfilled"
    assert (count_reserved(shop), quantity(shop.merchant, shop.variant, shop.warehouse)) == ({}, 3)


def test_paying_twice_under_other_ids_fulfils_once(shop: StorefrontShop):
    lines = [shop.physical(), shop.digital(), shop.license()]
    first = shop.order(shop.till.paid("cs_1", *lines))
    again = shop.till.paid("cs_1", *lines, shop.physical(3), externalRef="another")
    assert (again.status, again.data["applied"]) == (200, False)
    assert again.data["order"] == first
    assert quantity(shop.merchant, shop.variant, shop.warehouse) == 9


def test_paid_before_created_is_fulfilled_and_created_then_sets_nothing_aside(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical(2)))
    late = shop.till.created("cs_1", shop.physical(2))
    assert (late.data["applied"], late.data["order"]) == (False, order)
    assert count_reserved(shop) == {}


def test_an_end_after_the_payment_changes_nothing(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical(2)))
    late = shop.till.expired("cs_1")
    assert (late.data["applied"], late.data["order"]) == (False, order)


def test_paid_after_the_end_is_fulfilled_from_what_is_available(shop: StorefrontShop):
    shop.till.created("cs_1", shop.physical(10))
    shop.till.expired("cs_1")
    shop.till.created("cs_2", shop.physical(4))
    assert errors(shop.order(shop.till.paid("cs_1", shop.physical(10)))) == [("STOCK_INSUFFICIENT", "lines.0")]
    assert statuses(shop.order(shop.till.paid("cs_3", shop.physical(6)))) == ("fulfilled", "fulfilled")
    assert count_reserved(shop) == {shop.variant: 4}


def test_what_is_set_aside_after_its_hour_is_anybodys(shop: StorefrontShop):
    shop.till.created("cs_1", shop.physical(10))
    hour = (
        "UPDATE stock_reservations SET expires_at = now(), created_at = now() - interval '1 hour' WHERE account_id = $1"
    )
    rows(shop.merchant, hour)
    assert shop.order(shop.till.paid("cs_2", shop.physical(10)))["status"] == "fulfilled"
    assert errors(shop.order(shop.till.paid("cs_1", shop.physical(1)))) == [("STOCK_INSUFFICIENT", "lines.0")]


def test_what_is_not_counted_is_neither_set_aside_nor_refused(shop: StorefrontShop):
    made = new_product(shop.merchant, name="Made to order", weight=300)["id"]
    shop.till.created("cs_1", line(productId=made, quantity=1_000))
    assert count_reserved(shop) == {}
    assert shop.order(shop.till.paid("cs_1", line(productId=made, quantity=1_000)))["status"] == "fulfilled"


def test_a_line_that_fails_holds_up_no_other(shop: StorefrontShop):
    order = shop.order(
        shop.till.paid(
            "cs_1",
            shop.physical(2),
            line(productId=ids.new("prod"), quantity=1),
            shop.digital(),
            line(variantId=ids.new("var"), quantity=1),
            shop.license(),
            line(quantity=1),
            line(productRef="unheard-of", quantity=1),
        )
    )
    assert statuses(order) == (
        "partly_fulfilled", "fulfilled", "failed", "fulfilled", "failed", "fulfilled", "failed", "failed",
    )  # fmt: skip
    assert errors(order) == [
        None,
        ("NOT_FOUND", "lines.1.productId"),
        None,
        ("NOT_FOUND", "lines.3.variantId"),
        None,
        ("VALIDATION", "lines.5.productRef"),
        ("NOT_FOUND", "lines.6.productRef"),
    ]


def test_goods_of_another_workspace_are_goods_that_do_not_exist(shop: StorefrontShop, stranger: Client):
    foreign = new_product(stranger, name="Foreign", weight=1)
    lines = [line(productId=foreign["id"]), line(variantId=default_variant(foreign))]
    opened = shop.till.created("cs_1", *lines)
    assert (opened.error, opened.field) == ((404, "NOT_FOUND"), "data.lines.0.productId")
    order = shop.order(shop.till.paid("cs_1", *lines))
    assert errors(order) == [("NOT_FOUND", "lines.0.productId"), ("NOT_FOUND", "lines.1.variantId")]


def test_a_variant_of_another_product_is_not_found(shop: StorefrontShop):
    tea = new_product(shop.merchant, name="Tea", weight=100)
    order = shop.order(shop.till.paid("cs_1", line(productId=shop.coffee, variantId=default_variant(tea))))
    assert errors(order) == [("NOT_FOUND", "lines.0.variantId")]


def test_the_parcel_shows_the_variant_with_its_own_weight_unless_the_line_says_more(shop: StorefrontShop):
    large = new_variant(shop.merchant, {"id": shop.coffee}, name="Large", weight=1_500, priceCents=90_000)
    said = line(variantId=large["id"], name="Gift", value=5, weight=7)
    order = shop.order(shop.till.paid("cs_1", line(variantId=large["id"]), said))
    shipment = shop.merchant("GET", f"/api/v1/shipping/shipments/{order['lines'][0]['shipmentId']}").data
    shown = [(item["name"], item["value"], item["weight"]) for item in shipment["items"]]
    assert shown == [("Coffee - Large", 90_000, 1_500), ("Gift", 5, 7)]
    assert order["lines"][1]["shipmentId"] == shipment["id"]


def test_a_line_that_lacks_stays_behind_and_goes_into_a_parcel_of_its_own(shop: StorefrontShop):
    tea = new_product(shop.merchant, name="Tea", weight=100)
    stock(shop.merchant, default_variant(tea), shop.warehouse, 1)
    order = shop.order(shop.till.paid("cs_1", shop.physical(2), line(productId=tea["id"], quantity=2)))
    assert statuses(order) == ("partly_fulfilled", "fulfilled", "failed")
    assert errors(order)[1] == ("STOCK_INSUFFICIENT", "lines.1")
    stock(shop.merchant, default_variant(tea), shop.warehouse, 1)
    after = shop.retry(order).data["order"]
    assert statuses(after) == ("fulfilled", "fulfilled", "fulfilled")
    assert after["lines"][0] == order["lines"][0]
    assert after["lines"][1]["shipmentId"] not in (None, order["lines"][0]["shipmentId"])


def test_what_is_in_no_one_place_together_goes_as_far_as_it_can(shop: StorefrontShop):
    tea = new_product(shop.merchant, name="Tea", weight=100)
    elsewhere = new_warehouse(shop.merchant, "Elsewhere")["id"]
    stock(shop.merchant, default_variant(tea), elsewhere, 5)
    order = shop.order(shop.till.paid("cs_1", shop.physical(2), line(productId=tea["id"], quantity=2)))
    assert sorted(statuses(order)) == ["failed", "fulfilled", "partly_fulfilled"]
    assert sorted(statuses(shop.retry(order).data["order"])) == ["fulfilled", "fulfilled", "fulfilled"]


def test_a_delivery_that_the_checkout_has_already_is_the_lines(shop: StorefrontShop):
    given = {"productId": shop.ebook, "customerId": "cus_81", "checkoutSessionId": "cs_1"}
    there = shop.merchant("POST", "/api/v1/deliveries", given).data["delivery"]["id"]
    order = shop.order(shop.till.paid("cs_1", shop.digital(), shop.digital()))
    assert [line["deliveryId"] for line in order["lines"]] == [there, there]
    assert order["status"] == "fulfilled"


def test_a_shipment_that_was_made_by_hand_took_what_was_set_aside(shop: StorefrontShop):
    shop.till.created("cs_1", shop.physical(10))
    item = {"name": "Coffee", "value": 1, "weight": 1, "quantity": 10, "productId": shop.coffee}
    new_shipment(shop.merchant, item, checkoutSessionId="cs_1")
    assert errors(shop.order(shop.till.paid("cs_1", shop.physical(1)))) == [("STOCK_INSUFFICIENT", "lines.0")]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"checkoutSessionId": ""}, "data.checkoutSessionId"),
        ({"lines": []}, "data.lines"),
        ({"lines": [{"ref": "a", "quantity": 0, "productRef": "x"}]}, "data.lines.0.quantity"),
        ({"lines": [{"ref": "a", "quantity": 1}, {"ref": "a", "quantity": 1}]}, "data.lines.1.ref"),
        ({"lines": [{"ref": str(n), "quantity": 1} for n in range(201)]}, "data.lines"),
        ({"customer": {}}, "data.customer.id"),
        ({"customer": {"id": "c", "email": "nobody"}}, "data.customer.email"),
        ({"destination": {"contactName": "S"}}, "data.destination.contactPhone"),
        ({"shipping": {"courierCode": "jne"}}, "data.shipping.courierServiceCode"),
        ({"externalRef": "x" * 256}, "data.externalRef"),
        ({"checkoutSessionId": "\0"}, "data.checkoutSessionId"),
    ],
)
def test_what_is_malformed_is_refused_by_field_and_nothing_is_kept(shop: StorefrontShop, fields: dict, field: str):
    said = payment("cs_1", {"ref": "a", "quantity": 1, "productId": shop.ebook}) | fields
    refused = shop.till("checkout.paid", said, id="evt_1")
    assert (refused.error, refused.field) == ((400, "VALIDATION"), field)
    mended = shop.till("checkout.paid", payment("cs_1", shop.digital()), id="evt_1")
    assert mended.data["order"]["status"] == "fulfilled"


def test_two_hundred_lines_of_each_kind_are_one_order(shop: StorefrontShop):
    lines = [shop.physical() for _ in range(10)] + [shop.digital() for _ in range(95)]
    lines += [shop.license() for _ in range(95)]
    order = shop.order(shop.till.paid("cs_1", *lines))
    assert order["status"] == "fulfilled"
    assert len({line["shipmentId"] for line in order["lines"][:10]}) == 1
    assert len({id for line in order["lines"] for id in line["licenseIds"]}) == 95


def test_lines_name_goods_by_the_storefronts_own_references(shop: StorefrontShop):
    coffee = {"ref": "C", "name": "Kopi", "weight": 500, "variants": [{"ref": "S", "name": "Small"}]}
    coffee["variants"].append({"ref": "L", "name": "Large", "weight": 900})
    tea = {"ref": "T", "name": "Teh", "weight": 100, "variants": [{"ref": "S", "name": "Small"}]}
    for product in (coffee, tea, {"ref": "E", "name": "E-book", "type": "digital"}):
        assert shop.till("product.created", product).data["applied"] is True
    lines = [
        line(productRef="C", variantRef="L"),
        line(variantRef="L"),
        line(productRef="T", variantRef="S"),
        line(productRef="E"),
        line(variantRef="S"),
        line(productRef="T", variantRef="L"),
    ]
    order = shop.order(shop.till.paid("cs_1", *lines))
    assert errors(order) == [
        None,
        None,
        None,
        None,
        ("VALIDATION", "lines.4.variantRef"),
        ("NOT_FOUND", "lines.5.variantRef"),
    ]
    large, again, small, book = order["lines"][:4]
    assert large["variantId"] == again["variantId"] != small["variantId"]
    assert book["deliveryId"] is not None
    items = shop.merchant("GET", f"/api/v1/shipping/shipments/{large['shipmentId']}").data["items"]
    shown = [(item["productId"], item["variantId"], item["weight"]) for item in items]
    assert shown == [
        (line["productId"], line["variantId"], weight) for line, weight in ((large, 900), (again, 900), (small, 100))
    ]


def test_goods_that_are_mirrored_after_they_were_paid_for_are_found_by_the_retry(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", line(productRef="late")))
    assert errors(order) == [("NOT_FOUND", "lines.0.productRef")]
    shop.till("product.created", {"ref": "late", "name": "Late", "type": "digital"})
    assert statuses(shop.retry(order).data["order"]) == ("fulfilled", "fulfilled")


def test_an_event_that_comes_again_is_applied_once(shop: StorefrontShop):
    said = payment("cs_1", shop.digital())
    assert shop.till("checkout.paid", said, id="evt_1").data["applied"] is True
    assert shop.till("checkout.paid", said, id="evt_1").data["applied"] is False


def test_a_checkout_that_is_said_to_be_of_the_first_moment_of_the_calendar_is_told_of_like_any_other(
    shop: StorefrontShop,
):
    earliest = datetime(1, 1, 1, tzinfo=UTC)
    assert shop.till.created("cs_1", shop.physical(2), at=earliest).data["applied"] is True
    assert shop.till.created("cs_1", shop.physical(3), at=earliest).data["applied"] is True
    assert count_reserved(shop) == {shop.variant: 3}
    assert statuses(shop.order(shop.till.expired("cs_1"))) == ("expired", "waiting")
