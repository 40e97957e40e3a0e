"""Delivery worker: claims due deliveries, attempts them outside of any transaction, and stores the results in groups.

The retry schedule is here too; `result_recording` turns its delays into times.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache

import msgspec
import structlog

from fulfilment import settings
from fulfilment.infra import branding, clock
from fulfilment.infra.database.batch_processor import is_database_unavailable
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.encryption import keyring
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.backoff import Backoff, BackoffRegistry
from fulfilment.infra.jobs.task_supervisor import WakeEvent
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.observability.metrics import recorder
from fulfilment.settings import Settings
from fulfilment.webhooks import subscription
from fulfilment.webhooks.dispatch import dequeue, fan_out, result_recording
from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter, EndpointKey
from fulfilment.webhooks.dispatch.dequeue import ClaimedDelivery
from fulfilment.webhooks.dispatch.ready_queue import ReadyQueue
from fulfilment.webhooks.dispatch.result_recording import AttemptResult
from fulfilment.webhooks.dispatch.result_writer import ResultWriter
from fulfilment.webhooks.endpoints import ENDPOINT_IS_DISABLED, build_secret_context
from fulfilment.webhooks.events import TEST_EVENT
from fulfilment.webhooks.http.attempt import AttemptOutcome, WebhookSender

# Many small claims cost more than slots that wait a moment.
CLAIM_INTERVAL_SECONDS = 0.01
# Deliveries that wait longer for a slot are released, since the state of their endpoint may be outdated.
READY_TIMEOUT_SECONDS = 0.5
MIN_PAUSE_SECONDS = 0.01
# An unreadable secret may be encrypted again meanwhile, with a key that this process has.
MAX_DECRYPT_RETRY_SECONDS = 30.0
UNREADABLE = "the event could not be read"

_DATABASE_UNAVAILABLE = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull)

_log = structlog.get_logger(__name__)


class RetrySchedule(msgspec.Struct, frozen=True):
    """Retry schedule: the waits between attempts, with `delays_seconds[0]` after the first failure."""

    delays_seconds: tuple[float, ...]

    @property
    def max_attempts(self) -> int:
        return len(self.delays_seconds) + 1

    def delay_after(self, attempt_number: int) -> float | None:
        """Seconds from the failure of this attempt (the first is 1) to the next; None when there is no next.

        An attempt beyond the last comes only from a retry by hand, and has no next either.
        """
        if attempt_number < 1:
            raise ValueError("attempts are counted from 1")
        if attempt_number > len(self.delays_seconds):
            return None
        return self.delays_seconds[attempt_number - 1]


def build_schedule(configured: settings.Settings) -> RetrySchedule:
    """The retry schedule of these settings."""
    return RetrySchedule(tuple(configured.webhook_retry_delays_seconds))


@cache
def current() -> RetrySchedule:
    """The retry schedule of this process."""
    return build_schedule(settings.current())


def delay_after(attempt_number: int) -> float | None:
    """`RetrySchedule.delay_after` with this process's schedule."""
    return current().delay_after(attempt_number)


