"""Deliveries that lie below the floor of their queue, where no look comes by.

New nodes leave none there (`queries.CLAIM_DUE`). A node of the former release may, beside new ones, where a transaction
that queued more than it takes at once was committed more than ten seconds late. So the queue is gone through, some
pages at a time, and the lane of whatever is found comes up when that is due, which is at once.
"""

from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql

SWEEP_INTERVAL_SECONDS = 5.0
# Two megabytes at a time.
PAGES_AT_ONCE = 256

WAKE_STUCK = sql(
    "webhooks.unscoped_wake_stuck",
    """
    WITH held AS MATERIALIZED (
        -- Apart, so that no index is gone through for the sake of its order.
        SELECT account_id, endpoint_id, min(due_at) AS due_at FROM (
            SELECT account_id, endpoint_id, due_at FROM webhook_queue
             WHERE ctid >= $1::text::tid AND ctid < $2::text::tid OFFSET 0
        ) some_pages GROUP BY 1, 2
    ), lanes AS MATERIALIZED (
        SELECT l.account_id, l.endpoint_id, h.due_at FROM held h CROSS JOIN LATERAL (
            SELECT account_id, endpoint_id FROM webhook_queue_endpoints
             WHERE account_id = h.account_id AND endpoint_id = h.endpoint_id
               AND h.due_at < low_water_mark AND (due_at IS NULL OR h.due_at < due_at) OFFSET 0
               -- What somebody holds is woken the next time round, and keeps the patrol from nobody else.
               FOR UPDATE SKIP LOCKED
        ) l
    ), woken AS (
        UPDATE webhook_queue_endpoints l SET due_at = least(l.due_at, s.due_at)
          FROM (SELECT * FROM lanes ORDER BY 1, 2) s
         WHERE l.account_id = s.account_id AND l.endpoint_id = s.endpoint_id
           AND l.account_id = ANY (ARRAY(SELECT account_id FROM lanes))
           AND l.endpoint_id = ANY (ARRAY(SELECT endpoint_id FROM lanes))
        RETURNING 1
    )
    SELECT count(*) AS woken,
           pg_relation_size('webhook_queue') / current_setting('block_size')::bigint AS pages FROM woken
    """,
)


class StuckDeliverySweep:
    """One process's way through the queue."""

    def __init__(self) -> None:
        self._page = 0

    async def sweep_pages(self, db: Database) -> int:
        """Through the next pages; how many lanes were woken."""
        end = self._page + PAGES_AT_ONCE
        async with db.connection() as connection:
            row = await connection.fetchrow(WAKE_STUCK.text, f"({self._page},0)", f"({end},0)")
        self._page = end if end < row["pages"] else 0
        return row["woken"]
