"""What of this service webhooks may never reach, even where private targets are allowed."""

from collections.abc import Iterator
from itertools import cycle

from psycopg.conninfo import conninfo_to_dict
from yarl import URL

from fulfilment.settings import Settings
from fulfilment.webhooks.outbound.destination import ANY_PRIVATE_HOST, Policy, policy_of

_LOCALHOST = ("127.0.0.1", "::1")
_POSTGRESQL_PORT = 5_432


def own_services(settings: Settings) -> list[tuple[str, int]]:
    """(host, port) of the API, of its public address, of the database and of the simulators.

    As in `destination.Policy`.
    """
    public = URL(settings.base_url)
    own = [*_at(settings.host, settings.port), *_database(settings.database_url)]
    if public.raw_host and public.port:
        own.append((public.raw_host.rstrip("."), public.port))
    if settings.is_development:
        own += _at("localhost", settings.simulator_port)
        own += _at("localhost", settings.identity_port)
        own += _at("localhost", settings.payments_port)
    return own


def policy(settings: Settings) -> Policy:
    """The policy that registration and delivery share."""
    return policy_of(settings, own_services(settings))


def _at(host: str, port: int) -> list[tuple[str, int]]:
    return [(each, port) for each in (_LOCALHOST if host == "localhost" else (host,))]


def _database(url: str) -> Iterator[tuple[str, int]]:
    """Where the database listens, unless on a Unix socket. Whichever address its name has, nothing else is there."""
    given = conninfo_to_dict(url)
    ports = str(given.get("port") or "").split(",")
    hosts = str(given.get("hostaddr") or given.get("host") or "localhost").split(",") if url else []
    for host, port in zip(hosts, cycle(ports), strict=False):
        if not host.startswith(("/", "@")):
            yield host.lower(), int(port or _POSTGRESQL_PORT)
            yield ANY_PRIVATE_HOST, int(port or _POSTGRESQL_PORT)
