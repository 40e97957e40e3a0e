"""Ending a shipment as cancelled: what it took and what it cost goes back, once (specification, States)."""

import asyncpg

from fulfilment import clock, ids
from fulfilment.credits import hold as credit
from fulfilment.db.tx import Tx
from fulfilment.shipments import calls, ending_queries, events, queries
from fulfilment.stock import allocation


async def end(tx: Tx, row: asyncpg.Record, reason: str, ticket: str) -> asyncpg.Record:
    """The merchant's cancellation of a locked shipment: stock and credit go back, and it is told."""
    ended = await release(tx, row, ticket)
    await _record(tx, ended, reason)
    return ended


async def end_with_stock(
    tx: Tx, row: asyncpg.Record, reason: str, ticket: str, *, unless_called: bool
) -> asyncpg.Record | None:
    """The same of one that `ending_queries.lock` has locked with its stock: in one statement where that can be.

    None where it is to be ended only while no courier is being called for it, and one is.
    """
    refunded = await _settle_credit(tx, row["id"]) if row["has_credit"] else 0
    movement_ids, event_id = [ids.new("mv") for _ in range(row["levels"])], ids.new("evt")
    ended = await ending_queries.end(
        tx, row["id"], ticket, movement_ids, refunded, event_id, reason, clock.now(), unless_called=unless_called
    )
    if ended is not None:
        _count(tx, row)
        events.emit_cancelled(tx, queries.shown(ended), reason, refunded)
        return ended
    if unless_called and await calls.find(tx, row["id"]) is not None:
        return None
    tx.leave_convoy()
    ended = await release(tx, row, ticket, refunded)
    await _record(tx, ended, reason)
    return ended


async def release(tx: Tx, row: asyncpg.Record, ticket: str, refunded: int = 0) -> asyncpg.Record:
    """End a locked shipment as cancelled, whoever cancelled it: what it took and what it cost goes back, once.

    `refunded` is what went back already.
    """
    await allocation.give_back(tx, row["id"])
    refunded += await _settle_credit(tx, row["id"])
    ended = await tx.one(queries.CANCEL, row["id"], ticket, refunded, clock.now())
    await calls.close(tx, row["id"], ticket)
    _count(tx, row)
    return ended


async def _settle_credit(tx: Tx, shipment_id: str) -> int:
    """What went back to the balance of what it was charged; what it holds goes as well."""
    await credit.release(tx, shipment_id)
    return await credit.refund(tx, shipment_id)


def _count(tx: Tx, row: asyncpg.Record) -> None:
    tx.count("shipment", row["status"], -1)
    tx.count("shipment", "cancelled", +1)


async def _record(tx: Tx, ended: asyncpg.Record, reason: str) -> None:
    order_id, said, at = ended["aggregator_order_id"], queries.MERCHANT_CANCELLED, clock.now()
    await queries.record_event(tx, ids.new("evt"), ended["id"], order_id, said, "cancelled", reason, at)
    events.emit_cancelled(tx, queries.shown(ended), reason, ended["refunded"])
