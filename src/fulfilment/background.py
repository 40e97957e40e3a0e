"""Background tasks that go on whatever happens: begun again after every failure, until they are ended."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

FIRST_DELAY_SECONDS = 0.1
LONGEST_DELAY_SECONDS = 5.0
# What ran this long was well, and its next failure is a new story.
WELL_AFTER_SECONDS = 30.0
END_TIMEOUT_SECONDS = 5.0
# By its task's name everybody can tell what is kept going from what ends by itself.
NAME_PREFIX = "background "

Work = Callable[[], Awaitable[None]]
Expected = tuple[type[BaseException], ...]

_log = structlog.get_logger(__name__)


def begin(name: str, work: Work, *, expected: Expected = ()) -> asyncio.Task[None]:
    """Do `work` from now on, again after a growing pause whenever it ends or fails. `end` ends it.

    What it raises is logged as a fault, with its traceback; `expected` (a database that is away) in one line.
    """
    return asyncio.create_task(_keep(name, work, expected), name=NAME_PREFIX + name)


async def end(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel the tasks and wait until they have ended, END_TIMEOUT_SECONDS at the most."""
    begun = [task for task in tasks if task is not None]
    for task in begun:
        task.cancel()
    if not begun:
        return
    _, left = await asyncio.wait(begun, timeout=END_TIMEOUT_SECONDS)
    for task in left:
        _log.warning("background_will_not_end", task=task.get_name().removeprefix(NAME_PREFIX))


async def _keep(name: str, work: Work, expected: Expected) -> None:
    delay = FIRST_DELAY_SECONDS
    while True:
        began = time.monotonic()
        try:
            await work()
        except asyncio.CancelledError:
            # Not ours: something that the work waited for was cancelled, which is a failure like any other.
            if _is_ending():
                raise
            _log.exception("background_fault", task=name)
        except expected as problem:
            _log.warning("background_waits", task=name, error=type(problem).__name__)
        except Exception:
            _log.exception("background_fault", task=name)
        # The work may have taken the cancellation for the end of something that it waited for.
        if _is_ending():
            return
        if time.monotonic() - began >= WELL_AFTER_SECONDS:
            delay = FIRST_DELAY_SECONDS
        await asyncio.sleep(delay)
        delay = min(2 * delay, LONGEST_DELAY_SECONDS)


def _is_ending() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
