"""Cancelling at the end of the period (specification, Billing; decisions, section 10).

    intend  write down that the provider is about to be asked
    call    ask it, which is safe to repeat
    settle  write down what it says, and answer it

A crash or an unclear answer leaves the intention behind, and the worker asks again until somebody knows (upkeep.py).
"""

from datetime import timedelta

import asyncpg

from fulfilment.billing import account, asker, queries, subscriptions
from fulfilment.billing.provider import required
from fulfilment.billing.records import Subscription
from fulfilment.billing.refusals import CancelFailed
from fulfilment.db.tx import Tx
from fulfilment.http.mutation import Answered
from fulfilment.http.saga import Saga
from fulfilment.payments import port
from fulfilment.payments import queries as accounts
from fulfilment.payments.access import Payments
from fulfilment.settings import Settings

_MARGIN_SECONDS = 10
# The provider that would not is asked what it has instead.
_LOOK_AGAIN = timedelta(0)


def lease_seconds(settings: Settings) -> float:
    """Longer than the call, and a look at the invoices after it, can take."""
    return 3 * settings.payments_timeout_seconds + _MARGIN_SECONDS


async def cancel(saga: Saga, payments: Payments, settings: Settings) -> Answered:
    """End the subscription with its period, and answer it; what is not bought, or ends already, stays as it is.

    Raises CancelFailed, and InProgress while a twin is at it.
    """
    row = await _intend(saga, settings)
    if row is not None:
        try:
            await carry_out(saga, payments, row)
        except port.Unclear as problem:
            await _leave_unclear(saga, row)
            raise CancelFailed(
                f"It is not known yet whether the payment provider canceled the subscription: {problem.message} "
                "This is being found out."
            ) from None
        except port.PaymentsError as problem:
            await _drop(saga, row)
            raise CancelFailed(f"The payment provider did not cancel the subscription: {problem.message}") from None

    async def answer(tx: Tx) -> Subscription:
        return await account.show_subscription(tx)

    return await saga.finish(answer)


async def carry_out(saga: Saga, payments: Payments, row: asyncpg.Record) -> None:
    """Ask the provider to end it with its period, and write down what it says. Raises PaymentsError.

    What it says is not believed where somebody else has written something meanwhile: it is asked anew.
    """
    provider_id = row["provider_subscription_id"]
    said = await required(payments).cancel_at_period_end(provider_id)
    try:
        if await subscriptions.settle(saga, payments, said, row) is False:
            await subscriptions.refresh(saga, payments, provider_id)
    except port.PaymentsError as problem:
        # It was canceled; what is missing is only how the subscription stands now.
        raise port.Unclear(problem.message, timed_out=problem.timed_out) from None


async def give_up(saga: Saga, row: asyncpg.Record) -> None:
    """The provider will not: the subscription goes on."""
    async with saga.step() as tx:
        await accounts.lock_account(tx)
        await queries.drop_end(tx, row["id"], _LOOK_AGAIN)


async def _intend(saga: Saga, settings: Settings) -> asyncpg.Record | None:
    """The subscription that is about to be canceled, written down; None where there is nothing to cancel."""
    async with saga.read() as read:
        if not _is_cancelable(await queries.find_current(read)):
            return None
    async with saga.step() as tx:
        await accounts.lock_account(tx)
        current = await queries.find_current(tx)
        if not _is_cancelable(current):
            return None
        await saga.open_memory(tx, lease_seconds(settings))
        lease = timedelta(seconds=lease_seconds(settings))
        return await queries.intend_end(tx, current["id"], asker.keep(tx.actor), lease)


def _is_cancelable(current: asyncpg.Record) -> bool:
    return current["status"] in ("active", "past_due") and current["cancel_at"] is None


async def _drop(saga: Saga, row: asyncpg.Record) -> None:
    """Nothing was done, and the key may be used again."""
    async with saga.step() as tx:
        await accounts.lock_account(tx)
        await queries.drop_end(tx, row["id"], _LOOK_AGAIN)
        await saga.drop_memory(tx)


async def _leave_unclear(saga: Saga, row: asyncpg.Record) -> None:
    async with saga.step() as tx:
        await accounts.lock_account(tx)
        await queries.hurry_end(tx, row["id"])
        await saga.yield_memory(tx)
