"""What of this service webhooks may never reach, even where private targets are allowed."""

import re
from collections.abc import Iterator
from itertools import cycle
from urllib.parse import parse_qsl, unquote

from yarl import URL

from fulfilment.settings import Settings
from fulfilment.webhooks.outbound.destination import ANY_PRIVATE_HOST, Policy, policy_of

_LOCALHOST = ("127.0.0.1", "::1")
_POSTGRESQL_PORT = 5_432
# An address of the database has any number of places, and options that count for more (PostgreSQL, connection URIs).
_DATABASE = re.compile(r"postgres(?:ql)?://(?:[^/?]*@)?(?P<places>[^/?@]*)(?:/[^?]*)?(?:\?(?P<options>.*))?")
_PLACE = re.compile(r"(?:\[(?P<bracketed>[^\]]*)\]|(?P<host>[^:]*))(?::(?P<port>\d*))?")


def own_services(settings: Settings) -> list[tuple[str, int]]:
    """(host, port) of the API, of its public address, of the database and of the simulators.

    As in `destination.Policy`.
    """
    public = URL(settings.base_url)
    own = [
        *_at(settings.host, settings.port),
        *_database(settings.database_url),
        *_database(settings.database_direct_url),
    ]
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
    if not url:
        return
    found = _DATABASE.fullmatch(url)
    if found is None:
        raise ValueError("The address of the database cannot be understood.")
    places = [_PLACE.fullmatch(unquote(place)) for place in found["places"].split(",")]
    given = dict(parse_qsl(found["options"] or ""))
    written = [(place["bracketed"] or place["host"], place["port"] or "") for place in places if place]
    hosts = (given.get("hostaddr") or given.get("host") or ",".join(host for host, _ in written)).split(",")
    ports = given["port"].split(",") if "port" in given else [port for _, port in written]
    for host, port in zip((host or "localhost" for host in hosts), cycle(ports), strict=False):
        if not host.startswith(("/", "@")):
            yield host.lower(), int(port or _POSTGRESQL_PORT)
            yield ANY_PRIVATE_HOST, int(port or _POSTGRESQL_PORT)
