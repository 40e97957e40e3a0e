"""One process of the API: a worker of Granian's, which runs in the process that asks for it.

Granian would start its workers by itself, from a process of its own that keeps them running. It ends all of them when
one ends twice within some seconds, forgets a signal that comes while it replaces one, and holds what it imported for
it; and `serve` and the worker need a supervisor anyway.
"""

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any

from granian.constants import HTTPModes, Interfaces, Loops, RuntimeModes
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server as Granian

from fulfilment import draining, pulse, scheduling
from fulfilment.cli import file_limit
from fulfilment.db import askers
from fulfilment.db.askers import Askers
from fulfilment.http.client_address import TrustedProxies
from fulfilment.http.connection_watch import Watch
from fulfilment.http.request import MAX_HEAD_BYTES
from fulfilment.settings import Settings
from fulfilment.shared import Shared

# Connections the kernel keeps waiting while a process is busy accepting.
BACKLOG_CONNECTIONS = 2_048
# A connection that says nothing for so long, or not the whole head of a request, is closed; between two requests too.
HEAD_TIMEOUT_SECONDS = 10
# A head that does not fit is answered 431 before our processes see it. What is longer than MAX_HEAD_BYTES, and fits, is
# refused in the envelope.
HEAD_BUFFER_BYTES = 2 * MAX_HEAD_BYTES
# What Granian says goes the way of every library's events.
_QUIET: dict[str, Any] = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {"handlers": [], "propagate": True}},
}


class _Server(Granian):
    """Granian without a process of its own; each of those that serve has a listener, which the kernel deals out to."""

    def run_here(self, load: Callable[[], Callable[..., Any]]) -> None:
        """Serve in this process, with the application that `load` makes, until SIGTERM or SIGINT.

        The names are not in Granian's documentation. Its version is pinned, and the tests of commands, faults, drains
        and connections run through here.
        """
        self.runtime_mode = RuntimeModes.mt
        self._init_shared_socket()
        self._start_ipc()
        worker = self._spawn_worker(0, self._spawn_asgi_lifespan_worker, load)
        worker.inner.run()


def run(settings: Settings, factory: str) -> None:
    """Serve the ASGI application that `factory` ("module:function") makes, until SIGTERM."""
    scheduling.take_short_turns()
    most = file_limit.make_room(settings.api_connections)
    server = _Server(
        factory,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
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
    )
    server.run_here(partial(_load, factory, settings, most))


def _load(factory: str, settings: Settings, most: int) -> Callable[..., Any]:
    """The application, connected to whoever keeps this process running."""
    Watch(settings.host, settings.port, most, TrustedProxies(settings.trusted_proxies)).start()
    pulse.connect(pulse.Line.from_environment())
    shared = Shared.from_environment()
    if shared is not None:
        draining.connect(shared.line)
        askers.connect(Askers(shared.notes))
    module, _, name = factory.partition(":")
    return getattr(importlib.import_module(module), name)()
