"""What the worker does so that subscriptions stay true, whatever gets lost (decisions, section 10).

    lapse   what was to end has ended when its time has come, by the database's clock, with or without the provider
    take    the due ones, the longest due first, each postponed by being taken
    carry   send again what the provider has not confirmed, and fetch what nobody has told of for too long

What fails is left alone for longer each time, and holds up nothing else.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from functools import partial

import asyncpg
import structlog

from fulfilment.audit import entries
from fulfilment.billing import cancellation, subscription_sync_queries, subscriptions
from fulfilment.billing.provider import require_provider
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database import outbox
from fulfilment.infra.database.batch_processor import BatchProcessor
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.observability.metrics import recorder
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.payments import port
from fulfilment.payments.provider import Payments
from fulfilment.settings import Settings

POLL_INTERVAL_SECONDS = 5.0
# So many are asked about at once; none of them holds a connection while it waits for the provider.
MAX_CONCURRENT = 8
LAPSE_BATCH_SIZE = 50
# Tried so often, an hour has passed, and somebody may be paying twice.
STUCK_AFTER_FAILURES = 10

_TRANSIENT_ERRORS = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull)
_LAPSES = BatchProcessor("subscriptions", ("account_id", "id"), LAPSE_BATCH_SIZE)

_log = structlog.get_logger(__name__)


async def end_lapsed(db: Database) -> None:
    """End what was to end by now, a few at a time."""
    await _LAPSES.drain(db, subscription_sync_queries.find_lapsed, _end_batch)


async def _end_batch(connection: asyncpg.Connection, rows: Sequence[asyncpg.Record]) -> None:
    ended = [(Tx(connection, System(row["account_id"])), row["id"]) for row in rows]
    for tx, id in ended:
        await subscriptions.end_if_lapsed(tx, id)
    await outbox.flush(connection, [(tx, None) for tx, _ in ended], retention_hours=RETENTION_HOURS)


class SubscriptionSync:
    """One process's share of what is due."""

    def __init__(self, db: Database, notifier: WorkerNotifier, payments: Payments, settings: Settings) -> None:
        self._db = db
        self._notifier = notifier
        self._payments = payments
        self._settings = settings
        self._lease = timedelta(seconds=cancellation.lease_seconds(settings))

    async def run(self) -> None:
        """Keep on for ever."""
        while True:
            task_supervisor.tick()
            found = await self.sync_due()
            recorder.record_tick("subscriptions")
            if not found:
                await asyncio.sleep(POLL_INTERVAL_SECONDS)

    async def sync_due(self) -> int:
        """Look at some of what is due; at how many. Without a provider there is nobody to ask."""
        if self._payments.provider is None:
            return 0
        async with self._db.transaction() as connection:
            claimed = await subscription_sync_queries.claim_due(connection, MAX_CONCURRENT, self._lease)
        await task_supervisor.finish_before_cancel(asyncio.gather(*(self._sync(row) for row in claimed)))
        return len(claimed)

    async def _sync(self, row: asyncpg.Record) -> None:
        log_fields = {"account": row["account_id"], "subscription": row["id"], "ending": row["ending"]}
        try:
            await self._settle(row)
            return
        except (ApiError, port.PaymentsError) as problem:
            _log.info("subscription_sync_deferred", **log_fields, error=str(problem))
            if row["ending"] is not None and row["faults"] % STUCK_AFTER_FAILURES == 0:
                _log.warning("subscription_stuck", **log_fields, tries=row["faults"], error=str(problem))
        except _TRANSIENT_ERRORS as problem:
            _log.warning("subscription_sync_unavailable", **log_fields, error=type(problem).__name__)
        except Exception:
            # One that cannot be understood must not keep the others from their turn.
            _log.exception("subscription_sync_failed", **log_fields, tries=row["faults"])
        await self._postpone(row)

    async def _postpone(self, row: asyncpg.Record) -> None:
        try:
            await self._release(row)
        except _TRANSIENT_ERRORS as problem:
            _log.warning("subscription_release_failed", subscription=row["id"], error=type(problem).__name__)
            self._db.deferred_releases.schedule(partial(self._release, row), self._lease)
        except Exception:
            # So it is then; nor does it end the turn of the others.
            _log.exception("subscription_release_failed", subscription=row["id"])

    async def _release(self, row: asyncpg.Record) -> None:
        async with self._db.transaction() as connection:
            await subscription_sync_queries.postpone(Tx(connection, System(row["account_id"])), row)

    async def _settle(self, row: asyncpg.Record) -> None:
        operation = ExternalOperation(self._db, self._notifier, System(row["account_id"]), None, "subscription_sync")
        provider_id = row["provider_subscription_id"]
        if row["ending"] == "period_end":
            await self._cancel(operation, row)
        elif row["ending"] == "now":
            provider = require_provider(self._payments)
            # What is overdue was not paid, and nothing of it is to be credited.
            is_paid = (await provider.retrieve_subscription(provider_id)).status == "active"
            subscription = await provider.cancel_subscription(provider_id, is_paid=is_paid)
            if await subscriptions.settle_subscription(operation, self._payments, subscription, row) is False:
                await subscriptions.sync_subscription(operation, self._payments, provider_id)
        else:
            await subscriptions.sync_subscription(operation, self._payments, provider_id, syncs_invoices=True)

    async def _cancel(self, operation: ExternalOperation, row: asyncpg.Record) -> None:
        """Ask again, in the name of whoever asked first."""
        tenant_operation = operation.resume_as(entries.decode_actor(row["account_id"], row["ending_actor"]), None)
        try:
            await cancellation.cancel_at_provider(tenant_operation, self._payments, row)
        except port.ProviderObjectNotFound:
            raise
        except port.ProviderRefused as problem:
            _log.info("cancel_refused", subscription=row["id"], error=problem.message)
            await cancellation.abort_cancellation(tenant_operation, row)
