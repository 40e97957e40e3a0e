"""What other domains ask of the catalog: which variant is meant, and may it be shipped (decisions, section 5)."""

from collections.abc import Sequence

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read

FIND_VARIANTS = sql(
    "catalog.find_variants",
    """
    SELECT v.id, v.product_id, v.sku, v.archived OR p.archived AS archived, v.is_default, p.type
      FROM variants v JOIN products p ON p.account_id = v.account_id AND p.id = v.product_id
     WHERE v.account_id = $1 AND v.id = ANY ($2::text[])
    """,
)

FIND_DEFAULTS = sql(
    "catalog.find_defaults",
    """
    SELECT p.id AS product_id, p.archived, p.type, v.id, v.sku
      FROM products p
      LEFT JOIN variants v ON v.account_id = p.account_id AND v.product_id = p.id AND v.is_default AND NOT v.archived
     WHERE p.account_id = $1 AND p.id = ANY ($2::text[])
    """,
)


async def find_variants(read: Read, ids: Sequence[str]) -> dict[str, asyncpg.Record]:
    """Variants by id, with `archived` (its product's too) and the product's `type`."""
    return {row["id"]: row for row in await read.fetch_all(FIND_VARIANTS, list(ids))} if ids else {}


async def find_defaults(read: Read, product_ids: Sequence[str]) -> dict[str, asyncpg.Record]:
    """Products by id, with `type`, `archived` and their active default variant (`id` null where there is none)."""
    return (
        {row["product_id"]: row for row in await read.fetch_all(FIND_DEFAULTS, list(product_ids))}
        if product_ids
        else {}
    )
