"""What would stop the service from starting, found before anything is started and said in one line."""

import errno
import socket
import tempfile
import time
from itertools import combinations

from fulfilment.cli.identity import HOST as IDENTITY_HOST
from fulfilment.cli.payments import HOST as PAYMENTS_HOST
from fulfilment.cli.refusal import Refusal
from fulfilment.cli.simulator import HOST as SIMULATOR_HOST
from fulfilment.settings import PREFIX, Settings

# A service that was killed lets go of its ports within a second.
PORT_WAIT_SECONDS = 3.0
POLL_SECONDS = 0.1


def check(settings: Settings) -> None:
    """The data folder can be written and the ports are free. Raises Refusal."""
    _require_writable(settings)
    _require_distinct(settings)
    _require_free(settings.host, settings.port, "PORT")
    require_probes(settings)
    if uses_simulator(settings):
        _require_free(SIMULATOR_HOST, settings.simulator_port, "SIMULATOR_PORT")
    if settings.simulates_identity:
        _require_free(IDENTITY_HOST, settings.identity_port, "IDENTITY_PORT")
    if settings.simulates_payments:
        _require_free(PAYMENTS_HOST, settings.payments_port, "PAYMENTS_PORT")


def require_probes(settings: Settings) -> None:
    """The port of the worker's probes is free, where it has one. Raises Refusal."""
    if settings.probe_port:
        _require_free(*settings.probe_address, "PROBE_PORT")


def require_port(settings: Settings) -> None:
    """The API by itself has its port, and it is not that of its metrics. Raises Refusal."""
    _require_no_two({"PORT": settings.port, "METRICS_PORT": settings.metrics_port})
    _require_free(settings.host, settings.port, "PORT")


def uses_simulator(settings: Settings) -> bool:
    """In development, unless an aggregator is configured."""
    return settings.is_development and not settings.aggregator_url


def _require_distinct(settings: Settings) -> None:
    """No two that listen have one port."""
    named = {"PORT": settings.port}
    if settings.probe_port:
        named["PROBE_PORT"] = settings.probe_port
    if settings.metrics_port:
        named["METRICS_PORT"] = settings.metrics_port
    if uses_simulator(settings):
        named["SIMULATOR_PORT"] = settings.simulator_port
    if settings.simulates_identity:
        named["IDENTITY_PORT"] = settings.identity_port
    if settings.simulates_payments:
        named["PAYMENTS_PORT"] = settings.payments_port
    _require_no_two(named)


def _require_no_two(named: dict[str, int]) -> None:
    for first, second in combinations(named, 2):
        if named[first] == named[second]:
            raise Refusal(f"{PREFIX}{first} and {PREFIX}{second} must not be the same.")


def _require_writable(settings: Settings) -> None:
    path = settings.data_path
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as problem:
        raise Refusal(f"The data folder {path} cannot be written: {problem.strerror}; set {PREFIX}DATA_DIR.") from None


def _require_free(host: str, port: int, name: str) -> None:
    deadline = time.monotonic() + PORT_WAIT_SECONDS
    while (problem := _bound(host, port)) is not None:
        if problem.errno != errno.EADDRINUSE:
            raise Refusal(f"Cannot listen on {host}, port {port}: {problem.strerror}.")
        if time.monotonic() > deadline:
            raise Refusal(f"Port {port} on {host} is in use; stop what listens there or set {PREFIX}{name}.")
        time.sleep(POLL_SECONDS)


def _bound(host: str, port: int) -> OSError | None:
    """Why nobody could listen there now. Not with SO_REUSEPORT, under which two services share a port."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as problem:
        return problem
    return None
