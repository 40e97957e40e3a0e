"""Refunds and disputes of what credit was bought with: what they take back of it (decisions, section 10).

What is refunded and disputed by now, as far as it was credited, is taken of the balance; what is not available there is
owed. A dispute that was won gives back: first what is owed, then to the balance. So it does not matter in which order
the provider tells of them, nor how often.
"""

import asyncpg

from fulfilment import clock, ids
from fulfilment.credits import debt, purchase_queries, queries
from fulfilment.db.tx import Tx
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.http.saga import Saga
from fulfilment.payments import events
from fulfilment.payments import queries as checkouts
from fulfilment.payments.access import Payments
from fulfilment.payments.events import Hearing
from fulfilment.payments.port import Payment

TRIES = 4
TAKEN_MEMO = "Refunded or disputed"
GIVEN_MEMO = "A refund or dispute that was given up"


async def refresh(saga: Saga, payments: Payments, payment_id: str, hearing: Hearing | None = None) -> None:
    """Fetch a payment of the workspace's and take back what was newly refunded or disputed of it.

    Raises PaymentsError where it cannot be fetched, and ServiceUnavailable where it changes all the time. A payment
    that bought no credit takes none.
    """
    for _ in range(TRIES):
        async with saga.read() as read:
            before = await checkouts.find_of_payment(read, payment_id)
        payment = await payments.provider.payment(payment_id)
        async with saga.step() as tx:
            await checkouts.lock_account(tx)
            row = await checkouts.find_of_payment(tx, payment_id)
            purchase = None if row is None else await purchase_queries.find(tx, row["id"])
            if not _is_same(before, row) and not (purchase and _is_known(purchase, payment)):
                continue
            if await events.is_new(tx, hearing) and purchase is not None:
                # Also where nothing is new: whoever was answered before that, and is slower, asks again.
                await tx.one(checkouts.TOUCH, row["id"])
                await _apply(tx, purchase, payment)
        return
    raise ServiceUnavailable


def _is_same(before: asyncpg.Record | None, now: asyncpg.Record | None) -> bool:
    """Whether nobody else settled it since the payment was asked about, who may know better."""
    return (before and before["version"]) == (now and now["version"])


def _is_known(purchase: asyncpg.Record, payment: Payment) -> bool:
    """Whether all that is said of the payment is written down already."""
    written = (purchase["refunded"], purchase["disputed"], purchase["taken_back"])
    return (payment.refunded, payment.disputed, _target(purchase, payment)) == written


async def _apply(tx: Tx, purchase: asyncpg.Record, payment: Payment) -> None:
    if _is_known(purchase, payment):
        return
    await queries.open_balance(tx, clock.now())
    target, checkout_id = _target(purchase, payment), purchase["checkout_id"]
    change = target - purchase["taken_back"]
    changed = await purchase_queries.take_back(tx, checkout_id, payment.refunded, payment.disputed, target)
    owed = await (_take(tx, changed, change) if change > 0 else _give_back(tx, changed, -change))
    tx.audit(
        "shipping_credit.taken_back",
        "CreditPurchase",
        checkout_id,
        before=_shown(purchase),
        after=_shown(changed),
        metadata={"paymentId": payment.id, "owed": owed},
    )


def _target(purchase: asyncpg.Record, payment: Payment) -> int:
    """What of the credit is to be back. What was paid beyond what was credited goes back first."""
    back = min(payment.refunded + payment.disputed, payment.amount)
    beyond = max(0, payment.amount - purchase["credited"])
    return max(0, min(back - beyond, purchase["credited"]))


async def _take(tx: Tx, purchase: asyncpg.Record, amount: int) -> int:
    """Take it of the balance, and have the rest owed; how much is owed by now."""
    available = (await queries.find_balance(tx))["available"]
    taken = min(amount, available)
    if taken:
        await _move(tx, purchase, -taken, TAKEN_MEMO)
    return await purchase_queries.owe(tx, amount - taken)


async def _give_back(tx: Tx, purchase: asyncpg.Record, amount: int) -> int:
    """Owe less, and put the rest into the balance; how much is owed by now."""
    owed = (await queries.find_balance(tx))["owed"]
    settled = min(amount, owed)
    if amount > settled:
        await _move(tx, purchase, amount - settled, GIVEN_MEMO)
    return await purchase_queries.owe(tx, -settled)


async def _move(tx: Tx, purchase: asyncpg.Record, amount: int, memo: str) -> None:
    payment_id = purchase["provider_payment_id"]
    reference = await debt.free_reference(tx, f"{payment_id}:{purchase['changes']}")
    memo = f"{memo}: {payment_id}"
    now = clock.now()
    if await queries.record(tx, ids.new("ctx"), "manual_adjustment", amount, now, external_ref=reference, memo=memo):
        return
    # Somebody filled the balance to the brim. It is tried again until there is room.
    raise ServiceUnavailable


def _shown(purchase: asyncpg.Record) -> dict[str, int]:
    return {
        "credited": purchase["credited"],
        "refunded": purchase["refunded"],
        "disputed": purchase["disputed"],
        "takenBack": purchase["taken_back"],
    }
