"""Variants to choose from, with what is free of them: found by words, or named by their ids or skus.

Words take three statements at most, whatever is found: two walk the terms of the catalog, for the text as a whole sku
and then for its words, and one reads the variants and their stock. Ids and skus take the last one alone.
"""

import asyncpg
import msgspec

from fulfilment.catalog import search
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.fields import MAX_INTEGER
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import Validation
from fulfilment.stock.offer_records import MOST_FOUND, MOST_NAMED, MOST_OF_SKU, OfferQuery, VariantOffer

# Warehouse by warehouse, since one that lacks what is reserved there takes nothing from the others.
_STOCK = f"""
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
_OFFER = object_of(
    VariantOffer,
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
_CHOSEN = "id, product_id, name, sku, price_cents, weight, is_default, archived"
_ITS_PRODUCT = """
    CROSS JOIN LATERAL (
        SELECT name, sku, type, weight, length, width, height, archived FROM products
         WHERE account_id = $1 AND id = {id} OFFSET 0) p
"""

# A product gives its best variants up to the limit, so that one with a thousand of them is not put in order whole.
OF_PRODUCTS = sql(
    "stock.offers_of_products",
    f"""
    SELECT {_OFFER} AS row FROM (
        SELECT found.place, c.* FROM unnest($2::text[]) WITH ORDINALITY AS found (id, place)
         CROSS JOIN LATERAL (
            SELECT {_CHOSEN}, coalesce(lower(sku) = lower($3), false) AS is_named,
                   coalesce(starts_with(lower(sku), lower($3)), false) AS is_begun
              FROM variants WHERE account_id = $1 AND product_id = found.id AND NOT archived
             ORDER BY is_named DESC, is_begun DESC, is_default DESC, id LIMIT $4) c
         ORDER BY c.is_named DESC, c.is_begun DESC, found.place, c.is_default DESC, c.id LIMIT $4) v
    {_ITS_PRODUCT.format(id="v.product_id")} {_STOCK}
     ORDER BY v.is_named DESC, v.is_begun DESC, v.place, v.is_default DESC, v.id
    """,
)
OF_IDS = sql(
    "stock.offers_of_ids",
    f"""
    SELECT {_OFFER} AS row FROM unnest($2::text[]) WITH ORDINALITY AS wanted (id, place)
     CROSS JOIN LATERAL (
        SELECT {_CHOSEN} FROM variants WHERE account_id = $1 AND id = wanted.id OFFSET 0) v
    {_ITS_PRODUCT.format(id="v.product_id")} {_STOCK} ORDER BY wanted.place
    """,
)
# A sku is a variant's own, or its product's where it has none. Many products may have the same one, so that of each sku
# the newest $4 of them are looked at, archived ones among them.
OF_SKUS = sql(
    "stock.offers_of_skus",
    f"""
    SELECT {_OFFER} AS row FROM (
        SELECT wanted.place, c.* FROM unnest($2::text[]) WITH ORDINALITY AS wanted (sku, place)
         CROSS JOIN LATERAL (
            SELECT {_CHOSEN} FROM (
                (SELECT {_CHOSEN} FROM variants WHERE account_id = $1 AND sku = wanted.sku
                  ORDER BY product_id DESC LIMIT $4)
                UNION ALL
                (SELECT own.* FROM (SELECT id FROM products WHERE account_id = $1 AND sku = wanted.sku
                                     ORDER BY id DESC LIMIT $4) named
                  CROSS JOIN LATERAL (SELECT {_CHOSEN} FROM variants
                                       WHERE account_id = $1 AND product_id = named.id AND sku IS NULL
                                         AND NOT archived ORDER BY is_default DESC, id LIMIT $4) own)) named
             WHERE NOT archived
               AND (SELECT NOT p.archived AND p.type = coalesce($3, p.type) FROM products p
                     WHERE p.account_id = $1 AND p.id = named.product_id)
             ORDER BY product_id DESC, is_default DESC, id LIMIT $4) c) v
    {_ITS_PRODUCT.format(id="v.product_id")} {_STOCK} ORDER BY v.place, v.product_id DESC, v.is_default DESC, v.id
    """,
)


async def find(read: Read, query: OfferQuery) -> Reply:
    """The variants that were asked for. Raises Validation."""
    given = [name for name in ("q", "ids", "sku") if getattr(query, name) is not None]
    if len(given) > 1:
        raise Validation("Say one of q, words to look for, ids, the variants to show, and sku.", field=given[0])
    rows: list[asyncpg.Record] = []
    if query.ids is not None:
        rows = await read.all(OF_IDS, _read_ids(query.ids))
    elif query.sku is not None:
        rows = await read.all(OF_SKUS, list(dict.fromkeys(query.sku)), query.type, MOST_OF_SKU)
    elif query.q is not None:
        rows = await _of_words(read, query.q, query.type)
    return Reply({"variants": [msgspec.Raw(row["row"].encode()) for row in rows]})


async def _of_words(read: Read, text: str, type: str | None) -> list[asyncpg.Record]:
    products = await search.product_ids(read, text, type, MOST_FOUND)
    return await read.all(OF_PRODUCTS, products, text.strip(), MOST_FOUND) if products else []


def _read_ids(text: str) -> list[str]:
    ids = list(dict.fromkeys(filter(None, map(str.strip, text.split(",")))))
    if not 1 <= len(ids) <= MOST_NAMED:
        raise Validation(f"Name 1 to {MOST_NAMED} variants, with commas between.", field="ids")
    return ids
