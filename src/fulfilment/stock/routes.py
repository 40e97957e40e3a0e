"""The HTTP edge of warehouses and stock (specification, Warehouses and Stock)."""

from fulfilment.db.tx import Read, Tx
from fulfilment.fields import ArchivedReply, PageQuery
from fulfilment.http import paging
from fulfilment.http.bulk import OutcomeList
from fulfilment.http.cost import EXPORT, each
from fulfilment.http.envelope import Reply
from fulfilment.http.route import Routes
from fulfilment.stock import (
    adjustment,
    bulk_adjustment,
    listing,
    offers,
    queries,
    reconciliation,
    shown_levels,
    transfer,
    warehouses,
)
from fulfilment.stock.offer_records import OfferQuery, VariantOffers
from fulfilment.stock.records import (
    BulkStockAdjustment,
    LevelQuery,
    MovementQuery,
    NewWarehouse,
    ReservationQuery,
    StockAdjustment,
    StockAdjustmentReply,
    StockLevels,
    StockMovements,
    StockReconciliation,
    StockReservations,
    StockTransfer,
    StockTransferReply,
    WarehouseChange,
    WarehouseList,
    WarehouseQuery,
    WarehouseReply,
)

route = Routes(
    "Stock",
    "Warehouses, how much of each variant they hold, every movement of it, and what is reserved.",
    {"warehouses/{id}": "The warehouse's id (`wh_…`), as POST /warehouses answers it and GET /warehouses lists it."},
)

WAREHOUSES = paging.Limits(default=None, most=200)
LIST = paging.Limits(default=200, most=200)
DIFFERENCES = paging.Limits(default=reconciliation.MAX_DIFFERENCES, most=reconciliation.MAX_DIFFERENCES)


@route.get("/warehouses", client="warehouses.list", page=WAREHOUSES, right="warehouses.read")
async def list_warehouses(read: Read, query: WarehouseQuery) -> WarehouseList:
    """List the warehouses, the default first, then by age; archived ones too where that is asked for."""
    page = paging.read(query, WAREHOUSES, parts=3, whole=True)
    rows = await queries.list_warehouses(read, page, with_archived=query.archived == "true")
    return paging.listed("warehouses", rows, page, "is_default", "created_at", "id")


@route.post("/warehouses", client="warehouses.create", status=201, needs_key=True, right="warehouses.change")
async def create_warehouse(tx: Tx, warehouse: NewWarehouse) -> WarehouseReply:
    """Create a warehouse; the first one is the default."""
    return WarehouseReply(warehouse=await warehouses.open_warehouse(tx, warehouse))


@route.get("/warehouses/{id}", client="warehouses.get", right="warehouses.read")
async def get_warehouse(read: Read, id: str) -> WarehouseReply:
    """Retrieve a warehouse, archived or not."""
    return WarehouseReply(warehouse=await warehouses.find(read, id))


@route.patch("/warehouses/{id}", client="warehouses.update", right="warehouses.change")
async def update_warehouse(tx: Tx, id: str, change: WarehouseChange) -> WarehouseReply:
    """Change a warehouse."""
    return WarehouseReply(warehouse=await warehouses.change(tx, id, change))


@route.delete("/warehouses/{id}", client="warehouses.archive", right="warehouses.change")
async def archive_warehouse(tx: Tx, id: str) -> ArchivedReply:
    """Archive a warehouse; its stock is no longer available to new shipments."""
    await warehouses.archive(tx, id)
    return ArchivedReply(archived=True)


@route.get("/stock/levels", client="stock.list_levels", page=LIST)
async def list_stock_levels(read: Read, query: LevelQuery) -> StockLevels:
    """List stock levels, newest-updated first; with `at`, as they were at a moment; of goods that `q` finds."""
    reply = await _levels(read, query)
    return await shown_levels.add_details(read, reply) if query.include else reply


async def _levels(read: Read, query: LevelQuery) -> Reply:
    shown_levels.require_one_choice(query)
    if query.q is not None or query.product_id is not None:
        page = paging.read(query, LIST, parts=2)
        rows = await shown_levels.of_goods(read, query, page)
        return paging.listed("stock", rows, page, "variant_id", "warehouse_id")
    if query.at is not None:
        page = paging.read(query, LIST, parts=3)
        walked = await listing.levels_at(read, query, page)
        return paging.found("stock", walked, page, "created_at", "variant_id", "warehouse_id")
    page = paging.read(query, LIST)
    return paging.listed("stock", await listing.levels(read, query, page), page)


@route.get("/variants", client="variants.search", right="catalog.read")
async def search_variants(read: Read, query: OfferQuery) -> VariantOffers:
    """Find variants by words of names and skus, by ids or by whole skus, with their weight, price and what is free."""
    return await offers.find(read, query)


@route.get("/stock/movements", client="stock.list_movements", page=LIST)
async def list_stock_movements(read: Read, query: MovementQuery) -> StockMovements:
    """List stock movements, newest first."""
    page = paging.read(query, LIST, parts=2)
    return paging.listed("movements", await listing.movements(read, query, page), page, "created_at", "id")


@route.get("/stock/reservations", client="stock.list_reservations", page=LIST)
async def list_stock_reservations(read: Read, query: ReservationQuery) -> StockReservations:
    """List stock reservations, newest first."""
    page = paging.read(query, LIST)
    return paging.listed("reservations", await listing.reservations(read, query, page), page)


@route.post("/stock/adjust", client="stock.adjust", convoy=lambda change: (change.variant_id, change.warehouse_id))
async def adjust_stock(tx: Tx, change: StockAdjustment) -> StockAdjustmentReply:
    """Move one stock level by a signed delta and record why."""
    return await adjustment.adjust(tx, change)


@route.post("/stock/adjust/bulk", client="stock.adjust_bulk", cost=each("adjustments", 100))
async def adjust_stock_levels(tx: Tx, given: BulkStockAdjustment) -> OutcomeList:
    """Move up to 1,000 levels; an outcome per row."""
    return await bulk_adjustment.adjust_all(tx, given)


@route.post("/stock/transfer", client="stock.transfer")
async def transfer_stock(tx: Tx, wanted: StockTransfer) -> StockTransferReply:
    """Move stock from one warehouse to another."""
    return await transfer.transfer(tx, wanted)


@route.get("/stock/reconcile", client="stock.reconcile", page=DIFFERENCES, cost=EXPORT)
async def reconcile_stock(read: Read, query: PageQuery) -> StockReconciliation:
    """Find the levels that are not the sum of their movements; none when all is true."""
    page = paging.read(query, DIFFERENCES, parts=2)
    return await reconciliation.reconcile(read, page)
