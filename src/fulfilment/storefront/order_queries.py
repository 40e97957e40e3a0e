"""The SQL of a storefront's orders and of what sells in them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import asyncpg
import msgspec

from fulfilment import ids
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.db.wire_json import object_of
from fulfilment.fields import from_row
from fulfilment.http.paging import Page, bytes_of, until_full
from fulfilment.storefront.order_records import StorefrontLineError, StorefrontOrder, StorefrontOrderLine

_LINE = object_of(StorefrontOrderLine, "l")
_LINES = f"""coalesce((SELECT json_agg({_LINE} ORDER BY l.number) FROM storefront_order_lines l
                        WHERE l.account_id = o.account_id AND l.order_id = o.id), '[]')"""
_ROW = object_of(StorefrontOrder, "o", lines=_LINES)
# What a line has beside its texts, and what each of its licenses takes.
_TEXTS = bytes_of("l.ref", "l.product_ref", "l.variant_ref", "l.product_id", "l.variant_id", "l.name", "l.error")
_SIZE = f"""{bytes_of("o.customer", "o.destination", "o.shipping")} + coalesce((
    SELECT sum(300 + {_TEXTS} + 33 * cardinality(l.license_ids))
      FROM storefront_order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id), 0)"""

_LIST = """
    SELECT {row}, o.id AS position FROM (
        SELECT columns(storefront_orders o), {size} AS size FROM storefront_orders o
         WHERE o.account_id = $1 AND o.id < $2 {which} ORDER BY o.id DESC LIMIT $3
    ) o ORDER BY o.id DESC
"""
_PARTS = {"row": until_full(_ROW, "row", size="o.size", order="o.id DESC"), "size": _SIZE}
LIST = sql("storefront_orders.list", _LIST, which="", **_PARTS)
LIST_BY_STATUS = sql("storefront_orders.list_by_status", _LIST, which="AND o.status = $4", **_PARTS)

FIND = sql(
    "storefront_orders.find",
    "SELECT {row} AS row FROM storefront_orders o WHERE o.account_id = $1 AND o.id = $2",
    row=_ROW,
)

# Whoever says something of a checkout waits for whoever says something else of it, also where neither was heard before.
CLAIM = sql(
    "storefront_orders.claim",
    """
    INSERT INTO storefront_orders AS o (account_id, id, checkout_session_id, status, external_source, expires_at,
                                        created_at, updated_at)
    VALUES ($1, $2, $3, 'open', $4, $5, $5, $5)
    ON CONFLICT (account_id, checkout_session_id) DO UPDATE SET updated_at = o.updated_at
    RETURNING columns(storefront_orders o)
    """,
)

LOCK = sql(
    "storefront_orders.lock",
    "SELECT columns(storefront_orders) FROM storefront_orders WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE",
)

READ_LINES = sql(
    "storefront_orders.read_lines",
    "SELECT columns(storefront_order_lines) FROM storefront_order_lines "
    "WHERE account_id = $1 AND order_id = $2 ORDER BY number",
)

# The times are the database's, by which all nodes decide.
OPEN = sql(
    "storefront_orders.open",
    """
    UPDATE storefront_orders
       SET status = 'open', said_at = $3, expires_at = date_trunc('milliseconds', now()) + $4::interval,
           updated_at = date_trunc('milliseconds', now())
     WHERE account_id = $1 AND id = $2
    """,
)

EXPIRE = sql(
    "storefront_orders.expire",
    """
    UPDATE storefront_orders SET status = 'expired', said_at = $3, updated_at = date_trunc('milliseconds', now())
     WHERE account_id = $1 AND id = $2
    """,
)

SETTLE = sql(
    "storefront_orders.settle",
    """
    UPDATE storefront_orders
       SET status = $3, external_ref = $4, customer = $5, destination = $6, shipping = $7,
           paid_at = coalesce(paid_at, date_trunc('milliseconds', now())),
           updated_at = date_trunc('milliseconds', now())
     WHERE account_id = $1 AND id = $2
    """,
)

WRITE_LINES = sql(
    "storefront_orders.write_lines",
    """
    WITH cut AS (
        DELETE FROM storefront_order_lines
         WHERE account_id = $1 AND order_id = $2 AND number >= json_array_length($3::json)
    )
    INSERT INTO storefront_order_lines
           (account_id, order_id, number, ref, product_ref, variant_ref, product_id, variant_id, type, quantity, name,
            value, weight, status, shipment_id, delivery_id, license_ids, error)
    SELECT $1, $2, number, ref, "productRef", "variantRef", "productId", "variantId", type, quantity, name, value,
           weight, status, "shipmentId", "deliveryId", "licenseIds", error
      FROM json_to_recordset($3::json) AS said (
          number integer, ref text, "productRef" text, "variantRef" text, "productId" text, "variantId" text, type text,
          quantity bigint, name text, value bigint, weight bigint, status text, "shipmentId" text, "deliveryId" text,
          "licenseIds" text[], error json)
    ON CONFLICT (account_id, order_id, number) DO UPDATE
       SET (ref, product_ref, variant_ref, product_id, variant_id, type, quantity, name, value, weight, status,
            shipment_id, delivery_id, license_ids, error)
         = (excluded.ref, excluded.product_ref, excluded.variant_ref, excluded.product_id, excluded.variant_id,
            excluded.type, excluded.quantity, excluded.name, excluded.value, excluded.weight, excluded.status,
            excluded.shipment_id, excluded.delivery_id, excluded.license_ids, excluded.error)
    """,
)

OVERDUE = sql(
    "storefront_orders.unscoped_overdue",
    """
    SELECT account_id, id FROM storefront_orders WHERE status = 'open' AND expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
    """,
)

MARK_EXPIRED = sql(
    "storefront_orders.batched_mark_expired",
    """
    UPDATE storefront_orders o SET status = 'expired', updated_at = $3
      FROM unnest($1::text[], $2::text[]) AS over (account_id, id)
     WHERE o.account_id = over.account_id AND o.id = over.id
    """,
)

OLD = sql(
    "storefront_orders.unscoped_old",
    """
    SELECT account_id, id FROM storefront_orders WHERE status = 'expired' AND updated_at <= $1
     ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

