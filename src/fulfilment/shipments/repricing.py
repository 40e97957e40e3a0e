"""Re-weighing: a courier that asks another price for a parcel than when it was booked (decisions, section 6).

What it asks is recorded. Where the operator has it charged, the shipment's charge is brought to what it was when it was
booked and what the courier asks more since, as far as the credit reaches; what is less is given back.
"""

import asyncpg

from fulfilment import clock, ids
from fulfilment.aggregators.port import Order
from fulfilment.credits import recharging
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.settings import Settings
from fulfilment.shipments import events, queries

REPORTED_AS = "price_changed"

ASKS = sql(
    "repricing.asks",
    """
    UPDATE shipments s SET courier_price = $3, asked_price = coalesce(s.asked_price, $3), updated_at = $4
      FROM (SELECT id, courier_price FROM shipments WHERE account_id = $1 AND id = $2) before
     WHERE s.account_id = $1 AND s.id = $2 AND s.courier_price IS DISTINCT FROM $3
    RETURNING s.*, before.courier_price AS previous_price
    """,
)

RECHARGED = sql(
    "repricing.recharged",
    """
    UPDATE shipments SET insurance = least(insurance, price + insurance + $3),
           price = greatest(price + $3, 0)
     WHERE account_id = $1 AND id = $2
    RETURNING *
    """,
)


async def reprice(tx: Tx, shipment_id: str, order: Order, settings: Settings) -> bool:
    """Take note of what the courier asks for a locked shipment. Answers whether that is news."""
    # No courier carries anything for nothing: a price of 0 is one that was left out.
    row = await tx.one(ASKS, shipment_id, order.price, clock.now()) if order.price else None
    if row is None or row["previous_price"] is None:
        # The first price that is heard of is no other than before.
        return False
    more = await _recharge(tx, row, settings)
    note = _note(row["previous_price"], row["courier_price"], more)
    if more:
        row = await tx.one(RECHARGED, shipment_id, more)
    await _tell(tx, row, note)
    return True


async def _recharge(tx: Tx, row: asyncpg.Record, settings: Settings) -> int:
    """What was charged (or, below zero, given back) for it. What is cancelled has all of its charge back already."""
    if settings.reprice_policy != "charge" or row["is_own_key"] or row["status"] == "cancelled":
        return 0
    note = _note(row["previous_price"], row["courier_price"], 0)
    return await recharging.recharge(tx, row["id"], row["courier_price"] - row["asked_price"], note)


def _note(before: int, now: int, more: int) -> str:
    said = f"The courier asks {now} instead of {before}."
    if more == 0:
        return said
    return f"{said} {abs(more)} {'more was charged' if more > 0 else 'was given back'}."


async def _tell(tx: Tx, row: asyncpg.Record, note: str) -> None:
    """As with a report that keeps the status: a record beside the courier's others, and one event."""
    status, at = row["status"], row["updated_at"]
    await queries.record_event(tx, ids.new("evt"), row["id"], row["aggregator_order_id"], REPORTED_AS, status, note, at)
    events.emit_status_updated(tx, queries.shown(row), previous=status, reported=REPORTED_AS, note=note, at=at)
