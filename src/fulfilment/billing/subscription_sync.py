"""Synchronisation of subscriptions with the payment provider, by the worker (decisions, section 10).

- Lapse: a subscription ends at its time by the database's clock, with or without the provider.
- Sync: a change that the provider has not confirmed is sent again. A subscription without news for too long is fetched.
"""

from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import structlog

from fulfilment.billing import cancellation, subscriptions
from fulfilment.billing.subscription_state import CHECK_BACKOFF
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database import outbox
from fulfilment.infra.database.batch_processor import BatchProcessor
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.infra.jobs.tenant_queue import JobKind, TenantQueue
from fulfilment.infra.jobs.tenant_queue_worker import TenantQueueWorker
from fulfilment.infra.operations import external_operation
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.payments import port
from fulfilment.payments.provider import Payments, require_provider
from fulfilment.settings import Settings

LAPSE_INTERVAL_SECONDS = 5.0
LAPSE_BATCH_SIZE = 50
# The longest back-off of a change that the provider has not confirmed. A subscription that is only checked waits
# longer.
CANCEL_BACKOFF = Backoff(5, 3_600)

SUBSCRIPTIONS = TenantQueue(
    JobKind(
        name="subscriptions",
        table="subscriptions",
        key={"id": "subscription"},
        columns="columns(subscriptions j)",
    )
)

# Subscriptions of a billing account that another transaction holds are left for the next run.
FIND_LAPSED = sql(
    "billing.unscoped_find_lapsed",
    """
    SELECT s.account_id, s.id FROM subscriptions s JOIN billing_accounts b ON b.account_id = s.account_id
     WHERE s.cancel_at <= now() AND s.status <> 'canceled'
     ORDER BY s.cancel_at LIMIT $1 FOR NO KEY UPDATE OF b SKIP LOCKED
    """,
)

_LAPSES = BatchProcessor("subscriptions", ("account_id", "id"), LAPSE_BATCH_SIZE)

_log = structlog.get_logger(__name__)


class SubscriptionSync(TenantQueueWorker):
    """Queue worker that synchronises due subscriptions with the provider. It is disabled without a provider."""

    queue = SUBSCRIPTIONS
    max_concurrent = 8
    max_per_workspace = 4
    poll_seconds = 5.0
    deferring_errors = (ApiError, port.PaymentsError)

    def __init__(self, db: Database, notifier: WorkerNotifier, payments: Payments, settings: Settings) -> None:
        super().__init__(db, timedelta(seconds=cancellation.lease_seconds(settings)))
        self._notifier = notifier
        self._payments = payments

    def is_enabled(self) -> bool:
        return self._payments.provider is not None

    def backoff(self, row: asyncpg.Record) -> Backoff:
        return CHECK_BACKOFF if row["ending"] is None else CANCEL_BACKOFF

    def may_be_stuck(self, row: asyncpg.Record) -> bool:
        """True while an end is not confirmed: the customer may be paying twice."""
        return row["ending"] is not None

    async def handle(self, row: asyncpg.Record) -> None:
        operation = ExternalOperation(self.db, self._notifier, System(row["account_id"]), None, "subscription_sync")
        provider_id = row["provider_subscription_id"]
        if row["ending"] == "period_end":
            await self._cancel(operation, row)
        elif row["ending"] == "now":
            provider = require_provider(self._payments)
            # An overdue period was not paid, and so none of it may be credited.
            is_paid = (await provider.retrieve_subscription(provider_id)).status == "active"
            subscription = await provider.cancel_subscription(provider_id, is_paid=is_paid)
            if await subscriptions.settle_subscription(operation, self._payments, subscription, row) is False:
                await subscriptions.sync_subscription(operation, self._payments, provider_id)
        else:
            await subscriptions.sync_subscription(operation, self._payments, provider_id, syncs_invoices=True)

    async def _cancel(self, operation: ExternalOperation, row: asyncpg.Record) -> None:
        """Repeat the cancellation as the actor of the first request."""
        tenant_operation = operation.resume_as(
            external_operation.decode_actor(row["account_id"], row["ending_actor"]), None
        )
        try:
            await cancellation.cancel_at_provider(tenant_operation, self._payments, row)
        except port.ProviderObjectNotFound:
            raise
        except port.ProviderRefused as problem:
            _log.info("cancel_refused", subscription=row["id"], error=problem.message)
            await cancellation.abort_cancellation(tenant_operation, row)


async def end_lapsed(db: Database) -> None:
    """End the subscriptions whose scheduled end has come, in batches."""
    await _LAPSES.drain(db, lambda connection, most: connection.fetch(FIND_LAPSED.text, most), _end_batch)


async def _end_batch(connection: asyncpg.Connection, rows: Sequence[asyncpg.Record]) -> None:
    ended = [(Tx(connection, System(row["account_id"])), row["id"]) for row in rows]
    for tx, id in ended:
        await subscriptions.end_if_lapsed(tx, id)
    await outbox.flush(connection, [(tx, None) for tx, _ in ended], retention_hours=RETENTION_HOURS)
