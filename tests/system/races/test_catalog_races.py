"""Products and variants from many connections at once (specification, Variant; decisions, section 5)."""

import random

import pytest

from fulfilment.catalog.variants import MAX_VARIANTS_PER_PRODUCT
from tests.harness.database import events, execute, rows
from tests.harness.goods import fresh_key, new_product
from tests.harness.parallel import Call, send_together
from tests.harness.service import Answer, Client

PRODUCTS = "/api/v1/products"
FILL = """
    INSERT INTO variants (account_id, id, product_id, name, is_default)
    SELECT $1, 'var_' || lpad(n::text, 26, '0'), $2, 'Size ' || n, false FROM generate_series(1, $3::int) AS n
"""
COUNTED = (
    "SELECT noun, sum(count)::int AS count FROM sharded_counters WHERE account_id = $1 AND status = 'active' GROUP BY 1"
)
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database() AND $1 <> ''"

# Rows of one transaction have its number.
TRANSACTIONS = "SELECT count(DISTINCT xmin::text) AS many FROM {} WHERE account_id = $1"


def adding(merchant: Client, product: dict, **given: object) -> Call:
    return Call(merchant, "POST", f"{PRODUCTS}/{product['id']}/variants", {"name": "Large", **given})


def told(answers: list[Answer]) -> list[int]:
    return sorted(answer.status for answer in answers)


def shown(merchant: Client, product: dict) -> dict:
    return merchant("GET", f"{PRODUCTS}/{product['id']}").data["product"]


def test_the_last_two_places_of_a_product_go_to_two_of_many(merchant: Client):
    product = new_product(merchant)
    execute(merchant, FILL, merchant.account_id, product["id"], MAX_VARIANTS_PER_PRODUCT - 3)
    answers = send_together([adding(merchant, product, sku=f"S{n}") for n in range(20)])
    assert told(answers) == [201] * 2 + [400] * 18
    assert len(shown(merchant, product)["variants"]) == MAX_VARIANTS_PER_PRODUCT
    assert len(events(merchant, "variant.created")) == 2


def test_a_sku_goes_to_one_of_many_variants_of_its_product(merchant: Client):
    coffee, tea = (new_product(merchant, name=name) for name in ("Coffee", "Tea"))
    answers = send_together([adding(merchant, product, sku="SAME") for product in (coffee, tea) * 12])
    assert told(answers) == [201] * 2 + [409] * 22
    for product in (coffee, tea):
        assert [variant["sku"] for variant in shown(merchant, product)["variants"]] == [None, "SAME"]
    assert len(events(merchant, "variant.created")) == 2
    assert {row["noun"]: row["count"] for row in rows(merchant, COUNTED)} == {
        "product": 2,
        "variant": 4,
    }


@pytest.mark.parametrize("attempt", range(3))
def test_variants_of_several_products_at_once_leave_each_one_default(merchant: Client, attempt: int):
    (before,) = rows(merchant, DEADLOCKS)
    products = [new_product(merchant, name=f"Coffee {n}") for n in range(5)]
    calls = [
        adding(merchant, product, sku=f"S{n}", isDefault=n % 3 == 0, lowStockThreshold=n)
        for product in products
        for n in range(8)
    ]
    firsts = [f"{PRODUCTS}/{product['id']}/variants/{product['variants'][0]['id']}" for product in products]
    calls += [Call(merchant, "PATCH", first, {"isDefault": True, "priceCents": 5}) for first in firsts]
    calls += [Call(merchant, "PATCH", first, {"sku": "FIRST"}) for first in firsts]
    random.Random(attempt).shuffle(calls)
    assert {answer.status for answer in send_together(calls)} == {200, 201}
    for product in products:
        variants = shown(merchant, product)["variants"]
        assert sum(variant["isDefault"] for variant in variants) == 1
        assert {variant["sku"] for variant in variants} == {"FIRST", *(f"S{n}" for n in range(8))}
    assert len(events(merchant, "variant.created")) == 40
    assert rows(merchant, DEADLOCKS) == [before]


def test_a_product_that_is_renamed_while_it_grows_is_found_by_all_that_it_has(merchant: Client):
    product = new_product(merchant, name="Former")
    calls = [adding(merchant, product, sku=f"GROWN{n}") for n in range(15)]
    calls += [Call(merchant, "PATCH", f"{PRODUCTS}/{product['id']}", {"name": f"Later {n}"}) for n in range(10)]
    random.Random(7).shuffle(calls)
    assert {answer.status for answer in send_together(calls)} == {200, 201}
    name = shown(merchant, product)["name"]
    found = rows(merchant, "SELECT term FROM product_search_tokens WHERE account_id = $1")
    assert {row["term"] for row in found} == {*name.lower().split(), *(f"grown{n}" for n in range(15))}


def test_products_created_at_once_are_told_of_counted_and_made_once_for_a_key(merchant: Client):
    keys = [fresh_key() for _ in range(30)]
    calls = [Call(merchant, "POST", PRODUCTS, {"name": f"Coffee {key}", "sku": "SAME"}, key) for key in keys * 2]
    answers = send_together(calls)
    assert {answer.status for answer in answers} <= {201, 409}
    made = {answer.data["product"]["id"] for answer in answers if answer.status == 201}
    assert len(made) == 30
    assert {event.subject for event in events(merchant, "product.created")} == made
    listed = merchant("GET", f"{PRODUCTS}?sku=SAME").data["products"]
    assert {product["id"] for product in listed} == made
    assert {row["noun"]: row["count"] for row in rows(merchant, COUNTED)} == {
        "product": 30,
        "variant": 30,
    }


def test_products_and_variants_that_come_at_once_travel_together(merchant: Client):
    products = [new_product(merchant, name=f"Coffee {n}") for n in range(3)]
    calls = [Call(merchant, "POST", PRODUCTS, {"name": f"Tea {n}"}) for n in range(60)]
    assert told(send_together(calls)) == [201] * 60
    (products_in,) = rows(merchant, TRANSACTIONS.format("products"))
    (variants_in,) = rows(merchant, TRANSACTIONS.format("variants"))
    assert products_in["many"] == variants_in["many"] < 3 + 60
    assert told(send_together([adding(merchant, product) for product in products * 20])) == [201] * 60
    (now_in,) = rows(merchant, TRANSACTIONS.format("variants"))
    assert now_in["many"] - variants_in["many"] < 60
