"""`fulfilment serve`: the database, the API, the worker and in development the simulators, until Ctrl-C."""

import asyncio
import contextlib
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from fulfilment import logs
from fulfilment.cli import api, asking, database, mode, preflight, worker
from fulfilment.cli.apart import Apart
from fulfilment.cli.refusal import Refusal
from fulfilment.cli.supervisor import Child, Supervisor, stop_when_asked
from fulfilment.metrics import port
from fulfilment.settings import Settings
from fulfilment.simulation.loopback import is_loopback

if TYPE_CHECKING:
    import asyncpg

READY_TIMEOUT_SECONDS = 60.0
POLL_SECONDS = 0.02
GREETING_POLL_SECONDS = 1.0
_LAST_GOOD_STATUS = 299
BACK_CHANNEL_PATH = "/console/back-channel-logout"
PAYMENT_EVENTS_PATH = "/api/v1/inbound/payments"
# What is done once, before and after the start, by a process that then ends.
_SOUNDNESS = "fulfilment.cli.soundness"


def run(settings: Settings, _options: Namespace) -> int:
    """Start everything, stay until SIGINT or SIGTERM, stop everything; 0 where that went well."""
    logs.configure(settings, "serve")
    preflight.check(settings)
    with Apart(_SOUNDNESS) as apart:
        apart.call(f"{_SOUNDNESS}:require_keys", settings)
        with database.kept(settings, partial(apart.call, f"{_SOUNDNESS}:ensure_database")) as opened:
            apart.call(f"{_SOUNDNESS}:prepare", opened)
            mode.remember(settings)
            with port.kept_open(opened):
                return asyncio.run(keep_running(opened, children_of(opened), apart))


def children_of(settings: Settings) -> list[Child]:
    """The processes that make up the service, and after whom each is stopped."""
    children = [
        *api.processes(settings),
        # What requests leave to it is done, as far as it is under way by then.
        Child("worker", _command("worker"), stop_turn=1, stop_seconds=worker.stop_seconds(settings)),
    ]
    if preflight.uses_simulator(settings):

        async def started() -> None:
            await _introduce(settings)

        children.append(Child("simulator", _command("simulator"), started, stop_turn=2))
    if settings.simulates_identity:

        async def peopled() -> None:
            receiver = _own_address(settings) + BACK_CHANNEL_PATH
            # Where the API listens elsewhere, the simulator leads nobody there, and tells it nothing.
            if is_loopback(receiver):
                await _tell(f"{settings.identity_url}/_control/logout-receivers", {"uri": receiver})
            await _tell(f"{settings.identity_url}/_control/workspaces", {"first": await _oldest_workspace(settings)})

        children.append(Child("identity", _command("identity"), peopled, stop_turn=2))
    if settings.simulates_payments:

        async def listened_to() -> None:
            address = f"{settings.payments_simulator_url}/_control/webhook"
            await _tell(address, {"url": _own_address(settings) + PAYMENT_EVENTS_PATH})

        children.append(Child("payments", _command("payments"), listened_to, stop_turn=2))
    return children


async def keep_running(settings: Settings, children: Sequence[Child], apart: Apart) -> int:
    """Run the children until a signal asks to stop; when they serve, `apart` says so. Returns the exit code."""
    stopping = asyncio.Event()
    async with Supervisor(children, os.environ, settings.watchdog_seconds) as family:
        stop_when_asked(stopping, family, signal.SIGHUP)
        ready = await _first_of(_until_healthy(settings), stopping.wait(), _failure(family))
        if ready:
            family.settled()
            await _greet(settings, apart, stopping)
        await stopping.wait()
    return 0


async def _greet(settings: Settings, apart: Apart, stopping: asyncio.Event) -> None:
    """Say how to get in. Who serves already does not end because the database is away just now."""
    while not stopping.is_set():
        said = await asyncio.to_thread(apart.call, f"{_SOUNDNESS}:greet", settings)
        if said is not None:
            print(said, end="", flush=True)
            await asyncio.to_thread(apart.dismiss)
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), GREETING_POLL_SECONDS)


def _command(name: str) -> list[str]:
    return [sys.executable, "-m", "fulfilment.cli", name]


async def _first_of(*waits) -> bool:
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


async def _failure(family: Supervisor) -> None:
    name = await family.failed
    raise Refusal(f"The {name} did not start; the lines above say why.")


async def _until_healthy(settings: Settings) -> None:
    """Return when the API answers for itself. Raises Refusal where it takes too long."""
    address = _own_address(settings) + "/api/v1/health"
    deadline = asyncio.get_running_loop().time() + READY_TIMEOUT_SECONDS
    while asyncio.get_running_loop().time() < deadline:
        with contextlib.suppress(OSError):
            if await asking.status(address) <= _LAST_GOOD_STATUS:
                return
        await asyncio.sleep(POLL_SECONDS)
    raise Refusal(f"The API did not answer {address} within {READY_TIMEOUT_SECONDS:g} s.")


def _own_address(settings: Settings) -> str:
    """Where we reach the API ourselves, which is not where the world does."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


async def _introduce(settings: Settings) -> None:
    """Tell the simulator where its reports go, as an operator tells the real aggregator on its web page."""
    from fulfilment.shipments.reports import platform_report_url

    await _tell(f"{settings.simulator_url}/_control/webhook", {"url": platform_report_url(settings)})


async def _oldest_workspace(settings: Settings) -> str:
    """The installation's first workspace, as soon as there is one."""
    from fulfilment.accounts import opening
    from fulfilment.cli import credential

    async def look(db: "asyncpg.Connection") -> str:
        while True:
            found = await opening.oldest(db)
            if found is not None:
                return found
            await asyncio.sleep(POLL_SECONDS)

    return await credential.on_connection(settings.direct_url, look)


async def _tell(address: str, body: dict[str, str]) -> None:
    """Post to a simulator that may be on its way up still."""
    deadline = asyncio.get_running_loop().time() + READY_TIMEOUT_SECONDS
    while True:
        try:
            status = await asking.status(address, body)
        except OSError:
            if asyncio.get_running_loop().time() > deadline:
                raise
            await asyncio.sleep(POLL_SECONDS)
        else:
            if status > _LAST_GOOD_STATUS:
                raise Refusal(f"{address} answered {status}.")
            return