FORGET = sql(
    "storefront_orders.batched_forget",
    """
    DELETE FROM storefront_orders o USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE o.account_id = old.account_id AND o.id = old.id
    """,
)


async def list_orders(read: Read, status: str | None, page: Page) -> Sequence[asyncpg.Record]:
    """Newest first."""
    after = page.after[0] if page.after else ids.beyond("ord")
    if status is None:
        return await read.all(LIST, after, page.reach)
    return await read.all(LIST_BY_STATUS, after, page.reach, status)


async def find(read: Read, id: str) -> str | None:
    """One order with its lines, as JSON."""
    return await read.value(FIND, id)


async def read(read: Read, id: str) -> StorefrontOrder:
    """One order that there is, with its lines."""
    return msgspec.json.decode(await find(read, id), type=StorefrontOrder)


async def claim(tx: Tx, external_source: str, checkout_session_id: str) -> asyncpg.Record:
    """The order of a checkout, locked; a new one without lines where there is none."""
    order_id = ids.new("ord")
    return await tx.one(CLAIM, order_id, checkout_session_id, external_source, ids.moment_of(order_id))


async def lock(tx: Tx, id: str) -> asyncpg.Record | None:
    return await tx.one(LOCK, id)


async def read_lines(read: Read, order_id: str) -> list[StorefrontOrderLine]:
    rows = await read.all(READ_LINES, order_id)
    return [_line(row) for row in rows]


async def reopen(tx: Tx, order_id: str, said_at: datetime, lasts: Any) -> None:
    """It is waited for until so long after now."""
    await tx.one(OPEN, order_id, said_at, lasts)


async def expire(tx: Tx, order_id: str, said_at: datetime) -> None:
    await tx.one(EXPIRE, order_id, said_at)


async def settle(tx: Tx, order: StorefrontOrder) -> None:
    """Keep what a paid order has become, with its lines."""
    given = (_json(part) for part in (order.customer, order.destination, order.shipping))
    await tx.one(SETTLE, order.id, order.status, order.external_ref, *given)
    await write_lines(tx, order.id, order.lines)


async def write_lines(tx: Tx, order_id: str, lines: Sequence[StorefrontOrderLine]) -> None:
    """Keep these lines in place of those that there were."""
    said = [{"number": number, **msgspec.to_builtins(line)} for number, line in enumerate(lines)]
    await tx.one(WRITE_LINES, order_id, _json(said))


def _line(row: asyncpg.Record) -> StorefrontOrderLine:
    error = None if row["error"] is None else msgspec.json.decode(row["error"], type=StorefrontLineError)
    return from_row(StorefrontOrderLine, row, error=error)


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()
