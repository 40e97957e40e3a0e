"""The SQL of shipping: one row per workspace, with its origin and its aggregator config."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

FIND_CONFIG = sql(
    "shipping.find_config", "SELECT columns(aggregator_configs) FROM aggregator_configs WHERE account_id = $1"
)

LOCK_CONFIG = sql(
    "shipping.lock_config",
    "SELECT columns(aggregator_configs) FROM aggregator_configs WHERE account_id = $1 FOR NO KEY UPDATE",
)

INSERT_CONFIG = sql(
    "shipping.insert_config",
    """
    INSERT INTO aggregator_configs (account_id, created_at, updated_at) VALUES ($1, $2, $2)
    ON CONFLICT (account_id) DO NOTHING
    RETURNING account_id
    """,
)

SAVE_ORIGIN = sql(
    "shipping.save_origin",
    """
    UPDATE aggregator_configs
       SET address = $2, contact_name = $3, contact_phone = $4, province = $5, city = $6, district = $7, village = $8,
           postal = $9, area_id = $10, lat = $11, lng = $12, note = $13, enabled_couriers = $14,
           needs_coordinates = $15, updated_at = $16
     WHERE account_id = $1
    RETURNING columns(aggregator_configs)
    """,
)

SAVE_CONFIG = sql(
    "shipping.save_config",
    """
    UPDATE aggregator_configs
       SET api_key = $2, key_id = $3, api_key_preview = $4, report_token = $5, report_token_hash = $6,
           default_origin_id = $7, enabled_couriers = $8, needs_coordinates = $9, default_courier = $10, active = $11,
           updated_at = $12
     WHERE account_id = $1
    RETURNING columns(aggregator_configs)
    """,
)

FIND_WORKSPACE_BY_TOKEN = sql(
    "shipping.unscoped_find_workspace_by_token",
    """
    SELECT account_id FROM aggregator_configs WHERE report_token_hash = $1
    UNION ALL
    SELECT account_id FROM previous_aggregator_keys WHERE report_token_hash = $1
    """,
)

FIND_PREVIOUS_KEY = sql(
    "shipping.find_previous_key", "SELECT id, api_key FROM previous_aggregator_keys WHERE account_id = $1 AND id = $2"
)

_ORIGIN_COLUMNS = (
    "address",
    "contact_name",
    "contact_phone",
    "province",
    "city",
    "district",
    "village",
    "postal",
    "area_id",
    "lat",
    "lng",
    "note",
    "enabled_couriers",
    "needs_coordinates",
)
_CONFIG_COLUMNS = (
    "api_key",
    "key_id",
    "api_key_preview",
    "report_token",
    "report_token_hash",
    "default_origin_id",
    "enabled_couriers",
    "needs_coordinates",
    "default_courier",
    "active",
)


async def find_config(read: Read) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND_CONFIG)


async def find_previous_key(read: Read, id: str) -> asyncpg.Record | None:
    """A former own key of the workspace, which was replaced or removed."""
    return await read.fetch_optional(FIND_PREVIOUS_KEY, id)


async def lock_config(tx: Tx) -> tuple[asyncpg.Record, bool]:
    """Lock the workspace's row, creating it on demand, and return it with True if it is new."""
    is_new = await tx.fetch_optional(INSERT_CONFIG, clock.now()) is not None
    row = await tx.fetch_optional(LOCK_CONFIG)
    assert row is not None
    return row, is_new


async def save_origin(tx: Tx, values: Mapping[str, Any], at: datetime) -> asyncpg.Record:
    row = await tx.fetch_optional(SAVE_ORIGIN, *(values[name] for name in _ORIGIN_COLUMNS), at)
    assert row is not None, "it is locked"
    return row


async def save_config(tx: Tx, values: Mapping[str, Any], at: datetime) -> asyncpg.Record:
    row = await tx.fetch_optional(SAVE_CONFIG, *(values[name] for name in _CONFIG_COLUMNS), at)
    assert row is not None, "it is locked"
    return row
