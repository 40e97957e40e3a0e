"""Concurrent events of one product, in several processes, and together with the merchant's own changes."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.harness.database import assert_ledger_law, rows
from tests.harness.goods import adjust, new_warehouse, quantity, stock
from tests.harness.service import Answer
from tests.storefront.shop import Shop, event

AT_ONCE = 24


def send_concurrently(shop: Shop, events: list[dict[str, Any]]) -> list[Answer]:
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(shop.post, events))


def test_twins_of_one_event_have_one_effect(shop: Shop):
    answers = send_concurrently(shop, [event("product.created", {"ref": "p1", "name": "Kopi"})] * AT_ONCE)
    assert [answer.status for answer in answers] == [200] * AT_ONCE
    assert sum(answer.data["applied"] for answer in answers) == 1
    assert len(shop.products()) == 1


def test_a_product_and_its_variants_told_of_at_once_are_all_there_once(shop: Shop):
    told = [event("product.created", {"ref": "p1", "name": "Kopi", "version": 1})]
    told += [
        event("variant.created", {"ref": f"v{n}", "productRef": "p1", "name": f"No. {n}", "isDefault": n == 7}, at=n)
        for n in range(20)
    ]
    told += [event("product.updated", {"ref": "p1", "name": f"Kopi {n}", "version": n}) for n in range(2, 12)]
    sent = told * 2
    random.shuffle(sent)
    assert {answer.status for answer in send_concurrently(shop, sent)} == {200}
    product = shop.product("p1")
    assert product["name"] == "Kopi 11"
    assert sorted(variant["name"] for variant in product["variants"]) == sorted(f"No. {n}" for n in range(20))
    assert [variant["name"] for variant in product["variants"] if variant["isDefault"]] == ["No. 7"]
    counted = rows(
        shop.client,
        "SELECT noun, sum(count)::int AS n FROM sharded_counters WHERE account_id = $1 GROUP BY 1 ORDER BY 1",
    )
    assert [tuple(row) for row in counted] == [("mirrored_product", 1), ("product", 1), ("variant", 20)]


def test_what_the_merchant_does_meanwhile_neither_fails_nor_is_lost(shop: Shop):
    variants = [{"ref": f"v{n}", "name": f"No. {n}", "lowStockThreshold": n} for n in range(6)]
    shop.send_event("product.created", {"ref": "p1", "name": "Kopi", "variants": variants})
    product, place = shop.product("p1"), new_warehouse(shop.client)["id"]
    for variant in product["variants"]:
        stock(shop.client, variant["id"], place, 100)

    def sync(n: int) -> int:
        renewed = [{**one, "lowStockThreshold": n, "isDefault": n % 6 == nth} for nth, one in enumerate(variants)]
        archives = event("variant.archived" if n % 2 else "variant.updated", {"ref": f"v{n % 6}", "productRef": "p1"})
        shop.post(archives)
        return shop.post(event("product.updated", {"ref": "p1", "variants": renewed})).status

    def work(n: int) -> int:
        if n % 3 == 0:
            return adjust(shop.client, product["variants"][n % 6]["id"], place, -1).status
        if n % 3 == 1:
            path = f"/api/v1/products/{product['id']}/variants/{product['variants'][n % 6]['id']}"
            return shop.client("PATCH", path, {"isDefault": True} if n % 2 else {"priceCents": n}).status
        return sync(n)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        answered = list(threads.map(work, range(90)))
    assert set(answered) <= {200, 400}
    assert [status for n, status in enumerate(answered) if n % 3 != 1] == [200] * 60
    left = [quantity(shop.client, variant["id"], place) for variant in product["variants"]]
    assert sum(left) == 600 - 30
    assert_ledger_law(shop.client)
    assert [variant["isDefault"] for variant in shop.product("p1")["variants"]].count(True) == 1
