"""The filters of the lists of stock, alone and together, and their pages (decisions, section 2)."""

from itertools import chain, combinations
from typing import Any

import pytest

from tests.harness.goods import adjust, default_variant, new_product, new_variant, new_warehouse, stock
from tests.harness.service import Client
from tests.stock.checkout import allocating, expire_overdue, releasing, releasing_shipment, reserve, run_work
from tests.stock.paging import fetch_list

LEVELS = "/api/v1/stock/levels"
MOVEMENTS = "/api/v1/stock/movements"
RESERVATIONS = "/api/v1/stock/reservations"


def choices(filters: dict[str, str]) -> list[dict[str, str]]:
    """Every combination of the filters, none of them included."""
    pairs = list(filters.items())
    return [
        dict(combination) for combination in chain.from_iterable(combinations(pairs, n) for n in range(len(pairs) + 1))
    ]


def query(target: str, combination: dict[str, str]) -> str:
    return target + "?" * bool(combination) + "&".join(f"{name}={value}" for name, value in combination.items())


def shelves(client: Client) -> tuple[list[str], list[str]]:
    """Two variants, low below 5, in two warehouses, with some history."""
    product = new_product(client)
    variants = [new_variant(client, product, name=name, lowStockThreshold=5)["id"] for name in ("A", "B")]
    warehouses = [new_warehouse(client, name)["id"] for name in ("North", "South")]
    for variant in variants:
        for warehouse in warehouses:
            stock(client, variant, warehouse, 6)
            adjust(client, variant, warehouse, -1, reason="damaged")
    adjust(client, variants[0], warehouses[1], -3, reason="damaged")
    adjust(client, variants[1], warehouses[0], -5)
    return variants, warehouses


def test_levels_are_narrowed_by_every_combination_of_filters(merchant: Client):
    variants, warehouses = shelves(merchant)
    every = fetch_list(merchant, LEVELS, "stock")
    assert [level["updatedAt"] for level in every] == sorted((level["updatedAt"] for level in every), reverse=True)
    for chosen in choices({"variant_id": variants[0], "warehouseId": warehouses[1], "low": "true"}):
        expected = [
            level
            for level in every
            if chosen.get("variant_id") in (None, level["variantId"])
            and chosen.get("warehouseId") in (None, level["warehouseId"])
            and ("low" not in chosen or level["quantity"] < 5)
        ]
        assert expected
        assert fetch_list(merchant, query(LEVELS, chosen), "stock") == expected


def test_low_follows_the_threshold_of_the_variant(merchant: Client):
    product, warehouse = new_product(merchant), new_warehouse(merchant)["id"]
    variant = default_variant(product)
    stock(merchant, variant, warehouse, 5)
    for threshold, is_low in ((None, False), (5, False), (6, True), (0, False), (6, True), (None, False)):
        path = f"/api/v1/products/{product['id']}/variants/{variant}"
        assert merchant("PATCH", path, {"lowStockThreshold": threshold}).status == 200
        assert len(merchant("GET", f"{LEVELS}?low=true").data["stock"]) == is_low
        assert len(merchant("GET", f"{LEVELS}?low=false").data["stock"]) == 1


def test_movements_are_narrowed_by_every_combination_of_filters(merchant: Client):
    variants, warehouses = shelves(merchant)
    every = fetch_list(merchant, MOVEMENTS, "movements")
    assert [row["createdAt"] for row in every] == sorted((row["createdAt"] for row in every), reverse=True)
    filters = {
        "variant_id": variants[0],
        "warehouseId": warehouses[1],
        "reason": "damaged",
        "from": every[8]["createdAt"],
        "to": every[1]["createdAt"],
    }
    for chosen in choices(filters):
        expected = [
            row
            for row in every
            if chosen.get("variant_id") in (None, row["variantId"])
            and chosen.get("warehouseId") in (None, row["warehouseId"])
            and chosen.get("reason") in (None, row["reason"])
            and chosen.get("from", "") <= row["createdAt"] <= chosen.get("to", "Z")
        ]
        assert fetch_list(merchant, query(MOVEMENTS, chosen), "movements") == expected


def test_both_bounds_of_time_are_inclusive_and_may_say_any_offset(merchant: Client):
    variants, _ = shelves(merchant)
    movement = merchant("GET", f"{MOVEMENTS}?variant_id={variants[0]}").data["movements"][0]
    at = movement["createdAt"]
    for moment in (at, at.replace("Z", "%2B00:00")):
        found = merchant("GET", f"{MOVEMENTS}?from={moment}&to={moment}").data["movements"]
        assert movement["id"] in [each["id"] for each in found]
        assert {each["createdAt"] for each in found} == {at}
    assert merchant("GET", f"{MOVEMENTS}?from={at}&to=2020-01-01T00:00:00Z").data["movements"] == []


