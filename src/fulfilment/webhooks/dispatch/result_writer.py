"""Group commit of the attempts' results, so that one endpoint's results hold up none of the others'.

Results of a locked endpoint are deferred, and nothing of it is attempted meanwhile. A result that cannot be stored at
all is logged, and its delivery postponed.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from itertools import chain, islice

import structlog

from fulfilment.infra.database.batch_processor import ROW_ERRORS, is_database_unavailable
from fulfilment.infra.database.pool import Database
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.backoff import BackoffRegistry
from fulfilment.infra.jobs.task_supervisor import WakeEvent
from fulfilment.infra.observability.metrics import recorder
from fulfilment.webhooks.dispatch import result_recording
from fulfilment.webhooks.dispatch.concurrency import EndpointKey
from fulfilment.webhooks.dispatch.result_recording import AttemptResult

RESULTS_PER_BATCH = 512
# Storing many at once costs far less than storing each.
WRITE_INTERVAL_SECONDS = 0.02
# Limit of results that wait to be stored; beyond it nothing is claimed. After a crash these deliveries are sent again.
MAX_PENDING_RESULTS = 1_024
# Limit for one locked endpoint. Results beyond it are dropped, and sent again when their lease ends.
MAX_DEFERRED_RESULTS = 256
# After this number of locked endpoints, the other endpoints of their workspaces are deferred in this batch.
MAX_LOCKED_ENDPOINTS = 8
ERROR_PAUSE_SECONDS = 0.2

_log = structlog.get_logger(__name__)


class ResultWriter:
    """Result writer of one process. `backoff` has the endpoints that are claimed one by one.

    `on_event` is called when disabling an endpoint emitted an event, and `on_stored` when retries may have become due.
    """

    def __init__(
        self,
        db: Database,
        backoff: BackoffRegistry,
        poll_seconds: float,
        on_event: Callable[[], None],
        on_stored: Callable[[], None],
    ) -> None:
        self._db = db
        self._backoff = backoff
        self._poll_seconds = poll_seconds
        self._on_event = on_event
        self._on_stored = on_stored
        # Grouped by endpoint, since the results of one are stored in order. The results of a locked endpoint wait here
        # too.
        self._results: dict[EndpointKey, list[AttemptResult]] = {}
        self._locked = BackoffRegistry()
        self._has_results = WakeEvent()

    @property
    def is_full(self) -> bool:
        """True if so many results wait to be stored that no more deliveries should be claimed."""
        unlocked = (len(results) for key, results in self._results.items() if not self._locked.has_failed(key))
        return sum(unlocked) > MAX_PENDING_RESULTS

    @property
    def deferred_endpoints(self) -> Collection[EndpointKey]:
        """The endpoints with results that could not be stored yet."""
        return self._locked.keys()

    def add_result(self, result: AttemptResult) -> None:
        """Add a result, to be stored soon."""
        key = result.delivery.endpoint_key
        results = self._results.setdefault(key, [])
        results.append(result)
        if self._locked.has_failed(key):
            del results[:-MAX_DEFERRED_RESULTS]
        self._has_results.set()

    async def run(self) -> None:
        """Store results, for ever."""
        while True:
            task_supervisor.tick()
            recorder.record_tick("delivery_results")
            batch = self._next_batch()
            if not batch and not self._locked.retryable():
                await self._has_results.wait(self._poll_seconds)
                continue
            if len(batch) < RESULTS_PER_BATCH:
                await asyncio.sleep(WRITE_INTERVAL_SECONDS)
            if await self._write_some():
                # Retries may be due before anything else wakes the claiming loop.
                self._on_stored()
            else:
                await asyncio.sleep(ERROR_PAUSE_SECONDS)

    async def finish(self) -> None:
        """Store the remaining results, as far as that is possible now."""
        while self._next_batch() and await self._write_some():
            continue

    def _next_batch(self) -> list[AttemptResult]:
        """The first results of endpoints that are not locked."""
        unlocked = (results for key, results in self._results.items() if not self._locked.has_failed(key))
        return list(islice(chain.from_iterable(unlocked), RESULTS_PER_BATCH))

    async def _write_some(self) -> bool:
        """Store the oldest results, or handle them one by one. Returns false where the database is unavailable."""
        batch = self._next_batch()
        try:
            for key in self._locked.retryable():
                await self._store_endpoint(key, list(self._results[key]))
            await self._store_batch(batch)
        except Exception as problem:
            if not is_database_unavailable(problem):
                raise
            # A result that no process can store before the lease ends is attempted again.
            _log.warning("delivery_results_not_stored", attempts=len(batch), error=type(problem).__name__)
            return False
        return True

    def _remove(self, stored: Sequence[AttemptResult]) -> None:
        """Remove stored results; an endpoint with more of them goes behind the others."""
        done = {id(result) for result in stored}
        for key in dict.fromkeys(result.delivery.endpoint_key for result in stored):
            if left := [result for result in self._results.pop(key, ()) if id(result) not in done]:
                self._results[key] = left

    async def _store_batch(self, batch: Sequence[AttemptResult]) -> None:
        try:
            await self._store(batch)
        except Exception as problem:
            if is_database_unavailable(problem):
                raise
            _log.warning("delivery_results_unsaved", attempts=len(batch), error=type(problem).__name__)
            await self._store_by_endpoint(batch)
        else:
            self._remove(batch)

    async def _store_by_endpoint(self, batch: Sequence[AttemptResult]) -> None:
        by_endpoint: dict[EndpointKey, list[AttemptResult]] = {}
        for result in batch:
            by_endpoint.setdefault(result.delivery.endpoint_key, []).append(result)
        locked_workspaces: list[str] = []
        for key, results in by_endpoint.items():
            if len(locked_workspaces) >= MAX_LOCKED_ENDPOINTS and key[0] in locked_workspaces:
                self._defer(key)
            else:
                await self._store_endpoint(key, results)
                locked_workspaces += [key[0]] * self._locked.has_failed(key)

    async def _store_endpoint(self, key: EndpointKey, results: list[AttemptResult]) -> None:
        """Store the results of one endpoint, without waiting for a lock on it."""
        try:
            await self._store(results, has_short_lock_timeout=True)
        except ROW_ERRORS as problem:
            tries = self._defer(key)
            _log.warning("delivery_results_deferred", endpoint_id=key[1], tries=tries, error=type(problem).__name__)
        except Exception as problem:
            if is_database_unavailable(problem):
                raise
            await self._store_one_by_one(key, results, problem)
        else:
            self._remove(results)
            self._locked.record_success(key)

    async def _store_one_by_one(self, key: EndpointKey, results: list[AttemptResult], problem: Exception) -> None:
        self._locked.record_success(key)
        if len(results) == 1:
            await self._postpone_delivery(results[0], problem)
            self._remove(results)
            return
        for result in results:
            await self._store_endpoint(key, [result])
            if self._locked.has_failed(key):
                return

    def _defer(self, key: EndpointKey) -> int:
        """Defer the results of an endpoint. Returns the number of failures in a row."""
        del self._results[key][:-MAX_DEFERRED_RESULTS]
        return self._locked.record_failure(key)

    async def _store(self, batch: Sequence[AttemptResult], *, has_short_lock_timeout: bool = False) -> None:
        if batch and await result_recording.record_results(
            self._db, batch, has_short_lock_timeout=has_short_lock_timeout
        ):
            self._on_event()

    async def _postpone_delivery(self, result: AttemptResult, problem: Exception) -> None:
        """Postpone the delivery of a result that cannot be stored; where that fails too, back off its endpoint."""
        delivery = result.delivery
        try:
            if await result_recording.postpone_delivery(self._db, delivery):
                _log.error("delivery_result_not_stored", delivery_id=delivery.delivery_id, exc_info=problem)
        except Exception as trouble:
            if is_database_unavailable(trouble):
                raise
            _log.error("delivery_result_not_stored", delivery_id=delivery.delivery_id, exc_info=problem)
            tries = self._backoff.record_failure(delivery.endpoint_key)
            _log.exception("delivery_not_postponed", delivery_id=delivery.delivery_id, tries=tries)
