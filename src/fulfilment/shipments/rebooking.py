"""Rebooking: a shipment is replaced by a new pending one (specification, rebook; decisions, section 6).

- Claim: where a courier is booked, store the coming cancellation and the terms of the replacement.
- Call: ask the courier to cancel.
- Settle: end the old shipment and create the new one, in one transaction.

A crash or a timeout in between leaves the claim behind, and the recovery worker completes it. So there is one
replacement, and no other order gets the old shipment's stock meanwhile.
"""

from functools import partial
from typing import Any

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.infra import ids
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import EncodedResponse, Work
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.quotas.queries import SHIPMENT_CREATED
from fulfilment.settings import Settings
from fulfilment.shipments import courier_operations, courier_request, events, queries
from fulfilment.shipments.cancellation import cancellation, settlement
from fulfilment.shipments.courier_operations import OperationClaim, ReplacementTerms
from fulfilment.shipments.drafting import draft
from fulfilment.shipments.errors import InvalidState
from fulfilment.shipments.queries import ShipmentRecord
from fulfilment.shipments.schemas import NewShipment, RebookedShipmentReply, Shipment, ShipmentRebooking
from fulfilment.shipping import couriers
from fulfilment.shipping.courier_clients import CourierClients, as_api_error
from fulfilment.stock import allocation

BOOKED_STATUSES = ("confirmed", "allocated", "picking_up")
REBOOKABLE_STATUSES = ("pending", *BOOKED_STATUSES, "cancelled", "returned")
_CANCELLATION_REASON = "The shipment is sent another way"

MARK_REPLACED = sql(
    "shipments.mark_replaced",
    """
    UPDATE shipments SET replaced_by = $3, updated_at = $4
     WHERE account_id = $1 AND id = $2 AND replaced_by IS NULL
    RETURNING id
    """,
)


async def rebook_shipment(
    operation: ExternalOperation,
    shipment_id: str,
    body: ShipmentRebooking,
    aggregators: CourierClients,
    settings: Settings,
) -> EncodedResponse:
    """Replace a shipment, and return the new one with `previousShipmentId`."""
    await cancellation.resolve_unfinished(operation, shipment_id, aggregators, settings)
    async with operation.read() as read:
        row = _require_rebookable(await queries.find_row(read, shipment_id))
    terms = await _find_terms(operation, row, body, aggregators)
    if row["status"] not in BOOKED_STATUSES:
        return await operation.complete(_build_replacement(shipment_id, terms, ids.cuid(), is_claimed=False))
    async with operation.transaction() as tx:
        row = _require_rebookable(await queries.lock_shipment(tx, shipment_id))
        claim = await courier_operations.claim_operation(
            tx,
            operation,
            shipment_id,
            "rebook",
            settings,
            is_merchant_key=row["is_merchant_key"],
            booking_key_id=row["booking_key_id"],
            reason=_CANCELLATION_REASON,
            terms=terms,
        )
    return await execute_rebooking(operation, row, claim, terms, aggregators)


async def execute_rebooking(
    operation: ExternalOperation,
    row: asyncpg.Record,
    claim: OperationClaim,
    terms: ReplacementTerms,
    aggregators: CourierClients,
) -> EncodedResponse:
    """Ask the courier to cancel, and settle the outcome."""
    call = cancellation.cancel_at_courier(operation, row, _CANCELLATION_REASON, aggregators)
    await courier_operations.call_courier(operation, claim, call)
    return await operation.complete(_build_replacement(row["id"], terms, claim.claim_token, is_claimed=True))


async def resolve_rebooking(
    operation: ExternalOperation, courier_operation: asyncpg.Record, aggregators: CourierClients, settings: Settings
) -> None:
    """Complete an abandoned rebooking, for its actor and under its key.

    Raises the refusal where the courier refuses, or where the outcome is still unclear.
    """
    terms = courier_operations.decode_terms(courier_operation)
    execute = partial(execute_rebooking, terms=terms, aggregators=aggregators)
    await courier_operations.resume(operation, courier_operation, settings, execute)


