"""Booking the courier: hold the credit, call, settle (specification, confirm-pickup; decisions, section 6).

    claim   hold the credit and write down that the courier is about to be called
    call    book under the shipment's id; the aggregator answers a repeat with the order that exists
    settle  store the order, turn the hold into the charge, tell of it

A crash or a timeout between leaves the claim and the hold behind. The next confirm, a cancel or the recovery sweep
takes the claim over and sends the same booking again: there is one order and one charge however often it is tried.
"""

import contextlib
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import asyncpg
import msgspec

from fulfilment import clock
from fulfilment.aggregators import port
from fulfilment.aggregators.port import Order, Report
from fulfilment.credits import hold as credit
from fulfilment.db import outbox
from fulfilment.db.tx import Tx
from fulfilment.http import idempotency
from fulfilment.http.errors import NotFound
from fulfilment.http.mutation import Answered
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import (
    booking_queries,
    calls,
    courier_report,
    doers,
    events,
    parcel,
    polls,
    printing,
    queries,
    quotation,
)
from fulfilment.shipments.calls import Claim
from fulfilment.shipments.quotation import Quotation
from fulfilment.shipments.records import Shipment
from fulfilment.shipments.refusals import AlreadyConfirmed, InvalidState
from fulfilment.shipping.aggregator_access import Aggregators, Connection
from fulfilment.shipping.aggregator_errors import as_api_error
from fulfilment.usage import limits, places
from fulfilment.usage.queries import SHIPMENT

# A refusal after an unclear try may come before the aggregator looked for the order; for so long it proves nothing.
_REFUSAL_PROVES_AFTER_HOURS = 24
# What a booking takes one of, each, of what a plan includes.
_PLACES = (limits.AGGREGATOR_SHIPMENTS, limits.ORDERS)


class Booking(msgspec.Struct, frozen=True):
    """What a booking in hand consists of."""

    row: asyncpg.Record
    connection: Connection
    claim: Claim
    settings: Settings


async def confirm(saga: Saga, shipment_id: str, aggregators: Aggregators, settings: Settings) -> Answered:
    """Book the courier for a pending shipment and answer the shipment.

    The call that it writes down holds its place among what the plan includes.
    """
    async with saga.read() as read:
        row = await booking_queries.find(read, shipment_id)
        _require_bookable(row)
        connection = aggregators.connection_by(read, row)
        left_behind = await calls.find(read, shipment_id) if row["has_call"] else None
    if left_behind is not None:
        return await _take_over(saga, left_behind, aggregators, settings)
    quoted = None if connection.is_own_key else await quotation.quote(row, connection, settings)

    claim = partial(_claim, saga, shipment_id, connection, settings, quoted)
    return await carry_out(saga, await saga.step_with_others("claim", (shipment_id,), claim))


async def _claim(
    saga: Saga, shipment_id: str, connection: Connection, settings: Settings, quoted: Quotation | None, tx: Tx
) -> Booking:
    """Write down that the courier is about to be called, and hold the credit for it."""
    limiting = places.limiting_plans(tx, *_PLACES)
    if places.is_limited(tx, limiting):
        tx.leave_convoy()
    row = await booking_queries.lock(tx, shipment_id, limiting)
    _require_bookable(row)
    if row["has_call"]:
        # Whoever carries that call locks it before the workspace's lane, and others of the trip may have the lane.
        tx.leave_convoy()
    if row["is_limited"]:
        await places.require(tx, *_PLACES, booking=shipment_id)
    claimed = await calls.claim(
        tx,
        saga,
        shipment_id,
        "book",
        settings,
        is_own_key=connection.is_own_key,
        booked_with=connection.booked_with,
    )
    if quoted is not None:
        await credit.hold(tx, shipment_id, quoted.amount)
        if quoted.expected not in (None, queries.expected_of(row)):
            await queries.expect(tx, shipment_id, quoted.expected)
    return Booking(row, connection, claimed, settings)


async def carry_out(saga: Saga, booking: Booking) -> Answered:
    """Call the courier and settle whatever comes of it. Raises the refusal where none was booked."""
    try:
        order = await booking.connection.aggregator.book(parcel.booking_request(booking.row))
    except port.AggregatorError as problem:
        if _is_certain(problem, booking.claim):
            await _release(saga, booking)
        else:
            await _leave_unclear(saga, booking)
        raise as_api_error(problem) from None

    booked, since = courier_report.split(order)

    async def settle(tx: Tx) -> dict[str, Any]:
        return {"shipment": await _settle(tx, booking, booked, since)}

    # What has happened since may give stock back, which is locked before the credit by all others.
    return await saga.finish(settle, order=(booking.row["id"],) if since is None else None)


async def _settle(tx: Tx, booking: Booking, booked: Order, since: Order | None) -> Shipment:
    """Store the order once; a second settlement of the same claim finds it done and changes nothing."""
    row = await queries.lock(tx, booking.row["id"])
    if row["status"] == "pending":
        row = await _store(tx, booking, row, booked)
        if since is not None:
            row, _ = await courier_report.apply(tx, row, since)
    else:
        await calls.close(tx, row["id"], booking.claim.ticket)
    return queries.shown(row)


