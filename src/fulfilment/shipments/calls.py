"""Courier calls under way: what a booking, a cancellation or a rebooking writes down before it leaves the database.

A call is claimed by one process at a time, under a lease by the database's clock. Whoever finds that the process is
gone (db/presence.py), or that the lease ran out, takes the call over and carries it to its end: a later request, or the
worker (recovery.py). All kinds are safe to repeat, so a takeover does nothing twice.
"""

from datetime import timedelta
from typing import Any

import asyncpg
import msgspec

from fulfilment import ids
from fulfilment.aggregators.port import CourierType, Duration
from fulfilment.db import presence
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.http import idempotency
from fulfilment.http import saga as sagas
from fulfilment.http.idempotency import Key
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings

# A call that fails again and again is left alone for longer each time, from the first of these to the last.
FIRST_DELAY_SECONDS = 1
LONGEST_DELAY_SECONDS = 300
DELAY = f"least({FIRST_DELAY_SECONDS} * 2 ^ least(c.faults, 16), {LONGEST_DELAY_SECONDS}) * interval '1 s'"
# The workspace's lane comes up when the call does, or earlier. Whoever changes calls locks their lanes last.
WAKE = """
    INSERT INTO courier_call_lanes AS l (account_id, due_at)
    SELECT account_id, min(due_at) FROM {calls} GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at
     WHERE l.due_at IS NULL OR l.due_at > excluded.due_at
"""

# $14 is the holder that was found gone, if it is in the way. With the call its saga's key is claimed, after the lane.
CLAIM = sql(
    "calls.claim",
    """
    WITH claimed AS (
        INSERT INTO courier_calls AS c
               (account_id, shipment_id, kind, ticket, reason, lease_until, due_at, started_at, actor, memory,
                is_own_key, is_bare, holder, terms, booked_with)
        VALUES ($1, $2, $3, $4, $5, now() + $6::interval, now() + $6::interval, now(), $7, $8, $9, $10, $11, $12, $13)
        ON CONFLICT (account_id, shipment_id) DO UPDATE
           SET is_unclear = true, lease_until = excluded.lease_until, due_at = excluded.due_at,
               holder = excluded.holder
         WHERE c.kind = excluded.kind AND (c.lease_until <= clock_timestamp() OR c.holder = $14)
        RETURNING account_id, ticket, is_unclear, due_at, now() - started_at AS age
    ), woken AS (
        {wake}
        RETURNING account_id
    ), remembered AS ({memory})
    SELECT claimed.ticket, claimed.is_unclear, claimed.age, EXISTS (SELECT FROM remembered) AS is_remembered
      FROM (SELECT) AS always LEFT JOIN claimed ON true
    """,
    wake=WAKE.format(calls="claimed"),
    memory=sagas.opening(
        partner="$15",
        key="$16",
        request_hash="$17",
        lease="$6",
        life="$18",
        holder="$11",
        gone="$14",
        which="FROM claimed CROSS JOIN (SELECT count(*) FROM woken) AS lane WHERE $16::text IS NOT NULL",
    ),
)

FIND = sql(
    "calls.find",
    """
    SELECT columns(courier_calls), lease_until > clock_timestamp() AS is_leased
      FROM courier_calls WHERE account_id = $1 AND shipment_id = $2
    """,
)

YIELD = sql(
    "calls.yield",
    """
    WITH yielded AS (
        UPDATE courier_calls c SET is_unclear = true, lease_until = now(), holder = NULL, due_at = now() + {delay}
         WHERE account_id = $1 AND shipment_id = $2 AND ticket = $3
        RETURNING account_id, due_at
    )
    {wake}
    """,
    delay=DELAY,
    wake=WAKE.format(calls="yielded"),
)

CLOSE = sql("calls.close", "DELETE FROM courier_calls WHERE account_id = $1 AND shipment_id = $2 AND ticket = $3")

_MARGIN_SECONDS = 10


