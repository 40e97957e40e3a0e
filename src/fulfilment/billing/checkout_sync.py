"""Synchronisation of checkouts with the payment provider, by the worker (decisions, section 10).

A crash or a lost event therefore loses nothing. The work depends on the checkout's state:

- `opening`: an unfinished call is carried to its end. It is given up after a day, or where no key could answer it.
- `open`: the provider is asked for the page's state at growing intervals, until some time after the page expired.
- `paid`: a payment that bought credit is checked at growing intervals for a refund or a dispute.
"""

from datetime import timedelta

import asyncpg
import structlog

from fulfilment.billing import checkouts
from fulfilment.credits import reversals
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import System
from fulfilment.infra.jobs.tenant_queue import JobKind, TenantQueue
from fulfilment.infra.jobs.tenant_queue_worker import TenantQueueWorker
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import checkout, port, queries
from fulfilment.payments.provider import Payments, require_provider
from fulfilment.payments.queries import ADVANCE_ACCOUNT_DUE
from fulfilment.settings import Settings

# The interval between two checks of an open page is a quarter of the page's age, within these bounds.
MIN_CHECK_SECONDS = 60
MAX_CHECK_SECONDS = 6 * 3_600
# The interval between two checks of a payment is its age. No refund or dispute is expected after this window.
DISPUTE_WINDOW_DAYS = 180
# The provider's clock may still accept a page that has expired here, and some payment methods settle only after days.
EXPIRED_SESSION_GRACE = timedelta(days=1)
PENDING_PAYMENT_GRACE = timedelta(days=30)

# The queue finds due checkouts through the workspace's billing account, which is locked before any of them. Checkouts
# of a dead worker wait for their lease to end: releasing one at once would lock it before the account.
CHECKOUTS = TenantQueue(
    JobKind(
        name="checkouts",
        table="checkouts",
        key={"id": "checkout"},
        columns="columns(checkouts j), now() - j.created_at AS age",
        tenants="billing_accounts",
        tenant_lock=queries.LOCK_ACCOUNT,
        has_holder=True,
        has_lease=True,
    )
)

# The checkout becomes `expired` when $3 has passed since the page expired.
SCHEDULE_SESSION_CHECK = sql(
    "checkouts.schedule_session_check",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = NULL, lease_until = NULL, faults = 0,
               state = CASE WHEN expires_at + $3::interval <= now() THEN 'expired' ELSE state END,
               settled_at = CASE WHEN expires_at + $3::interval <= now() THEN now() END,
               version = version + CASE WHEN expires_at + $3::interval <= now() THEN 1 ELSE 0 END,
               due_at = CASE WHEN expires_at + $3::interval > now()
                             THEN now() + least(greatest((now() - created_at) / 4, interval '{soonest} s'),
                                                interval '{latest} s') END
         WHERE account_id = $1 AND id = $2 AND state = 'open'
        RETURNING due_at
    )
    {wake}
    """,
    soonest=MIN_CHECK_SECONDS,
    latest=MAX_CHECK_SECONDS,
    wake=ADVANCE_ACCOUNT_DUE,
)

SCHEDULE_PAYMENT_CHECK = sql(
    "checkouts.schedule_payment_check",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = NULL, lease_until = NULL, faults = 0,
               due_at = CASE WHEN now() - settled_at < interval '{days} days'
                             THEN now() + greatest(now() - settled_at, interval '1 day') END
         WHERE account_id = $1 AND id = $2 AND state = 'paid'
        RETURNING due_at
    )
    {wake}
    """,
    days=DISPUTE_WINDOW_DAYS,
    wake=ADVANCE_ACCOUNT_DUE,
)

_log = structlog.get_logger(__name__)


class CheckoutSync(TenantQueueWorker):
    """Queue worker that synchronises due checkouts. It is disabled without a provider."""

    queue = CHECKOUTS
    max_concurrent = 16
    max_per_workspace = 2
    deferring_errors = (ApiError, port.PaymentsError)

    def __init__(self, db: Database, notifier: WorkerNotifier, payments: Payments, settings: Settings) -> None:
        super().__init__(db, timedelta(seconds=checkout.lease_seconds(settings)))
        self._notifier = notifier
        self._payments = payments

    def is_enabled(self) -> bool:
        return self._payments.provider is not None

    async def handle(self, row: asyncpg.Record) -> None:
        operation = ExternalOperation(self.db, self._notifier, System(row["account_id"]), None, "watch")
        try:
            match row["state"]:
                case "opening" if row["memory"] is None or row["age"] > checkout.ABANDONED_AFTER:
                    requester = operation.resume_as(checkout.read_actor(row), checkout.read_key(row))
                    await checkout.fail_checkout(requester, row)
                case "opening":
                    await checkout.resume_checkout(operation, require_provider(self._payments), row)
                case "open":
                    await self._sync_session(operation, row)
                case "paid":
                    await self._sync_payment(operation, row)
        except BaseException:
            operation.release_claims()
            raise

    async def _sync_session(self, operation: ExternalOperation, row: asyncpg.Record) -> None:
        grace = EXPIRED_SESSION_GRACE
        try:
            session = await checkouts.sync_checkout(operation, self._payments, row["id"])
            if session is not None and session.status == "complete":
                grace = PENDING_PAYMENT_GRACE
        except port.ProviderObjectNotFound as problem:
            # The session belongs to a provider account that the operator used before. Checks go on until it expires.
            _log.info("checkout_unknown", account=row["account_id"], checkout=row["id"], error=problem.message)
        async with operation.transaction() as tx:
            await queries.lock_account(tx)
            await tx.fetch_optional(SCHEDULE_SESSION_CHECK, row["id"], grace)

    async def _sync_payment(self, operation: ExternalOperation, row: asyncpg.Record) -> None:
        if row["provider_payment_id"] is not None:
            try:
                await reversals.sync_payment(operation, self._payments, row["provider_payment_id"])
            except port.ProviderObjectNotFound as problem:
                _log.info("payment_unknown", account=row["account_id"], checkout=row["id"], error=problem.message)
        async with operation.transaction() as tx:
            await queries.lock_account(tx)
            await tx.fetch_optional(SCHEDULE_PAYMENT_CHECK, row["id"])
