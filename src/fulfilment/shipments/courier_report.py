"""What couriers report: each report is applied once, in whatever order they come (decisions, section 6)."""

from datetime import datetime

import asyncpg
import msgspec

from fulfilment import clock, ids
from fulfilment.aggregators.port import Order, Report
from fulfilment.db.tx import Tx
from fulfilment.shipments import calls, ending, events, queries

# For the merchant's money: cancelled and returned are never left, delivered only for returned.
_LEAVES: dict[str, tuple[str, ...]] = {"cancelled": (), "returned": (), "delivered": ("returned",)}
_ENDED = tuple(_LEAVES)


def split(order: Order) -> tuple[Order, Order | None]:
    """The order as it was booked; and as it is, where its courier cancelled it after an earlier try had booked it."""
    if order.status != "cancelled":
        return order, None
    told = next((report for report in order.history if report.status == "cancelled"), None)
    end = told or Report(order.raw_status, "cancelled", None, clock.now())
    before = [report for report in order.history if report.at <= end.at and report.status != "cancelled"]
    history = before or [Report("confirmed", "confirmed", None, end.at)]
    booked = msgspec.structs.replace(order, status="confirmed", raw_status="confirmed", history=history)
    return booked, order if told else msgspec.structs.replace(order, history=[*order.history, end])


def driver_of(order: Order) -> str | None:
    """Who has the parcel, as JSON to keep. Once nobody is under way with it, their name and number are forgotten."""
    if order.driver is None or order.status in _ENDED:
        return None
    return msgspec.json.encode(order.driver).decode()


async def apply(tx: Tx, shipment_id: str, order: Order) -> int:
    """Apply every report of the order that is new, oldest first. Answers how many were."""
    row = await queries.lock(tx, shipment_id)
    if row is None or row["aggregator_order_id"] != order.order_id:
        return 0
    row = await _keep_papers(tx, row, order)
    applied = 0
    for report in sorted(order.history, key=lambda report: report.at):
        row, is_new = await _apply_one(tx, row, order, report)
        applied += is_new
    return applied


async def _keep_papers(tx: Tx, row: asyncpg.Record, order: Order) -> asyncpg.Record:
    """Some couriers issue the waybill later, or another one at a hand-over, and say so without a new status."""
    said = (order.waybill_id, order.tracking_id, order.label_url, order.routing_code)
    known = (row["waybill_id"], row["aggregator_tracking_id"], row["label_url"], row["routing_code"])
    driver = driver_of(order)
    if row["driver"] == driver and all(new in (None, old) for new, old in zip(said, known, strict=True)):
        return row
    return await tx.one(queries.KEEP_PAPERS, row["id"], *said, driver, clock.now())


async def _apply_one(tx: Tx, row: asyncpg.Record, order: Order, report: Report) -> tuple[asyncpg.Record, bool]:
    previous = row["status"]
    status = _moved(row, report)
    if status == "cancelled" and previous != "cancelled" and await _is_being_rebooked(tx, row):
        # The rebooking ends it, with the replacement in the same transaction.
        status = previous
    is_new = await queries.record_event(
        tx, ids.new("evt"), row["id"], order.order_id, report.raw_status, status, report.note, report.at
    )
    if not is_new:
        return row, False
    refunded = None
    if status == "cancelled" and previous != "cancelled":
        row, refunded = await _cancelled_by_courier(tx, row)
    row = await tx.one(queries.MOVE, row["id"], status, report.at, clock.now())
    if status != previous and status != "cancelled":
        tx.count("shipment", previous, -1)
        tx.count("shipment", status, +1)
    events.emit_status_updated(
        tx,
        queries.shown(row),
        previous=previous,
        reported=report.raw_status,
        note=report.note,
        at=report.at,
        refunded=refunded,
    )
    return row, True


def _moved(row: asyncpg.Record, report: Report) -> str:
    """The status after the report. One older than the newest applied does not move it."""
    current = row["status"]
    if report.status is None or _is_stale(row["last_report_at"], report.at):
        return current
    return report.status if report.status in _LEAVES.get(current, (report.status,)) else current


def _is_stale(newest: datetime | None, at: datetime) -> bool:
    return newest is not None and at < newest


async def _is_being_rebooked(tx: Tx, row: asyncpg.Record) -> bool:
    call = await calls.find(tx, row["id"])
    return call is not None and call["kind"] == "rebook"


async def _cancelled_by_courier(tx: Tx, row: asyncpg.Record) -> tuple[asyncpg.Record, int | None]:
    """Stock and credit go back as with a merchant's cancellation, which it may be the echo of."""
    call = await calls.find(tx, row["id"])
    if call is not None and call["kind"] == "cancel":
        return await ending.end(tx, row, call["reason"], call["ticket"]), None
    ended = await ending.release(tx, row, ids.opaque())
    return ended, ended["refunded"]
