"""`fulfilment serve`: the database, the API, the worker and in development the simulators, until Ctrl-C."""

import asyncio
import contextlib
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from fulfilment.cli import api, database, http_probe, mode, preflight, simulate, worker
from fulfilment.cli.errors import CommandError
from fulfilment.cli.helper_process import HelperProcess
from fulfilment.cli.supervisor import Child, Supervisor, stop_on_signals
from fulfilment.infra.loopback import is_loopback
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.metrics import listener
from fulfilment.infra.process import privileges
from fulfilment.settings import Settings

if TYPE_CHECKING:
    import asyncpg

READY_TIMEOUT_SECONDS = 60.0
POLL_SECONDS = 0.02
GREETING_POLL_SECONDS = 1.0
_LAST_GOOD_STATUS = 299
BACK_CHANNEL_PATH = "/console/back-channel-logout"
PAYMENT_EVENTS_PATH = "/api/v1/inbound/payments"
# The identity simulator offers no more workspaces than these, beside the first.
_MAX_WORKSPACES = 30
# What is done once, before and after the start, by a process that then ends.
_STARTUP_CHECKS = "fulfilment.cli.startup_checks"


def run(settings: Settings, _options: Namespace) -> int:
    """Start everything, stay until SIGINT or SIGTERM, stop everything; 0 where that went well."""
    logs.configure(settings, "serve")
    # Every process of the service is started from here.
    privileges.forbid_new()
    requested, settings = settings, preflight.check(settings)
    os.environ.update(mode.simulator_environment(settings))
    with HelperProcess(_STARTUP_CHECKS) as helper:
        helper.call(f"{_STARTUP_CHECKS}:require_keys", settings)
        with database.run_database(settings, partial(helper.call, f"{_STARTUP_CHECKS}:ensure_database")) as opened:
            helper.call(f"{_STARTUP_CHECKS}:prepare", opened)
            mode.store_mode(settings, requested)
            with listener.serve(opened):
                return asyncio.run(keep_running(opened, build_children(opened), helper))


def build_children(settings: Settings) -> list[Child]:
    """The processes that make up the service, and after whom each is stopped."""
    children = [
        *api.build_processes(settings),
        # What requests leave to it is done, as far as it is under way by then.
        Child(
            "worker",
            _command("worker"),
            shutdown_order=1,
            shutdown_timeout_seconds=worker.shutdown_timeout_seconds(settings),
        ),
    ]
    if preflight.uses_simulator(settings):

        async def configure_couriers() -> None:
            await _register_webhook_url(settings)

        children.append(_build_simulator("couriers", configure_couriers))
    if settings.simulates_identity:

        async def configure_identity() -> None:
            receiver = _own_address(settings) + BACK_CHANNEL_PATH
            # Where the API listens elsewhere, the simulator leads nobody there, and tells it nothing.
            if is_loopback(receiver):
                await _post_control(f"{settings.identity_simulator_url}/_control/logout-receivers", {"uri": receiver})
            first, *others = await _list_workspaces(settings)
            await _post_control(f"{settings.identity_simulator_url}/_control/workspaces", {"first": first})
            for other in others:
                await _post_control(
                    f"{settings.identity_simulator_url}/_control/workspaces/opened", {"accountId": other}
                )

        children.append(_build_simulator("identity", configure_identity))
    if settings.simulates_payments:

        async def configure_payments() -> None:
            address = f"{settings.payment_simulator_url}/_control/webhook"
            await _post_control(address, {"url": _own_address(settings) + PAYMENT_EVENTS_PATH})

        children.append(_build_simulator("payments", configure_payments))
    return children


async def keep_running(settings: Settings, children: Sequence[Child], helper: HelperProcess) -> int:
    """Run the children until a signal asks to stop; when they serve, `helper` says so. Returns the exit code."""
    stopping = asyncio.Event()
    async with Supervisor(children, os.environ, settings.event_loop_timeout_seconds) as supervisor:
        stop_on_signals(stopping, supervisor, signal.SIGHUP)
        ready = await _first_of(_until_healthy(settings), stopping.wait(), _raise_start_failure(supervisor))
        if ready:
            supervisor.mark_ready()
            await _print_greeting(settings, helper, stopping)
        await stopping.wait()
    return 0


