"""Booking of a courier: hold the credit, call, settle (specification, confirm-pickup; decisions, section 6).

- Claim: hold the credit, and store the coming call of the courier.
- Call: book under the shipment's id; the aggregator answers a repeat with the existing order.
- Settle: store the order, turn the hold into the charge, and emit the event.

A crash or a timeout in between leaves the claim and the hold behind. The next confirm, a cancel or the recovery worker
takes the claim over and sends the same booking again. So there is one order and one charge, however often it is tried.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.port import CourierOrder, CourierRate, Duration, TrackingEvent
from fulfilment.credits import hold as credit
from fulfilment.infra import clock
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import Row
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.quotas import limits
from fulfilment.quotas.queries import SHIPMENT
from fulfilment.settings import Settings
from fulfilment.shipments import courier_operations, courier_request, events, queries
from fulfilment.shipments.booking import queries as booking_queries
from fulfilment.shipments.courier_operations import OperationClaim
from fulfilment.shipments.courier_status import status_updates, tracking_sync
from fulfilment.shipments.errors import AlreadyConfirmed, InvalidState
from fulfilment.shipments.schemas import Shipment
from fulfilment.shipments.shipping_documents import print_status
from fulfilment.shipping.courier_clients import CourierClient, CourierClients, as_api_error

# After an unclear attempt, a refusal may come before the aggregator looked for the order; for this time it proves
# nothing.
_REFUSAL_CONCLUSIVE_AFTER_HOURS = 24
# The plan's quotas of which a booking uses one each.
_QUOTAS = (limits.AGGREGATOR_SHIPMENTS, limits.ORDERS)


class PriceChanged(ApiError):
    """The courier's price is above the shipment's, and the operator has configured such bookings to be refused."""

    status, code, message = 409, "PRICE_CHANGED", "The courier asks more by now; create the shipment with a new quote."


class PriceQuote(msgspec.Struct, frozen=True):
    """A fresh quote: the amount to hold, and the courier's current estimate of the delivery time, if any."""

    amount: int
    eta: Duration | None = None


class ClaimedBooking(msgspec.Struct, frozen=True):
    """A claimed booking, ready for the call."""

    row: asyncpg.Record
    courier_client: CourierClient
    claim: OperationClaim
    settings: Settings


async def confirm_pickup(
    operation: ExternalOperation, shipment_id: str, aggregators: CourierClients, settings: Settings
) -> EncodedResponse:
    """Book the courier for a pending shipment, and return the shipment.

    The stored claim counts towards the plan's quotas.
    """
    async with operation.read() as read:
        row = _require_bookable(await booking_queries.find_for_booking(read, shipment_id))
        courier_client = aggregators.for_config(read, row)
        unfinished = await courier_operations.find_operation(read, shipment_id) if row["has_operation"] else None
    if unfinished is not None:
        return await _resume_booking(operation, unfinished, aggregators, settings)
    price_quote = None if courier_client.is_merchant_key else await fetch_quote(row, courier_client, settings)

    async with operation.transaction() as tx:
        booking = await _claim_booking(tx, operation, shipment_id, courier_client, settings, price_quote)
    return await execute_booking(operation, booking)


async def execute_booking(operation: ExternalOperation, booking: ClaimedBooking) -> EncodedResponse:
    """Call the courier and settle the outcome. Raises the refusal where none was booked."""
    order = await courier_operations.call_courier(
        operation,
        booking.claim,
        booking.courier_client.aggregator.book(courier_request.build_booking_request(booking.row)),
        is_unclear=partial(_is_unclear, booking.claim),
        undo=partial(_release_hold, booking),
    )
    booked_order, current_order = status_updates.split_history(order)

    async def settle(tx: Tx) -> dict[str, Any]:
        return {"shipment": await _settle_booking(tx, booking, booked_order, current_order)}

    return await operation.complete(settle)


