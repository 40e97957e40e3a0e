"""The events of stock (specification, Outbound event types; decisions, section 8)."""

from typing import Any

from fulfilment.db.tx import Tx
from fulfilment.stock.records import Movement


def emit_adjusted(tx: Tx, movement: Movement) -> None:
    """`stock.adjusted`: the movement as the API shows it, with `movementId`."""
    tx.emit("stock.adjusted", _subject(movement), movement, movementId=movement.id)


def emit_low(tx: Tx, movement: Movement, variant: Any, threshold: int) -> None:
    """`stock.low`: the level fell below the variant's threshold."""
    tx.emit(
        "stock.low",
        _subject(movement),
        {
            "variantId": movement.variant_id,
            "productId": variant["product_id"],
            "sku": variant["sku"],
            "name": variant["name"],
            "warehouseId": movement.warehouse_id,
            "quantity": movement.quantity_after,
            "threshold": threshold,
            "movementId": movement.id,
        },
    )


def _subject(movement: Movement) -> str:
    return f"{movement.variant_id}:{movement.warehouse_id}"
