"""Adjustments of one variant, one after the other, while a session holds a snapshot: one row, ever more versions."""

import time

from fulfilment.infra import ids
from fulfilment.infra.database import outbox
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.stock import adjustment
from fulfilment.stock.schemas import StockAdjustment

_WAREHOUSE = """
    INSERT INTO warehouses (account_id, id, name, is_default, created_at, updated_at)
    VALUES ($1, $2, 'Counter', true, now(), now())
"""


class Counter:
    """A warehouse of a workspace; an unknown variant begins a level of its own."""

    def __init__(self, db: Database, account_id: str):
        self._db = db
        self._account_id = account_id
        self._warehouse_id = ids.new("wh")

    async def open(self) -> None:
        async with self._db.connection() as connection:
            await connection.execute(_WAREHOUSE, self._account_id, self._warehouse_id)

    async def rate(self, variants: list[str], adjustments: int) -> float:
        """Adjustments a second, one after the other, of the variants in turn; each is a transaction."""
        began = time.perf_counter()
        for nth in range(adjustments):
            async with self._db.transaction() as connection:
                tx = Tx(connection, System(self._account_id))
                change = StockAdjustment(
                    variant_id=variants[nth % len(variants)],
                    warehouse_id=self._warehouse_id,
                    delta=1,
                    reason="manual_adjust",
                )
                await adjustment.adjust_level(tx, change)
                await outbox.flush(connection, [(tx, None)], retention_hours=RETENTION_HOURS)
        return adjustments / (time.perf_counter() - began)
