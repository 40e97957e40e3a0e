"""Search for shipments by name, telephone number, order, SKU or waybill.

The folded terms of a shipment are stored in it and in a table of their own, so that a search scans an index. Results
come in the order of the term that matched, the newest first. A number may be a telephone number, an order, a SKU and a
waybill at once. It is looked for as each, and waybills come first.
"""

from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment.infra import ids, search_text
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import Row
from fulfilment.shipments.listing import query_schemas
from fulfilment.shipments.listing.query_schemas import ShipmentQuery

# Shorter numbers begin too many telephone numbers.
MIN_PHONE_DIGITS = 4
# With other words, fewer digits are selective enough.
MIN_PHONE_DIGITS_WITH_OTHERS = 3
# A courier may reuse a waybill after some years.
MAX_EXACT_MATCHES = 10
CURSOR_FIELDS = ("term", "shipment_id")
# The position of matches by waybill, before all terms.
_WAYBILL_TERM = ""

_TERMS = "s.search_terms"
_PHONE = "s.search_phone"

# Each of the other words ($16) begins a term, or, as the number at its index in $23, the telephone number.
_HAS_OTHERS = f"""
    NOT EXISTS (SELECT FROM unnest($16::text[], $23::text[]) AS other (word, number)
                 WHERE NOT coalesce(starts_with({_PHONE}, other.number), false)
                   AND NOT EXISTS (SELECT FROM unnest({_TERMS}) AS its WHERE starts_with(its, other.word)))
"""

# A shipment with several matching terms is shown at the first of them. The parameter $14 is the leading word. The
# parameter $17 is that word, or the whole text, as a telephone number, which no other term may match. Parameters $18 to
# $21 are up to two ranges of terms to scan. The last, $22, is a number as a waybill.
FIND: Statement = sql(
    "shipments.search",
    """
    SELECT {row}, s.term, s.id AS shipment_id FROM (
        SELECT columns(shipments s), t.term, {passes} AND {period} AND CASE
               WHEN t.term = '' THEN true
               WHEN $22::text IS NOT NULL AND {is_of_waybill} THEN false
               ELSE t.term = (
                    SELECT min(word COLLATE "C") FROM unnest({terms}) AS word
                     WHERE (word >= $14 AND word < $15 AND {has_others})
                        OR (word = {phone} AND starts_with(word, $17::text) AND ($22 IS NOT NULL OR {has_others})))
               END AS passes
          FROM (
            (SELECT '' COLLATE "C" AS term, id AS shipment_id FROM ({of_waybill}) AS named (id)
              WHERE $2 = '' ORDER BY id DESC LIMIT $4)
            UNION ALL
            (SELECT $2::text COLLATE "C" AS term, shipment_id FROM shipment_search_tokens
              WHERE account_id = $1 AND term = $2 AND shipment_id < $3 ORDER BY shipment_id DESC LIMIT $4)
            UNION ALL
            (SELECT term, shipment_id FROM shipment_search_tokens
              WHERE account_id = $1 AND term > $2 AND term >= $18 AND term < $19
              ORDER BY term, shipment_id DESC LIMIT $4)
            UNION ALL
            (SELECT term, shipment_id FROM shipment_search_tokens
              WHERE account_id = $1 AND term > $2 AND term >= $20 AND term < $21
              ORDER BY term, shipment_id DESC LIMIT $4)
             ORDER BY term, shipment_id DESC LIMIT $4) t
          JOIN shipments s ON s.account_id = $1 AND s.id = t.shipment_id
         ORDER BY t.term, t.shipment_id DESC OFFSET 0
    ) s ORDER BY s.term, s.id DESC
    """,
    terms=_TERMS,
    phone=_PHONE,
    has_others=_HAS_OTHERS,
    is_of_waybill=query_schemas.has_waybill_sql("$22"),
    of_waybill=query_schemas.shipment_ids_sql("$22", within="{id} < $3", limit="$4"),
    row=query_schemas.row_sql("s.term, s.id DESC"),
    passes=query_schemas.FILTERS_SQL,
    period=query_schemas.PERIOD_SQL,
)

