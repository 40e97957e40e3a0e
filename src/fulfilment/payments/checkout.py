"""Checkout sessions: opening the provider's payment page, and deletion of old checkouts (decisions, section 10).

    claim   Store the order and its lease.
    call    Create the customer, update it and create the page. Our ids make a repeat return the existing objects.
    settle  Store the page and send it to the client.

A crash or an unclear answer leaves the claim stored. The same request with its idempotency key takes it over, or the
worker does (billing/checkout_sync.py): both repeat the same calls. Until then no client has the page, and no buyer can
pay on it. A claim without an idempotency key is given up.
"""

import contextlib
from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import msgspec
import structlog

from fulfilment.infra import ids
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database import database_clock, outbox
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.rate_limiter import RateLimited
from fulfilment.infra.operations import external_operation, idempotency
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation, StoredActor
from fulfilment.infra.operations.idempotency import Key
from fulfilment.payments import checkout_queries, port, queries, return_pages
from fulfilment.payments.port import CheckoutRequest, CheckoutSession, PaymentProvider
from fulfilment.payments.schemas import CheckoutOrder, OpenedCheckout
from fulfilment.settings import Settings

# The worker's first check of a page: a fast buyer may have paid by then.
FIRST_CHECK_SECONDS = 60
# Idempotency keys expire after this time, here and at the provider, so that a claim cannot be resumed any more.
ABANDONED_AFTER = idempotency.RETENTION
# A provider may store an unclear answer and return it to every repeat. After so many attempts the checkout fails, and
# the client may order another one: no client has the first page.
MAX_ATTEMPTS = 3
# Pages of a workspace that are opened at once, on all nodes together, so that no workspace uses up the provider's rate
# limit.
MAX_CONCURRENT_CHECKOUTS = 4
# After this time one of them is usually open.
RETRY_AFTER_SECONDS = 2
# An unpaid page for a plan expires by itself after a day. At most this many earlier pages are expired at once.
MAX_EXPIRED_SESSIONS = 5
# The most calls of one checkout: expiring earlier pages, creating and updating a customer twice, and creating the page.
_CALLS = MAX_EXPIRED_SESSIONS + 5
_MARGIN_SECONDS = 10

RETENTION_DAYS = 90
CLEANUP_INTERVAL_SECONDS = 600.0
_CLEANUP_BATCH_SIZE = 100

LIST_EXPIRED = sql(
    "payments.unscoped_list_expired_checkouts",
    """
    SELECT account_id, id FROM checkouts c
     WHERE state IN ('failed', 'expired') AND settled_at <= $1
       AND NOT EXISTS (SELECT FROM subscriptions s
                        WHERE s.account_id = c.account_id AND s.id = c.subscription_id AND s.status <> 'canceled')
     ORDER BY settled_at LIMIT $2 FOR UPDATE OF c SKIP LOCKED
    """,
)

DELETE_EXPIRED = sql(
    "payments.batched_delete_expired_checkouts",
    """
    DELETE FROM checkouts c USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE c.account_id = old.account_id AND c.id = old.id
    """,
)

_CLEANUP = BatchProcessor("old_checkouts", ("account_id", "id"), _CLEANUP_BATCH_SIZE)

_log = structlog.get_logger(__name__)


class CheckoutFailed(ApiError):
    """The payment provider opened no page, or the outcome is unknown."""

    status, code, message = 500, "CHECKOUT_FAILED", "The payment provider opened no checkout."


class TooManyCheckouts(RateLimited):
    """The workspace opens the maximum number of pages at once."""

    message = f"A workspace can open {MAX_CONCURRENT_CHECKOUTS} checkouts at once. Try again in a moment."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


def lease_seconds(settings: Settings) -> float:
    """The lease of a checkout: longer than its calls can take, so that an expired lease means a dead process."""
    return _CALLS * settings.payments_timeout_seconds + _MARGIN_SECONDS


