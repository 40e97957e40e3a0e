"""Background tasks that go on whatever happens: begun again after every failure, until they are ended."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from fulfilment.metrics import recorder

FIRST_DELAY_SECONDS = 0.1
LONGEST_DELAY_SECONDS = 5.0
# What ran this long was well, and its next failure is a new story.
WELL_AFTER_SECONDS = 30.0
END_TIMEOUT_SECONDS = 5.0
# So often in a row without having been well, and it is no accident.
MANY_FAULTS = 5
# No turn of a loop takes longer, however much there is to do.
STILL_SECONDS = 900.0
# By its task's name everybody can tell what is kept going from what ends by itself.
NAME_PREFIX = "background "

Work = Callable[[], Awaitable[None]]
Expected = tuple[type[BaseException], ...]
Done = TypeVar("Done")

# By the names of tasks, of which a process has as many as it has loops.
_faults: dict[str, int] = {}
_turned: dict[str, float] = {}

_log = structlog.get_logger(__name__)


def begin(name: str, work: Work, *, expected: Expected = ()) -> asyncio.Task[None]:
    """Do `work` from now on, again after a growing pause whenever it ends or fails. `end` ends it.

    What it raises is logged as a fault, with its traceback; `expected` (a database that is away) in one line.
    """
    return asyncio.create_task(_keep(name, work, expected), name=NAME_PREFIX + name)


async def end(*tasks: asyncio.Task[None] | None, patience_seconds: float = 0.0) -> None:
    """Cancel the tasks and wait until they have ended, END_TIMEOUT_SECONDS at the most.

    With patience they have so long first to end what they do `to_the_end`.
    """
    left = {task for task in tasks if task is not None}
    for seconds in (patience_seconds, END_TIMEOUT_SECONDS) if patience_seconds else (END_TIMEOUT_SECONDS,):
        for task in left:
            task.cancel()
        if left:
            _, left = await asyncio.wait(left, timeout=seconds)
    for task in left:
        _log.warning("background_will_not_end", task=task.get_name().removeprefix(NAME_PREFIX))


async def to_the_end(work: Awaitable[Done]) -> Done:
    """What `work` comes to. Whoever is cancelled meanwhile ends when it has; cancelled once more, cancels it."""
    doing = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        await doing
        raise


def turned(rest_seconds: float = 0.0) -> None:
    """The loop that calls this turns, and does again after so long, or when something wakes it."""
    task = asyncio.current_task()
    if task is not None and task.get_name().startswith(NAME_PREFIX):
        _turned[task.get_name()] = time.monotonic() + rest_seconds


def problem_of(*tasks: asyncio.Task[None]) -> str | None:
    """What is wrong with the first of them that does not do its work; None where all do."""
    for task in tasks:
        name = task.get_name()
        shown = name.removeprefix(NAME_PREFIX)
        if task.done():
            return f"{shown} has ended"
        if _faults.get(name, 0) >= MANY_FAULTS:
            return f"{shown} fails over and over"
        if name in _turned and time.monotonic() - _turned[name] > STILL_SECONDS:
            return f"{shown} stands still"
    return None


async def _keep(name: str, work: Work, expected: Expected) -> None:
    delay = FIRST_DELAY_SECONDS
    task = NAME_PREFIX + name
    while True:
        began = time.monotonic()
        mending = asyncio.get_running_loop().call_later(WELL_AFTER_SECONDS, _faults.pop, task, None)
        try:
            await work()
        except asyncio.CancelledError:
            # Not ours: something that the work waited for was cancelled, which is a failure like any other.
            if _is_ending():
                raise
            _note(task)
            _log.exception("background_fault", task=name)
            recorder.note_fault(name, "fault")
        except expected as problem:
            _log.warning("background_waits", task=name, error=type(problem).__name__)
            recorder.note_fault(name, "database")
        except Exception:
            _note(task)
            _log.exception("background_fault", task=name)
            recorder.note_fault(name, "fault")
        finally:
            mending.cancel()
        # The work may have taken the cancellation for the end of something that it waited for.
        if _is_ending():
            return
        if time.monotonic() - began >= WELL_AFTER_SECONDS:
            delay = FIRST_DELAY_SECONDS
        await asyncio.sleep(delay)
        delay = min(2 * delay, LONGEST_DELAY_SECONDS)


def _note(task: str) -> None:
    _faults[task] = _faults.get(task, 0) + 1


def _is_ending() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
