"""Opening a hosted page, on which a person pays (decisions, section 10).

    claim   write down what the provider is about to be asked for
    call    the workspace's customer, who receipts go to, the page; all under ids of ours, so that a repeat does nothing
            twice and answers the page that exists
    settle  keep the page and answer it

A crash or an unclear answer leaves the claim behind. The same request under its idempotency key takes it over, or the
worker does (checkout_sync.py): both ask for the same again. Until then nobody has the page, so nobody can pay on it;
and without a key nobody ever will, so that it is given up.
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

# The worker looks first whether a page was paid on when a quick person may have done so.
FIRST_CHECK_SECONDS = 60
# After so long nobody asks for it any more, and what the provider remembers of a repeat ends.
ABANDONED_AFTER = idempotency.RETENTION
# A provider may keep an answer that says nothing, and give it to every repeat. Whoever has asked so often may ask for
# another page instead: nobody has the first one.
MAX_ATTEMPTS = 3
# So many pages of a workspace are opened at once, on all nodes together: no workspace shall use up what the provider
# allows to all.
MAX_CONCURRENT_CHECKOUTS = 4
# One of them is through, or its provider slow.
RETRY_AFTER_SECONDS = 2
# A page for a plan that nobody paid on closes by itself after a day; so many of those before are closed at once.
MAX_EXPIRED_SESSIONS = 5
# Those are closed first; then the customer twice, where it has to be made anew, who it is each time, and the page.
_CALLS = MAX_EXPIRED_SESSIONS + 5
_MARGIN_SECONDS = 10

_log = structlog.get_logger(__name__)


class CheckoutFailed(ApiError):
    """The payment provider opened no page, or nobody knows yet whether it did."""

    status, code, message = 500, "CHECKOUT_FAILED", "The payment provider opened no checkout."


class TooManyCheckouts(RateLimited):
    """The workspace has as many pages being opened as it may."""

    message = (
        f"Of a workspace {MAX_CONCURRENT_CHECKOUTS} checkouts are opened at once. "
        "Ask again when one of them is answered."
    )

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


def lease_seconds(settings: Settings) -> float:
    """Longer than the calls can take, so that a lease that ran out means a process that died."""
    return _CALLS * settings.payments_timeout_seconds + _MARGIN_SECONDS


async def create_checkout(
    operation: ExternalOperation,
    provider: PaymentProvider,
    order: CheckoutOrder,
    settings: Settings,
    sessions_to_expire: Sequence[str] = (),
) -> EncodedResponse:
    """Close the `sessions_to_expire` pages, open this one and answer it.

    Raises CheckoutFailed, TooManyCheckouts, and InProgress while somebody else is at it.
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
    """Ask the provider for a checkout that is ours, and settle whatever comes of it. Raises CheckoutFailed."""
    try:
        session = await _create_session(operation, provider, row)
    except port.ProviderOutcomeUnknown as problem:
        # Who has no key cannot ask for this page again.
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
    """Carry one that somebody left behind, and that is ours now, to its end, in their name and under their key.

    Raises CheckoutFailed where there is no page, or where that is still unclear.
    """
    with contextlib.suppress(outbox.IdempotencyConflict):
        await open_session(operation.resume(row), provider, row)


async def fail_checkout(operation: ExternalOperation, row: asyncpg.Record) -> None:
    """There is no page, and the key may be used again."""

    async def mark_failed(tx: Tx) -> None:
        await queries.lock_account(tx)
        await checkout_queries.mark_failed(tx, row["id"])

    await operation.abort(mark_failed)


def read_actor(row: asyncpg.Record) -> StoredActor:
    """The actor who asked for it."""
    return external_operation.decode_actor(row["account_id"], row["actor"])


def read_key(row: asyncpg.Record) -> Key | None:
    return idempotency.decode_key(row["memory"])


async def _claim_checkout(
    tx: Tx, operation: ExternalOperation, order: CheckoutOrder, lease: timedelta
) -> asyncpg.Record:
    """The checkout that was left behind under the key, or a new one."""
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
    """Close the pages of before, as far as it can be done; whichever is paid all the same is settled by its age."""
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
    """Every call in its order. Raises PaymentsError."""
    order = msgspec.json.decode(row["terms"], type=CheckoutOrder)
    customer_id = await _get_or_create_customer(operation, provider, row["id"])
    try:
        await provider.update_customer(customer_id, order.email or None, order.name)
    except port.ProviderObjectNotFound:
        # It was deleted there, or belongs to an account that was used before.
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
    """The workspace's customer at the provider, the same one from then on: of two made at once the first is kept."""
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
    """What is unclear, and what to do."""
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


def resolve_email(principal: Principal, requested: str | None) -> str | None:
    """A person's own address, as their token has it, else the one that was given, if any."""
    own_email = principal.actor_email if principal.person is not None else None
    return own_email or requested


def require_email(principal: Principal, requested: str | None) -> str:
    """The same where a receipt must go somewhere. Raises Validation."""
    email = resolve_email(principal, requested)
    if email is None:
        raise Validation("An email is needed, for the receipt.", field="email")
    return email


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


async def delete_expired(db: Database) -> None:
    """Remove what ended unpaid so long ago, a batch at a time."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=RETENTION_DAYS)
    await _CLEANUP.drain(
        db,
        lambda connection, most: connection.fetch(LIST_EXPIRED.text, horizon, most),
        lambda connection, old: connection.execute(DELETE_EXPIRED.text, *columns(old, 2)),
    )
