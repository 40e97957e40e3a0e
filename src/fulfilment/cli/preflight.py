"""Preflight checks of `serve`: data folder and ports, before any process is started."""

import errno
import socket
import tempfile
import time
from itertools import combinations

import msgspec
import structlog

from fulfilment.cli.errors import CommandError
from fulfilment.cli.simulate import HOST
from fulfilment.infra import data_folder
from fulfilment.settings import PREFIX, Settings

_log = structlog.get_logger(__name__)

# A killed service frees its ports within a second.
PORT_WAIT_SECONDS = 3.0
SIMULATOR_WAIT_SECONDS = 1.0
PORTS_TRIED = 100
MAX_PORT = 65_535
POLL_SECONDS = 0.1


def check(settings: Settings) -> Settings:
    """Check that the data folder is writable and the ports are free. Raises CommandError.

    Returns the settings with the ports of the simulators: the configured port of each, else the next free port.
    """
    _require_writable(settings)
    _require_distinct(settings)
    _require_free(settings.host, settings.port, "PORT")
    require_probes(settings)
    simulators = _simulators(settings)
    used = {settings.port, settings.probe_port, settings.metrics_port}
    # A simulator never moves to the configured port of another, which would then have to move as well.
    reserved = {getattr(settings, name) for name in simulators}
    ports: dict[str, int] = {}
    for name, host in simulators.items():
        requested = getattr(settings, name)
        is_free = requested not in used and _becomes_free(host, requested)
        ports[name] = requested if is_free else _next_free(host, requested, used | reserved)
        used.add(ports[name])
        if ports[name] != requested:
            _log.info("port_taken", setting=f"{PREFIX}{name.upper()}", port=requested, instead=ports[name])
    return msgspec.structs.replace(settings, **ports)


def _simulators(settings: Settings) -> dict[str, str]:
    """The hosts of the simulators in use, by the name of the setting of their port."""
    used = {
        "aggregator_simulator_port": uses_simulator(settings),
        "identity_simulator_port": settings.simulates_identity,
        "payment_simulator_port": settings.simulates_payments,
    }
    return {name: HOST for name, is_used in used.items() if is_used}


def require_probes(settings: Settings) -> None:
    """Check that the port of the worker's probes is free, if one is set. Raises CommandError."""
    if settings.probe_port:
        _require_free(*settings.probe_address, "PROBE_PORT")


def require_port(settings: Settings) -> None:
    """Check that the API's port is free, and differs from the port of its metrics. Raises CommandError."""
    _require_distinct_ports({"PORT": settings.port, "METRICS_PORT": settings.metrics_port})
    _require_free(settings.host, settings.port, "PORT")


def uses_simulator(settings: Settings) -> bool:
    """True in development, unless an aggregator is configured."""
    return settings.is_development and not settings.aggregator_url


def _require_distinct(settings: Settings) -> None:
    """Check that no two listeners have the same port. Raises CommandError."""
    ports_by_setting = {"PORT": settings.port}
    if settings.probe_port:
        ports_by_setting["PROBE_PORT"] = settings.probe_port
    if settings.metrics_port:
        ports_by_setting["METRICS_PORT"] = settings.metrics_port
    _require_distinct_ports(ports_by_setting)
    _require_distinct_ports({name.upper(): getattr(settings, name) for name in _simulators(settings)})


def _require_distinct_ports(ports_by_setting: dict[str, int]) -> None:
    for first, second in combinations(ports_by_setting, 2):
        if ports_by_setting[first] == ports_by_setting[second]:
            raise CommandError(f"{PREFIX}{first} and {PREFIX}{second} must not be the same.")


def _require_writable(settings: Settings) -> None:
    path = settings.data_path
    try:
        data_folder.create(path)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as problem:
        raise CommandError(
            f"The data folder {path} cannot be written: {problem.strerror}; set {PREFIX}DATA_DIR."
        ) from None


def _require_free(host: str, port: int, name: str) -> None:
    deadline = time.monotonic() + PORT_WAIT_SECONDS
    while (problem := _find_bind_error(host, port)) is not None:
        if problem.errno != errno.EADDRINUSE:
            raise CommandError(f"Cannot listen on {host}, port {port}: {problem.strerror}; set {PREFIX}{name}.")
        if time.monotonic() > deadline:
            raise CommandError(f"Port {port} on {host} is in use; stop what listens there or set {PREFIX}{name}.")
        time.sleep(POLL_SECONDS)


def _becomes_free(host: str, port: int) -> bool:
    """True if a simulator can listen on its port. Waits a moment for a service that was just killed."""
    deadline = time.monotonic() + SIMULATOR_WAIT_SECONDS
    while _find_bind_error(host, port) is not None:
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def _next_free(host: str, port: int, used: set[int]) -> int:
    """The first free port above `port`. Raises CommandError if a hundred ports are in use."""
    for other in range(port + 1, min(port + PORTS_TRIED, MAX_PORT) + 1):
        if other not in used and _find_bind_error(host, other) is None:
            return other
    raise CommandError(f"No port from {port} to {port + PORTS_TRIED} on {host} is free for a simulator.")


def _find_bind_error(host: str, port: int) -> OSError | None:
    """The error of a bind to the port; None if it is free. Without SO_REUSEPORT, which lets services share a port."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as problem:
        return problem
    return None
