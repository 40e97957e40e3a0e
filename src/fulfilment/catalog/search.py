"""Prefix search of products: by words of their names, of their skus and of their variants' skus.

The search terms of products are in a table of their own, so that a search is an index scan at any number of products.
Hits come in the order of the matching word, and for equal words the newest product first. Hits of a sku come newest
first.
"""

from collections.abc import Iterable, Sequence
from typing import get_args

import asyncpg
import msgspec

from fulfilment.catalog.queries import PRODUCT_JSON, PRODUCT_SIZE, variants_join
from fulfilment.catalog.schemas import Product, ProductType
from fulfilment.infra import ids, search_text
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Read, Tx

# A term followed by this sorts after the term itself, and before all longer terms that begin with it.
_NEXT = "\x01"

FIND_TERM_SOURCES = sql(
    "search.find_term_sources",
    """
    SELECT p.id, p.name, p.sku, array_remove(array_agg(v.sku), NULL) AS skus
      FROM products p LEFT JOIN variants v ON v.account_id = p.account_id AND v.product_id = p.id
     WHERE p.account_id = $1 AND p.id = $2 GROUP BY p.account_id, p.id
    """,
)

STORE_TERMS = sql(
    "search.store_terms",
    """
    WITH outdated AS (
        DELETE FROM product_search_tokens WHERE account_id = $1 AND product_id = $2 AND term <> ALL ($3::text[])
    ), stored AS (
        INSERT INTO product_search_tokens (account_id, product_id, term, type, archived)
        SELECT account_id, id, unnest($3::text[]), type, archived FROM products WHERE account_id = $1 AND id = $2
        ON CONFLICT DO NOTHING
    )
    SELECT true
    """,
)

# Scans the index from a position: the rest of the term there, then the later terms. A product with several of the terms
# appears at the first of them. The variant's sku is not checked with EXISTS, for which PostgreSQL may first collect all
# variants that have it.
_SEARCH = """
    SELECT {row}, p.term, p.id AS product_id FROM (
        SELECT columns(products p), t.term,
               t.term = (SELECT min(o.term) FROM product_search_tokens o
                          WHERE o.account_id = $1 AND o.product_id = t.product_id AND o.term >= $2 AND o.term < $3)
               AND NOT EXISTS (
                   SELECT FROM unnest($8::text[], $9::text[]) AS other (first, last)
                    WHERE NOT EXISTS (SELECT FROM product_search_tokens o WHERE o.account_id = $1
                                         AND o.product_id = t.product_id
                                         AND o.term >= other.first AND o.term < other.last))
               AND ($10::text IS NULL OR p.sku = $10 OR (
                   SELECT true FROM variants v
                    WHERE v.account_id = $1 AND v.product_id = p.id AND v.sku = $10 LIMIT 1)) AS passes
          FROM (
            (SELECT $4::text COLLATE "C" AS term, product_id FROM ({same_term}) here ORDER BY product_id DESC LIMIT $6)
            UNION ALL
            (SELECT term, product_id FROM ({later_terms}) later ORDER BY term, product_id DESC LIMIT $6)
             ORDER BY term, product_id DESC LIMIT $6) t
          JOIN products p ON p.account_id = $1 AND p.id = t.product_id
         ORDER BY t.term, t.product_id DESC OFFSET 0
    ) p {variants} ORDER BY p.term, p.id DESC
"""
_SAME_TERM = """
    (SELECT product_id FROM product_search_tokens WHERE account_id = $1 AND {range_condition}
        AND term = $4 AND product_id < $5
      ORDER BY product_id DESC)
"""
_LATER_TERMS = """
    (SELECT term, product_id FROM product_search_tokens WHERE account_id = $1 AND {range_condition}
        AND term > $4 AND term < $3
      ORDER BY term, product_id DESC)
"""

_PRODUCT_ROW = pagination.stop_when_full_sql(
    PRODUCT_JSON, "row", size=PRODUCT_SIZE, order="p.term, p.id DESC", which="p.passes"
)


def _statement(
    name: str,
    types: int,
    archived: tuple[bool, ...],
    *,
    row: str = _PRODUCT_ROW,
    variants: str = variants_join("p.passes"),
) -> Statement:
    """A search over some ranges of the index: each type, active or archived, is a range. PostgreSQL merges them."""
    range_conditions = [
        f"type = ($7::text[])[{nth}] AND archived = {is_archived}"
        for nth in range(1, types + 1)
        for is_archived in archived
    ]
    same_term, later_terms = (
        " UNION ALL ".join(text.format(range_condition=one) for one in range_conditions)
        for text in (_SAME_TERM, _LATER_TERMS)
    )
    return sql(f"search.{name}", _SEARCH, row=row, variants=variants, same_term=same_term, later_terms=later_terms)


