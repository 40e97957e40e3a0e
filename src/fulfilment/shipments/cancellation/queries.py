"""The SQL of ending a shipment as cancelled."""

from datetime import datetime

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.shipments.queries import MERCHANT_CANCELLED

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

# Nothing is done, and all is null, where it has ended. The same holds where it is to be ended only while no courier is
# being called, and one is.
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
    """A shipment; whether a call to its courier has not ended."""
    return await read.fetch_optional(FIND, id)


async def lock_with_credit(tx: Tx, id: str) -> asyncpg.Record | None:
    """A shipment, locked, and whether it ever had to do with the credit."""
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
    """End a locked shipment; None, and nothing is done, where it has ended or its courier is being called."""
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
