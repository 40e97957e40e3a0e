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

from fulfilment.cli.errors import CommandError
from fulfilment.cli.parent_watch import PARENT_VARIABLE
from fulfilment.cli.watchdog import CHECK_INTERVAL_SECONDS, Watchdog
from fulfilment.infra.process import heartbeat_pipe, privileges, shutdown_state
from fulfilment.infra.process.shared_memory import Shared

FIRST_DELAY_SECONDS = 1.0
MAX_DELAY_SECONDS = 30.0
# Whoever ran this long was well, and its next end is a new story.
HEALTHY_AFTER_SECONDS = 60.0
STOP_TIMEOUT_SECONDS = 8.0

_STANDARD_ERROR = 2
_PULSE_POLL_SECONDS = 0.1

_log = structlog.get_logger(__name__)


async def _nothing() -> None:
    return


class Child(msgspec.Struct, frozen=True):
    """A program to keep running; `on_started` is awaited after each of its starts.

    It is told to stop when those of a lower `shutdown_order` have ended, and may take `shutdown_timeout_seconds` for
    that; None means STOP_TIMEOUT_SECONDS. Where it has memory in common with us (`shared`), it serves on for
    `shutdown_drain_seconds` before. One that ends again and again is left alone for longer each time,
    `longest_delay_seconds` at the most. Without `has_secrets` its environment has none of our keys and passwords.
    """

    name: str
    command: Sequence[str]
    on_started: Callable[[], Awaitable[None]] = _nothing
    shutdown_order: int = 0
    shutdown_timeout_seconds: float | None = None
    shared: Shared | None = None
    shutdown_drain_seconds: float = 0.0
    longest_delay_seconds: float = MAX_DELAY_SECONDS
    has_secrets: bool = True

    @property
    def stops_within_seconds(self) -> float:
        """From when it is told that the end begins."""
        return self.shutdown_drain_seconds + self.ends_within_seconds

    @property
    def ends_within_seconds(self) -> float:
        """From when it is told to stop."""
        return STOP_TIMEOUT_SECONDS if self.shutdown_timeout_seconds is None else self.shutdown_timeout_seconds


