"""What a workspace owes of the credit that refunds and disputes took back: paid by its next top-ups, of any kind.

The balance's row is locked by whoever calls.
"""

from datetime import datetime

import asyncpg

from fulfilment.credits import purchase_queries, queries
from fulfilment.infra import ids
from fulfilment.infra.database.transaction import Tx

MEMO = "Owed for purchases that were refunded or disputed"


async def collect_outstanding(tx: Tx, topup: asyncpg.Record, now: datetime) -> None:
    """Take what is owed of a top-up that was just made, in a transaction that names it.

    No more than it brought: what else is there was given back by shipments, or let go of by bookings.
    """
    balance = await queries.find_balance(tx)
    amount = min(balance["owed"], balance["available"], topup["amount"])
    if amount <= 0:
        return
    reference = await find_unused_reference(tx, topup["id"])
    await queries.insert_transaction(
        tx, ids.new("ctx"), "manual_adjustment", -amount, now, external_ref=reference, memo=MEMO
    )
    remaining = await purchase_queries.add_outstanding(tx, -amount)
    tx.audit(
        "shipping_credit.owed_taken",
        "CreditTransaction",
        topup["id"],
        before={"owed": remaining + amount},
        after={"owed": remaining},
    )


async def find_unused_reference(tx: Tx, reference: str) -> str | None:
    """The reference, unless somebody gave it to an adjustment of their own: it is a hint, and stands once."""
    return None if await queries.find_by_ref(tx, "manual_adjustment", reference) else reference
