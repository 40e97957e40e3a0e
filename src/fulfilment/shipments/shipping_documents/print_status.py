"""Marks of printing: which labels lie on the packing table already, and who printed them (decision 35).

A mark is for the people at the table. It changes nothing that others act on, so no event tells of it and `updatedAt`
stays; the audit log says who set it and who took it away.
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
    """Mark them as printed just now, whether or not they were before: the shipments, each with its label's waybill.

    One whose label has no waybill, or that has another one by now, lacks the label that it needs, and stays as it is.
    """
    rows = await queries.lock_shipments(tx, [id for id, waybill in waybills.items() if waybill is not None])
    unchanged = [row for id, row in rows.items() if row["waybill_id"] == waybills[id]]
    await _update_marks(tx, unchanged, clock.now())


def audit_waybill_change(tx: Tx, row: asyncpg.Record) -> None:
    """A booking, or another waybill, has taken away the mark of a shipment, of a label without its waybill."""
    if row["printed_at"] is not None:
        _audit_mark(tx, row, None)


async def set_print_status(tx: Tx, shipment_ids: Sequence[str], *, printed: bool) -> list[PrintMark]:
    """Mark those that are not marked, or take the mark away; one that is so already stays as it is.

    Each once, in the order given. Raises NotFound, naming the first id that is unknown.
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
