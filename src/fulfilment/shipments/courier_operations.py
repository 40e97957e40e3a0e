"""Courier calls under way: what a booking, a cancellation or a rebooking writes down before it leaves the database.

A call is claimed by one process at a time, under a lease by the database's clock. Whoever finds that the process is
gone (heartbeat.py), or that the lease ran out, takes the call over and carries it to its end: a later request, or the
worker (booking/recovery.py). All kinds are safe to repeat, so a takeover does nothing twice.
"""

from datetime import timedelta

import asyncpg
import msgspec

from fulfilment.aggregators.port import CourierType, Duration
from fulfilment.infra import ids
from fulfilment.infra.database import heartbeat
from fulfilment.infra.database.deferred_releases import claimed_within
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.infra.jobs.tenant_queue import wake_sql
from fulfilment.infra.operations import external_operation as external_operations
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import Key
from fulfilment.settings import Settings

BACKOFF_DELAY = Backoff(1, 300).interval_sql("c.faults")
# The workspace's lane comes up when the call does, or earlier. Whoever changes calls locks their lanes last.
SCHEDULE_TENANT = wake_sql("courier_operation_tenants", "{operations}")

# $14 is the holder that was found gone, if it is in the way. With the call its saga's key is claimed, after the lane.
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

# Releases a claim of this process ($3) in its saga's span, whose outcome may be unknown.
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


class Actor(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who asked for a call, so that whoever finishes it acts in their name, and in the same `trace` if it has one."""

    account_id: str
    actor_id: str
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = None
    trace: bytes | None = None


class ReplacementTerms(msgspec.Struct, frozen=True):
    """What a replacement is to be sent with."""

    courier_code: str
    courier_service_code: str
    courier_type: CourierType
    price: int
    insurance: int
    insured: bool
    expected: Duration | None = None


class OperationClaim(msgspec.Struct, frozen=True):
    """A call that is ours while we live, until its lease ends; `age` is how long ago it was begun, by whomever."""

    shipment_id: str
    claim_token: str
    is_unclear: bool
    age: timedelta


def lease_seconds(settings: Settings) -> float:
    """Longer than a call can take, so that a lease that ran out means a process that died."""
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
    """Claim the call, or take over one that was left behind, and the saga's idempotency key with it.

    `booking_key_id` is the aggregator key that it is made with, whoever carries it to its end. Raises InProgress while
    somebody is at it, or at something else under that key.
    """
    lease = timedelta(seconds=lease_seconds(settings))
    arguments = (
        shipment_id,
        kind,
        ids.cuid(),
        reason,
        lease,
        _encode_json(_caller(tx)),
        None if operation.key is None else _encode_json(operation.key),
        is_merchant_key,
        is_bare,
        operation.owner_id,
        None if terms is None else _encode_json(terms),
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


def _caller(tx: Tx) -> Actor:
    by, trace = tx.actor, None if tx.span is None else tx.span.span_context
    assert by.actor_id is not None, "the service calls no courier in its own name"
    return Actor(tx.account_id, by.actor_id, by.actor_email, by.ip, by.user_agent, trace)


async def find_operation(tx: Read, shipment_id: str) -> asyncpg.Record | None:
    """The call on a shipment that has not ended."""
    return await tx.fetch_optional(FIND, shipment_id)


async def is_in_progress(read: Read, operation: asyncpg.Record) -> bool:
    """Whether somebody is still at it."""
    return operation["is_leased"] and not await heartbeat.is_owner_dead(read, operation["holder"])


async def is_claim_current(tx: Tx, claim: OperationClaim) -> bool:
    """Whether nobody took us for dead: what they did since, the answer that we were given does not know."""
    operation = await find_operation(tx, claim.shipment_id)
    return operation is not None and (operation["claim_token"], operation["is_unclear"]) == (
        claim.claim_token,
        claim.is_unclear,
    )


async def release_claim(tx: Tx, claim: OperationClaim) -> None:
    """Nobody knows how it ended: leave it to the next one who comes, or to the worker before long."""
    await tx.fetch_optional(RELEASE_CLAIM, claim.shipment_id, claim.claim_token)


async def delete_operation(tx: Tx, shipment_id: str, claim_token: str) -> None:
    """It has ended."""
    await tx.fetch_optional(DELETE_OPERATION, shipment_id, claim_token)


def decode_actor(row: asyncpg.Record) -> Actor:
    return msgspec.json.decode(row["actor"], type=Actor)


def decode_key(row: asyncpg.Record) -> Key | None:
    return None if row["memory"] is None else msgspec.json.decode(row["memory"], type=Key)


def decode_terms(row: asyncpg.Record) -> ReplacementTerms:
    return msgspec.json.decode(row["terms"], type=ReplacementTerms)


def _encode_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
