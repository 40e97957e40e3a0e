"""Levels as of a moment, from the ledger (decisions, section 5)."""

import random
import time
from datetime import datetime, timedelta
from typing import Any

from tests.harness.goods import adjust, default_variant, new_product, new_variant, new_warehouse, stock
from tests.harness.service import Client
from tests.stock.paging import fetch_list

LEVELS = "/api/v1/stock/levels"


def at(client: Client, moment: str, more: str = "") -> list[dict[str, Any]]:
    return fetch_list(client, f"{LEVELS}?at={moment}{more}", "stock")


def shifted(moment: str, **by: float) -> str:
    """A moment of the wire, moved."""
    shifted = datetime.fromisoformat(moment) + timedelta(**by)
    return shifted.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_every_past_moment_is_what_the_movements_up_to_it_add_up_to(merchant: Client):
    product = new_product(merchant)
    variants = [new_variant(merchant, product, name=name)["id"] for name in ("A", "B")]
    warehouses = [new_warehouse(merchant, name)["id"] for name in ("North", "South")]
    dice = random.Random(17)
    made = []
    for _ in range(40):
        place = dice.choice(variants), dice.choice(warehouses)
        answer = adjust(merchant, *place, dice.randint(-5, 9) or 1)
        made += [answer.data["movement"]] if answer.status == 200 else []
        time.sleep(dice.choice([0, 0.002]))
    moments = sorted({movement["createdAt"] for movement in made})
    for moment in [shifted(moments[0], milliseconds=-1), *moments, shifted(moments[-1], milliseconds=1)]:
        expected: dict[tuple[str, str], tuple[int, str]] = {}
        for movement in made:
            if movement["createdAt"] <= moment:
                place = movement["variantId"], movement["warehouseId"]
                before = expected.get(place, (0, ""))[0]
                expected[place] = before + movement["delta"], movement["createdAt"]
        shown = merchant("GET", f"{LEVELS}?at={moment}").data["stock"]
        assert {(r["variantId"], r["warehouseId"]): (r["quantity"], r["updatedAt"]) for r in shown} == expected


def test_the_present_is_the_list_without_a_moment(merchant: Client):
    product = new_product(merchant)
    warehouse = new_warehouse(merchant)["id"]
    variants = [new_variant(merchant, product, name=f"V{n}")["id"] for n in range(5)]
    for variant in variants:
        stock(merchant, variant, warehouse, 3)
        adjust(merchant, variant, warehouse, -2)
    present = at(merchant, "2999-01-01T00:00:00Z")
    assert sorted(present, key=str) == sorted(merchant("GET", LEVELS).data["stock"], key=str)
    assert [level["variantId"] for level in present] == list(reversed(variants))
    assert at(merchant, "2020-01-01T00:00:00Z") == []


def test_past_levels_can_be_narrowed(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product, lowStockThreshold=5)["id"]
    other = default_variant(product)
    warehouses = [new_warehouse(merchant, name)["id"] for name in ("North", "South")]
    for each in (variant, other):
        for warehouse in warehouses:
            stock(merchant, each, warehouse, 4)
    moment = adjust(merchant, variant, warehouses[0], 5).data["movement"]["createdAt"]
    everything = at(merchant, moment)
    assert len(everything) == 4
    assert len(at(merchant, moment, f"&variant_id={variant}")) == 2
    assert len(at(merchant, moment, f"&warehouseId={warehouses[1]}")) == 2
    (low,) = at(merchant, moment, "&low=true")
    assert (low["variantId"], low["warehouseId"], low["quantity"]) == (variant, warehouses[1], 4)


def test_another_workspace_has_a_past_of_its_own(merchant: Client, stranger: Client):
    stock(merchant, default_variant(new_product(merchant)), new_warehouse(merchant)["id"], 1)
    assert at(stranger, "2999-01-01T00:00:00Z") == []
