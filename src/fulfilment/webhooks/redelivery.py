"""Delivering again what an endpoint failed to take, or missed while it was paused or switched off.

A recovery is a row that workers carry on with, a batch of events per transaction, so that it does not matter how many
there are, nor who dies meanwhile. An endpoint and an event have one delivery: going over them twice adds nothing.
The recoveries are carried on with in turn; one that faults is left alone for longer each time.
"""

from datetime import datetime, timedelta

import asyncpg
import msgspec
import structlog

from fulfilment import brand, clock, ids
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.db.tx import Read, System, Tx
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.settings import Settings
from fulfilment.webhooks import queries, redelivery_queries, retention
from fulfilment.webhooks.delivery_log import EndpointDisabled
from fulfilment.webhooks.events import TRIAL
from fulfilment.webhooks.records import WebhookRecovery, WebhookRecoveryPeriod

EVERY_SECONDS = 1.0
EVENTS_AT_ONCE = 500
FIRST_DELAY_SECONDS = 1
LONGEST_DELAY_SECONDS = 600

# A clock that was set back meanwhile has an id say a later time than the event itself does, and another node's may be
# ahead of the database's.
_CLOCKS_APART = timedelta(minutes=1)

_log = structlog.get_logger(__name__)


class AlreadyRecovering(ApiError):
    """One recovery of an endpoint at a time."""

    status, code, message = 409, "ALREADY_QUEUED", "A recovery of this endpoint is under way."


async def begin(tx: Tx, endpoint_id: str, period: WebhookRecoveryPeriod, settings: Settings) -> WebhookRecovery:
    """Note what is to be delivered again. Raises NotFound, EndpointDisabled, AlreadyRecovering and Validation."""
    now = await redelivery_queries.now(tx)
    since, until = _bounds(period, now, retention.log_kept(settings))
    endpoint = await queries.lock_endpoint(tx, endpoint_id)
    if endpoint is None:
        raise NotFound
    if not endpoint.active:
        raise EndpointDisabled
    edges = ids.first_of("evt", since - _CLOCKS_APART), ids.first_of("evt", until + _CLOCKS_APART)
    bounds = since, until, period.until is None, *edges
    recovery = await redelivery_queries.insert(tx, ids.opaque(), endpoint_id, *bounds, now)
    if recovery is None:
        raise AlreadyRecovering
    tx.audit("webhook.recovery_started", "WebhookEndpoint", endpoint_id, after=recovery)
    return recovery


async def find(read: Read, id: str) -> WebhookRecovery:
    """How far it is. Raises NotFound."""
    recovery = await redelivery_queries.find(read, id)
    if recovery is None:
        raise NotFound
    return recovery


class Turn(msgspec.Struct):
    """Whose recovery was carried on with last: the workspaces come in turn, however many recoveries one has."""

    account_id: str = ""


async def step(db: Database, turn: Turn | None = None) -> bool:
    """Carry on, by one batch, with the recovery whose turn it is; whether there may be more.

    One that faults is postponed and the others go on. Raises what the database raises while it is away.
    """
    turn = turn or Turn()
    before, due = turn.account_id, None
    try:
        async with db.transaction() as connection:
            due = await connection.fetchrow(redelivery_queries.NEXT.text, before)
            turn.account_id = "" if due is None else due["account_id"]
            if due is not None:
                await _carry_on(Tx(connection, System(due["account_id"])), due)
    except (*UNAVAILABLE, *COLLISIONS, PoolFull) as problem:
        if due is None:
            raise
        # It may be this recovery alone, as when its endpoint is locked. Where it is the database, this fails as well.
        await _postpone(db, due)
        _log.warning("recovery_waits", recovery_id=due["id"], error=type(problem).__name__)
    except Exception:
        if due is None:
            raise
        _log.exception("recovery_fault", recovery_id=due["id"], faults=due["faults"] + 1)
        await _postpone(db, due)
    # Behind the last workspace the first is next.
    return due is not None or before != ""


async def _carry_on(tx: Tx, due: asyncpg.Record) -> None:
    endpoint = await queries.lock_endpoint(tx, due["endpoint_id"])
    if endpoint is None or not endpoint.active:
        await redelivery_queries.stop(tx, due["id"], clock.now())
    else:
        trial = brand.current().event_type(TRIAL)
        # What took too long is tried with less.
        most = max(1, EVENTS_AT_ONCE >> due["faults"])
        await redelivery_queries.redeliver(tx, due["id"], most, clock.now(), trial)


async def _postpone(db: Database, due: asyncpg.Record) -> None:
    delay = timedelta(seconds=min(FIRST_DELAY_SECONDS * 2 ** due["faults"], LONGEST_DELAY_SECONDS))
    async with db.transaction() as connection:
        await redelivery_queries.postpone(Tx(connection, System(due["account_id"])), due["id"], delay)


def _bounds(period: WebhookRecoveryPeriod, now: datetime, kept: timedelta) -> tuple[datetime, datetime]:
    """What the log no longer tells of cannot be recovered: nobody knows any more what was delivered."""
    until = now if period.until is None else min(period.until, now)
    if period.since < now - kept:
        raise Validation(f"since must not be more than {kept.days} days ago.", field="since")
    if period.since >= until:
        raise Validation("since must be before until, and in the past.", field="since")
    return period.since, until
