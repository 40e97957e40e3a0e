"""Drafts, adjustments and transfers over the same few levels, travelling and alone: no two wait for each other."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from tests.harness.database import assert_ledger_law, events, rows
from tests.harness.goods import change, fresh_key, new_product, new_variant, new_warehouse, stock
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import PRICE, credit, draft, fund, item, total
from tests.harness.service import Client, serving
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client
from tests.stock.checkout import allocating, run_work

SHIPMENTS = "/api/v1/shipments"
# Refusals of a request that comes too late, or in between.
_LATE = {"ALREADY_CONFIRMED", "INVALID_STATE", "IDEMPOTENCY_IN_PROGRESS"}
STOCKED = 60
RESERVE = """
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, checkout_session_id, created_at,
                                    expires_at)
    VALUES (%s, %s, %s, %s, 49, 'cs_1', now(), now() + interval '1 hour')
"""


@pytest.fixture
def merchant(database_url: str, courier: Courier) -> Iterator[Client]:
    """A workspace of a service of two processes, whose sessions have ended when it is over."""
    with serving(database_url, workers=2, aggregator_url=courier.url, aggregator_key="simulator") as running:
        yield open_client(running)


def deadlocks(database_url: str) -> int:
    """How many the server has had to break in this database, by sessions that have ended."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SELECT pg_stat_force_next_flush()")
        found = connection.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return found.fetchone()[0]


def shelves(client: Client, variants: int, warehouses: int) -> tuple[list[str], list[str]]:
    product = new_product(client)
    names = [new_variant(client, product, name=f"V{n}")["id"] for n in range(variants)]
    places = [new_warehouse(client, f"W{n}")["id"] for n in range(warehouses)]
    for variant in names:
        for place in places:
            stock(client, variant, place, STOCKED)
    return names, places


@pytest.mark.parametrize("seed", [7, 8])
def test_whatever_locks_levels_at_once_never_deadlocks(database_url: str, courier: Courier, seed: int):
    with serving(database_url, workers=2, aggregator_url=courier.url, aggregator_key="simulator") as running:
        client = open_client(running)
        variants, places = shelves(client, 4, 2)
        dice = random.Random(seed)
        calls = []
        for _ in range(40):
            one, other = dice.sample(variants, 2)
            pairs = [(variant, place) for variant in variants for place in places]
            dice.shuffle(pairs)
            transfer = {"variantId": one, "fromWarehouseId": places[0], "toWarehouseId": places[1], "quantity": 1}
            calls += [
                Call(client, "POST", SHIPMENTS, draft(item(variantId=one, quantity=2))),
                Call(client, "POST", SHIPMENTS, draft(item(variantId=other), item(variantId=one))),
                Call(client, "POST", SHIPMENTS, draft(item(variantId=other, quantity=2))),
                Call(client, "POST", "/api/v1/stock/adjust", change(*pairs[0], 1)),
                Call(client, "POST", "/api/v1/stock/adjust", change(*pairs[1], 1)),
                Call(client, "POST", "/api/v1/stock/transfer", transfer),
            ]
        calls += [
            Call(client, "POST", "/api/v1/stock/adjust/bulk", {"adjustments": [change(*pair, 1) for pair in pairs]}),
            Call(
                client, "POST", f"{SHIPMENTS}/bulk", {"shipments": [draft(item(variantId=v)) for v in variants[::-1]]}
            ),
        ] * 5
        dice.shuffle(calls)
        answers = send_together(calls)
        drafted = [answer.data["shipment"]["id"] for answer in answers if answer.status == 201]
        cancels = [Call(client, "POST", f"{SHIPMENTS}/{id}/cancel") for id in drafted]
        again = [call for call in calls if call.target == SHIPMENTS]
        both = [*cancels, *again]
        dice.shuffle(both)
        more = send_together(both)
        assert {answer.status for answer in [*answers, *more]} <= {200, 201, 409}
        assert {a.error for a in [*answers, *more] if a.status == 409} <= {(409, "STOCK_INSUFFICIENT")}
        assert len(drafted) > 60
        assert_ledger_law(client)
    assert deadlocks(database_url) == 0


