"""Recorder of metrics in an API or worker process, from `start` to `stop`.

The process with the metrics port (listener.py) passes a folder to its children. Without it, `start` does nothing.
"""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from fulfilment.infra import clock
from fulfilment.infra.observability.metrics import catalogue, meters
from fulfilment.infra.observability.metrics.meters import ProcessMetrics

if TYPE_CHECKING:
    from fulfilment.infra.database.pool import Database

VARIABLE = "FULFILMENT_METRICS_FOLDER"
SAMPLE_SECONDS = 1.0
_LAG_SECONDS = 0.25


class Recorder:
    """Runs the samplers in the event loop, and measures the lag of the loop."""

    def __init__(self, meter: ProcessMetrics) -> None:
        self._meter = meter
        self._due_at = self._sample_at = 0.0
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start in the running event loop."""
        loop = asyncio.get_running_loop()
        self._sample_at = loop.time()
        self._wait(loop)

    def stop(self) -> None:
        """Stop sampling."""
        if self._next is not None:
            self._next.cancel()

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due_at = loop.time() + _LAG_SECONDS
        self._next = loop.call_at(self._due_at, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        self._meter.observe(catalogue.LOOP_LAG, max(0.0, now - self._due_at), self._meter.process)
        self._wait(loop)
        if now >= self._sample_at:
            self._sample_at = now + SAMPLE_SECONDS
            for sampler in self._meter.samplers:
                sampler(self._meter)


_recorder: Recorder | None = None


def start(process: str, db: "Database") -> ProcessMetrics | None:
    """Start recording in the running event loop, before `db` connects; None where metrics are off."""
    global _recorder
    folder = os.environ.get(VARIABLE)
    if not folder:
        return None
    # prometheus-client requires this variable and a process id (its documentation, Multiprocess Mode).
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    from prometheus_client import values

    from fulfilment.infra.observability.metrics import slots

    slot = slots.acquire(Path(folder), process)
    values.ValueClass = values.MultiProcessValue(lambda: slot)
    meter = meters.current = ProcessMetrics(process)
    meter.count(catalogue.STARTS, process)
    meter.samplers.append(_connections_of(db))
    meter.samplers.append(lambda meter: meter.set(catalogue.CLOCK_SKEW, abs(clock.ahead_seconds())))
    _recorder = Recorder(meter)
    _recorder.start()
    return meter


def stop() -> None:
    """Stop recording."""
    global _recorder
    if _recorder is not None:
        _recorder.stop()
        _recorder = meters.current = None


def record_success(metric: catalogue.Metric, name: str) -> None:
    """Record the success of a clean-up job or of a run of a loop."""
    if (meter := meters.current) is not None:
        meter.set(metric, time.time(), name)


def record_tick(loop: str) -> None:
    """Record a completed run of a background loop."""
    record_success(catalogue.LOOP_SUCCESS, loop)


def record_failure(loop: str, kind: str) -> None:
    """Record a failure of a background loop: a `fault`, or an unavailable `database`."""
    if (meter := meters.current) is not None:
        known = loop in catalogue.API_LOOPS or loop in catalogue.WORKER_LOOPS or loop.startswith("cleanup_")
        meter.count(catalogue.LOOP_FAILURES, loop if known else catalogue.OTHER, kind)


def record_attempt(is_ok: bool, response_code: int | None, error: str | None, milliseconds: int) -> None:
    """Record an attempt to deliver a webhook."""
    if (meter := meters.current) is None:
        return
    if is_ok:
        outcome = "delivered"
    elif response_code is not None:
        outcome = "refused"
    else:
        outcome = "timed_out" if (error or "").startswith("timed out") else "unreachable"
    meter.count(catalogue.ATTEMPTS, outcome)
    meter.observe(catalogue.ATTEMPT_SECONDS, milliseconds / 1_000, outcome)


def _connections_of(db: "Database") -> Callable[[ProcessMetrics], None]:
    def sample(meter: ProcessMetrics) -> None:
        for state, count in zip(catalogue.CONNECTION_STATES, db.stats, strict=True):
            meter.set(catalogue.CONNECTIONS, count, meter.process, state)

    return sample
