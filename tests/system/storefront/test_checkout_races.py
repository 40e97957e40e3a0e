"""Many checkouts at once over little stock, in several processes: nothing is sold twice, and what ends comes back."""

import asyncio
from collections import Counter
from typing import Any

from fulfilment import settings
from fulfilment.infra.database.pool import Database
from fulfilment.stock import reservation
from fulfilment.storefront import retention
from tests.harness.database import assert_ledger_law, rows
from tests.harness.goods import default_variant, new_product, quantity, stock
from tests.harness.service import Client
from tests.storefront.till import StorefrontShop, line, open_shop, payment

CHECKOUTS = 1_000
PIECES = 300
ASIDE = """
    SELECT coalesce(sum(quantity), 0)::int FROM stock_reservations
     WHERE account_id = $1 AND state = 'open' AND expires_at > now()
"""
AN_HOUR_LATER = (
    "UPDATE stock_reservations SET expires_at = now() WHERE account_id = $1 AND state = 'open'",
    "UPDATE storefront_orders SET expires_at = now() WHERE account_id = $1 AND status = 'open'",
)


def build_created_event(shop: StorefrontShop, session: int, pieces: int = 1) -> tuple[str, dict[str, Any]]:
    lines = [shop.physical(pieces)]
    return "checkout.created", {"checkoutSessionId": f"cs_{session}", "lines": lines}


def build_paid_event(shop: StorefrontShop, session: int) -> tuple[str, dict[str, Any]]:
    return "checkout.paid", payment(f"cs_{session}", shop.physical())


def count_reserved(shop: StorefrontShop) -> int:
    return rows(shop.merchant, ASIDE)[0][0]


def sweep(shop: StorefrontShop) -> None:
    """The sweeps of several workers at once."""

    async def run() -> None:
        databases = [Database(settings.load({}), shop.merchant.service.database_url) for _ in range(3)]
        for db in databases:
            await db.open()
        try:
            await asyncio.gather(
                *(work(db) for db in databases for work in (reservation.expire_overdue, retention.expire_checkouts))
            )
        finally:
            for db in databases:
                await db.close()

    asyncio.run(run())


def test_a_thousand_checkouts_at_once_set_aside_what_there_is_and_what_ends_comes_back(merchant: Client):
    shop = open_shop(merchant, quantity=PIECES)
    answers = shop.till.send_concurrently([build_created_event(shop, session) for session in range(CHECKOUTS)])
    assert Counter(answer.status for answer in answers) == {200: PIECES, 409: CHECKOUTS - PIECES}
    assert count_reserved(shop) == PIECES

    winners = [session for session, answer in enumerate(answers) if answer.status == 200]
    paying, leaving = winners[:150], winners[150:250]
    told = [build_paid_event(shop, session) for session in paying]
    told += [("checkout.expired", {"checkoutSessionId": f"cs_{session}"}) for session in leaving]
    assert {answer.status for answer in shop.till.send_concurrently(told)} == {200}
    assert count_reserved(shop) == PIECES - 250
    assert quantity(merchant, shop.variant, shop.warehouse) == PIECES - 150

    for statement in AN_HOUR_LATER:
        rows(merchant, statement)
    sweep(shop)
    assert count_reserved(shop) == 0
    found = rows(merchant, "SELECT status, count(*) FROM storefront_orders WHERE account_id = $1 GROUP BY 1")
    assert dict(found) == {"fulfilled": 150, "expired": PIECES - 150}

    again = shop.till.send_concurrently(
        [build_created_event(shop, session) for session in range(CHECKOUTS, CHECKOUTS + 200)]
    )
    assert Counter(answer.status for answer in again) == {200: 150, 409: 50}
    assert_ledger_law(merchant)


def test_everything_said_of_one_checkout_at_once_comes_to_one_order(merchant: Client):
    shop = open_shop(merchant, quantity=50)
    paid = payment("cs_1", shop.physical(2), shop.digital(), shop.license(2))
    told = [
        ("checkout.paid", paid),
        build_created_event(shop, 1, 3),
        ("checkout.expired", {"checkoutSessionId": "cs_1"}),
    ] * 20
    answers = shop.till.send_concurrently(told)
    assert {answer.status for answer in answers} == {200}
    (order,) = rows(merchant, "SELECT id, status FROM storefront_orders WHERE account_id = $1")
    assert order["status"] == "fulfilled"
    assert count_reserved(shop) == 0
    assert quantity(merchant, shop.variant, shop.warehouse) == 48
    for table, many in (("shipments", 1), ("deliveries", 1), ("licenses", 2)):
        assert rows(merchant, f"SELECT count(*) FROM {table} WHERE account_id = $1")[0][0] == many


def test_carts_that_change_over_the_same_goods_at_once_neither_block_each_other_nor_oversell(merchant: Client):
    """Two goods, named in both orders, each cart changed again and again while others are paid for."""
    shop = open_shop(merchant, quantity=60)
    tea = new_product(merchant, name="Tea", weight=100)
    stock(merchant, default_variant(tea), shop.warehouse, 60)
    told = []
    for round in range(4):
        for session in range(30):
            lines = [shop.physical(1 + round), line(productId=tea["id"], quantity=4 - round)]
            lines = lines if (session + round) % 2 else lines[::-1]
            told.append(("checkout.created", {"checkoutSessionId": f"cs_{session}", "lines": lines}))
            if session % 5 == 0:
                told.append(("checkout.paid", payment(f"cs_{session}", *lines)))
    statuses = Counter(answer.status for answer in shop.till.send_concurrently(told))
    assert set(statuses) <= {200, 409}
    overdrawn = rows(
        merchant,
        """
        SELECT l.variant_id FROM stock_levels l
         WHERE l.account_id = $1 AND l.quantity < (
            SELECT coalesce(sum(r.quantity), 0) FROM stock_reservations r
             WHERE r.account_id = $1 AND r.variant_id = l.variant_id AND r.state = 'open' AND r.expires_at > now())
        """,
    )
    assert overdrawn == []
    assert_ledger_law(merchant)
