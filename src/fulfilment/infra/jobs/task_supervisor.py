"""Task supervisor: background tasks that are restarted after every failure, with health checks, and a wake event."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from fulfilment.infra.observability.metrics import recorder

FIRST_DELAY_SECONDS = 0.1
MAX_DELAY_SECONDS = 5.0
# A task that has run this long is healthy, and its earlier failures no longer count.
HEALTHY_AFTER_SECONDS = 30.0
STOP_TIMEOUT_SECONDS = 5.0
# Failures in a row, without a healthy run between them, that make a task unhealthy.
MAX_FAILURES = 5
# No iteration of a loop takes longer, whatever the amount of work.
STALLED_AFTER_SECONDS = 900.0
# The prefix of a supervised task's name, which tells it from tasks that end by themselves.
NAME_PREFIX = "background "

Work = Callable[[], Awaitable[None]]
Expected = tuple[type[BaseException], ...]
Result = TypeVar("Result")

# The keys are names of tasks, one per loop of the process.
_failures: dict[str, int] = {}
_ticked: dict[str, float] = {}

_log = structlog.get_logger(__name__)


def start(name: str, work: Work, *, expected: Expected = ()) -> asyncio.Task[None]:
    """Start a task that runs `work`, and restarts it after a growing delay when it ends or fails. `stop` ends it.

    An error is logged as a fault with its traceback. `expected` errors, for example an unreachable database, are logged
    in one line.
    """
    return asyncio.create_task(_supervise(name, work, expected), name=NAME_PREFIX + name)


async def stop(*tasks: asyncio.Task[None] | None, grace_seconds: float = 0.0) -> None:
    """Cancel the tasks, and wait for their end, STOP_TIMEOUT_SECONDS at most.

    `grace_seconds` is an additional time before that, for work under `finish_before_cancel`.
    """
    left = {task for task in tasks if task is not None}
    for seconds in (grace_seconds, STOP_TIMEOUT_SECONDS) if grace_seconds else (STOP_TIMEOUT_SECONDS,):
        for task in left:
            task.cancel()
        if left:
            _, left = await asyncio.wait(left, timeout=seconds)
    for task in left:
        _log.warning("background_task_not_stopping", task=task.get_name().removeprefix(NAME_PREFIX))


async def finish_before_cancel(work: Awaitable[Result]) -> Result:
    """The result of `work`. A first cancellation takes effect after its end; a second cancellation cancels `work`."""
    doing = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        await doing
        raise


def tick(idle_seconds: float = 0.0) -> None:
    """Heartbeat of a supervised loop. Its next iteration begins within `idle_seconds`."""
    task = asyncio.current_task()
    if task is not None and task.get_name().startswith(NAME_PREFIX):
        _ticked[task.get_name()] = time.monotonic() + idle_seconds


def health_problem(*tasks: asyncio.Task[None]) -> str | None:
    """The problem of the first unhealthy task; None if all are healthy."""
    for task in tasks:
        name = task.get_name()
        title = name.removeprefix(NAME_PREFIX)
        if task.done():
            return f"{title} has ended"
        if _failures.get(name, 0) >= MAX_FAILURES:
            return f"{title} fails over and over"
        if name in _ticked and time.monotonic() - _ticked[name] > STALLED_AFTER_SECONDS:
            return f"{title} stands still"
    return None


async def _supervise(name: str, work: Work, expected: Expected) -> None:
    delay = FIRST_DELAY_SECONDS
    task = NAME_PREFIX + name
    while True:
        began = time.monotonic()
        recovery = asyncio.get_running_loop().call_later(HEALTHY_AFTER_SECONDS, _failures.pop, task, None)
        try:
            await work()
        except asyncio.CancelledError:
            # Not the cancellation of this task: a task that the work awaited was cancelled, which counts as a failure.
            if _is_stopping():
                raise
            _count_failure(task)
            _log.exception("background_task_failed", task=name)
            recorder.record_failure(name, "fault")
        except expected as problem:
            _log.warning("background_task_waits_for_database", task=name, error=type(problem).__name__)
            recorder.record_failure(name, "database")
        except Exception:
            _count_failure(task)
            _log.exception("background_task_failed", task=name)
            recorder.record_failure(name, "fault")
        finally:
            recovery.cancel()
        # The work may have suppressed the cancellation of this task.
        if _is_stopping():
            return
        if time.monotonic() - began >= HEALTHY_AFTER_SECONDS:
            delay = FIRST_DELAY_SECONDS
        await asyncio.sleep(delay)
        delay = min(2 * delay, MAX_DELAY_SECONDS)


def _count_failure(task: str) -> None:
    _failures[task] = _failures.get(task, 0) + 1


def _is_stopping() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class WakeEvent:
    """Wake-up event of one loop. If it is set while the loop works, the next wait ends at once."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        self._event.set()

    async def wait(self, seconds: float) -> None:
        """Wait until the event is set, `seconds` at most."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return
        finally:
            self._event.clear()
