"""Connection leak detector: it finds tasks that hold a connection while they wait for anything else.

A task that has one on loan may be suspended only by a future that the driver of this very connection completes.
Any other wait (a socket, a thread, a lock, a timer, a process, a second connection) is logged as an error. The log
line names the place of the task. `create` makes the application with the detector in it, and `work` is the worker.
"""

import asyncio
import functools
from collections.abc import Callable, Coroutine, Generator, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, cast

import asyncpg
import structlog

from fulfilment import app, cli, worker
from fulfilment.infra.database import pool
from fulfilment.infra.models import Value

Work = Coroutine[Any, Any, Any]

log = structlog.get_logger("tests.loans")

HELD = "connection_held"
WATCHED = "loans_watched"
_DRIVER = Path(asyncpg.__file__).parent

# The connections that each task has on loan.
_held: dict[asyncio.Task, list[Any]] = {}
_Loan = pool._Lease


def install() -> None:
    """Watch every loan, and every task that the running loop begins from now on."""
    pool._Lease = _WatchedLoan
    asyncio.get_running_loop().set_task_factory(
        lambda loop, work, **options: asyncio.Task(Watched(cast("Work", work)), loop=loop, **options)
    )


class _WatchedLoan(_Loan):
    """A loan that notes which task has it."""

    __slots__ = ("_task",)

    async def __aenter__(self) -> asyncpg.Connection:
        self._task = _current_task()
        if self._task in _held:
            _report("a second connection", self._task.get_coro())
        connection = await super().__aenter__()
        _held.setdefault(self._task, []).append(connection)
        log.info(WATCHED)
        return connection

    async def __aexit__(self, *problem: Any) -> None:
        _release(self._task, self._connection)
        await super().__aexit__(*problem)


def _release(task: asyncio.Task, what: object) -> None:
    _held[task].remove(what)
    if not _held[task]:
        del _held[task]


def _current_task() -> asyncio.Task:
    task = asyncio.current_task()
    assert task is not None
    return task


class Watched(Coroutine[Any, Any, Any]):
    """A task's coroutine, looked at whenever it is suspended."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.__name__ = self.__qualname__ = getattr(work, "__qualname__", "task")

    def send(self, value: Value) -> Value:
        return self._looked_at(self._work.send(value))

    def throw(self, *problem: Any) -> Value:
        return self._looked_at(self._work.throw(*problem))

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._work.__await__()

    def _looked_at(self, awaited: Value) -> Value:
        task = asyncio.current_task()
        held = () if task is None else _held.get(task, ())
        # A task that only yields to the event loop awaits nothing.
        if held and awaited is not None and not any(_is_completed_by(each, awaited) for each in held):
            _report(repr(awaited), self)
        return awaited


def _is_completed_by(held: Value, awaited: Value) -> bool:
    return any(getattr(callback, "__self__", None) is held._protocol for callback, _ in awaited._callbacks or ())


def _report(what: str, work: object) -> None:
    frames = list(_frames(work))
    # The driver waits by itself while a long statement goes out.
    if not any(_DRIVER in Path(frame.f_code.co_filename).parents for frame in frames):
        at = [f"{frame.f_code.co_name} ({frame.f_code.co_filename}:{frame.f_lineno})" for frame in frames]
        log.error(HELD, awaited=what[:300], at=at)


def _frames(work: object) -> Iterator[FrameType]:
    """Where a suspended coroutine stands, as far as that shows from outside."""
    while work is not None:
        frame = getattr(work, "cr_frame", None) or getattr(work, "gi_frame", None)
        if isinstance(frame, FrameType):
            yield frame
        inner = getattr(work, "cr_await", None) or getattr(work, "gi_yieldfrom", None)
        work = work._work if isinstance(work, Watched) else inner


def create() -> Callable:
    """The application, every loan of which is watched."""
    start = app.ApiProcess.start

    async def watched_start(self: app.ApiProcess) -> None:
        install()
        await start(self)

    app.ApiProcess.start = watched_start
    return app.create()


def work() -> int:
    """A command of the worker, every loan of which is watched."""
    run = worker.run

    @functools.wraps(run)
    async def watched_run(*args: Any) -> None:
        install()
        await run(*args)

    worker.run = watched_run
    return cli.main()
