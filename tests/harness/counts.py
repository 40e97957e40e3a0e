"""Maintained counters of the service, compared with the rows that they count."""

from typing import Any

from tests.harness.database import rows
from tests.harness.service import Client

# Usage that a test only pretends stands beside the service's own, in a shard that no connection counts into.
PRETENDED_SHARD = -1

# Every kept count of a workspace that is not how many there are.
MISCOUNTED = """
    WITH kept AS (
        SELECT noun, status, count FROM counters WHERE account_id = $1 AND count <> 0
        UNION ALL
        SELECT noun, status, sum(count) FROM sharded_counters WHERE account_id = $1 GROUP BY 1, 2 HAVING sum(count) <> 0
        UNION ALL
        SELECT 'used ' || noun, '', sum(count) FROM monthly_usage WHERE account_id = $1 AND shard >= 0 GROUP BY 1
    ), there AS (
        SELECT noun, status, count(*) FROM (
            SELECT account_id, 'product' AS noun, CASE WHEN archived THEN 'archived' ELSE 'active' END AS status
              FROM products
            UNION ALL
            SELECT account_id, 'variant', CASE WHEN archived THEN 'archived' ELSE 'active' END FROM variants
            UNION ALL
            SELECT account_id, 'warehouse', CASE WHEN archived THEN 'archived' ELSE 'active' END FROM warehouses
            UNION ALL
            SELECT account_id, 'shipment', status FROM shipments
            UNION ALL
            SELECT account_id, 'license', status FROM licenses
            UNION ALL
            SELECT account_id, 'delivery', 'granted' FROM deliveries
            UNION ALL
            SELECT account_id, 'used delivery', '' FROM deliveries
            UNION ALL
            SELECT account_id, 'used license', '' FROM licenses
            UNION ALL
            SELECT account_id, 'used shipment', '' FROM shipments WHERE aggregator_order_id NOT LIKE 'pending-%'
            UNION ALL
            SELECT account_id, 'used shipment_created', '' FROM shipments
        ) AS one WHERE account_id = $1 GROUP BY 1, 2
    )
    SELECT noun, status, kept.count AS kept, there.count AS there
      FROM kept FULL JOIN there USING (noun, status)
     WHERE kept.count IS DISTINCT FROM there.count
"""


def miscounts(client: Client) -> list[Any]:
    """Maintained counters of the client's workspace that differ from the rows."""
    return rows(client, MISCOUNTED)
