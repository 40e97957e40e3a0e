"""What has become of a hosted page: the one place where a checkout of either kind is settled (decisions, section 10).

    read    the checkout, with its version
    fetch   the session, and the subscription that it began; no transaction is open meanwhile
    settle  in one transaction, under the workspace's billing account: where the checkout was changed meanwhile, fetch
            again

What was fetched after the last change is the latest there is, in whatever order events come.
"""

import asyncpg

from fulfilment.billing import subscriptions
from fulfilment.credits import purchase
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import events, port, queries
from fulfilment.payments.events import EventReceipt
from fulfilment.payments.port import CheckoutSession
from fulfilment.payments.provider import Payments, require_provider

# Each of them finds the row changed by somebody else, who then has fetched it later than we did.
_MAX_ATTEMPTS = 5


async def sync_checkout(
    operation: ExternalOperation, payments: Payments, checkout_id: str, receipt: EventReceipt | None = None
) -> CheckoutSession | None:
    """Fetch a checkout's page and apply what has become of it. None where nobody was told of a page yet.

    Raises PaymentsError, and ServiceUnavailable where others are at it all the time.
    """
    for _ in range(_MAX_ATTEMPTS):
        async with operation.read() as read:
            row = await queries.find(read, checkout_id)
        if row is None or row["provider_session_id"] is None:
            return None
        session = await _fetch(operation, payments, row)
        async with operation.transaction() as tx:
            await queries.lock_account(tx)
            locked = await queries.lock(tx, checkout_id)
            if locked is None:
                # Nobody paid on it, and it was forgotten (payments/checkout.py).
                return None
            if locked["version"] != row["version"]:
                continue
            if await events.record_event(tx, receipt):
                await _apply(tx, locked, session)
        return session
    raise ServiceUnavailable


async def _fetch(operation: ExternalOperation, payments: Payments, row: asyncpg.Record) -> CheckoutSession:
    """The page as it is. The subscription that it began stands before the checkout counts as paid."""
    session = await require_provider(payments).retrieve_session(row["provider_session_id"])
    if session.reference != row["id"]:
        raise port.ProviderOutcomeUnknown("The payment provider answered with another checkout than was asked for.")
    if session.subscription_id is not None and row["kind"] == "plan":
        await subscriptions.sync_subscription(
            operation, payments, session.subscription_id, reference=row["subscription_id"]
        )
    return session


async def _apply(tx: Tx, row: asyncpg.Record, session: CheckoutSession) -> None:
    """One that counts as expired, and was paid late all the same, is paid."""
    if row["state"] == "paid":
        return
    if session.status == "expired":
        await queries.mark_expired(tx, row["id"])
    if session.status != "complete" or not session.is_paid:
        return
    if row["kind"] == "credit":
        await purchase.settle_purchase(tx, row, session)
    elif session.subscription_id is not None:
        await queries.mark_paid(tx, row["id"], session.payment_id, None)