async def _store(tx: Tx, booking: Booking, row: asyncpg.Record, order: Order) -> asyncpg.Record:
    now = clock.now()
    status = order.status if order.status not in (None, "pending") else "confirmed"
    price, insurance = row["price"], row["insurance"]
    if not booking.connection.is_own_key:
        asked = order.price or await credit.held(tx, row["id"])
        charged = await credit.charge(tx, row["id"], max(asked, price + insurance))
        insurance = min(max(insurance, order.insurance_fee), charged)
        price = charged - insurance
    # Without a history nothing was reported yet, and the clock that a later report is compared with is the courier's.
    newest = max((min(report.at, now) for report in order.history), default=None)
    stored = await booking_queries.store_booked(
        tx,
        row["id"],
        status,
        order.order_id,
        order.waybill_id,
        order.tracking_id,
        order.label_url,
        order.routing_code,
        price,
        insurance,
        booking.connection.is_own_key,
        newest,
        courier_report.driver_of(order),
        order.price,
        now,
        booking.connection.booked_with,
        reports=_history(order, status, now),
        first_wait=polls.first_wait(booking.settings),
        ticket=booking.claim.ticket,
    )
    tx.count("shipment", "pending", -1)
    tx.count("shipment", status, +1)
    tx.use(SHIPMENT)
    events.emit_pickup_confirmed(tx, queries.shown(stored))
    printing.note_booked(tx, row)
    doers.note(tx, "booked", row["id"], status=status, waybillId=order.waybill_id)
    return stored


def _history(order: Order, status: str, now: datetime) -> list[tuple[Report, str]]:
    """What the booking's answer tells is part of the booking, and no report of its own when it is posted later."""
    reports = order.history or [Report(order.raw_status, status, None, now)]
    return [(report, report.status or status) for report in reports]


def _require_bookable(row: asyncpg.Record | None) -> None:
    if row is None:
        raise NotFound
    if row["status"] == "cancelled" or row["replaced_by"] is not None:
        raise InvalidState("A cancelled or replaced shipment cannot be booked.")
    if row["status"] != "pending":
        raise AlreadyConfirmed


def _is_certain(problem: port.AggregatorError, claim: Claim) -> bool:
    """Whether nothing was booked for sure, by this try or an earlier one."""
    if isinstance(problem, port.Unclear):
        return False
    if not claim.is_unclear or isinstance(problem, port.CallerFault):
        return True
    is_old = claim.age > timedelta(hours=_REFUSAL_PROVES_AFTER_HOURS)
    return isinstance(problem, port.Refused) and is_old


async def _release(saga: Saga, booking: Booking) -> None:
    """Nothing was booked: the hold goes back, the key is forgotten, the shipment stays pending. Raises InProgress."""
    async with saga.step() as tx:
        row = await queries.lock(tx, booking.row["id"])
        if not await calls.is_as_claimed(tx, booking.claim):
            raise idempotency.InProgress
        if row["status"] == "pending":
            await credit.release(tx, row["id"])
        await calls.close(tx, row["id"], booking.claim.ticket)
        await saga.drop_memory(tx)


async def _leave_unclear(saga: Saga, booking: Booking) -> None:
    """It may have been booked: the hold stays until somebody knows."""
    async with saga.step() as tx:
        await calls.give_up(tx, booking.claim)
        await saga.yield_memory(tx)


async def resolve(saga: Saga, call: asyncpg.Record, aggregators: Aggregators, settings: Settings) -> None:
    """Carry a booking that somebody left behind to its end, in their name and under their key.

    Raises the refusal where the courier booked nothing, or where it is still unclear.
    """
    theirs = saga.resumed(calls.read_actor(call), calls.read_key(call))
    async with theirs.read() as read:
        connection = await aggregators.connection_of_booking(read, call)
    async with theirs.step() as tx:
        row = await queries.lock(tx, call["shipment_id"])
        if await calls.find(tx, row["id"]) is None:
            return
        claimed = await calls.claim(
            tx,
            theirs,
            row["id"],
            "book",
            settings,
            is_own_key=call["is_own_key"],
            booked_with=call["booked_with"],
        )
    with contextlib.suppress(outbox.KeyTaken):
        await carry_out(theirs, Booking(row, connection, claimed, settings))


async def _take_over(saga: Saga, call: asyncpg.Record, aggregators: Aggregators, settings: Settings) -> Answered:
    """Confirming again is how an unclear booking is resolved: the answer is what the first one would have been."""
    async with saga.read() as read:
        is_under_way = await calls.is_under_way(read, call)
    if call["kind"] != "book" or is_under_way:
        raise idempotency.InProgress
    await resolve(saga, call, aggregators, settings)

    async def answer(tx: Tx) -> dict[str, Any]:
        row = await queries.lock(tx, call["shipment_id"])
        if row["status"] == "pending":
            raise idempotency.InProgress
        return {"shipment": queries.shown(row)}

    return await saga.finish(answer)
