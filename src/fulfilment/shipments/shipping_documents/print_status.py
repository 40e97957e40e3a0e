"""Print marks: labels that were printed for the packing table, and by whom (decision 35).

A mark only informs the packers. Nothing else depends on it, so no event is emitted and `updatedAt` stays. The audit log
shows which user set or removed it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import format_timestamp
from fulfilment.shipments.shipping_documents import label_links, queries
from fulfilment.shipments.shipping_documents.schemas import PrintMark


async def mark_rendered(tx: Tx, waybills: Mapping[str, str | None]) -> None:
    """Mark shipments as printed now, marked before or not. `waybills` has the waybill of each shipment's label.

    A shipment stays as it is where its label has no waybill, or no longer the current one.
    """
    rows = await queries.lock_shipments(tx, [id for id, waybill in waybills.items() if waybill is not None])
    unchanged = [row for id, row in rows.items() if row["waybill_id"] == waybills[id]]
    await _update_marks(tx, unchanged, clock.now())


def audit_waybill_change(tx: Tx, row: asyncpg.Record) -> None:
    """Audit the removal of a mark by a booking or a new waybill, since the label lacks that waybill."""
    if row["printed_at"] is not None:
        _audit_mark(tx, row, None)


async def set_print_status(tx: Tx, shipment_ids: Sequence[str], *, printed: bool) -> list[PrintMark]:
    """Set or remove the marks of shipments; a shipment that already has the state stays as it is.

    Returns each shipment once, in the order given. Raises NotFound for the first unknown id.
    """
    rows = await queries.lock_shipments(tx, shipment_ids)
    label_links.require_all_found(shipment_ids, rows)
    changing = [row for row in rows.values() if (row["printed_at"] is not None) is not printed]
    at = clock.now() if printed else None
    await _update_marks(tx, changing, at)
    marks = {id: _to_print_mark(id, row["printed_at"], row["printed_by"]) for id, row in rows.items()}
    marks |= {row["id"]: _to_print_mark(row["id"], at, _printed_by(tx, at)) for row in changing}
    return [marks[id] for id in dict.fromkeys(shipment_ids)]


async def _update_marks(tx: Tx, rows: Sequence[asyncpg.Record], at: datetime | None) -> None:
    if not rows:
        return
    await queries.update_print_marks(tx, [row["id"] for row in rows], at, _printed_by(tx, at))
    for row in rows:
        _audit_mark(tx, row, at)


def _audit_mark(tx: Tx, row: asyncpg.Record, at: datetime | None) -> None:
    action = "shipment.unprinted" if at is None else "shipment.printed"
    before = _to_print_mark(row["id"], row["printed_at"], row["printed_by"])
    tx.audit(action, "Shipment", row["id"], before=before, after=_to_print_mark(row["id"], at, _printed_by(tx, at)))


def _printed_by(tx: Tx, at: datetime | None) -> str | None:
    return None if at is None else tx.actor.actor_id or None


def _to_print_mark(id: str, at: datetime | None, by: str | None) -> PrintMark:
    return PrintMark(id=id, printed_at=None if at is None else format_timestamp(at), printed_by=by)