async def replace_shipment(
    tx: Tx, old: asyncpg.Record, terms: ReplacementTerms, claim_token: str
) -> RebookedShipmentReply:
    """Replace a locked shipment by a new pending one, and end it where it is still open. Raises StockInsufficient.

    Stock that the old shipment still holds moves to the new one. Stock that it has returned, by cancellation or
    restocking, is allocated again. Then Validation is raised where a variant is archived.
    """
    new_id = ids.new("ship")
    record = ShipmentRecord(
        id=new_id,
        body=_to_new_shipment(old, terms),
        origin=msgspec.json.decode(old["origin_snapshot"]),
        items=msgspec.json.decode(old["items"]),
        eta=terms.expected,
    )
    new = await queries.insert_shipment(tx, record)
    if old["status"] == "cancelled" or old["restock"] is not None:
        await _allocate_again(tx, old, new_id)
    else:
        await allocation.move_to_shipment(tx, old["id"], new_id)
    if old["status"] not in ("cancelled", "returned"):
        await settlement.cancel_shipment(tx, old, f"Replaced by {new_id}", claim_token)
    replaced = await tx.fetch_value(MARK_REPLACED, old["id"], new_id, new["created_at"])
    assert replaced is not None, "a shipment is replaced once, under its lock"
    tx.add_to_counter("shipment", "pending", +1)
    tx.record_usage(SHIPMENT_CREATED)
    shipment = queries.to_api(new)
    events.emit_rebooked(tx, shipment, old["id"])
    events.record_person_action(tx, "replaced", old["id"], replacedBy=new_id)
    events.record_person_action(tx, "created", new_id, status=shipment.status, replaces=old["id"])
    return RebookedShipmentReply(shipment=shipment, previous_shipment_id=old["id"])


async def find_replacement(tx: Tx, old: asyncpg.Record) -> Shipment:
    """The shipment that has replaced this one."""
    row = await queries.find_row(tx, old["replaced_by"])
    assert row is not None
    return queries.to_api(row)


async def _allocate_again(tx: Tx, old: asyncpg.Record, new_id: str) -> None:
    items = courier_request.items_decoder.decode(old["items"])
    lines = [(item.variant_id, item.quantity) for item in items]
    await draft.require_active(tx, lines)
    warehouse_id = next((item.warehouse_id for item in items if item.warehouse_id is not None), None)
    await draft.allocate_items(tx, new_id, lines, warehouse_id, old["checkout_session_id"])


def _to_new_shipment(old: asyncpg.Record, terms: ReplacementTerms) -> NewShipment:
    return NewShipment(
        courier_code=terms.courier_code,
        courier_service_code=terms.courier_service_code,
        courier_type=terms.courier_type,
        price=terms.price,
        insurance=terms.insurance,
        insured=terms.insured,
        origin=courier_request.origin_decoder.decode(old["origin_snapshot"]),
        destination=courier_request.destination_decoder.decode(old["destination_snapshot"]),
        items=courier_request.items_decoder.decode(old["items"]),
        product_id=old["product_id"],
        checkout_session_id=old["checkout_session_id"],
        customer_id=old["customer_id"],
        customer_email=old["customer_email"],
        external_source=old["external_source"],
        external_ref=old["external_ref"],
    )


def _build_replacement(shipment_id: str, terms: ReplacementTerms, claim_token: str, *, is_claimed: bool) -> Work:
    async def work(tx: Tx) -> Reply[RebookedShipmentReply]:
        row = await queries.lock_known(tx, shipment_id)
        if row["replaced_by"] is not None and row["cancel_claim_token"] == claim_token:
            # Another process took the claim over and settled it.
            rebooked = RebookedShipmentReply(shipment=await find_replacement(tx, row), previous_shipment_id=shipment_id)
        else:
            if not is_claimed or row["status"] == "delivered":
                _require_rebookable(row)
            if not is_claimed and (
                row["status"] in BOOKED_STATUSES or await courier_operations.find_operation(tx, shipment_id) is not None
            ):
                # A booking began since the check, so its courier has to be asked.
                raise idempotency.InProgress
            rebooked = await replace_shipment(tx, row, terms, claim_token)
            await courier_operations.delete_operation(tx, shipment_id, claim_token)
        return Reply(rebooked, status=201)

    return work


