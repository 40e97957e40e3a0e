"""Couriers' reports: each is applied once, in whatever order they arrive (decisions, sections 6 and 13)."""

from datetime import datetime

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.port import CourierOrder, TrackingEvent
from fulfilment.infra import clock, ids
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipments import courier_operations, events, queries
from fulfilment.shipments.cancellation import settlement
from fulfilment.shipments.courier_status import reweighing
from fulfilment.shipments.shipping_documents import print_status
from fulfilment.shipping.courier_clients import CourierClient

# Protects the merchant's money: `cancelled` and `returned` are never left, and `delivered` only for `returned`.
_TRANSITIONS_FROM_FINAL: dict[str, tuple[str, ...]] = {"cancelled": (), "returned": (), "delivered": ("returned",)}
_FINAL_STATUSES = tuple(_TRANSITIONS_FROM_FINAL)
# Reports about one shipment may arrive at once; a conflict left after these attempts is resolved by polling.
_MAX_ATTEMPTS = 3
# The status recorded where the aggregator no longer has the order, which counts as the courier's cancellation.
ORDER_MISSING = "order_missing"
_ORDER_MISSING_NOTE = "The courier's aggregator does not know this order any more."


def split_history(order: CourierOrder) -> tuple[CourierOrder, CourierOrder | None]:
    """The order as booked, and its current state where the courier has reported since an earlier attempt booked it."""
    history = order.history
    if order.status in _FINAL_STATUSES and all(report.status != order.status for report in history):
        history = [*history, TrackingEvent(order.raw_status, order.status, None, clock.now())]
    elif len(history) < 2:
        return order, None
    first = history[0]
    if first.status is None or first.status in _FINAL_STATUSES:
        first = TrackingEvent("confirmed", "confirmed", None, first.at)
    booked_order = msgspec.structs.replace(order, status=first.status, raw_status=first.raw_status, history=[first])
    return booked_order, msgspec.structs.replace(order, history=history)


def encode_driver(order: CourierOrder) -> str | None:
    """The driver as JSON. Once the order is final, the name and the number are deleted."""
    if order.driver is None or order.status in _FINAL_STATUSES:
        return None
    return msgspec.json.encode(order.driver).decode()


async def sync_from_courier(
    operation: ExternalOperation, row: asyncpg.Record, courier_client: CourierClient, settings: Settings
) -> int:
    """Fetch the order of a booked shipment and apply its news. Returns the number of new reports.

    Raises AggregatorError. `row` is the shipment from before the call. Where it has changed meanwhile, the answer may
    be outdated: only its history is applied, and the order is fetched again.
    """
    applied = 0
    for _ in range(_MAX_ATTEMPTS):
        order = await _fetch_order(courier_client, row)
        async with operation.transaction() as tx:
            locked = await queries.lock_known(tx, row["id"])
            is_latest = locked["updated_at"] == row["updated_at"]
            changed_documents: list[str] = []
            if is_latest:
                locked, changed_documents = await _update_documents(tx, locked, order)
            row, new_count = await apply_reports(tx, locked, order)
            if is_latest:
                row, order_status_count = await _apply_order_status(tx, row, order)
                # A report's event carries the documents that came with it; without a report they get an event of their
                # own.
                new_count += order_status_count
                row, repriced = await reweighing.apply_courier_price(
                    tx, row, order, settings, [] if new_count else changed_documents
                )
                new_count += repriced
        applied += new_count
        if is_latest:
            break
    return applied


async def _fetch_order(courier_client: CourierClient, row: asyncpg.Record) -> CourierOrder:
    """The current order. An order that is missing at two requests counts as cancelled by its courier."""
    order_id = row["aggregator_order_id"]
    try:
        return await courier_client.aggregator.order(order_id, row["id"], row["courier_type"])
    except port.AggregatorNotFound:
        # The key of another account finds none of this account's orders.
        if not courier_client.has_booked(row):
            raise
    try:
        return await courier_client.aggregator.order(order_id, row["id"], row["courier_type"])
    except port.AggregatorNotFound:
        return CourierOrder(order_id, "cancelled", ORDER_MISSING)


async def apply_reports(tx: Tx, row: asyncpg.Record, order: CourierOrder) -> tuple[asyncpg.Record, int]:
    """Apply every new report of the order to the locked shipment, oldest first. Returns the number of them."""
    applied = 0
    for report in sorted(order.history, key=lambda report: report.at):
        row, is_new = await _apply_report(tx, row, order, report)
        applied += is_new
    return row, applied


async def _apply_order_status(tx: Tx, row: asyncpg.Record, order: CourierOrder) -> tuple[asyncpg.Record, int]:
    """Apply the order's own status, where it came without a history, or where it is final whatever the history says."""
    note = _ORDER_MISSING_NOTE if order.raw_status == ORDER_MISSING else None
    report = TrackingEvent(order.raw_status, order.status, note, clock.now())
    is_in_history = bool(order.history) and order.status not in _FINAL_STATUSES
    if is_in_history or _next_status(row, report, order) == row["status"] or await _is_being_rebooked(tx, row):
        return row, 0
    row, is_new = await _apply_report(tx, row, order, report)
    return row, int(is_new)


