"""Ordering a batch, stopping it, and having what failed tried again (docs/batches.md)."""

import asyncpg
import msgspec

from fulfilment import ids, roles
from fulfilment.batches import events, queries, view
from fulfilment.batches.records import Batch, Kind, NewBatch
from fulfilment.batches.refusals import MOST_UNFINISHED, NothingFailed, TooManyBatches
from fulfilment.batches.selection import Chosen
from fulfilment.batches.view import Options
from fulfilment.db.tx import Actor, Tx
from fulfilment.http.caller import Caller
from fulfilment.http.errors import Forbidden, NotFound, Validation
from fulfilment.shipments.records import DEFAULT_REASON

# What a person needs for a batch is what they need for a single shipment.
RIGHTS: dict[Kind, str] = {"book": "shipments.change", "cancel": "shipments.amend", "print": "shipments.print"}
# Of a caller, what the rows are done in the name of. The rest is the credential's own.
_KEPT = ("account_id", "actor_id", "actor_email", "key_id", "partner", "acts_for", "made_by", "ip", "user_agent")


def require_right(actor: Actor, kind: Kind) -> None:
    """Refuse a person who may not do this with a single shipment either. Raises Forbidden."""
    held = getattr(actor, "roles", None)
    if held is not None and not roles.may(held, RIGHTS[kind]):
        wanted = " or ".join(f"'{role}'" for role in roles.holders(RIGHTS[kind]))
        raise Forbidden(f"This needs the role {wanted}.")


def require_sense(given: NewBatch) -> None:
    """What belongs to one kind is not said of another. Raises Validation."""
    if given.reason is not None and given.kind != "cancel":
        raise Validation("Only a batch that cancels has a reason.", field="reason")
    if given.printing is None:
        return
    if given.kind == "cancel":
        raise Validation("A batch that cancels has nothing to print.", field="printing")
    if given.printing.layout == "4up" and given.printing.size != "a4":
        raise Validation("Four labels share a sheet of A4 only: ask for the size a4.", field="printing.layout")


async def order(tx: Tx, given: NewBatch, chosen: Chosen) -> Batch:
    """Have the worker do it. Raises Validation where there is nothing to do, and TooManyBatches."""
    if not chosen.shipment_ids:
        raise Validation("No shipment fits the filter.", field="filter")
    await _require_room(tx)
    reason = None
    if given.kind == "cancel":
        reason = given.reason if given.reason and given.reason.strip() else DEFAULT_REASON
    options = Options(_told(given.filter), reason, _told(given.printing))
    row = await queries.insert(
        tx,
        ids.new("batch"),
        given.kind,
        queries.encode(options),
        chosen.shipment_ids,
        is_truncated=chosen.is_truncated,
        actor=_kept(tx.actor),
    )
    batch = view.shown(row)
    after = {"kind": batch.kind, "total": batch.total, "filter": batch.filter}
    tx.audit("batch.created", "Batch", batch.id, after=after)
    return batch


async def stop(tx: Tx, id: str) -> Batch:
    """Leave alone what has not begun; what has, comes to its end. Stopping twice is stopping once. Raises Forbidden."""
    row = await _found(tx, id)
    require_right(tx.actor, row["kind"])
    stopped = await queries.stop(tx, id) if row["finished_at"] is None else None
    if stopped is None:
        return view.shown(await _found(tx, id))
    batch = view.shown(stopped)
    if row["stopped_at"] is None or batch.counts.stopped != row["stopped"]:
        tx.audit("batch.stopped", "Batch", id, before=view.progress(row), after=view.progress(stopped))
    if batch.finished_at is not None:
        events.emit_finished(tx, batch)
    return batch


async def retry(tx: Tx, id: str) -> Batch:
    """Have what failed tried again, as new attempts. Raises NothingFailed, Forbidden and TooManyBatches."""
    row = await _found(tx, id)
    require_right(tx.actor, row["kind"])
    if row["finished_at"] is None:
        await queries.wake(tx)
    else:
        await _require_room(tx)
    again = await queries.retry(tx, id)
    if again is None:
        raise NothingFailed
    tx.audit("batch.retried", "Batch", id, before=view.progress(row), after=view.progress(again))
    return view.shown(again)


def ordered_by(row: asyncpg.Record) -> Caller:
    """Who ordered it, as far as it matters for what is done in their name."""
    return msgspec.json.decode(row["actor"], type=Caller)


async def _require_room(tx: Tx) -> None:
    await queries.wake(tx)
    if await queries.count_unfinished(tx) >= MOST_UNFINISHED:
        raise TooManyBatches


async def _found(tx: Tx, id: str) -> asyncpg.Record:
    row = await queries.find(tx, id)
    if row is None:
        raise NotFound
    return row


def _kept(actor: Actor) -> str:
    return queries.encode(
        {name: getattr(actor, name, None) for name in _KEPT if getattr(actor, name, None) is not None}
    )


def _told(given: msgspec.Struct | None) -> dict | None:
    if given is None:
        return None
    return {name: value for name, value in msgspec.to_builtins(given).items() if value is not None}
