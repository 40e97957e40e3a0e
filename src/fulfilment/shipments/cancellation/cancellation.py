"""Cancellation of a shipment: at the courier first, then stock and credit go back, once (specification, States)."""

from functools import partial
from typing import Any

import asyncpg

from fulfilment.aggregators import port
from fulfilment.infra import ids
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import EncodedResponse, Work
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipments import courier_operations, events, queries
from fulfilment.shipments.booking import booking
from fulfilment.shipments.cancellation import settlement
from fulfilment.shipments.courier_operations import OperationClaim
from fulfilment.shipments.errors import InvalidState
from fulfilment.shipments.schemas import CancelledShipment, LegacyCancelledShipmentReply, Shipment
from fulfilment.shipping.courier_clients import CourierClients

FINAL_STATUSES = ("cancelled", "delivered", "returned")


async def cancel_shipment(
    operation: ExternalOperation,
    shipment_id: str,
    reason: str,
    aggregators: CourierClients,
    settings: Settings,
    *,
    is_bare: bool,
) -> EncodedResponse:
    """Cancel, and return the shipment with `refunded`: bare, or under `shipment`."""
    async with operation.read() as read:
        row = await settlement.find_for_cancellation(read, shipment_id)
    if row is not None and row["has_operation"]:
        resolved_claim_token = await resolve_unfinished(operation, shipment_id, aggregators, settings)
        if resolved_claim_token is not None:
            # A repeated cancel resolves an unclear cancellation, and gets the same answer.
            return await operation.complete(_build_settlement(shipment_id, reason, resolved_claim_token, is_bare))
        async with operation.read() as read:
            row = await settlement.find_for_cancellation(read, shipment_id)
    row = _require_cancellable(row)
    if row["status"] == "pending":
        work = _build_settlement(shipment_id, reason, ids.cuid(), is_bare, only_pending=True)
        return await operation.complete(work)
    async with operation.transaction() as tx:
        row = _require_cancellable(await queries.lock_shipment(tx, shipment_id))
        claim = await courier_operations.claim_operation(
            tx,
            operation,
            shipment_id,
            "cancel",
            settings,
            is_merchant_key=row["is_merchant_key"],
            booking_key_id=row["booking_key_id"],
            reason=reason,
            is_bare=is_bare,
        )
    return await execute_cancellation(operation, row, claim, reason, aggregators, is_bare=is_bare)


async def execute_cancellation(
    operation: ExternalOperation,
    row: asyncpg.Record,
    claim: OperationClaim,
    reason: str,
    aggregators: CourierClients,
    *,
    is_bare: bool,
) -> EncodedResponse:
    """Ask the courier to cancel, and settle the outcome."""
    await courier_operations.call_courier(operation, claim, cancel_at_courier(operation, row, reason, aggregators))
    return await operation.complete(_build_settlement(row["id"], reason, claim.claim_token, is_bare))


async def cancel_at_courier(
    operation: ExternalOperation, row: asyncpg.Record, reason: str, aggregators: CourierClients
) -> None:
    """Cancel at the courier.

    An order that is already cancelled or gone counts as success. Raises InvalidState for a refusal.
    """
    async with operation.read() as read:
        courier_client = await aggregators.for_booking(read, row)
    try:
        await courier_client.aggregator.cancel(row["aggregator_order_id"], row["id"], reason)
    except port.AggregatorNotFound as missing:
        if not courier_client.has_booked(row):
            raise InvalidState(missing.message) from None
    except (port.InvalidRequest, port.AggregatorDeclined) as error:
        raise InvalidState(error.message) from None


async def resolve_cancellation(
    operation: ExternalOperation, courier_operation: asyncpg.Record, aggregators: CourierClients, settings: Settings
) -> None:
    """Complete an abandoned cancellation, for its actor and under its key.

    Raises the refusal where the courier refuses, or where the outcome is still unclear.
    """
    execute = partial(
        execute_cancellation,
        reason=courier_operation["reason"],
        aggregators=aggregators,
        is_bare=courier_operation["is_bare"],
    )
    await courier_operations.resume(operation, courier_operation, settings, execute)


async def resolve_unfinished(
    operation: ExternalOperation, shipment_id: str, aggregators: CourierClients, settings: Settings
) -> str | None:
    """Resolve an unfinished operation first (decisions, section 6). Returns the claim token of a cancellation."""
    async with operation.read() as read:
        courier_operation = await courier_operations.find_operation(read, shipment_id)
        if courier_operation is None:
            return None
        is_in_progress = await courier_operations.is_in_progress(read, courier_operation)
    if is_in_progress or courier_operation["kind"] == "rebook":
        # The recovery worker completes an abandoned rebooking.
        raise idempotency.InProgress
    if courier_operation["kind"] == "cancel":
        await resolve_cancellation(operation, courier_operation, aggregators, settings)
        return courier_operation["claim_token"]
    try:
        await booking.resolve_booking(operation, courier_operation, aggregators, settings)
    except ApiError:
        async with operation.read() as read:
            if await courier_operations.find_operation(read, shipment_id) is not None:
                raise
    return None


def _build_settlement(
    shipment_id: str, reason: str, claim_token: str, is_bare: bool, *, only_pending: bool = False
) -> Work:
    async def work(tx: Tx) -> CancelledShipment | LegacyCancelledShipmentReply:
        row = await settlement.lock_with_credit(tx, shipment_id)
        assert row is not None, "it was seen before"
        if row["cancel_claim_token"] != claim_token:
            _require_cancellable(row)
            is_other = only_pending and row["status"] != "pending"
            ended = None
            if not is_other:
                ended = await settlement.try_cancel_shipment(
                    tx, row, reason, claim_token, only_without_operation=only_pending
                )
            if ended is None:
                # A booking began since the check; cancelling it has to ask its courier.
                raise idempotency.InProgress
            row = ended
            events.record_person_action(tx, "cancelled", shipment_id, reason=reason, refunded=row["refunded"])
        shipment = queries.to_api(row)
        if is_bare:
            return CancelledShipment(**_struct_fields(shipment), refunded=row["refunded"])
        return LegacyCancelledShipmentReply(shipment=shipment, refunded=row["refunded"])

    return work


def _require_cancellable(row: asyncpg.Record | None) -> asyncpg.Record:
    if row is None:
        raise NotFound
    if row["status"] in FINAL_STATUSES:
        raise InvalidState(f"A {row['status']} shipment cannot be cancelled.")
    return row


def _struct_fields(shipment: Shipment) -> dict[str, Any]:
    return {name: getattr(shipment, name) for name in Shipment.__struct_fields__}