async def _update_documents(tx: Tx, row: asyncpg.Record, order: CourierOrder) -> tuple[asyncpg.Record, list[str]]:
    """Store the order's documents: some couriers issue the waybill late, or replace it, without a new status.

    Returns the shipment, and the changed fields by their names in the API. The removal of a driver is no change.
    """
    documents = {
        "waybill_id": order.waybill_id,
        "aggregator_tracking_id": order.tracking_id,
        "label_url": order.label_url,
        "routing_code": order.routing_code,
    }
    driver = encode_driver(order)
    changed = [name for name, value in documents.items() if value not in (None, row[name])]
    if row["driver"] == driver and not changed:
        return row, []
    arguments = queries.UPDATE_DOCUMENTS.bind(**documents, id=row["id"], driver=driver, updated_at=clock.now())
    updated = await tx.fetch_optional(queries.UPDATE_DOCUMENTS, *arguments)
    assert updated is not None, "it is locked"
    if "waybill_id" in changed:
        print_status.audit_waybill_change(tx, row)
    if driver not in (None, row["driver"]):
        changed.append("driver")
    return updated, [events.DOCUMENT_FIELDS[name] for name in changed if name in events.DOCUMENT_FIELDS]


async def _apply_report(
    tx: Tx, row: asyncpg.Record, order: CourierOrder, report: TrackingEvent
) -> tuple[asyncpg.Record, bool]:
    previous = row["status"]
    status = _next_status(row, report, order)
    is_self_caused = await _is_self_caused(tx, row, report)
    if status == "cancelled" and previous != "cancelled" and await _is_being_rebooked(tx, row):
        # The rebooking ends the shipment, together with the replacement in the same transaction.
        status = previous
    now = clock.now()
    at = min(report.at, now)
    values = (ids.new("evt"), row["id"], order.order_id, report.raw_status, status, report.note, report.at)
    is_new = await queries.record_event(tx, *values, now=now, is_self_caused=is_self_caused)
    if not is_new:
        return row, False
    refunded = None
    if status == "cancelled" and previous != "cancelled":
        row, refunded = await _cancel_by_courier(tx, row)
    moved = await tx.fetch_optional(queries.UPDATE_STATUS, row["id"], status, at, clock.now())
    assert moved is not None, "it is locked"
    if status != previous and status != "cancelled":
        tx.add_to_counter("shipment", previous, -1)
        tx.add_to_counter("shipment", status, +1)
    if not is_self_caused:
        events.emit_status_updated(
            tx,
            queries.to_api(moved),
            previous=previous,
            reported=report.raw_status,
            note=report.note,
            at=at,
            refunded=refunded,
        )
    return moved, True


def _next_status(row: asyncpg.Record, report: TrackingEvent, order: CourierOrder) -> str:
    """The status after the report. A report older than the newest does not change it, unless the order is final.

    A courier's clock may be wrong, but a final order stays final.
    """
    current = row["status"]
    has_ended = order.status in _FINAL_STATUSES and report.status == order.status
    if report.status is None or (not has_ended and _is_stale(row["last_report_at"], report.at)):
        return current
    return report.status if report.status in _TRANSITIONS_FROM_FINAL.get(current, (report.status,)) else current


def _is_stale(newest: datetime | None, at: datetime) -> bool:
    return newest is not None and at < newest


async def _is_self_caused(tx: Tx, row: asyncpg.Record, report: TrackingEvent) -> bool:
    """True if the report only confirms a cancellation that the service requested."""
    if report.raw_status != "cancelled":
        return False
    if row["status"] == "cancelled":
        return await queries.was_cancelled_by_merchant(tx, row["id"])
    courier_operation = await courier_operations.find_operation(tx, row["id"])
    return courier_operation is not None and courier_operation["kind"] in ("cancel", "rebook")


async def _is_being_rebooked(tx: Tx, row: asyncpg.Record) -> bool:
    courier_operation = await courier_operations.find_operation(tx, row["id"])
    return courier_operation is not None and courier_operation["kind"] == "rebook"


async def _cancel_by_courier(tx: Tx, row: asyncpg.Record) -> tuple[asyncpg.Record, int | None]:
    """End the shipment like a merchant's cancellation, which the report may confirm: stock and credit go back."""
    courier_operation = await courier_operations.find_operation(tx, row["id"])
    if courier_operation is not None and courier_operation["kind"] == "cancel":
        ended = await settlement.cancel_shipment(tx, row, courier_operation["reason"], courier_operation["claim_token"])
        requested_by = courier_operations.decode_actor(courier_operation)
        events.record_person_action(
            tx, "cancelled", row["id"], requested_by, reason=courier_operation["reason"], refunded=ended["refunded"]
        )
        return ended, None
    ended = await settlement.unwind_shipment(tx, row, ids.cuid())
    return ended, ended["refunded"]
