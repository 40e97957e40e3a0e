"""Ending a shipment as cancelled: what it took and what it cost goes back, once (specification, States)."""

import asyncpg

from fulfilment.credits import hold as credit
from fulfilment.infra import clock, ids
from fulfilment.infra.database.transaction import Tx
from fulfilment.shipments import courier_operations, events, queries
from fulfilment.shipments.cancellation import queries as cancellation_queries
from fulfilment.stock import allocation


async def cancel_shipment(tx: Tx, row: asyncpg.Record, reason: str, claim_token: str) -> asyncpg.Record:
    """The merchant's cancellation of a locked shipment: stock and credit go back, and it is told."""
    ended = await unwind_shipment(tx, row, claim_token)
    await _record_cancellation(tx, ended, reason)
    return ended


async def cancel_with_stock(
    tx: Tx, row: asyncpg.Record, reason: str, claim_token: str, *, only_without_operation: bool
) -> asyncpg.Record | None:
    """The same of one that `ending_queries.lock` has locked with its stock: in one statement where that can be.

    None where it is to be ended only while no courier is being called for it, and one is.
    """
    refunded = await _settle_credit(tx, row["id"]) if row["has_credit"] else 0
    movement_ids, event_id = [ids.new("mv") for _ in range(row["levels"])], ids.new("evt")
    ended = await cancellation_queries.cancel_with_stock(
        tx,
        row["id"],
        claim_token,
        movement_ids,
        refunded,
        event_id,
        reason,
        clock.now(),
        only_without_operation=only_without_operation,
    )
    if ended is not None:
        _update_counters(tx, row)
        events.emit_cancelled(tx, queries.to_api(ended), reason, refunded)
        return ended
    if only_without_operation and await courier_operations.find_operation(tx, row["id"]) is not None:
        return None
    ended = await unwind_shipment(tx, row, claim_token, refunded)
    await _record_cancellation(tx, ended, reason)
    return ended


async def unwind_shipment(tx: Tx, row: asyncpg.Record, claim_token: str, refunded: int = 0) -> asyncpg.Record:
    """End a locked shipment as cancelled, whoever cancelled it: what it took and what it cost goes back, once.

    `refunded` is what went back already.
    """
    await allocation.release(tx, row["id"])
    refunded += await _settle_credit(tx, row["id"])
    ended = await tx.fetch_optional(queries.CANCEL, row["id"], claim_token, refunded, clock.now())
    assert ended is not None, "it is locked"
    await courier_operations.delete_operation(tx, row["id"], claim_token)
    _update_counters(tx, row)
    return ended


async def _settle_credit(tx: Tx, shipment_id: str) -> int:
    """What went back to the balance of what it was charged; what it holds goes as well."""
    await credit.release(tx, shipment_id)
    return await credit.refund(tx, shipment_id)


def _update_counters(tx: Tx, row: asyncpg.Record) -> None:
    tx.add_to_counter("shipment", row["status"], -1)
    tx.add_to_counter("shipment", "cancelled", +1)


async def _record_cancellation(tx: Tx, ended: asyncpg.Record, reason: str) -> None:
    order_id, raw_status, at = ended["aggregator_order_id"], queries.MERCHANT_CANCELLED, clock.now()
    await queries.record_event(tx, ids.new("evt"), ended["id"], order_id, raw_status, "cancelled", reason, at)
    events.emit_cancelled(tx, queries.to_api(ended), reason, ended["refunded"])
