"""Counting in a process that serves: from `begin` to `end` its figures are written down once a second.

`begin` does nothing where nobody reads: whoever opened the port for metrics (port.py) names a folder to its children.
"""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from fulfilment.metrics import catalogue, meters
from fulfilment.metrics.meters import Meter

if TYPE_CHECKING:
    from fulfilment.db.pool import Database
    from fulfilment.metrics.snapshots import Pen

VARIABLE = "FULFILMENT_METRICS_FOLDER"
WRITE_SECONDS = 1.0
_LAG_SECONDS = 0.25

_log = structlog.get_logger(__name__)


class Recorder:
    """Writes while the loop turns, and sees how late it does."""

    def __init__(self, meter: Meter, pen: "Pen"):
        self._meter = meter
        self._pen = pen
        self._due_at = self._write_at = 0.0
        self._next: asyncio.TimerHandle | None = None
        self._is_failing = False

    def begin(self) -> None:
        loop = asyncio.get_running_loop()
        self._write_at = loop.time()
        self._wait(loop)
        self.write()

    def end(self) -> None:
        if self._next is not None:
            self._next.cancel()
        self.write()

    def write(self) -> None:
        """A disk that is full is no reason to stop serving; it is told of once."""
        try:
            self._pen.write()
            self._is_failing = False
        except OSError as problem:
            if not self._is_failing:
                _log.warning("metrics_not_written", error=type(problem).__name__)
            self._is_failing = True

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due_at = loop.time() + _LAG_SECONDS
        self._next = loop.call_at(self._due_at, self._turn, loop)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        self._meter.observe(catalogue.LOOP_LAG, max(0.0, now - self._due_at), self._meter.process)
        self._wait(loop)
        if now >= self._write_at:
            self._write_at = now + WRITE_SECONDS
            self.write()


_recorder: Recorder | None = None


def begin(process: str, db: "Database") -> Meter | None:
    """Count from now on, in the running loop, before `db` connects; None: nobody wants to know."""
    global _recorder
    folder = os.environ.get(VARIABLE)
    if not folder:
        return None
    from fulfilment.db import session
    from fulfilment.metrics.sessions import TimedPooledSession, TimedSession
    from fulfilment.metrics.snapshots import Pen

    meter = meters.current = Meter(process)
    session.direct_kind, session.pooled_kind = TimedSession, TimedPooledSession
    meter.count(catalogue.STARTS, process)
    meter.samplers.append(_connections_of(db))
    _recorder = Recorder(meter, Pen(Path(folder), meter))
    _recorder.begin()
    return meter


def end() -> None:
    """Write down what was counted last."""
    global _recorder
    if _recorder is not None:
        _recorder.end()
        _recorder = meters.current = None


def note_success(metric: catalogue.Metric, name: str) -> None:
    """A sweep, or a turn of a loop, has ended well."""
    if (meter := meters.current) is not None:
        meter.set(metric, time.time(), name)


def note_turn(loop: str) -> None:
    """A background loop has done its turn."""
    note_success(catalogue.LOOP_SUCCESS, loop)


def note_fault(loop: str, kind: str) -> None:
    """A background loop failed, by a `fault` or because the `database` is away."""
    if (meter := meters.current) is not None:
        known = loop in catalogue.API_LOOPS or loop in catalogue.WORKER_LOOPS or loop.startswith("sweep_")
        meter.count(catalogue.LOOP_FAULTS, loop if known else catalogue.OTHER, kind)


def note_attempt(is_ok: bool, response_code: int | None, error: str | None, milliseconds: int) -> None:
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


def _connections_of(db: "Database") -> Callable[[Meter], None]:
    def sample(meter: Meter) -> None:
        for state, count in zip(catalogue.CONNECTION_STATES, db.places, strict=True):
            meter.set(catalogue.CONNECTIONS, count, meter.process, state)

    return sample
