"""Bringing a shipment's charge to what its courier asks by now (decisions, section 6).

The charge itself stands as it was; what is charged more, or given back of it, is a `manual_adjustment` that names the
shipment. A refund gives back what is left of both.
"""

from fulfilment import clock, ids
from fulfilment.credits import queries
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx

RECHARGE = sql(
    "credits.recharge",
    """
    WITH due AS (
        SELECT CASE WHEN $4 > s.adjusted THEN least($4 - s.adjusted, b.balance - b.held)
                    ELSE greatest($4 - s.adjusted, s.refunded - s.charged - s.adjusted) END AS more
          FROM credit_shipments s JOIN credit_balances b ON b.account_id = s.account_id
         WHERE s.account_id = $1 AND s.shipment_id = $2 AND s.charged > 0
    ), moved AS (
        UPDATE credit_balances b
           SET balance = b.balance - due.more, transaction_count = b.transaction_count + 1,
               updated_at = greatest(b.updated_at, $6)
          FROM due WHERE b.account_id = $1 AND due.more <> 0
        RETURNING b.balance, b.transaction_count, b.updated_at, due.more
    ), settled AS (
        UPDATE credit_shipments s SET adjusted = s.adjusted + moved.more FROM moved
         WHERE s.account_id = $1 AND s.shipment_id = $2
    ), written AS (
        INSERT INTO credit_transactions (account_id, id, number, kind, amount, balance_after, shipment_id, memo,
                                         created_at)
        SELECT $1, $3, transaction_count, 'manual_adjustment', -more, balance, $2, $5, updated_at FROM moved
    )
    SELECT more FROM moved
    """,
)


async def recharge(tx: Tx, shipment_id: str, beyond: int, memo: str) -> int:
    """Have the shipment charged `beyond` its charge in all (below zero: so much less), and say how much that moved.

    Never more than there is, and nothing is given back beyond what is left. What the credit did not reach for is asked
    for again when the courier names the next price, and not before. A repeat moves nothing.
    """
    if not await queries.lock_balance(tx):
        return 0
    return await tx.value(RECHARGE, shipment_id, ids.new("ctx"), beyond, memo, clock.now()) or 0
