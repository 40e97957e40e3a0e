"""Marks of printing: which labels lie on the packing table already, and who printed them (decision 119).

A mark is for the people at the table. It changes nothing that others act on, so no event tells of it and `updatedAt`
stays; the audit log says who set it and who took it away.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

import asyncpg

from fulfilment import clock
from fulfilment.db.tx import Tx
from fulfilment.fields import stamp
from fulfilment.shipments import label, paper_queries
from fulfilment.shipments.paper_records import PrintMark


async def mark_drawn(tx: Tx, drawn: Mapping[str, str | None]) -> None:
    """Mark them as printed just now, whether or not they were before: the shipments, each with its label's waybill.

    One that has another waybill by now lacks the label that it needs, and stays as it is.
    """
    rows = await paper_queries.lock_all(tx, list(drawn))
    as_drawn = [row for id, row in rows.items() if row["waybill_id"] == drawn[id]]
    await _mark(tx, as_drawn, clock.now())


def note_booked(tx: Tx, row: asyncpg.Record) -> None:
    """A booking has taken away the mark of a shipment, which had one of a label without its waybill."""
    if row["printed_at"] is not None:
        _note(tx, row, None)


async def mark(tx: Tx, shipment_ids: Sequence[str], *, printed: bool) -> list[PrintMark]:
    """Mark those that are not marked, or take the mark away; one that is so already stays as it is.

    Each once, in the order given. Raises NotFound, naming the first id that is unknown.
    """
    rows = await paper_queries.lock_all(tx, shipment_ids)
    label.require_all(shipment_ids, rows)
    changing = [row for row in rows.values() if (row["printed_at"] is not None) is not printed]
    at = clock.now() if printed else None
    await _mark(tx, changing, at)
    marks = {id: _shown(id, row["printed_at"], row["printed_by"]) for id, row in rows.items()}
    marks |= {row["id"]: _shown(row["id"], at, _by(tx, at)) for row in changing}
    return [marks[id] for id in dict.fromkeys(shipment_ids)]


async def _mark(tx: Tx, rows: Sequence[asyncpg.Record], at: datetime | None) -> None:
    if not rows:
        return
    await paper_queries.mark(tx, [row["id"] for row in rows], at, _by(tx, at))
    for row in rows:
        _note(tx, row, at)


def _note(tx: Tx, row: asyncpg.Record, at: datetime | None) -> None:
    action = "shipment.unprinted" if at is None else "shipment.printed"
    before = _shown(row["id"], row["printed_at"], row["printed_by"])
    tx.audit(action, "Shipment", row["id"], before=before, after=_shown(row["id"], at, _by(tx, at)))


def _by(tx: Tx, at: datetime | None) -> str | None:
    return None if at is None else tx.actor.actor_id or None


def _shown(id: str, at: datetime | None, by: str | None) -> PrintMark:
    return PrintMark(id=id, printed_at=None if at is None else stamp(at), printed_by=by)
