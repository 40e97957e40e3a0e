"""Adjustment of a shipment's charge to the courier's present price (decisions, sections 6 and 13).

The charge itself stays. The difference, charged or given back, is a `manual_adjustment` that names the shipment. A
refund gives back the rest of both.
"""

from fulfilment.credits import queries
from fulfilment.infra import clock, ids
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx

# $4 is the courier's present price, $5 its price at the booking. An amount given back is part of the booking's charge.
# A price that falls and rises again therefore refunds nothing twice and charges nothing twice.
ADJUST_CHARGE = sql(
    "credits.adjust_charge",
    """
    WITH charge AS (
        SELECT columns(shipment_charges s), CASE WHEN $4 > s.charged + least(s.adjusted, 0) THEN $4 - s.charged
                         ELSE least(s.adjusted, $4 - least($5, s.charged), 0) END AS target
          FROM shipment_charges s WHERE s.account_id = $1 AND s.shipment_id = $2 AND s.charged > 0
    ), due AS (
        SELECT CASE WHEN s.target > s.adjusted THEN least(s.target - s.adjusted, b.balance - b.held)
                    ELSE greatest(s.target - s.adjusted, s.refunded - s.charged - s.adjusted) END AS change
          FROM charge s JOIN credit_balances b ON b.account_id = s.account_id
    ), moved AS (
        UPDATE credit_balances b
           SET balance = b.balance - due.change, transaction_count = b.transaction_count + 1,
               updated_at = greatest(b.updated_at, $7)
          FROM due WHERE b.account_id = $1 AND due.change <> 0
        RETURNING b.balance, b.transaction_count, b.updated_at, due.change
    ), settled AS (
        UPDATE shipment_charges s SET adjusted = s.adjusted + moved.change FROM moved
         WHERE s.account_id = $1 AND s.shipment_id = $2
    ), written AS (
        INSERT INTO credit_transactions (account_id, id, number, kind, amount, balance_after, shipment_id, memo,
                                         created_at)
        SELECT $1, $3, transaction_count, 'manual_adjustment', -change, balance, $2, $6, updated_at FROM moved
    )
    SELECT change FROM moved
    """,
)


async def adjust_charge(tx: Tx, shipment_id: str, current_price: int, booked_price: int, memo: str) -> int:
    """Charge the excess of `current_price` over the charge, or give back its difference to a higher `booked_price`.

    Returns the amount moved, below zero if it was given back. It charges no more than is available, and gives back no
    more than is left of the charge. An amount that the credit did not cover is charged only with the courier's next
    price. A repeat moves nothing.
    """
    if not await queries.lock_balance(tx):
        return 0
    return (
        await tx.fetch_value(ADJUST_CHARGE, shipment_id, ids.new("ctx"), current_price, booked_price, memo, clock.now())
        or 0
    )
