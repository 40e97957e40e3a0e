"""`fulfilment api`: Granian's main process and its worker processes, and the limit of open files.

Each worker process has an application of its own. Granian restarts a worker that has ended. If a worker ends twice
within seconds, Granian ends the command, and systemd, Kubernetes or `serve` restarts it.
"""

import importlib
import math
import multiprocessing
import os
import resource
import signal
import threading
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

import structlog

from fulfilment.cli import database, parent_watch, preflight
from fulfilment.cli.errors import CommandError
from fulfilment.infra import process
from fulfilment.infra.api.request import MAX_HEAD_BYTES
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.metrics import listener
from fulfilment.settings import Settings, current

if TYPE_CHECKING:
    from granian.server.common import AbstractServer

# Open files of a process in addition to its connections: the database, DNS look-ups, calls to couriers, modules.
OTHER_FILES = 1_024
FACTORY = "fulfilment.app:create"
# Time to close the resources of the worker processes, after the last request.
SLACK_SECONDS = 8.0
# Connections the kernel keeps waiting while a process is busy accepting.
BACKLOG_CONNECTIONS = 2_048
# Granian answers 431 to a longer head. The application refuses a head between MAX_HEAD_BYTES and this in the envelope.
HEAD_BUFFER_BYTES = 2 * MAX_HEAD_BYTES
# The signal that has a worker process report that it is not ready, while it still serves.
DRAIN_SIGNAL = signal.SIGUSR1
STOP_REPEAT_SECONDS = 1.0
# The log configuration that routes Granian's events like those of every other library.
_QUIET: dict[str, Any] = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {"handlers": [], "propagate": True}},
}

_log = structlog.get_logger(__name__)


def raise_file_limit(connections: int) -> int:
    """Raise the limit of open files for `connections` connections in a process.

    Returns the number of connections that fit, so that files are left for the database.
    """
    limit = _raise_limit(connections + OTHER_FILES)
    # With too low a limit, connections and other files share it.
    fitting = min(connections, max(limit - OTHER_FILES, limit // 2))
    if fitting < connections:
        _log.warning("connections_lowered", wanted=connections, connections=fitting, open_files=limit)
    return fitting


def _raise_limit(needed: int) -> int:
    """The limit of open files, raised from the usual 1,024 as far as needed and allowed."""
    soft, hard = (needed if limit == resource.RLIM_INFINITY else limit for limit in _limits())
    if soft >= needed:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), _limits()[1]))
    except (ValueError, OSError):
        # A system may have a lower limit of its own, which shows only in this error.
        return soft
    return min(needed, hard)


def _limits() -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_NOFILE)


def run(settings: Settings, _options: Namespace) -> int:
    """Serve until SIGTERM or SIGINT, then drain and finish the running requests. A second signal ends at once."""
    logs.configure(settings, "api")
    if parent_watch.watch_supervisor():
        # `serve` has checked everything.
        serve(settings, FACTORY)
        return 0
    from fulfilment.cli import startup_checks

    preflight.require_port(settings)
    with database.run_database(settings) as configured:
        startup_checks.require_ready(configured)
        with listener.serve(configured):
            serve(configured, FACTORY)
    return 0


def shutdown_timeout_seconds(settings: Settings) -> float:
    """The time that the worker processes may take to end after the drain."""
    return settings.stops_within_seconds + SLACK_SECONDS


def serve(settings: Settings, factory: str) -> None:
    """Serve an ASGI application until a signal. Each worker process creates it by `factory` ("module:function").

    Raises CommandError if a worker ends repeatedly.
    """
    # A fork would inherit signal handlers and the locks of threads. Newer interpreters spawn by default.
    multiprocessing.set_start_method("spawn", force=True)
    server = _build_server(settings, factory)
    shutdown = _Shutdown(settings.drains_seconds)
    server.on_startup(shutdown.handle_signals)
    try:
        server.serve(target_loader=load_application)
    except SystemExit:
        if not shutdown.is_requested:
            raise CommandError("The API ended again and again; the lines above say why.") from None


def _build_server(settings: Settings, factory: str) -> "AbstractServer":
    # `serve` imports this module for `shutdown_timeout_seconds` alone, and needs no Granian.
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces, Loops
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    return Granian(
        factory,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.processes,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        websockets=False,
        backlog=BACKLOG_CONNECTIONS,
        backpressure=raise_file_limit(settings.api_connections),
        http1_settings=HTTP1Settings(
            # hyper counts the time between two requests as part of the next head.
            header_read_timeout=round(settings.keeps_alive_seconds * 1_000),
            max_buffer_size=HEAD_BUFFER_BYTES,
        ),
        log_level=LogLevels.error,
        log_dictconfig=_QUIET,
        respawn_failed_workers=True,
        workers_kill_timeout=math.ceil(shutdown_timeout_seconds(settings)),
    )


class _Shutdown:
    """Graceful shutdown: the worker processes drain before Granian stops them. A second signal kills them."""

    def __init__(self, drain_timeout_seconds: float) -> None:
        self._drain_timeout_seconds = drain_timeout_seconds
        self._stop_server: Any = None
        self.is_requested = False

    def handle_signals(self) -> None:
        """Replace Granian's own signal handler, which stops the workers at once."""
        self._stop_server = signal.getsignal(signal.SIGTERM)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._handle)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.is_requested:
            self._stop_server(number, frame)
            _signal_workers(signal.SIGKILL)
            return
        self.is_requested = True
        _signal_workers(DRAIN_SIGNAL)
        threading.Thread(target=self._stop_after_drain, daemon=True, name="drain").start()

    def _stop_after_drain(self) -> None:
        time.sleep(self._drain_timeout_seconds)
        # Granian loses a stop signal that arrives while it replaces a worker, so the signal is repeated. A worker whose
        # loop does not run yet may miss its signal, and is killed after the timeout. A second signal to a worker would
        # break its running requests.
        while True:
            self._stop_server(signal.SIGTERM, None)
            time.sleep(STOP_REPEAT_SECONDS)


def _signal_workers(number: int) -> None:
    for worker in multiprocessing.active_children():
        with suppress(ProcessLookupError):
            os.kill(worker.pid or 0, number)


def load_application(factory: str) -> Callable[..., Any]:
    """The application of one worker process. Granian calls this in the process."""
    signal.signal(DRAIN_SIGNAL, lambda _number, _frame: process.start_draining())
    # A process group of its own, so that Ctrl-C reaches only Granian's main process, which drains the workers.
    os.setpgid(0, 0)
    if (parent := multiprocessing.parent_process()) is not None and parent.pid is not None:
        parent_watch.watch_parent(parent.pid)
    logs.configure(current(), "api")
    process.take_short_turns()
    module, _, name = factory.partition(":")
    return getattr(importlib.import_module(module), name)()
