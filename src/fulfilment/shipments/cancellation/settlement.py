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
    ended = await try_cancel_shipment(tx, row, reason, claim_token, only_without_operation=False)
    assert ended is not None, "it is locked"
    return ended


async def try_cancel_shipment(
    tx: Tx, row: asyncpg.Record, reason: str, claim_token: str, *, only_without_operation: bool
) -> asyncpg.Record | None:
    """The same; None where it is to be ended only while no courier is being called for it, and one is."""
    await allocation.deallocate(tx, row["id"])
    refunded = await _settle_credit(tx, row["id"]) if row.get("has_credit", True) else 0
    ended = await cancellation_queries.cancel(
        tx,
        row["id"],
        claim_token=claim_token,
        refunded=refunded,
        event_id=ids.new("evt"),
        reason=reason,
        ended_at=clock.now(),
        only_without_operation=only_without_operation,
    )
    if ended is None:
        return None
    _update_counters(tx, row)
    events.emit_cancelled(tx, queries.to_api(ended), reason, refunded)
    return ended


async def unwind_shipment(tx: Tx, row: asyncpg.Record, claim_token: str) -> asyncpg.Record:
    """End a locked shipment that its courier cancelled: what it took and what it cost goes back, once."""
    await allocation.deallocate(tx, row["id"])
    refunded = await _settle_credit(tx, row["id"])
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
