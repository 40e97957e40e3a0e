"""`fulfilment serve`: runs the database, the API, the worker and in development the simulators, until Ctrl-C.

It is the process supervisor of development: a process that ends is restarted after a second. In production, systemd or
Kubernetes do that.
"""

import asyncio
import contextlib
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec
import structlog

from fulfilment.cli import (
    api,
    database,
    http_probe,
    mode,
    parent_watch,
    preflight,
    simulate,
    simulator_setup,
    startup_checks,
    worker,
)
from fulfilment.cli.errors import CommandError
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.metrics import listener
from fulfilment.infra.process import forbid_new_privileges, without_secrets
from fulfilment.settings import Settings

GREETING_POLL_SECONDS = 1.0
RESTART_DELAY_SECONDS = 1.0
SIMULATOR_STOP_SECONDS = 8.0

_log = structlog.get_logger(__name__)


class Child(msgspec.Struct, frozen=True):
    """A supervised process that runs one command of `fulfilment`. `on_started` is awaited after each start.

    `health` is its health-check URL, and `stops_within_seconds` its time to end. Without `has_secrets`, its environment
    has no keys and passwords of the service.
    """

    name: str
    arguments: tuple[str, ...]
    stops_within_seconds: float
    health: str | None = None
    on_started: Callable[[], Awaitable[None]] | None = None
    has_secrets: bool = True


def run(settings: Settings, _options: Namespace) -> int:
    """Start all processes, run until SIGINT or SIGTERM, and stop them; exit code 0."""
    logs.configure(settings, "serve")
    # All processes of the service are started here, and inherit this.
    forbid_new_privileges()
    requested, settings = settings, preflight.check(settings)
    os.environ.update(mode.simulator_environment(settings))
    startup_checks.require_keys(settings)
    with database.run_database(settings) as opened:
        startup_checks.prepare(opened)
        mode.store_mode(settings, requested)
        with listener.serve(opened):
            asyncio.run(_Runner(opened).run())
    return 0


def build_children(settings: Settings) -> list[Child]:
    """The processes that make up the service, in the order in which they are stopped."""
    api_seconds = settings.drains_seconds + api.shutdown_timeout_seconds(settings)
    children = [
        Child("api", ("api",), api_seconds, simulator_setup.own_address(settings) + "/api/v1/health"),
        # The worker stops after the API, so that it can still run work that the last requests have enqueued.
        Child("worker", ("worker",), worker.shutdown_timeout_seconds(settings)),
    ]
    simulators = (
        ("couriers", preflight.uses_simulator(settings), settings.aggregator_simulator_url),
        ("identity", settings.simulates_identity, settings.identity_simulator_url),
        ("payments", settings.simulates_payments, settings.payment_simulator_url),
    )
    for name, is_used, url in simulators:
        if is_used:
            child = Child(simulate.process_name(name), ("simulate", name), SIMULATOR_STOP_SECONDS, has_secrets=False)
            configure = partial(simulator_setup.CONFIGURE[name], settings)
            children.append(msgspec.structs.replace(child, health=url + "/_control/health", on_started=configure))
    return children


class _Runner:
    """Supervisor of the processes: starts them, restarts them, and stops them one after another."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._environment = {**os.environ, parent_watch.PARENT_VARIABLE: str(os.getpid())}
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._is_ready = False
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Run the children until a signal. Raises CommandError if a child does not start."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self._handle_signal)
        children = build_children(self._settings)
        keepers = [asyncio.create_task(self._keep_running(child)) for child in children]
        greeting, stop = asyncio.create_task(self._greet(children)), asyncio.create_task(self._stopping.wait())
        try:
            waits: set[asyncio.Task] = {stop, greeting, *keepers}
            while not stop.done():
                done, waits = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
        finally:
            for task in (greeting, stop, *keepers):
                task.cancel()
            await asyncio.gather(greeting, stop, *keepers, return_exceptions=True)
            await self._stop(children)

    def _handle_signal(self) -> None:
        """The first signal stops gracefully; a second signal kills the processes."""
        for process in self._processes.values() if self._stopping.is_set() else ():
            _signal_group(process, signal.SIGKILL)
        self._stopping.set()

    async def _greet(self, children: Sequence[Child]) -> None:
        """Print the banner when all processes answer. While the database is unreachable, try again."""
        for address in filter(None, (child.health for child in children)):
            await http_probe.wait_until_answering(address)
        self._is_ready = True
        text, is_terminal = None, sys.stdout.isatty()
        while text is None:
            text = await asyncio.to_thread(startup_checks.build_greeting, self._settings, is_terminal)
            await asyncio.sleep(GREETING_POLL_SECONDS if text is None else 0)
        print(text, end="", flush=True)

    async def _keep_running(self, child: Child) -> None:
        while True:
            code = await self._run(child)
            if not self._is_ready:
                # A restart would only repeat the failure.
                raise CommandError(f"The {child.name} did not start; the lines above say why.")
            how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            _log.error("process_ended", process=child.name, how=how, starting_again_in_seconds=RESTART_DELAY_SECONDS)
            await asyncio.sleep(RESTART_DELAY_SECONDS)

    async def _run(self, child: Child) -> int:
        """Start the process and wait for its end; its exit code."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "fulfilment.cli", *child.arguments),
            stdin=asyncio.subprocess.DEVNULL,
            # Standard output is reserved for the banner, so that a script can read it.
            stdout=sys.stderr,
            env=self._environment if child.has_secrets else without_secrets(self._environment),
            # Ctrl-C reaches only this process, which stops the children in order.
            start_new_session=True,
        )
        self._processes[child.name] = process
        hook = asyncio.create_task(_run_start_hook(child))
        try:
            code = await process.wait()
        finally:
            hook.cancel()
        # Kill the processes that the child may have left behind.
        _signal_group(process, signal.SIGKILL)
        del self._processes[child.name]
        return code

    async def _stop(self, children: Sequence[Child]) -> None:
        remaining = [child for child in children if child.name in self._processes]
        seconds = sum(child.stops_within_seconds for child in remaining)
        _log.info("stopping", waiting_for=[child.name for child in remaining], seconds_at_most=seconds)
        for child in remaining:
            process = self._processes[child.name]
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), child.stops_within_seconds)
            except TimeoutError:
                _log.warning("process_killed", process=child.name)
            _signal_group(process, signal.SIGKILL)
            await process.wait()


async def _run_start_hook(child: Child) -> None:
    """Run the child's start hook. An error is logged, and does not end the child."""
    try:
        if child.on_started is not None:
            await child.on_started()
    except Exception as problem:
        _log.warning("start_hook_failed", process=child.name, problem=f"{type(problem).__name__}: {problem}")


def _signal_group(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