# The shipment with exactly this id or waybill, whatever other terms begin with it.
FIND_EXACT: Statement = sql(
    "shipments.search_exact",
    """
    SELECT {row}, s.id AS term, s.id AS shipment_id FROM (
        SELECT columns(shipments s), {passes} AND {period} AS passes
          FROM shipments s
         WHERE s.account_id = $1 AND s.id = ANY (ARRAY(
               (SELECT id FROM shipments WHERE account_id = $1 AND id = $2) UNION {of_waybill}))
         ORDER BY s.id DESC
    ) s ORDER BY s.id DESC
    """,
    of_waybill=query_schemas.shipment_ids_sql("$3", within="true", limit="$4"),
    row=query_schemas.row_sql("s.id DESC"),
    passes=query_schemas.FILTERS_SQL,
    period=query_schemas.PERIOD_SQL,
)


class SearchTerms(msgspec.Struct, frozen=True):
    """Parsed search text: its words, the leading one first, and the other meanings of a number."""

    lead: str
    others: list[str]
    phone: str | None
    waybill: str | None

    @classmethod
    def parse(cls, text: str) -> "SearchTerms":
        """Parse a text. Without a word there is nothing to search for."""
        lead, *others = search_text.words_of(text) or ("",)
        is_number = search_text.is_number(text)
        phone = search_text.national_number(text if is_number else lead) if is_number or lead.isdecimal() else ""
        is_long = len(phone) >= (MIN_PHONE_DIGITS_WITH_OTHERS if others else MIN_PHONE_DIGITS)
        waybill = search_text.waybill_key(text) if is_number else None
        return cls(lead, others, phone if is_long else None, waybill)

    def parse_other_numbers(self) -> list[str | None]:
        """The other words as telephone numbers; null for words that are not."""
        numbers = [search_text.national_number(word) if word.isdecimal() else "" for word in self.others]
        return [number if len(number) >= MIN_PHONE_DIGITS_WITH_OTHERS else None for number in numbers]

    def term_ranges(self) -> list[tuple[str, str]]:
        """The ranges of terms to scan, without a range inside another."""
        prefixes = [self.lead] if self.phone is None else sorted((self.lead, self.phone))
        if len(prefixes) > 1 and prefixes[1].startswith(prefixes[0]):
            prefixes.pop()
        return [(first, search_text.beyond(first)) for first in prefixes]


async def search_shipments(read: Read, query: ShipmentQuery, page: PageRequest) -> ScanResult:
    """The shipments that match `q`.

    A number is looked for in each of its meanings. Another text is looked for as a waybill or id, else by its words.
    """
    text = (query.q or "").strip()
    terms = SearchTerms.parse(text)
    if not terms.lead:
        return ScanResult([])
    if page.after is None and terms.waybill is None:
        exact = await read.fetch_all(
            FIND_EXACT, text, search_text.waybill_key(text), MAX_EXACT_MATCHES, *query_schemas.build_parameters(query)
        )
        if exact:
            return ScanResult([row for row in exact if row["row"] is not None])
    ranges = terms.term_ranges()
    range_bounds = [end for one in (*ranges, (None, None))[:2] for end in one]
    term_arguments = (terms.lead, search_text.beyond(terms.lead), terms.others, terms.phone, *range_bounds)

    async def fetch_page(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(
            FIND,
            *after,
            size,
            *query_schemas.build_parameters(query),
            *term_arguments,
            terms.waybill,
            terms.parse_other_numbers(),
        )

    return await pagination.scan(page, fetch_page, _scan_start(page, ranges), *CURSOR_FIELDS)


def _scan_start(page: PageRequest, ranges: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The start of the scan. A cursor of another search may lie outside this one's words."""
    beginning = (_WAYBILL_TERM, ids.upper_bound("ship"))
    if page.after is None:
        return beginning
    is_within = any(first <= page.after[0] < last for first, last in ranges)
    return page.after if is_within or page.after[0] == _WAYBILL_TERM else beginning


def is_exact_match(text: str, shipment: Row) -> bool:
    """True where the text is a whole identifier of a shipment in the API's format, and not a part of one.

    Identifiers are its id, waybill, order, recipient, telephone number and SKUs.
    """
    place = shipment["destinationSnapshot"]
    if search_text.is_number(text):
        number = search_text.national_number(text)
        if number and number == search_text.national_number(place["contactPhone"]):
            return True
    if query_schemas.parse_waybill_key(text) == query_schemas.parse_waybill_key(shipment["waybillId"]):
        return True
    skus = [item.get("sku") for item in shipment["items"]]
    identifiers = (shipment["id"], shipment["externalRef"], place["contactName"], *skus)
    return search_text.split(text) in [search_text.split(one) for one in identifiers if one]
