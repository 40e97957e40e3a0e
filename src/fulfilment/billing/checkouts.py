"""Settlement of checkouts, of a plan or of credit, by the state of the provider's page (decisions, section 10).

    read    Read the checkout, with its version.
    fetch   Fetch the session, and the subscription that it began. No transaction is open meanwhile.
    settle  Store the result in one transaction, under the lock of the workspace's billing account. If the checkout was
            changed meanwhile, fetch again.

A state fetched after the last change is the latest, in whatever order events arrive.
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

# An attempt fails only when another writer changed the row meanwhile, after a later fetch.
_MAX_ATTEMPTS = 5


async def sync_checkout(
    operation: ExternalOperation, payments: Payments, checkout_id: str, receipt: EventReceipt | None = None
) -> CheckoutSession | None:
    """Fetch a checkout's page and apply its state. None if the checkout has no page at the provider yet.

    Raises PaymentsError, and ServiceUnavailable if other writers change the row in every attempt.
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
                # The checkout was never paid, and was deleted (payments/checkout.py).
                return None
            if locked["version"] != row["version"]:
                continue
            if await events.record_event(tx, receipt):
                await _apply(tx, locked, session)
        return session
    raise ServiceUnavailable


async def _fetch(operation: ExternalOperation, payments: Payments, row: asyncpg.Record) -> CheckoutSession:
    """Fetch the page. The subscription that it began is stored before the checkout counts as paid."""
    session = await require_provider(payments).retrieve_session(row["provider_session_id"])
    if session.reference != row["id"]:
        raise port.ProviderOutcomeUnknown("The payment provider answered with another checkout than was asked for.")
    if session.subscription_id is not None and row["kind"] == "plan":
        await subscriptions.sync_subscription(
            operation, payments, session.subscription_id, reference=row["subscription_id"]
        )
    return session


async def _apply(tx: Tx, row: asyncpg.Record, session: CheckoutSession) -> None:
    """Apply the page's state to the checkout. An expired checkout that was paid late becomes paid."""
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
