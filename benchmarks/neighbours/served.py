"""The API as it is served, on a machine where names under `hang.example` have a server that never answers."""

import socket
import time
from collections.abc import Callable
from typing import Any

from fulfilment import app, settings
from fulfilment.cli import api

HANGING = b".hang.example"
_HANG_SECONDS = 60.0

_find = socket.getaddrinfo


def _hang(host: Any, *args: Any, **options: Any) -> Any:
    named = host if isinstance(host, bytes) else str(host).encode()
    if named.endswith(HANGING):
        time.sleep(_HANG_SECONDS)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
    return _find(host, *args, **options)


def create() -> Callable:
    """The ASGI application of the service."""
    socket.getaddrinfo = _hang
    return app.create()


if __name__ == "__main__":
    api.serve(settings.current(), "benchmarks.neighbours.served:create")
