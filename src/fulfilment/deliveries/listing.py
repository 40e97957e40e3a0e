"""Filtered lists of deliveries, newest first (decisions, sections 2 and 7).

Of the filters given, the one that tells most apart is sought by its index; the rows found there are looked through for
the others, so many at most an answer.
"""

from collections.abc import Sequence

import asyncpg

from fulfilment.deliveries.schemas import Delivery, DeliveryQuery
from fulfilment.infra import ids
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.json_rows import json_object
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Read

_STATUS = """CASE WHEN d.revoked_at IS NOT NULL THEN 'revoked' WHEN d.expires_at <= now() THEN 'expired'
             ELSE 'active' END"""

_SCAN = """
    SELECT d.id AS position,
           CASE WHEN ($4::text IS NULL OR d.customer_id = $4)
                 AND ($5::text IS NULL OR d.product_id = $5)
                 AND ($6::text IS NULL OR {status} = $6)
                THEN {row} END AS row
      FROM {source} d
     WHERE d.account_id = $1 AND d.id < $2 {which}
     ORDER BY d.id DESC LIMIT $3
"""
_ROW = json_object(Delivery, "d", status=_STATUS)

# Time alone ends a delivery. Those that it has ended and the sweep has not marked yet are few, since it comes soon:
# they are sought by time, not among all that are open.
_ALL_EXPIRED = """(
    (SELECT columns(deliveries) FROM deliveries WHERE account_id = $1 AND id < $2
      AND state = $7 ORDER BY id DESC LIMIT $3)
    UNION ALL
    (SELECT * FROM (
        SELECT columns(deliveries) FROM deliveries WHERE account_id = $1 AND announce_at <= now()
         AND expires_at <= now() OFFSET 0
     ) AS unmarked WHERE id < $2)
)"""


def _scan(name: str, which: str = "", source: str = "deliveries") -> Statement:
    return sql(f"deliveries.scan_{name}", _SCAN, row=_ROW, status=_STATUS, source=source, which=which)


BY_CUSTOMER = _scan("by_customer", "AND d.customer_id = $4")
BY_PRODUCT = _scan("by_product", "AND d.product_id = $5")
# The state is a parameter, so that no plan is made for how rare it was at the time.
BY_STATE = _scan("by_state", "AND d.state = $7")
EXPIRED = _scan("expired", source=_ALL_EXPIRED)
ALL = _scan("all")
_STORED_STATE = {"active": "open", "expired": "expired", "revoked": "revoked"}


async def find_deliveries(read: Read, query: DeliveryQuery, page: PageRequest) -> ScanResult:
    """What every filter lets pass, as it stands at this moment."""
    statement, state = _choose_statement(query)
    filters = (query.customer_id, query.product_id, query.status, *state)

    async def fetch_page(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(statement, *after, size, *filters)

    return await pagination.scan(page, fetch_page, page.after or (ids.upper_bound("dlv"),), "position")


def _choose_statement(query: DeliveryQuery) -> tuple[Statement, tuple[str, ...]]:
    """The statement for what tells most apart, and the stored state where it seeks by that."""
    if query.customer_id is not None:
        return BY_CUSTOMER, ()
    if query.product_id is not None:
        return BY_PRODUCT, ()
    if query.status is not None:
        return EXPIRED if query.status == "expired" else BY_STATE, (_STORED_STATE[query.status],)
    return ALL, ()
