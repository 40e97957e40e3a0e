"""Lists of licenses and of their activations (specification, Licenses; decisions, section 2).

Of the filters given, the one that tells most apart is sought by its index; the licenses found there are looked through
for the others, so many at most an answer. A search goes along the beginnings of keys, customers and references.
"""

from collections.abc import Sequence

import asyncpg

from fulfilment import ids
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.http import paging
from fulfilment.http.paging import Page, Walked
from fulfilment.licenses.records import License, LicenseActivation, LicenseQuery

_ROW = object_of(License, "l")
_PASSES = """
    ({first}::text IS NULL OR l.customer_id = {first}) AND ({second}::text IS NULL OR l.product_id = {second})
      AND ({third}::text IS NULL OR l.status = {third})
"""

_WALK = """
    SELECT l.id AS position, CASE WHEN {passes} THEN {row} END AS row FROM licenses l
     WHERE l.account_id = $1 AND l.id < $2 {which}
     ORDER BY l.id DESC LIMIT $3
"""
_FILTERS = ("customer_id", "product_id", "status")
_WALKS: dict[str | None, Statement] = {
    name: sql(
        f"licenses.walk_by_{name}" if name else "licenses.walk",
        _WALK,
        row=_ROW,
        passes=_PASSES.format(first="$4", second="$5", third="$6"),
        which=f"AND l.{name} = ${nth}" if name else "",
    )
    for nth, name in enumerate((*_FILTERS, None), start=4)
}

# Each as its index has it: in lower case, in the order of bytes.
_TERMS = ("l.key_term", "l.customer_term", "l.reference_term")
# From one place in an index on: the rest of the term there, then the terms after it.
_RANGES = """
    (SELECT {term} AS term, l.id FROM licenses l WHERE l.account_id = $1 AND {term} = $4 AND l.id < $5
      ORDER BY l.id DESC LIMIT $6)
    UNION
    (SELECT {term} AS term, l.id FROM licenses l WHERE l.account_id = $1 AND {term} > $4 AND {term} < $3
      ORDER BY {term}, l.id DESC LIMIT $6)
"""
# A license that several of its terms lead to is shown at the first of them.
_SEARCH = """
    SELECT CASE WHEN {passes} AND t.term = (SELECT min(its.term) FROM unnest(ARRAY[{terms}]) AS its (term)
                                             WHERE its.term >= $2 AND its.term < $3)
                THEN {row} END AS row, t.term, t.id
      FROM ({ranges} ORDER BY term, id DESC LIMIT $6) t
      JOIN licenses l ON l.account_id = $1 AND l.id = t.id
     ORDER BY t.term, t.id DESC
"""
SEARCH = sql(
    "licenses.search",
    _SEARCH,
    row=_ROW,
    passes=_PASSES.format(first="$7", second="$8", third="$9"),
    terms=", ".join(_TERMS),
    ranges="UNION".join(_RANGES.format(term=term) for term in _TERMS),
)
# After every text that begins with another, in the byte order of the terms.
_LAST = "\U0010ffff"

_ACTIVATIONS = """
    SELECT {row} AS row, a.id AS position FROM license_activations a
     WHERE a.account_id = $1 AND a.license_id = $2 AND a.id < $3 {which}
     ORDER BY a.id DESC LIMIT $4
"""
# By whether only those that hold a slot are wanted.
_LISTS_OF_ACTIVATIONS = {
    only_active: sql(
        "licenses.list_active_activations" if only_active else "licenses.list_activations",
        _ACTIVATIONS,
        row=object_of(LicenseActivation, "a"),
        which="AND a.deactivated_at IS NULL" if only_active else "",
    )
    for only_active in (True, False)
}


async def find(read: Read, query: LicenseQuery, page: Page) -> Walked:
    """The newest first, of what every filter lets pass."""
    wanted = [getattr(query, name) for name in _FILTERS]
    statement = _WALKS[next((name for name in _FILTERS if getattr(query, name) is not None), None)]

    async def look(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.all(statement, after[0], size, *wanted)

    start = page.after or (ids.beyond("lic"),)
    return await paging.walk(page, look, start, "position")


async def search(read: Read, query: LicenseQuery, page: Page) -> Walked:
    """In the order of what was found, the newest first among equals."""
    # As the indexes do it: nothing but ASCII has two cases.
    lead = query.q.encode().lower().decode()
    wanted = [getattr(query, name) for name in _FILTERS]

    async def look(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.all(SEARCH, lead, lead + _LAST, *after, size, *wanted)

    # A cursor of another search may lie before this one's terms.
    start = page.after if page.after and page.after[0] >= lead else (lead, ids.beyond("lic"))
    return await paging.walk(page, look, start, "term", "id")


async def activations(read: Read, license_id: str, page: Page, *, only_active: bool) -> Sequence[asyncpg.Record]:
    """Of one license, the newest first."""
    after = page.after[0] if page.after else ids.beyond("act")
    return await read.all(_LISTS_OF_ACTIVATIONS[only_active], license_id, after, page.reach)
