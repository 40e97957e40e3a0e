"""Finding products by the beginnings of words: in their names, and of their skus and their variants' skus.

The terms of a product are kept beside it, so that a search is a walk along an index however many products there are.
Hits come in the order of the word that matched, the newest product first among equals; those of a sku newest first.
"""

import re
from collections.abc import Iterable, Sequence
from typing import get_args

import asyncpg
import msgspec

from fulfilment import ids
from fulfilment.catalog.queries import PRODUCT_ROW, PRODUCT_SIZE, its_variants
from fulfilment.catalog.records import Product, ProductType
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read, Tx
from fulfilment.http import paging
from fulfilment.http.paging import Page, Walked

MAX_TERM_LENGTH = 100
MAX_WORDS = 8

# After every string that begins with a prefix, in the byte order of the terms.
_LAST = "\U0010ffff"
# After a term, and before all that it begins.
_NEXT = "\x01"
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
        INSERT INTO product_terms (account_id, product_id, term, type, archived)
        SELECT account_id, id, unnest($3::text[]), type, archived FROM products WHERE account_id = $1 AND id = $2
        ON CONFLICT DO NOTHING
    )
    SELECT true
    """,
)

# From one place in the index on: the rest of the term there, then the terms after it. A product that has several of the
# terms is shown at the first of them. Whether a variant has the sku is not asked with EXISTS, for which PostgreSQL may
# gather all that have it.
_SEARCH = """
    SELECT {row}, p.term, p.id AS product_id FROM (
        SELECT columns(products p), t.term,
               t.term = (SELECT min(o.term) FROM product_terms o
                          WHERE o.account_id = $1 AND o.product_id = t.product_id AND o.term >= $2 AND o.term < $3)
               AND NOT EXISTS (
                   SELECT FROM unnest($8::text[], $9::text[]) AS other (first, last)
                    WHERE NOT EXISTS (SELECT FROM product_terms o WHERE o.account_id = $1
                                         AND o.product_id = t.product_id
                                         AND o.term >= other.first AND o.term < other.last))
               AND ($10::text IS NULL OR p.sku = $10 OR (
                   SELECT true FROM variants v
                    WHERE v.account_id = $1 AND v.product_id = p.id AND v.sku = $10 LIMIT 1)) AS passes
          FROM (
            (SELECT $4::text COLLATE "C" AS term, product_id FROM ({rest}) here ORDER BY product_id DESC LIMIT $6)
            UNION ALL
            (SELECT term, product_id FROM ({beyond}) beyond ORDER BY term, product_id DESC LIMIT $6)
             ORDER BY term, product_id DESC LIMIT $6) t
          JOIN products p ON p.account_id = $1 AND p.id = t.product_id
         ORDER BY t.term, t.product_id DESC OFFSET 0
    ) p {variants} ORDER BY p.term, p.id DESC
"""
_REST = """
    (SELECT product_id FROM product_terms WHERE account_id = $1 AND {of} AND term = $4 AND product_id < $5
      ORDER BY product_id DESC)
"""
_BEYOND = """
    (SELECT term, product_id FROM product_terms WHERE account_id = $1 AND {of} AND term > $4 AND term < $3
      ORDER BY term, product_id DESC)
