"""Levels as people look at them: those of goods that they search for, with names and with what is free."""

from typing import Any

import asyncpg
import msgspec

from fulfilment.catalog import search
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import Validation
from fulfilment.http.paging import Page
from fulfilment.stock.records import LevelQuery, PlacedStockLevel, StockLevelDetails

# How many products words find, each with at most 1,000 variants.
MOST_PRODUCTS = 50

# Product by product and variant by variant, each with as many levels as there are warehouses at most. Where the text is
# a variant's whole sku, that variant is meant, and not its siblings.
OF_PRODUCTS = sql(
    "stock.list_levels_of_products",
    """
    SELECT {row} AS row, l.variant_id, l.warehouse_id FROM (
        SELECT i.variant_id, i.warehouse_id, i.quantity, i.updated_at
          FROM (SELECT s.id, s.is_named, bool_or(s.is_named) OVER () AS is_any_named
                  FROM unnest($2::text[]) AS found (product_id)
                 CROSS JOIN LATERAL (
                    SELECT id, coalesce(lower(sku) = lower($3::text), false) AS is_named FROM variants
                     WHERE account_id = $1 AND product_id = found.product_id OFFSET 0) s) wanted
         CROSS JOIN LATERAL (
            SELECT variant_id, warehouse_id, quantity, updated_at, is_low FROM stock_levels
             WHERE account_id = $1 AND variant_id = wanted.id OFFSET 0) i
         WHERE (wanted.is_named OR NOT wanted.is_any_named) AND (i.variant_id, i.warehouse_id) > ($4, $5)
           AND ($6::text IS NULL OR i.warehouse_id = $6) AND (i.is_low OR NOT $7::boolean)
         ORDER BY i.variant_id, i.warehouse_id LIMIT $8) l
     CROSS JOIN LATERAL (
        SELECT id, name, is_default FROM warehouses WHERE account_id = $1 AND id = l.warehouse_id OFFSET 0) w
     ORDER BY l.variant_id, l.warehouse_id
    """,
    row=object_of(
        PlacedStockLevel, "l", warehouse="json_build_object('id', w.id, 'name', w.name, 'isDefault', w.is_default)"
    ),
)

_DETAILS = object_of(
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
DETAILS = sql(
    "stock.level_details",
    f"""
    SELECT {_DETAILS} AS row
      FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS shown (variant_id, warehouse_id, place)
     CROSS JOIN LATERAL (
        SELECT quantity, low_stock_threshold,
               (SELECT coalesce(sum(r.quantity), 0)::bigint FROM stock_reservations r
                 WHERE r.account_id = $1 AND r.variant_id = shown.variant_id AND r.warehouse_id = shown.warehouse_id
                   AND r.state = 'open' AND r.expires_at > statement_timestamp()) AS reserved
          FROM stock_levels
         WHERE account_id = $1 AND variant_id = shown.variant_id AND warehouse_id = shown.warehouse_id OFFSET 0) l
      LEFT JOIN LATERAL (
        SELECT product_id, name, sku, archived FROM variants
         WHERE account_id = $1 AND id = shown.variant_id OFFSET 0) v ON true
      LEFT JOIN LATERAL (
        SELECT name, sku, archived FROM products WHERE account_id = $1 AND id = v.product_id OFFSET 0) p ON true
     ORDER BY shown.place
    """,
)


def require_one_choice(query: LevelQuery) -> None:
    """Refuse choices that no list has together. Raises Validation."""
    given = [name for name in ("q", "product_id") if getattr(query, name) is not None]
    if not given:
        return
    words = {"q": "q", "product_id": "productId"}[given[-1]]
    if len(given) > 1 or query.variant_id is not None:
        raise Validation("Say one of q, productId and variant_id.", field=words)
    if query.at is not None:
        raise Validation(f"{words} finds levels as they are now; leave out at.", field=words)


async def of_goods(read: Read, query: LevelQuery, page: Page) -> list[asyncpg.Record]:
    """The levels of what the words find, or of a product, in the order of the variants."""
    products = [query.product_id]
    if query.q is not None:
        products = await search.product_ids(read, query.q, None, MOST_PRODUCTS)
    text = query.q and query.q.strip()
    after = page.after or ("", "")
    which = (query.warehouse_id, query.low == "true")
    return await read.all(OF_PRODUCTS, products, text, *after, *which, page.reach) if products else []


async def add_details(read: Read, reply: Reply) -> Reply:
    """A page of levels with what people call each, and how much of it is free."""
    levels: list[dict[str, Any]] = [msgspec.json.decode(row) for row in reply.data["stock"]]
    places = [level["variantId"] for level in levels], [level["warehouseId"] for level in levels]
    rows = await read.all(DETAILS, *places) if levels else []
    for level, row in zip(levels, rows, strict=True):
        level["details"] = msgspec.Raw(row["row"].encode())
    reply.data["stock"] = levels
    return reply
