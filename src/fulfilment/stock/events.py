"""The events of stock (specification, Outbound event types; decisions, section 8)."""

from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import ApiModel, Row
from fulfilment.stock.schemas import StockMovement
from fulfilment.stock.warehouse_schemas import Warehouse


class WarehouseCreated(Warehouse):
    """A warehouse was created."""

    warehouse_id: str
    """The warehouse's id once more; the same as `id`."""


class StockAdjusted(StockMovement):
    """A stock level was adjusted or transferred, for whatever reason; `quantityAfter` is the level after it."""

    movement_id: str
    """The movement's id once more; the same as `id`."""


class StockLow(ApiModel):
    """A stock level fell from at or above the variant's threshold to below it."""

    variant_id: str
    """The variant that runs low (`var_…`)."""
    product_id: str
    """Its product (`prod_…`)."""
    sku: str | None
    """The variant's own number; null where it has none."""
    name: str
    """The variant's name, without its product's."""
    warehouse_id: str
    """The warehouse where it runs low (`wh_…`)."""
    quantity: int
    """Pieces that are left on the shelf there, reserved ones included."""
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
    """`stock.adjusted`: the movement as the API shows it, with `movementId`."""
    tx.emit("stock.adjusted", _subject(movement), movement, movementId=movement.id)


def emit_low(tx: Tx, movement: StockMovement, variant: Row, threshold: int) -> None:
    """`stock.low`: the level fell below the variant's threshold."""
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
