"""What a workspace owes of the credit that refunds and disputes took back: paid by its next top-ups, of any kind.

The balance's row is locked by whoever calls.
"""

from datetime import datetime

import asyncpg

from fulfilment import ids
from fulfilment.credits import purchase_queries, queries
from fulfilment.db.tx import Tx

MEMO = "Owed for purchases that were refunded or disputed"


async def collect(tx: Tx, topup: asyncpg.Record, now: datetime) -> None:
    """Take what is owed of a top-up that was just made, in a transaction that names it.

    No more than it brought: what else is there was given back by shipments, or let go of by bookings.
    """
    balance = await queries.find_balance(tx)
    amount = min(balance["owed"], balance["available"], topup["amount"])
    if amount <= 0:
        return
    reference = await free_reference(tx, topup["id"])
    await queries.record(tx, ids.new("ctx"), "manual_adjustment", -amount, now, external_ref=reference, memo=MEMO)
    left = await purchase_queries.owe(tx, -amount)
    tx.audit(
        "shipping_credit.owed_taken",
        "CreditTransaction",
        topup["id"],
        before={"owed": left + amount},
        after={"owed": left},
    )


async def free_reference(tx: Tx, reference: str) -> str | None:
    """The reference, unless somebody gave it to an adjustment of their own: it is a hint, and stands once."""
    return None if await queries.find_by_ref(tx, "manual_adjustment", reference) else reference
