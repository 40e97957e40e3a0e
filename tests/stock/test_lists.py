"""The lists of levels, movements and reservations (specification, Stock; decisions, section 2)."""

from typing import Any

import pytest

from tests.harness.goods import adjust, default_variant, new_product, new_warehouse, stock
from tests.harness.service import Client

LEVELS = "/api/v1/stock/levels"
MOVEMENTS = "/api/v1/stock/movements"
RESERVATIONS = "/api/v1/stock/reservations"


def shelves(client: Client, count: int) -> tuple[list[str], str]:
    """So many stocked variants, in the order they were stocked, and their warehouse."""
    warehouse = new_warehouse(client)["id"]
    variants = [default_variant(new_product(client)) for _ in range(count)]
    for variant in variants:
        stock(client, variant, warehouse, 1)
    return variants, warehouse


def fetch_pages(client: Client, target: str, name: str, limit: int) -> list[dict[str, Any]]:
    """The list, page by page."""
    rows: list[dict[str, Any]] = []
    joint = "&" if "?" in target else "?"
    query = f"{joint}limit={limit}"
    while True:
        answer = client("GET", target + query)
        rows += answer.data[name]
        assert len(answer.data[name]) <= limit
        if not answer.json["meta"]["hasMore"]:
            assert answer.json["meta"]["cursor"] is None
            return rows
        query = f"{joint}limit={limit}&cursor={answer.json['meta']['cursor']}"


def test_levels_are_listed_newest_updated_first_with_their_warehouse(merchant: Client):
    variants, warehouse = shelves(merchant, 3)
    adjust(merchant, variants[0], warehouse, 4)
    levels = merchant("GET", LEVELS).data["stock"]
    assert [level["variantId"] for level in levels] == [variants[0], variants[2], variants[1]]
    assert levels[0] == {
        "variantId": variants[0],
        "warehouseId": warehouse,
        "quantity": 5,
        "updatedAt": levels[0]["updatedAt"],
        "warehouse": {"id": warehouse, "name": "Main", "isDefault": True},
    }


def test_movements_are_listed_newest_first(merchant: Client):
    (variant,), warehouse = shelves(merchant, 1)
    for delta in (2, 3, -1):
        adjust(merchant, variant, warehouse, delta)
    listed = merchant("GET", MOVEMENTS).data["movements"]
    assert [movement["delta"] for movement in listed] == [-1, 3, 2, 1]


@pytest.mark.parametrize(("target", "name"), [(LEVELS, "stock"), (MOVEMENTS, "movements")])
def test_a_list_can_be_narrowed_to_a_variant(merchant: Client, stranger: Client, target: str, name: str):
    variants, _ = shelves(merchant, 3)
    listed = merchant("GET", f"{target}?variant_id={variants[1]}").data[name]
    assert [row["variantId"] for row in listed] == [variants[1]]
    for nobodys in ("var_00000000000000000000000000", "", "%C3%A9"):
        answer = merchant("GET", f"{target}?variant_id={nobodys}")
        assert (answer.status, answer.data[name]) == (200, [])
    assert stranger("GET", f"{target}?variant_id={variants[1]}").data[name] == []
    assert stranger("GET", target).data[name] == []


@pytest.mark.parametrize(("target", "name"), [(LEVELS, "stock"), (MOVEMENTS, "movements")])
def test_the_pages_put_together_are_the_list(merchant: Client, target: str, name: str):
    variants, warehouse = shelves(merchant, 5)
    adjust(merchant, variants[2], warehouse, 1)
    whole = merchant("GET", target)
    assert whole.json["meta"]["hasMore"] is False
    for limit in (1, 2, 5, 200):
        assert fetch_pages(merchant, target, name, limit) == whole.data[name]


@pytest.mark.parametrize(("target", "name"), [(LEVELS, "stock"), (MOVEMENTS, "movements")])
def test_the_pages_of_one_variant_put_together_are_its_list(merchant: Client, target: str, name: str):
    variants, warehouse = shelves(merchant, 2)
    other = new_warehouse(merchant, "Other")["id"]
    for where in (warehouse, other, warehouse):
        stock(merchant, variants[0], where, 1)
    target = f"{target}?variant_id={variants[0]}"
    assert fetch_pages(merchant, target, name, 1) == merchant("GET", target).data[name]


def test_a_level_that_moves_while_pages_are_read_loses_no_other(merchant: Client):
    variants, warehouse = shelves(merchant, 4)
    first = merchant("GET", f"{LEVELS}?limit=2")
    adjust(merchant, variants[3], warehouse, 1)
    rest = merchant("GET", f"{LEVELS}?limit=2&cursor={first.json['meta']['cursor']}")
    assert [level["variantId"] for level in rest.data["stock"]] == [variants[1], variants[0]]


def test_without_a_limit_up_to_200_movements_are_listed(merchant: Client):
    (variant,), warehouse = shelves(merchant, 1)
    for _ in range(200):
        adjust(merchant, variant, warehouse, 1)
    answer = merchant("GET", MOVEMENTS)
    assert len(answer.data["movements"]) == 200
    assert answer.json["meta"]["hasMore"] is True
    assert len(fetch_pages(merchant, MOVEMENTS, "movements", 200)) == 201


def test_a_workspace_without_reservations_lists_none(merchant: Client):
    answer = merchant("GET", RESERVATIONS)
    assert (answer.status, answer.data) == (200, {"reservations": []})