"""


_ROW = paging.until_full(PRODUCT_ROW, "row", size=PRODUCT_SIZE, order="p.term, p.id DESC", which="p.passes")


def _statement(
    name: str, types: int, archived: tuple[bool, ...], *, row: str = _ROW, variants: str = its_variants("p.passes")
) -> Statement:
    """The index has each type apart, active and archived; PostgreSQL merges these ranges one by one."""
    of = [f"type = ($7::text[])[{nth}] AND archived = {which}" for nth in range(1, types + 1) for which in archived]
    rest, beyond = (" UNION ALL ".join(text.format(of=one) for one in of) for text in (_REST, _BEYOND))
    return sql(f"search.{name}", _SEARCH, row=row, variants=variants, rest=rest, beyond=beyond)


_EVERY_TYPE = get_args(ProductType)
# By whether a type is given, and whether archived products are wanted as well.
SEARCH = {
    (True, False): _statement("of_type", 1, (False,)),
    (True, True): _statement("of_type_with_archived", 1, (False, True)),
    (False, False): _statement("search", len(_EVERY_TYPE), (False,)),
    (False, True): _statement("with_archived", len(_EVERY_TYPE), (False, True)),
}

# The products alone, for who shows something else of them; by whether a type is given.
_FOUND = "CASE WHEN p.passes THEN p.id END AS row"
FIND_IDS = {
    True: _statement("ids_of_type", 1, (False,), row=_FOUND, variants=""),
    False: _statement("ids", len(_EVERY_TYPE), (False,), row=_FOUND, variants=""),
}


class Wanted(msgspec.Struct, frozen=True):
    """What is searched for, beside the words."""

    words: tuple[str, ...]
    type: str | None
    sku: str | None
    with_archived: bool


def words_of(text: str) -> tuple[str, ...]:
    """The distinct words of a text, case-folded, the longest first: it leads the search."""
    found = dict.fromkeys(_term(word) for word in _WORD.findall(text))
    return tuple(sorted(found, key=lambda word: (-len(word), word)))[:MAX_WORDS]


async def search(read: Read, wanted: Wanted, page: Page) -> Walked:
    """The products in which every word begins a term, looked for among what has the sku, or else the longest word."""
    lead, *others = wanted.words
    beyond_lead = lead + _LAST
    if wanted.sku is not None:
        # A sku is a term as well, and few products have it.
        others, lead = list(wanted.words), _term(wanted.sku)
        beyond_lead = lead + _NEXT
    statement = SEARCH[wanted.type is not None, wanted.with_archived]
    return await _walk(read, statement, (lead, beyond_lead), (_types(wanted.type), others, wanted.sku), page)


async def product_ids(read: Read, text: str, type: str | None, most: int) -> list[str]:
    """The ids of at most so many active products that a text means: those of which it is a sku as a whole, also one of
    several words, in either case; or else those that a search for it finds first.
    """
    if not (words := words_of(text)):
        return []
    ways = [((words[0], words[0] + _LAST), words[1:])]
    if (whole := _term(text.strip())) not in words:
        ways.insert(0, ((whole, whole + _NEXT), ()))
    for lead, others in ways:
        filters = (_types(type), others, None)
        walked = await _walk(read, FIND_IDS[type is not None], lead, filters, Page(most))
        if walked.rows:
            return [row["row"] for row in walked.rows[:most]]
    return []


def _types(type: str | None) -> Sequence[str]:
    return _EVERY_TYPE if type is None else (type,)


async def _walk(
    read: Read,
    statement: Statement,
    lead: tuple[str, str],
    filters: tuple[Sequence[str], Sequence[str], str | None],
    page: Page,
) -> Walked:
    """What has a term from `lead` on, before its end, and passes the filters: types, other words, and a sku."""
    first, beyond = lead
    types, others, sku = filters
    given = (types, list(others), [word + _LAST for word in others], sku)

    async def look(position: tuple, size: int) -> Sequence[asyncpg.Record]:
        return await read.all(statement, first, beyond, *position, size, *given)

    # A cursor of another search may lie before this one's words.
    start = page.after if page.after and page.after[0] >= first else (first, ids.beyond("prod"))
    return await paging.walk(page, look, start, "term", "product_id")


async def index(tx: Tx, product_id: str) -> None:
    """Keep a product's terms true after its variants changed."""
    row = await tx.one(SOURCES, product_id)
    await store(tx, product_id, terms_of(row["name"], [row["sku"], *row["skus"]]))


async def store(tx: Tx, product_id: str, terms: Sequence[str]) -> None:
    """Have a product found by these terms and no others."""
    await tx.one(STORE, product_id, terms)


def terms_of_shown(product: Product) -> list[str]:
    """What a product is found by that shows all of its variants."""
    return terms_of(product.name, [product.sku, *(variant.sku for variant in product.variants)])


def terms_of(name: str, skus: Iterable[str | None]) -> list[str]:
    """What a product is found by."""
    terms = dict.fromkeys(_term(word) for word in _WORD.findall(name))
    for sku in skus:
        if sku:
            terms[_term(sku)] = None
            terms.update(dict.fromkeys(_term(word) for word in _WORD.findall(sku)))
    return list(terms)


def _term(text: str) -> str:
    return text.casefold()[:MAX_TERM_LENGTH]
