"""Defaults, bulk adjustments and reservations from many connections at once (decisions, section 5)."""

import random

import pytest

from fulfilment.stock.allocation import StockInsufficient
from tests.harness.database import assert_ledger_law, events, rows
from tests.harness.goods import (
    change,
    default_variant,
    fresh_key,
    new_product,
    new_variant,
    new_warehouse,
    quantity,
    stock,
)
from tests.harness.parallel import Call, send_together
from tests.harness.service import Client
from tests.stock.checkout import allocating, expire_overdue, releasing, reserve, reserving, run_concurrently

BULK = "/api/v1/stock/adjust/bulk"
ADDRESSES = "/api/v1/addresses"
ADDRESS = {
    "customerId": "cus_1",
    "label": "Home",
    "contactName": "Siti",
    "contactPhone": "0811",
    "address": "Jl. Braga 55",
    "isDefault": True,
}


def deadlocks(client: Client) -> int:
    (row,) = rows(client, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database() AND $1 <> ''")
    return row["deadlocks"]


def test_of_addresses_made_default_at_once_one_is(merchant: Client):
    answers = send_together([Call(merchant, "POST", ADDRESSES, ADDRESS)] * 20)
    assert {answer.status for answer in answers} == {201}
    addresses = merchant("GET", ADDRESSES).data["addresses"]
    assert [address["isDefault"] for address in addresses] == [True] + [False] * 19


@pytest.mark.parametrize("attempt", range(3))
def test_promotions_of_addresses_at_once_leave_one_default_and_refuse_nobody(merchant: Client, attempt: int):
    address_ids = [merchant("POST", ADDRESSES, ADDRESS | {"label": str(n)}).data["address"]["id"] for n in range(6)]
    promotions = [Call(merchant, "PATCH", f"{ADDRESSES}/{id}", {"isDefault": True}) for id in address_ids] * 3
    others = [Call(merchant, "PATCH", f"{ADDRESSES}/{id}", {"note": f"{n}"}) for n, id in enumerate(address_ids)]
    calls = [*promotions, *others, *[Call(merchant, "POST", ADDRESSES, ADDRESS)] * 4]
    random.Random(attempt).shuffle(calls)
    assert {answer.status for answer in send_together(calls)} <= {200, 201}
    defaults = [address for address in merchant("GET", ADDRESSES).data["addresses"] if address["isDefault"]]
    assert len(defaults) == 1


def test_bulk_adjustments_in_opposite_orders_never_get_stuck(merchant: Client):
    product = new_product(merchant)
    variants = [new_variant(merchant, product, name=f"V{n}")["id"] for n in range(100)]
    warehouses = [new_warehouse(merchant, name)["id"] for name in ("North", "South", "East")]
    places = [(variant, warehouse) for variant in variants for warehouse in warehouses]
    before = deadlocks(merchant)
    orders = [places, places[::-1], sorted(places, key=lambda place: place[::-1]), random.Random(5).sample(places, 300)]
    calls = [
        Call(
            merchant,
            "POST",
            BULK,
            {"adjustments": [change(*place, 1) for place in order], "atomic": atomic},
            fresh_key(),
        )
        for order in orders
        for atomic in (True, False)
    ]
    answers = send_together(calls)
    assert {answer.status for answer in answers} == {200}
    assert {outcome["status"] for answer in answers for outcome in answer.data["outcomes"]} == {200}
    found = rows(merchant, "SELECT quantity, movement_count FROM stock_levels WHERE account_id = $1")
    assert [tuple(row) for row in found] == [(8, 8)] * 300
    assert len(events(merchant, "stock.adjusted")) == 2_400
    assert deadlocks(merchant) == before
    assert_ledger_law(merchant)


@pytest.fixture
def shelf(merchant: Client) -> tuple[str, str]:
    """A variant of which twenty are in a warehouse."""
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 20)
    return variant, warehouse


def test_checkouts_cannot_reserve_more_than_there_is(merchant: Client, shelf: tuple[str, str]):
    results = run_concurrently(merchant, [reserving({shelf[0]: 3}, f"cs_{n}") for n in range(12)])
    refused = [result for result in results if isinstance(result, StockInsufficient)]
    assert len(refused) == 12 - 20 // 3
    assert all(isinstance(result, list | StockInsufficient) for result in results)
    assert len(merchant("GET", "/api/v1/stock/reservations?state=active").data["reservations"]) == 20 // 3


def test_a_reservation_is_either_taken_or_released(merchant: Client, shelf: tuple[str, str]):
    variant, warehouse = shelf
    sessions = [f"cs_{n}" for n in range(5)]
    for session in sessions:
        reserve(merchant, {variant: 4}, session)
    works = [work for s in sessions for work in (allocating(f"ship_{s}", {variant: 3}, s), releasing(s))]
    results = run_concurrently(merchant, works)
    # Stock that was released in time is available, so every parcel finds its three either way.
    assert [result for result in results[0::2] if result is not None] == []
    assert quantity(merchant, variant, warehouse) == 20 - 5 * 3
    assert merchant("GET", "/api/v1/stock/reservations?state=active").data["reservations"] == []
    found = rows(
        merchant,
        "SELECT shipment_id, sum(quantity)::int AS units FROM stock_reservations"
        " WHERE account_id = $1 AND state = 'consumed' GROUP BY 1",
    )
    assert sorted(tuple(row) for row in found) == [(f"ship_{session}", 3) for session in sessions]
    assert_ledger_law(merchant)


def test_a_sweep_takes_nothing_from_those_whose_time_is_not_over(merchant: Client, shelf: tuple[str, str]):
    variant, warehouse = shelf
    for number in range(5):
        reserve(merchant, {variant: 2}, f"cs_{number}")
        reserve(merchant, {variant: 2}, f"late_{number}", minutes=-1)
    works = [allocating(f"ship_{n}", {variant: 2}, f"cs_{n}") for n in range(5)]
    works += [reserving({variant: 5}, f"new_{n}") for n in range(4)]
    results = run_concurrently(merchant, works)
    expire_overdue(merchant)
    assert results[:5] == [None] * 5
    # Ten are taken, ten are left: two new checkouts get their five each.
    assert sum(isinstance(result, StockInsufficient) for result in results[5:]) == 2
    assert quantity(merchant, variant, warehouse) == 10
    assert len(merchant("GET", "/api/v1/stock/reservations?state=expired").data["reservations"]) == 5
    assert_ledger_law(merchant)