@pytest.mark.parametrize(("target", "field"), [(MOVEMENTS, "from"), (MOVEMENTS, "to"), (LEVELS, "at")])
@pytest.mark.parametrize("moment", ["", "yesterday", "2026-05-12", "2026-05-12T08:00:00", "2026-13-01T00:00:00Z"])
def test_a_moment_that_is_none_is_refused(merchant: Client, target: str, field: str, moment: str):
    answer = merchant("GET", f"{target}?{field}={moment}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


@pytest.mark.parametrize(("target", "field"), [(MOVEMENTS, "from"), (MOVEMENTS, "to"), (LEVELS, "at")])
@pytest.mark.parametrize(
    "moment",
    [
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00%2B23:59",
        "9999-12-31T23:59:59.999999Z",
        "9999-12-31T23:59:59-23:59",
        "99999999999999999999",
        "1e400",
    ],
)
def test_the_first_and_the_last_moment_of_time_are_no_fault(merchant: Client, target: str, field: str, moment: str):
    answer = merchant("GET", f"{target}?{field}={moment}")
    assert answer.status == 200 or (answer.error, answer.field) == ((400, "VALIDATION"), field)


@pytest.mark.parametrize(
    ("target", "field"),
    [(LEVELS, "low"), (MOVEMENTS, "reason"), (RESERVATIONS, "state")],
)
def test_a_filter_outside_its_set_is_refused(merchant: Client, target: str, field: str):
    for value in ("", "maybe", "TRUE", "%00"):
        answer = merchant("GET", f"{target}?{field}={value}")
        assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_a_filter_by_something_unknown_or_foreign_gives_an_empty_list(merchant: Client, stranger: Client):
    variants, warehouses = shelves(merchant)
    for target, name in ((LEVELS, "stock"), (MOVEMENTS, "movements"), (RESERVATIONS, "reservations")):
        for client, filter in ((stranger, f"variant_id={variants[0]}"), (merchant, "variant_id=%F0%9F%8D%B5")):
            assert client("GET", f"{target}?{filter}").data == {name: []}
    for target, name in ((LEVELS, "stock"), (MOVEMENTS, "movements")):
        assert stranger("GET", f"{target}?warehouseId={warehouses[0]}").data == {name: []}


def in_states(merchant: Client, variants: list[str]) -> None:
    """Reservations of every state, of two variants and two checkouts."""
    for variant in variants:
        for session in ("cs_1", "cs_2"):
            reserve(merchant, {variant: 1}, session, minutes=-1)
        expire_overdue(merchant)
        for session in ("cs_1", "cs_2"):
            reserve(merchant, {variant: 1}, session, minutes=-1)
            reserve(merchant, {variant: 1}, session)
            run_work(merchant, releasing(session))
            reserve(merchant, {variant: 2}, session)
            run_work(merchant, allocating(f"ship_{session}_{variant}", {variant: 1}, session))
        run_work(merchant, allocating(f"ship_{variant}", {variant: 1}))
        run_work(merchant, releasing_shipment(f"ship_{variant}"))


def state_of(reservation: dict[str, Any]) -> str:
    if reservation["releasedAt"]:
        return "released"
    if reservation["consumedAt"]:
        return "consumed"
    return "active" if reservation["expiresAt"] > reservation["createdAt"] else "expired"


def test_reservations_are_narrowed_by_every_combination_of_filters(merchant: Client):
    product, warehouse = new_product(merchant), new_warehouse(merchant)["id"]
    variants = [new_variant(merchant, product, name=name)["id"] for name in ("A", "B")]
    for variant in variants:
        stock(merchant, variant, warehouse, 50)
    in_states(merchant, variants)
    every = fetch_list(merchant, RESERVATIONS, "reservations")
    assert [row["createdAt"] for row in every] == sorted((row["createdAt"] for row in every), reverse=True)
    assert {state_of(each) for each in every} == {"active", "consumed", "released", "expired"}
    for state in ("active", "consumed", "released", "expired"):
        for chosen in choices({"state": state, "variantId": variants[0], "checkoutSessionId": "cs_2"}):
            expected = [
                each
                for each in every
                if chosen.get("state") in (None, state_of(each))
                and chosen.get("variantId") in (None, each["variantId"])
                and chosen.get("checkoutSessionId") in (None, each["checkoutSessionId"])
            ]
            assert fetch_list(merchant, query(RESERVATIONS, chosen), "reservations") == expected
