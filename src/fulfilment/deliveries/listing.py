"""Filtered lists of deliveries, newest first (decisions, sections 2 and 7).

Of the filters given, the one that tells most apart is sought by its index; the rows found there are looked through for
the others, so many at most an answer.
"""

from collections.abc import Sequence

import asyncpg

from fulfilment import clock, ids
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.deliveries.records import Delivery, DeliveryQuery
from fulfilment.http import paging
from fulfilment.http.paging import Page, Walked

_STATUS = """CASE WHEN d.revoked_at IS NOT NULL THEN 'revoked' WHEN d.expires_at <= $4 THEN 'expired'
             ELSE 'active' END"""

_WALK = """
    SELECT d.id AS position,
           CASE WHEN ($5::text IS NULL OR d.customer_id = $5)
                 AND ($6::text IS NULL OR d.product_id = $6)
                 AND ($7::text IS NULL OR {status} = $7)
                THEN {row} END AS row
      FROM {source} d
     WHERE d.account_id = $1 AND d.id < $2 {which}
     ORDER BY d.id DESC LIMIT $3
"""
_ROW = object_of(Delivery, "d", status=_STATUS)

# Time alone ends a delivery. Those that it has ended and the sweep has not marked yet are few, since it comes soon:
# they are sought by time, not among all that are open.
_ALL_EXPIRED = """(
    (SELECT columns(deliveries) FROM deliveries WHERE account_id = $1 AND id < $2
      AND state = $8 ORDER BY id DESC LIMIT $3)
    UNION ALL
    (SELECT * FROM (
        SELECT columns(deliveries) FROM deliveries WHERE account_id = $1 AND announce_at <= $4
         AND expires_at <= $4 OFFSET 0
     ) AS unmarked WHERE id < $2)
)"""


def _walk(name: str, which: str = "", source: str = "deliveries") -> Statement:
    return sql(f"deliveries.walk_{name}", _WALK, row=_ROW, status=_STATUS, source=source, which=which)


BY_CUSTOMER = _walk("by_customer", "AND d.customer_id = $5")
BY_PRODUCT = _walk("by_product", "AND d.product_id = $6")
# The state is a parameter, so that no plan is made for how rare it was at the time.
BY_STATE = _walk("by_state", "AND d.state = $8")
EXPIRED = _walk("expired", source=_ALL_EXPIRED)
ALL = _walk("all")
_STORED_STATE = {"active": "open", "expired": "expired", "revoked": "revoked"}


async def find(read: Read, query: DeliveryQuery, page: Page) -> Walked:
    """What every filter lets pass, as it stands at this moment."""
    statement, state = _sought_by(query)
    wanted = (clock.now(), query.customer_id, query.product_id, query.status, *state)

    async def look(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.all(statement, *after, size, *wanted)

    return await paging.walk(page, look, page.after or (ids.beyond("dlv"),), "position")


def _sought_by(query: DeliveryQuery) -> tuple[Statement, tuple[str, ...]]:
    """The statement for what tells most apart, and the stored state where it seeks by that."""
    if query.customer_id is not None:
        return BY_CUSTOMER, ()
    if query.product_id is not None:
        return BY_PRODUCT, ()
    if query.status is not None:
        return EXPIRED if query.status == "expired" else BY_STATE, (_STORED_STATE[query.status],)
    return ALL, ()
