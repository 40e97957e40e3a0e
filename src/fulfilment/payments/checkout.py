"""Opening a hosted page, on which a person pays (decisions, section 10).

    claim   write down what the provider is about to be asked for
    call    the workspace's customer, who receipts go to, the page; all under ids of ours, so that a repeat does nothing
            twice and answers the page that exists
    settle  keep the page and answer it

A crash or an unclear answer leaves the claim behind. The same request under its idempotency key takes it over, or the
worker does (billing/watch.py): both ask for the same again. Until then nobody has the page, so nobody can pay on it;
and without a key nobody ever will, so that it is given up.
"""

import contextlib
from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import msgspec
import structlog

from fulfilment import ids
from fulfilment.db import outbox
from fulfilment.db.tx import System, Tx
from fulfilment.http import idempotency
from fulfilment.http.errors import ApiError
from fulfilment.http.idempotency import Key
from fulfilment.http.mutation import Answered
from fulfilment.http.rate_limit import RateLimited
from fulfilment.http.saga import Saga
from fulfilment.payments import opening_queries, port, queries
from fulfilment.payments.port import Checkout, Provider, Session
from fulfilment.payments.records import OpenedCheckout, Order
from fulfilment.settings import Settings

# The worker looks first whether a page was paid on when a quick person may have done so.
FIRST_LOOK_SECONDS = 60
# After so long nobody asks for it any more, and what the provider remembers of a repeat ends.
GIVEN_UP_AFTER = idempotency.MEMORY_LIFE
# A provider may keep an answer that says nothing, and give it to every repeat. Whoever has asked so often may ask for
# another page instead: nobody has the first one.
TRIES = 3
# So many pages of a workspace are opened at once, on all nodes together: no workspace shall use up what the provider
# allows to all.
MOST_AT_ONCE = 4
# One of them is through, or its provider slow.
COME_AGAIN_SECONDS = 2
# A page for a plan that nobody paid on closes by itself after a day; so many of those before are closed at once.
MOST_CLOSED = 5
# Those are closed first; then the customer twice, where it has to be made anew, who it is each time, and the page.
_CALLS = MOST_CLOSED + 5
_MARGIN_SECONDS = 10

_log = structlog.get_logger(__name__)


class CheckoutFailed(ApiError):
    """The payment provider opened no page, or nobody knows yet whether it did."""

    status, code, message = 500, "CHECKOUT_FAILED", "The payment provider opened no checkout."


class TooManyAtOnce(RateLimited):
    """The workspace has as many pages being opened as it may."""

    message = f"Of a workspace {MOST_AT_ONCE} checkouts are opened at once. Ask again when one of them is answered."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": str(COME_AGAIN_SECONDS)})


def lease_seconds(settings: Settings) -> float:
    """Longer than the calls can take, so that a lease that ran out means a process that died."""
    return _CALLS * settings.payments_timeout_seconds + _MARGIN_SECONDS


async def begin(
    saga: Saga, provider: Provider, order: Order, settings: Settings, former: Sequence[str] = ()
) -> Answered:
    """Close the `former` pages, open this one and answer it.

    Raises CheckoutFailed, TooManyAtOnce, and InProgress while somebody else is at it.
    """
    async with saga.step() as tx:
        await queries.lock_account(tx)
        row = await _claim(tx, saga, order, timedelta(seconds=lease_seconds(settings)))
        await saga.open_memory(tx, lease_seconds(settings))
    await _close(provider, former)
    return await carry_out(saga, provider, row, is_last_try=row["faults"] >= TRIES)


async def carry_out(saga: Saga, provider: Provider, row: asyncpg.Record, *, is_last_try: bool = False) -> Answered:
    """Ask the provider for a checkout that is ours, and settle whatever comes of it. Raises CheckoutFailed."""
    try:
        session = await _open(saga, provider, row)
    except port.Unclear as problem:
        # Who has no key cannot ask for this page again.
        await (give_up if is_last_try or saga.key is None else _leave_unclear)(saga, row)
        raise CheckoutFailed(_unclear(problem, saga.key)) from None
    except port.PaymentsError as problem:
        await give_up(saga, row)
        raise CheckoutFailed(f"The payment provider opened no checkout: {problem.message}") from None

    async def settle(tx: Tx) -> OpenedCheckout:
        await queries.lock_account(tx)
        look_after = timedelta(seconds=FIRST_LOOK_SECONDS)
        kept = await opening_queries.opened(tx, row["id"], session.id, session.url, session.expires_at, look_after)
        return _shown(kept)

    return await saga.finish(settle)


