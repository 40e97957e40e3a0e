"""Ending a shipment as cancelled: what it took and what it cost goes back, once (specification, States)."""

import asyncpg

from fulfilment import clock, ids
from fulfilment.credits import hold as credit
from fulfilment.db.tx import Tx
from fulfilment.shipments import calls, events, queries
from fulfilment.stock import allocation


async def end(tx: Tx, row: asyncpg.Record, reason: str, ticket: str) -> asyncpg.Record:
    """The merchant's cancellation of a locked shipment: stock and credit go back, and it is told."""
    ended = await release(tx, row, ticket)
    now = clock.now()
    order_id = row["aggregator_order_id"]
    said = queries.MERCHANT_CANCELLED
    await queries.record_event(tx, ids.new("evt"), row["id"], order_id, said, "cancelled", reason, now)
    events.emit_cancelled(tx, queries.shown(ended), reason, ended["refunded"])
    return ended


async def release(tx: Tx, row: asyncpg.Record, ticket: str) -> asyncpg.Record:
    """End a locked shipment as cancelled, whoever cancelled it: what it took and what it cost goes back, once."""
    await allocation.give_back(tx, row["id"])
    await credit.release(tx, row["id"])
    refunded = await credit.refund(tx, row["id"])
    ended = await tx.one(queries.CANCEL, row["id"], ticket, refunded, clock.now())
    await calls.close(tx, row["id"], ticket)
    tx.count("shipment", row["status"], -1)
    tx.count("shipment", "cancelled", +1)
    return ended
