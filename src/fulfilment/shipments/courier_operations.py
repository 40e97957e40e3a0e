"""Courier operations: stored claims of a booking, a cancellation or a rebooking.

A claim is stored before the courier is called. One process at a time holds it, under a lease by the database's clock. A
claim is taken over when its process is dead (heartbeat.py), or when its lease has ended. A later request or the worker
(booking/recovery.py) then completes the operation. All kinds are safe to repeat, so a takeover does nothing twice.
"""

import contextlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import TypeVar

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.port import CourierType, Duration
from fulfilment.infra import ids
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database import heartbeat, outbox
from fulfilment.infra.database.deferred_releases import claimed_within
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.infra.jobs.tenant_queue import wake_sql
from fulfilment.infra.operations import external_operation as external_operations
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.external_operation import ExternalOperation, StoredActor
from fulfilment.infra.operations.idempotency import Key
from fulfilment.settings import Settings
from fulfilment.shipments import queries
from fulfilment.shipping.courier_clients import as_api_error

Answer = TypeVar("Answer")

BACKOFF_DELAY = Backoff(1, 300).interval_sql("c.faults")
# The workspace's row in the queue becomes due with the operation, or earlier. Every change of operations locks that row
# last.
SCHEDULE_TENANT = wake_sql("courier_operation_tenants", "{operations}")

# $14 is a dead holder that has the operation, if any. The operation's idempotency key is claimed with it, after the row
# of the workspace.
CLAIM = sql(
    "courier_operations.claim",
    """
    WITH claimed AS (
        INSERT INTO courier_operations AS c
               (account_id, shipment_id, kind, claim_token, reason, lease_until, due_at, started_at, actor, memory,
                is_merchant_key, is_bare, holder, terms, booking_key_id)
        VALUES ($1, $2, $3, $4, $5, now() + $6::interval, now() + $6::interval, now(), $7, $8, $9, $10, $11, $12, $13)
        ON CONFLICT (account_id, shipment_id) DO UPDATE
           SET is_unclear = true, lease_until = excluded.lease_until, due_at = excluded.due_at,
               holder = excluded.holder
         WHERE c.kind = excluded.kind AND (c.lease_until <= clock_timestamp() OR c.holder = $14)
        RETURNING account_id, claim_token, is_unclear, due_at, now() - started_at AS age
    ), scheduled AS (
        {schedule_tenant}
        RETURNING account_id
    ), claimed_key AS ({key_claim})
    SELECT claimed.claim_token, claimed.is_unclear, claimed.age, EXISTS (SELECT FROM claimed_key) AS is_key_claimed
      FROM (SELECT) AS always LEFT JOIN claimed ON true
    """,
    schedule_tenant=SCHEDULE_TENANT.format(operations="claimed"),
    key_claim=external_operations.claim_key_sql(
        partner="$15",
        key="$16",
        request_hash="$17",
        lease="$6",
        life="$18",
        owner_id="$11",
        dead_owner_id="$14",
        which="FROM claimed CROSS JOIN (SELECT count(*) FROM scheduled) AS lane WHERE $16::text IS NOT NULL",
    ),
)

FIND = sql(
    "courier_operations.find",
    """
    SELECT columns(courier_operations), lease_until > clock_timestamp() AS is_leased
      FROM courier_operations WHERE account_id = $1 AND shipment_id = $2
    """,
)

RELEASE_CLAIM = sql(
    "courier_operations.release_claim",
    """
    WITH yielded AS (
        UPDATE courier_operations c SET is_unclear = true, lease_until = now(), holder = NULL, due_at = now() + {delay}
         WHERE account_id = $1 AND shipment_id = $2 AND claim_token = $3
        RETURNING account_id, due_at
    )
    {schedule_tenant}
    """,
    delay=BACKOFF_DELAY,
    schedule_tenant=SCHEDULE_TENANT.format(operations="yielded"),
)

# Releases a claim of this process ($3) within its operation's time span, whose outcome may be unknown.
RELEASE_LOST_CLAIM = sql(
    "courier_operations.release_lost_claim",
    """
    WITH yielded AS (
        UPDATE courier_operations c SET is_unclear = true, lease_until = now(), holder = NULL, due_at = now() + {delay}
         WHERE account_id = $1 AND shipment_id = $2 AND holder IS NOT DISTINCT FROM $3 AND {is_within}
        RETURNING account_id, due_at
    )
    {schedule_tenant}
    """,
    delay=BACKOFF_DELAY,
    is_within=claimed_within("lease_until", 4),
    schedule_tenant=SCHEDULE_TENANT.format(operations="yielded"),
)

DELETE_OPERATION = sql(
    "courier_operations.delete",
    "DELETE FROM courier_operations WHERE account_id = $1 AND shipment_id = $2 AND claim_token = $3",
)

_LEASE_MARGIN_SECONDS = 10


class ReplacementTerms(msgspec.Struct, frozen=True):
    """The courier service and the price of a replacement shipment."""

    courier_code: str
    courier_service_code: str
    courier_type: CourierType
    price: int
    insurance: int
    insured: bool
    expected: Duration | None = None


class OperationClaim(msgspec.Struct, frozen=True):
    """A claim that this process holds while it lives, until its lease ends.

    `age` is the time since the operation began.
    """

    shipment_id: str
    claim_token: str
    is_unclear: bool
    age: timedelta


def lease_seconds(settings: Settings) -> float:
    """Longer than a call can take, so that a lease that has ended means a dead process."""
    return settings.aggregator_timeout_seconds + _LEASE_MARGIN_SECONDS


