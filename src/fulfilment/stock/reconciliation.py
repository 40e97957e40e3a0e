"""Reconciliation of the ledger: every level must be the sum of its movements (decisions, section 5).

This is the only query that may read all rows. It reads the levels in batches, so that memory stays constant, and stops
after MAX_SECONDS with a cursor for the next request.
"""

import time

from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import Row
from fulfilment.stock.schemas import StockDifference, StockReconciliation

MAX_SECONDS = 20.0
MAX_DIFFERENCES = 1_000
_BATCH = 500

SUM_MOVEMENTS = sql(
    "stock.sums_of_movements",
    """
    SELECT l.variant_id, l.warehouse_id, l.quantity, coalesce(m.total, 0)::bigint AS total
      FROM (SELECT account_id, variant_id, warehouse_id, quantity FROM stock_levels
             WHERE account_id = $1 AND (variant_id, warehouse_id) > ($2, $3)
             ORDER BY variant_id, warehouse_id LIMIT $4) l
      LEFT JOIN LATERAL (SELECT sum(delta) AS total FROM stock_movements m
                          WHERE m.account_id = l.account_id AND m.variant_id = l.variant_id
                            AND m.warehouse_id = l.warehouse_id) m ON true
     ORDER BY l.variant_id, l.warehouse_id
    """,
)


async def reconcile(read: Read, page: PageRequest) -> Reply:
    """The levels that differ from the sum of their movements. `meta.hasMore` is true if levels are left to check."""
    deadline = time.monotonic() + MAX_SECONDS
    position = page.after or ("", "")
    differences: list[StockDifference] = []
    while True:
        rows = await read.fetch_all(SUM_MOVEMENTS, *position, _BATCH)
        is_done = len(rows) < _BATCH
        for row in rows:
            if row["quantity"] == row["total"]:
                continue
            if len(differences) == page.limit:
                return _build_reply(differences, position)
            differences.append(_build_difference(row))
            position = (row["variant_id"], row["warehouse_id"])
        if is_done:
            return _build_reply(differences, None)
        position = (rows[-1]["variant_id"], rows[-1]["warehouse_id"])
        if time.monotonic() > deadline:
            return _build_reply(differences, position)


def _build_reply(differences: list[StockDifference], position: tuple | None) -> Reply:
    """The reply; `position` is that of the next page's cursor, None at the end."""
    cursor = None if position is None else pagination.cursor_after(*position)
    return Reply(StockReconciliation(levels=differences), meta={"cursor": cursor, "hasMore": position is not None})


def _build_difference(row: Row) -> StockDifference:
    return StockDifference(
        variant_id=row["variant_id"],
        warehouse_id=row["warehouse_id"],
        quantity=row["quantity"],
        sum_of_movements=row["total"],
    )
