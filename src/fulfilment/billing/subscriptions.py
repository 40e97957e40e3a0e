"""Subscriptions: applying the provider's state to our row and to the workspace's plan (decisions, section 10).

    read    Read our row of the subscription, if there is one.
    fetch   Fetch the subscription, and the customer's invoices if it has changed. No transaction is open meanwhile.
    settle  Store the state in one transaction, under the lock of the workspace's billing account. If another writer
            has settled the row meanwhile with another state, fetch again.

A state fetched after the row was last settled is the latest, in whatever order events arrive. So each settlement
raises the version, even if it changes nothing.
"""

from collections.abc import Sequence

import asyncpg
import msgspec
import structlog

from fulfilment.billing import queries, subscription_state
from fulfilment.billing.invoices import fetch_invoices, store_invoices
from fulfilment.billing.queries import SubscriptionState
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.database.transaction import Actor, System, Tx
from fulfilment.infra.models import format_timestamp
from fulfilment.infra.operations import external_operation
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import events
from fulfilment.payments import queries as accounts
from fulfilment.payments.events import EventReceipt
from fulfilment.payments.port import ProviderInvoice, ProviderSubscription
from fulfilment.payments.provider import Payments, require_provider

# An attempt fails only when another writer changed the row meanwhile, after a later fetch.
_MAX_ATTEMPTS = 5

_log = structlog.get_logger(__name__)


async def sync_subscription(
    operation: ExternalOperation,
    payments: Payments,
    provider_subscription_id: str,
    receipt: EventReceipt | None = None,
    *,
    reference: str | None = None,
    syncs_invoices: bool = False,
) -> None:
    """Fetch a subscription and apply it in its workspace, if it is ours.

    `reference` is our id of a subscription that a page of ours began; it is used if the provider's copy has none.
    `syncs_invoices` fetches the invoices even if the subscription has not changed.

    Raises PaymentsError, and ServiceUnavailable if other writers change the row in every attempt.
    """
    provider = require_provider(payments)
    for _ in range(_MAX_ATTEMPTS):
        async with operation.read() as read:
            known = await queries.find_by_provider_id(read, provider_subscription_id)
        subscription = await provider.retrieve_subscription(provider_subscription_id)
        if subscription.reference is None:
            subscription = msgspec.structs.replace(subscription, reference=reference)
        is_settled = await settle_subscription(
            operation, payments, subscription, known, receipt, syncs_invoices=syncs_invoices
        )
        if is_settled is not False:
            return
    raise ServiceUnavailable


async def settle_subscription(
    operation: ExternalOperation,
    payments: Payments,
    subscription: ProviderSubscription,
    known: asyncpg.Record | None,
    receipt: EventReceipt | None = None,
    *,
    syncs_invoices: bool = False,
) -> bool | None:
    """Apply a subscription that was fetched after the row `known` was read.

    False: another writer settled the row since, and the fetched state may be old. None: the subscription is not ours.

    Raises PaymentsError.
    """
    async with operation.read() as read:
        # The reference at the provider may have been edited there, and so our own row comes first.
        checkout = await queries.find_checkout(read, subscription.reference if known is None else known["id"])
    if checkout is None:
        return None
    tenant_operation = _resume_as_requester(operation, subscription, checkout, known)
    invoices: Sequence[ProviderInvoice] = ()
    if syncs_invoices or _may_have_new_invoices(known, subscription):
        invoices = await fetch_invoices(tenant_operation, payments, subscription.customer_id)
    async with tenant_operation.transaction() as tx:
        await accounts.lock_account(tx)
        locked = await queries.lock(tx, checkout["subscription_id"])
        if locked is not None and locked["provider_subscription_id"] != subscription.id:
            # The reference was edited to that of another subscription. We did not sell this one.
            _log.warning("subscription_id_conflict", subscription=locked["id"], provider_subscription=subscription.id)
            return None
        current = await queries.find_current(tx)
        plan = payments.find_plan(subscription.price_id) or (locked or checkout)["plan"]
        state = subscription_state.compute_state(subscription, plan, checkout, locked, current)
        if _version(locked) != _version(known) and subscription_state.has_changed(locked, state):
            return False
        if await events.record_event(tx, receipt):
            await _apply(tx, subscription.id, checkout, state, locked, current)
            await store_invoices(tx, invoices)
    return True


async def _apply(
    tx: Tx,
    provider_id: str,
    checkout: asyncpg.Record,
    state: SubscriptionState,
    known: asyncpg.Record | None,
    current: asyncpg.Record,
) -> None:
    """Store the provider's state, and change the workspace's plan accordingly."""
    if state.is_current and current["id"] not in (None, checkout["subscription_id"]):
        await queries.supersede(tx, checkout["subscription_id"])
    is_changed = subscription_state.has_changed(known, state)
    row = await queries.store(tx, checkout, provider_id, state, is_changed=is_changed)
    await _update_plan(tx, known, state, row["id"])
    _audit_end(tx, known, state, row["id"])


async def end_if_lapsed(tx: Tx, id: str) -> None:
    """End a subscription whose end has come by the database's clock, without the provider.

    The caller holds the lock of the billing account.
    """
    row = await queries.lock(tx, id)
    if await queries.end_if_lapsed(tx, id) and row is not None and row["is_current"] and row["entitles"]:
        await _change_plan(tx, subscription_state.FREE, id)


async def _update_plan(tx: Tx, known: asyncpg.Record | None, state: SubscriptionState, id: str) -> None:
    """Give the workspace the plan of its current subscription, or the free one when that entitles to it no more."""
    if not state.is_current:
        return
    if state.entitles:
        await _change_plan(tx, state.plan, id)
    elif known is not None and known["entitles"]:
        await _change_plan(tx, subscription_state.FREE, id)


async def _change_plan(tx: Tx, plan: str, id: str) -> None:
    before = await queries.update_plan(tx, plan)
    if before is not None:
        tx.audit("billing.plan_changed", "Subscription", id, before={"plan": before["plan"]}, after={"plan": plan})


def _audit_end(tx: Tx, known: asyncpg.Record | None, state: SubscriptionState, id: str) -> None:
    had_end = known is not None and known["cancel_at"] is not None
    if state.cancel_at is not None and state.ended_at is None and not had_end:
        tx.audit(
            "billing.subscription_canceled", "Subscription", id, after={"cancelAt": format_timestamp(state.cancel_at)}
        )


def _may_have_new_invoices(known: asyncpg.Record | None, subscription: ProviderSubscription) -> bool:
    """True if the subscription may have invoices that are not stored.

    It is new, another period has begun, it has ended, or it became paid or unpaid.
    """
    if known is None or known["current_period_start"] != subscription.current_period_start:
        return True
    has_ended = subscription_state.has_ended(subscription) and known["ended_at"] is None
    return has_ended or (subscription.status == "active") != (known["status"] in ("active", "canceling"))


def _resume_as_requester(
    operation: ExternalOperation,
    subscription: ProviderSubscription,
    checkout: asyncpg.Record,
    known: asyncpg.Record | None,
) -> ExternalOperation:
    """The operation, continued in the checkout's workspace.

    Its actor is the system. For a cancellation that was requested here, the actor is that of the request.
    """
    account_id = checkout["account_id"]
    actor: Actor = System(account_id)
    if (
        known is not None
        and known["ending"] == "period_end"
        and subscription_state.scheduled_end(subscription) is not None
    ):
        actor = external_operation.decode_actor(account_id, known["ending_actor"])
    return operation.resume_as(actor, None)


def _version(row: asyncpg.Record | None) -> int | None:
    return None if row is None else row["version"]
