"""Every reason for which a paid line is not fulfilled, and its remedy (docs/storefront-orders.md)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.harness.database import rows
from tests.harness.goods import default_variant, new_product, new_warehouse, quantity, stock
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import DESTINATION
from tests.harness.service import Client, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_client
from tests.storefront.till import ORDERS, SHIPPING, StorefrontShop, errors, line, open_shop, statuses

ASIDE = """
    SELECT quantity, round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM stock_reservations
     WHERE account_id = $1 AND state = 'open' AND expires_at > now()
"""


@pytest.fixture
def shop(merchant: Client) -> StorefrontShop:
    return open_shop(merchant)


def set_origin(shop: StorefrontShop, value: str | None) -> None:
    rows(shop.merchant, "DELETE FROM aggregator_configs WHERE account_id = $1")
    if value is not None:
        origin = {"address": value, "contactName": "Toko", "contactPhone": "0811", "postal": "12110"}
        assert shop.merchant("PATCH", "/api/v1/shipping/origin", origin).status == 200


def mended(shop: StorefrontShop, order: dict[str, Any], body: Any = None) -> dict[str, Any]:
    answer = shop.retry(order, body)
    assert answer.status == 200, answer.raw
    return answer.data["order"]


@pytest.mark.parametrize(
    ("said", "reason", "mending"),
    [
        ({"shipping": None}, ("VALIDATION", "shipping"), {"shipping": SHIPPING}),
        ({"destination": None}, ("VALIDATION", "destination"), {"destination": DESTINATION}),
        (
            {"shipping": SHIPPING | {"courierCode": "nobody"}},
            ("VALIDATION", "shipping.courierCode"),
            {"shipping": SHIPPING},
        ),
        (
            {"shipping": SHIPPING | {"courierType": "instant"}},
            ("VALIDATION", "shipping.courierType"),
            {"shipping": SHIPPING},
        ),
        (
            {"destination": DESTINATION | {"postalCode": "0"}},
            ("VALIDATION", "destination.postalCode"),
            {"destination": DESTINATION},
        ),
    ],
)
def test_what_the_storefront_did_not_say_rightly_is_said_with_the_retry(
    shop: StorefrontShop, said: dict, reason: tuple, mending: dict
):
    shop.till.created("cs_1", shop.physical(2))
    order = shop.order(shop.till.paid("cs_1", shop.physical(2), shop.digital(), **said))
    assert statuses(order) == ("partly_fulfilled", "failed", "fulfilled")
    assert errors(order)[0] == reason
    still = mended(shop, order)
    assert errors(still)[0] == reason
    done = mended(shop, still, mending)
    assert statuses(done) == ("fulfilled", "fulfilled", "fulfilled")
    assert done["lines"][1] == order["lines"][1]
    assert quantity(shop.merchant, shop.variant, shop.warehouse) == 8


def test_what_is_paid_for_stays_aside_for_a_week_until_it_is_mended(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical(10), shipping=None))
    assert [tuple(row) for row in rows(shop.merchant, ASIDE)] == [(10, 7)]
    assert errors(shop.order(shop.till.paid("cs_2", shop.physical(1)))) == [("STOCK_INSUFFICIENT", "lines.0")]
    assert mended(shop, order, {"shipping": SHIPPING})["status"] == "fulfilled"
    assert [tuple(row) for row in rows(shop.merchant, ASIDE)] == []


def test_an_origin_that_lacks_is_set_and_the_order_retried(shop: StorefrontShop):
    set_origin(shop, None)
    order = shop.order(shop.till.paid("cs_1", shop.physical()))
    assert errors(order) == [("VALIDATION", "origin.contactName")]
    set_origin(shop, "Jl. Senopati 1")
    assert mended(shop, order)["status"] == "fulfilled"


def test_a_weight_that_lacks_is_entered_and_the_order_retried(shop: StorefrontShop):
    feather = new_product(shop.merchant, name="Feather")["id"]
    order = shop.order(shop.till.paid("cs_1", line(productId=feather), shop.physical()))
    assert errors(order) == [("VALIDATION", "lines.0.weight"), None]
    shop.merchant("PATCH", f"/api/v1/products/{feather}", {"weight": 1})
    assert mended(shop, order)["status"] == "fulfilled"


@pytest.mark.parametrize("kind", ["coffee", "ebook", "editor"])
def test_what_was_archived_is_brought_back_and_the_order_retried(shop: StorefrontShop, kind: str):
    product = getattr(shop, kind)
    shop.merchant("DELETE", f"/api/v1/products/{product}")
    order = shop.order(shop.till.paid("cs_1", line(productId=product)))
    assert errors(order) == [("VALIDATION", "lines.0.productId")]
    shop.merchant("PATCH", f"/api/v1/products/{product}", {"archived": False})
    assert mended(shop, order)["status"] == "fulfilled"


def test_goods_that_were_archived_before_they_were_paid_for_stay_aside_until_they_are_brought_back(
    shop: StorefrontShop,
):
    tea = new_product(shop.merchant, name="Tea", weight=100)
    stock(shop.merchant, default_variant(tea), shop.warehouse, 5)
    lines = [shop.physical(10), line(productId=tea["id"], quantity=2)]
    shop.till.created("cs_1", *lines)
    shop.merchant("DELETE", f"/api/v1/products/{shop.coffee}")
    order = shop.order(shop.till.paid("cs_1", *lines))
    assert statuses(order) == ("partly_fulfilled", "failed", "fulfilled")
    assert [tuple(row) for row in rows(shop.merchant, ASIDE)] == [(10, 7)]
    shop.merchant("PATCH", f"/api/v1/products/{shop.coffee}", {"archived": False})
    assert errors(shop.order(shop.till.paid("cs_2", shop.physical(1)))) == [("STOCK_INSUFFICIENT", "lines.0")]
    assert mended(shop, order)["status"] == "fulfilled"
    assert [tuple(row) for row in rows(shop.merchant, ASIDE)] == []


def test_licenses_that_are_not_issued_are_switched_on_and_the_order_retried(shop: StorefrontShop):
    shop.merchant("PATCH", f"/api/v1/products/{shop.editor}", {"licenseEnabled": False})
    order = shop.order(shop.till.paid("cs_1", shop.license(2)))
    assert errors(order) == [("VALIDATION", "lines.0")]
    shop.merchant("PATCH", f"/api/v1/products/{shop.editor}", {"licenseEnabled": True})
    assert [len(line["licenseIds"]) for line in mended(shop, order)["lines"]] == [2]


def test_a_retry_in_vain_keeps_the_reason_of_this_time(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical(11)))
    set_origin(shop, None)
    stock(shop.merchant, shop.variant, shop.warehouse, 1)
    still = mended(shop, order)
    assert errors(still) == [("VALIDATION", "origin.contactName")]


@pytest.mark.parametrize(
    "said",
    [
        lambda shop: shop.till.created("cs_1", shop.digital()),
        lambda shop: shop.till.expired("cs_1"),
        lambda shop: shop.till.paid("cs_1", shop.digital()),
    ],
)
def test_where_nothing_is_left_to_try_a_retry_is_refused(shop: StorefrontShop, said: Callable):
    order = shop.order(said(shop))
    assert shop.retry(order).error == (409, "INVALID_STATE")
    assert shop.read(order["id"]) == order


def test_a_retry_is_remembered_under_its_key(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical(), shipping=None))
    body = {"shipping": SHIPPING}
    first, again = shop.retry(order, body, "again"), shop.retry(order, body, "again")
    assert first.status == 200
    assert (again.status, again.raw) == (200, first.raw)
    assert again.headers["idempotency-replayed"] == "true"
    assert shop.retry(order, body, "another").error == (409, "INVALID_STATE")


def test_many_retries_at_once_fulfil_once(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical(3), shop.license(2), shipping=None))
    call = Call(shop.merchant, "POST", f"{ORDERS}/{order['id']}/retry", {"shipping": SHIPPING})
    answers = send_together([call] * 12)
    assert sorted(answer.status for answer in answers) == [200] + [409] * 11
    assert quantity(shop.merchant, shop.variant, shop.warehouse) == 7
    assert rows(shop.merchant, "SELECT count(*) FROM licenses WHERE account_id = $1")[0][0] == 2


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"shipping": {"courierCode": "jne"}}, "shipping.courierServiceCode"),
        ({"destination": DESTINATION | {"contactName": ""}}, "destination.contactName"),
    ],
)
def test_a_retry_that_is_malformed_is_refused_by_field(shop: StorefrontShop, body: dict, field: str):
    order = shop.order(shop.till.paid("cs_1", shop.physical(), shipping=None))
    refused = shop.retry(order, body)
    assert (refused.error, refused.field) == ((400, "VALIDATION"), field)


def test_a_retry_is_audited_with_what_it_changed(shop: StorefrontShop):
    order = shop.order(shop.till.paid("cs_1", shop.physical(), shipping=None))
    mended(shop, order, {"shipping": SHIPPING})
    statement = "SELECT * FROM audit_entries WHERE account_id = $1 AND action = 'storefront.order_retried'"
    (entry,) = rows(shop.merchant, statement)
    assert (entry["actor_type"], entry["target_id"]) == ("user", order["id"])
    assert '"status":"failed"' in entry["before"] and '"status":"fulfilled"' in entry["after"]


@pytest.mark.parametrize("mood", ["500", "silent"])
def test_a_catalogue_that_is_away_holds_up_nobody_who_has_paid(courier: Courier, database_url: str, mood: str):
    """A service that has never had a copy of the catalogue drafts the shipment without asking it."""
    given = {"aggregator_url": courier.url, "aggregator_key": "simulator", "aggregator_timeout_seconds": "2.5"}
    with serving(database_url, **given) as service:
        shop = open_shop(open_client(service))
        with courier.in_mood(fail=mood):
            order = shop.order(shop.till.paid("cs_1", shop.physical()))
            assert statuses(order) == ("fulfilled", "fulfilled")
            later = shop.order(shop.till.paid("cs_2", shop.physical(), shipping=None))
            assert mended(shop, later, {"shipping": SHIPPING})["status"] == "fulfilled"


def test_what_there_was_of_a_line_that_lacks_stays_aside_and_what_nobody_wants_does_not(shop: StorefrontShop):
    tea = new_product(shop.merchant, name="Tea", weight=100)
    stock(shop.merchant, tea["variants"][0]["id"], shop.warehouse, 5)
    shop.till.created("cs_1", shop.physical(10), line(productId=tea["id"], quantity=5))
    order = shop.order(shop.till.paid("cs_1", shop.physical(11), line(productId=tea["id"], quantity=2)))
    assert statuses(order) == ("partly_fulfilled", "failed", "fulfilled")
    assert [tuple(row) for row in rows(shop.merchant, ASIDE)] == [(10, 7)]
    stock(shop.merchant, shop.variant, shop.warehouse, 1)
    assert mended(shop, order)["status"] == "fulfilled"


def test_what_nobody_wants_any_more_is_let_go_where_what_is_wanted_is_not_all_there(shop: StorefrontShop):
    feather = new_product(shop.merchant, name="Feather")
    stock(shop.merchant, default_variant(feather), shop.warehouse, 5)
    shop.till.created("cs_1", line(productId=feather["id"], quantity=4), shop.physical(10))
    order = shop.order(shop.till.paid("cs_1", line(productId=feather["id"], quantity=6)))
    assert errors(order) == [("VALIDATION", "lines.0.weight")]
    assert [tuple(row) for row in rows(shop.merchant, ASIDE)] == [(4, 7)]
    assert shop.order(shop.till.paid("cs_2", shop.physical(10)))["status"] == "fulfilled"


def test_of_goods_in_two_places_what_lies_together_leaves_together_and_a_retry_sends_the_rest(shop: StorefrontShop):
    other = new_warehouse(shop.merchant)["id"]
    there = [_shelved(shop, other) for _ in range(12)]
    here = [_shelved(shop, shop.warehouse) for _ in range(13)]
    order = shop.order(shop.till.paid("cs_1", *there, *here))
    assert statuses(order) == ("partly_fulfilled", *["failed"] * 12, *["fulfilled"] * 13)
    assert errors(order)[:12] == [("STOCK_INSUFFICIENT", f"lines.{place}") for place in range(12)]
    done = mended(shop, order)
    assert statuses(done) == ("fulfilled", *["fulfilled"] * 25)
    assert len({line["shipmentId"] for line in done["lines"]}) == 2


def _shelved(shop: StorefrontShop, warehouse: str) -> dict[str, Any]:
    """A line of something that lies in this warehouse alone."""
    product = new_product(shop.merchant, name="Tea", weight=100)
    stock(shop.merchant, default_variant(product), warehouse, 1)
    return line(productId=product["id"])
