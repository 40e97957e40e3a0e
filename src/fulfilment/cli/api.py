"""`fulfilment api`: Granian's main process, and worker processes that each serve an application of their own.

Granian starts a worker again that ended. Where one ends twice within seconds it ends the command, which systemd,
Kubernetes or `serve` starts again.
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

# What a process needs beside its connections: the database, look-ups, calls to couriers, modules.
OTHER_FILES = 1_024

_log = structlog.get_logger(__name__)


def raise_file_limit(connections: int) -> int:
    """Raise the limit for `connections` connections in a process; how many fit, so that the database is never shut
    out."""
    limit = _raise_limit(connections + OTHER_FILES)
    # Where there is room for neither, they share it.
    fitting = min(connections, max(limit - OTHER_FILES, limit // 2))
    if fitting < connections:
        _log.warning("connections_lowered", wanted=connections, connections=fitting, open_files=limit)
    return fitting


def _raise_limit(needed: int) -> int:
    """The limit, as far above what many systems begin with (1,024) as is needed and allowed."""
    soft, hard = (needed if limit == resource.RLIM_INFINITY else limit for limit in _limits())
    if soft >= needed:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), _limits()[1]))
    except (ValueError, OSError):
        # A system may have a lower limit of its own, of which it tells only so.
        return soft
    return min(needed, hard)


def _limits() -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_NOFILE)


if TYPE_CHECKING:
    from granian.server.common import AbstractServer

FACTORY = "fulfilment.app:create"
# What its processes close once nothing is under way any more.
SLACK_SECONDS = 8.0
# Connections the kernel keeps waiting while a process is busy accepting.
BACKLOG_CONNECTIONS = 2_048
# A head that does not fit is answered 431 before our processes see it. What is longer than MAX_HEAD_BYTES, and fits, is
# refused in the envelope.
HEAD_BUFFER_BYTES = 2 * MAX_HEAD_BYTES
# Tells a worker process to be ready for no more, and to serve on.
DRAIN_SIGNAL = signal.SIGUSR1
STOP_REPEAT_SECONDS = 1.0
# What Granian says goes the way of every library's events.
_QUIET: dict[str, Any] = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {"handlers": [], "propagate": True}},
}


def run(settings: Settings, _options: Namespace) -> int:
    """Serve until SIGTERM or SIGINT; then drain, and finish what is under way. A second signal does not wait."""
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
    """The time that the worker processes may take to end once they have drained."""
    return settings.stops_within_seconds + SLACK_SECONDS


def serve(settings: Settings, factory: str) -> None:
    """Serve the ASGI application that `factory` ("module:function") makes in each worker process, until a signal.

    Raises CommandError where a worker ends again and again.
    """
    # A fork would have our handlers of signals and the locks of our threads; newer interpreters spawn anyway.
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
    # `serve` asks how long the API takes to end, and does without the server.
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
    """Lets the worker processes drain before Granian stops them; a second signal kills them."""

    def __init__(self, drain_timeout_seconds: float) -> None:
        self._drain_timeout_seconds = drain_timeout_seconds
        self._stop_server: Any = None
        self.is_requested = False

    def handle_signals(self) -> None:
        """Take the place of Granian's own handler, which stops the workers at once."""
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
        # Granian forgets to stop where that comes while it replaces a worker, so it is told again. A worker whose loop
        # does not run yet may miss its signal, and is killed when the time is over. A second signal to a worker would
        # break the requests that it has under way.
        while True:
            self._stop_server(signal.SIGTERM, None)
            time.sleep(STOP_REPEAT_SECONDS)


def _signal_workers(number: int) -> None:
    for worker in multiprocessing.active_children():
        with suppress(ProcessLookupError):
            os.kill(worker.pid or 0, number)


def load_application(factory: str) -> Callable[..., Any]:
    """The application of one worker process, in which Granian calls this."""
    signal.signal(DRAIN_SIGNAL, lambda _number, _frame: process.start_draining())
    # Ctrl-C reaches Granian's main process alone, which lets the workers drain.
    os.setpgid(0, 0)
    if (parent := multiprocessing.parent_process()) is not None and parent.pid is not None:
        parent_watch.watch_parent(parent.pid)
    logs.configure(current(), "api")
    process.take_short_turns()
    module, _, name = factory.partition(":")
    return getattr(importlib.import_module(module), name)()