def _require_rebookable(row: asyncpg.Record | None) -> asyncpg.Record:
    if row is None:
        raise NotFound
    if row["replaced_by"] is not None:
        raise InvalidState("The shipment has been replaced already.")
    if row["status"] not in REBOOKABLE_STATUSES:
        raise InvalidState(f"A shipment that is {row['status']} cannot be rebooked.")
    return row


async def _find_terms(
    operation: ExternalOperation, row: asyncpg.Record, body: ShipmentRebooking, aggregators: CourierClients
) -> ReplacementTerms:
    """The terms of the replacement: given values, or those of the old shipment.

    Another service without a price is quoted.
    """
    courier_code = body.courier_code or row["courier_code"]
    service_code = body.courier_service_code or row["courier_service_code"]
    is_changed = (courier_code, service_code) != (row["courier_code"], row["courier_service_code"])
    courier_type, eta = row["courier_type"], None if is_changed else queries.parse_eta(row)
    if body.courier_code or is_changed or body.courier_type:
        catalogue = await couriers.fetch_services(operation, aggregators)
        courier_type = (
            body.courier_type or couriers.find_courier_type(courier_code, service_code, catalogue) or courier_type
        )
        service = couriers.require_service(courier_code, service_code, courier_type, catalogue)
        if service.needs_coordinates:
            couriers.require_coordinates(courier_request.parse_places(row))
        eta = eta or service.duration
    insured = _wants_insurance(row, body)
    price, premium = row["price"], row["insurance"]
    if (is_changed and body.price is None) or (insured and (is_changed or not row["insured"])):
        rate = await _fetch_rate(operation, {**row, "insured": insured}, courier_code, service_code, aggregators)
        insured = insured and _is_insured(row, body, rate)
        if is_changed:
            price = rate.price
        premium = rate.insurance
        eta = rate.duration or eta
    premium = premium if body.insurance is None else body.insurance
    return ReplacementTerms(
        courier_code=courier_code,
        courier_service_code=service_code,
        courier_type=courier_type,
        price=price if body.price is None else body.price,
        insurance=premium if insured else 0,
        insured=insured,
        expected=eta,
    )


def _wants_insurance(row: asyncpg.Record, body: ShipmentRebooking) -> bool:
    if body.insured is not None:
        return body.insured
    return row["insured"] if body.insurance is None else body.insurance > 0


def _is_insured(row: asyncpg.Record, body: ShipmentRebooking, rate: port.CourierRate) -> bool:
    """True where the other courier insures the parcel.

    Insurance that was only carried over is dropped where it does not. Raises Validation where insurance was requested,
    before the old booking has ended.
    """
    if rate.insurance or not courier_request.compute_insured_value(row):
        return True
    if body.insured or body.insurance:
        field = "insured" if body.insured else "insurance"
        raise Validation(f"'{rate.courier_code}' does not insure this parcel.", field=field)
    return False


async def _fetch_rate(
    operation: ExternalOperation, row: dict[str, Any], courier_code: str, service_code: str, aggregators: CourierClients
) -> port.CourierRate:
    async with operation.read() as read:
        courier_client = await aggregators.for_workspace(read)
    request = courier_request.build_booking_request(row)
    try:
        rates = await courier_client.aggregator.rates(
            request.origin, request.destination, request.items, [courier_code], request.insured_value
        )
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None
    for rate in rates:
        if rate.courier_service_code == service_code:
            return rate
    raise Validation("This courier does not offer that service for this parcel.", field="courierServiceCode")
