"""The sums of docs/capacity.md, as code, so that a test can hold the page and a started service to them."""

from fulfilment.infra.database.embedded.server import DURABLE
from fulfilment.settings import Settings
from fulfilment.worker import MIN_CONNECTIONS

# Beside its pool each process has a connection for its heartbeat, and one for /readyz. A worker listens on a third.
BESIDE_POOL = 2
LISTENER = 1
# `superuser_reserved_connections` of PostgreSQL, which the service may not use: its user may be no superuser.
RESERVED = 3
MICROSECONDS = 1_000_000


def of_api(settings: Settings) -> int:
    """Connections that one API process opens at most."""
    return settings.database_pool_size + BESIDE_POOL


def of_worker(settings: Settings) -> int:
    """Connections that one worker opens at most."""
    return max(MIN_CONNECTIONS, settings.database_pool_size // 2) + BESIDE_POOL + LISTENER


def connections(settings: Settings, api_processes: int, workers: int) -> int:
    """Connections to the database that all processes of all nodes open at most."""
    return api_processes * of_api(settings) + workers * of_worker(settings)


def api_processes_that_fit(settings: Settings, workers: int, max_connections: int | None = None) -> int:
    """How many API processes there may be before the server refuses connections; by default the embedded server."""
    room = (max_connections or int(DURABLE["max_connections"])) - RESERVED - workers * of_worker(settings)
    return room // of_api(settings)


def open_files(settings: Settings) -> int:
    """The limit of open files that an API process needs, so that it serves all of its connections."""
    # Imported here, because the module asks the operating system for things that not every one has.
    from fulfilment.cli.api import OTHER_FILES

    return settings.api_connections + OTHER_FILES


def carried(cores: float, api_us: float, postgres_us: float, used: float = 0.5) -> float:
    """Acts a second that so many cores carry together, of which the part `used` is kept busy by this act."""
    return used * cores * MICROSECONDS / (api_us + postgres_us)