_EVERY_TYPE = get_args(ProductType)
# Keys: True if a type is given; True if archived products are included.
SEARCH = {
    (True, False): _statement("of_type", 1, (False,)),
    (True, True): _statement("of_type_with_archived", 1, (False, True)),
    (False, False): _statement("search", len(_EVERY_TYPE), (False,)),
    (False, True): _statement("with_archived", len(_EVERY_TYPE), (False, True)),
}

# The ids of the products alone. The key is True if a type is given.
_PRODUCT_ID = "CASE WHEN p.passes THEN p.id END AS row"
FIND_IDS = {
    True: _statement("ids_of_type", 1, (False,), row=_PRODUCT_ID, variants=""),
    False: _statement("ids", len(_EVERY_TYPE), (False,), row=_PRODUCT_ID, variants=""),
}


class ProductSearch(msgspec.Struct, frozen=True):
    """Criteria of a search: words, type, sku, and True if archived products are included."""

    words: tuple[str, ...]
    type: str | None
    sku: str | None
    with_archived: bool


def parse_search_words(text: str) -> tuple[str, ...]:
    """The words to search for, the longest first, without symbols."""
    return tuple(word for word in search_text.words_of(text) if not search_text.is_symbol(word))


async def search_products(read: Read, criteria: ProductSearch, page: PageRequest) -> ScanResult:
    """Products in which every word begins a term. The scan runs over products with the sku, else the longest word."""
    lead, *others = criteria.words
    lead_end = search_text.beyond(lead)
    if criteria.sku is not None:
        # A whole sku is a term as well, and few products have it.
        others, lead = list(criteria.words), search_text.whole_term(criteria.sku)
        lead_end = lead + _NEXT
    statement = SEARCH[criteria.type is not None, criteria.with_archived]
    return await _scan(read, statement, (lead, lead_end), (_type_filter(criteria.type), others, criteria.sku), page)


async def search_product_ids(read: Read, text: str, type: str | None, limit: int) -> list[str]:
    """The ids of at most `limit` active products that match a text.

    Products with the whole text as a sku, in any case and even of several words, come alone. If there are none, the
    first hits of a search for the text do.
    """
    if not (words := parse_search_words(text)):
        return []
    attempts = [((words[0], search_text.beyond(words[0])), words[1:])]
    if (whole_term := search_text.whole_term(text.strip())) not in words:
        attempts.insert(0, ((whole_term, whole_term + _NEXT), ()))
    for lead, others in attempts:
        filters = (_type_filter(type), others, None)
        result = await _scan(read, FIND_IDS[type is not None], lead, filters, PageRequest(limit))
        if result.rows:
            return [row["row"] for row in result.rows[:limit]]
    return []


async def reindex_product(tx: Tx, product_id: str) -> None:
    """Rebuild a product's search terms after its variants changed."""
    row = await tx.fetch_optional(FIND_TERM_SOURCES, product_id)
    assert row is not None, "its variants were changed under its lock"
    await store_search_terms(tx, product_id, build_search_terms(row["name"], [row["sku"], *row["skus"]]))


async def store_search_terms(tx: Tx, product_id: str, terms: Sequence[str]) -> None:
    """Replace a product's search terms."""
    await tx.fetch_optional(STORE_TERMS, product_id, terms)


def product_search_terms(product: Product) -> list[str]:
    """The search terms of a product with all its variants."""
    return build_search_terms(product.name, [product.sku, *(variant.sku for variant in product.variants)])


def build_search_terms(name: str, skus: Iterable[str | None]) -> list[str]:
    """Search terms of a product: the words of its name and SKUs, and each SKU as a whole."""
    present_skus = [sku for sku in skus if sku]
    words = [word for word in search_text.terms_of([name, *present_skus]) if not search_text.is_symbol(word)]
    return list(dict.fromkeys([*words, *map(search_text.whole_term, present_skus)]))


def _type_filter(type: str | None) -> Sequence[str]:
    return _EVERY_TYPE if type is None else (type,)


async def _scan(
    read: Read,
    statement: Statement,
    lead: tuple[str, str],
    filters: tuple[Sequence[str], Sequence[str], str | None],
    page: PageRequest,
) -> ScanResult:
    """Products with a term in the range `lead` that pass the filters: types, other words, and a sku."""
    first, end = lead
    types, others, sku = filters
    filter_values = (types, list(others), [search_text.beyond(word) for word in others], sku)

    async def fetch_page(position: tuple, size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(statement, first, end, *position, size, *filter_values)

    # The cursor of another search may lie before this range.
    start = page.after if page.after and page.after[0] >= first else (first, ids.upper_bound("prod"))
    return await pagination.scan(page, fetch_page, start, "term", "product_id")
