"""Warehouses: the places that stock is kept in (specification, Warehouse)."""

from typing import Any

from fulfilment import clock, ids
from fulfilment.catalog import archiving
from fulfilment.db.tx import Read, Tx
from fulfilment.fields import changes, from_row
from fulfilment.http.errors import NotFound
from fulfilment.stock import queries
from fulfilment.stock.records import NewWarehouse, Warehouse, WarehouseChange
from fulfilment.usage import limits, places


async def open_warehouse(tx: Tx, given: NewWarehouse) -> Warehouse:
    """Create a warehouse. A workspace's first is its default; a later default does not demote the former one.

    Raises PlanLimit.
    """
    await places.require(tx, limits.WAREHOUSES)
    row = await queries.insert_warehouse(tx, ids.new("wh"), given, clock.now())
    warehouse = from_row(Warehouse, row)
    tx.count_spread("warehouse", "active", +1)
    tx.emit("warehouse.created", warehouse.id, warehouse, warehouseId=warehouse.id)
    return warehouse


async def find(read: Read, id: str) -> Warehouse:
    """One warehouse, archived or not. Raises NotFound."""
    row = await queries.find_warehouse(read, id)
    if row is None:
        raise NotFound
    return from_row(Warehouse, row)


async def change(tx: Tx, id: str, given: WarehouseChange) -> Warehouse:
    """Change what is given; no other warehouse is demoted by a new default. Tells nobody (specification, Events).

    Raises PlanLimit where an archived one is to be active again and the plan includes no more.
    """
    row = await _lock(tx, id)
    archiving.require_elsewhere(row, given.archived)
    changed = changes(row, given)
    if "archived" in changed:
        await places.require(tx, limits.WAREHOUSES)
        tx.count_spread("warehouse", "archived", -1)
        tx.count_spread("warehouse", "active", +1)
    if changed:
        row = await queries.update_warehouse(tx, {**row, **changed}, clock.now())
    return from_row(Warehouse, row)


async def archive(tx: Tx, id: str) -> None:
    """Archive a warehouse: its stock stays, and is no longer available to new shipments."""
    row = await _lock(tx, id)
    if not row["archived"]:
        await queries.update_warehouse(tx, {**row, "archived": True}, clock.now())
        tx.count_spread("warehouse", "active", -1)
        tx.count_spread("warehouse", "archived", +1)


async def _lock(tx: Tx, id: str) -> Any:
    row = await queries.lock_warehouse(tx, id)
    if row is None:
        raise NotFound
    return row
