"""SQL of booking: reads before the courier is called, and writes after it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import asyncpg

from fulfilment.aggregators.port import TrackingEvent
from fulfilment.infra import ids
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

# A workspace without a configuration counts as one with an active configuration and no key.
FIND = sql(
    "booking.find",
    """
    SELECT columns(shipments s), EXISTS (SELECT FROM courier_operations
                                          WHERE account_id = $1 AND shipment_id = $2) AS has_operation,
           coalesce(c.active, true) AS active, c.api_key, c.key_id
      FROM shipments s LEFT JOIN aggregator_configs c ON c.account_id = $1
     WHERE s.account_id = $1 AND s.id = $2
    """,
)

# A shipment to be booked, locked; $3 are the plans with limits on bookings.
LOCK = sql(
    "booking.lock",
    """
    WITH shipment AS MATERIALIZED (
        SELECT columns(shipments) FROM shipments WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE
    )
    SELECT shipment.*, EXISTS (SELECT FROM accounts WHERE id = $1 AND plan = ANY ($3::text[])) AS is_limited,
           EXISTS (SELECT FROM courier_operations WHERE account_id = $1 AND shipment_id = $2) AS has_operation
      FROM (SELECT) AS always LEFT JOIN shipment ON true
    """,
)

# A label printed before has no waybill, so its mark is removed. The workspace's row of the tracking queue is updated
# only where it is due too late. Later bookings find it early enough, so they do not wait for each other.
STORE_BOOKED = sql(
    "booking.store_booked",
    """
    WITH booked AS (
        UPDATE shipments
           SET status = $3, aggregator_order_id = $4, waybill_id = $5, aggregator_tracking_id = $6, label_url = $7,
               routing_code = $8, price = $9, insurance = $10, is_merchant_key = $11, last_report_at = $12,
                   driver = $13,
               asked_price = $14, courier_price = $14, updated_at = $15, booking_key_id = $16,
               printed_at = NULL, printed_by = NULL
         WHERE account_id = $1 AND id = $2 AND status = 'pending'
        RETURNING columns(shipments)
    ), recorded AS (
        INSERT INTO shipment_events (account_id, id, shipment_id, order_id, raw_status, status, note, occurred_at,
                                     reported_at, is_self_caused)
        SELECT $1, e.id, $2, $4, e.raw_status, e.status, e.note, least(e.at, $15),
               CASE WHEN e.at > $15 THEN e.at END, false
          FROM booked
         CROSS JOIN unnest($17::text[], $18::text[], $19::text[], $20::text[], $21::timestamptz[])
                    WITH ORDINALITY AS e (id, raw_status, status, note, at, nth)
         ORDER BY e.nth
        ON CONFLICT (account_id, shipment_id, coalesce(reported_at, occurred_at), order_id, raw_status) DO NOTHING
    ), tenant AS (
        INSERT INTO tracking_sync_tenants (account_id, due_at) SELECT account_id, now() + $22::interval FROM booked
        ON CONFLICT (account_id) DO NOTHING
    ), brought_forward AS (
        UPDATE tracking_sync_tenants l SET due_at = now() + $22::interval FROM booked
         WHERE l.account_id = booked.account_id AND l.account_id = $1 AND l.due_at > now() + $22::interval
    ), enrolled AS (
        INSERT INTO tracking_syncs (account_id, shipment_id, due_at)
        SELECT account_id, id, now() + $22::interval FROM booked
        ON CONFLICT (account_id, shipment_id) DO NOTHING
    ), closed AS (
        DELETE FROM courier_operations
         WHERE account_id = $1 AND shipment_id = $2 AND claim_token = $23 AND EXISTS (SELECT FROM booked)
    )
    SELECT booked.* FROM (SELECT) AS always LEFT JOIN booked ON true
    """,
)


async def find_for_booking(read: Read, id: str) -> asyncpg.Record | None:
    """A shipment for booking, with the workspace's configuration.

    `has_operation` is true for an unfinished courier operation.
    """
    return await read.fetch_optional(FIND, id)


async def lock_for_booking(tx: Tx, id: str, limiting_plans: Sequence[str]) -> asyncpg.Record | None:
    """A shipment for booking, locked.

    `has_operation` is true for an unfinished courier operation, and `is_limited` where one of the plans limits the
    workspace.
    """
    row = await tx.fetch_one(LOCK, id, limiting_plans)
    return None if row["id"] is None else row


async def store_booked(
    tx: Tx, id: str, *values: Any, reports: Sequence[tuple[TrackingEvent, str]], first_wait: timedelta, claim_token: str
) -> asyncpg.Record:
    """Store the booking of the claim with this `claim_token`, which ends.

    The courier's reports so far are recorded, each with the status after it. The first tracking request is due after
    `first_wait`.
    """
    row = await tx.fetch_one(
        STORE_BOOKED,
        id,
        *values,
        [ids.new("evt") for _ in reports],
        [report.raw_status for report, _ in reports],
        [status for _, status in reports],
        [report.note for report, _ in reports],
        [report.at for report, _ in reports],
        first_wait,
        claim_token,
    )
    assert row["id"] is not None, "it was locked, and pending"
    return row
