"""Reversals of credit purchases: refunds and disputes of their payments (decisions, section 10).

The total refunded and disputed amount, as far as it was credited, is taken from the balance. The part that is not
available there is a debt. A dispute that was won first reduces the debt, then adds to the balance. The target is always
the total, so that events may arrive in any order and more than once.
"""

import asyncpg

from fulfilment.credits import queries
from fulfilment.credits.purchase import find_unused_reference
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments import events
from fulfilment.payments import queries as checkouts
from fulfilment.payments.events import EventReceipt
from fulfilment.payments.port import Payment
from fulfilment.payments.provider import Payments

MAX_ATTEMPTS = 4
REVERSAL_MEMO = "Refunded or disputed"
REINSTATEMENT_MEMO = "A refund or dispute that was given up"


async def sync_payment(
    operation: ExternalOperation, payments: Payments, payment_id: str, receipt: EventReceipt | None = None
) -> None:
    """Fetch a payment of the workspace, and apply its refunds and disputes to the credit.

    Raises PaymentsError if it cannot be fetched, and ServiceUnavailable if its row changes in every attempt. A payment
    that bought no credit changes none.
    """
    provider = payments.provider
    assert provider is not None
    for _ in range(MAX_ATTEMPTS):
        async with operation.read() as read:
            before = await checkouts.find_by_payment(read, payment_id)
        payment = await provider.retrieve_payment(payment_id)
        async with operation.transaction() as tx:
            await checkouts.lock_account(tx)
            row = await checkouts.find_by_payment(tx, payment_id)
            purchase = None if row is None else await queries.find(tx, row["id"])
            if not _is_same(before, row) and not (purchase and _is_known(purchase, payment)):
                continue
            if await events.record_event(tx, receipt) and row is not None and purchase is not None:
                # Even if nothing is new: the new version makes a slower writer fetch again.
                await tx.fetch_optional(checkouts.INCREMENT_VERSION, row["id"])
                await _apply(tx, purchase, payment)
        return
    raise ServiceUnavailable


def _is_same(before: asyncpg.Record | None, now: asyncpg.Record | None) -> bool:
    """True if no other writer settled the checkout since the payment was fetched."""
    return (before and before["version"]) == (now and now["version"])


def _is_known(purchase: asyncpg.Record, payment: Payment) -> bool:
    """True if the payment's refunds and disputes are recorded already."""
    stored = (purchase["refunded"], purchase["disputed"], purchase["taken_back"])
    return (payment.refunded, payment.disputed, _reversal_target(purchase, payment)) == stored


async def _apply(tx: Tx, purchase: asyncpg.Record, payment: Payment) -> None:
    if _is_known(purchase, payment):
        return
    await queries.lock_or_create_balance(tx, clock.now())
    target, checkout_id = _reversal_target(purchase, payment), purchase["checkout_id"]
    change = target - purchase["taken_back"]
    changed = await queries.record_reversal(tx, checkout_id, payment.refunded, payment.disputed, target)
    owed = await (_withdraw(tx, changed, change) if change > 0 else _reinstate(tx, changed, -change))
    tx.audit(
        "shipping_credit.taken_back",
        "CreditPurchase",
        checkout_id,
        before=_audit_fields(purchase),
        after=_audit_fields(changed),
        metadata={"paymentId": payment.id, "owed": owed},
    )


def _reversal_target(purchase: asyncpg.Record, payment: Payment) -> int:
    """The total credit to take back. The part of the payment beyond the credited amount is returned first."""
    returned = min(payment.refunded + payment.disputed, payment.amount)
    uncredited = max(0, payment.amount - purchase["credited"])
    return max(0, min(returned - uncredited, purchase["credited"]))


async def _withdraw(tx: Tx, purchase: asyncpg.Record, amount: int) -> int:
    """Take an amount from the balance, add the rest to the debt, and return the debt."""
    available = (await queries.find_balance(tx))["available"]
    withdrawn = min(amount, available)
    if withdrawn:
        await _record_movement(tx, purchase, -withdrawn, REVERSAL_MEMO)
    return await queries.add_outstanding(tx, amount - withdrawn)


async def _reinstate(tx: Tx, purchase: asyncpg.Record, amount: int) -> int:
    """Reduce the debt by an amount, add the rest to the balance, and return the debt."""
    owed = (await queries.find_balance(tx))["owed"]
    settled = min(amount, owed)
    if amount > settled:
        await _record_movement(tx, purchase, amount - settled, REINSTATEMENT_MEMO)
    return await queries.add_outstanding(tx, -settled)


async def _record_movement(tx: Tx, purchase: asyncpg.Record, amount: int, memo: str) -> None:
    reference = await find_unused_reference(tx, f"{purchase['provider_payment_id']}:{purchase['changes']}")
    now = clock.now()
    if await queries.insert_transaction(
        tx, ids.new("ctx"), "manual_adjustment", amount, now, external_ref=reference, memo=memo
    ):
        return
    # Other top-ups filled the balance to its limit. The settlement is repeated until there is room.
    raise ServiceUnavailable


def _audit_fields(purchase: asyncpg.Record) -> dict[str, int]:
    return {
        "credited": purchase["credited"],
        "refunded": purchase["refunded"],
        "disputed": purchase["disputed"],
        "takenBack": purchase["taken_back"],
    }
