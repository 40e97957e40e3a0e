"""Lists of licenses and of their activations (specification, Licenses; decisions, section 2).

A list scans the index of the most selective filter, and checks a bounded number of rows against the others. A search is
a prefix scan over keys, customers and references.
"""

from collections.abc import Sequence

import asyncpg

from fulfilment.infra import ids
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.statements import Statement, json_object, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.licenses.schemas import License, LicenseActivation, LicenseQuery

_ROW = json_object(License, "l")
_MATCHES = """
    ({first}::text IS NULL OR l.customer_id = {first}) AND ({second}::text IS NULL OR l.product_id = {second})
      AND ({third}::text IS NULL OR l.status = {third})
"""

_SCAN = """
    SELECT l.id AS position, CASE WHEN {matches} THEN {row} END AS row FROM licenses l
     WHERE l.account_id = $1 AND l.id < $2 {which}
     ORDER BY l.id DESC LIMIT $3
"""
_FILTERS = ("customer_id", "product_id", "status")
_SCANS: dict[str | None, Statement] = {
    name: sql(
        f"licenses.scan_by_{name}" if name else "licenses.scan",
        _SCAN,
        row=_ROW,
        matches=_MATCHES.format(first="$4", second="$5", third="$6"),
        which=f"AND l.{name} = ${nth}" if name else "",
    )
    for nth, name in enumerate((*_FILTERS, None), start=4)
}

# The indexed search terms: lower case, in byte order.
_TERMS = ("l.key_search_prefix", "l.customer_search_prefix", "l.reference_search_prefix")
# Scans an index from a position: the rest of the term there, then the later terms.
_RANGES = """
    (SELECT {term} AS term, l.id FROM licenses l WHERE l.account_id = $1 AND {term} = $4 AND l.id < $5
      ORDER BY l.id DESC LIMIT $6)
    UNION
    (SELECT {term} AS term, l.id FROM licenses l WHERE l.account_id = $1 AND {term} > $4 AND {term} < $3
      ORDER BY {term}, l.id DESC LIMIT $6)
"""
# A license that matches with several terms appears at the first of them.
_SEARCH = """
    SELECT CASE WHEN {matches} AND t.term = (SELECT min(its.term) FROM unnest(ARRAY[{terms}]) AS its (term)
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
    matches=_MATCHES.format(first="$7", second="$8", third="$9"),
    terms=", ".join(_TERMS),
    ranges="UNION".join(_RANGES.format(term=term) for term in _TERMS),
)
# A prefix followed by this sorts after every text with that prefix, in byte order.
_AFTER_LAST = "\U0010ffff"

_ACTIVATIONS = """
    SELECT {row} AS row, a.id AS position FROM license_activations a
     WHERE a.account_id = $1 AND a.license_id = $2 AND a.id < $3 {which}
     ORDER BY a.id DESC LIMIT $4
"""
# The key is True for present activations alone.
_LISTS_OF_ACTIVATIONS = {
    only_active: sql(
        "licenses.list_active_activations" if only_active else "licenses.list_activations",
        _ACTIVATIONS,
        row=json_object(LicenseActivation, "a"),
        which="AND a.deactivated_at IS NULL" if only_active else "",
    )
    for only_active in (True, False)
}


async def find_licenses(read: Read, query: LicenseQuery, page: PageRequest) -> ScanResult:
    """Licenses that pass every filter, newest first."""
    filters = [getattr(query, name) for name in _FILTERS]
    statement = _SCANS[next((name for name in _FILTERS if getattr(query, name) is not None), None)]

    async def fetch_page(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(statement, after[0], size, *filters)

    start = page.after or (ids.upper_bound("lic"),)
    return await pagination.scan(page, fetch_page, start, "position")


async def search_licenses(read: Read, query: LicenseQuery, page: PageRequest) -> ScanResult:
    """Licenses with a term that begins with `q`, in the order of the terms; for equal terms newest first."""
    # Only ASCII letters become lower case, as in the indexes.
    assert query.q is not None
    prefix = query.q.encode().lower().decode()
    filters = [getattr(query, name) for name in _FILTERS]

    async def fetch_page(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(SEARCH, prefix, prefix + _AFTER_LAST, *after, size, *filters)

    # The cursor of another search may lie before this range.
    start = page.after if page.after and page.after[0] >= prefix else (prefix, ids.upper_bound("lic"))
    return await pagination.scan(page, fetch_page, start, "term", "id")


async def list_activations(
    read: Read, license_id: str, page: PageRequest, *, only_active: bool
) -> Sequence[asyncpg.Record]:
    """The activations of a license, newest first."""
    after = page.after[0] if page.after else ids.upper_bound("act")
    return await read.fetch_all(_LISTS_OF_ACTIVATIONS[only_active], license_id, after, page.fetch_limit)
