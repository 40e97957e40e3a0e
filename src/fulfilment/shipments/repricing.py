"""Re-weighing: a courier that asks another price for a parcel than when it was booked (decisions, sections 6 and 13).

What it asks is recorded. Where the operator has it charged, what exceeds the charge is charged, as far as the credit
reaches; what it asks less than at the booking is given back.
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
    RETURNING columns(shipments s), before.courier_price AS previous_price
    """,
)

RECHARGED = sql(
    "repricing.recharged",
    """
    UPDATE shipments SET insurance = least(insurance, price + insurance + $3),
           price = greatest(price + $3, 0)
     WHERE account_id = $1 AND id = $2
    RETURNING columns(shipments)
    """,
)


async def reprice(
    tx: Tx, row: asyncpg.Record, order: Order, settings: Settings, papers: list[str]
) -> tuple[asyncpg.Record, bool]:
    """Take note of what the courier asks for a locked shipment, and tell of it and of the `papers` that changed.

    Gives the shipment after it, and whether the price is news.
    """
    # No courier carries anything for nothing: a price of 0 is one that was left out.
    asked = await tx.one(ASKS, row["id"], order.price, clock.now()) if order.price else None
    changed, note = list(papers), None
    if asked is not None:
        row, changed, note = await _settle(tx, asked, settings, changed)
    if changed:
        events.emit_updated(tx, queries.shown(row), changed, note)
    return row, asked is not None


async def _settle(
    tx: Tx, asked: asyncpg.Record, settings: Settings, changed: list[str]
) -> tuple[asyncpg.Record, list[str], str | None]:
    """The shipment after it, all that changed, and what to say of it."""
    row, more = asked, await _recharge(tx, asked, settings)
    if more:
        row = await tx.one(RECHARGED, asked["id"], more)
    note = _note(asked["previous_price"], asked["courier_price"], more)
    if asked["previous_price"] is not None:
        # A record beside the courier's others; the first price that is heard of is no other than before.
        values = (row["id"], row["aggregator_order_id"], REPORTED_AS, row["status"], note, row["updated_at"])
        await queries.record_event(tx, ids.new("evt"), *values)
    changed += ["courierPrice", *(name for name in ("price", "insurance") if row[name] != asked[name])]
    return row, changed, note


async def _recharge(tx: Tx, row: asyncpg.Record, settings: Settings) -> int:
    """What was charged (or, below zero, given back) for it. What is cancelled has all of its charge back already."""
    if settings.reprice_policy != "charge" or row["is_own_key"] or row["status"] == "cancelled":
        return 0
    note = _note(row["previous_price"], row["courier_price"], 0)
    return await recharging.recharge(tx, row["id"], row["courier_price"], row["asked_price"], note)


def _note(before: int | None, now: int, more: int) -> str:
    said = f"The courier asks {now}" + ("." if before is None else f" instead of {before}.")
    if more == 0:
        return said
    return f"{said} {abs(more)} {'more was charged' if more > 0 else 'was given back'}."
