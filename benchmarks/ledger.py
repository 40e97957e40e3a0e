"""Ledger of the rows that a run left: a fast answer that forgot its event is no result."""

import asyncio

import asyncpg

from benchmarks.processes import CannotMeasure
from benchmarks.scenarios import Scenario

# Tables by the names in `Scenario.leaves`.
_COUNTS = """
    SELECT 'movements' AS name, count(*) FROM stock_movements
    UNION ALL SELECT 'events', count(*) FROM events
    UNION ALL SELECT 'queued', count(*) FROM outbox
    UNION ALL SELECT 'memories', count(*) FROM idempotency_keys WHERE status BETWEEN 200 AND 299
    UNION ALL SELECT substring(type FROM '[a-z]+[.][a-z_]+(?=[.]v[0-9]+$|$)'), count(*) FROM events GROUP BY 1
    UNION ALL SELECT 'entries', count(*) FROM audit_entries
    UNION ALL SELECT 'shipments', count(*) FROM shipments
    UNION ALL SELECT status, count(*) FROM shipments GROUP BY 1
    UNION ALL SELECT state, count(*) FROM stock_reservations GROUP BY 1
    UNION ALL SELECT 'charges', count(*) FROM credit_transactions WHERE kind = 'shipment_charge'
    UNION ALL SELECT 'active', count(*) FROM license_activations WHERE deactivated_at IS NULL
    UNION ALL SELECT 'licenses', count(*) FROM licenses WHERE account_id = $1
    UNION ALL SELECT 'deliveries', count(*) FROM deliveries
    UNION ALL SELECT 'products', count(*) FROM products
    UNION ALL SELECT 'variants', count(*) FROM variants
    UNION ALL SELECT 'checkouts', count(*) FROM storefront_orders
"""

# Invariants of all rows: how many rows violate each.
_MISTAKES = {
    "levels that are not the sum of their movements": """
        SELECT count(*) FROM stock_levels l LEFT JOIN (
            SELECT account_id, variant_id, warehouse_id, sum(delta) AS moved FROM stock_movements GROUP BY 1, 2, 3
        ) m USING (account_id, variant_id, warehouse_id)
         WHERE quantity <> coalesce(moved, 0) OR quantity < 0
    """,
    "licenses whose slots are not those of their activations": """
        SELECT count(*) FROM licenses l LEFT JOIN (
            SELECT account_id, license_id AS id, count(*) AS active FROM license_activations
             WHERE deactivated_at IS NULL GROUP BY 1, 2
        ) a USING (account_id, id)
         WHERE activations <> coalesce(active, 0) OR activations > max_activations
    """,
    "products without one default variant": """
        SELECT count(*) FROM (
            SELECT FROM variants WHERE NOT archived GROUP BY account_id, product_id
            HAVING count(*) FILTER (WHERE is_default) <> 1
        ) AS odd
    """,
    "maintained counts of shipments that are not theirs": """
        SELECT count(*) FROM (
            SELECT account_id, status, sum(count) AS count FROM counters WHERE noun = 'shipment' GROUP BY 1, 2
        ) t FULL JOIN (
            SELECT account_id, status, count(*) AS count FROM shipments GROUP BY 1, 2
        ) s USING (account_id, status)
         WHERE coalesce(t.count, 0) <> coalesce(s.count, 0)
    """,
}


class Ledger:
    """Counts what there is after each run, and compares it with what was there before."""

    def __init__(self, database_url: str, account_id: str):
        self._url = database_url
        self._account_id = account_id
        self._before: dict[str, int] = {}

    def open(self) -> None:
        """Begin from what there is now."""
        self._before = asyncio.run(self._counted())

    def check(self, scenario: Scenario, answered: int) -> None:
        """Raise CannotMeasure unless each that was answered left what it should."""
        if not scenario.is_act:
            return
        now = asyncio.run(self._counted())
        left = {name: now.get(name, 0) - self._before.get(name, 0) for name in scenario.leaves}
        wrong = {name: many for name, many in left.items() if many != answered * scenario.leaves[name]}
        if wrong:
            raise CannotMeasure(f"{scenario.name}: {answered} were answered, but they left {wrong}.")
        self._before = now

    def close(self) -> None:
        """Raise CannotMeasure where the database contradicts itself in the end."""
        wrong = {name: many for name, many in asyncio.run(self._mistaken()).items() if many}
        if wrong:
            raise CannotMeasure(f"The database has {wrong}.")

    async def _counted(self) -> dict[str, int]:
        db = await asyncpg.connect(self._url)
        try:
            return {row["name"]: row["count"] for row in await db.fetch(_COUNTS, self._account_id)}
        finally:
            await db.close()

    async def _mistaken(self) -> dict[str, int]:
        db = await asyncpg.connect(self._url)
        try:
            return {name: await db.fetchval(statement) for name, statement in _MISTAKES.items()}
        finally:
            await db.close()