async def resolve_booking(
    operation: ExternalOperation, courier_operation: asyncpg.Record, aggregators: CourierClients, settings: Settings
) -> None:
    """Complete an abandoned booking, for its actor and under its key.

    Raises the refusal where the courier booked nothing, or where the outcome is still unclear.
    """
    async with operation.read() as read:
        courier_client = await aggregators.for_booking(read, courier_operation)

    async def execute(resumed: ExternalOperation, row: asyncpg.Record, claim: OperationClaim) -> None:
        await execute_booking(resumed, ClaimedBooking(row, courier_client, claim, settings))

    await courier_operations.resume(operation, courier_operation, settings, execute)


async def fetch_quote(row: asyncpg.Record, courier_client: CourierClient, settings: Settings) -> PriceQuote:
    """Fetch a fresh quote.

    The larger of it and the shipment's price is held, so that a client cannot choose its own price.
    """
    request = courier_request.build_booking_request(row)
    try:
        rates = await courier_client.aggregator.rates(
            request.origin, request.destination, request.items, [request.courier_code], request.insured_value
        )
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None
    matching_rates = filter_rates(row, rates)
    eta = next((rate.duration for rate in matching_rates if rate.duration is not None), None)
    return PriceQuote(compute_hold_amount(get_stated_price(row), matching_rates, settings, insured=row["insured"]), eta)


def get_stated_price(row: Row) -> int:
    """The price of the draft, with its premium."""
    return row["price"] + courier_request.compute_premium(row)


def filter_rates(row: Row, rates: Sequence[CourierRate]) -> list[CourierRate]:
    """The rates of the shipment's own service."""
    service = (row["courier_code"].lower(), row["courier_service_code"])
    return [rate for rate in rates if (rate.courier_code.lower(), rate.courier_service_code) == service]


def compute_hold_amount(
    stated_price: int, matching_rates: Sequence[CourierRate], settings: Settings, *, insured: bool
) -> int:
    """The amount that a booking holds: the larger of the stated price and the quotes. Raises PriceChanged."""
    quotes = [rate.price + (rate.insurance if insured else 0) for rate in matching_rates]
    if quotes and min(quotes) > stated_price and settings.price_change_policy == "refuse":
        raise PriceChanged
    return max([stated_price, *quotes])


async def _claim_booking(
    tx: Tx,
    operation: ExternalOperation,
    shipment_id: str,
    courier_client: CourierClient,
    settings: Settings,
    price_quote: PriceQuote | None,
) -> ClaimedBooking:
    """Store the coming call of the courier, and hold the credit for it."""
    limiting_plans = limits.list_limiting_plans(tx, *_QUOTAS)
    row = _require_bookable(await booking_queries.lock_for_booking(tx, shipment_id, limiting_plans))
    if row["is_limited"]:
        await limits.require_quota(tx, *_QUOTAS, booking=shipment_id)
    claim = await courier_operations.claim_operation(
        tx,
        operation,
        shipment_id,
        "book",
        settings,
        is_merchant_key=courier_client.is_merchant_key,
        booking_key_id=courier_client.booking_key_id,
    )
    if price_quote is not None:
        await credit.hold(tx, shipment_id, price_quote.amount)
        if price_quote.eta not in (None, queries.parse_eta(row)):
            await queries.update_eta(tx, shipment_id, price_quote.eta)
    return ClaimedBooking(row, courier_client, claim, settings)


async def _settle_booking(
    tx: Tx, booking: ClaimedBooking, booked_order: CourierOrder, current_order: CourierOrder | None
) -> Shipment:
    """Store the order once; a second settlement of the same claim finds it stored and changes nothing."""
    row = await queries.lock_known(tx, booking.row["id"])
    if row["status"] == "pending":
        row = await _store_booked(tx, booking, row, booked_order)
        if current_order is not None:
            row, _ = await status_updates.apply_reports(tx, row, current_order)
    else:
        await courier_operations.delete_operation(tx, row["id"], booking.claim.claim_token)
    return queries.to_api(row)


