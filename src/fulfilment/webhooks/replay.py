"""Delivering again what an endpoint failed to take, or missed while it was paused or switched off.

A recovery is a row that workers carry on with, a batch of events per transaction, so that it does not matter how many
there are, nor who dies meanwhile. An endpoint and an event have one delivery: going over them twice adds nothing.
The recoveries are carried on with in turn; one that faults is left alone for longer each time.
"""

from datetime import datetime, timedelta

import asyncpg
import msgspec
import structlog

from fulfilment.infra import branding, clock, ids
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.database.transaction import Read, System, Tx
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.settings import Settings
from fulfilment.webhooks import queries, replay_queries, retention
from fulfilment.webhooks.delivery_log import EndpointDisabled
from fulfilment.webhooks.events import TEST_EVENT
from fulfilment.webhooks.schemas import WebhookRecovery, WebhookRecoveryPeriod

INTERVAL_SECONDS = 1.0
EVENTS_PER_BATCH = 500
BACKOFF = Backoff(1, 600)

# A clock that was set back meanwhile has an id say a later time than the event itself does, and another node's may be
# ahead of the database's.
_MAX_CLOCK_SKEW = timedelta(minutes=1)

_log = structlog.get_logger(__name__)


class AlreadyRecovering(ApiError):
    """One recovery of an endpoint at a time."""

    status, code, message = 409, "ALREADY_QUEUED", "A recovery of this endpoint is under way."


async def start_replay(tx: Tx, endpoint_id: str, period: WebhookRecoveryPeriod, settings: Settings) -> WebhookRecovery:
    """Note what is to be delivered again. Raises NotFound, EndpointDisabled, AlreadyRecovering and Validation."""
    now = await replay_queries.read_now(tx)
    since, until = _resolve_period(period, now, retention.get_log_retention(settings))
    endpoint = await queries.lock_endpoint(tx, endpoint_id)
    if endpoint is None:
        raise NotFound
    if not endpoint.active:
        raise EndpointDisabled
    id_bounds = ids.lower_bound("evt", since - _MAX_CLOCK_SKEW), ids.lower_bound("evt", until + _MAX_CLOCK_SKEW)
    bounds = since, until, period.until is None, *id_bounds
    replay = await replay_queries.insert_replay(tx, ids.cuid(), endpoint_id, *bounds, now)
    if replay is None:
        raise AlreadyRecovering
    tx.audit("webhook.recovery_started", "WebhookEndpoint", endpoint_id, after=replay)
    return replay


async def get_replay(read: Read, id: str) -> WebhookRecovery:
    """How far it is. Raises NotFound."""
    replay = await replay_queries.find_replay(read, id)
    if replay is None:
        raise NotFound
    return replay


class ReplayCursor(msgspec.Struct):
    """Whose recovery was carried on with last: the workspaces come in turn, however many recoveries one has."""

    account_id: str = ""


async def run_batch(db: Database, cursor: ReplayCursor | None = None) -> bool:
    """Carry on, by one batch, with the recovery whose turn it is; whether there may be more.

    One that faults is postponed and the others go on. Raises what the database raises while it is away.
    """
    cursor = cursor or ReplayCursor()
    before, replay = cursor.account_id, None
    try:
        async with db.transaction() as connection:
            replay = await connection.fetchrow(replay_queries.CLAIM_NEXT.text, before)
            cursor.account_id = "" if replay is None else replay["account_id"]
            if replay is not None:
                await _replay_batch(Tx(connection, System(replay["account_id"])), replay)
    except (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull) as problem:
        if replay is None:
            raise
        # It may be this recovery alone, as when its endpoint is locked. Where it is the database, this fails as well.
        await _postpone_replay(db, replay)
        _log.warning("replay_postponed", recovery_id=replay["id"], error=type(problem).__name__)
    except Exception:
        if replay is None:
            raise
        # Otherwise another worker has met it as well, and says so, or has carried on.
        if await _postpone_replay(db, replay):
            _log.exception("replay_failed", recovery_id=replay["id"], faults=replay["faults"] + 1)
    # Behind the last workspace the first is next.
    return replay is not None or before != ""


async def _replay_batch(tx: Tx, replay: asyncpg.Record) -> None:
    endpoint = await queries.lock_endpoint(tx, replay["endpoint_id"])
    if endpoint is None or not endpoint.active:
        await replay_queries.stop_replay(tx, replay["id"], clock.now())
    else:
        test_event_type = branding.current().event_type(TEST_EVENT)
        # What took too long is tried with less.
        limit = max(1, EVENTS_PER_BATCH >> replay["faults"])
        await replay_queries.redeliver_events(tx, replay["id"], limit, clock.now(), test_event_type)


async def _postpone_replay(db: Database, replay: asyncpg.Record) -> bool:
    """Leave it alone for a while; whether it was ours to do so."""
    delay = timedelta(seconds=BACKOFF.seconds(replay["faults"]))
    async with db.transaction() as connection:
        return await replay_queries.postpone_replay(Tx(connection, System(replay["account_id"])), replay["id"], delay)


def _resolve_period(
    period: WebhookRecoveryPeriod, now: datetime, retention_period: timedelta
) -> tuple[datetime, datetime]:
    """What the log no longer tells of cannot be recovered: nobody knows any more what was delivered."""
    until = now if period.until is None else min(period.until, now)
    if period.since < now - retention_period:
        raise Validation(f"since must not be more than {retention_period.days} days ago.", field="since")
    if period.since >= until:
        raise Validation("since must be before until, and in the past.", field="since")
    return period.since, until
