"""What the service counts as it goes, held against the rows themselves."""

from tests.http.workspaces import in_database

# Usage that a test only pretends stands beside the service's own, in a shard that no connection counts into.
PRETENDED_SHARD = -1

_MISCOUNTED = """
    WITH kept AS (
        SELECT account_id, noun, status, count FROM tallies WHERE count <> 0
        UNION ALL
        SELECT account_id, 'used ' || noun, '', sum(count) FROM usage_months WHERE shard <> $1 GROUP BY 1, 2
    ), there AS (
        SELECT account_id, noun, status, count(*) FROM (
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
            SELECT account_id, 'used delivery', '' FROM deliveries
            UNION ALL
            SELECT account_id, 'used license', '' FROM licenses
            UNION ALL
            SELECT account_id, 'used shipment', '' FROM shipments WHERE aggregator_order_id NOT LIKE 'pending-%'
        ) AS one GROUP BY 1, 2, 3
    )
    SELECT account_id, noun, status, kept.count AS kept, there.count AS there
      FROM kept FULL JOIN there USING (account_id, noun, status)
     WHERE kept.count IS DISTINCT FROM there.count
       AND ($2::text IS NULL OR account_id = $2)
"""


def miscounts(database_url: str, account_id: str | None = None) -> list[dict]:
    """Every kept count that is not how many there are, of one workspace or of all."""
    found = in_database(database_url, lambda db: db.fetch(_MISCOUNTED, PRETENDED_SHARD, account_id))
    return [dict(row) for row in found]
