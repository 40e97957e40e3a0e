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
from fulfilment.db.tx import Tx
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.http.saga import Saga
from fulfilment.payments import events, port, queries
from fulfilment.payments.access import Payments
from fulfilment.payments.events import Hearing
from fulfilment.payments.port import Session

# Each of them finds the row changed by somebody else, who then has fetched it later than we did.
_TRIES = 5


async def refresh(saga: Saga, payments: Payments, checkout_id: str, hearing: Hearing | None = None) -> Session | None:
    """Fetch a checkout's page and apply what has become of it. None where nobody was told of a page yet.

    Raises PaymentsError, and ServiceUnavailable where others are at it all the time.
    """
    for _ in range(_TRIES):
        async with saga.read() as read:
            row = await queries.find(read, checkout_id)
        if row is None or row["provider_session_id"] is None:
            return None
        session = await _fetch(saga, payments, row)
        async with saga.step() as tx:
            await queries.lock_account(tx)
            locked = await queries.lock(tx, checkout_id)
            if locked is None:
                # Nobody paid on it, and it was forgotten (payments/retention.py).
                return None
            if locked["version"] != row["version"]:
                continue
            if await events.is_new(tx, hearing):
                await _apply(tx, locked, session)
        return session
    raise ServiceUnavailable


async def _fetch(saga: Saga, payments: Payments, row: asyncpg.Record) -> Session:
    """The page as it is. The subscription that it began stands before the checkout counts as paid."""
    session = await payments.provider.session(row["provider_session_id"])
    if session.reference != row["id"]:
        raise port.Unclear("The payment provider answered with another checkout than was asked for.")
    if session.subscription_id is not None and row["kind"] == "plan":
        await subscriptions.refresh(saga, payments, session.subscription_id, begun_as=row["subscription_id"])
    return session


async def _apply(tx: Tx, row: asyncpg.Record, session: Session) -> None:
    """One that counts as expired, and was paid late all the same, is paid."""
    if row["state"] == "paid":
        return
    if session.status == "expired":
        await queries.expired(tx, row["id"])
    if session.status != "complete" or not session.is_paid:
        return
    if row["kind"] == "credit":
        await purchase.settle(tx, row, session)
    elif session.subscription_id is not None:
        await queries.paid(tx, row["id"], session.payment_id, None)