async def resolve(saga: Saga, provider: Provider, row: asyncpg.Record) -> None:
    """Carry one that somebody left behind, and that is ours now, to its end, in their name and under their key.

    Raises CheckoutFailed where there is no page, or where that is still unclear.
    """
    with contextlib.suppress(outbox.KeyTaken):
        await carry_out(saga.resumed(read_actor(row), read_key(row)), provider, row)


async def give_up(saga: Saga, row: asyncpg.Record) -> None:
    """There is no page, and the key may be used again."""
    async with saga.step() as tx:
        await queries.lock_account(tx)
        await opening_queries.failed(tx, row["id"])
        await saga.drop_memory(tx)


def read_actor(row: asyncpg.Record) -> System:
    """Who asked for it."""
    return msgspec.json.decode(row["actor"], type=System)


def read_key(row: asyncpg.Record) -> Key | None:
    return None if row["memory"] is None else msgspec.json.decode(row["memory"], type=Key)


async def _claim(tx: Tx, saga: Saga, order: Order, lease: timedelta) -> asyncpg.Record:
    """The checkout that was left behind under the key, or a new one."""
    memory = None if saga.key is None else _json(saga.key)
    left_behind = None if memory is None else await opening_queries.find_left_behind(tx, memory, GIVEN_UP_AFTER)
    if left_behind is not None:
        row = await opening_queries.take_over(tx, left_behind, saga.holder, lease)
        if row is None:
            raise idempotency.InProgress
        return row
    if await opening_queries.are_being_opened(tx, MOST_AT_ONCE):
        raise TooManyAtOnce
    is_plan = order.kind == "plan"
    actor = saga.actor
    named = System(actor.account_id, actor.actor_id, actor.actor_email, actor.ip, actor.user_agent)
    row = await opening_queries.begin(
        tx,
        ids.new("chk"),
        order,
        _json(order),
        _json(named),
        memory,
        saga.holder,
        lease,
        subscription_id=ids.new("sub") if is_plan else None,
        invoice_id=ids.new("inv") if is_plan else None,
    )
    if is_plan:
        asked = {"plan": order.plan, "amount": order.amount, "currency": order.currency}
        tx.audit("billing.checkout_started", "Subscription", row["subscription_id"], after=asked)
    return row


async def _close(provider: Provider, pages: Sequence[str]) -> None:
    """Close the pages of before, as far as it can be done; whichever is paid all the same is settled by its age."""
    for session_id in pages:
        try:
            await provider.expire_session(session_id)
        except port.Refused:
            continue
        except port.PaymentsError as problem:
            _log.info("page_stays_open", session=session_id, error=problem.message)
            return


async def _open(saga: Saga, provider: Provider, row: asyncpg.Record) -> Session:
    """Every call in its order. Raises PaymentsError."""
    order = msgspec.json.decode(row["terms"], type=Order)
    customer_id = await _customer(saga, provider, row["id"])
    try:
        await provider.describe_customer(customer_id, order.email or None, order.name)
    except port.NotFound:
        # It was deleted there, or belongs to an account that was used before.
        async with saga.step() as tx:
            await queries.forget_customer(tx, customer_id)
        customer_id = await _customer(saga, provider, row["id"])
        await provider.describe_customer(customer_id, order.email or None, order.name)
    session = await provider.open_checkout(
        Checkout(
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
        raise port.Refused("The page was closed before anybody was told of it.")
    return session


async def _customer(saga: Saga, provider: Provider, reference: str) -> str:
    """The workspace's customer at the provider, the same one from then on: of two made at once the first is kept."""
    async with saga.read() as read:
        known = await queries.find_customer(read)
    if known is not None:
        return known
    made = await provider.open_customer(saga.account_id, reference)
    async with saga.step() as tx:
        return await queries.keep_customer(tx, made)


async def _leave_unclear(saga: Saga, row: asyncpg.Record) -> None:
    async with saga.step() as tx:
        await queries.lock_account(tx)
        await opening_queries.yield_up(tx, row["id"], row["holder"])
        await saga.yield_memory(tx)


def _unclear(problem: port.Unclear, key: Key | None) -> str:
    """What is unclear, and what to do."""
    again = "Nothing can be paid on it; ask again."
    if key is not None:
        again = "Ask again under the same Idempotency-Key, which answers the same checkout."
    return f"It is not known yet whether the payment provider opened the checkout: {problem.message} {again}"


def _shown(row: asyncpg.Record) -> OpenedCheckout:
    return OpenedCheckout(
        subscription_id=row["subscription_id"],
        invoice_id=row["invoice_id"],
        checkout_session_id=row["provider_session_id"],
        checkout_url=row["url"],
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