async def create_checkout(
    operation: ExternalOperation,
    provider: PaymentProvider,
    order: CheckoutOrder,
    settings: Settings,
    sessions_to_expire: Sequence[str] = (),
) -> EncodedResponse:
    """Expire the pages `sessions_to_expire`, open a new page and return it.

    Raises CheckoutFailed, TooManyCheckouts, and InProgress while another process opens the same checkout.
    """
    async with operation.transaction() as tx:
        await queries.lock_account(tx)
        row = await _claim_checkout(tx, operation, order, timedelta(seconds=lease_seconds(settings)))
        await operation.claim_key(tx, lease_seconds(settings))
    await _expire_sessions(provider, sessions_to_expire)
    return await open_session(operation, provider, row, is_last_try=row["faults"] >= MAX_ATTEMPTS)


async def open_session(
    operation: ExternalOperation, provider: PaymentProvider, row: asyncpg.Record, *, is_last_try: bool = False
) -> EncodedResponse:
    """Open the page of a claimed checkout at the provider, and settle the result. Raises CheckoutFailed."""
    try:
        session = await _create_session(operation, provider, row)
    except port.ProviderOutcomeUnknown as problem:
        # A request without an idempotency key cannot be repeated.
        await (fail_checkout if is_last_try or operation.key is None else _release_unclear)(operation, row)
        raise CheckoutFailed(_unclear_message(problem, operation.key)) from None
    except port.PaymentsError as problem:
        await fail_checkout(operation, row)
        raise CheckoutFailed(f"The payment provider opened no checkout: {problem.message}") from None

    async def settle(tx: Tx) -> OpenedCheckout:
        await queries.lock_account(tx)
        next_check_in = timedelta(seconds=FIRST_CHECK_SECONDS)
        stored = await checkout_queries.mark_open(
            tx, row["id"], session.id, session.url, session.expires_at, next_check_in
        )
        return _to_api(stored)

    return await operation.complete(settle)


async def resume_checkout(operation: ExternalOperation, provider: PaymentProvider, row: asyncpg.Record) -> None:
    """Finish an abandoned checkout that this process took over, with the actor and the key of its request.

    Raises CheckoutFailed if the provider opened no page, or the outcome is still unknown.
    """
    with contextlib.suppress(outbox.IdempotencyConflict):
        await open_session(operation.resume(row), provider, row)


async def fail_checkout(operation: ExternalOperation, row: asyncpg.Record) -> None:
    """Mark a checkout as failed: it has no page, and its idempotency key is free again."""

    async def mark_failed(tx: Tx) -> None:
        await queries.lock_account(tx)
        await checkout_queries.mark_failed(tx, row["id"])

    await operation.abort(mark_failed)


def read_actor(row: asyncpg.Record) -> StoredActor:
    """The actor of the checkout's request."""
    return external_operation.decode_actor(row["account_id"], row["actor"])


def read_key(row: asyncpg.Record) -> Key | None:
    return idempotency.decode_key(row["memory"])


def resolve_email(principal: Principal, requested: str | None) -> str | None:
    """The address in a signed-in user's token, else the requested one, if any."""
    own_email = principal.actor_email if principal.person is not None else None
    return own_email or requested


def require_email(principal: Principal, requested: str | None) -> str:
    """The address for a receipt. Raises Validation if there is none."""
    email = resolve_email(principal, requested)
    if email is None:
        raise Validation("An email is needed, for the receipt.", field="email")
    return email


