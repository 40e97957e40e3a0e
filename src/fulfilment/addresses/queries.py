"""The SQL of saved addresses."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import asyncpg

from fulfilment.addresses.schemas import Address
from fulfilment.infra import clock
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx

_LIST = """
    SELECT {row}, a.is_default, a.updated_at, a.id FROM (
        SELECT columns(addresses) FROM addresses a
         WHERE a.account_id = $1 AND (a.is_default, a.updated_at, a.id) < ($2, $3, $4) {which}
         ORDER BY {order} LIMIT $5
    ) a ORDER BY {order}
"""
_ORDER = "a.is_default DESC, a.updated_at DESC, a.id DESC"
_STORED_BYTES = pagination.stored_bytes_sql("a.address", "a.note", "a.postal_code", "a.area_id")
_ROW = pagination.stop_when_full_sql(json_object(Address, "a"), "row", size=_STORED_BYTES, order=_ORDER)
LIST = sql("addresses.list", _LIST, row=_ROW, order=_ORDER, which="")
LIST_OF_CUSTOMER = sql("addresses.list_of_customer", _LIST, row=_ROW, order=_ORDER, which="AND a.customer_id = $6")

# Serialises changes of a customer's default address: at most one is the default, and no request fails for a conflict.
LOCK_CUSTOMER = sql(
    "addresses.lock_customer",
    "SELECT pg_advisory_xact_lock(hashtextextended($1::text /* account_id */ || ' address of ' || $2, 0))",
)

FIND = sql("addresses.find", "SELECT columns(addresses) FROM addresses WHERE account_id = $1 AND id = $2")

LOCK = sql(
    "addresses.lock", "SELECT columns(addresses) FROM addresses WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE"
)

DEMOTE_OTHERS = sql(
    "addresses.demote",
    "UPDATE addresses SET is_default = false WHERE account_id = $1 AND customer_id = $2 AND is_default AND id <> $3",
)

INSERT = sql(
    "addresses.insert",
    """
    INSERT INTO addresses (account_id, id, customer_id, label, contact_name, contact_phone, email, address, note,
                           postal_code, area_id, lat, lng, is_default, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
    RETURNING columns(addresses)
    """,
)

UPDATE = sql(
    "addresses.update",
    """
    UPDATE addresses SET label = $4, contact_name = $5, contact_phone = $6, email = $7, address = $8, note = $9,
           postal_code = $10, area_id = $11, lat = $12, lng = $13, is_default = $14, updated_at = $15
     WHERE account_id = $1 AND id = $2 AND customer_id = $3
    RETURNING columns(addresses)
    """,
)

DELETE = sql("addresses.delete", "DELETE FROM addresses WHERE account_id = $1 AND id = $2 RETURNING id")

_WRITABLE_COLUMNS = (
    "label",
    "contact_name",
    "contact_phone",
    "email",
    "address",
    "note",
    "postal_code",
    "area_id",
    "lat",
    "lng",
    "is_default",
)


async def list_addresses(read: Read, customer_id: str | None, page: PageRequest) -> list[asyncpg.Record]:
    """Saved addresses of a page, of one customer or of all: defaults first, then the newest-updated."""
    position = page.after or (True, clock.END_OF_TIME, "")
    if customer_id is None:
        return await read.fetch_all(LIST, *position, page.fetch_limit)
    return await read.fetch_all(LIST_OF_CUSTOMER, *position, page.fetch_limit, customer_id)


async def lock_customer(tx: Tx, customer_id: str) -> None:
    await tx.fetch_optional(LOCK_CUSTOMER, customer_id)


async def find_address(read: Read, id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND, id)


async def lock_address(tx: Tx, id: str) -> asyncpg.Record | None:
    return await tx.fetch_optional(LOCK, id)


async def demote_others(tx: Tx, customer_id: str, id: str) -> None:
    """Clear the default flag of every other address of the customer."""
    await tx.fetch_optional(DEMOTE_OTHERS, customer_id, id)


async def insert_address(tx: Tx, id: str, values: Mapping[str, Any], at: datetime) -> asyncpg.Record:
    row = await tx.fetch_optional(INSERT, id, values["customer_id"], *(values[name] for name in _WRITABLE_COLUMNS), at)
    assert row is not None
    return row


async def update_address(tx: Tx, values: Mapping[str, Any], at: datetime) -> asyncpg.Record:
    row = await tx.fetch_optional(
        UPDATE, values["id"], values["customer_id"], *(values[name] for name in _WRITABLE_COLUMNS), at
    )
    assert row is not None, "it is locked"
    return row


async def delete_address(tx: Tx, id: str) -> bool:
    """Delete an address. False if there was none."""
    return await tx.fetch_value(DELETE, id) is not None
