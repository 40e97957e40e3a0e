"""Many products in one request, and as many variants as a product can have (decisions, section 2)."""

from typing import Any

import pytest

from fulfilment.infra import ids
from fulfilment.infra.models import format_timestamp
from tests.harness.database import events, execute
from tests.harness.goods import fresh_key, new_product
from tests.harness.parallel import Call, send_together
from tests.harness.service import Client

PRODUCTS = "/api/v1/products"
BULK = f"{PRODUCTS}/bulk"
MOST_VARIANTS = 1_000
# All but the Default variant and one more; as many requests would only take time.
FILL = """
    INSERT INTO variants (account_id, id, product_id, name, is_default)
    SELECT $1, 'var_' || lpad(n::text, 26, '0'), $2, 'Size ' || n, false FROM generate_series(1, $3::int) AS n
"""


def test_every_row_is_answered_as_it_would_have_been_alone(merchant: Client):
    rows = [{"name": "Coffee", "sku": "C"}, {"name": "Key", "type": "license"}, {"name": "Coffee", "sku": "C"}]
    answer = merchant("POST", BULK, {"products": rows})
    assert answer.status == 200
    outcomes = answer.data["outcomes"]
    assert [(outcome["index"], outcome["status"]) for outcome in outcomes] == [(0, 201), (1, 201), (2, 201)]
    created = [outcome["data"]["product"] for outcome in outcomes]
    assert merchant("GET", PRODUCTS).data["products"] == list(reversed(created))
    assert created[1]["licenseEnabled"] is True
    assert [variant["name"] for product in created for variant in product["variants"]] == ["Default"] * 3
    emitted = {event.subject: event.data for event in events(merchant, "product.created")}
    assert emitted == {product["id"]: product | {"productId": product["id"]} for product in created}
    audited = merchant("GET", "/api/v1/audit-log?action=product.created").data["entries"]
    assert {entry["targetId"] for entry in audited} == set(emitted)
    assert [product["id"] for product in merchant("GET", f"{PRODUCTS}?q=key").data["products"]] == [created[1]["id"]]


def test_a_refused_row_does_not_hold_the_others_up(merchant: Client):
    rows: list[Any] = [{"name": ""}, {"name": "Coffee"}, {"name": "x", "weight": -1}, 5, {"name": "a\0b"}]
    outcomes = merchant("POST", BULK, {"products": rows}).data["outcomes"]
    assert [outcome["status"] for outcome in outcomes] == [400, 201, 400, 400, 400]
    assert [outcome["error"].get("field") for outcome in outcomes if "error" in outcome] == [
        "name",
        "weight",
        None,
        "name",
    ]
    assert len(merchant("GET", PRODUCTS).data["products"]) == len(events(merchant, "product.")) == 1


@pytest.mark.parametrize("rows", [None, [], [{"name": "x"}] * 201, {}])
def test_none_or_too_many_rows_are_refused(merchant: Client, rows: Any):
    answer = merchant("POST", BULK, {"products": rows})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "products")


def test_two_hundred_products_are_taken_and_a_key_takes_them_once(merchant: Client):
    body, key = {"products": [{"name": f"P{n}"} for n in range(200)]}, fresh_key()
    first, second = (merchant("POST", BULK, body, key) for _ in range(2))
    assert first.raw == second.raw
    assert len(first.data["outcomes"]) == len(merchant("GET", PRODUCTS).data["products"]) == 200


def test_a_product_has_at_most_a_thousand_variants(merchant: Client):
    product = new_product(merchant)
    path = f"{PRODUCTS}/{product['id']}/variants"
    execute(merchant, FILL, merchant.account_id, product["id"], MOST_VARIANTS - 2)
    assert merchant("POST", path, {"name": "The last", "sku": "L"}).status == 201
    assert merchant("POST", path, {"name": "One too many"}).error == (400, "VALIDATION")
    shown = merchant("GET", f"{PRODUCTS}/{product['id']}").data["product"]["variants"]
    assert len(shown) == MOST_VARIANTS
    assert sum(variant["isDefault"] for variant in shown) == 1


def test_archived_variants_count_towards_the_thousand(merchant: Client):
    product = new_product(merchant)
    path = f"{PRODUCTS}/{product['id']}/variants"
    execute(merchant, FILL, merchant.account_id, product["id"], MOST_VARIANTS - 1)
    assert merchant("DELETE", f"{path}/{product['variants'][0]['id']}").status == 200
    assert merchant("POST", path, {"name": "One too many"}).error == (400, "VALIDATION")


def test_what_is_made_at_once_is_dated_in_the_order_of_the_list(merchant: Client):
    many = {"products": [{"name": f"Coffee {n}"} for n in range(150)]}
    calls = [Call(merchant, "POST", BULK, many) for _ in range(3)]
    calls += [Call(merchant, "POST", "/api/v1/products", {"name": "Tea"}) for _ in range(30)]
    assert {answer.status for answer in send_together(calls)} == {200, 201}
    listed, cursor = [], ""
    while cursor is not None:
        answer = merchant("GET", f"/api/v1/products?limit=200{cursor}")
        listed += answer.data["products"]
        cursor = answer.json["meta"]["cursor"] and f"&cursor={answer.json['meta']['cursor']}"
    assert len(listed) == 480
    dates = [product["createdAt"] for product in listed]
    assert dates == sorted(dates, reverse=True)
    assert dates == [format_timestamp(ids.moment_of(product["id"])) for product in listed]
