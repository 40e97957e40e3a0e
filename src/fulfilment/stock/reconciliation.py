"""Proving the ledger: every level is the sum of its movements (decisions, section 5).

The one query that may read everything. It walks the levels in batches, so that memory stays flat, and stops after a
time with a cursor to go on from.
"""

import time

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.paging import Page
from fulfilment.stock.records import StockDifference, StockReconciliation

MAX_SECONDS = 20.0
MAX_DIFFERENCES = 1_000
_BATCH = 500

SUMS = sql(
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


async def reconcile(read: Read, page: Page) -> Reply:
    """The levels that disagree with their movements, none when all is true; `meta.hasMore` where the time was over."""
    ends_at = time.monotonic() + MAX_SECONDS
    position = page.after or ("", "")
    found: list[StockDifference] = []
    while True:
        rows = await read.all(SUMS, *position, _BATCH)
        is_done = len(rows) < _BATCH
        for row in rows:
            if row["quantity"] == row["total"]:
                continue
            if len(found) == page.limit:
                return _answer(found, position)
            found.append(_difference(row))
            position = (row["variant_id"], row["warehouse_id"])
        if is_done:
            return _answer(found, None)
        position = (rows[-1]["variant_id"], rows[-1]["warehouse_id"])
        if time.monotonic() > ends_at:
            return _answer(found, position)


def _answer(found: list[StockDifference], position: tuple | None) -> Reply:
    """`position` is where to go on from, None at the end."""
    cursor = None if position is None else paging.cursor_after(*position)
    return Reply(StockReconciliation(levels=found), meta={"cursor": cursor, "hasMore": position is not None})


def _difference(row) -> StockDifference:
    return StockDifference(
        variant_id=row["variant_id"],
        warehouse_id=row["warehouse_id"],
        quantity=row["quantity"],
        sum_of_movements=row["total"],
    )
