"""Shipments over the same stock, from several API processes at once: never oversold, never stuck (decisions, 5)."""

import random
from typing import Any

from tests.harness.database import assert_ledger_law, events, execute, rows
from tests.harness.goods import (
    change,
    default_variant,
    fresh_key,
    movements,
    new_product,
    new_variant,
    new_warehouse,
    quantity,
    stock,
)
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import draft, item, total
from tests.harness.service import Client

SHIPMENTS = "/api/v1/shipments"


def create_call(client: Client, quantities: dict[str, int], **fields: Any) -> Call:
    lines = [item(variantId=variant, quantity=units) for variant, units in quantities.items()]
    return Call(client, "POST", SHIPMENTS, draft(*lines, **fields))


def test_sixty_takers_of_the_last_twenty_units_take_exactly_twenty(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 20)
    answers = send_together([create_call(merchant, {variant: 1})] * 60)
    assert sorted(answer.status for answer in answers) == [201] * 20 + [409] * 40
    assert {a.error for a in answers if a.status == 409} == {(409, "STOCK_INSUFFICIENT")}
    assert quantity(merchant, variant, warehouse) == 0
    assert total(merchant) == len(events(merchant, "shipment.created")) == 20
    takings = [movement["shipmentId"] for movement in movements(merchant, variant) if movement["shipmentId"]]
    assert sorted(takings) == sorted(a.data["shipment"]["id"] for a in answers if a.status == 201)
    assert_ledger_law(merchant)


def test_parcels_that_want_the_same_things_in_opposite_order_never_get_stuck(merchant: Client):
    product, warehouses = new_product(merchant), [new_warehouse(merchant, name)["id"] for name in ("A", "B")]
    variants = [new_variant(merchant, product, name=f"V{n}")["id"] for n in range(4)]
    for variant in variants:
        for warehouse in warehouses:
            stock(merchant, variant, warehouse, 60)
    dice = random.Random(11)
    calls = [create_call(merchant, {v: dice.randint(1, 3) for v in dice.sample(variants, 3)}) for _ in range(60)]
    adjustments = [
        Call(merchant, "POST", "/api/v1/stock/adjust", change(dice.choice(variants), dice.choice(warehouses), 1))
        for _ in range(60)
    ]
    mixed = calls + adjustments
    dice.shuffle(mixed)

    answers = send_together(mixed)

    assert {answer.status for answer in answers} <= {200, 201, 409}
    assert {a.error for a in answers if a.status == 409} <= {(409, "STOCK_INSUFFICIENT")}
    assert sum(answer.status == 200 for answer in answers) == 60
    made = [answer.data["shipment"] for answer in answers if answer.status == 201]
    assert len(made) >= 40
    quantities = dict.fromkeys(variants, 0)
    for shipment in made:
        for line in shipment["items"]:
            quantities[line["variantId"]] += line["quantity"]
    for variant in variants:
        took = -sum(movement["delta"] for movement in movements(merchant, variant) if movement["shipmentId"])
        assert took == quantities[variant]
    assert_ledger_law(merchant)


def test_every_parcel_leaves_from_one_place_whoever_else_is_taking(merchant: Client):
    product = new_product(merchant)
    first, second = (new_variant(merchant, product, name=name)["id"] for name in ("X", "Y"))
    for name in ("A", "B", "C"):
        warehouse = new_warehouse(merchant, name)["id"]
        for variant in (first, second):
            stock(merchant, variant, warehouse, 5)
    answers = send_together(
        [create_call(merchant, {first: 1, second: 1})] * 15 + [create_call(merchant, {second: 1})] * 5
    )
    places = rows(
        merchant,
        """
        SELECT shipment_id, count(DISTINCT warehouse_id) AS places FROM stock_movements
         WHERE account_id = $1 AND shipment_id IS NOT NULL GROUP BY 1
        """,
    )
    assert {row["places"] for row in places} == {1}
    assert len(places) == sum(answer.status == 201 for answer in answers)
    assert_ledger_law(merchant)


def test_two_shipments_of_one_checkout_cannot_both_use_its_reservation(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 6)
    execute(
        merchant,
        """
        INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, checkout_session_id,
                                        expires_at, created_at)
        VALUES ($1, 'rsv_1', $2, $3, 6, 'cs_1', now() + interval '1 hour', now())
        """,
        merchant.account_id,
        variant,
        warehouse,
    )
    answers = send_together([create_call(merchant, {variant: 2}, checkoutSessionId="cs_1")] * 12)
    assert sorted(answer.status for answer in answers) == [201] * 3 + [409] * 9
    consumed = rows(
        merchant,
        "SELECT quantity FROM stock_reservations WHERE account_id = $1 AND consumed_at IS NOT NULL",
    )
    assert [row["quantity"] for row in consumed] == [2, 2, 2]
    assert quantity(merchant, variant, warehouse) == 0


def test_shipments_made_and_cancelled_at_once_leave_the_shelf_as_it_was(merchant: Client):
    variants = [default_variant(new_product(merchant)) for _ in range(3)]
    warehouse = new_warehouse(merchant)["id"]
    for variant in variants:
        stock(merchant, variant, warehouse, 30)
    quantities = [dict.fromkeys(variants, 1), dict.fromkeys(reversed(variants), 1)]
    made = send_together([create_call(merchant, quantities[n % 2]) for n in range(30)])
    assert {answer.status for answer in made} == {201}
    for variant in variants:
        stock(merchant, variant, warehouse, 30)
    cancels = [Call(merchant, "POST", f"{SHIPMENTS}/{a.data['shipment']['id']}/cancel") for a in made]
    others = [create_call(merchant, quantities[n % 2]) for n in range(30)]
    answers = send_together([call for pair in zip(cancels, others, strict=True) for call in pair])
    assert [answer.status for answer in answers] == [200, 201] * 30
    assert [quantity(merchant, variant, warehouse) for variant in variants] == [30] * 3
    assert (total(merchant, "pending"), total(merchant, "cancelled")) == (30, 30)
    assert_ledger_law(merchant)


def test_fifty_shipments_under_one_key_are_one(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 1)
    body, key = draft(item(variantId=variant)), fresh_key()
    answers = send_together([Call(merchant, "POST", SHIPMENTS, body, key)] * 50)
    assert {answer.status for answer in answers} == {201}
    assert len({answer.raw for answer in answers}) == 1
    assert (total(merchant), quantity(merchant, variant, warehouse)) == (1, 0)
