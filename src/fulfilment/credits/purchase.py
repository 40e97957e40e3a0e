"""Purchase of shipping credit on a hosted page: one payment is credited once (decisions, sections 6 and 10).

Spent credit whose payment was refunded or disputed is a debt of the workspace, which its next top-ups pay.
"""

from datetime import datetime, timedelta
from typing import get_args

import asyncpg
import structlog

from fulfilment.credits import queries
from fulfilment.credits.schemas import CreditCheckout, CreditTransaction
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import NotConfigured, ServiceUnavailable, Validation
from fulfilment.infra.auth.principal import as_principal
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import MAX_INTEGER, from_row
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import checkout, return_pages
from fulfilment.payments import queries as checkouts
from fulfilment.payments.port import CheckoutSession, Currency
from fulfilment.payments.provider import Payments
from fulfilment.payments.schemas import CheckoutOrder, OpenedCheckout
from fulfilment.settings import Settings

TITLE = "Shipping credit"
MEMO = "Bought on a checkout page"
OUTSTANDING_MEMO = "Owed for purchases that were refunded or disputed"
# Refunds and disputes arrive as events. The worker's first check for a lost event is after this time.
FIRST_REVERSAL_CHECK_AFTER = timedelta(days=1)
_CURRENCIES: dict[str, Currency] = {name: name for name in get_args(Currency)}

log = structlog.get_logger(__name__)


async def open_credit_checkout(
    operation: ExternalOperation, body: CreditCheckout, payments: Payments, settings: Settings
) -> EncodedResponse[OpenedCheckout]:
    """Open the provider's payment page for credit.

    Raises NotConfigured, Validation, CheckoutFailed and TooManyCheckouts.
    """
    if payments.provider is None:
        raise NotConfigured("No payment provider is configured.")
    currency = _CURRENCIES.get(settings.currency)
    if currency is None:
        raise NotConfigured(f"Credit is counted in {settings.currency}, which the payment provider is not asked for.")
    async with operation.read() as read:
        if await queries.find_paid_in(read) + body.amount > MAX_INTEGER:
            raise Validation(f"A balance holds at most {MAX_INTEGER}.", field="amount")
    success_url, cancel_url = return_pages.build_return_urls(
        settings, body.return_to, operation.account_id, "credit", return_pages.CHECKOUT_PLACEHOLDER
    )
    order = CheckoutOrder(
        kind="credit",
        amount=body.amount,
        currency=currency,
        email=checkout.resolve_email(as_principal(operation.actor), body.email) or "",
        name=body.name,
        success_url=success_url,
        cancel_url=cancel_url,
        title=TITLE,
    )
    return await checkout.create_checkout(operation, payments.provider, order, settings)


async def settle_purchase(tx: Tx, row: asyncpg.Record, session: CheckoutSession) -> None:
    """Credit the payment of a page. The checkout is locked, and was not settled before.

    A payment in another currency credits nothing. A smaller payment credits its own amount, and a larger one the
    ordered amount. Each such case is recorded and logged for the operator.
    """
    now = clock.now()
    await queries.lock_or_create_balance(tx, now)
    credited = _credited_amount(row, session)
    await queries.insert_purchase(tx, row["id"], session.payment_id, credited, session.amount, session.currency)
    await checkouts.mark_paid(tx, row["id"], session.payment_id, FIRST_REVERSAL_CHECK_AFTER)
    if credited:
        await _credit(tx, row, session, credited)


async def collect_outstanding(tx: Tx, topup: asyncpg.Record, now: datetime) -> None:
    """Pay the workspace's debt from a top-up that was just made, in a transaction that names it.

    No more than the top-up is taken: the rest of the balance comes from refunds and released holds. The caller has
    locked the balance.
    """
    balance = await queries.find_balance(tx)
    amount = min(balance["owed"], balance["available"], topup["amount"])
    if amount <= 0:
        return
    reference = await find_unused_reference(tx, topup["id"])
    await queries.insert_transaction(
        tx, ids.new("ctx"), "manual_adjustment", -amount, now, external_ref=reference, memo=OUTSTANDING_MEMO
    )
    remaining = await queries.add_outstanding(tx, -amount)
    tx.audit(
        "shipping_credit.owed_taken",
        "CreditTransaction",
        topup["id"],
        before={"owed": remaining + amount},
        after={"owed": remaining},
    )


async def find_unused_reference(tx: Tx, reference: str) -> str | None:
    """The reference, or None if an adjustment by hand has it: a reference is unique per kind, and here only a hint."""
    return None if await queries.find_by_ref(tx, "manual_adjustment", reference) else reference


def _credited_amount(row: asyncpg.Record, session: CheckoutSession) -> int:
    credited = 0
    if session.currency == row["currency"] and session.amount is not None:
        credited = min(row["amount"], max(session.amount, 0))
    if credited != row["amount"] or session.amount != row["amount"]:
        log.warning(
            "credit_payment_mismatch",
            account=row["account_id"],
            checkout=row["id"],
            asked=row["amount"],
            currency=row["currency"],
            paid=session.amount,
            paid_currency=session.currency,
            credited=credited,
        )
    return credited


async def _credit(tx: Tx, row: asyncpg.Record, session: CheckoutSession, amount: int) -> None:
    now = clock.now()
    is_free = await queries.find_by_ref(tx, "topup", row["id"]) is None
    buyer_id = checkout.read_actor(row).actor_id
    transaction = await queries.insert_transaction(
        tx,
        ids.new("ctx"),
        "topup",
        amount,
        now,
        # A top-up by hand may have the same reference; the payment is credited all the same.
        external_ref=row["id"] if is_free else None,
        memo=MEMO,
        created_by=buyer_id or None,
    )
    if transaction is None:
        # Other top-ups filled the balance to its limit meanwhile. The settlement is repeated until there is room.
        raise ServiceUnavailable
    tx.audit(
        "shipping_credit.purchased",
        "CreditTransaction",
        transaction["id"],
        after=from_row(CreditTransaction, transaction),
        metadata={
            "checkoutSessionId": session.id,
            "paymentId": session.payment_id,
            "asked": row["amount"],
            "paid": session.amount,
            "currency": session.currency,
        },
    )
    await collect_outstanding(tx, transaction, now)
