"""Reconciliation: levels that are not the sum of their movements (decisions, section 5)."""

from typing import Any

from tests.harness.database import execute
from tests.harness.goods import adjust, new_product, new_variant, new_warehouse, stock
from tests.harness.service import Answer, Client
from tests.stock.paging import fetch_pages

RECONCILE = "/api/v1/stock/reconcile"
FALSIFY = "UPDATE stock_levels SET quantity = quantity + $3 WHERE account_id = $1 AND variant_id = $2"


def shelves(client: Client, count: int) -> list[str]:
    """So many stocked variants, in the order of their ids."""
    product, warehouse = new_product(client), new_warehouse(client)["id"]
    variants = sorted(new_variant(client, product, name=f"V{n}")["id"] for n in range(count))
    for variant in variants:
        stock(client, variant, warehouse, 5)
        adjust(client, variant, warehouse, -2)
    return variants


def falsify(client: Client, variant: str, by: int) -> None:
    execute(client, FALSIFY, client.account_id, variant, by)


def reconcile(client: Client) -> Answer:
    answer = client("GET", RECONCILE)
    assert answer.status == 200
    return answer


def test_a_sound_ledger_gives_an_empty_list(merchant: Client):
    assert reconcile(merchant).data == {"levels": []}
    shelves(merchant, 3)
    answer = reconcile(merchant)
    assert (answer.data, answer.json["meta"]["hasMore"], answer.json["meta"]["cursor"]) == ({"levels": []}, False, None)


def test_a_level_that_was_tampered_with_is_seen_until_it_is_mended(merchant: Client, stranger: Client):
    variants = shelves(merchant, 3)
    falsify(merchant, variants[1], 4)
    (level,) = reconcile(merchant).data["levels"]
    assert (level["variantId"], level["quantity"], level["sumOfMovements"]) == (variants[1], 7, 3)
    assert set(level) == {"variantId", "warehouseId", "quantity", "sumOfMovements"}
    assert reconcile(stranger).data == {"levels": []}
    falsify(merchant, variants[1], -4)
    assert reconcile(merchant).data == {"levels": []}


def test_a_level_whose_movements_are_gone_is_seen(merchant: Client):
    (variant,) = shelves(merchant, 1)
    execute(merchant, "DELETE FROM stock_movements WHERE account_id = $1", merchant.account_id)
    (level,) = reconcile(merchant).data["levels"]
    assert (level["variantId"], level["quantity"], level["sumOfMovements"]) == (variant, 3, 0)


def test_the_pages_put_together_are_every_difference(merchant: Client):
    variants = shelves(merchant, 6)
    for variant in variants[:5]:
        falsify(merchant, variant, 1)
    whole: list[dict[str, Any]] = reconcile(merchant).data["levels"]
    assert [level["variantId"] for level in whole] == variants[:5]
    for limit in (1, 2, 5, 1_000):
        assert fetch_pages(merchant, RECONCILE, "levels", limit) == whole


def test_a_limit_or_cursor_that_makes_no_sense_is_refused(merchant: Client):
    for query, field in (
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("cursor=x", "cursor"),
        ("cursor=WyJh", "cursor"),
    ):
        answer = merchant("GET", f"{RECONCILE}?{query}")
        assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
