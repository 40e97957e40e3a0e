"""Adjustments from several API processes at once: the ledger stays whole (decisions, section 5)."""

import random

from tests.harness.database import assert_ledger_law, events, rows
from tests.harness.goods import change, default_variant, new_product, new_variant, new_warehouse, quantity, stock
from tests.harness.parallel import Call, send_together
from tests.harness.service import Client

ADJUST = "/api/v1/stock/adjust"
STOCKED = 100
TAKERS = 200


def test_two_hundred_takers_of_a_hundred_units_take_exactly_a_hundred(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, STOCKED)

    answers = send_together([Call(merchant, "POST", ADJUST, change(variant, warehouse, -1))] * TAKERS)

    took = [answer for answer in answers if answer.status == 200]
    refused = [answer for answer in answers if answer.status != 200]
    assert len(took) == STOCKED
    assert {answer.error for answer in refused} == {(500, "NEGATIVE_STOCK")}
    assert quantity(merchant, variant, warehouse) == 0
    assert sorted(answer.data["stock"]["quantity"] for answer in took) == list(range(STOCKED))
    ledger = rows(
        merchant,
        "SELECT number, delta, quantity_after FROM stock_movements WHERE account_id = $1 AND variant_id = $2"
        " ORDER BY number",
        variant,
    )
    assert [row["number"] for row in ledger] == list(range(1, STOCKED + 2))
    running = 0
    for row in ledger:
        running += row["delta"]
        assert row["quantity_after"] == running
    told = events(merchant, "stock.adjusted")
    assert [event.sequence for event in told] == list(range(1, STOCKED + 2))
    assert [event.data["number"] for event in told] == list(range(1, STOCKED + 2))


def test_adjustments_that_cross_over_many_levels_all_succeed_and_add_up(merchant: Client):
    product = new_product(merchant)
    variants = [new_variant(merchant, product, name=f"Size {size}")["id"] for size in range(4)]
    warehouses = [new_warehouse(merchant, name)["id"] for name in ("North", "South")]
    levels = [(variant, warehouse) for variant in variants for warehouse in warehouses]
    for variant, warehouse in levels:
        stock(merchant, variant, warehouse, 1_000)
    dice = random.Random(7)
    moves = [(*dice.choice(levels), dice.choice([-3, -2, -1, 1, 2, 3])) for _ in range(300)]

    answers = send_together([Call(merchant, "POST", ADJUST, change(*move)) for move in moves])

    assert {answer.status for answer in answers} == {200}
    for variant, warehouse in levels:
        moved = sum(delta for v, w, delta in moves if (v, w) == (variant, warehouse))
        assert quantity(merchant, variant, warehouse) == 1_000 + moved
    assert_ledger_law(merchant)


def test_the_first_movements_of_one_level_open_it_once(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    answers = send_together([Call(merchant, "POST", ADJUST, change(variant, warehouse, 1))] * 40)
    assert {answer.status for answer in answers} == {200}
    assert sorted(answer.data["movement"]["number"] for answer in answers) == list(range(1, 41))
    assert quantity(merchant, variant, warehouse) == 40


def test_low_stock_is_told_once_however_many_cross_at_once(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product, lowStockThreshold=25)["id"]
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 50)
    answers = send_together([Call(merchant, "POST", ADJUST, change(variant, warehouse, -1))] * 40)
    assert {answer.status for answer in answers} == {200}
    assert [event.data["quantity"] for event in events(merchant, "stock.low")] == [24]


def test_a_refused_neighbour_spoils_nobody_elses_adjustment(merchant: Client, stranger: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    foreign_warehouse = new_warehouse(stranger)["id"]
    good = Call(merchant, "POST", ADJUST, change(variant, warehouse, 1))
    lost = Call(merchant, "POST", ADJUST, change(variant, foreign_warehouse, 1))
    broke = Call(stranger, "POST", ADJUST, change(variant, foreign_warehouse, -1))
    answers = send_together([good, lost, broke] * 20)
    assert {answer.status for answer in answers[0::3]} == {200}
    assert {answer.error for answer in answers[1::3]} == {(404, "NOT_FOUND")}
    assert {answer.error for answer in answers[2::3]} == {(500, "NEGATIVE_STOCK")}
    assert quantity(merchant, variant, warehouse) == 20
    assert rows(stranger, "SELECT id FROM stock_movements WHERE account_id = $1") == []