async def delete_expired(db: Database) -> None:
    """Delete checkouts that ended unpaid more than RETENTION_DAYS ago, in batches."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=RETENTION_DAYS)
    await _CLEANUP.drain(
        db,
        lambda connection, most: connection.fetch(LIST_EXPIRED.text, horizon, most),
        lambda connection, old: connection.execute(DELETE_EXPIRED.text, *columns(old, 2)),
    )


async def _claim_checkout(
    tx: Tx, operation: ExternalOperation, order: CheckoutOrder, lease: timedelta
) -> asyncpg.Record:
    """Claim the abandoned checkout of the idempotency key, or a new one."""
    key_json = idempotency.encode_key(operation.key)
    abandoned = None if key_json is None else await checkout_queries.find_abandoned(tx, key_json, ABANDONED_AFTER)
    if abandoned is not None:
        operation.register_claim(checkout_queries.RELEASE_LOST_CLAIM, abandoned["id"], operation.owner_id, lease=lease)
        row = await checkout_queries.take_over(tx, abandoned, operation.owner_id, lease)
        if row is None:
            raise idempotency.InProgress
        return row
    if await checkout_queries.has_reached_opening_limit(tx, MAX_CONCURRENT_CHECKOUTS):
        raise TooManyCheckouts
    is_plan = order.kind == "plan"
    checkout_id = ids.new("chk")
    operation.register_claim(checkout_queries.RELEASE_LOST_CLAIM, checkout_id, operation.owner_id, lease=lease)
    success_url = order.success_url.replace(return_pages.CHECKOUT_PLACEHOLDER, checkout_id)
    order = msgspec.structs.replace(order, success_url=success_url)
    row = await checkout_queries.insert_checkout(
        tx,
        checkout_id,
        order,
        msgspec.json.encode(order).decode(),
        external_operation.encode_actor(tx),
        key_json,
        operation.owner_id,
        lease,
        subscription_id=ids.new("sub") if is_plan else None,
        invoice_id=ids.new("inv") if is_plan else None,
    )
    if is_plan:
        requested = {"plan": order.plan, "amount": order.amount, "currency": order.currency}
        tx.audit("billing.checkout_started", "Subscription", row["subscription_id"], after=requested)
    return row


async def _expire_sessions(provider: PaymentProvider, session_ids: Sequence[str]) -> None:
    """Expire earlier pages, as far as possible. If one is paid all the same, the newest subscription is current."""
    for session_id in session_ids:
        try:
            await provider.expire_session(session_id)
        except port.ProviderRefused:
            continue
        except port.PaymentsError as problem:
            _log.info("session_expiry_failed", session=session_id, error=problem.message)
            return


async def _create_session(
    operation: ExternalOperation, provider: PaymentProvider, row: asyncpg.Record
) -> CheckoutSession:
    """Make all calls of a checkout in order. Raises PaymentsError."""
    order = msgspec.json.decode(row["terms"], type=CheckoutOrder)
    customer_id = await _get_or_create_customer(operation, provider, row["id"])
    try:
        await provider.update_customer(customer_id, order.email or None, order.name)
    except port.ProviderObjectNotFound:
        # The customer was deleted there, or belongs to a provider account that was used before.
        async with operation.transaction() as tx:
            await queries.unlink_customer(tx, customer_id)
        customer_id = await _get_or_create_customer(operation, provider, row["id"])
        await provider.update_customer(customer_id, order.email or None, order.name)
    session = await provider.create_session(
        CheckoutRequest(
            reference=row["id"],
            account_id=row["account_id"],
            customer_id=customer_id,
            currency=order.currency,
            success_url=order.success_url,
            cancel_url=order.cancel_url,
            plan=order.plan,
            price_id=order.price_id,
            subscription_reference=row["subscription_id"],
            amount=None if order.kind == "plan" else order.amount,
            title=order.title,
        )
    )
    if session.url is None:
        raise port.ProviderRefused("The payment page closed before its address was known.")
    return session


async def _get_or_create_customer(operation: ExternalOperation, provider: PaymentProvider, reference: str) -> str:
    """The workspace's customer at the provider. If two requests create one at once, both use the first."""
    async with operation.read() as read:
        existing = await queries.find_customer(read)
    if existing is not None:
        return existing
    created = await provider.create_customer(operation.account_id, reference)
    async with operation.transaction() as tx:
        return await queries.store_customer(tx, created)


async def _release_unclear(operation: ExternalOperation, row: asyncpg.Record) -> None:
    async def release_claim(tx: Tx) -> None:
        await queries.lock_account(tx)
        await checkout_queries.release_claim(tx, row["id"], row["holder"])

    await operation.release(release_claim)


def _unclear_message(problem: port.ProviderOutcomeUnknown, key: Key | None) -> str:
    """The message of an unknown outcome, with advice."""
    advice = "Nothing can be paid on it; ask again."
    if key is not None:
        advice = "Ask again under the same Idempotency-Key, which answers the same checkout."
    return f"It is not known yet whether the payment provider opened the checkout: {problem.message} {advice}"


def _to_api(row: asyncpg.Record) -> OpenedCheckout:
    return OpenedCheckout(
        subscription_id=row["subscription_id"],
        invoice_id=row["invoice_id"],
        checkout_session_id=row["provider_session_id"],
        checkout_url=row["url"],
    )
