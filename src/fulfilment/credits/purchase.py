"""Buying shipping credit on a hosted page: paid once is credited once (decisions, sections 6 and 10)."""

from datetime import timedelta
from typing import get_args

import asyncpg
import structlog

from fulfilment import clock, ids
from fulfilment.credits import debt, purchase_queries, queries
from fulfilment.credits.records import CreditCheckout, CreditTransaction
from fulfilment.db.tx import Tx
from fulfilment.fields import MAX_INTEGER, from_row
from fulfilment.http.errors import NotConfigured, ServiceUnavailable, Validation
from fulfilment.http.mutation import Answered
from fulfilment.http.saga import Saga
from fulfilment.payments import buyer, checkout, return_pages
from fulfilment.payments import queries as checkouts
from fulfilment.payments.access import Payments
from fulfilment.payments.port import Currency, Session
from fulfilment.payments.records import Order
from fulfilment.settings import Settings

log = structlog.get_logger(__name__)

TITLE = "Shipping credit"
# Refunds and disputes are told of by events; should one be lost, this is when the worker looks first.
LOOK_AFTER = timedelta(days=1)
MEMO = "Bought on a checkout page"


async def begin(saga: Saga, given: CreditCheckout, payments: Payments, settings: Settings) -> Answered:
    """Open a page on which the credit is paid for. Raises NotConfigured, Validation, CheckoutFailed, TooManyAtOnce."""
    if payments.provider is None:
        raise NotConfigured("No payment provider is configured.")
    if settings.currency not in get_args(Currency):
        raise NotConfigured(f"Credit is counted in {settings.currency}, which the payment provider is not asked for.")
    async with saga.read() as read:
        if await purchase_queries.paid_in(read) + given.amount > MAX_INTEGER:
            raise Validation(f"A balance holds at most {MAX_INTEGER}.", field="amount")
    success_url, cancel_url = return_pages.urls(
        settings, given.return_to, saga.account_id, "credit", return_pages.SESSION
    )
    order = Order(
        kind="credit",
        amount=given.amount,
        currency=settings.currency,
        # A node of the release before, which may take it over, reads no null here.
        email=buyer.email_of(saga.actor, given.email) or "",
        name=given.name,
        success_url=success_url,
        cancel_url=cancel_url,
        title=TITLE,
    )
    return await checkout.begin(saga, payments.provider, order, settings)


async def settle(tx: Tx, row: asyncpg.Record, session: Session) -> None:
    """Credit what was paid on a page. The checkout is locked, and was not settled before.

    What was paid in another currency than asked credits nothing, less than asked credits what was paid, and more
    credits what was asked: each is recorded, for somebody to look at.
    """
    now = clock.now()
    await queries.open_balance(tx, now)
    credited = _credited(row, session)
    await purchase_queries.record(tx, row["id"], session.payment_id, credited, session.amount, session.currency)
    await checkouts.paid(tx, row["id"], session.payment_id, LOOK_AFTER)
    if credited:
        await _credit(tx, row, session, credited)


def _credited(row: asyncpg.Record, session: Session) -> int:
    is_ours = session.currency == row["currency"] and session.amount is not None
    credited = min(row["amount"], max(session.amount, 0)) if is_ours else 0
    if credited != row["amount"] or session.amount != row["amount"]:
        log.warning(
            "credit_paid_otherwise",
            account=row["account_id"],
            checkout=row["id"],
            asked=row["amount"],
            currency=row["currency"],
            paid=session.amount,
            paid_currency=session.currency,
            credited=credited,
        )
    return credited


async def _credit(tx: Tx, row: asyncpg.Record, session: Session, amount: int) -> None:
    now = clock.now()
    is_free = await queries.find_by_ref(tx, "topup", row["id"]) is None
    buyer_id = checkout.read_actor(row).actor_id
    made = await queries.record(
        tx,
        ids.new("ctx"),
        "topup",
        amount,
        now,
        # Somebody may have topped up by hand under this very reference; what was paid is credited all the same.
        external_ref=row["id"] if is_free else None,
        memo=f"{MEMO} ({session.id})",
        created_by=buyer_id or None,
    )
    if made is None:
        # Somebody filled the balance to the brim meanwhile. It is tried again until there is room.
        raise ServiceUnavailable
    tx.audit(
        "shipping_credit.purchased",
        "CreditTransaction",
        made["id"],
        after=from_row(CreditTransaction, made),
        metadata={
            "checkoutSessionId": session.id,
            "paymentId": session.payment_id,
            "asked": row["amount"],
            "paid": session.amount,
            "currency": session.currency,
        },
    )
    await debt.collect(tx, made, now)
