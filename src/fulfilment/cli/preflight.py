"""What would stop the service from starting, found before anything is started and said in one line."""

import errno
import socket
import tempfile
import time
from itertools import combinations

import msgspec
import structlog

from fulfilment.cli.errors import CommandError
from fulfilment.cli.simulate import HOST
from fulfilment.infra import process
from fulfilment.settings import PREFIX, Settings

_log = structlog.get_logger(__name__)

# A service that was killed lets go of its ports within a second.
PORT_WAIT_SECONDS = 3.0
SIMULATOR_WAIT_SECONDS = 1.0
PORTS_TRIED = 100
MAX_PORT = 65_535
POLL_SECONDS = 0.1


def check(settings: Settings) -> Settings:
    """The data folder can be written and the ports are free. Raises CommandError.

    Answers the settings with the ports that the simulators take: their own, else the next ones that are free.
    """
    _require_writable(settings)
    _require_distinct(settings)
    _require_free(settings.host, settings.port, "PORT")
    require_probes(settings)
    simulators = _simulators(settings)
    used = {settings.port, settings.probe_port, settings.metrics_port}
    # One that moves does not go where another one belongs, which would have to move too.
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
    """The host that each simulator in use listens on, by the name of the setting of its port."""
    used = {
        "aggregator_simulator_port": uses_simulator(settings),
        "identity_simulator_port": settings.simulates_identity,
        "payment_simulator_port": settings.simulates_payments,
    }
    return {name: HOST for name, is_used in used.items() if is_used}


def require_probes(settings: Settings) -> None:
    """The port of the worker's probes is free, where it has one. Raises CommandError."""
    if settings.probe_port:
        _require_free(*settings.probe_address, "PROBE_PORT")


def require_port(settings: Settings) -> None:
    """The API by itself has its port, and it is not that of its metrics. Raises CommandError."""
    _require_distinct_ports({"PORT": settings.port, "METRICS_PORT": settings.metrics_port})
    _require_free(settings.host, settings.port, "PORT")


def uses_simulator(settings: Settings) -> bool:
    """In development, unless an aggregator is configured."""
    return settings.is_development and not settings.aggregator_url


def _require_distinct(settings: Settings) -> None:
    """No two that listen have one port."""
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
        process.make(path)
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
    """True where a simulator can listen on its port. A service that was just killed gets a moment to free it."""
    deadline = time.monotonic() + SIMULATOR_WAIT_SECONDS
    while _find_bind_error(host, port) is not None:
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def _next_free(host: str, port: int, used: set[int]) -> int:
    """The first free port above. Raises CommandError where a hundred are taken."""
    for other in range(port + 1, min(port + PORTS_TRIED, MAX_PORT) + 1):
        if other not in used and _find_bind_error(host, other) is None:
            return other
    raise CommandError(f"No port from {port} to {port + PORTS_TRIED} on {host} is free for a simulator.")


def _find_bind_error(host: str, port: int) -> OSError | None:
    """Why nobody could listen there now. Not with SO_REUSEPORT, under which two services share a port."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as problem:
        return problem
    return None
