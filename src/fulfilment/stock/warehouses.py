"""Warehouses: the places that stock is kept in (specification, Warehouse)."""

from fulfilment import clock, ids
from fulfilment.db.tx import Tx
from fulfilment.fields import from_row
from fulfilment.stock import queries
from fulfilment.stock.records import NewWarehouse, Warehouse


async def open_warehouse(tx: Tx, given: NewWarehouse) -> Warehouse:
    """Create a warehouse. A workspace's first is its default; a later default does not demote the former one."""
    row = await queries.insert_warehouse(tx, ids.new("wh"), given, clock.now())
    warehouse = from_row(Warehouse, row)
    tx.emit("warehouse.created", warehouse.id, warehouse, warehouseId=warehouse.id)
    return warehouse
