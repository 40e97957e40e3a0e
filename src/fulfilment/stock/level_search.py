"""Levels as people look at them: those of goods that they search for, with names and with what is free."""

from typing import Any

import asyncpg
import msgspec

from fulfilment.catalog import search
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.json_rows import json_object
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.search_text import fold
from fulfilment.stock.schemas import LevelQuery, PlacedStockLevel, StockLevelDetails

# How many products words find, each with at most 1,000 variants.
MAX_PRODUCTS = 50

# Product by product and variant by variant, each with as many levels as there are warehouses at most. Where the text is
# a variant's whole sku, that variant is meant, and not its siblings.
LIST_LEVELS_OF_PRODUCTS = sql(
    "stock.list_levels_of_products",
    """
    SELECT {row} AS row, l.variant_id, l.warehouse_id FROM (
        SELECT i.variant_id, i.warehouse_id, i.quantity, i.updated_at
          FROM (SELECT s.id, s.is_exact_match, bool_or(s.is_exact_match) OVER () AS has_exact_match
                  FROM unnest($2::text[]) AS found (product_id)
                 CROSS JOIN LATERAL (
                    SELECT id, coalesce(sku = $3::text OR lower(sku COLLATE "C") = $9, false) AS is_exact_match
                      FROM variants
                     WHERE account_id = $1 AND product_id = found.product_id OFFSET 0) s) matched
         CROSS JOIN LATERAL (
            SELECT variant_id, warehouse_id, quantity, updated_at, is_low FROM stock_levels
             WHERE account_id = $1 AND variant_id = matched.id OFFSET 0) i
         WHERE (matched.is_exact_match OR NOT matched.has_exact_match) AND (i.variant_id, i.warehouse_id) > ($4, $5)
           AND ($6::text IS NULL OR i.warehouse_id = $6) AND (i.is_low OR NOT $7::boolean)
         ORDER BY i.variant_id, i.warehouse_id LIMIT $8) l
     CROSS JOIN LATERAL (
        SELECT id, name, is_default FROM warehouses WHERE account_id = $1 AND id = l.warehouse_id OFFSET 0) w
     ORDER BY l.variant_id, l.warehouse_id
    """,
    row=json_object(
        PlacedStockLevel, "l", warehouse="json_build_object('id', w.id, 'name', w.name, 'isDefault', w.is_default)"
    ),
)

_DETAILS_JSON = json_object(
    StockLevelDetails,
    "v",
    product_name="p.name",
    variant_name="v.name",
    sku="coalesce(v.sku, p.sku)",
    archived="v.archived OR p.archived",
    low_stock_threshold="l.low_stock_threshold",
    reserved="l.reserved",
    available="greatest(l.quantity - l.reserved, 0)",
)
FIND_LEVEL_DETAILS = sql(
    "stock.level_details",
    f"""
    SELECT {_DETAILS_JSON} AS row
      FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS listed (variant_id, warehouse_id, place)
     CROSS JOIN LATERAL (
        SELECT quantity, low_stock_threshold,
               (SELECT coalesce(sum(r.quantity), 0)::bigint FROM stock_reservations r
                 WHERE r.account_id = $1 AND r.variant_id = listed.variant_id AND r.warehouse_id = listed.warehouse_id
                   AND r.state = 'open' AND r.expires_at > statement_timestamp()) AS reserved
          FROM stock_levels
         WHERE account_id = $1 AND variant_id = listed.variant_id AND warehouse_id = listed.warehouse_id OFFSET 0) l
      LEFT JOIN LATERAL (
        SELECT product_id, name, sku, archived FROM variants
         WHERE account_id = $1 AND id = listed.variant_id OFFSET 0) v ON true
      LEFT JOIN LATERAL (
        SELECT name, sku, archived FROM products WHERE account_id = $1 AND id = v.product_id OFFSET 0) p ON true
     ORDER BY listed.place
    """,
)


def require_compatible_filters(query: LevelQuery) -> None:
    """Refuse choices that no list has together. Raises Validation."""
    given_filters = [name for name in ("q", "product_id") if getattr(query, name) is not None]
    if not given_filters:
        return
    wire_name = {"q": "q", "product_id": "productId"}[given_filters[-1]]
    if len(given_filters) > 1 or query.variant_id is not None:
        raise Validation("Say one of q, productId and variant_id.", field=wire_name)
    if query.at is not None:
        raise Validation(f"{wire_name} finds levels as they are now; leave out at.", field=wire_name)


async def search_levels(read: Read, query: LevelQuery, page: PageRequest) -> list[asyncpg.Record]:
    """The levels of what the words find, or of a product, in the order of the variants."""
    product_ids = [query.product_id]
    if query.q is not None:
        product_ids = await search.search_product_ids(read, query.q, None, MAX_PRODUCTS)
    text = query.q and query.q.strip()
    folded = text and fold(text)
    after = page.after or ("", "")
    filters = (query.warehouse_id, query.low == "true")
    return (
        await read.fetch_all(LIST_LEVELS_OF_PRODUCTS, product_ids, text, *after, *filters, page.fetch_limit, folded)
        if product_ids
        else []
    )


async def add_details(read: Read, reply: Reply) -> Reply:
    """A page of levels with what people call each, and how much of it is free."""
    levels: list[dict[str, Any]] = [msgspec.json.decode(row) for row in reply.data["stock"]]
    level_keys = [level["variantId"] for level in levels], [level["warehouseId"] for level in levels]
    rows = await read.fetch_all(FIND_LEVEL_DETAILS, *level_keys) if levels else []
    for level, row in zip(levels, rows, strict=True):
        level["details"] = msgspec.Raw(row["row"].encode())
    reply.data["stock"] = levels
    return reply
