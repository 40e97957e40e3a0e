"""Filtered lists of deliveries, newest first (decisions, sections 2 and 7).

Of the filters given, the one that tells most apart is sought by its index; the rows found there are looked through for
the others, so many at most an answer.
"""

from collections.abc import Sequence

import asyncpg

from fulfilment import clock, ids
from fulfilment.db.sql import sql
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
    (SELECT * FROM deliveries WHERE account_id = $1 AND id < $2 AND state = 'expired' ORDER BY id DESC LIMIT $3)
    UNION ALL
    (SELECT * FROM deliveries WHERE account_id = $1 AND id < $2 AND announce_at <= $4 AND expires_at <= $4)
)"""

_BY_CUSTOMER = sql(
    "deliveries.walk_by_customer", _WALK, row=_ROW, status=_STATUS, source="deliveries", which="AND d.customer_id = $5"
)
_BY_PRODUCT = sql(
    "deliveries.walk_by_product", _WALK, row=_ROW, status=_STATUS, source="deliveries", which="AND d.product_id = $6"
)
_BY_STATUS = {
    "active": sql(
        "deliveries.walk_active", _WALK, row=_ROW, status=_STATUS, source="deliveries", which="AND d.state = 'open'"
    ),
    "expired": sql("deliveries.walk_expired", _WALK, row=_ROW, status=_STATUS, source=_ALL_EXPIRED, which=""),
    "revoked": sql(
        "deliveries.walk_revoked", _WALK, row=_ROW, status=_STATUS, source="deliveries", which="AND d.state = 'revoked'"
    ),
}
_ALL = sql("deliveries.walk_all", _WALK, row=_ROW, status=_STATUS, source="deliveries", which="")


async def find(read: Read, query: DeliveryQuery, page: Page) -> Walked:
    """What every filter lets pass, as it stands at this moment."""
    if query.customer_id is not None:
        statement = _BY_CUSTOMER
    elif query.product_id is not None:
        statement = _BY_PRODUCT
    else:
        statement = _BY_STATUS.get(query.status, _ALL)
    now = clock.now()

    async def look(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.all(statement, *after, size, now, query.customer_id, query.product_id, query.status)

    return await paging.walk(page, look, page.after or (ids.beyond("dlv"),), "position")
