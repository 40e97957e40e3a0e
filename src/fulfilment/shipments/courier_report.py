"""What couriers report: each report is applied once, in whatever order they come (decisions, section 6)."""

from datetime import datetime

import asyncpg
import msgspec

from fulfilment import clock, ids
from fulfilment.aggregators.port import Aggregator, Order, Report
from fulfilment.db.tx import Tx
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import calls, ending, events, queries, repricing

# For the merchant's money: cancelled and returned are never left, delivered only for returned.
_LEAVES: dict[str, tuple[str, ...]] = {"cancelled": (), "returned": (), "delivered": ("returned",)}
_ENDED = tuple(_LEAVES)
# Reports about one shipment may come in at once; what is in doubt after so many looks the poll finds out.
_TRIES = 3


def split(order: Order) -> tuple[Order, Order | None]:
    """The order as it was booked; and as it is, where its courier has reported on it since an earlier try booked it."""
    history = order.history
    if order.status == "cancelled" and all(report.status != "cancelled" for report in history):
        history = [*history, Report(order.raw_status, "cancelled", None, clock.now())]
    elif len(history) < 2:
        return order, None
    first = history[0]
    if first.status is None or first.status in _ENDED:
        first = Report("confirmed", "confirmed", None, first.at)
    booked = msgspec.structs.replace(order, status=first.status, raw_status=first.raw_status, history=[first])
    return booked, msgspec.structs.replace(order, history=history)


def driver_of(order: Order) -> str | None:
    """Who has the parcel, as JSON to keep. Once nobody is under way with it, their name and number are forgotten."""
    if order.driver is None or order.status in _ENDED:
        return None
    return msgspec.json.encode(order.driver).decode()


async def catch_up(saga: Saga, row: asyncpg.Record, aggregator: Aggregator, settings: Settings) -> int:
    """Fetch the order of a booked shipment and apply what is new of it. Answers how many reports were.

    Raises AggregatorError. `row` is the shipment from before the call: where it was changed meanwhile, what the order
    said may be older than what is known, so that only its history is believed and the rest is asked for again.
    """
    applied = 0
    for _ in range(_TRIES):
        order = await aggregator.order(row["aggregator_order_id"], row["courier_type"])
        async with saga.step() as tx:
            known = await queries.lock(tx, row["id"])
            is_latest = known["updated_at"] == row["updated_at"]
            if is_latest:
                known = await _keep_papers(tx, known, order)
            row, new = await apply(tx, known, order)
            if is_latest:
                new += await _apply_unlisted(tx, row, order)
                new += await repricing.reprice(tx, row["id"], order, settings)
        applied += new
        if is_latest:
            break
    return applied


async def apply(tx: Tx, row: asyncpg.Record, order: Order) -> tuple[asyncpg.Record, int]:
    """Apply every report of the order that is new to the locked shipment, oldest first, and say how many were."""
    applied = 0
    for report in sorted(order.history, key=lambda report: report.at):
        row, is_new = await _apply_one(tx, row, order, report)
        applied += is_new
    return row, applied


async def _apply_unlisted(tx: Tx, row: asyncpg.Record, order: Order) -> int:
    """An order may come without any history; what it says of its status then holds from now on."""
    said = Report(order.raw_status, order.status, None, clock.now())
    if order.history or _moved(row, said) == row["status"]:
        return 0
    _, is_new = await _apply_one(tx, row, order, said)
    return int(is_new)


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
