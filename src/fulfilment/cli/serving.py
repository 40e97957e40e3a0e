"""One process of the API: a worker of Granian's, which runs in the process that asks for it.

Granian would start its workers by itself, from a process of its own that keeps them running. It ends all of them when
one ends twice within some seconds, forgets a signal that comes while it replaces one, and holds what it imported for
it; and `serve` and the worker need a supervisor anyway.
"""

import importlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from granian.constants import HTTPModes, Interfaces, Loops, RuntimeModes
from granian.http import HTTP1Settings
from granian.log import LogLevels

from fulfilment.cli import file_limit
from fulfilment.infra.api.request import MAX_HEAD_BYTES
from fulfilment.infra.auth.client_address import TrustedProxies
from fulfilment.infra.limits.connection_reaper import Watch
from fulfilment.infra.process import cpu_priority, heartbeat_pipe, shutdown_state
from fulfilment.infra.process.shared_memory import Shared
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from granian.server import MPServer as Granian
else:
    # Which one it is depends on the interpreter.
    from granian.server import Server as Granian

# Connections the kernel keeps waiting while a process is busy accepting.
BACKLOG_CONNECTIONS = 2_048
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
    cpu_priority.take_short_turns()
    max_connections = file_limit.raise_file_limit(settings.api_connections)
    server = _Server(
        factory,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        websockets=False,
        backlog=BACKLOG_CONNECTIONS,
        backpressure=max_connections,
        http1_settings=HTTP1Settings(
            # hyper counts the time between two requests as part of the next head.
            header_read_timeout=round(settings.keeps_alive_seconds * 1_000),
            max_buffer_size=HEAD_BUFFER_BYTES,
        ),
        log_level=LogLevels.error,
        log_dictconfig=_QUIET,
    )
    server.run_here(partial(_load, factory, settings, max_connections))


def _load(factory: str, settings: Settings, max_connections: int) -> Callable[..., Any]:
    """The application, connected to whoever keeps this process running."""
    Watch(settings.host, settings.port, max_connections, TrustedProxies(settings.trusted_proxies)).start()
    heartbeat_pipe.connect(heartbeat_pipe.Line.from_environment())
    shared = Shared.from_environment()
    if shared is not None:
        shutdown_state.connect(shared.line)
    module, _, name = factory.partition(":")
    return getattr(importlib.import_module(module), name)()
