"""The SQL of digital deliveries, and of their filtered lists, newest first (decisions, sections 2 and 7).

A list scans the index of its most selective filter, and checks a bounded number of rows against the other filters.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import asyncpg

from fulfilment.deliveries.schemas import Delivery, DeliveryQuery, NewDelivery
from fulfilment.infra import ids
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.database_clock import EXPRESSION
from fulfilment.infra.database.statements import Statement, json_object, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import Row

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

# A delivery expires by time alone. Few are expired and not yet marked by the worker, which runs often. An index of
# times finds them without a scan of all open ones.
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
# The state is a parameter, so that PostgreSQL does not choose a plan by the state's frequency at planning time.
BY_STATE = _scan("by_state", "AND d.state = $7")
EXPIRED = _scan("expired", source=_ALL_EXPIRED)
ALL = _scan("all")
_STORED_STATE = {"active": "open", "expired": "expired", "revoked": "revoked"}

GRANT = sql(
    "deliveries.grant",
    """
    WITH product AS (
        SELECT id, type, archived FROM products WHERE account_id = $1 AND id = $3
    ), granted AS (
        INSERT INTO deliveries (account_id, id, product_id, customer_id, checkout_session_id, max_downloads, expires_at,
                                announce_at, external_source, external_ref, created_at, updated_at)
        SELECT $1, $2, id, $4, $5, $6, $7, $8, $9, $10, $11, $11 FROM product WHERE type = 'digital' AND NOT archived
        ON CONFLICT (account_id, product_id, checkout_session_id) DO NOTHING
        RETURNING columns(deliveries)
    )
    SELECT product.type AS product_type, product.archived AS product_archived,
           EXISTS (SELECT FROM accounts WHERE id = $1 AND plan = ANY ($12::text[])) AS is_limited, granted.*
      FROM (SELECT) AS always LEFT JOIN product ON true LEFT JOIN granted ON true
    """,
)

FIND_BY_CHECKOUT = sql(
    "deliveries.find_by_checkout",
    "SELECT id FROM deliveries WHERE account_id = $1 AND product_id = $2 AND checkout_session_id = $3",
)

# Includes the present time, which decides the status.
FIND = sql(
    "deliveries.find",
    "SELECT columns(deliveries), {now} AS now FROM deliveries WHERE account_id = $1 AND id = $2",
    now=EXPRESSION,
)

# The check and the count use the row's version under the lock. The snapshot of a single UPDATE may be older. It could
# refuse a download that a concurrent extension has just allowed, or count on from before a reset.
COUNT_DOWNLOAD = sql(
    "deliveries.count_download",
    """
    WITH locked AS MATERIALIZED (
        SELECT id, download_count AS used, max_downloads AS most, revoked_at AS ended_at, expires_at AS ends_at
          FROM deliveries WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE
    ), found AS MATERIALIZED (
        SELECT l.*, present.now, l.ended_at IS NOT NULL OR l.ends_at <= present.now AS is_over
          FROM locked l CROSS JOIN LATERAL (SELECT {now} AS now, l.id) present
    ), counted AS (
        UPDATE deliveries d SET download_count = found.used + 1, last_downloaded_at = found.now, updated_at = found.now
          FROM found WHERE d.account_id = $1 AND d.id = found.id AND NOT is_over AND used < most
        RETURNING columns(deliveries d)
    )
    SELECT found.id IS NOT NULL AS is_known, is_over, used, most, ended_at, ends_at, found.now, counted.*
      FROM (SELECT) AS always LEFT JOIN found ON true LEFT JOIN counted ON true
    """,
    now=EXPRESSION,
)

LOCK = sql(
    "deliveries.lock",
    "SELECT columns(deliveries), {now} AS now FROM deliveries WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE",
    now=EXPRESSION,
)

UPDATE = sql(
    "deliveries.update",
    """
    UPDATE deliveries SET download_count = $3, expires_at = $4, revoked_at = $5, announce_at = $6, updated_at = $7
     WHERE account_id = $1 AND id = $2
    RETURNING columns(deliveries)
    """,
)

_UPDATED_COLUMNS = ("download_count", "expires_at", "revoked_at", "announce_at", "updated_at")

# Loose index scan: from workspace to workspace along an index. Another index first shows if any delivery is due at all.
WORKSPACES_WITH_DUE = sql(
    "deliveries.unscoped_workspaces_with_due",
    """
    WITH RECURSIVE workspace AS (
        (SELECT account_id, announce_at FROM deliveries
          WHERE announce_at IS NOT NULL ORDER BY account_id, announce_at LIMIT 1)
        UNION ALL
        SELECT next.* FROM workspace CROSS JOIN LATERAL (
            SELECT d.account_id, d.announce_at FROM deliveries d
             WHERE d.announce_at IS NOT NULL AND d.account_id > workspace.account_id
             ORDER BY d.account_id, d.announce_at LIMIT 1
        ) next
    )
    SELECT account_id FROM workspace
     WHERE announce_at <= $1 AND (SELECT min(announce_at) FROM deliveries) <= $1
    """,
)

LOCK_DUE = sql(
    "deliveries.lock_due",
    """
    SELECT columns(deliveries) FROM deliveries WHERE account_id = $1 AND announce_at <= $2
     ORDER BY announce_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
    """,
)

# After the `expiring` event the next one is at the expiry; after that there is none.
SCHEDULE_NEXT_ANNOUNCEMENT = sql(
    "deliveries.schedule_next_announcement",
    """
    UPDATE deliveries SET announce_at = CASE WHEN expires_at > $2 THEN expires_at END
     WHERE account_id = $1 AND id = ANY ($3::text[])
    """,
)


async def find_deliveries(read: Read, query: DeliveryQuery, page: PageRequest) -> ScanResult:
    """Deliveries that pass every filter, with their present status."""
    statement, state = _choose_statement(query)
    filters = (query.customer_id, query.product_id, query.status, *state)

    async def fetch_page(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(statement, *after, size, *filters)

    return await pagination.scan(page, fetch_page, page.after or (ids.upper_bound("dlv"),), "position")


async def grant(
    tx: Tx,
    id: str,
    body: NewDelivery,
    expires_at: datetime,
    announce_at: datetime,
    at: datetime,
    limiting_plans: Sequence[str],
) -> asyncpg.Record:
    """Insert a delivery. `id` is null if the checkout has a delivery of the product, or the product is not digital.

    The row also has the product's type and state (`product_type` is null if there is no product). `is_limited` is true
    if the workspace is on one of the limiting plans.
    """
    return await tx.fetch_one(
        GRANT,
        id,
        body.product_id,
        body.customer_id,
        body.checkout_session_id,
        body.max_downloads,
        expires_at,
        announce_at,
        body.external_source,
        body.external_ref,
        at,
        limiting_plans,
    )


async def find(read: Read, id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND, id)


async def find_by_checkout(read: Read, product_id: str, checkout_session_id: str) -> str | None:
    """The id of a checkout's delivery of a product."""
    return await read.fetch_value(FIND_BY_CHECKOUT, product_id, checkout_session_id)


