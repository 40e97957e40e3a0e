"""Changing many variants in what nothing can be refused for: their names, prices, thresholds and weights.

A sku, a default and an archived variant concern siblings; such changes go one by one (catalog/variants.py).
"""

from collections.abc import Collection, Mapping
from typing import Any

from fulfilment.catalog.schemas import VariantChange
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import Row, changed_fields, changes, wire_names

SIMPLE_FIELDS = ("name", "price_cents", "cost_cents", "low_stock_threshold", "weight")

# Changes to a product's variants wait for each other at the product.
LOCK_PRODUCTS = sql(
    "catalog.lock_products_of_variants",
    """
    SELECT p.id FROM products p
     WHERE p.account_id = $1 AND p.id = ANY ($2::text[]) ORDER BY p.id COLLATE "C" FOR NO KEY UPDATE
    """,
)

# In the order in which whoever holds several thresholds locks them (stock/queries.py).
LOCK_VARIANTS = sql(
    "catalog.lock_variants_for_update",
    """
    SELECT columns(variants) FROM variants
     WHERE account_id = $1 AND id = ANY ($2::text[]) ORDER BY id COLLATE "C" FOR NO KEY UPDATE
    """,
)

UPDATE_VARIANTS = sql(
    "catalog.update_variants",
    """
    UPDATE variants v SET name = input.name, price_cents = input.price_cents, cost_cents = input.cost_cents,
           low_stock_threshold = input.low_stock_threshold, weight = input.weight
      FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
           AS input (id, name, price_cents, cost_cents, low_stock_threshold, weight)
     WHERE v.account_id = $1 AND v.id = input.id AND v.id = ANY ($2)
    """,
)

# Nobody else has any of them.
SET_SKUS = sql(
    "catalog.set_skus",
    """
    UPDATE variants v SET sku = told.sku FROM unnest($3::text[], $4::text[]) AS told (id, sku)
     WHERE v.account_id = $1 AND v.product_id = $2 AND v.id = told.id AND v.id = ANY ($3)
    """,
)


async def lock_products(tx: Tx, ids: Collection[str]) -> None:
    """Whoever holds several products locks them in the order of their ids."""
    await tx.fetch_all(LOCK_PRODUCTS, sorted(ids))


def is_simple_update(row: Row, change: VariantChange) -> bool:
    """Whether nothing but plain columns of the row would change."""
    return changes(row, change).keys() <= set(SIMPLE_FIELDS)


async def update_variants(tx: Tx, updates: Mapping[str, tuple[str, VariantChange]]) -> bool:
    """Change variants, by their ids with their products', and audit each, as `variants.change` does.

    False, with nothing done, where somebody changed one since, so that its change is not plain any more.
    """
    await lock_products(tx, {product_id for product_id, _ in updates.values()})
    rows = {row["id"]: row for row in await tx.fetch_all(LOCK_VARIANTS, sorted(updates))}
    if not all(is_simple_update(rows[id], change) for id, (_, change) in updates.items()):
        return False
    changed = {
        id: changed_values for id, (_, change) in updates.items() if (changed_values := changes(rows[id], change))
    }
    values = [[{**rows[id], **found}[name] for id, found in changed.items()] for name in SIMPLE_FIELDS]
    await tx.fetch_all(UPDATE_VARIANTS, list(changed), *values)
    for id, changed_values in changed.items():
        names = wire_names(VariantChange, changed_values)
        before, after = changed_fields(rows[id], changed_values, names)
        tx.audit("variant.updated", "ProductVariant", id, before=before, after=after)
    return True


async def set_skus(
    tx: Tx, product_id: str, rows: Mapping[str, dict[str, Any]], new_skus: Mapping[str, str | None]
) -> None:
    """Give variants, whose product is locked, skus that no sibling has, and audit each. `rows` are changed too."""
    if not new_skus:
        return
    await tx.fetch_all(SET_SKUS, product_id, list(new_skus), list(new_skus.values()))
    for id, sku in new_skus.items():
        before, after = changed_fields(rows[id], {"sku": sku}, {"sku": "sku"})
        tx.audit("variant.updated", "ProductVariant", id, before=before, after=after)
        rows[id]["sku"] = sku