async def _store_booked(tx: Tx, booking: ClaimedBooking, row: asyncpg.Record, order: CourierOrder) -> asyncpg.Record:
    now = clock.now()
    status = order.status if order.status not in (None, "pending") else "confirmed"
    price, insurance = row["price"], courier_request.compute_premium(row)
    if not booking.courier_client.is_merchant_key:
        courier_price = order.price or await credit.get_held_amount(tx, row["id"])
        charged = await credit.charge(tx, row["id"], max(courier_price, price + insurance))
        insurance = min(max(insurance, order.insurance_fee), charged)
        price = charged - insurance
    # Without a history nothing was reported yet, and later reports have times of the courier's clock.
    last_report_at = max((min(report.at, now) for report in order.history), default=None)
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
        booking.courier_client.is_merchant_key,
        last_report_at,
        status_updates.encode_driver(order),
        order.price,
        now,
        booking.courier_client.booking_key_id,
        reports=_initial_reports(order, status, now),
        first_wait=tracking_sync.wait_after_booking(booking.settings),
        claim_token=booking.claim.claim_token,
    )
    tx.add_to_counter("shipment", "pending", -1)
    tx.add_to_counter("shipment", status, +1)
    tx.record_usage(SHIPMENT)
    events.emit_pickup_confirmed(tx, queries.to_api(stored))
    print_status.audit_waybill_change(tx, row)
    events.record_person_action(tx, "booked", row["id"], status=status, waybillId=order.waybill_id)
    return stored


def _initial_reports(order: CourierOrder, status: str, now: datetime) -> list[tuple[TrackingEvent, str]]:
    """The reports in the booking's answer belong to the booking, so that a later post of them is a repeat."""
    reports = order.history or [TrackingEvent(order.raw_status, status, None, now)]
    return [(report, report.status or status) for report in reports]


def _require_bookable(row: asyncpg.Record | None) -> asyncpg.Record:
    if row is None:
        raise NotFound
    if row["status"] == "cancelled" or row["replaced_by"] is not None:
        raise InvalidState("A cancelled or replaced shipment cannot be booked.")
    if row["status"] != "pending":
        raise AlreadyConfirmed
    return row


def _is_unclear(claim: OperationClaim, problem: Exception) -> bool:
    """True where this attempt or an earlier one may have booked a courier, so that the hold stays."""
    if isinstance(problem, port.OutcomeUnknown):
        return True
    if not claim.is_unclear or isinstance(problem, port.InvalidRequest):
        return False
    is_old = claim.age > timedelta(hours=_REFUSAL_CONCLUSIVE_AFTER_HOURS)
    return not (isinstance(problem, port.AggregatorDeclined) and is_old)


async def _release_hold(booking: ClaimedBooking, tx: Tx) -> None:
    """Release the hold where nothing was booked; the shipment stays pending. Raises InProgress."""
    row = await queries.lock_known(tx, booking.row["id"])
    if not await courier_operations.is_claim_current(tx, booking.claim):
        raise idempotency.InProgress
    if row["status"] == "pending":
        await credit.release(tx, row["id"])
    await courier_operations.end_claim(tx, booking.claim)


async def _resume_booking(
    operation: ExternalOperation, courier_operation: asyncpg.Record, aggregators: CourierClients, settings: Settings
) -> EncodedResponse:
    """Resolve an unclear booking by a repeated confirm, which gets the answer of the first one."""
    async with operation.read() as read:
        is_in_progress = await courier_operations.is_in_progress(read, courier_operation)
    if courier_operation["kind"] != "book" or is_in_progress:
        raise idempotency.InProgress
    await resolve_booking(operation, courier_operation, aggregators, settings)

    async def build_response(tx: Tx) -> dict[str, Any]:
        row = await queries.lock_known(tx, courier_operation["shipment_id"])
        if row["status"] == "pending":
            raise idempotency.InProgress
        return {"shipment": queries.to_api(row)}

    return await operation.complete(build_response)
