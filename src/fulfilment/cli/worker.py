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

from fulfilment import logs, pulse
from fulfilment.cli import database, lifeline, preflight
from fulfilment.cli.apart import Apart
from fulfilment.metrics import port
from fulfilment.settings import Settings

COMMAND = (sys.executable, "-m", "fulfilment.cli", "worker")
# What is stored, given back and closed once nothing is under way any more.
SLACK_SECONDS = 15.0


def run(settings: Settings, _options: Namespace) -> int:
    is_watched = lifeline.hold()
    logs.configure(settings, "worker")
    with database.kept(settings) as opened:
        with Apart() as apart:
            apart.call("fulfilment.cli.soundness:require", opened)
        with port.kept_open(opened):
            if is_watched or not opened.watchdog_seconds:
                work(opened)
            else:
                asyncio.run(keep_working(opened, COMMAND))
    return 0


def work(settings: Settings) -> None:
    """Run the loops in this process until SIGTERM or SIGINT. Raises Refusal where it cannot be probed."""
    # Whoever asks how long a worker takes to end does without it.
    import uvloop

    preflight.require_probes(settings)
    pulse.connect(pulse.Line.from_environment())
    uvloop.run(_until_stopped(settings))


def stop_seconds(settings: Settings) -> float:
    """What a worker may take to end, at the most."""
    return settings.stops_within_seconds + SLACK_SECONDS


async def keep_working(settings: Settings, command: Sequence[str]) -> None:
    """Run `command`, which works, in a process that is watched, until SIGTERM or SIGINT. Raises Refusal."""
    # The process that works does without it.
    from fulfilment.cli.supervisor import Child, keep

    await keep([Child("worker", command, stop_seconds=stop_seconds(settings))], settings.watchdog_seconds, "worker")


async def _until_stopped(settings: Settings) -> None:
    from fulfilment import worker

    # Modules live as long as the process; no collection needs to look at them.
    gc.collect()
    gc.freeze()
    working = asyncio.ensure_future(worker.run(settings))
    loop = asyncio.get_running_loop()

    def asked() -> None:
        """The first signal asks to stop, the second insists."""
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)
        working.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, asked)
    with contextlib.suppress(asyncio.CancelledError):
        await working
