"""Keeps a family of processes running: starts them, starts them again when they end, and stops them together."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import groupby
from types import TracebackType

import msgspec
import structlog

from fulfilment import draining, pulse
from fulfilment.cli.lifeline import PARENT_VARIABLE
from fulfilment.cli.refusal import Refusal
from fulfilment.cli.watchdog import LOOK_SECONDS, Watchdog
from fulfilment.shared import Shared

FIRST_DELAY_SECONDS = 1.0
LONGEST_DELAY_SECONDS = 30.0
# Whoever ran this long was well, and its next end is a new story.
WELL_AFTER_SECONDS = 60.0
STOP_TIMEOUT_SECONDS = 8.0

_STANDARD_ERROR = 2
_PULSE_POLL_SECONDS = 0.1

_log = structlog.get_logger(__name__)


async def _nothing() -> None:
    return


class Child(msgspec.Struct, frozen=True):
    """A program to keep running; `started` is awaited after each of its starts.

    It is told to stop when those of a lower `stop_turn` have ended, and may take `stop_seconds` for that; None means
    STOP_TIMEOUT_SECONDS. Where it has memory in common with us (`shared`), it serves on for `drain_seconds` before. One
    that ends again and again is left alone for longer each time, `longest_delay_seconds` at the most.
    """

    name: str
    command: Sequence[str]
    started: Callable[[], Awaitable[None]] = _nothing
    stop_turn: int = 0
    stop_seconds: float | None = None
    shared: Shared | None = None
    drain_seconds: float = 0.0
    longest_delay_seconds: float = LONGEST_DELAY_SECONDS

    @property
    def stops_within_seconds(self) -> float:
        """From when it is told that the end begins."""
        return self.drain_seconds + self.ends_within_seconds

    @property
    def ends_within_seconds(self) -> float:
        """From when it is told to stop."""
        return STOP_TIMEOUT_SECONDS if self.stop_seconds is None else self.stop_seconds


class Supervisor:
    """An asynchronous context: inside it the children run, after it none does.

    `failed` is done as soon as one of them ends before `settled` was called, unless it has had a pulse: then the start
    itself is at fault, and trying again would only repeat it. A child that has a pulse is ended, and so started again,
    when it stands still for `watchdog_seconds`; 0: never.
    """

    def __init__(self, children: Sequence[Child], environment: Mapping[str, str], watchdog_seconds: float = 0.0):
        self._children = children
        self._watchdog = Watchdog(watchdog_seconds, self._name_of)
        self._environment = {
            **environment,
            PARENT_VARIABLE: str(os.getpid()),
            pulse.VARIABLE: self._watchdog.line.as_text(),
        }
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._keepers: list[asyncio.Task[None]] = []
        self._has_settled = False
        self.failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def settled(self) -> None:
        """From now on a child that ends is started again."""
        self._has_settled = True

    @property
    def has_pulse(self) -> bool:
        """Whether a child has said that it serves."""
        return self._watchdog.has_heard

    @property
    def running(self) -> list[str]:
        """The names of the children that run now."""
        return list(self._processes)

    def kill(self) -> None:
        """End every child this moment."""
        for process in self._processes.values():
            _signal_group(process, signal.SIGKILL)

    async def __aenter__(self) -> "Supervisor":
        self._watchdog.begin()
        self._keepers = [asyncio.create_task(self._keep(child)) for child in self._children]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        left = [child for child in self._children if child.name in self._processes]
        turns = [list(turn) for _, turn in groupby(sorted(left, key=_turn_of), _turn_of)]
        seconds = sum(max(child.stops_within_seconds for child in turn) for turn in turns)
        _log.info("stopping", waiting_for=[child.name for child in left], seconds_at_most=seconds)
        for turn in turns:
            await self._drain(turn)
            await self._stop(turn)
        self.kill()
        # Until here it ends whoever stands still instead of ending.
        await asyncio.to_thread(self._watchdog.end)

    async def _drain(self, children: Sequence[Child]) -> None:
        """Have these be ready for no more while they serve on; then they accept no more."""
        serving = [child for child in children if child.shared is not None]
        if not serving or self.failed.done():
            return
        draining.begin()
        ends = [asyncio.create_task(self._processes[child.name].wait()) for child in serving]
        _, lasting = await asyncio.wait(ends, timeout=max(child.drain_seconds for child in serving))
        for end in lasting:
            end.cancel()
        draining.close()

    async def _stop(self, children: Sequence[Child]) -> None:
        """Have these end together; by force those that do not."""
        processes = {child.name: self._processes[child.name] for child in children}
        for process in processes.values():
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        waits = {name: asyncio.create_task(process.wait()) for name, process in processes.items()}
        await asyncio.wait(waits.values(), timeout=max(child.ends_within_seconds for child in children))
        if left := [name for name, wait in waits.items() if not wait.done()]:
            _log.warning("stopping by force", processes=left)
        for process in processes.values():
            _signal_group(process, signal.SIGKILL)
        await asyncio.gather(*waits.values())

    async def _keep(self, child: Child) -> None:
        delay = FIRST_DELAY_SECONDS
        while True:
            began = time.monotonic()
            pid, code = await self._run(child)
            if not (self._has_settled or await self._is_settled_or_has_served(pid)):
                self._fail(child)
                return
            if time.monotonic() - began > WELL_AFTER_SECONDS:
                delay = FIRST_DELAY_SECONDS
            _log.error("process ended", process=child.name, how=_how(code), starting_again_in_seconds=delay)
            await asyncio.sleep(delay)
            delay = min(delay * 2, child.longest_delay_seconds)

    async def _is_settled_or_has_served(self, pid: int) -> bool:
        """Whether it is not the start that failed: the process had come so far, or all have since."""
        await asyncio.sleep(2 * LOOK_SECONDS)
        return self._has_settled or self._watchdog.has_heard_of(pid)

    async def _run(self, child: Child) -> tuple[int, int]:
        """Which process it was, and how it ended."""
        shared = child.shared
        process = await asyncio.create_subprocess_exec(
            *child.command,
            stdin=asyncio.subprocess.DEVNULL,
            # Standard output is for the banner, so that a script can read it.
            stdout=_STANDARD_ERROR,
            env=self._environment | (shared.environment if shared else {}),
            pass_fds=(*self._watchdog.line.ends, *([shared.descriptor] if shared else ())),
            # Ctrl-C reaches us alone, and we end the children in good order. Those that serve together stay in one
            # session, since the kernel shares the processors between sessions first.
            process_group=0 if shared else None,
            start_new_session=shared is None,
        )
        self._processes[child.name] = process
        greeting = asyncio.create_task(_greeted(child))
        try:
            code = await process.wait()
        finally:
            greeting.cancel()
        # It may have left children of its own, which hold the port.
        _signal_group(process, signal.SIGKILL)
        del self._processes[child.name]
        return process.pid, code

    def _name_of(self, pid: int) -> str:
        return next((name for name, process in list(self._processes.items()) if process.pid == pid), "unknown")

    def _fail(self, child: Child) -> None:
        if not self.failed.done():
            self.failed.set_result(child.name)


async def _greeted(child: Child) -> None:
    """What follows a start may fail, but never takes its child along."""
    try:
        await child.started()
    except Exception as problem:
        _log.warning("after its start", process=child.name, problem=f"{type(problem).__name__}: {problem}")


async def keep(children: Sequence[Child], watchdog_seconds: float, what: str) -> None:
    """Keep these running until SIGTERM, SIGINT or SIGHUP. Raises Refusal where `what` they are did not start."""
    stopping = asyncio.Event()
    async with Supervisor(children, os.environ, watchdog_seconds) as family:
        stop_when_asked(stopping, family, signal.SIGHUP)
        while not (family.has_pulse or stopping.is_set() or family.failed.done()):  # noqa: ASYNC110 - a thread sees it
            await asyncio.sleep(_PULSE_POLL_SECONDS)
        if family.failed.done():
            raise Refusal(f"The {what} did not start; the lines above say why.")
        family.settled()
        await stopping.wait()


def _turn_of(child: Child) -> int:
    return child.stop_turn


def stop_when_asked(stopping: asyncio.Event, family: Supervisor, *more: signal.Signals) -> None:
    """The first SIGINT or SIGTERM, or one of these, asks to stop, the second insists."""

    def asked() -> None:
        if stopping.is_set():
            family.kill()
        stopping.set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, *more):
        loop.add_signal_handler(number, asked)


def _signal_group(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _how(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
