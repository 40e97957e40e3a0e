"""Transfers, bulk adjustments, parcels and thresholds over the same levels at once (decisions, section 5)."""

import random
from typing import Any

from tests.harness.database import assert_ledger_law, events, rows
from tests.harness.goods import change, default_variant, fresh_key, new_product, new_variant, new_warehouse, stock
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import draft, item
from tests.harness.service import Client

TRANSFER = "/api/v1/stock/transfer"
BULK = "/api/v1/stock/adjust/bulk"
STOCKED = 100


def shelves(client: Client, variants: int, warehouses: int) -> tuple[list[str], list[str]]:
    """So many variants of one product, so many of each in every warehouse."""
    product = new_product(client)
    names = [new_variant(client, product, name=f"V{n}")["id"] for n in range(variants)]
    places = [new_warehouse(client, f"W{n}")["id"] for n in range(warehouses)]
    for variant in names:
        for place in places:
            stock(client, variant, place, STOCKED)
    return names, places


def moved(variant: str, source: str, target: str, quantity: int) -> dict[str, Any]:
    return {"variantId": variant, "fromWarehouseId": source, "toWarehouseId": target, "quantity": quantity}


def total_of(client: Client, variant: str) -> int:
    (row,) = rows(
        client,
        "SELECT sum(quantity)::bigint AS total FROM stock_levels WHERE account_id = $1 AND variant_id = $2",
        variant,
    )
    return row["total"]


def test_transfers_in_opposite_directions_lose_nothing_and_never_get_stuck(merchant: Client):
    variants, places = shelves(merchant, 2, 3)
    dice = random.Random(3)
    calls = [
        Call(merchant, "POST", TRANSFER, moved(dice.choice(variants), *dice.sample(places, 2), dice.randint(1, 5)))
        for _ in range(80)
    ]
    answers = send_together(calls)
    assert {answer.status for answer in answers} == {200}
    assert [total_of(merchant, variant) for variant in variants] == [3 * STOCKED] * 2
    assert len(events(merchant, "stock.adjusted")) == 6 + 160
    assert_ledger_law(merchant)


def test_transfers_cannot_take_more_than_there_is(merchant: Client):
    variants, places = shelves(merchant, 1, 2)
    body = moved(variants[0], *places, 7)
    answers = send_together([Call(merchant, "POST", TRANSFER, body)] * 30)
    assert sorted(answer.status for answer in answers) == [200] * (STOCKED // 7) + [409] * (30 - STOCKED // 7)
    assert {a.error for a in answers if a.status == 409} == {(409, "STOCK_INSUFFICIENT")}
    assert total_of(merchant, variants[0]) == 2 * STOCKED
    assert_ledger_law(merchant)


def test_everything_that_moves_stock_may_happen_at_once(merchant: Client):
    variants, places = shelves(merchant, 4, 3)
    dice = random.Random(5)
    calls = []
    for _ in range(25):
        lines = [item(variantId=variant) for variant in dice.sample(variants, 3)]
        pairs = [(variant, place) for variant in variants for place in places]
        dice.shuffle(pairs)
        calls += [
            Call(merchant, "POST", "/api/v1/shipments", draft(*lines)),
            Call(merchant, "POST", TRANSFER, moved(dice.choice(variants), *dice.sample(places, 2), 2)),
            Call(merchant, "POST", BULK, {"adjustments": [change(*pair, 1) for pair in pairs[:6]]}, fresh_key()),
            Call(merchant, "POST", "/api/v1/stock/adjust", change(*dice.choice(pairs), -1)),
        ]
    answers = send_together(calls)
    assert [answer.status for answer in answers] == [201, 200, 200, 200] * 25
    assert {outcome["status"] for bulk in answers[2::4] for outcome in bulk.data["outcomes"]} == {200}
    everything = sum(total_of(merchant, variant) for variant in variants)
    assert everything == len(variants) * len(places) * STOCKED - 25 * 3 + 25 * 6 - 25
    assert_ledger_law(merchant)


def test_a_threshold_that_changes_while_stock_moves_is_minded_on_every_level(merchant: Client):
    product = new_product(merchant)
    variant = default_variant(product)
    places = [new_warehouse(merchant, f"W{n}")["id"] for n in range(12)]
    path = f"/api/v1/products/{product['id']}/variants/{variant}"
    calls = []
    for number, place in enumerate(places):
        calls += [Call(merchant, "POST", "/api/v1/stock/adjust", change(variant, place, 5))] * 2
        calls.append(Call(merchant, "PATCH", path, {"lowStockThreshold": number + 1}))
    random.Random(9).shuffle(calls)
    assert {answer.status for answer in send_together(calls)} == {200}
    (product,) = merchant("GET", "/api/v1/products").data["products"]
    threshold = product["variants"][0]["lowStockThreshold"]
    for place in places:
        stock(merchant, variant, place, 20)
        answer = merchant("POST", "/api/v1/stock/adjust", change(variant, place, -30))
        assert answer.status == 200
    emptied = [event.data for event in events(merchant, "stock.low") if event.data["quantity"] == 0]
    assert {low["threshold"] for low in emptied} == {threshold}
    assert sorted(low["warehouseId"] for low in emptied) == sorted(places)
    assert_ledger_law(merchant)
