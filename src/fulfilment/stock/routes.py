"""The HTTP edge of warehouses and stock (specification, Warehouses and Stock)."""

from datetime import datetime

from fulfilment.infra.api import pagination
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits.request_limits import EXPORT, per_items
from fulfilment.infra.models import ArchivedResponse, PageQuery
from fulfilment.quotas.limits import PlanLimitReached
from fulfilment.stock import adjustment, listing, queries, reconciliation, transfer, variant_search, warehouses
from fulfilment.stock.allocation import StockInsufficient
from fulfilment.stock.schemas import (
    BulkStockAdjustment,
    LevelQuery,
    MovementQuery,
    ReservationQuery,
    StockAdjustment,
    StockAdjustmentReply,
    StockLevels,
    StockMovements,
    StockReconciliation,
    StockReservations,
    StockTransfer,
    StockTransferReply,
    VariantSearchQuery,
    VariantSearchResults,
)
from fulfilment.stock.warehouse_schemas import (
    NewWarehouse,
    WarehouseChange,
    WarehouseList,
    WarehouseQuery,
    WarehouseReply,
)

route = Routes(
    "Stock",
    "Warehouses, their stock of each variant, every stock movement, and reservations.",
    {"warehouses/{id}": "The warehouse's id (`wh_…`), as POST /warehouses answers it and GET /warehouses lists it."},
)

WAREHOUSES = pagination.PageLimits(default=None, max_limit=200)
LIST = pagination.PageLimits(default=200, max_limit=200)
DIFFERENCES = pagination.PageLimits(default=reconciliation.MAX_DIFFERENCES, max_limit=reconciliation.MAX_DIFFERENCES)


@route.get("/warehouses", sdk_method="warehouses.list", page=WAREHOUSES, right="warehouses.read")
async def list_warehouses(read: Read, query: WarehouseQuery) -> Reply[WarehouseList]:
    """List the warehouses, the default first, then by age; with `archived`, archived ones too."""
    page = pagination.parse_page(query, WAREHOUSES, parts=(bool, datetime, str))
    rows = await queries.list_warehouses(read, page, with_archived=query.archived == "true")
    return pagination.page_response("warehouses", rows, page, "is_default", "created_at", "id")


@route.post(
    "/warehouses",
    sdk_method="warehouses.create",
    status=201,
    is_idempotency_required=True,
    right="warehouses.change",
    raises=(PlanLimitReached,),
)
async def create_warehouse(tx: Tx, warehouse: NewWarehouse) -> WarehouseReply:
    """Create a warehouse; the first one is the default."""
    return WarehouseReply(warehouse=await warehouses.create_warehouse(tx, warehouse))


@route.get("/warehouses/{id}", sdk_method="warehouses.get", right="warehouses.read")
async def get_warehouse(read: Read, id: str) -> WarehouseReply:
    """Retrieve a warehouse, archived or not."""
    return WarehouseReply(warehouse=await warehouses.get_warehouse(read, id))


@route.patch("/warehouses/{id}", sdk_method="warehouses.update", right="warehouses.change", raises=(PlanLimitReached,))
async def update_warehouse(tx: Tx, id: str, change: WarehouseChange) -> WarehouseReply:
    """Change a warehouse."""
    return WarehouseReply(warehouse=await warehouses.update_warehouse(tx, id, change))


@route.delete("/warehouses/{id}", sdk_method="warehouses.archive", right="warehouses.change")
async def archive_warehouse(tx: Tx, id: str) -> ArchivedResponse:
    """Archive a warehouse; its stock is no longer available to new shipments."""
    await warehouses.archive_warehouse(tx, id)
    return ArchivedResponse(archived=True)


@route.get("/stock/levels", sdk_method="stock.list_levels", page=LIST)
async def list_stock_levels(read: Read, query: LevelQuery) -> Reply[StockLevels]:
    """List stock levels, newest-updated first; with `at`, as they were at a time; with `q`, of products found."""
    reply = await _list_levels(read, query)
    return await listing.add_details(read, reply) if query.include else reply


async def _list_levels(read: Read, query: LevelQuery) -> Reply:
    listing.require_compatible_filters(query)
    if query.q is not None or query.product_id is not None:
        page = pagination.parse_page(query, LIST, parts=(str, str))
        rows = await listing.search_levels(read, query, page)
        return pagination.page_response("stock", rows, page, "variant_id", "warehouse_id")
    if query.at is not None:
        page = pagination.parse_page(query, LIST, parts=(datetime, str, str))
        result = await listing.list_levels_at(read, query, page)
        return pagination.scan_response("stock", result, page, "created_at", "variant_id", "warehouse_id")
    page = pagination.parse_page(query, LIST)
    return pagination.page_response("stock", await listing.list_levels(read, query, page), page)


@route.get("/variants", sdk_method="variants.search", right="catalog.read")
async def search_variants(read: Read, query: VariantSearchQuery) -> Reply[VariantSearchResults]:
    """Find variants by words of names and skus, by ids or by whole skus, with weight, price and available stock."""
    return await variant_search.search_variants(read, query)


@route.get("/stock/movements", sdk_method="stock.list_movements", page=LIST)
async def list_stock_movements(read: Read, query: MovementQuery) -> Reply[StockMovements]:
    """List stock movements, newest first."""
    page = pagination.parse_page(query, LIST, parts=(datetime, str))
    return pagination.page_response(
        "movements", await listing.list_movements(read, query, page), page, "created_at", "id"
    )


@route.get("/stock/reservations", sdk_method="stock.list_reservations", page=LIST)
async def list_stock_reservations(read: Read, query: ReservationQuery) -> Reply[StockReservations]:
    """List stock reservations, newest first."""
    page = pagination.parse_page(query, LIST)
    return pagination.page_response("reservations", await listing.list_reservations(read, query, page), page)


@route.post(
    "/stock/adjust",
    sdk_method="stock.adjust",
    batch_key=lambda change: (change.variant_id, change.warehouse_id),
    raises=(adjustment.NegativeStock,),
)
async def adjust_stock(tx: Tx, change: StockAdjustment) -> StockAdjustmentReply:
    """Change a stock level by a signed delta, with a reason."""
    return await adjustment.adjust_level(tx, change)


@route.post(
    "/stock/adjust/bulk",
    sdk_method="stock.adjust_bulk",
    cost=per_items("adjustments", 100),
    raises=(adjustment.NegativeStock,),
)
async def adjust_stock_levels(tx: Tx, body: BulkStockAdjustment) -> BulkResult:
    """Change up to 1,000 stock levels; an outcome per row."""
    return await adjustment.adjust_levels(tx, body)


@route.post("/stock/transfer", sdk_method="stock.transfer", raises=(StockInsufficient,))
async def transfer_stock(tx: Tx, body: StockTransfer) -> StockTransferReply:
    """Move stock from one warehouse to another."""
    return await transfer.transfer_stock(tx, body)


@route.get("/stock/reconcile", sdk_method="stock.reconcile", page=DIFFERENCES, cost=EXPORT)
async def reconcile_stock(read: Read, query: PageQuery) -> Reply[StockReconciliation]:
    """Find the levels that differ from the sum of their movements; none if the ledger is consistent."""
    page = pagination.parse_page(query, DIFFERENCES, parts=(str, str))
    return await reconciliation.reconcile(read, page)
