"""Re-weighing: a courier changes the price of a parcel after the booking (decisions, sections 6 and 13).

The new price is recorded. Where the operator's policy charges it, the excess over the charge is charged, as far as the
credit reaches. A reduction from the booking's price is refunded.
"""

import asyncpg

from fulfilment.aggregators.port import CourierOrder
from fulfilment.credits import charge_adjustment
from fulfilment.infra import clock, ids
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.settings import Settings
from fulfilment.shipments import events, queries

RAW_STATUS = "price_changed"

UPDATE_COURIER_PRICE = sql(
    "reweighing.update_courier_price",
    """
    UPDATE shipments s SET courier_price = $3, asked_price = coalesce(s.asked_price, $3), updated_at = $4
      FROM (SELECT id, courier_price FROM shipments WHERE account_id = $1 AND id = $2) before
     WHERE s.account_id = $1 AND s.id = $2 AND s.courier_price IS DISTINCT FROM $3
    RETURNING columns(shipments s), before.courier_price AS previous_price
    """,
)

UPDATE_CHARGE = sql(
    "reweighing.update_charge",
    """
    UPDATE shipments SET insurance = least(insurance, price + insurance + $3),
           price = greatest(price + $3, 0)
     WHERE account_id = $1 AND id = $2
    RETURNING columns(shipments)
    """,
)


async def apply_courier_price(
    tx: Tx, row: asyncpg.Record, order: CourierOrder, settings: Settings, changed_documents: list[str]
) -> tuple[asyncpg.Record, bool]:
    """Record the courier's price for a locked shipment, and emit it together with `changed_documents`.

    Returns the shipment, and true where the price is new.
    """
    # No courier is free of charge: a price of 0 means that none was given.
    repriced = (
        await tx.fetch_optional(UPDATE_COURIER_PRICE, row["id"], order.price, clock.now()) if order.price else None
    )
    changed, note = list(changed_documents), None
    if repriced is not None:
        row, changed, note = await _adjust_charge(tx, repriced, settings, changed)
    if changed:
        events.emit_updated(tx, queries.to_api(row), changed, note)
    return row, repriced is not None


async def _adjust_charge(
    tx: Tx, repriced: asyncpg.Record, settings: Settings, changed: list[str]
) -> tuple[asyncpg.Record, list[str], str | None]:
    """The shipment after the adjustment, all changed fields, and the note."""
    row, charged = repriced, await _charge_difference(tx, repriced, settings)
    if charged:
        row = await tx.fetch_optional(UPDATE_CHARGE, repriced["id"], charged)
        assert row is not None, "it is locked"
    note = _format_note(repriced["previous_price"], repriced["courier_price"], charged)
    if repriced["previous_price"] is not None:
        # An extra record in the shipment's history; the first known price is no change.
        values = (row["id"], row["aggregator_order_id"], RAW_STATUS, row["status"], note, row["updated_at"])
        await queries.record_event(tx, ids.new("evt"), *values)
    changed += ["courierPrice", *(name for name in ("price", "insurance") if row[name] != repriced[name])]
    return row, changed, note


async def _charge_difference(tx: Tx, row: asyncpg.Record, settings: Settings) -> int:
    """The amount charged, or refunded below zero. A cancelled shipment has its whole charge back already."""
    if settings.reweigh_policy != "charge" or row["is_merchant_key"] or row["status"] == "cancelled":
        return 0
    note = _format_note(row["previous_price"], row["courier_price"], 0)
    return await charge_adjustment.adjust_charge(tx, row["id"], row["courier_price"], row["asked_price"], note)


def _format_note(previous_price: int | None, courier_price: int, charged: int) -> str:
    text = f"The courier asks {courier_price}" + ("." if previous_price is None else f" instead of {previous_price}.")
    if charged == 0:
        return text
    return f"{text} {abs(charged)} {'more was charged' if charged > 0 else 'was given back'}."
