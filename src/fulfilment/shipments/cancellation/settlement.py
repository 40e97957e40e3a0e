"""Settlement of a cancelled shipment: its stock and its charge are returned, once (specification, States)."""

from datetime import datetime

import asyncpg

from fulfilment.credits import hold as credit
from fulfilment.infra import clock, ids
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.shipments import courier_operations, events, queries
from fulfilment.shipments.queries import MERCHANT_CANCELLED
from fulfilment.stock import allocation

FIND = sql(
    "cancellation.find",
    """
    SELECT columns(shipments s),
           EXISTS (SELECT FROM courier_operations WHERE account_id = $1 AND shipment_id = $2) AS has_operation
      FROM shipments s WHERE account_id = $1 AND id = $2
    """,
)

LOCK = sql(
    "cancellation.lock",
    """
    WITH shipment AS MATERIALIZED (
        SELECT columns(shipments) FROM shipments WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE
    )
    SELECT shipment.*,
           EXISTS (SELECT FROM shipment_charges WHERE account_id = $1 AND shipment_id = $2) AS has_credit
      FROM (SELECT) AS always LEFT JOIN shipment ON true
    """,
)

# All columns are null, and nothing is changed, where the shipment is cancelled already. The same holds with
# `only_without_operation` during a courier operation.
CANCEL = sql(
    "cancellation.cancel",
    """
    WITH ended AS (
        UPDATE shipments SET status = 'cancelled', cancel_claim_token = :claim_token, refunded = :refunded,
               driver = NULL, updated_at = :ended_at
         WHERE account_id = $1 AND id = :id AND status <> 'cancelled'
           AND (NOT :only_without_operation::boolean OR NOT EXISTS (
                   SELECT FROM courier_operations WHERE account_id = $1 AND shipment_id = :id))
        RETURNING columns(shipments)
    ), closed AS (
        DELETE FROM courier_operations
         WHERE account_id = $1 AND shipment_id = :id AND claim_token = :claim_token AND EXISTS (SELECT FROM ended)
    ), recorded AS (
        INSERT INTO shipment_events (account_id, id, shipment_id, order_id, raw_status, status, note, occurred_at,
                                     is_self_caused)
        SELECT $1, :event_id, :id, aggregator_order_id, '{merchant}', 'cancelled', :reason, :ended_at, false FROM ended
        ON CONFLICT (account_id, shipment_id, coalesce(reported_at, occurred_at), order_id, raw_status) DO NOTHING
    )
    SELECT ended.* FROM (SELECT) AS always LEFT JOIN ended ON true
    """,
    merchant=MERCHANT_CANCELLED,
)


async def find_for_cancellation(read: Read, id: str) -> asyncpg.Record | None:
    """A shipment, with `has_operation` for an unfinished courier operation."""
    return await read.fetch_optional(FIND, id)


async def lock_with_credit(tx: Tx, id: str) -> asyncpg.Record | None:
    """A shipment, locked, with `has_credit` for any use of the credit."""
    row = await tx.fetch_one(LOCK, id)
    return None if row["id"] is None else row


async def cancel(
    tx: Tx,
    id: str,
    *,
    claim_token: str,
    refunded: int,
    event_id: str,
    reason: str,
    ended_at: datetime,
    only_without_operation: bool,
) -> asyncpg.Record | None:
    """End a locked shipment.

    None, without a change, where it is cancelled already, or a courier operation excludes it.
    """
    arguments = CANCEL.bind(
        id=id,
        claim_token=claim_token,
        refunded=refunded,
        event_id=event_id,
        reason=reason,
        ended_at=ended_at,
        only_without_operation=only_without_operation,
    )
    row = await tx.fetch_one(CANCEL, *arguments)
    return None if row["id"] is None else row


async def cancel_shipment(tx: Tx, row: asyncpg.Record, reason: str, claim_token: str) -> asyncpg.Record:
    """Cancel a locked shipment for the merchant: stock and credit are returned, and the event is emitted."""
    ended = await try_cancel_shipment(tx, row, reason, claim_token, only_without_operation=False)
    assert ended is not None, "it is locked"
    return ended


async def try_cancel_shipment(
    tx: Tx, row: asyncpg.Record, reason: str, claim_token: str, *, only_without_operation: bool
) -> asyncpg.Record | None:
    """Cancel like `cancel_shipment`; None where `only_without_operation` is set and a courier operation is open."""
    await allocation.deallocate(tx, row["id"])
    refunded = await _settle_credit(tx, row["id"]) if row.get("has_credit", True) else 0
    ended = await cancel(
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
    """End a locked shipment that its courier cancelled: its stock and its charge are returned, once."""
    await allocation.deallocate(tx, row["id"])
    refunded = await _settle_credit(tx, row["id"])
    ended = await tx.fetch_optional(queries.CANCEL, row["id"], claim_token, refunded, clock.now())
    assert ended is not None, "it is locked"
    await courier_operations.delete_operation(tx, row["id"], claim_token)
    _update_counters(tx, row)
    return ended


async def _settle_credit(tx: Tx, shipment_id: str) -> int:
    """Release the hold and refund the charge. Returns the amount refunded."""
    await credit.release(tx, shipment_id)
    return await credit.refund(tx, shipment_id)


def _update_counters(tx: Tx, row: asyncpg.Record) -> None:
    tx.add_to_counter("shipment", row["status"], -1)
    tx.add_to_counter("shipment", "cancelled", +1)