class Actor(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who asked for a call, so that whoever finishes it acts in their name, and in the same `trace` if it has one."""

    account_id: str
    actor_id: str
    actor_email: str | None = None
    ip: str | None = None
    user_agent: str | None = None
    trace: bytes | None = None


class Terms(msgspec.Struct, frozen=True):
    """What a replacement is to be sent with."""

    courier_code: str
    courier_service_code: str
    courier_type: CourierType
    price: int
    insurance: int
    insured: bool
    expected: Duration | None = None


class Claim(msgspec.Struct, frozen=True):
    """A call that is ours while we live, until its lease ends; `age` is how long ago it was begun, by whomever."""

    shipment_id: str
    ticket: str
    is_unclear: bool
    age: timedelta


def lease_seconds(settings: Settings) -> float:
    """Longer than a call can take, so that a lease that ran out means a process that died."""
    return settings.aggregator_timeout_seconds + _MARGIN_SECONDS


async def claim(
    tx: Tx,
    saga: Saga,
    shipment_id: str,
    kind: str,
    settings: Settings,
    *,
    is_own_key: bool,
    booked_with: str | None,
    reason: str | None = None,
    is_bare: bool = False,
    terms: Terms | None = None,
) -> Claim:
    """Claim the call, or take over one that was left behind, and the saga's idempotency key with it.

    `booked_with` is the aggregator key that it is made with, whoever carries it to its end. Raises InProgress while
    somebody is at it, or at something else under that key.
    """
    trace = None if tx.span is None else tx.span.mark
    actor = Actor(tx.account_id, tx.actor.actor_id, tx.actor.actor_email, tx.actor.ip, tx.actor.user_agent, trace)
    asked = (
        shipment_id,
        kind,
        ids.opaque(),
        reason,
        timedelta(seconds=lease_seconds(settings)),
        _json(actor),
        None if saga.key is None else _json(saga.key),
        is_own_key,
        is_bare,
        saga.holder,
        None if terms is None else _json(terms),
        booked_with,
    )
    row = await tx.only(CLAIM, *asked, None, *saga.memory_arguments)
    if row["ticket"] is None:
        in_the_way = await find(tx, shipment_id)
        if in_the_way is not None and await presence.is_gone(tx, in_the_way["holder"]):
            row = await tx.only(CLAIM, *asked, in_the_way["holder"], *saga.memory_arguments)
    if row["ticket"] is None:
        raise idempotency.InProgress
    if row["is_remembered"]:
        saga.note_opened()
    else:
        await saga.open_memory(tx, lease_seconds(settings))
    return Claim(shipment_id, row["ticket"], row["is_unclear"], row["age"])


async def find(tx: Read, shipment_id: str) -> asyncpg.Record | None:
    """The call on a shipment that has not ended."""
    return await tx.one(FIND, shipment_id)


async def is_under_way(read: Read, call: asyncpg.Record) -> bool:
    """Whether somebody is still at it."""
    return call["is_leased"] and not await presence.is_gone(read, call["holder"])


async def is_as_claimed(tx: Tx, claimed: Claim) -> bool:
    """Whether nobody took us for dead: what they did since, the answer that we were given does not know."""
    call = await find(tx, claimed.shipment_id)
    return call is not None and (call["ticket"], call["is_unclear"]) == (claimed.ticket, claimed.is_unclear)


async def give_up(tx: Tx, claimed: Claim) -> None:
    """Nobody knows how it ended: leave it to the next one who comes, or to the worker before long."""
    await tx.one(YIELD, claimed.shipment_id, claimed.ticket)


async def close(tx: Tx, shipment_id: str, ticket: str) -> None:
    """It has ended."""
    await tx.one(CLOSE, shipment_id, ticket)


def read_actor(row: asyncpg.Record) -> Actor:
    return msgspec.json.decode(row["actor"], type=Actor)


def read_key(row: asyncpg.Record) -> Key | None:
    return None if row["memory"] is None else msgspec.json.decode(row["memory"], type=Key)


def read_terms(row: asyncpg.Record) -> Terms:
    return msgspec.json.decode(row["terms"], type=Terms)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
