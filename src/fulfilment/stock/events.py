"""Events of stock: the models of their `data` (specification, Outbound event types; decisions, section 8)."""

from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import ApiModel, Row
from fulfilment.stock.schemas import StockMovement
from fulfilment.stock.warehouse_schemas import Warehouse


class WarehouseCreated(Warehouse):
    """A warehouse was created."""

    warehouse_id: str
    """The warehouse's id; the same as `id`."""


class StockAdjusted(StockMovement):
    """A stock level was adjusted or transferred, for any reason; `quantityAfter` is the level after it."""

    movement_id: str
    """The movement's id; the same as `id`."""


class StockLow(ApiModel):
    """A stock level fell from at or above the variant's threshold to below it."""

    variant_id: str
    """The variant that is low (`var_…`)."""
    product_id: str
    """Its product (`prod_…`)."""
    sku: str | None
    """The merchant's own number of the variant, else of its product; null where neither has one."""
    name: str
    """The variant's name, without its product's."""
    warehouse_id: str
    """The warehouse where it is low (`wh_…`)."""
    quantity: int
    """Pieces that are left there, reserved ones included."""
    threshold: int
    """The variant's `lowStockThreshold` that was crossed, in pieces."""
    movement_id: str
    """The movement that crossed it (`mv_…`)."""


EVENTS = {
    "warehouse.created": WarehouseCreated,
    "stock.adjusted": StockAdjusted,
    "stock.low": StockLow,
}


def emit_adjusted(tx: Tx, movement: StockMovement) -> None:
    """Emit `stock.adjusted` with the movement as its data, and `movementId`."""
    tx.emit("stock.adjusted", _subject(movement), movement, movementId=movement.id)


def emit_low(tx: Tx, movement: StockMovement, variant: Row, threshold: int) -> None:
    """Emit `stock.low`: the level fell below the variant's threshold."""
    low = StockLow(
        variant_id=movement.variant_id,
        product_id=variant["product_id"],
        sku=variant["sku"],
        name=variant["name"],
        warehouse_id=movement.warehouse_id,
        quantity=movement.quantity_after,
        threshold=threshold,
        movement_id=movement.id,
    )
    tx.emit("stock.low", _subject(movement), low)


def _subject(movement: StockMovement) -> str:
    return f"{movement.variant_id}:{movement.warehouse_id}"
