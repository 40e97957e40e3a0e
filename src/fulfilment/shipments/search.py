"""Finding shipments by what people know of them: a name, a telephone number, an order, a sku, a waybill.

What a shipment is found by is written beside it by the database itself (migration 0065), so that a search is a walk
along an index however many shipments there are. Hits come in the order of the term that matched, the newest first.
"""

import re
from collections.abc import Sequence

import asyncpg

from fulfilment import ids
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read
from fulfilment.http import paging
from fulfilment.http.paging import Page, Walked
from fulfilment.shipments import filters
from fulfilment.shipments.query_records import ShipmentQuery

MAX_TERM_LENGTH = 100
MAX_WORDS = 8
FEWEST_DIGITS = 6
# A waybill may come again after some years.
MOST_EXACT = 10
POSITION = ("term", "shipment_id")

# After every string that begins with a prefix, in the byte order of the terms.
_LAST = "\U0010ffff"
# As `words_of` and `national_number` of the migration have it.
_BETWEEN_WORDS = re.compile(r"[\s!-/:-@\[-`{-~]+")
_NUMBER = re.compile(r"[+0-9(][0-9 ()./+-]*")
_NOT_OF_NUMBER = re.compile(r"[^0-9]")
_TRUNK = re.compile(r"^(62|0)0*")

_BLANK = re.compile(r"\s")

# Every word must at least stand somewhere in the columns that the terms are made of, which is seen ten times as fast as
# what the terms are.
_MAY_HAVE_ALL = """
    lower(s.destination_snapshot::text || ' ' || coalesce(left(s.external_ref, 1000), '') || ' ' || s.items::text)
        LIKE ALL ($17::text[])
"""

# A shipment that has several of the terms is shown at the first of them. All that it has are put together only where
# that matters: a word that is a whole term can be nowhere earlier, and other whole terms are in the index.
FIND: Statement = sql(
    "shipments.search",
    """
    SELECT {row}, s.term, s.id AS shipment_id FROM (
        SELECT columns(shipments s), t.term, {passes} AND {period} AND CASE
               WHEN NOT ({may_have_all}) THEN false
               WHEN t.term = $14 AND NOT EXISTS (
                    SELECT FROM unnest($16::text[]) AS other WHERE (
                        SELECT true FROM shipment_terms o
                         WHERE o.account_id = $1 AND o.term = other AND o.shipment_id = t.shipment_id LIMIT 1) IS NULL
               ) THEN true
               ELSE (SELECT t.term = (SELECT min(word COLLATE "C") FROM unnest(words) AS word
                                       WHERE word >= $14 AND word < $15)
                        AND NOT EXISTS (SELECT FROM unnest($16) AS other
                                         WHERE NOT EXISTS (SELECT FROM unnest(words) AS word
                                                            WHERE starts_with(word, other)))
                       FROM shipment_words(s.destination_snapshot, s.external_ref, s.items) AS words)
               END AS passes
          FROM (
            (SELECT $2::text COLLATE "C" AS term, shipment_id FROM shipment_terms
              WHERE account_id = $1 AND term = $2 AND shipment_id < $3 ORDER BY shipment_id DESC LIMIT $4)
            UNION ALL
            (SELECT term, shipment_id FROM shipment_terms
              WHERE account_id = $1 AND term > $2 AND term < $15 ORDER BY term, shipment_id DESC LIMIT $4)
             ORDER BY term, shipment_id DESC LIMIT $4) t
          JOIN shipments s ON s.account_id = $1 AND s.id = t.shipment_id
         ORDER BY t.term, t.shipment_id DESC OFFSET 0
    ) s ORDER BY s.term, s.id DESC
    """,
    may_have_all=_MAY_HAVE_ALL,
    row=filters.row("s.term, s.id DESC"),
    passes=filters.PASSES,
    period=filters.IN_PERIOD,
)

# One that somebody pasted the id or the waybill of, whatever else begins like it.
FIND_EXACT: Statement = sql(
    "shipments.search_exact",
    """
    SELECT {row}, s.id AS term, s.id AS shipment_id FROM (
        SELECT columns(shipments s), {passes} AND {period} AS passes
          FROM shipments s
         WHERE s.account_id = $1 AND s.id = ANY (ARRAY(
               (SELECT id FROM shipments WHERE account_id = $1 AND id = $2)
               UNION ALL
               (SELECT id FROM shipments WHERE account_id = $1 AND left(waybill_id, 255) = left($3, 255)
                 ORDER BY id DESC LIMIT $4)))
         ORDER BY s.id DESC
    ) s ORDER BY s.id DESC
    """,
    row=filters.row("s.id DESC"),
    passes=filters.PASSES,
    period=filters.IN_PERIOD,
)


async def find(read: Read, query: ShipmentQuery, page: Page) -> Walked:
    """The shipments that the words of `q` begin terms of; the one alone whose id or waybill `q` is."""
    text = (query.q or "").strip()
    if page.after is None and text and not _BLANK.search(text):
        exact = await read.all(FIND_EXACT, text, text, MOST_EXACT, *filters.of(query))
        if exact:
            return Walked([row for row in exact if row["row"] is not None])
    lead, *others = words_of(text) or ("",)
    if not lead:
        return Walked([])
    beyond = lead + _LAST
    patterns = [_within(other) for other in others]

    async def look(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.all(FIND, *after, size, *filters.of(query), lead, beyond, others, patterns)

    # A cursor of another search may lie before this one's words.
    start = page.after if page.after and lead <= page.after[0] < beyond else (lead, ids.beyond("ship"))
    return await paging.walk(page, look, start, *POSITION)


def _within(word: str) -> str:
    """The pattern of text that may have a word in it, which has no wild card itself.

    A number may be spelled with anything between its digits, and what cannot be printed be escaped: it may be anywhere.
    """
    if word.isdigit() or not word.isprintable():
        return "%"
    return f"%{word}%"


def words_of(text: str) -> tuple[str, ...]:
    """The distinct words of a text, the longest first: it leads the search. A telephone number is one word."""
    if _NUMBER.fullmatch(text.strip()):
        digits = _NOT_OF_NUMBER.sub("", text)
        national = _TRUNK.sub("", digits)
        if len(national) >= FEWEST_DIGITS:
            return (national[:MAX_TERM_LENGTH],)
    words = [word[:MAX_TERM_LENGTH] for word in _BETWEEN_WORDS.split(text.lower()) if word]
    return tuple(sorted(dict.fromkeys(words), key=lambda word: (-len(word), word)))[:MAX_WORDS]
