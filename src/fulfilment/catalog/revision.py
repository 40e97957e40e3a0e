"""Changing many variants in what nothing can be refused for: their names, prices, thresholds and weights.

A sku, a default and an archived variant concern siblings; such changes go one by one (catalog/variants.py).
"""

from collections.abc import Collection, Mapping

from fulfilment.catalog.records import VariantChange
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.fields import changes, wire_names

PLAIN = ("name", "price_cents", "cost_cents", "low_stock_threshold", "weight")

# Changes to a product's variants wait for each other at the product.
LOCK_PRODUCTS = sql(
    "catalog.lock_products_of",
    """
    SELECT p.id FROM products p
     WHERE p.account_id = $1 AND p.id = ANY ($2::text[]) ORDER BY p.id COLLATE "C" FOR NO KEY UPDATE
    """,
)

# In the order in which whoever holds several thresholds locks them (stock/queries.py).
LOCK_VARIANTS = sql(
    "catalog.lock_variants_to_revise",
    """
    SELECT columns(variants) FROM variants
     WHERE account_id = $1 AND id = ANY ($2::text[]) ORDER BY id COLLATE "C" FOR NO KEY UPDATE
    """,
)

REVISE_VARIANTS = sql(
    "catalog.revise_variants",
    """
    UPDATE variants v SET name = told.name, price_cents = told.price_cents, cost_cents = told.cost_cents,
           low_stock_threshold = told.low_stock_threshold, weight = told.weight
      FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
           AS told (id, name, price_cents, cost_cents, low_stock_threshold, weight)
     WHERE v.account_id = $1 AND v.id = told.id AND v.id = ANY ($2)
    """,
)


async def lock_products(tx: Tx, ids: Collection[str]) -> None:
    """Whoever holds several products locks them in the order of their ids."""
    await tx.all(LOCK_PRODUCTS, sorted(ids))


def is_plain(row: Mapping, change: VariantChange) -> bool:
    """Whether nothing but plain columns of the row would change."""
    return changes(row, change).keys() <= set(PLAIN)


async def revise(tx: Tx, wanted: Mapping[str, tuple[str, VariantChange]]) -> bool:
    """Change variants, by their ids with their products', and audit each, as `variants.change` does.

    False, with nothing done, where somebody changed one since, so that its change is not plain any more.
    """
    await lock_products(tx, {product_id for product_id, _ in wanted.values()})
    rows = {row["id"]: row for row in await tx.all(LOCK_VARIANTS, sorted(wanted))}
    if not all(is_plain(rows[id], change) for id, (_, change) in wanted.items()):
        return False
    changed = {id: found for id, (_, change) in wanted.items() if (found := changes(rows[id], change))}
    values = [[{**rows[id], **found}[name] for id, found in changed.items()] for name in PLAIN]
    await tx.all(REVISE_VARIANTS, list(changed), *values)
    for id, found in changed.items():
        names = wire_names(VariantChange, found)
        before, after = ({names[name]: of[name] for name in found} for of in (rows[id], found))
        tx.audit("variant.updated", "ProductVariant", id, before=before, after=after)
    return True
