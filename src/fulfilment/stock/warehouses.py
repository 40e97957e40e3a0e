"""Warehouses: creating, changing and archiving them (specification, Warehouse)."""

import asyncpg

from fulfilment.addresses.schemas import merge_aliases
from fulfilment.catalog import schemas
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import changes, from_row
from fulfilment.quotas import limits
from fulfilment.stock import queries
from fulfilment.stock.warehouse_schemas import NewWarehouse, Warehouse, WarehouseChange


async def create_warehouse(tx: Tx, body: NewWarehouse) -> Warehouse:
    """Create a warehouse. A workspace's first warehouse is its default; a later default does not demote the former.

    Raises PlanLimitReached.
    """
    merge_aliases(body, "postal", "postal_code")
    await limits.require_quota(tx, limits.WAREHOUSES)
    row = await queries.insert_warehouse(tx, ids.new("wh"), body, clock.now())
    warehouse = from_row(Warehouse, row)
    tx.add_to_sharded_counter("warehouse", "active", +1)
    tx.emit("warehouse.created", warehouse.id, warehouse, warehouseId=warehouse.id)
    return warehouse


async def get_warehouse(read: Read, id: str) -> Warehouse:
    """One warehouse, archived or not. Raises NotFound."""
    row = await queries.find_warehouse(read, id)
    if row is None:
        raise NotFound
    return from_row(Warehouse, row)


async def update_warehouse(tx: Tx, id: str, body: WarehouseChange) -> Warehouse:
    """Apply the given fields, without an event (specification, Events). A new default demotes no other warehouse.

    Raises PlanLimitReached if an archived warehouse would be active again beyond the plan's limit.
    """
    merge_aliases(body, "postal", "postal_code")
    row = await _lock_warehouse(tx, id)
    schemas.require_not_archiving(row, body.archived)
    changed = changes(row, body)
    if "archived" in changed:
        await limits.require_quota(tx, limits.WAREHOUSES)
        tx.add_to_sharded_counter("warehouse", "archived", -1)
        tx.add_to_sharded_counter("warehouse", "active", +1)
    if changed:
        row = await queries.store_warehouse(tx, {**row, **changed}, clock.now())
    return from_row(Warehouse, row)


async def archive_warehouse(tx: Tx, id: str) -> None:
    """Archive a warehouse: its stock stays, and is no longer available to new shipments."""
    row = await _lock_warehouse(tx, id)
    if not row["archived"]:
        await queries.store_warehouse(tx, {**row, "archived": True}, clock.now())
        tx.add_to_sharded_counter("warehouse", "active", -1)
        tx.add_to_sharded_counter("warehouse", "archived", +1)


async def _lock_warehouse(tx: Tx, id: str) -> asyncpg.Record:
    row = await queries.lock_warehouse(tx, id)
    if row is None:
        raise NotFound
    return row