async def count_download(tx: Tx, id: str) -> asyncpg.Record:
    """Count a download. `id` is null if it was not counted; `is_known` and `is_over` give the reason, as of `now`."""
    return await tx.fetch_one(COUNT_DOWNLOAD, id)


async def lock(tx: Tx, id: str) -> asyncpg.Record | None:
    return await tx.fetch_optional(LOCK, id)


async def update(tx: Tx, row: Row, **changed: Any) -> asyncpg.Record:
    """Update some columns of a locked delivery."""
    values = {**row, **changed}
    updated = await tx.fetch_optional(UPDATE, row["id"], *(values[name] for name in _UPDATED_COLUMNS))
    assert updated is not None
    return updated


async def lock_due(read: Read, at: datetime, limit: int) -> Sequence[asyncpg.Record]:
    """Lock due deliveries that no other transaction has locked."""
    return await read.fetch_all(LOCK_DUE, at, limit)


async def schedule_next_announcement(tx: Tx, at: datetime, ids: Sequence[str]) -> None:
    """Set the time of the next event of deliveries whose due event was emitted."""
    await tx.fetch_optional(SCHEDULE_NEXT_ANNOUNCEMENT, at, ids)


def _choose_statement(query: DeliveryQuery) -> tuple[Statement, tuple[str, ...]]:
    """The statement of the most selective filter, and the stored state as its parameter if it filters by state."""
    if query.customer_id is not None:
        return BY_CUSTOMER, ()
    if query.product_id is not None:
        return BY_PRODUCT, ()
    if query.status is not None:
        return EXPIRED if query.status == "expired" else BY_STATE, (_STORED_STATE[query.status],)
    return ALL, ()
