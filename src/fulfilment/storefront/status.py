"""How a workspace is connected to its partner's storefront (specification, Integration status)."""

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.fields import stamp
from fulfilment.integrations.records import PartnerKeyStatus, StorefrontStatus

# Each is one look-up, however many products there are; of counts there are a few rows.
STATUS = sql(
    "storefront.status",
    """
    SELECT s.id IS NOT NULL AND p.ended_at IS NULL AS has_secret,
           EXISTS (SELECT FROM api_keys k WHERE k.partner = a.partner AND k.revoked_at IS NULL
                      AND (k.expires_at IS NULL OR k.expires_at > now())) AS has_partner_key,
           (SELECT coalesce(sum(count), 0)::bigint FROM spread_tallies
             WHERE account_id = $1 AND noun = 'mirrored_product') AS mirrored,
           (SELECT synced_at FROM mirrored_products WHERE account_id = $1 ORDER BY synced_at DESC LIMIT 1) AS synced_at
      FROM accounts a
      LEFT JOIN storefronts s ON s.account_id = a.id AND s.account_id = $1
      LEFT JOIN partners p ON p.name = a.partner
     WHERE a.id = $1
    """,
)


async def tell(read: Read) -> StorefrontStatus:
    """`mirroredProductCount` counts archived products too: they are mirrored still."""
    row = await read.one(STATUS)
    return StorefrontStatus(
        webhook_secret_set=row["has_secret"],
        partner_key=PartnerKeyStatus(configured=row["has_partner_key"]),
        mirrored_product_count=row["mirrored"],
        last_sync_at=stamp(row["synced_at"]),
    )
