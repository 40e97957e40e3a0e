"""`fulfilment worker`: the background loops, until told to stop. It checks the schema and never changes it."""

import asyncio
import contextlib
import gc
import signal
from argparse import Namespace

import uvloop

from fulfilment import logs
from fulfilment.cli import database, lifeline
from fulfilment.db import migrate
from fulfilment.settings import Settings


def run(settings: Settings, _options: Namespace) -> int:
    lifeline.hold()
    logs.configure(settings, "worker")
    with database.opened(settings) as opened:
        migrate.require_current(opened.database_url)
        uvloop.run(_until_stopped(opened))
    return 0


async def _until_stopped(settings: Settings) -> None:
    from fulfilment import worker

    # Modules live as long as the process; no collection needs to look at them.
    gc.collect()
    gc.freeze()
    working = asyncio.ensure_future(worker.run(settings))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, working.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await working
