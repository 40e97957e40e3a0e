"""SQL of the dashboard: maintained counters and the first rows of indexes, never a count of rows."""

from collections.abc import Sequence

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read

COUNTS = sql(
    "stats.counts",
    """
    SELECT noun, status, count FROM counters WHERE account_id = $1
    UNION ALL
    SELECT noun, status, sum(count)::bigint FROM sharded_counters WHERE account_id = $1 GROUP BY 1, 2
    """,
)

RECENT_SHIPMENTS = sql(
    "stats.recent_shipments",
    """
    SELECT id, status, courier_code, courier_service_code, courier_type, waybill_id, price, created_at, updated_at
      FROM shipments WHERE account_id = $1 ORDER BY id DESC LIMIT $2
    """,
)

LOW_STOCK = sql(
    "stats.low_stock",
    """
    SELECT l.variant_id, v.product_id, v.name, coalesce(v.sku, p.sku) AS sku, l.warehouse_id,
           w.name AS warehouse_name, l.quantity, l.low_stock_threshold, l.updated_at
      FROM (SELECT columns(stock_levels) FROM stock_levels WHERE account_id = $1
             AND is_low ORDER BY last_movement_id DESC LIMIT $2) l
      JOIN warehouses w ON w.account_id = l.account_id AND w.id = l.warehouse_id
      LEFT JOIN variants v ON v.account_id = l.account_id AND v.id = l.variant_id
      LEFT JOIN products p ON p.account_id = v.account_id AND p.id = v.product_id
     ORDER BY l.last_movement_id DESC
    """,
)

FAILING_ENDPOINTS = sql(
    "stats.failing_endpoints",
    """
    SELECT id, url, active, consecutive_failures, failing_since, disabled_at FROM webhook_endpoints
     WHERE account_id = $1 AND failing_since IS NOT NULL AND deleted_at IS NULL
     ORDER BY failing_since LIMIT $2
    """,
)

FAILED_DELIVERIES = sql(
    "stats.failed_deliveries",
    """
    SELECT id, endpoint_id, event_id, type, attempts, last_error, updated_at FROM webhook_deliveries
     WHERE account_id = $1 AND status = 'failed' ORDER BY position DESC LIMIT $2
    """,
)


async def fetch_counts(read: Read) -> dict[tuple[str, str], int]:
    """All maintained counters of the workspace, by noun and status."""
    return {(row["noun"], row["status"]): row["count"] for row in await read.fetch_all(COUNTS)}


async def list_recent_shipments(read: Read, limit: int) -> Sequence[asyncpg.Record]:
    return await read.fetch_all(RECENT_SHIPMENTS, limit)


async def list_low_stock(read: Read, limit: int) -> Sequence[asyncpg.Record]:
    """Stock levels below their threshold, the most recently moved first."""
    return await read.fetch_all(LOW_STOCK, limit)


async def list_failing_endpoints(read: Read, limit: int) -> Sequence[asyncpg.Record]:
    """Failing webhook endpoints, the longest failing first."""
    return await read.fetch_all(FAILING_ENDPOINTS, limit)


async def list_failed_deliveries(read: Read, limit: int) -> Sequence[asyncpg.Record]:
    """Webhook deliveries that are not retried any more, newest first."""
    return await read.fetch_all(FAILED_DELIVERIES, limit)
