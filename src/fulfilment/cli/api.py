"""`fulfilment api`: Granian with one process per core, each with an application of its own."""

import importlib
import multiprocessing
import resource
import signal
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import Any

from granian.constants import HTTPModes, Interfaces, Loops
from granian.log import LogLevels
from granian.server import Server as Granian

from fulfilment import logs
from fulfilment.cli import database, lifeline
from fulfilment.db import migrate
from fulfilment.settings import Settings

FACTORY = "fulfilment.app:create"
# Connections the kernel keeps waiting while a process is busy accepting.
BACKLOG_CONNECTIONS = 2_048
# Connections one process serves at once. Below the number that are open, Granian lets the rest wait without end.
CONNECTIONS_PER_PROCESS = 8_192
RESPAWN_SECONDS = 0.5
STOP_TIMEOUT_SECONDS = 5


def run(settings: Settings, options: Namespace) -> int:
    """Serve until SIGTERM or SIGINT; requests under way get a few seconds to finish."""
    lifeline.hold()
    logs.configure(settings, "api")
    with database.opened(settings) as opened:
        migrate.require_current(opened.database_url)
        _raise_file_limit()
        serve(opened, FACTORY)
    return 0


def serve(settings: Settings, factory: str) -> None:
    """Serve the ASGI application that `factory` ("module:function") makes in each process."""
    server = Granian(
        factory,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.processes,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        websockets=False,
        backlog=BACKLOG_CONNECTIONS,
        backpressure=CONNECTIONS_PER_PROCESS,
        log_level=LogLevels.error,
        log_dictconfig=_QUIET,
        respawn_failed_workers=True,
        respawn_interval=RESPAWN_SECONDS,
        workers_kill_timeout=STOP_TIMEOUT_SECONDS,
    )
    # Granian sets up logging of its own while it is made.
    server.on_startup(lambda: logs.configure(settings, "api"))
    server.serve(target_loader=partial(_load, factory), wrap_loader=False)


# What Granian says goes the way of every library's events.
_QUIET: dict[str, Any] = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {"handlers": [], "propagate": True}},
}


def _load(factory: str) -> Callable[..., Any]:
    """The application of one process. Runs in that process, which must not outlive the one that serves."""
    # A fork inherits handlers that mean the other process; until its loop has its own, SIGTERM just ends it.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent and parent.pid:
        lifeline.hold_to(parent.pid)
    module, _, name = factory.partition(":")
    return getattr(importlib.import_module(module), name)()


def _raise_file_limit() -> None:
    """Each connection is an open file, and many systems begin with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS_PER_PROCESS * 2
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard < 0 else min(wanted, hard), hard))