@pytest.mark.parametrize("seed", [3, 4])
def test_bookings_cancellations_and_rebookings_of_the_same_parcels_never_wait_in_a_circle(
    database_url: str, courier: Courier, seed: int
):
    """Bookings travel in two steps; whatever comes between, each parcel has one order and one charge that stand."""
    with serving(database_url, workers=2, aggregator_url=courier.url, aggregator_key="simulator") as running:
        client = open_client(running)
        fund(client, 200 * PRICE)
        (variant,), _ = shelves(client, 1, 2)
        drafted = send_together([Call(client, "POST", SHIPMENTS, draft(item(variantId=variant)))] * 30)
        ids = [answer.data["shipment"]["id"] for answer in drafted]
        calls = [Call(client, "POST", f"{SHIPMENTS}/{id}/confirm-pickup", key=fresh_key()) for id in ids * 2]
        calls += [Call(client, "POST", f"{SHIPMENTS}/{id}/cancel") for id in ids[::2]]
        calls += [Call(client, "POST", f"{SHIPMENTS}/{id}/rebook", {}, fresh_key()) for id in ids[::3]]
        random.Random(seed).shuffle(calls)
        answers = send_together(calls)
        assert {answer.status for answer in answers} <= {200, 201, 409}
        assert {answer.error[1] for answer in answers if answer.status == 409} <= _LATE
        parcels = rows(client, "SELECT id, status FROM shipments WHERE account_id = $1")
        paid = "SELECT shipment_id AS id, charged - refunded AS paid, held FROM shipment_charges WHERE account_id = $1"
        charged = {row["id"]: row["paid"] for row in rows(client, paid)}
        for parcel in parcels:
            standing = [order for order in courier.orders(parcel["id"]) if order["status"] != "cancelled"]
            is_booked = parcel["status"] == "confirmed"
            assert (len(standing), charged.get(parcel["id"], 0)) == ((1, PRICE) if is_booked else (0, 0)), parcel
        assert {row["held"] for row in rows(client, paid)} <= {0}
        assert credit(client) == (200 * PRICE - sum(charged.values()), 0)
        assert_ledger_law(client)
    assert deadlocks(database_url) == 0


def test_drafts_that_are_cancelled_together_and_several_times_are_each_ended_once(database_url: str, courier: Courier):
    with serving(database_url, workers=2, aggregator_url=courier.url, aggregator_key="simulator") as running:
        client = open_client(running)
        variants, _ = shelves(client, 2, 2)
        bodies = [draft(item(variantId=variants[n % 2])) for n in range(16)] + [draft(*map(_one_of, variants))] * 4
        drafted = send_together([Call(client, "POST", SHIPMENTS, body) for body in bodies])
        ids = [answer.data["shipment"]["id"] for answer in drafted]
        cancels = [Call(client, "POST", f"{SHIPMENTS}/{id}/cancel", key=fresh_key()) for id in ids * 3]
        random.Random(5).shuffle(cancels)
        answers = send_together(cancels)
        assert sorted(answer.status for answer in answers) == [200] * len(ids) + [409] * 2 * len(ids)
        assert {answer.error[1] for answer in answers if answer.status == 409} <= _LATE
        assert (total(client, "cancelled"), total(client, "pending")) == (len(ids), 0)
        assert len(events(client, "shipment.cancelled")) == len(ids)
        left = rows(client, "SELECT quantity FROM stock_levels WHERE account_id = $1")
        assert [row["quantity"] for row in left] == [STOCKED] * 4
        assert_ledger_law(client)
    assert deadlocks(database_url) == 0


def _one_of(variant: str) -> dict[str, Any]:
    return item(variantId=variant)


