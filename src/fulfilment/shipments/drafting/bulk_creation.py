"""Bulk creation of drafts: an outcome and an event per row, all in one transaction."""

import msgspec

from fulfilment.infra.api import bulk
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.shipments import queries as shipment_queries
from fulfilment.shipments.drafting import draft, queries
from fulfilment.shipments.drafting.queries import DraftContext, NewDraft
from fulfilment.shipments.schemas import BulkShipments, NewShipment, Shipment, ShipmentReply
from fulfilment.shipping import couriers
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.shipping.couriers import SelectedService
from fulfilment.shipping.localities import FillLocality
from fulfilment.stock import allocation
from fulfilment.stock.allocation import LockedStock, ShipmentAllocation

_row_decoder = msgspec.json.Decoder(NewShipment)


async def create_shipments(
    operation: ExternalOperation, body: BulkShipments, aggregators: CourierClients
) -> EncodedResponse:
    """Draft every valid shipment; the others are refused one by one and take no stock."""
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
    """Create every valid row, in order, and return the errors of the others.

    All stock is locked in the common order before any is allocated.
    """
    if not rows:
        return {}, {}
    drafts, errors = await _prepare_all(rows, chosen, await queries.load_context(tx, rows.values()), fill)
    variant_ids = {variant_id for draft_row in drafts.values() for variant_id, _ in draft_row.lines}
    sessions = {draft_row.body.checkout_session_id for draft_row in drafts.values()}
    stock = await allocation.lock_stock(tx, (id for id in variant_ids if id is not None), sessions)
    allocated = await _allocate_all(drafts, stock, errors)
    await allocation.store_allocations(tx, list(allocated.values()), stock)
    inserted = await shipment_queries.insert_shipments(tx, [drafts[index] for index in allocated])
    created = {
        index: _to_outcome(await draft.emit_created(tx, row)) for index, row in zip(allocated, inserted, strict=True)
    }
    return created, errors


async def _prepare_all(
    rows: dict[int, NewShipment], chosen: dict[int, SelectedService], context: DraftContext, fill: FillLocality
) -> tuple[dict[int, NewDraft], dict[int, ApiError]]:
    """The values to store for each row, and the errors. Yields to the event loop between rows."""
    time_slice = TimeSlice()
    drafts: dict[int, NewDraft] = {}
    errors: dict[int, ApiError] = {}
    for index, row in rows.items():
        await time_slice.yield_if_due()
        try:
            drafts[index] = draft.prepare_draft(row, chosen[index], context, fill)
        except ApiError as problem:
            errors[index] = problem
    return drafts, errors


async def _allocate_all(
    drafts: dict[int, NewDraft], stock: LockedStock, errors: dict[int, ApiError]
) -> dict[int, ShipmentAllocation]:
    """The allocation of each draft, in order. Drafts without enough stock are added to the errors."""
    time_slice = TimeSlice()
    allocated: dict[int, ShipmentAllocation] = {}
    for index, row in drafts.items():
        await time_slice.yield_if_due()
        session = row.body.checkout_session_id
        try:
            with draft.name_missing_item(row.lines):
                allocations = stock.allocate(draft.sum_quantities(row.lines), row.warehouse_id, session)
        except ApiError as problem:
            errors[index] = problem
            continue
        allocated[index] = ShipmentAllocation(row.id, session, allocations)
    return allocated


def _to_outcome(shipment: Shipment) -> tuple[int, ShipmentReply]:
    return 201, ShipmentReply(shipment=shipment)


async def _refuse_unknown_couriers(
    operation: ExternalOperation,
    rows: dict[int, NewShipment],
    refused: dict[int, ApiError],
    aggregators: CourierClients,
) -> dict[int, SelectedService]:
    """The services of the valid rows, whose addresses are completed; rows with unknown couriers are refused."""
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
