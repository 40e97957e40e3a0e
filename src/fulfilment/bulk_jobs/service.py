"""Create, stop and retry batches (docs/batches.md)."""

import asyncpg
import msgspec

from fulfilment.bulk_jobs import events, queries, serializer
from fulfilment.bulk_jobs.errors import MAX_UNFINISHED, NoFailedRows, TooManyBatches
from fulfilment.bulk_jobs.schemas import Batch, BatchKind, NewBatch
from fulfilment.bulk_jobs.selection import Selection
from fulfilment.bulk_jobs.serializer import JobOptions
from fulfilment.infra import ids
from fulfilment.infra.api.errors import Forbidden, NotFound, Validation
from fulfilment.infra.auth import roles
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.transaction import Actor, Tx
from fulfilment.infra.operations import external_operation
from fulfilment.shipments.schemas import DEFAULT_REASON

# A batch needs the permission that the action on a single shipment needs.
RIGHTS: dict[BatchKind, str] = {"book": "shipments.change", "cancel": "shipments.amend", "print": "shipments.print"}


def require_right(actor: Actor, kind: BatchKind) -> None:
    """Refuse a user who may not do this with a single shipment either. Raises Forbidden."""
    user_roles = getattr(actor, "roles", None)
    if user_roles is not None and not roles.may(user_roles, RIGHTS[kind]):
        allowed_roles = " or ".join(f"'{role}'" for role in roles.holders(RIGHTS[kind]))
        raise Forbidden(f"This needs the role {allowed_roles}.")


def require_consistent(body: NewBatch) -> None:
    """Refuse options of another kind. Raises Validation."""
    if body.reason is not None and body.kind != "cancel":
        raise Validation("Only a batch that cancels has a reason.", field="reason")
    if body.printing is None:
        return
    if body.kind == "cancel":
        raise Validation("A batch that cancels has nothing to print.", field="printing")
    if body.printing.layout == "4up" and body.printing.size != "a4":
        raise Validation("Four labels share a sheet of A4 only: ask for the size a4.", field="printing.layout")


async def create_batch(tx: Tx, body: NewBatch, selected: Selection) -> Batch:
    """Create a batch for the worker. Raises Validation where there are no shipments, and TooManyBatches."""
    if not selected.shipment_ids:
        raise Validation("No shipment fits the filter.", field="filter")
    await _require_capacity(tx)
    reason = None
    if body.kind == "cancel":
        reason = body.reason if body.reason and body.reason.strip() else DEFAULT_REASON
    options = JobOptions(_without_nulls(body.filter), reason, _without_nulls(body.printing))
    row = await queries.insert_batch(
        tx,
        ids.new("batch"),
        body.kind,
        queries.encode_json(options),
        selected.shipment_ids,
        is_truncated=selected.is_truncated,
        actor=external_operation.encode_actor(tx),
    )
    batch = serializer.to_api(row)
    after = {"kind": batch.kind, "total": batch.total, "filter": batch.filter}
    tx.audit("batch.created", "Batch", batch.id, after=after)
    return batch


async def stop_batch(tx: Tx, id: str) -> Batch:
    """Stop the rows that are not begun; the others are completed. Repeating it changes nothing. Raises Forbidden."""
    row = await _get_row(tx, id)
    require_right(tx.actor, row["kind"])
    stopped = await queries.stop_batch(tx, id) if row["finished_at"] is None else None
    if stopped is None:
        return serializer.to_api(await _get_row(tx, id))
    batch = serializer.to_api(stopped)
    if row["stopped_at"] is None or batch.counts.stopped != row["stopped"]:
        tx.audit(
            "batch.stopped",
            "Batch",
            id,
            before=serializer.count_outcomes(row),
            after=serializer.count_outcomes(stopped),
        )
    if batch.finished_at is not None:
        events.emit_finished(tx, batch)
    return batch


async def retry_batch(tx: Tx, id: str) -> Batch:
    """Retry the failed rows, as new attempts. Raises NoFailedRows, Forbidden and TooManyBatches."""
    row = await _get_row(tx, id)
    require_right(tx.actor, row["kind"])
    if row["finished_at"] is None:
        await queries.wake_tenant(tx)
    else:
        await _require_capacity(tx)
    retried = await queries.retry_batch(tx, id)
    if retried is None:
        raise NoFailedRows
    tx.audit(
        "batch.retried", "Batch", id, before=serializer.count_outcomes(row), after=serializer.count_outcomes(retried)
    )
    return serializer.to_api(retried)


def load_actor(row: asyncpg.Record) -> Principal:
    """The actor of a batch, with the fields that its rows need."""
    return msgspec.json.decode(row["actor"], type=Principal)


async def _require_capacity(tx: Tx) -> None:
    await queries.wake_tenant(tx)
    if await queries.count_unfinished(tx) >= MAX_UNFINISHED:
        raise TooManyBatches


async def _get_row(tx: Tx, id: str) -> asyncpg.Record:
    row = await queries.find_batch(tx, id)
    if row is None:
        raise NotFound
    return row


def _without_nulls(model: msgspec.Struct | None) -> dict | None:
    if model is None:
        return None
    return {name: value for name, value in msgspec.to_builtins(model).items() if value is not None}
