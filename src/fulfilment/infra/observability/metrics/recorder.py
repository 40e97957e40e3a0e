"""Counting in a process that serves: from `begin` to `end` its figures are written down once a second.

`begin` does nothing where nobody reads: whoever opened the port for metrics (listener.py) names a folder to its
children.
"""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from fulfilment.infra import clock
from fulfilment.infra.observability.metrics import catalogue, meters
from fulfilment.infra.observability.metrics.meters import ProcessMetrics

if TYPE_CHECKING:
    from fulfilment.infra.database.pool import Database
    from fulfilment.infra.observability.metrics.snapshots import SnapshotWriter

VARIABLE = "FULFILMENT_METRICS_FOLDER"
WRITE_SECONDS = 1.0
_LAG_SECONDS = 0.25

_log = structlog.get_logger(__name__)


class Recorder:
    """Writes while the loop turns, and sees how late it does."""

    def __init__(self, meter: ProcessMetrics, writer: "SnapshotWriter") -> None:
        self._meter = meter
        self._writer = writer
        self._due_at = self._write_at = 0.0
        self._next: asyncio.TimerHandle | None = None
        self._is_failing = False

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._write_at = loop.time()
        self._wait(loop)
        self.write()

    def stop(self) -> None:
        if self._next is not None:
            self._next.cancel()
        self.write()

    def write(self) -> None:
        """A disk that is full is no reason to stop serving; it is told of once."""
        try:
            self._writer.write()
            self._is_failing = False
        except OSError as problem:
            if not self._is_failing:
                _log.warning("metrics_not_written", error=type(problem).__name__)
            self._is_failing = True

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due_at = loop.time() + _LAG_SECONDS
        self._next = loop.call_at(self._due_at, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        self._meter.observe(catalogue.LOOP_LAG, max(0.0, now - self._due_at), self._meter.process)
        self._wait(loop)
        if now >= self._write_at:
            self._write_at = now + WRITE_SECONDS
            self.write()


_recorder: Recorder | None = None


def start(process: str, db: "Database") -> ProcessMetrics | None:
    """Count from now on, in the running loop, before `db` connects; None: nobody wants to know."""
    global _recorder
    folder = os.environ.get(VARIABLE)
    if not folder:
        return None
    from fulfilment.infra.observability.metrics.snapshots import SnapshotWriter

    meter = meters.current = ProcessMetrics(process)
    meter.count(catalogue.STARTS, process)
    meter.samplers.append(_connections_of(db))
    meter.samplers.append(lambda meter: meter.set(catalogue.CLOCK_SKEW, abs(clock.ahead_seconds())))
    _recorder = Recorder(meter, SnapshotWriter(Path(folder), meter))
    _recorder.start()
    return meter


def stop() -> None:
    """Write down what was counted last."""
    global _recorder
    if _recorder is not None:
        _recorder.stop()
        _recorder = meters.current = None


def record_success(metric: catalogue.Metric, name: str) -> None:
    """A sweep, or a turn of a loop, has ended well."""
    if (meter := meters.current) is not None:
        meter.set(metric, time.time(), name)


def record_tick(loop: str) -> None:
    """A background loop has done its turn."""
    record_success(catalogue.LOOP_SUCCESS, loop)


def record_failure(loop: str, kind: str) -> None:
    """A background loop failed, by a `fault` or because the `database` is away."""
    if (meter := meters.current) is not None:
        known = loop in catalogue.API_LOOPS or loop in catalogue.WORKER_LOOPS or loop.startswith("cleanup_")
        meter.count(catalogue.LOOP_FAILURES, loop if known else catalogue.OTHER, kind)


def record_attempt(is_ok: bool, response_code: int | None, error: str | None, milliseconds: int) -> None:
    """An attempt to deliver a webhook has ended."""
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
