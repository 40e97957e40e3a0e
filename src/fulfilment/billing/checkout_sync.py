"""The worker's eye on checkouts, so that neither a crash nor a lost event loses anything (decisions, section 10).

    opening  what a crash or an unclear answer left behind is carried to its end, or given up: after a day, or
             where no key would answer it
    open     the page is asked about: soon, then ever more seldom, until some time after it has expired
    paid     a payment that bought credit is asked about ever more seldom: was it refunded, or disputed?

The due ones are taken each workspace in its turn, as many as it has room for. A checkout is postponed by being taken:
even one that kills whoever looks at it counts.
"""

import asyncio
from datetime import timedelta
from functools import partial

import asyncpg
import structlog

from fulfilment.billing import checkout_sync_queries, checkouts
from fulfilment.billing.provider import require_provider
from fulfilment.credits import reversals
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.database.transaction import System
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.workspace_task_pool import WorkspaceTaskPool
from fulfilment.infra.observability.metrics import recorder
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import checkout, port, queries
from fulfilment.payments.provider import Payments
from fulfilment.settings import Settings

log = structlog.get_logger(__name__)

POLL_INTERVAL_SECONDS = 1.0
# So many are looked at at once; none of them holds a connection while it waits for the provider.
MAX_CONCURRENT = 16
MAX_CONCURRENT_PER_WORKSPACE = 2
# Tried so often, some ten minutes have passed, and somebody should have a look.
STUCK_AFTER_FAILURES = 10
# A page that has expired here may be paid by the provider's clock; and some ways to pay take days to bring the money.
EXPIRED_SESSION_GRACE = timedelta(days=1)
PENDING_PAYMENT_GRACE = timedelta(days=30)

_TRANSIENT_ERRORS = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull)


class CheckoutSync:
    """One process's share of the checkouts that are due."""

    def __init__(self, db: Database, notifier: WorkerNotifier, payments: Payments, settings: Settings) -> None:
        self._db = db
        self._notifier = notifier
        self._payments = payments
        self._lease = timedelta(seconds=checkout.lease_seconds(settings))
        self._pool = WorkspaceTaskPool(MAX_CONCURRENT, MAX_CONCURRENT_PER_WORKSPACE)

    async def run(self) -> None:
        """Look at what is due, for ever."""
        try:
            while True:
                task_supervisor.tick()
                found = await self.start_due()
                recorder.record_tick("checkouts")
                if not found:
                    await self._pool.wait(POLL_INTERVAL_SECONDS)
        except asyncio.CancelledError:
            await self._pool.stop()
            raise

    async def sync_due(self) -> None:
        """Look once at everything that is due."""
        while await self.start_due():
            await self._pool.join()

    async def start_due(self) -> int:
        """Begin to look at what is due, as far as there is room; at how many. Without a provider, at none."""
        if not self._pool.free_capacity or self._payments.provider is None:
            return 0
        owner_id = self._db.owner_id
        async with self._db.transaction() as connection:
            account_ids = await checkout_sync_queries.lock_due_accounts(
                connection, self._pool.saturated, self._pool.free_capacity
            )
            if not account_ids:
                return 0
            capacities = self._pool.capacity_for(account_ids)
            claimed = await checkout_sync_queries.claim_due(connection, account_ids, capacities, self._lease, owner_id)
        for row in claimed:
            self._pool.spawn(row["account_id"], self._sync(row, owner_id))
        return len(claimed)

    async def _sync(self, row: asyncpg.Record, owner_id: int | None) -> None:
        log_fields = {"account": row["account_id"], "checkout": row["id"], "state": row["state"]}
        operation = ExternalOperation(self._db, self._notifier, System(row["account_id"]), None, "watch")
        try:
            await self._advance(operation, row)
            return
        except (ApiError, port.PaymentsError) as problem:
            log.info("checkout_sync_deferred", **log_fields, error=str(problem))
            if row["faults"] % STUCK_AFTER_FAILURES == 0:
                log.warning("checkout_stuck", **log_fields, tries=row["faults"], error=str(problem))
        except _TRANSIENT_ERRORS as problem:
            log.warning("checkout_sync_unavailable", **log_fields, error=type(problem).__name__)
        except Exception:
            # One that cannot be followed must not keep the others from it.
            log.exception("checkout_sync_failed", **log_fields, tries=row["faults"])
        await self._release(operation, row, owner_id)

    async def _advance(self, operation: ExternalOperation, row: asyncpg.Record) -> None:
        match row["state"]:
            case "opening" if row["memory"] is None or row["age"] > checkout.ABANDONED_AFTER:
                await checkout.fail_checkout(operation.resume_as(checkout.read_actor(row), checkout.read_key(row)), row)
            case "opening":
                await checkout.resume_checkout(operation, require_provider(self._payments), row)
            case "open":
                await self._sync_session(operation, row)
            case "paid":
                await self._sync_payment(operation, row)

    async def _sync_session(self, operation: ExternalOperation, row: asyncpg.Record) -> None:
        grace = EXPIRED_SESSION_GRACE
        try:
            session = await checkouts.sync_checkout(operation, self._payments, row["id"])
            if session is not None and session.status == "complete":
                grace = PENDING_PAYMENT_GRACE
        except port.ProviderObjectNotFound as problem:
            # Of an account that the operator used before. It is asked about until it would have expired.
            log.info("checkout_unknown", account=row["account_id"], checkout=row["id"], error=problem.message)
        async with operation.transaction() as tx:
            await queries.lock_account(tx)
            await checkout_sync_queries.schedule_session_check(tx, row["id"], grace)

    async def _sync_payment(self, operation: ExternalOperation, row: asyncpg.Record) -> None:
        if row["provider_payment_id"] is not None:
            try:
                await reversals.sync_payment(operation, self._payments, row["provider_payment_id"])
            except port.ProviderObjectNotFound as problem:
                log.info("payment_unknown", account=row["account_id"], checkout=row["id"], error=problem.message)
        async with operation.transaction() as tx:
            await queries.lock_account(tx)
            await checkout_sync_queries.schedule_payment_check(tx, row["id"])

    async def _release(self, operation: ExternalOperation, row: asyncpg.Record, owner_id: int | None) -> None:
        """Where it is not settled, and is nobody else's by now, it has its next turn later."""
        operation.release_claims()
        try:
            await self._postpone(operation, row, owner_id)
        except _TRANSIENT_ERRORS as problem:
            log.warning("checkout_release_failed", checkout=row["id"], error=type(problem).__name__)
            self._db.deferred_releases.schedule(partial(self._postpone, operation, row, owner_id), self._lease)

    async def _postpone(self, operation: ExternalOperation, row: asyncpg.Record, owner_id: int | None) -> None:
        async with operation.transaction() as tx:
            await queries.lock_account(tx)
            await checkout_sync_queries.postpone(tx, row["id"], owner_id)
