"""`fulfilment api`: Granian with one process per core, each with an application of its own."""

import contextlib
import importlib
import math
import multiprocessing
import signal
import threading
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

import structlog
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server as Granian

from fulfilment import draining, logs, pulse, scheduling
from fulfilment.cli import database, file_limit, lifeline, preflight
from fulfilment.cli.apart import Apart
from fulfilment.cli.watchdog import Watchdog
from fulfilment.db import askers
from fulfilment.db.askers import Askers
from fulfilment.http.client_address import TrustedProxies
from fulfilment.http.connection_watch import Watch
from fulfilment.http.request import MAX_HEAD_BYTES
from fulfilment.metrics import port
from fulfilment.settings import Settings

FACTORY = "fulfilment.app:create"
# Connections the kernel keeps waiting while a process is busy accepting.
BACKLOG_CONNECTIONS = 2_048
# A connection that says nothing for so long, or not the whole head of a request, is closed; between two requests too.
HEAD_TIMEOUT_SECONDS = 10
# A head that does not fit is answered 431 before our processes see it. What is longer than MAX_HEAD_BYTES, and fits, is
# refused in the envelope.
HEAD_BUFFER_BYTES = 2 * MAX_HEAD_BYTES
RESPAWN_SECONDS = 0.5
# So often Granian is told once more to stop.
REMIND_SECONDS = 1.0
REMINDERS = 3

_log = structlog.get_logger(__name__)


def run(settings: Settings, options: Namespace) -> int:
    """Serve until SIGTERM or SIGINT; then drain, and finish what is under way. A second signal does not wait."""
    lifeline.hold()
    logs.configure(settings, "api")
    preflight.require_port(settings)
    with database.kept(settings) as opened:
        with Apart() as apart:
            apart.call("fulfilment.cli.soundness:require", opened)
        with port.kept_open(opened):
            serve(opened, FACTORY)
    return 0


class _Server(Granian):
    """Granian, which goes on serving for `drain_seconds` when it is told to stop, and ends at once when told again."""

    def __init__(self, *args: Any, drain_seconds: float, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._drain_seconds = drain_seconds
        # What a signal's handler may use, whatever it interrupts.
        self._asked: SimpleQueue[None] = SimpleQueue()
        threading.Thread(target=self._stop_when_asked, daemon=True, name="stopping").start()

    def signal_handler_interrupt(self, *_args: Any, **_kwargs: Any) -> None:
        self._asked.put(None)

    def _stop_when_asked(self) -> None:
        self._asked.get()
        draining.begin()
        seconds = self._drain_seconds + (self.workers_kill_timeout or 0)
        _log.info("stopping", waiting_for=["requests under way"], seconds_at_most=seconds)
        try:
            self._asked.get(timeout=self._drain_seconds)
        except Empty:
            draining.close()
            super().signal_handler_interrupt()
            self._remind_until_asked()
        _log.warning("stopping by force")
        for worker in list(self.wrks):
            worker.kill()
        super().signal_handler_interrupt()

    def _remind_until_asked(self) -> None:
        """Granian forgets it where it has just seen that a process died, and then would replace that and stay.

        Its processes are not told again: a second signal has them leave without what is under way.
        """
        for _ in range(REMINDERS):
            with contextlib.suppress(Empty):
                return self._asked.get(timeout=REMIND_SECONDS)
            super().signal_handler_interrupt()
        return self._asked.get()


def serve(settings: Settings, factory: str) -> None:
    """Serve the ASGI application that `factory` ("module:function") makes in each process."""
    most = file_limit.make_room(settings.api_connections)
    drain = draining.draw()
    asking = askers.share()
    watchdog = Watchdog(settings.watchdog_seconds, lambda _pid: "api")
    server = _Server(
        factory,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.processes,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        websockets=False,
        backlog=BACKLOG_CONNECTIONS,
        backpressure=most,
        http1_settings=HTTP1Settings(
            header_read_timeout=HEAD_TIMEOUT_SECONDS * 1_000, max_buffer_size=HEAD_BUFFER_BYTES
        ),
        log_level=LogLevels.error,
        log_dictconfig=_QUIET,
        respawn_failed_workers=True,
        respawn_interval=RESPAWN_SECONDS,
        workers_kill_timeout=math.ceil(settings.stops_within_seconds),
        drain_seconds=settings.drains_seconds,
    )
    # Granian sets up logging of its own while it is made.
    server.on_startup(lambda: logs.configure(settings, "api"))
    watchdog.begin()
    try:
        load = partial(_load, factory, settings, most, watchdog.line, drain, asking)
        server.serve(target_loader=load, wrap_loader=False)
    finally:
        watchdog.end()


# What Granian says goes the way of every library's events.
_QUIET: dict[str, Any] = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {"handlers": [], "propagate": True}},
}


def _load(
    factory: str, settings: Settings, most: int, line: pulse.Line, drain: draining.Line, asking: Askers
) -> Callable[..., Any]:
    """The application of one process, which must not outlive the one that serves. Runs in that process."""
    # A fork inherits handlers that mean the other process; until its loop has its own, SIGTERM just ends it.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    scheduling.take_short_turns()
    parent = multiprocessing.parent_process()
    if parent and parent.pid:
        lifeline.hold_to(parent.pid)
    Watch(settings.host, settings.port, most, TrustedProxies(settings.trusted_proxies)).start()
    pulse.connect(line)
    draining.connect(drain)
    askers.connect(asking)
    module, _, name = factory.partition(":")
    return getattr(importlib.import_module(module), name)()
