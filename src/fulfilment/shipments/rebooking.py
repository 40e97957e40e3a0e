"""Rebooking: a shipment is replaced by a new pending one (specification, rebook; decisions, section 6).

    claim   where a courier is booked, write down that it is about to be cancelled, and the terms of the replacement
    call    ask the courier to cancel
    settle  end the old one, make the new one, in one transaction

A crash or a timeout between leaves the claim behind, and the recovery sweep carries it to its end: there is one
replacement, and the old one's stock is never given to anybody else meanwhile.
"""

import contextlib
from typing import Any

import asyncpg

from fulfilment import ids
from fulfilment.aggregators import port
from fulfilment.db import outbox
from fulfilment.db.tx import Tx
from fulfilment.http import idempotency
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.http.mutation import Answered, Work
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import calls, cancellation, parcel, queries, replacement
from fulfilment.shipments.calls import Claim, Terms
from fulfilment.shipments.records import RebookedShipmentReply, ShipmentRebooking
from fulfilment.shipments.refusals import InvalidState
from fulfilment.shipping import couriers
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.shipping.aggregator_errors import as_api_error

BOOKED = ("confirmed", "allocated", "picking_up")
REBOOKABLE = ("pending", *BOOKED, "cancelled", "returned")
_REASON = "The shipment is sent another way"


async def rebook(
    saga: Saga, shipment_id: str, given: ShipmentRebooking, aggregators: Aggregators, settings: Settings
) -> Answered:
    """Replace a shipment and answer the new one with `previousShipmentId`."""
    await cancellation.resolve_left_behind(saga, shipment_id, aggregators, settings)
    async with saga.read() as read:
        row = await queries.read_row(read, shipment_id)
    _require_rebookable(row)
    terms = await _find_terms(saga, row, given, aggregators)
    if row["status"] not in BOOKED:
        return await saga.finish(_replacing(shipment_id, terms, ids.opaque(), is_claimed=False))
    async with saga.step() as tx:
        row = await queries.lock(tx, shipment_id)
        _require_rebookable(row)
        claimed = await calls.claim(
            tx,
            saga,
            shipment_id,
            "rebook",
            settings,
            is_own_key=row["is_own_key"],
            booked_with=row["booked_with"],
            reason=_REASON,
            terms=terms,
        )
    return await carry_out(saga, row, claimed, terms, aggregators)


async def carry_out(
    saga: Saga, row: asyncpg.Record, claimed: Claim, terms: Terms, aggregators: Aggregators
) -> Answered:
    """Ask the courier to cancel, and settle what it says."""
    try:
        async with saga.read() as read:
            connection = await aggregators.connection_of_booking(read, row)
        await cancellation.ask(connection, row, _REASON)
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
    return await saga.finish(_replacing(row["id"], terms, claimed.ticket, is_claimed=True))


async def resolve(saga: Saga, call: asyncpg.Record, aggregators: Aggregators, settings: Settings) -> None:
    """Carry a rebooking that somebody left behind to its end, in their name and under their key.

    Raises the refusal where the courier will not, or where it is still unclear.
    """
    theirs = saga.resumed(calls.read_actor(call), calls.read_key(call))
    terms = calls.read_terms(call)
    async with theirs.step() as tx:
        row = await queries.lock(tx, call["shipment_id"])
        if await calls.find(tx, row["id"]) is None:
            return
        claimed = await calls.claim(
            tx,
            theirs,
            row["id"],
            "rebook",
            settings,
            is_own_key=row["is_own_key"],
            booked_with=row["booked_with"],
            terms=terms,
        )
    with contextlib.suppress(outbox.KeyTaken):
        await carry_out(theirs, row, claimed, terms, aggregators)


def _replacing(shipment_id: str, terms: Terms, ticket: str, *, is_claimed: bool) -> Work:
    async def work(tx: Tx) -> Any:
        row = await queries.lock(tx, shipment_id)
        if row["replaced_by"] is not None and row["cancel_ticket"] == ticket:
            # Somebody took us for dead and settled it in our name.
            rebooked = RebookedShipmentReply(shipment=await replacement.find(tx, row), previous_shipment_id=shipment_id)
        else:
            if not is_claimed or row["status"] == "delivered":
                _require_rebookable(row)
            if not is_claimed and (row["status"] in BOOKED or await calls.find(tx, shipment_id) is not None):
                # A booking began since we looked; its courier has to be asked.
                raise idempotency.InProgress
            rebooked = await replacement.replace(tx, row, terms, ticket)
            await calls.close(tx, shipment_id, ticket)
        return Reply(rebooked, status=201)

    return work


def _require_rebookable(row: asyncpg.Record | None) -> None:
    if row is None:
        raise NotFound
    if row["replaced_by"] is not None:
        raise InvalidState("The shipment has been replaced already.")
    if row["status"] not in REBOOKABLE:
        raise InvalidState(f"A shipment that is {row['status']} cannot be rebooked.")


async def _find_terms(saga: Saga, row: asyncpg.Record, given: ShipmentRebooking, aggregators: Aggregators) -> Terms:
    """What is given, the rest carried over; another service without a price is quoted."""
    courier_code = given.courier_code or row["courier_code"]
    service_code = given.courier_service_code or row["courier_service_code"]
    insured = given.insured
    if insured is None:
        insured = row["insured"] if given.insurance is None else given.insurance > 0
    is_changed = (courier_code, service_code) != (row["courier_code"], row["courier_service_code"])
    kind, price, premium = row["courier_type"], row["price"], row["insurance"] if insured else 0
    expected = None if is_changed else queries.expected_of(row)
    if given.courier_code or is_changed or given.courier_type:
        catalogue = await couriers.services_for(saga, aggregators)
        kind = given.courier_type or couriers.type_of(courier_code, service_code, catalogue) or kind
        couriers.require_service(courier_code, service_code, kind, catalogue)
        expected = expected or couriers.duration_of(courier_code, service_code, catalogue)
    if is_changed and given.price is None:
        rate = await _quote(saga, {**row, "insured": insured}, courier_code, service_code, aggregators)
        price, premium = rate.price, rate.insurance if insured else 0
        expected = rate.duration or expected
    return Terms(
        courier_code=courier_code,
        courier_service_code=service_code,
        courier_type=kind,
        price=price if given.price is None else given.price,
        insurance=premium if given.insurance is None else given.insurance,
        insured=insured,
        expected=expected,
    )


async def _quote(
    saga: Saga, row: dict[str, Any], courier_code: str, service_code: str, aggregators: Aggregators
) -> port.Rate:
    async with saga.read() as read:
        connection = await aggregators.connection_for(read)
    request = parcel.booking_request(row)
    try:
        rates = await connection.aggregator.rates(
            request.origin, request.destination, request.items, [courier_code], request.insured_value
        )
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None
    for rate in rates:
        if rate.courier_service_code == service_code:
            return rate
    raise Validation("This courier does not offer that service for this parcel.", field="courierServiceCode")