def test_of_drafts_that_travel_together_those_that_lack_stock_are_refused_alone(merchant: Client):
    (variant,), (place, other) = shelves(merchant, 1, 2)
    body = draft(item(variantId=variant, quantity=7))
    answers = send_together([Call(merchant, "POST", SHIPMENTS, body, fresh_key()) for _ in range(40)])
    # Each shelf serves as many drafts as it has sevens.
    assert sorted(answer.status for answer in answers) == [201] * (2 * (STOCKED // 7)) + [409] * (
        40 - 2 * (STOCKED // 7)
    )
    refused = [answer for answer in answers if answer.status == 409]
    assert {(answer.error, answer.field) for answer in refused} == {((409, "STOCK_INSUFFICIENT"), "items.0")}
    left = rows(merchant, "SELECT warehouse_id, quantity FROM stock_levels WHERE account_id = $1")
    assert {row["warehouse_id"]: row["quantity"] for row in left} == dict.fromkeys((place, other), STOCKED % 7)
    assert_ledger_law(merchant)


def test_what_was_reserved_while_a_draft_waited_for_the_level_is_not_taken(merchant: Client, database_url: str):
    """One draft, and several in one request: their view of the reservations is older than their locks."""
    (one, other), (place,) = shelves(merchant, 2, 1)
    rows_of_bulk = [draft(item(variantId=other, quantity=quantity)) for quantity in (5, 30, 6)]
    with psycopg.connect(database_url) as blocker, ThreadPoolExecutor(2) as pool:
        blocker.execute("SELECT FROM stock_levels WHERE variant_id = ANY (%s) FOR NO KEY UPDATE", ([one, other],))
        single = pool.submit(merchant, "POST", SHIPMENTS, draft(item(variantId=one, quantity=30)))
        bulk = pool.submit(merchant, "POST", f"{SHIPMENTS}/bulk", {"shipments": rows_of_bulk})
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND $1 <> ''"
        waiting += " AND datname = current_database()"
        eventually(lambda: len(rows(merchant, waiting)) == 2)
        for variant in (one, other):
            blocker.execute(RESERVE, (merchant.account_id, f"rsv_{variant}", variant, place))
        blocker.commit()
        refused, drafted = single.result(), bulk.result()
    assert (refused.error, refused.field) == ((409, "STOCK_INSUFFICIENT"), "items.0")
    assert "30 needed, 11 available" in refused.json["error"]["message"]
    assert [outcome["status"] for outcome in drafted.data["outcomes"]] == [201, 409, 201]
    left = rows(merchant, "SELECT variant_id, quantity FROM stock_levels WHERE account_id = $1")
    assert {row["variant_id"]: row["quantity"] for row in left} == {one: STOCKED, other: STOCKED - 11}
    assert_ledger_law(merchant)


@pytest.mark.parametrize("warehouses", [1, 2])
@pytest.mark.parametrize("travels", [True, False])
def test_what_a_checkout_used_up_while_a_draft_waited_for_the_level_is_not_counted_twice(
    merchant: Client, database_url: str, warehouses: int, travels: bool
):
    """The level is seen without what was reserved of it, and the reservation is not open any more."""
    variants, (place, *others) = shelves(merchant, 2, warehouses)
    with psycopg.connect(database_url) as connection:
        for variant in variants:
            connection.execute(RESERVE, (merchant.account_id, f"rsv_{variant}", variant, place))
    untracked = [] if travels else [item(variantId=new_variant(merchant, new_product(merchant), name="Free")["id"])]
    single = draft(item(variantId=variants[0], quantity=11), *untracked)
    bulk = {"shipments": [draft(item(variantId=variants[1], quantity=quantity)) for quantity in (5, 6)]}
    waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND $1 <> ''"
    waiting += " AND datname = current_database()"
    with psycopg.connect(database_url) as blocker, ThreadPoolExecutor(4) as pool:
        blocker.execute("SELECT FROM stock_levels WHERE variant_id = ANY (%s) FOR NO KEY UPDATE", (variants,))
        checkouts = [pool.submit(run_work, merchant, allocating(f"ship_{v}", {v: 49}, "cs_1")) for v in variants]
        eventually(lambda: len(rows(merchant, waiting)) == 2)
        drafts = [pool.submit(merchant, "POST", SHIPMENTS, single)]
        drafts += [pool.submit(merchant, "POST", f"{SHIPMENTS}/bulk", bulk)]
        eventually(lambda: len(rows(merchant, waiting)) == 4)
        blocker.commit()
        assert [checkout.result() for checkout in checkouts] == [None, None]
        drafted, all_drafted = (answer.result() for answer in drafts)
    assert drafted.status == 201
    assert [outcome["status"] for outcome in all_drafted.data["outcomes"]] == [201, 201]
    left = rows(merchant, "SELECT warehouse_id, quantity FROM stock_levels WHERE account_id = $1")
    # And from the first warehouse, which has enough.
    assert {(row["warehouse_id"], row["quantity"]) for row in left} == {(place, 0)} | {(id, STOCKED) for id in others}
    assert_ledger_law(merchant)
