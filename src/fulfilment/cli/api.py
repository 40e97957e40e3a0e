"""`fulfilment api`: one process per core serves, each with an application of its own, and is kept running.

Each is this command again, as `serve` starts it too: one that a supervisor started serves by itself.
"""

import asyncio
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fulfilment.cli import database, parent_watch, preflight
from fulfilment.cli.helper_process import HelperProcess
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.metrics import listener
from fulfilment.infra.process import shutdown_state
from fulfilment.infra.process.shared_memory import Shared
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.cli.supervisor import Child

COMMAND = (sys.executable, "-m", "fulfilment.cli", "api")
FACTORY = "fulfilment.app:create"
# A request that ends whoever serves it comes back, to one process after another: left alone for longer each time, soon
# none of them would serve.
LONGEST_DELAY_SECONDS = 1.0
# What its processes close once nothing is under way any more.
SLACK_SECONDS = 8.0


def run(settings: Settings, _options: Namespace) -> int:
    """Serve until SIGTERM or SIGINT; then drain, and finish what is under way. A second signal does not wait."""
    logs.configure(settings, "api")
    if parent_watch.has_supervisor():
        serve(settings, FACTORY, COMMAND)
        return 0
    preflight.require_port(settings)
    with database.run_database(settings) as configured:
        with HelperProcess() as helper:
            helper.call("fulfilment.cli.startup_checks:require_ready", configured)
        with listener.serve(configured):
            serve(configured, FACTORY, COMMAND)
    return 0


def serve(settings: Settings, factory: str, command: Sequence[str]) -> None:
    """Serve the ASGI application that `factory` ("module:function") makes in each process. Raises CommandError.

    `command` runs such a process, and has to call this again there.
    """
    # Each loads what the other does without.
    if parent_watch.watch_supervisor():
        from fulfilment.cli import serving

        serving.run(settings, factory)
    else:
        from fulfilment.cli import supervisor

        asyncio.run(
            supervisor.run_supervised(build_processes(settings, command), settings.event_loop_timeout_seconds, "API")
        )


def build_processes(settings: Settings, command: Sequence[str] = COMMAND) -> list["Child"]:
    """The processes that serve, for their supervisor, which from now on is who tells them that the end begins."""
    # Whoever serves does without it.
    from fulfilment.cli.supervisor import Child

    shared = Shared.made()
    shutdown_state.connect(shared.line)
    return [
        Child(
            f"api {number}",
            command,
            shutdown_timeout_seconds=settings.stops_within_seconds + SLACK_SECONDS,
            shared=shared,
            shutdown_drain_seconds=settings.drains_seconds,
            longest_delay_seconds=LONGEST_DELAY_SECONDS,
        )
        for number in range(1, settings.processes + 1)
    ]
