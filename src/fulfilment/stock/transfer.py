"""Moving stock between two warehouses: one movement out and one in, or nothing."""

from fulfilment import clock, ids
from fulfilment.db.tx import Tx
from fulfilment.http.errors import NotFound, Validation
from fulfilment.stock import adjustment, allocation_queries, events, queries
from fulfilment.stock.allocation import StockInsufficient
from fulfilment.stock.records import Adjusted, Adjustment, Transfer, Transferred


async def transfer(tx: Tx, wanted: Transfer) -> Transferred:
    """Move what is available from one warehouse to another. Raises StockInsufficient where that is less."""
    if wanted.from_warehouse_id == wanted.to_warehouse_id:
        raise Validation("A transfer needs two warehouses.", field="toWarehouseId")
    await _require_warehouses(tx, wanted)
    now = clock.now()
    levels = await allocation_queries.lock_levels(tx, [wanted.variant_id])
    on_hand = {level["warehouse_id"]: level["on_hand"] for level in levels}
    reserved = await allocation_queries.active_reservations(tx, [wanted.variant_id], now)
    held = sum(row["quantity"] for row in reserved if row["warehouse_id"] == wanted.from_warehouse_id)
    if on_hand.get(wanted.from_warehouse_id, 0) - held < wanted.quantity:
        raise StockInsufficient("The warehouse has less than that available.", field="quantity")
    moves = [
        queries.movement_arguments(change, ids.new("mv"), tx.actor.actor_id, None, now) for change in _legs(wanted)
    ]
    rows = await queries.move_levels(tx, moves)
    out, into = (adjustment.result(row, move) for row, move in zip(rows, moves, strict=True))
    for movement, threshold in (out, into):
        events.emit_adjusted(tx, movement)
        await adjustment.warn_if_low(tx, movement, threshold)
    return Transferred(
        out=Adjusted(stock=adjustment.level_after(out[0]), movement=out[0]),
        into=Adjusted(stock=adjustment.level_after(into[0]), movement=into[0]),
    )


def _legs(wanted: Transfer) -> tuple[Adjustment, Adjustment]:
    shared = {"variant_id": wanted.variant_id, "note": wanted.note}
    return (
        Adjustment(
            warehouse_id=wanted.from_warehouse_id, delta=-wanted.quantity, reason="transfer_out", **shared
        ),
        Adjustment(warehouse_id=wanted.to_warehouse_id, delta=wanted.quantity, reason="transfer_in", **shared),
    )


async def _require_warehouses(tx: Tx, wanted: Transfer) -> None:
    named = {"fromWarehouseId": wanted.from_warehouse_id, "toWarehouseId": wanted.to_warehouse_id}
    known = await queries.known_warehouses(tx, named.values())
    for field, id in named.items():
        if id not in known:
            raise NotFound("No such warehouse.", field=field)
