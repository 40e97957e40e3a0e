"""Many drafts in one request: an outcome and an event per row, all in one transaction."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import asyncpg
import msgspec

from fulfilment.infra import clock
from fulfilment.infra.api import bulk
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.shipments.drafting import draft, queries
from fulfilment.shipments.drafting.queries import DraftContext, NewDraft
from fulfilment.shipments.schemas import BulkShipments, NewShipment, Shipment, ShipmentReply
from fulfilment.shipping import couriers
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.shipping.couriers import SelectedService
from fulfilment.shipping.localities import FillLocality
from fulfilment.stock import allocation, allocation_queries
from fulfilment.stock.allocation import Allocation

_row_decoder = msgspec.json.Decoder(NewShipment)


class _StockReserved(Exception):
    """Less was available than was seen: somebody reserved some of it just before the levels were locked."""


async def create_shipments(
    operation: ExternalOperation, body: BulkShipments, aggregators: CourierClients
) -> EncodedResponse:
    """Draft every shipment that can be; the others are refused one by one and take nothing."""
    rows, refused = await bulk.parse_rows(body.shipments, _row_decoder)
    chosen = await _refuse_unknown_couriers(operation, rows, refused, aggregators)

    async def attempt(fill: FillLocality) -> EncodedResponse:
        async def work(tx: Tx) -> BulkResult:
            created, errors = await _create_all(tx, rows, chosen, fill)
            return BulkResult(outcomes=bulk.results(created, refused | errors))

        return await operation.complete(work)

    return await draft.run_with_origin(operation, aggregators, attempt)


async def _create_all(
    tx: Tx, rows: dict[int, NewShipment], chosen: dict[int, SelectedService], fill: FillLocality
) -> tuple[dict[int, tuple[int, ShipmentReply]], dict[int, ApiError]]:
    """Every row that can be, and the refusals of the others. All stock is locked in the one order before any is drawn.

    In one statement; but one by one where a checkout has some of it set aside, or where some of it was reserved while
    it was being locked. What was reserved may have been used up meanwhile, so it is looked at once more.
    """
    if not rows:
        return {}, {}
    context = await queries.load_context(tx, rows.values())
    if context.reserved:
        variants = sorted({one["variant_id"] for one in context.reserved})
        reserved = await allocation_queries.find_active_reservations(tx, variants)
        context = msgspec.structs.replace(context, reserved=reserved)
    if all(row.checkout_session_id is None for row in rows.values()):
        drafts, errors = await _prepare_all(rows, chosen, context, fill)
        inserted = await _insert_all(tx, list(drafts.values()), clock.now())
        if inserted is not None:
            return {
                index: _to_outcome(await draft.emit_created(tx, row))
                for index, row in zip(drafts, inserted, strict=True)
            }, errors
    return await _create_each(tx, rows, chosen, fill)


async def _prepare_all(
    rows: dict[int, NewShipment], chosen: dict[int, SelectedService], context: DraftContext, fill: FillLocality
) -> tuple[dict[int, tuple[NewDraft, list[Allocation]]], dict[int, ApiError]]:
    """What is to be stored and taken of each row, the earlier ones first, and the refusals. Gives way between rows."""
    time_slice = TimeSlice()
    levels, reserved = (
        allocation.group_by_variant(context.levels or ()),
        allocation.group_by_variant(context.reserved or ()),
    )
    remaining = {(level["variant_id"], level["warehouse_id"]): level for level in context.levels or ()}
    drafts: dict[int, tuple[NewDraft, list[Allocation]]] = {}
    errors: dict[int, ApiError] = {}
    for index, row in rows.items():
        await time_slice.yield_if_due()
        try:
            draft_row = draft.prepare_draft(row, chosen[index], context, fill)
            variant_ids = {variant_id for variant_id, _ in draft_row.lines}
            allocations = draft.choose_allocations(
                draft_row, _collect_for(variant_ids, levels), _collect_for(variant_ids, reserved)
            )
        except ApiError as problem:
            errors[index] = problem
            continue
        for taking in allocations:
            remaining[taking.variant_id, taking.warehouse_id]["quantity"] -= taking.quantity
        drafts[index] = (draft_row, allocations)
    return drafts, errors


def _collect_for(variant_ids: Iterable[str | None], by_variant: Mapping[str, list]) -> list:
    return [one for variant_id in variant_ids if variant_id is not None for one in by_variant.get(variant_id, ())]


async def _insert_all(
    tx: Tx, drafts: list[tuple[NewDraft, list[Allocation]]], at: datetime
) -> list[asyncpg.Record] | None:
    """Their rows, or nothing is done where less is available than was seen."""
    try:
        async with tx.savepoint():
            inserted = await queries.insert_all_with_allocation(tx, drafts, at)
            if inserted is None:
                raise _StockReserved
            return inserted
    except _StockReserved:
        return None


async def _create_each(
    tx: Tx, rows: dict[int, NewShipment], chosen: dict[int, SelectedService], fill: FillLocality
) -> tuple[dict[int, tuple[int, ShipmentReply]], dict[int, ApiError]]:
    created: dict[int, tuple[int, ShipmentReply]] = {}
    errors: dict[int, ApiError] = {}
    for index, row in rows.items():
        try:
            async with tx.savepoint():
                created[index] = _to_outcome(await draft.create_draft(tx, row, chosen[index], fill))
        except ApiError as problem:
            errors[index] = problem
    return created, errors


def _to_outcome(shipment: Shipment) -> tuple[int, ShipmentReply]:
    return 201, ShipmentReply(shipment=shipment)


async def _refuse_unknown_couriers(
    operation: ExternalOperation,
    rows: dict[int, NewShipment],
    refused: dict[int, ApiError],
    aggregators: CourierClients,
) -> dict[int, SelectedService]:
    """The services of the others, whose places are completed."""
    if not rows:
        return {}
    chosen: dict[int, SelectedService] = {}
    catalogue = await couriers.fetch_services(operation, aggregators)
    for index, row in list(rows.items()):
        try:
            chosen[index] = draft.require_service(row, catalogue)
        except ApiError as problem:
            refused[index] = problem
            del rows[index]
    await draft.complete_places(operation, rows.values(), aggregators)
    return chosen
