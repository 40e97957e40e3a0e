"""Background tasks that go on whatever happens: begun again after every failure, until they are ended."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from fulfilment.infra.observability.metrics import recorder

FIRST_DELAY_SECONDS = 0.1
MAX_DELAY_SECONDS = 5.0
# What ran this long was well, and its next failure is a new story.
HEALTHY_AFTER_SECONDS = 30.0
STOP_TIMEOUT_SECONDS = 5.0
# So often in a row without having been well, and it is no accident.
MAX_FAILURES = 5
# No turn of a loop takes longer, however much there is to do.
STALLED_AFTER_SECONDS = 900.0
# By its task's name everybody can tell what is kept going from what ends by itself.
NAME_PREFIX = "background "

Work = Callable[[], Awaitable[None]]
Expected = tuple[type[BaseException], ...]
Result = TypeVar("Result")

# By the names of tasks, of which a process has as many as it has loops.
_failures: dict[str, int] = {}
_ticked: dict[str, float] = {}

_log = structlog.get_logger(__name__)


def start(name: str, work: Work, *, expected: Expected = ()) -> asyncio.Task[None]:
    """Do `work` from now on, again after a growing pause whenever it ends or fails. `end` ends it.

    What it raises is logged as a fault, with its traceback; `expected` (a database that is away) in one line.
    """
    return asyncio.create_task(_supervise(name, work, expected), name=NAME_PREFIX + name)


async def stop(*tasks: asyncio.Task[None] | None, grace_seconds: float = 0.0) -> None:
    """Cancel the tasks and wait until they have ended, STOP_TIMEOUT_SECONDS at the most.

    With `grace_seconds` they have so long to end after the first cancellation, and are then cancelled again.
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
    """What `work` comes to. Whoever is cancelled meanwhile ends when it has; cancelled once more, cancels it."""
    doing = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        await doing
        raise


def tick(idle_seconds: float = 0.0) -> None:
    """The loop that calls this turns, and does again after so long, or when something wakes it."""
    task = asyncio.current_task()
    if task is not None and task.get_name().startswith(NAME_PREFIX):
        _ticked[task.get_name()] = time.monotonic() + idle_seconds


def health_problem(*tasks: asyncio.Task[None]) -> str | None:
    """What is wrong with the first of them that does not do its work; None where all do."""
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
            # Not ours: something that the work waited for was cancelled, which is a failure like any other.
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
        # The work may have taken the cancellation for the end of something that it waited for.
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
    """Wakes one loop; rung while the loop is at work, it ends the loop's next sleep at once."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        self._event.set()

    async def wait(self, seconds: float) -> None:
        """Sleep until the alarm rings, `seconds` at most."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return
        finally:
            self._event.clear()
