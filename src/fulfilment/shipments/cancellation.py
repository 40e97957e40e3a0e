"""Cancelling a shipment: the courier is asked first, then stock and credit go back, once (specification, States)."""

import contextlib
from typing import Any

import asyncpg

from fulfilment import ids
from fulfilment.aggregators import port
from fulfilment.db import outbox
from fulfilment.db.tx import Tx
from fulfilment.http import idempotency
from fulfilment.http.errors import ApiError, NotFound
from fulfilment.http.mutation import Answered, Work
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import booking, calls, doers, ending, ending_queries, queries
from fulfilment.shipments.calls import Claim
from fulfilment.shipments.records import CancelledShipment, LegacyCancelledShipmentReply, Shipment
from fulfilment.shipments.refusals import InvalidState
from fulfilment.shipping.aggregator_access import Aggregators, Connection
from fulfilment.shipping.aggregator_errors import as_api_error

ENDED = ("cancelled", "delivered", "returned")


async def cancel(
    saga: Saga, shipment_id: str, reason: str, aggregators: Aggregators, settings: Settings, *, is_bare: bool
) -> Answered:
    """Cancel and answer the shipment with `refunded`: bare, or under `shipment`."""
    async with saga.read() as read:
        row = await ending_queries.find(read, shipment_id)
    if row is not None and row["has_call"]:
        left_behind = await resolve_left_behind(saga, shipment_id, aggregators, settings)
        if left_behind is not None:
            # Cancelling again is how an unclear cancellation is resolved: both are answered the same.
            return await saga.finish(_ending(shipment_id, reason, left_behind, is_bare))
        async with saga.read() as read:
            row = await ending_queries.find(read, shipment_id)
    _require_cancellable(row)
    if row["status"] == "pending":
        work = _ending(shipment_id, reason, ids.opaque(), is_bare, only_pending=True)
        return await saga.finish(work, order=_order_of(row))
    async with saga.step() as tx:
        row = await queries.lock(tx, shipment_id)
        _require_cancellable(row)
        claimed = await calls.claim(
            tx,
            saga,
            shipment_id,
            "cancel",
            settings,
            is_own_key=row["is_own_key"],
            booked_with=row["booked_with"],
            reason=reason,
            is_bare=is_bare,
        )
    return await carry_out(saga, row, claimed, reason, aggregators, is_bare=is_bare)


async def carry_out(
    saga: Saga, row: asyncpg.Record, claimed: Claim, reason: str, aggregators: Aggregators, *, is_bare: bool
) -> Answered:
    """Ask the courier and settle what it says."""
    try:
        async with saga.read() as read:
            connection = await aggregators.connection_of_booking(read, row)
        await ask(connection, row, reason)
    except port.Unclear as problem:
        async with saga.step() as tx:
            await calls.give_up(tx, claimed)
            await saga.yield_memory(tx)
        raise as_api_error(problem) from None
    except (port.AggregatorError, ApiError) as problem:
        async with saga.step() as tx:
            await calls.close(tx, row["id"], claimed.ticket)
            await saga.drop_memory(tx)
        raise as_api_error(problem) if isinstance(problem, port.AggregatorError) else problem from None
    return await saga.finish(_ending(row["id"], reason, claimed.ticket, is_bare))


async def ask(connection: Connection, row: asyncpg.Record, reason: str) -> None:
    """Raises InvalidState where the courier will not; an order that is cancelled already, or gone, is well."""
    try:
        await connection.aggregator.cancel(row["aggregator_order_id"], row["id"], reason)
    except port.NotFound as missing:
        if not connection.has_booked(row):
            raise InvalidState(missing.message) from None
    except (port.CallerFault, port.Refused) as refusal:
        raise InvalidState(refusal.message) from None


def _ending(shipment_id: str, reason: str, ticket: str, is_bare: bool, *, only_pending: bool = False) -> Work:
    async def work(tx: Tx) -> Any:
        row = await ending_queries.lock_at_once(tx, shipment_id) if only_pending else None
        if row is None:
            tx.leave_convoy()
            row = await ending_queries.lock(tx, shipment_id)
        elif row["has_credit"]:
            tx.leave_convoy()
        if row["cancel_ticket"] != ticket:
            _require_cancellable(row)
            is_other = only_pending and row["status"] != "pending"
            ended = None
            if not is_other:
                ended = await ending.end_with_stock(tx, row, reason, ticket, unless_called=only_pending)
            if ended is None:
                # A booking began since we looked; asking its courier is a cancellation of another kind.
                raise idempotency.InProgress
            row = ended
            doers.note(tx, "cancelled", shipment_id, reason=reason, refunded=row["refunded"])
        shipment = queries.shown(row)
        if is_bare:
            return CancelledShipment(**_fields(shipment), refunded=row["refunded"])
        return LegacyCancelledShipmentReply(shipment=shipment, refunded=row["refunded"])

    return work


def _order_of(row: asyncpg.Record) -> tuple | None:
    """A draft's place among those that are ended with it: by the level that it took from, as all lock levels.

    None where it is to go alone: of several levels, or where credit goes back as well.
    """
    if row["has_credit"] or len(row["places"]) > 1:
        return None
    return (*(row["places"][0] if row["places"] else ("", "")), row["id"])


def _require_cancellable(row: asyncpg.Record | None) -> None:
    if row is None:
        raise NotFound
    if row["status"] in ENDED:
        raise InvalidState(f"A {row['status']} shipment cannot be cancelled.")


async def resolve(saga: Saga, call: asyncpg.Record, aggregators: Aggregators, settings: Settings) -> None:
    """Carry a cancellation that somebody left behind to its end, in their name and under their key.

    Raises the refusal where the courier will not, or where it is still unclear.
    """
    theirs = saga.resumed(calls.read_actor(call), calls.read_key(call))
    async with theirs.step() as tx:
        row = await queries.lock(tx, call["shipment_id"])
        if await calls.find(tx, row["id"]) is None:
            return
        claimed = await calls.claim(
            tx,
            theirs,
            row["id"],
            "cancel",
            settings,
            is_own_key=row["is_own_key"],
            booked_with=row["booked_with"],
        )
    with contextlib.suppress(outbox.KeyTaken):
        await carry_out(theirs, row, claimed, call["reason"], aggregators, is_bare=call["is_bare"])


async def resolve_left_behind(saga: Saga, shipment_id: str, aggregators: Aggregators, settings: Settings) -> str | None:
    """A call whose outcome is unclear is resolved first (decisions, section 6). The ticket of a cancellation."""
    async with saga.read() as read:
        call = await calls.find(read, shipment_id)
        if call is None:
            return None
        is_under_way = await calls.is_under_way(read, call)
    if is_under_way or call["kind"] == "rebook":
        # What a rebooking left behind the recovery sweep carries to its end.
        raise idempotency.InProgress
    if call["kind"] == "cancel":
        await resolve(saga, call, aggregators, settings)
        return call["ticket"]
    try:
        await booking.resolve(saga, call, aggregators, settings)
    except ApiError:
        async with saga.read() as read:
            if await calls.find(read, shipment_id) is not None:
                raise
    return None


def _fields(shipment: Shipment) -> dict[str, Any]:
    return {name: getattr(shipment, name) for name in Shipment.__struct_fields__}