class Deliverer:
    """Delivery worker of one process. `on_event` is called when disabling an endpoint emitted an event."""

    def __init__(self, db: Database, sender: WebhookSender, settings: Settings, on_event: Callable[[], None]) -> None:
        self.wake_event = WakeEvent()
        self._db = db
        self._sender = sender
        # Looked up once: up to Python 3.11, finding the running event loop is a system call each time.
        self._time = asyncio.get_running_loop().time
        self._timeout_seconds = settings.webhook_timeout_seconds
        self._poll_seconds = settings.worker_idle_poll_seconds
        self._schedule = build_schedule(settings)
        self._limiter = ConcurrencyLimiter(settings.webhook_concurrency)
        self._ready_queue = ReadyQueue(self._limiter)
        # Endpoints whose last claim or result failed.
        self._backoff = BackoffRegistry()
        # Endpoints whose secret only other processes can decrypt. A successful claim does not end this back-off.
        self._undecryptable = BackoffRegistry(Backoff(1.0, MAX_DECRYPT_RETRY_SECONDS))
        self._result_writer = ResultWriter(db, self._backoff, self._poll_seconds, on_event, self.wake_event.set)
        self._attempts: set[asyncio.Task] = set()
        self._releases: set[asyncio.Task[None]] = set()
        # Endpoints changed since the last claim began, which may have read their old state.
        self._changed_endpoints: set[EndpointKey] = set()

    async def run(self) -> None:
        """Claim and attempt due deliveries, for ever."""
        while True:
            task_supervisor.tick()
            found = await self._claim_and_start()
            recorder.record_tick("deliveries")
            if not found:
                await self.wake_event.wait(await self._pause_seconds())

    @property
    def in_flight(self) -> int:
        """The number of slots in use."""
        return len(self._attempts)

    def invalidate_endpoint(self, key: EndpointKey) -> None:
        """Release the waiting deliveries of a changed endpoint, so that they are read again."""
        self._changed_endpoints.add(key)
        if unstarted := self._ready_queue.remove_endpoint(key):
            release = asyncio.create_task(self._release(unstarted))
            self._releases.add(release)
            release.add_done_callback(self._releases.discard)
        self.wake_event.set()

    async def _claim_and_start(self) -> bool:
        """Claim as many deliveries as there is capacity for. Returns true if there were any."""
        await self._release(self._ready_queue.remove_older(self._time() - READY_TIMEOUT_SECONDS))
        if not self._limiter.total_claim_capacity or self._result_writer.is_full:
            await self.wake_event.wait(min(self._poll_seconds, READY_TIMEOUT_SECONDS))
            return True
        await asyncio.sleep(CLAIM_INTERVAL_SECONDS)
        self._changed_endpoints.clear()
        excluded = {*self._result_writer.deferred_endpoints, *self._undecryptable.blocked()}
        claimed = await dequeue.claim_due(self._db, self._limiter, self._timeout_seconds, self._backoff, excluded)
        returned, discarded = self._enqueue(claimed)
        while self._start_next():
            continue
        await self._release(returned)
        await self._discard(discarded)
        return bool(claimed)

    async def _discard(self, discarded: Sequence[tuple[ClaimedDelivery, str]]) -> None:
        """Fail deliveries that may not be sent: together, or one by one where one of them fails.

        A failed one is due again when its lease ends.
        """
        try:
            if discarded:
                await result_recording.discard_deliveries(self._db, discarded)
        except Exception as problem:
            if is_database_unavailable(problem):
                raise
            if len(discarded) == 1:
                (delivery, _), *_ = discarded
                tries = self._backoff.record_failure(delivery.endpoint_key)
                _log.exception("delivery_not_discarded", delivery_id=delivery.delivery_id, tries=tries)
            else:
                for one in discarded:
                    await self._discard([one])

    def _enqueue(
        self, claimed: Sequence[ClaimedDelivery]
    ) -> tuple[list[ClaimedDelivery], list[tuple[ClaimedDelivery, str]]]:
        """Queue deliveries to be sent. Returns those to be released, and those to be discarded, with the reason."""
        returned, discarded = [], []
        for delivery in claimed:
            if not delivery.is_readable:
                discarded.append((delivery, UNREADABLE))
            elif delivery.body is None or delivery.endpoint_key in self._changed_endpoints:
                returned.append(delivery)
            elif reason := _find_discard_reason(delivery):
                discarded.append((delivery, reason))
            else:
                self._ready_queue.add([delivery])
        return returned, discarded

    async def _pause_seconds(self) -> float:
        skipped = {*self._backoff.keys(), *self._result_writer.deferred_endpoints, *self._undecryptable.blocked()}
        due_seconds = await dequeue.get_seconds_until_due(self._db, self._limiter, skipped)
        if due_seconds is None:
            return self._poll_seconds
        return min(max(due_seconds, MIN_PAUSE_SECONDS), self._poll_seconds)

    async def _release(self, unstarted: Sequence[ClaimedDelivery]) -> None:
        """Release deliveries; where the database is unavailable, they are due again when their lease ends."""
        if not unstarted:
            return
        try:
            await dequeue.release_claims(self._db, unstarted)
        except _DATABASE_UNAVAILABLE as problem:
            _log.warning("claims_not_released", deliveries=len(unstarted), error=type(problem).__name__)

    def _start_next(self) -> bool:
        """Start the attempt of the next delivery that may begin. Returns false where there is none."""
        delivery = self._ready_queue.pop_next()
        if delivery is None:
            return False
        task = asyncio.create_task(self._run_slot(delivery))
        self._attempts.add(task)
        task.add_done_callback(self._attempts.discard)
        return True

    async def _run_slot(self, delivery: ClaimedDelivery | None) -> None:
        """Attempt a delivery, then further deliveries that may use its slot."""
        while delivery is not None:
            await self._attempt(delivery)
            delivery = self._ready_queue.pop_next(delivery.endpoint_key)

    async def _attempt(self, delivery: ClaimedDelivery) -> None:
        assert delivery.body is not None
        started_at = self._time()
        if delivery.is_overdue(started_at):
            # It is due again when its lease ends.
            self._limiter.end_attempt(delivery.endpoint_key, None)
            return
        try:
            signing_secrets = _decrypt_secrets(delivery)
        except keyring.DecryptionFailed as problem:
            self._limiter.end_attempt(delivery.endpoint_key, None)
            await self._release_undecryptable(delivery, problem)
            return
        self._undecryptable.record_success(delivery.endpoint_key)
        attempted_at = clock.now()
        # One task makes attempts for several workspaces, one after another.
        fair_semaphore.current_tenant.set(delivery.account_id)
        try:
            with fan_out.start_attempt_span(
                delivery.trace, delivery.event_id, delivery.delivery_id, delivery.attempt_number
            ):
                outcome = await self._sender.send(
                    url=delivery.url,
                    secrets=signing_secrets,
                    event_id=delivery.event_id,
                    event_type=delivery.type,
                    delivery_id=delivery.delivery_id,
                    attempt_number=delivery.attempt_number,
                    body=delivery.body,
                )
                fan_out.record_outcome(ok=outcome.ok, status=outcome.response_code)
        finally:
            self._limiter.end_attempt(delivery.endpoint_key, self._time() - started_at)
            self.wake_event.set()
        self._record_result(delivery, outcome, attempted_at)

    async def _release_undecryptable(self, delivery: ClaimedDelivery, problem: keyring.DecryptionFailed) -> None:
        """Release a delivery without an attempt.

        It is due at once for a node with the master key, while this node backs off.
        """
        # The other deliveries of the same claim would fail in the same way.
        if not self._undecryptable.is_blocked(delivery.endpoint_key):
            tries = self._undecryptable.record_failure(delivery.endpoint_key)
            _log.error(
                "webhook_secret_not_decrypted", endpoint_id=delivery.endpoint_id, error=str(problem), tries=tries
            )
        await self._release([delivery])
        self.wake_event.set()

    def _record_result(self, delivery: ClaimedDelivery, outcome: AttemptOutcome, attempted_at: datetime) -> None:
        recorder.record_attempt(outcome.ok, outcome.response_code, outcome.error, outcome.duration_ms)
        # Freed early, since many results may wait to be stored.
        delivery.body = b""
        delay = None if outcome.ok else self._schedule.delay_after(delivery.attempt_number)
        self._result_writer.add_result(AttemptResult(delivery, outcome, attempted_at, delay, time.monotonic()))

    async def write_results(self) -> None:
        """Store results, for ever."""
        await self._result_writer.run()

    async def finish(self, seconds: float) -> None:
        """Wait at most `seconds` for attempts in progress, and store their results; the others are attempted again."""
        unstarted = self._ready_queue.remove_all()
        if self._attempts:
            await asyncio.wait(self._attempts, timeout=seconds)
        for task in self._attempts:
            task.cancel()
        await asyncio.gather(*self._attempts, return_exceptions=True)
        await self._result_writer.finish()
        await self._release(unstarted)
        await asyncio.gather(*self._releases)


def _decrypt_secrets(delivery: ClaimedDelivery) -> list[str]:
    """The secrets that sign the delivery. Raises DecryptionFailed."""
    context = build_secret_context(delivery.endpoint_id)
    return [keyring.decrypt_text(encrypted, context) for encrypted in delivery.secrets]


def _find_discard_reason(delivery: ClaimedDelivery) -> str | None:
    if not delivery.is_active:
        return ENDPOINT_IS_DISABLED
    is_sent_anyway = delivery.is_requeued or delivery.type == branding.current().event_type(TEST_EVENT)
    if not is_sent_anyway and not subscription.matches(delivery.patterns, delivery.type):
        return f"endpoint is not subscribed to {delivery.type}"
    return None
