"""`fulfilment worker`: runs the background loops until a signal. It checks the schema, and never changes it."""

import asyncio
import contextlib
import gc
import signal
from argparse import Namespace

from fulfilment.cli import database, parent_watch, preflight, startup_checks
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.metrics import listener
from fulfilment.settings import Settings

# Time to store results, and to release and close resources, after the last job.
SLACK_SECONDS = 15.0


def run(settings: Settings, _options: Namespace) -> int:
    """Work until SIGTERM or SIGINT. Raises CommandError if the port of the probes is in use."""
    logs.configure(settings, "worker")
    parent_watch.watch_supervisor()
    preflight.require_probes(settings)
    with database.run_database(settings) as configured:
        startup_checks.require_ready(configured)
        with listener.serve(configured):
            run_loops(configured)
    return 0


def shutdown_timeout_seconds(settings: Settings) -> float:
    """The time that a worker may take to end."""
    return settings.stops_within_seconds + SLACK_SECONDS


def run_loops(settings: Settings) -> None:
    """Run the loops until SIGTERM or SIGINT."""
    # `serve` imports this module for `shutdown_timeout_seconds` alone, and needs no uvloop.
    import uvloop

    uvloop.run(_until_stopped(settings))


async def _until_stopped(settings: Settings) -> None:
    from fulfilment import worker

    # Modules live as long as the process, so the garbage collector need not scan them.
    gc.collect()
    gc.freeze()
    working = asyncio.ensure_future(worker.run(settings))
    loop = asyncio.get_running_loop()

    def handle_signal() -> None:
        """The first signal stops gracefully; a second signal ends the process."""
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)
        working.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, handle_signal)
    with contextlib.suppress(asyncio.CancelledError):
        await working
