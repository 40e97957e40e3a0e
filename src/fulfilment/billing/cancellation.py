"""Cancellation of a subscription at the end of its period (specification, Billing; decisions, section 10).

    intend  Store the intention to cancel.
    call    Call the provider, which is safe to repeat.
    settle  Store the answer and send it to the client.

A crash or an unclear answer leaves the intention stored. The worker then calls again until the outcome is known
(subscription_sync.py).
"""

from datetime import timedelta

import asyncpg

from fulfilment.billing import plan_status, queries, subscriptions
from fulfilment.billing.errors import CancelFailed
from fulfilment.billing.schemas import Subscription
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations import external_operation
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import port
from fulfilment.payments import queries as accounts
from fulfilment.payments.provider import Payments, require_provider
from fulfilment.settings import Settings

_MARGIN_SECONDS = 10
# After a refusal the worker fetches the subscription at once.
_CHECK_AT_ONCE = timedelta(0)


def lease_seconds(settings: Settings) -> float:
    """The lease of a cancellation: longer than the call, and a fetch of the invoices after it, can take."""
    return 3 * settings.payments_timeout_seconds + _MARGIN_SECONDS


async def cancel_subscription(operation: ExternalOperation, payments: Payments, settings: Settings) -> EncodedResponse:
    """Cancel the subscription at the end of its period, and return it.

    A workspace without a subscription, or with one already cancelled, is returned as it is. Raises CancelFailed, and
    InProgress while a request with the same idempotency key is running.
    """
    row = await _request_cancellation(operation, settings)
    if row is not None:
        try:
            await cancel_at_provider(operation, payments, row)
        except port.ProviderOutcomeUnknown as problem:
            await _release_unclear(operation, row)
            raise CancelFailed(
                f"It is not known yet whether the payment provider canceled the subscription: {problem.message} "
                "This is being found out."
            ) from None
        except port.PaymentsError as problem:
            await abort_cancellation(operation, row)
            raise CancelFailed(f"The payment provider did not cancel the subscription: {problem.message}") from None

    async def build_reply(tx: Tx) -> Subscription:
        return await plan_status.get_subscription(tx)

    return await operation.complete(build_reply)


async def cancel_at_provider(operation: ExternalOperation, payments: Payments, row: asyncpg.Record) -> None:
    """Cancel the subscription at the provider at the end of its period, and store the answer. Raises PaymentsError.

    If another writer changed the row meanwhile, the answer may be old, and the subscription is fetched again.
    """
    provider_id = row["provider_subscription_id"]
    subscription = await require_provider(payments).cancel_at_period_end(provider_id)
    try:
        if await subscriptions.settle_subscription(operation, payments, subscription, row) is False:
            await subscriptions.sync_subscription(operation, payments, provider_id)
    except port.PaymentsError as problem:
        # The provider cancelled it. Only the subscription's present state is unknown.
        raise port.ProviderOutcomeUnknown(problem.message, timed_out=problem.timed_out) from None


async def abort_cancellation(operation: ExternalOperation, row: asyncpg.Record) -> None:
    """Drop a cancellation that the provider refused: the subscription goes on, the idempotency key is free again."""

    async def abort(tx: Tx) -> None:
        await accounts.lock_account(tx)
        await queries.abort_cancellation(tx, row["id"], _CHECK_AT_ONCE)

    await operation.abort(abort)


async def _request_cancellation(operation: ExternalOperation, settings: Settings) -> asyncpg.Record | None:
    """Store the intention to cancel, and return the subscription's row; None if there is nothing to cancel."""
    async with operation.read() as read:
        if not _is_cancelable(await queries.find_current(read)):
            return None
    async with operation.transaction() as tx:
        await accounts.lock_account(tx)
        current = await queries.find_current(tx)
        if not _is_cancelable(current):
            return None
        await operation.claim_key(tx, lease_seconds(settings))
        lease = timedelta(seconds=lease_seconds(settings))
        operation.register_claim(queries.RELEASE_CANCELLATION, current["id"], lease=lease)
        return await queries.request_cancellation(tx, current["id"], external_operation.encode_actor(tx), lease)


def _is_cancelable(current: asyncpg.Record) -> bool:
    return current["status"] in ("active", "past_due") and current["cancel_at"] is None


async def _release_unclear(operation: ExternalOperation, row: asyncpg.Record) -> None:
    async def retry(tx: Tx) -> None:
        await accounts.lock_account(tx)
        await queries.retry_cancellation(tx, row["id"])

    await operation.release(retry)