async def _print_greeting(settings: Settings, helper: HelperProcess, stopping: asyncio.Event) -> None:
    """Say how to get in. Who serves already does not end because the database is away just now."""
    while not stopping.is_set():
        greeting = await asyncio.to_thread(
            helper.call, f"{_STARTUP_CHECKS}:build_greeting", settings, sys.stdout.isatty()
        )
        if greeting is not None:
            print(greeting, end="", flush=True)
            await asyncio.to_thread(helper.stop)
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), GREETING_POLL_SECONDS)


def _command(*names: str) -> list[str]:
    return [sys.executable, "-m", "fulfilment.cli", *names]


def _build_simulator(name: str, on_started: Callable[[], Awaitable[None]]) -> Child:
    """A simulator's process, which has no use for secrets; `on_started` tells it where the service is."""
    command = _command("simulate", name)
    return Child(simulate.process_name(name), command, on_started, shutdown_order=2, has_secrets=False)


async def _first_of(*waits: Awaitable[object]) -> bool:
    """Whether the first of them came true first. What it, or another one, raised goes on."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        return tasks[0] in done
    finally:
        for task in tasks:
            task.cancel()


async def _raise_start_failure(supervisor: Supervisor) -> None:
    name = await supervisor.start_failure
    raise CommandError(f"The {name} did not start; the lines above say why.")


async def _until_healthy(settings: Settings) -> None:
    """Return when the API and the simulators answer. Raises CommandError where one of them takes too long."""
    simulators = {
        settings.aggregator_simulator_url: preflight.uses_simulator(settings),
        settings.identity_simulator_url: settings.simulates_identity,
        settings.payment_simulator_url: settings.simulates_payments,
    }
    health = [f"{url}/_control/health" for url, is_used in simulators.items() if is_used]
    deadline = asyncio.get_running_loop().time() + READY_TIMEOUT_SECONDS
    for address in (_own_address(settings) + "/api/v1/health", *health):
        while not await _answers(address):
            if asyncio.get_running_loop().time() > deadline:
                raise CommandError(f"Nothing answered at {address} within {READY_TIMEOUT_SECONDS:g} s.")
            await asyncio.sleep(POLL_SECONDS)


async def _answers(address: str) -> bool:
    try:
        return await http_probe.request_status(address) <= _LAST_GOOD_STATUS
    except OSError:
        return False


def _own_address(settings: Settings) -> str:
    """Where we reach the API ourselves, which is not where the world does."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


async def _register_webhook_url(settings: Settings) -> None:
    """Tell the simulator where its reports go, as an operator tells the real aggregator on its web page."""
    from fulfilment.shipments.courier_status.inbound import get_platform_webhook_url

    await _post_control(
        f"{settings.aggregator_simulator_url}/_control/webhook", {"url": get_platform_webhook_url(settings)}
    )


async def _list_workspaces(settings: Settings) -> list[str]:
    """The installation's first workspace, as soon as there is one, and the newest that the operator opened since."""
    from fulfilment.cli import credential
    from fulfilment.workspaces import administration

    async def find_workspaces(db: "asyncpg.Connection") -> list[str]:
        while True:
            found = await administration.find_first(db)
            if found is not None:
                return [found, *await administration.list_newest_others(db, found, _MAX_WORKSPACES)]
            await asyncio.sleep(POLL_SECONDS)

    return await credential.on_connection(settings.direct_url, find_workspaces)


async def _post_control(address: str, body: dict[str, str]) -> None:
    """Post to a simulator that may be on its way up still."""
    deadline = asyncio.get_running_loop().time() + READY_TIMEOUT_SECONDS
    while True:
        try:
            status = await http_probe.request_status(address, body)
        except OSError:
            if asyncio.get_running_loop().time() > deadline:
                raise
            await asyncio.sleep(POLL_SECONDS)
        else:
            if status > _LAST_GOOD_STATUS:
                raise CommandError(f"{address} answered {status}.")
            return
