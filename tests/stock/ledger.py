"""A workspace's goods in the database, in the terms of the model, and the invariants that always hold."""

from collections import Counter
from typing import Any

import asyncpg

from tests.harness.counts import MISCOUNTED

LEVELS_THAT_ARE_NOT_THEIR_MOVEMENTS = """
    SELECT l.variant_id, l.warehouse_id, l.quantity, m.total
      FROM stock_levels l
      FULL JOIN (SELECT account_id, variant_id, warehouse_id, sum(delta) AS total, count(*) AS lines,
                        min(number) AS first, max(number) AS last, bool_and(quantity_after = running) AS adds_up,
                        bool_and(is_rising) AS is_rising
                   FROM (SELECT *, sum(delta) OVER level AS running,
                                created_at >= lag(created_at, 1, created_at) OVER level AS is_rising
                           FROM stock_movements WHERE account_id = $1
                         WINDOW level AS (PARTITION BY variant_id, warehouse_id ORDER BY number)) m
                  GROUP BY 1, 2, 3) m USING (account_id, variant_id, warehouse_id)
     WHERE account_id = $1
       AND NOT coalesce(l.quantity = m.total AND l.quantity >= 0 AND m.adds_up AND m.is_rising
                        AND m.first = 1 AND (m.last, m.lines) = (l.movement_count, l.movement_count), false)
"""
PRODUCTS_WITHOUT_THEIR_DEFAULT = """
    SELECT p.id FROM products p JOIN variants v ON v.account_id = p.account_id AND v.product_id = p.id
     WHERE p.account_id = $1 GROUP BY p.id
    HAVING count(*) FILTER (WHERE v.is_default AND NOT v.archived) <> least(count(*) FILTER (WHERE NOT v.archived), 1)
        OR count(*) FILTER (WHERE v.is_default AND v.archived) > 0
"""
CUSTOMERS_WITH_SEVERAL_DEFAULTS = """
    SELECT customer_id FROM addresses WHERE account_id = $1 AND is_default GROUP BY 1 HAVING count(*) > 1
"""
SEQUENCES_WITH_GAPS = """
    SELECT subject FROM events e WHERE account_id = $1 GROUP BY subject
    HAVING (min(sequence), max(sequence), count(DISTINCT sequence)) <> (1, count(*), count(*))
        OR max(sequence) <> (SELECT last FROM event_sequences s WHERE s.account_id = $1 AND s.subject = e.subject)
"""
INVARIANTS = (
    MISCOUNTED,
    LEVELS_THAT_ARE_NOT_THEIR_MOVEMENTS,
    PRODUCTS_WITHOUT_THEIR_DEFAULT,
    CUSTOMERS_WITH_SEVERAL_DEFAULTS,
    SEQUENCES_WITH_GAPS,
)


async def assert_invariants(db: asyncpg.Connection, account_id: str) -> None:
    """Each law is a query that finds what breaks it."""
    for invariant in INVARIANTS:
        assert await db.fetch(invariant, account_id) == []


async def read_snapshot(db: asyncpg.Connection, account_id: str) -> dict[str, Any]:
    """As `Model.snapshot`."""

    async def rows(statement: str) -> list[tuple]:
        return [tuple(row) for row in await db.fetch(statement, account_id)]

    (product,) = await rows("SELECT name, archived FROM products WHERE account_id = $1")
    variants = await rows(
        "SELECT id, is_default, archived, sku, low_stock_threshold FROM variants WHERE account_id = $1"
    )
    warehouses = await rows("SELECT id, is_default, archived FROM warehouses WHERE account_id = $1")
    levels = await rows(
        "SELECT variant_id, warehouse_id, quantity, movement_count, low_stock_threshold FROM stock_levels"
        " WHERE account_id = $1"
    )
    reserved = await rows(
        "SELECT variant_id, warehouse_id, quantity, checkout_session_id, shipment_id,"
        " CASE WHEN state = 'open' AND expires_at <= now() THEN 'expired' ELSE state END"
        " FROM stock_reservations WHERE account_id = $1 ORDER BY id"
    )
    addresses = await rows("SELECT id, customer_id, is_default, label FROM addresses WHERE account_id = $1")
    events = await rows("SELECT type, subject, count(*) FROM events WHERE account_id = $1 GROUP BY 1, 2")
    audits = await rows("SELECT action, target_id, count(*) FROM audit_entries WHERE account_id = $1 GROUP BY 1, 2")
    queues: dict[tuple[str, str], list] = {}
    for variant, warehouse, quantity, session, _, state in reserved:
        if state == "open" and session is not None:
            queues.setdefault((session, variant), []).append((warehouse, quantity))
    return {
        "product": product,
        "variants": {id: tuple(rest) for id, *rest in variants},
        "warehouses": {id: tuple(rest) for id, *rest in warehouses},
        "levels": {(variant, warehouse): tuple(rest) for variant, warehouse, *rest in levels},
        "reserved": Counter(reserved),
        "queues": queues,
        "addresses": {id: tuple(rest) for id, *rest in addresses},
        "events": {(type, subject): count for type, subject, count in events},
        "audits": {(action, target): count for action, target, count in audits},
    }
