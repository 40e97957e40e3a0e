"""Replay of events, the "recovery" of the API: an endpoint gets the events that it failed to accept or missed.

A replay is a row that workers continue, one batch of events per transaction. So its size is unbounded, and a crash
loses nothing. An endpoint and an event have one delivery, so a second replay adds nothing.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

import asyncpg

from fulfilment.infra import branding, clock, ids
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Read, System, Tx
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.infra.jobs.tenant_queue_worker import TenantQueueWorker
from fulfilment.settings import Settings
from fulfilment.webhooks import queries, replay_queries, retention
from fulfilment.webhooks.delivery_log import EndpointDisabled
from fulfilment.webhooks.events import TEST_EVENT
from fulfilment.webhooks.schemas import WebhookRecovery, WebhookRecoveryPeriod

# Longer than a batch takes. Should one take longer, the endpoint's lock keeps two workers apart.
LEASE = timedelta(seconds=30)
EVENTS_PER_BATCH = 500
BACKOFF = Backoff(1, 600)

# An event's id may hold a later time than the event, after a clock was set back. Another node's clock may also be ahead
# of the database's.
_MAX_CLOCK_SKEW = timedelta(minutes=1)


class AlreadyRecovering(ApiError):
    """An endpoint has only one recovery at a time, and one is running."""

    status, code, message = 409, "ALREADY_QUEUED", "A recovery of this endpoint is under way."


async def start_replay(tx: Tx, endpoint_id: str, period: WebhookRecoveryPeriod, settings: Settings) -> WebhookRecovery:
    """Create a recovery of the period. Raises NotFound, EndpointDisabled, AlreadyRecovering and Validation."""
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
    """The state of a recovery. Raises NotFound."""
    replay = await replay_queries.find_replay(read, id)
    if replay is None:
        raise NotFound
    return replay


class ReplayWorker(TenantQueueWorker):
    """Queue worker that continues recoveries, a batch of events at a time. `on_batch` is called after each batch."""

    queue = replay_queries.REPLAYS
    max_concurrent = 2
    max_per_workspace = 1

    def __init__(self, db: Database, on_batch: Callable[[], None] = lambda: None) -> None:
        super().__init__(db, LEASE)
        self._on_batch = on_batch

    def backoff(self, row: asyncpg.Record) -> Backoff:
        return BACKOFF

    async def handle(self, row: asyncpg.Record) -> None:
        async with self.db.transaction() as connection:
            tx = Tx(connection, System(row["account_id"]))
            endpoint = await queries.lock_endpoint(tx, row["endpoint_id"])
            if endpoint is None or not endpoint.active:
                await replay_queries.stop_replay(tx, row["id"], clock.now())
            else:
                test_event_type = branding.current().event_type(TEST_EVENT)
                # A batch that failed is repeated with fewer events.
                limit = max(1, EVENTS_PER_BATCH >> (row["faults"] - 1))
                await replay_queries.redeliver_events(tx, row["id"], limit, clock.now(), test_event_type)
        self._on_batch()


def _resolve_period(
    period: WebhookRecoveryPeriod, now: datetime, retention_period: timedelta
) -> tuple[datetime, datetime]:
    """The bounds of the period. Events older than the log are refused, since their deliveries are no longer known."""
    until = now if period.until is None else min(period.until, now)
    if period.since < now - retention_period:
        raise Validation(f"since must not be more than {retention_period.days} days ago.", field="since")
    if period.since >= until:
        raise Validation("since must be before until, and in the past.", field="since")
    return period.since, until
