"""Deduplication of the provider's events: each is applied once (decisions, section 9)."""

from collections.abc import Sequence

import asyncpg

from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.payments.port import ProviderEvent

# Stripe repeats an event for at most three days; an older repeat would only fetch the object again.
RETENTION_DAYS = 90
CLEANUP_INTERVAL_SECONDS = 3_600
CLEANUP_BATCH_SIZE = 1_000

RECORD = sql(
    "payment_events.record",
    """
    WITH heard AS (
        UPDATE billing_accounts SET last_event_at = now() WHERE account_id = $1
    )
    INSERT INTO payment_events (account_id, id, type) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id
    """,
)

IS_APPLIED = sql("payment_events.unscoped_is_applied", "SELECT id FROM payment_events WHERE id = $1")

LIST_EXPIRED = sql(
    "payment_events.unscoped_list_expired",
    """
    SELECT id FROM payment_events WHERE received_at <= now() - {days} * interval '1 day'
     ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
    days=RETENTION_DAYS,
)

DELETE_EXPIRED = sql("payment_events.unscoped_delete_expired", "DELETE FROM payment_events WHERE id = ANY ($1::text[])")

_EVENTS = BatchProcessor("payment_events", ("id",), CLEANUP_BATCH_SIZE)


class EventReceipt:
    """One receipt of an event; `is_applied` is True if this receipt applied it."""

    def __init__(self, event: ProviderEvent) -> None:
        self.event = event
        self.is_applied = False


async def record_event(tx: Tx, receipt: EventReceipt | None) -> bool:
    """Record an event in the transaction that applies it, under the billing account's lock. False if it was applied.

    Without an event (None) it is always True.
    """
    if receipt is None:
        return True
    receipt.is_applied = await tx.fetch_optional(RECORD, receipt.event.id, receipt.event.type) is not None
    return receipt.is_applied


async def is_applied(public: Public, event: ProviderEvent) -> bool:
    """True if a committed transaction has applied the event."""
    return await public.fetch_optional(IS_APPLIED, event.id) is not None


async def delete_expired(db: Database) -> None:
    """Delete events that the provider will not repeat, in batches."""

    async def select(connection: asyncpg.Connection, most: int) -> list[asyncpg.Record]:
        return await connection.fetch(LIST_EXPIRED.text, most)

    async def process(connection: asyncpg.Connection, batch: Sequence[asyncpg.Record]) -> None:
        await connection.execute(DELETE_EXPIRED.text, *columns(batch, 1))

    await _EVENTS.drain(db, select, process)
