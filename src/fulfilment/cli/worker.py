"""`fulfilment worker`: the background loops, until told to stop. It checks the schema and never changes it.

The loops run in a process of their own, which is watched: under `serve` by that, else by the process of the command.
"""

import asyncio
import contextlib
import gc
import signal
import sys
from argparse import Namespace
from collections.abc import Sequence

from fulfilment.cli import database, parent_watch, preflight
from fulfilment.cli.helper_process import HelperProcess
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.metrics import listener
from fulfilment.infra.process import heartbeat_pipe
from fulfilment.settings import Settings

COMMAND = (sys.executable, "-m", "fulfilment.cli", "worker")
# What is stored, given back and closed once nothing is under way any more.
SLACK_SECONDS = 15.0


def run(settings: Settings, _options: Namespace) -> int:
    is_watched = parent_watch.watch_supervisor()
    logs.configure(settings, "worker")
    with database.run_database(settings) as configured:
        with HelperProcess() as helper:
            helper.call("fulfilment.cli.startup_checks:require_ready", configured)
        with listener.serve(configured):
            if is_watched or not configured.event_loop_timeout_seconds:
                run_loops(configured)
            else:
                asyncio.run(run_supervised_worker(configured, COMMAND))
    return 0


def run_loops(settings: Settings) -> None:
    """Run the loops in this process until SIGTERM or SIGINT. Raises CommandError where it cannot be probed."""
    # Whoever asks how long a worker takes to end does without it.
    import uvloop

    preflight.require_probes(settings)
    heartbeat_pipe.connect(heartbeat_pipe.Line.from_environment())
    uvloop.run(_until_stopped(settings))


def shutdown_timeout_seconds(settings: Settings) -> float:
    """What a worker may take to end, at the most."""
    return settings.stops_within_seconds + SLACK_SECONDS


async def run_supervised_worker(settings: Settings, command: Sequence[str]) -> None:
    """Run `command`, which works, in a process that is watched, until SIGTERM or SIGINT. Raises CommandError."""
    # The process that works does without it.
    from fulfilment.cli.supervisor import Child, run_supervised

    await run_supervised(
        [Child("worker", command, shutdown_timeout_seconds=shutdown_timeout_seconds(settings))],
        settings.event_loop_timeout_seconds,
        "worker",
    )


async def _until_stopped(settings: Settings) -> None:
    from fulfilment import worker

    # Modules live as long as the process; no collection needs to look at them.
    gc.collect()
    gc.freeze()
    working = asyncio.ensure_future(worker.run(settings))
    loop = asyncio.get_running_loop()

    def handle_signal() -> None:
        """The first signal asks to stop, the second insists."""
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)
        working.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, handle_signal)
    with contextlib.suppress(asyncio.CancelledError):
        await working
