"""Search of variants by words, ids or skus, with their available stock.

A search by words takes at most three statements. Two scan the terms of the catalog, for the text as a whole sku and
then for its words. The third reads the variants and their stock; ids and skus need only this one.
"""

import asyncpg
import msgspec

from fulfilment.catalog import search
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import MAX_INTEGER
from fulfilment.infra.search_text import fold
from fulfilment.stock.schemas import MAX_FOUND, MAX_IDS, MAX_PER_SKU, VariantSearchQuery, VariantSearchResult

# Computed per warehouse: a warehouse with more reserved than on hand does not reduce the others.
_STOCK_JOIN = f"""
    CROSS JOIN LATERAL (
        SELECT CASE WHEN count(*) > 0
                    THEN least(coalesce(sum(l.quantity) FILTER (WHERE l.is_used), 0), {MAX_INTEGER})::bigint
               END AS on_hand,
               CASE WHEN count(*) > 0
                    THEN least(coalesce(sum(greatest(l.quantity - l.reserved, 0)) FILTER (WHERE l.is_used), 0),
                               {MAX_INTEGER})::bigint
               END AS available
          FROM (SELECT i.quantity,
                       (SELECT NOT w.archived FROM warehouses w
                         WHERE w.account_id = $1 AND w.id = i.warehouse_id) AS is_used,
                       (SELECT coalesce(sum(r.quantity), 0) FROM stock_reservations r
                         WHERE r.account_id = $1 AND r.variant_id = i.variant_id AND r.warehouse_id = i.warehouse_id
                           AND r.state = 'open' AND r.expires_at > statement_timestamp()) AS reserved
                  FROM stock_levels i WHERE i.account_id = $1 AND i.variant_id = v.id OFFSET 0) l) s
"""
_RESULT_JSON = json_object(
    VariantSearchResult,
    "v",
    product_name="p.name",
    sku="coalesce(v.sku, p.sku)",
    type="p.type",
    weight="coalesce(v.weight, p.weight)",
    length="p.length",
    width="p.width",
    height="p.height",
    archived="v.archived OR p.archived",
    on_hand="s.on_hand",
    available="s.available",
)
_VARIANT_COLUMNS = "id, product_id, name, sku, price_cents, weight, is_default, archived"
_PRODUCT_JOIN = """
    CROSS JOIN LATERAL (
        SELECT name, sku, type, weight, length, width, height, archived FROM products
         WHERE account_id = $1 AND id = {id} OFFSET 0) p
"""

# Each product contributes its best variants up to the limit, which bounds the sort. $5 is the text of $3, folded. Only
# the ASCII letters of skus are folded, since others depend on the locale.
FIND_BY_PRODUCTS = sql(
    "stock.find_variants_by_products",
    f"""
    SELECT {_RESULT_JSON} AS row FROM (
        SELECT found.place, c.* FROM unnest($2::text[]) WITH ORDINALITY AS found (id, place)
         CROSS JOIN LATERAL (
            SELECT {_VARIANT_COLUMNS}, coalesce(sku = $3 OR lower(sku COLLATE "C") = $5, false) AS is_exact_match,
                   coalesce(starts_with(sku, $3) OR starts_with(lower(sku COLLATE "C"), $5), false) AS is_prefix_match
              FROM variants WHERE account_id = $1 AND product_id = found.id AND NOT archived
             ORDER BY is_exact_match DESC, is_prefix_match DESC, is_default DESC, id LIMIT $4) c
         ORDER BY c.is_exact_match DESC, c.is_prefix_match DESC, found.place, c.is_default DESC, c.id LIMIT $4) v
    {_PRODUCT_JOIN.format(id="v.product_id")} {_STOCK_JOIN}
     ORDER BY v.is_exact_match DESC, v.is_prefix_match DESC, v.place, v.is_default DESC, v.id
    """,
)
FIND_BY_IDS = sql(
    "stock.find_variants_by_ids",
    f"""
    SELECT {_RESULT_JSON} AS row FROM unnest($2::text[]) WITH ORDINALITY AS requested (id, place)
     CROSS JOIN LATERAL (
        SELECT {_VARIANT_COLUMNS} FROM variants WHERE account_id = $1 AND id = requested.id OFFSET 0) v
    {_PRODUCT_JOIN.format(id="v.product_id")} {_STOCK_JOIN} ORDER BY requested.place
    """,
)
# A variant matches by its own sku, or by its product's if it has none. Many products may share a sku, so only the
# newest $4 products of each are read, archived ones included.
FIND_BY_SKUS = sql(
    "stock.find_variants_by_skus",
    f"""
    SELECT {_RESULT_JSON} AS row FROM (
        SELECT requested.place, c.* FROM unnest($2::text[]) WITH ORDINALITY AS requested (sku, place)
         CROSS JOIN LATERAL (
            SELECT {_VARIANT_COLUMNS} FROM (
                (SELECT {_VARIANT_COLUMNS} FROM variants WHERE account_id = $1 AND sku = requested.sku
                  ORDER BY product_id DESC LIMIT $4)
                UNION ALL
                (SELECT own.* FROM (SELECT id FROM products WHERE account_id = $1 AND sku = requested.sku
                                     ORDER BY id DESC LIMIT $4) named
                  CROSS JOIN LATERAL (SELECT {_VARIANT_COLUMNS} FROM variants
                                       WHERE account_id = $1 AND product_id = named.id AND sku IS NULL
                                         AND NOT archived ORDER BY is_default DESC, id LIMIT $4) own)) named
             WHERE NOT archived
               AND (SELECT NOT p.archived AND p.type = coalesce($3, p.type) FROM products p
                     WHERE p.account_id = $1 AND p.id = named.product_id)
             ORDER BY product_id DESC, is_default DESC, id LIMIT $4) c) v
    {_PRODUCT_JOIN.format(id="v.product_id")} {_STOCK_JOIN} ORDER BY v.place, v.product_id DESC, v.is_default DESC, v.id
    """,
)


async def search_variants(read: Read, query: VariantSearchQuery) -> Reply:
    """The variants that a query finds. Raises Validation."""
    given_filters = [name for name in ("q", "ids", "sku") if getattr(query, name) is not None]
    if len(given_filters) > 1:
        raise Validation("Say one of q, words to look for, ids, the variants to show, and sku.", field=given_filters[0])
    rows: list[asyncpg.Record] = []
    if query.ids is not None:
        rows = await read.fetch_all(FIND_BY_IDS, _parse_ids(query.ids))
    elif query.sku is not None:
        rows = await read.fetch_all(FIND_BY_SKUS, list(dict.fromkeys(query.sku)), query.type, MAX_PER_SKU)
    elif query.q is not None:
        rows = await _search_by_words(read, query.q, query.type)
    return Reply({"variants": [msgspec.Raw(row["row"].encode()) for row in rows]})


async def _search_by_words(read: Read, text: str, type: str | None) -> list[asyncpg.Record]:
    product_ids = await search.search_product_ids(read, text, type, MAX_FOUND)
    sku = text.strip()
    return await read.fetch_all(FIND_BY_PRODUCTS, product_ids, sku, MAX_FOUND, fold(sku)) if product_ids else []


def _parse_ids(text: str) -> list[str]:
    ids = list(dict.fromkeys(filter(None, map(str.strip, text.split(",")))))
    if not 1 <= len(ids) <= MAX_IDS:
        raise Validation(f"Name 1 to {MAX_IDS} variants, with commas between.", field="ids")
    return ids
