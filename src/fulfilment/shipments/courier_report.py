"""What couriers report: each report is applied once, in whatever order they come (decisions, sections 6 and 13)."""

from datetime import datetime

import asyncpg
import msgspec

from fulfilment import clock, ids
from fulfilment.aggregators import port
from fulfilment.aggregators.port import Order, Report
from fulfilment.db.tx import Tx
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import calls, doers, ending, events, queries, repricing
from fulfilment.shipping.aggregator_access import Connection

# For the merchant's money: cancelled and returned are never left, delivered only for returned.
_LEAVES: dict[str, tuple[str, ...]] = {"cancelled": (), "returned": (), "delivered": ("returned",)}
_ENDED = tuple(_LEAVES)
# Reports about one shipment may come in at once; what is in doubt after so many looks the poll finds out.
_TRIES = 3
# What is recorded where the aggregator has no such order any more, which counts as the courier's cancellation.
MISSING = "order_missing"
_MISSING_NOTE = "The courier's aggregator does not know this order any more."


def split(order: Order) -> tuple[Order, Order | None]:
    """The order as it was booked; and as it is, where its courier has reported on it since an earlier try booked it."""
    history = order.history
    if order.status in _ENDED and all(report.status != order.status for report in history):
        history = [*history, Report(order.raw_status, order.status, None, clock.now())]
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


async def catch_up(saga: Saga, row: asyncpg.Record, connection: Connection, settings: Settings) -> int:
    """Fetch the order of a booked shipment and apply what is new of it. Answers how many reports were.

    Raises AggregatorError. `row` is the shipment from before the call: where it was changed meanwhile, what the order
    said may be older than what is known, so that only its history is believed and the rest is asked for again.
    """
    applied = 0
    for _ in range(_TRIES):
        order = await _fetch(connection, row)
        async with saga.step() as tx:
            known = await queries.lock(tx, row["id"])
            is_latest = known["updated_at"] == row["updated_at"]
            papers: list[str] = []
            if is_latest:
                known, papers = await _keep_papers(tx, known, order)
            row, new = await apply(tx, known, order)
            if is_latest:
                row, unlisted = await _apply_unlisted(tx, row, order)
                # A report carries the papers that came with it; what came without one is told by itself.
                new += unlisted
                row, repriced = await repricing.reprice(tx, row, order, settings, [] if new else papers)
                new += repriced
        applied += new
        if is_latest:
            break
    return applied


async def _fetch(connection: Connection, row: asyncpg.Record) -> Order:
    """The order as it is. One that is not there at a second look either counts as cancelled by its courier."""
    order_id = row["aggregator_order_id"]
    try:
        return await connection.aggregator.order(order_id, row["id"], row["courier_type"])
    except port.NotFound:
        # Another account's key knows none of the orders of this one.
        if not connection.has_booked(row):
            raise
    try:
        return await connection.aggregator.order(order_id, row["id"], row["courier_type"])
    except port.NotFound:
        return Order(order_id, "cancelled", MISSING)


async def apply(tx: Tx, row: asyncpg.Record, order: Order) -> tuple[asyncpg.Record, int]:
    """Apply every report of the order that is new to the locked shipment, oldest first, and say how many were."""
    applied = 0
    for report in sorted(order.history, key=lambda report: report.at):
        row, is_new = await _apply_one(tx, row, order, report)
        applied += is_new
    return row, applied


async def _apply_unlisted(tx: Tx, row: asyncpg.Record, order: Order) -> tuple[asyncpg.Record, int]:
    """What the order says of its status from now on: where it came without a history, or ended whatever that says."""
    note = _MISSING_NOTE if order.raw_status == MISSING else None
    said = Report(order.raw_status, order.status, note, clock.now())
    is_told = bool(order.history) and order.status not in _ENDED
    if is_told or _moved(row, said, order) == row["status"] or await _is_being_rebooked(tx, row):
        return row, 0
    row, is_new = await _apply_one(tx, row, order, said)
    return row, int(is_new)


