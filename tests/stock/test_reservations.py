"""Reservations: setting aside, taking, letting go and running out (specification, Stock reservation; decisions, 5)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from fulfilment.infra import clock
from fulfilment.stock.allocation import StockInsufficient
from tests.harness.breaking import let_rest, mending, refusing
from tests.harness.database import execute, rows
from tests.harness.goods import default_variant, new_product, new_warehouse, quantity, stock
from tests.harness.parcels import create, item, new_shipment
from tests.harness.service import Client
from tests.stock.checkout import expire_overdue, releasing, releasing_shipment, reserve, run_work

RESERVATIONS = "/api/v1/stock/reservations"


@pytest.fixture
def variant(merchant: Client) -> str:
    return default_variant(new_product(merchant))


@pytest.fixture
def warehouse(merchant: Client, variant: str) -> str:
    """Five are on the shelf."""
    place = new_warehouse(merchant)["id"]
    stock(merchant, variant, place, 5)
    return place


def reservations(client: Client, query: str = "") -> list[dict[str, Any]]:
    return client("GET", RESERVATIONS + query).data["reservations"]


def stored_states(client: Client) -> list[str]:
    return [
        row["state"] for row in rows(client, "SELECT state FROM stock_reservations WHERE account_id = $1 ORDER BY 1")
    ]


def test_a_reservation_lasts_sixty_minutes_and_leaves_the_level_alone(merchant: Client, variant: str, warehouse: str):
    (id,) = reserve(merchant, {variant: 3}, "cs_1")
    (shown,) = reservations(merchant)
    assert shown == {
        "id": id,
        "variantId": variant,
        "warehouseId": warehouse,
        "quantity": 3,
        "shipmentId": None,
        "checkoutSessionId": "cs_1",
        "expiresAt": shown["expiresAt"],
        "consumedAt": None,
        "releasedAt": None,
        "createdAt": shown["createdAt"],
    }
    lasts = datetime.fromisoformat(shown["expiresAt"]) - datetime.fromisoformat(shown["createdAt"])
    assert lasts == timedelta(minutes=60)
    assert id.startswith("rsv_")
    assert quantity(merchant, variant, warehouse) == 5


def test_no_more_can_be_reserved_than_is_available(merchant: Client, variant: str, warehouse: str):
    reserve(merchant, {variant: 3}, "cs_1")
    with pytest.raises(StockInsufficient):
        reserve(merchant, {variant: 3}, "cs_2")
    reserve(merchant, {variant: 2}, "cs_2")
    assert len(reservations(merchant)) == 2


def test_all_of_a_checkout_is_reserved_in_one_place_or_nothing(merchant: Client, variant: str, warehouse: str):
    other = default_variant(new_product(merchant))
    stock(merchant, other, new_warehouse(merchant, "Far")["id"], 5)
    with pytest.raises(StockInsufficient):
        reserve(merchant, {variant: 1, other: 1}, "cs_1")
    assert reservations(merchant) == []
    stock(merchant, other, warehouse, 1)
    reserve(merchant, {variant: 1, other: 1}, "cs_1")
    assert {each["warehouseId"] for each in reservations(merchant)} == {warehouse}


def test_a_variant_that_is_not_stock_tracked_needs_no_reservation(merchant: Client, variant: str):
    assert reserve(merchant, {variant: 9}, "cs_1") == []


def test_a_named_or_archived_warehouse_is_minded(merchant: Client, variant: str, warehouse: str):
    far = new_warehouse(merchant, "Far")["id"]
    stock(merchant, variant, far, 1)
    reserve(merchant, {variant: 1}, "cs_1", warehouse_id=far)
    assert [each["warehouseId"] for each in reservations(merchant)] == [far]
    merchant("DELETE", f"/api/v1/warehouses/{warehouse}")
    with pytest.raises(StockInsufficient):
        reserve(merchant, {variant: 1}, "cs_2")


def test_what_is_released_is_available_again(merchant: Client, variant: str, warehouse: str):
    reserve(merchant, {variant: 5}, "cs_1")
    assert run_work(merchant, releasing("cs_other")) == 0
    assert create(merchant, item(variantId=variant)).error == (409, "STOCK_INSUFFICIENT")
    assert run_work(merchant, releasing("cs_1")) == 1
    assert run_work(merchant, releasing("cs_1")) == 0
    (released,) = reservations(merchant, "?state=released")
    assert released["releasedAt"] is not None
    assert create(merchant, item(variantId=variant, quantity=5)).status == 201


def test_time_alone_ends_a_reservation_and_the_sweep_only_marks_it(merchant: Client, variant: str, warehouse: str):
    reserve(merchant, {variant: 5}, "cs_1", minutes=-1)
    reserve(merchant, {variant: 1}, "cs_2")
    before = reservations(merchant)
    expired = reservations(merchant, "?state=expired")
    assert [each["checkoutSessionId"] for each in expired] == ["cs_1"]
    assert stored_states(merchant) == ["open", "open"]
    expire_overdue(merchant)
    assert stored_states(merchant) == ["expired", "open"]
    assert (reservations(merchant), reservations(merchant, "?state=expired")) == (before, expired)
    assert run_work(merchant, releasing("cs_1")) == 0
    assert create(merchant, item(variantId=variant, quantity=4)).status == 201


def test_an_expired_reservation_does_not_help_its_own_checkout(merchant: Client, variant: str, warehouse: str):
    reserve(merchant, {variant: 5}, "cs_1", minutes=-1)
    new_shipment(merchant, item(variantId=variant, quantity=2), checkoutSessionId="cs_1")
    consumed, expired = sorted(reservations(merchant), key=lambda each: each["quantity"])
    assert (consumed["quantity"], consumed["checkoutSessionId"]) == (2, "cs_1")
    assert (expired["quantity"], expired["consumedAt"]) == (5, None)


def test_what_is_left_of_a_split_reservation_can_be_released(merchant: Client, variant: str, warehouse: str):
    (id,) = reserve(merchant, {variant: 5}, "cs_1")
    made = new_shipment(merchant, item(variantId=variant, quantity=2), checkoutSessionId="cs_1")
    (rest,) = reservations(merchant, "?state=active")
    assert (rest["id"], rest["quantity"], rest["shipmentId"]) == (id, 3, None)
    (used,) = reservations(merchant, "?state=consumed")
    assert (used["quantity"], used["shipmentId"], used["checkoutSessionId"]) == (2, made["id"], "cs_1")
    assert (used["createdAt"], used["expiresAt"]) == (rest["createdAt"], rest["expiresAt"])
    assert run_work(merchant, releasing("cs_1")) == 1
    assert create(merchant, item(variantId=variant, quantity=3)).status == 201


def test_several_reservations_of_a_checkout_are_used_up_oldest_first(merchant: Client, variant: str, warehouse: str):
    first, second = (reserve(merchant, {variant: units}, "cs_1")[0] for units in (2, 3))
    new_shipment(merchant, item(variantId=variant, quantity=3), checkoutSessionId="cs_1")
    (rest,) = reservations(merchant, "?state=active")
    assert (rest["id"], rest["quantity"]) == (second, 2)
    assert first in [each["id"] for each in reservations(merchant, "?state=consumed")]


def test_what_a_shipment_gives_back_is_released_and_stays_consumed(merchant: Client, variant: str, warehouse: str):
    reserve(merchant, {variant: 2}, "cs_1")
    made = new_shipment(merchant, item(variantId=variant, quantity=3), checkoutSessionId="cs_1")
    for _ in range(2):
        run_work(merchant, releasing_shipment(made["id"]))
    assert quantity(merchant, variant, warehouse) == 5
    assert [(each["consumedAt"] is None, each["releasedAt"] is None) for each in reservations(merchant)] == [
        (False, False)
    ] * 2


def test_one_that_cannot_be_marked_holds_up_none_of_the_others(
    merchant: Client, variant: str, warehouse: str, monkeypatch: pytest.MonkeyPatch
):
    (broken,), (_,) = (reserve(merchant, {variant: 1}, f"cs_{number}", minutes=number - 9) for number in range(2))
    execute(merchant, refusing("stock_reservations", "UPDATE", f"NEW.id = '{broken}'"))
    try:
        with capture_logs() as logs:
            expire_overdue(merchant)
            expire_overdue(merchant)
    finally:
        execute(merchant, mending("stock_reservations"))
    assert stored_states(merchant) == ["expired", "open"]
    assert [entry["id"] for entry in logs if entry["event"] == "batch_row_failed"] == [broken]
    let_rest(monkeypatch)
    expire_overdue(merchant)
    assert stored_states(merchant) == ["expired", "expired"]


def test_a_worker_whose_clock_is_ahead_marks_none_early(
    merchant: Client, variant: str, warehouse: str, monkeypatch: pytest.MonkeyPatch
):
    reserve(merchant, {variant: 1}, "cs_1")
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=1))
    expire_overdue(merchant)
    assert stored_states(merchant) == ["open"]


def test_no_route_makes_or_moves_a_reservation(merchant: Client, variant: str, warehouse: str):
    (id,) = reserve(merchant, {variant: 1}, "cs_1")
    for method, target in (
        ("POST", RESERVATIONS),
        ("DELETE", f"{RESERVATIONS}/{id}"),
        ("PATCH", f"{RESERVATIONS}/{id}"),
    ):
        assert merchant(method, target, {} if method != "DELETE" else None).status in (404, 405)
