"""SQL of a storefront's orders and their lines."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment.infra import ids
from fulfilment.infra.api.pagination import PageRequest, stop_when_full_sql, stored_bytes_sql
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import Value, from_row
from fulfilment.storefront.order_schemas import StorefrontLineError, StorefrontOrder, StorefrontOrderLine

_LINE = json_object(StorefrontOrderLine, "l")
_LINES = f"""coalesce((SELECT json_agg({_LINE} ORDER BY l.number) FROM storefront_order_lines l
                        WHERE l.account_id = o.account_id AND l.order_id = o.id), '[]')"""
_ROW = json_object(StorefrontOrder, "o", lines=_LINES)
# The size of a line besides its texts, and of each license id.
_TEXTS = stored_bytes_sql(
    "l.ref", "l.product_ref", "l.variant_ref", "l.product_id", "l.variant_id", "l.name", "l.error"
)
_SIZE = f"""{stored_bytes_sql("o.customer", "o.destination", "o.shipping")} + coalesce((
    SELECT sum(300 + {_TEXTS} + 33 * cardinality(l.license_ids))
      FROM storefront_order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id), 0)"""

_LIST = """
    SELECT {row}, o.id AS position FROM (
        SELECT columns(storefront_orders o), {size} AS size FROM storefront_orders o
         WHERE o.account_id = $1 AND o.id < $2 {which} ORDER BY o.id DESC LIMIT $3
    ) o ORDER BY o.id DESC
"""
_PARTS = {"row": stop_when_full_sql(_ROW, "row", size="o.size", order="o.id DESC"), "size": _SIZE}
LIST = sql("storefront_orders.list", _LIST, which="", **_PARTS)
LIST_BY_STATUS = sql("storefront_orders.list_by_status", _LIST, which="AND o.status = $4", **_PARTS)

FIND = sql(
    "storefront_orders.find",
    "SELECT {row} AS row FROM storefront_orders o WHERE o.account_id = $1 AND o.id = $2",
    row=_ROW,
)

# An upsert: concurrent events of one checkout wait for each other, also for a new checkout.
GET_OR_CREATE_LOCKED = sql(
    "storefront_orders.get_or_create_locked",
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

LIST_LINES = sql(
    "storefront_orders.read_lines",
    "SELECT columns(storefront_order_lines) FROM storefront_order_lines "
    "WHERE account_id = $1 AND order_id = $2 ORDER BY number",
)

# The times are those of the database's clock, which all nodes share.
REOPEN = sql(
    "storefront_orders.open",
    """
    UPDATE storefront_orders
       SET status = 'open', reported_at = $3, expires_at = date_trunc('milliseconds', now()) + $4::interval,
           updated_at = date_trunc('milliseconds', now())
     WHERE account_id = $1 AND id = $2
    """,
)

EXPIRE = sql(
    "storefront_orders.expire",
    """
    UPDATE storefront_orders SET status = 'expired', reported_at = $3, updated_at = date_trunc('milliseconds', now())
     WHERE account_id = $1 AND id = $2
    """,
)

STORE_ORDER = sql(
    "storefront_orders.store",
    """
    UPDATE storefront_orders
       SET status = $3, external_ref = $4, customer = $5, destination = $6, shipping = $7,
           paid_at = coalesce(paid_at, date_trunc('milliseconds', now())),
           updated_at = date_trunc('milliseconds', now())
     WHERE account_id = $1 AND id = $2
    """,
)

REPLACE_LINES = sql(
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

FIND_OVERDUE = sql(
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

FIND_OLD = sql(
    "storefront_orders.unscoped_old",
    """
    SELECT account_id, id FROM storefront_orders WHERE status = 'expired' AND updated_at <= $1
     ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

DELETE_OLD = sql(
    "storefront_orders.batched_delete_old",
    """
    DELETE FROM storefront_orders o USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE o.account_id = old.account_id AND o.id = old.id
    """,
)


async def list_orders(read: Read, status: str | None, page: PageRequest) -> Sequence[asyncpg.Record]:
    """Orders, newest first."""
    after = page.after[0] if page.after else ids.upper_bound("ord")
    if status is None:
        return await read.fetch_all(LIST, after, page.fetch_limit)
    return await read.fetch_all(LIST_BY_STATUS, after, page.fetch_limit, status)


async def find_order_json(read: Read, id: str) -> str | None:
    """One order with its lines, as JSON; None where it does not exist."""
    return await read.fetch_value(FIND, id)


async def get_order(read: Read, id: str) -> StorefrontOrder:
    """One existing order, with its lines."""
    order = await find_order_json(read, id)
    assert order is not None
    return msgspec.json.decode(order, type=StorefrontOrder)


async def get_or_create_locked(tx: Tx, external_source: str, checkout_session_id: str) -> asyncpg.Record:
    """The order of a checkout, locked; created without lines where there is none."""
    order_id = ids.new("ord")
    return await tx.fetch_one(
        GET_OR_CREATE_LOCKED, order_id, checkout_session_id, external_source, ids.moment_of(order_id)
    )


async def lock_order(tx: Tx, id: str) -> asyncpg.Record | None:
    return await tx.fetch_optional(LOCK, id)


async def list_lines(read: Read, order_id: str) -> list[StorefrontOrderLine]:
    rows = await read.fetch_all(LIST_LINES, order_id)
    return [_to_line(row) for row in rows]


async def reopen_order(tx: Tx, order_id: str, reported_at: datetime, lasts: timedelta) -> None:
    """Open the order, until `lasts` from now."""
    await tx.fetch_optional(REOPEN, order_id, reported_at, lasts)


async def expire_order(tx: Tx, order_id: str, reported_at: datetime) -> None:
    await tx.fetch_optional(EXPIRE, order_id, reported_at)


async def store_order(tx: Tx, order: StorefrontOrder) -> None:
    """Store the outcome of a paid order, with its lines."""
    documents = (_encode_json(part) for part in (order.customer, order.destination, order.shipping))
    await tx.fetch_optional(STORE_ORDER, order.id, order.status, order.external_ref, *documents)
    await replace_lines(tx, order.id, order.lines)


async def replace_lines(tx: Tx, order_id: str, lines: Sequence[StorefrontOrderLine]) -> None:
    """Replace the lines of an order."""
    rows = [{"number": number, **msgspec.to_builtins(line)} for number, line in enumerate(lines)]
    await tx.fetch_optional(REPLACE_LINES, order_id, _encode_json(rows))


def _to_line(row: asyncpg.Record) -> StorefrontOrderLine:
    error = None if row["error"] is None else msgspec.json.decode(row["error"], type=StorefrontLineError)
    return from_row(StorefrontOrderLine, row, error=error)


def _encode_json(value: Value) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()
