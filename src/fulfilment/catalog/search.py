"""Finding products by the beginnings of words: in their names, and of their skus and their variants' skus.

The terms of a product are kept beside it, so that a search is a walk along an index however many products there are.
Hits come in the order of the word that matched, the newest product first among equals.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

import asyncpg
import msgspec

from fulfilment import ids
from fulfilment.catalog.queries import PRODUCT_ROW
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.http import paging
from fulfilment.http.paging import Page, Walked

MAX_TERM_LENGTH = 100
MAX_WORDS = 8

# After every string that begins with a prefix, in the byte order of the terms.
_LAST = "\U0010ffff"
_WORD = re.compile(r"\w+")

SOURCES = sql(
    "search.sources",
    """
    SELECT p.id, p.name, p.sku, array_remove(array_agg(v.sku), NULL) AS skus
      FROM products p LEFT JOIN variants v ON v.account_id = p.account_id AND v.product_id = p.id
     WHERE p.account_id = $1 AND p.id = $2 GROUP BY p.account_id, p.id
    """,
)

STORE = sql(
    "search.store",
    """
    WITH outdated AS (
        DELETE FROM product_terms WHERE account_id = $1 AND product_id = $2 AND term <> ALL ($3::text[])
    ), stored AS (
        INSERT INTO product_terms (account_id, product_id, term) SELECT $1, $2, unnest($3::text[])
        ON CONFLICT DO NOTHING
    )
    SELECT true
    """,
)

# From one place in the index on: the rest of the term there, then the terms after it. A product that has several of the
# terms is shown at the first of them.
_SEARCH = """
    SELECT CASE WHEN
           ($9::text IS NULL OR p.type = $9) AND ($10::boolean OR NOT p.archived)
           AND t.term = (SELECT min(o.term) FROM product_terms o
                          WHERE o.account_id = $1 AND o.product_id = t.product_id AND o.term >= $2 AND o.term < $3)
           AND NOT EXISTS (
               SELECT FROM unnest($7::text[], $8::text[]) AS other (first, last)
                WHERE NOT EXISTS (SELECT FROM product_terms o WHERE o.account_id = $1 AND o.product_id = t.product_id
                                     AND o.term >= other.first AND o.term < other.last))
           AND ($11::text IS NULL OR p.sku = $11 OR EXISTS (
               SELECT FROM variants v WHERE v.account_id = $1 AND v.product_id = p.id AND v.sku = $11))
           THEN {row} END AS row, t.term, t.product_id
      FROM (
        (SELECT term, product_id FROM product_terms WHERE account_id = $1 AND term = $4 AND product_id < $5
          ORDER BY product_id DESC LIMIT $6)
        UNION ALL
        (SELECT term, product_id FROM product_terms WHERE account_id = $1 AND term > $4 AND term < $3
          ORDER BY term, product_id DESC LIMIT $6)
         ORDER BY term, product_id DESC LIMIT $6) t
      JOIN products p ON p.account_id = $1 AND p.id = t.product_id
     ORDER BY t.term, t.product_id DESC
"""
SEARCH = sql("search.search", _SEARCH, row=PRODUCT_ROW)


class Wanted(msgspec.Struct, frozen=True):
    """What is searched for, beside the words."""

    words: tuple[str, ...]
    type: str | None
    sku: str | None
    with_archived: bool


def words_of(text: str) -> tuple[str, ...]:
    """The distinct words of a text, case-folded, the longest first: it leads the search."""
    found = dict.fromkeys(word.casefold()[:MAX_TERM_LENGTH] for word in _WORD.findall(text))
    return tuple(sorted(found, key=lambda word: (-len(word), word)))[:MAX_WORDS]


async def search(read: Read, wanted: Wanted, page: Page) -> Walked:
    """The products in which every word begins a term. What is rare is looked for among what has the longest word."""
    lead, *others = wanted.words
    last = [word + _LAST for word in others]

    async def look(position: tuple, size: int) -> Sequence[asyncpg.Record]:
        filters = (wanted.type, wanted.with_archived, wanted.sku)
        return await read.all(SEARCH, lead, lead + _LAST, *position, size, others, last, *filters)

    # A cursor of another search may lie before this one's words.
    start = page.after if page.after and page.after[0] >= lead else (lead, ids.beyond("prod"))
    return await paging.walk(page, look, start, "term", "product_id")


async def index(tx: Tx, product_id: str) -> None:
    """Keep a product's terms true after it or its variants changed."""
    row = await tx.one(SOURCES, product_id)
    await store(tx, {product_id: terms_of(row["name"], [row["sku"], *row["skus"]])})


async def store(tx: Tx, terms: Mapping[str, list[str]]) -> None:
    """Store the terms of products, by product id."""
    await tx.each(STORE, [(product_id, found) for product_id, found in sorted(terms.items())])


def terms_of(name: str, skus: Iterable[str | None]) -> list[str]:
    """What a product is found by."""
    terms = dict.fromkeys(word.casefold()[:MAX_TERM_LENGTH] for word in _WORD.findall(name))
    for sku in skus:
        if sku:
            terms[sku.casefold()[:MAX_TERM_LENGTH]] = None
            terms.update(dict.fromkeys(word.casefold()[:MAX_TERM_LENGTH] for word in _WORD.findall(sku)))
    return list(terms)