async def _keep_papers(tx: Tx, row: asyncpg.Record, order: Order) -> tuple[asyncpg.Record, list[str]]:
    """Some couriers issue the waybill later, or another one at a hand-over, and say so without a new status.

    With the fields that changed, as they are called on the wire; that a driver has gone is no news.
    """
    said = {
        "waybill_id": order.waybill_id,
        "aggregator_tracking_id": order.tracking_id,
        "label_url": order.label_url,
        "routing_code": order.routing_code,
    }
    driver = driver_of(order)
    changed = [name for name, value in said.items() if value not in (None, row[name])]
    if row["driver"] == driver and not changed:
        return row, []
    kept = await tx.one(queries.KEEP_PAPERS, row["id"], *said.values(), driver, clock.now())
    if driver not in (None, row["driver"]):
        changed.append("driver")
    return kept, [events.PAPERS[name] for name in changed if name in events.PAPERS]


async def _apply_one(tx: Tx, row: asyncpg.Record, order: Order, report: Report) -> tuple[asyncpg.Record, bool]:
    previous = row["status"]
    status = _moved(row, report, order)
    is_echo = await _is_echo(tx, row, report)
    if status == "cancelled" and previous != "cancelled" and await _is_being_rebooked(tx, row):
        # The rebooking ends it, with the replacement in the same transaction.
        status = previous
    now = clock.now()
    at = min(report.at, now)
    values = (ids.new("evt"), row["id"], order.order_id, report.raw_status, status, report.note, report.at)
    is_new = await queries.record_event(tx, *values, now=now, is_echo=is_echo)
    if not is_new:
        return row, False
    refunded = None
    if status == "cancelled" and previous != "cancelled":
        row, refunded = await _cancelled_by_courier(tx, row)
    row = await tx.one(queries.MOVE, row["id"], status, at, clock.now())
    if status != previous and status != "cancelled":
        tx.count("shipment", previous, -1)
        tx.count("shipment", status, +1)
    if not is_echo:
        events.emit_status_updated(
            tx,
            queries.shown(row),
            previous=previous,
            reported=report.raw_status,
            note=report.note,
            at=at,
            refunded=refunded,
        )
    return row, True


def _moved(row: asyncpg.Record, report: Report, order: Order) -> str:
    """The status after the report. One older than the newest applied does not move it, unless the order has ended so.

    A courier's clock may be wrong, but an order that has ended stays so.
    """
    current = row["status"]
    has_ended = order.status in _ENDED and report.status == order.status
    if report.status is None or (not has_ended and _is_stale(row["last_report_at"], report.at)):
        return current
    return report.status if report.status in _LEAVES.get(current, (report.status,)) else current


def _is_stale(newest: datetime | None, at: datetime) -> bool:
    return newest is not None and at < newest


async def _is_echo(tx: Tx, row: asyncpg.Record, report: Report) -> bool:
    """Whether the courier only says that it did what the service has asked it for: to cancel."""
    if report.raw_status != "cancelled":
        return False
    if row["status"] == "cancelled":
        return await queries.was_cancelled_by_merchant(tx, row["id"])
    call = await calls.find(tx, row["id"])
    return call is not None and call["kind"] in ("cancel", "rebook")


async def _is_being_rebooked(tx: Tx, row: asyncpg.Record) -> bool:
    call = await calls.find(tx, row["id"])
    return call is not None and call["kind"] == "rebook"


async def _cancelled_by_courier(tx: Tx, row: asyncpg.Record) -> tuple[asyncpg.Record, int | None]:
    """Stock and credit go back as with a merchant's cancellation, which it may be the echo of."""
    call = await calls.find(tx, row["id"])
    if call is not None and call["kind"] == "cancel":
        ended = await ending.end(tx, row, call["reason"], call["ticket"])
        asked_by = calls.read_actor(call)
        doers.note(tx, "cancelled", row["id"], asked_by, reason=call["reason"], refunded=ended["refunded"])
        return ended, None
    ended = await ending.release(tx, row, ids.opaque())
    return ended, ended["refunded"]