class Supervisor:
    """An asynchronous context: inside it the children run, after it none does.

    `start_failure` is done as soon as one of them ends before `mark_ready` was called, unless it has had a pulse: then
    the start itself is at fault, and trying again would only repeat it. A child that has a pulse is ended, and so
    started again, when it stands still for `event_loop_timeout_seconds`; 0: never.
    """

    def __init__(
        self, children: Sequence[Child], environment: Mapping[str, str], event_loop_timeout_seconds: float = 0.0
    ) -> None:
        self._children = children
        self._watchdog = Watchdog(event_loop_timeout_seconds, self._name_of)
        self._environment = {
            **environment,
            PARENT_VARIABLE: str(os.getpid()),
            heartbeat_pipe.VARIABLE: self._watchdog.line.as_text(),
        }
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._is_ready = False
        self.start_failure: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def mark_ready(self) -> None:
        """From now on a child that ends is started again."""
        self._is_ready = True

    @property
    def has_heartbeat(self) -> bool:
        """Whether a child has said that it serves."""
        return self._watchdog.has_any_heartbeat

    @property
    def running(self) -> list[str]:
        """The names of the children that run now."""
        return list(self._processes)

    def kill(self) -> None:
        """End every child this moment."""
        for process in self._processes.values():
            _signal_group(process, signal.SIGKILL)

    async def __aenter__(self) -> "Supervisor":
        self._watchdog.start()
        self._tasks = [asyncio.create_task(self._keep_running(child)) for child in self._children]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        for keeper in self._tasks:
            keeper.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        remaining = [child for child in self._children if child.name in self._processes]
        groups = [list(turn) for _, turn in groupby(sorted(remaining, key=_shutdown_order_of), _shutdown_order_of)]
        seconds = sum(max(child.stops_within_seconds for child in turn) for turn in groups)
        _log.info("stopping", waiting_for=[child.name for child in remaining], seconds_at_most=seconds)
        for turn in groups:
            await self._drain(turn)
            await self._stop(turn)
        self.kill()
        # Until here it ends whoever stands still instead of ending.
        await asyncio.to_thread(self._watchdog.stop)

    async def _drain(self, children: Sequence[Child]) -> None:
        """Have these be ready for no more while they serve on; then they accept no more."""
        serving = [child for child in children if child.shared is not None]
        if not serving or self.start_failure.done():
            return
        shutdown_state.start_draining()
        ends = [asyncio.create_task(self._processes[child.name].wait()) for child in serving]
        _, lasting = await asyncio.wait(ends, timeout=max(child.shutdown_drain_seconds for child in serving))
        for end in lasting:
            end.cancel()
        shutdown_state.stop_accepting()

    async def _stop(self, children: Sequence[Child]) -> None:
        """Have these end together; by force those that do not."""
        processes = {child.name: self._processes[child.name] for child in children}
        for process in processes.values():
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        waits = {name: asyncio.create_task(process.wait()) for name, process in processes.items()}
        await asyncio.wait(waits.values(), timeout=max(child.ends_within_seconds for child in children))
        if unfinished := [name for name, wait in waits.items() if not wait.done()]:
            _log.warning("processes_killed", processes=unfinished)
        for process in processes.values():
            _signal_group(process, signal.SIGKILL)
        await asyncio.gather(*waits.values())

    async def _keep_running(self, child: Child) -> None:
        delay = FIRST_DELAY_SECONDS
        while True:
            began = time.monotonic()
            pid, code = await self._run(child)
            if not (self._is_ready or await self._is_ready_or_has_served(pid)):
                self._fail(child)
                return
            if time.monotonic() - began > HEALTHY_AFTER_SECONDS:
                delay = FIRST_DELAY_SECONDS
            _log.error("process_ended", process=child.name, how=_exit_reason(code), starting_again_in_seconds=delay)
            await asyncio.sleep(delay)
            delay = min(delay * 2, child.longest_delay_seconds)

    async def _is_ready_or_has_served(self, pid: int) -> bool:
        """Whether it is not the start that failed: the process had come so far, or all have since."""
        await asyncio.sleep(2 * CHECK_INTERVAL_SECONDS)
        return self._is_ready or self._watchdog.has_heartbeat_of(pid)

    async def _run(self, child: Child) -> tuple[int, int]:
        """Which process it was, and how it ended."""
        shared = child.shared
        environment = self._environment if child.has_secrets else privileges.without_secrets(self._environment)
        process = await asyncio.create_subprocess_exec(
            *child.command,
            stdin=asyncio.subprocess.DEVNULL,
            # Standard output is for the banner, so that a script can read it.
            stdout=_STANDARD_ERROR,
            env=environment | (shared.environment if shared else {}),
            pass_fds=(*self._watchdog.line.ends, *([shared.descriptor] if shared else ())),
            # Ctrl-C reaches us alone, and we end the children in good order. Those that serve together stay in one
            # session, since the kernel shares the processors between sessions first.
            process_group=0 if shared else None,
            start_new_session=shared is None,
        )
        self._processes[child.name] = process
        hook = asyncio.create_task(_run_start_hook(child))
        try:
            code = await process.wait()
        finally:
            hook.cancel()
        # It may have left children of its own, which hold the port.
        _signal_group(process, signal.SIGKILL)
        del self._processes[child.name]
        return process.pid, code

    def _name_of(self, pid: int) -> str:
        return next((name for name, process in list(self._processes.items()) if process.pid == pid), "unknown")

    def _fail(self, child: Child) -> None:
        if not self.start_failure.done():
            self.start_failure.set_result(child.name)


async def _run_start_hook(child: Child) -> None:
    """What follows a start may fail, but never takes its child along."""
    try:
        await child.on_started()
    except Exception as problem:
        _log.warning("start_hook_failed", process=child.name, problem=f"{type(problem).__name__}: {problem}")


async def run_supervised(children: Sequence[Child], event_loop_timeout_seconds: float, noun: str) -> None:
    """Keep these running until SIGTERM, SIGINT or SIGHUP. Raises CommandError where `noun` they are did not start."""
    stopping = asyncio.Event()
    async with Supervisor(children, os.environ, event_loop_timeout_seconds) as supervisor:
        stop_on_signals(stopping, supervisor, signal.SIGHUP)
        while not (supervisor.has_heartbeat or stopping.is_set() or supervisor.start_failure.done()):  # noqa: ASYNC110 - a thread sees it
            await asyncio.sleep(_PULSE_POLL_SECONDS)
        if supervisor.start_failure.done():
            raise CommandError(f"The {noun} did not start; the lines above say why.")
        supervisor.mark_ready()
        await stopping.wait()


def _shutdown_order_of(child: Child) -> int:
    return child.shutdown_order


def stop_on_signals(stopping: asyncio.Event, supervisor: Supervisor, *extra: signal.Signals) -> None:
    """The first SIGINT or SIGTERM, or one of these, asks to stop, the second insists."""

    def handle_signal() -> None:
        if stopping.is_set():
            supervisor.kill()
        stopping.set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, *extra):
        loop.add_signal_handler(number, handle_signal)


def _signal_group(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _exit_reason(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