async def claim_operation(
    tx: Tx,
    operation: ExternalOperation,
    shipment_id: str,
    kind: str,
    settings: Settings,
    *,
    is_merchant_key: bool,
    booking_key_id: str | None,
    reason: str | None = None,
    is_bare: bool = False,
    terms: ReplacementTerms | None = None,
) -> OperationClaim:
    """Claim an operation, or take over an abandoned one, together with the request's idempotency key.

    `booking_key_id` is the aggregator key of the operation, whichever process completes it. Raises InProgress while
    another process works on it, or on another request under that key.
    """
    lease = timedelta(seconds=lease_seconds(settings))
    arguments = (
        shipment_id,
        kind,
        ids.cuid(),
        reason,
        lease,
        external_operations.encode_actor(tx),
        idempotency.encode_key(operation.key),
        is_merchant_key,
        is_bare,
        operation.owner_id,
        None if terms is None else msgspec.json.encode(terms).decode(),
        booking_key_id,
    )
    operation.register_claim(RELEASE_LOST_CLAIM, shipment_id, operation.owner_id, lease=lease)
    operation.register_key_claim(lease)
    row = await tx.fetch_one(CLAIM, *arguments, None, *operation.key_claim_arguments)
    if row["claim_token"] is None:
        existing = await find_operation(tx, shipment_id)
        if existing is not None and await heartbeat.is_owner_dead(tx, existing["holder"]):
            row = await tx.fetch_one(CLAIM, *arguments, existing["holder"], *operation.key_claim_arguments)
    if row["claim_token"] is None:
        raise idempotency.InProgress
    if row["is_key_claimed"]:
        operation.mark_claimed()
    else:
        await operation.claim_key(tx, lease_seconds(settings))
    return OperationClaim(shipment_id, row["claim_token"], row["is_unclear"], row["age"])


async def call_courier(
    operation: ExternalOperation,
    claim: OperationClaim,
    call: Awaitable[Answer],
    *,
    is_unclear: Callable[[Exception], bool] = lambda problem: isinstance(problem, port.OutcomeUnknown),
    undo: Callable[[Tx], Awaitable[object]] | None = None,
) -> Answer:
    """The courier's answer. Raises ApiError where there is none, with the claim settled.

    An unclear outcome leaves the claim to the next request, or soon to the worker. Otherwise the claim ends, and `undo`
    reverts the claim's changes.
    """
    try:
        return await call
    except (port.AggregatorError, ApiError) as problem:
        if is_unclear(problem):
            await operation.release(partial(release_claim, claim=claim))
        else:
            await operation.abort(undo or partial(end_claim, claim=claim))
        raise (as_api_error(problem) if isinstance(problem, port.AggregatorError) else problem) from None


async def resume(
    operation: ExternalOperation,
    stored: asyncpg.Record,
    settings: Settings,
    execute: Callable[[ExternalOperation, asyncpg.Record, OperationClaim], Awaitable[object]],
) -> None:
    """Take over an abandoned operation, and `execute` it for its actor and under its key.

    `execute` gets the shipment's row. Raises the courier's refusal, and InProgress where another process has the claim.
    """
    resumed = operation.resume(stored)
    async with resumed.transaction() as tx:
        row = await queries.lock_known(tx, stored["shipment_id"])
        if await find_operation(tx, row["id"]) is None:
            return
        claim = await claim_operation(
            tx,
            resumed,
            row["id"],
            stored["kind"],
            settings,
            is_merchant_key=stored["is_merchant_key"],
            booking_key_id=stored["booking_key_id"],
            reason=stored["reason"],
            is_bare=stored["is_bare"],
            terms=None if stored["terms"] is None else decode_terms(stored),
        )
    with contextlib.suppress(outbox.IdempotencyConflict):
        await execute(resumed, row, claim)


async def find_operation(tx: Read, shipment_id: str) -> asyncpg.Record | None:
    """The unfinished operation on a shipment, if any."""
    return await tx.fetch_optional(FIND, shipment_id)


async def is_in_progress(read: Read, operation: asyncpg.Record) -> bool:
    """True if a live process still works on it."""
    return operation["is_leased"] and not await heartbeat.is_owner_dead(read, operation["holder"])


async def is_claim_current(tx: Tx, claim: OperationClaim) -> bool:
    """True if no other process took the claim over; its changes since would be missing in the courier's answer."""
    operation = await find_operation(tx, claim.shipment_id)
    return operation is not None and (operation["claim_token"], operation["is_unclear"]) == (
        claim.claim_token,
        claim.is_unclear,
    )


async def release_claim(tx: Tx, claim: OperationClaim) -> None:
    """Release a claim of unclear outcome to the next request, or soon to the worker."""
    await tx.fetch_optional(RELEASE_CLAIM, claim.shipment_id, claim.claim_token)


async def end_claim(tx: Tx, claim: OperationClaim) -> None:
    """Delete a completed operation."""
    await delete_operation(tx, claim.shipment_id, claim.claim_token)


async def delete_operation(tx: Tx, shipment_id: str, claim_token: str) -> None:
    """Delete an operation."""
    await tx.fetch_optional(DELETE_OPERATION, shipment_id, claim_token)


def decode_actor(row: asyncpg.Record) -> StoredActor:
    return external_operations.decode_actor(row["account_id"], row["actor"])


def decode_key(row: asyncpg.Record) -> Key | None:
    return idempotency.decode_key(row["memory"])


def decode_terms(row: asyncpg.Record) -> ReplacementTerms:
    return msgspec.json.decode(row["terms"], type=ReplacementTerms)
