"""Places that webhooks may never reach, even where private targets are allowed: our own ports, and what we call."""

import re
from collections.abc import Iterator, Mapping
from itertools import cycle
from urllib.parse import parse_qsl, unquote

import msgspec
from yarl import URL

from fulfilment.infra.observability.tracing import config
from fulfilment.settings import Settings
from fulfilment.webhooks.http.destination import ANY_PRIVATE_HOST, DestinationPolicy, is_address, load_policy

_LOCALHOST = ("127.0.0.1", "::1")
_POSTGRESQL_PORT = 5_432
_WEB_PORTS = (80, 443)
_DATABASE_SETTINGS = ("database_url", "database_direct_url")
_SIMULATOR_PORTS = ("aggregator_simulator_port", "identity_simulator_port", "payment_simulator_port")
# Without a credential, for the inside of the operator's network alone.
_INTERNAL_PORTS = ("metrics_port", "probe_port")
# Browsers are led there and we call nothing: our public address, added below, and maybe a merchant's site.
_BROWSER_URLS = ("public_url", "payments_success_url", "payments_cancel_url")
# An address of the database has any number of places, and options that count for more (PostgreSQL, connection URIs).
_DATABASE = re.compile(r"postgres(?:ql)?://(?:[^/?]*@)?(?P<places>[^/?@]*)(?:/[^?]*)?(?:\?(?P<options>.*))?")
_PLACE = re.compile(r"(?:\[(?P<bracketed>[^\]]*)\]|(?P<host>[^:]*))(?::(?P<port>\d*))?")


def list_own_services(settings: Settings, environ: Mapping[str, str] | None = None) -> list[tuple[str, int]]:
    """(host, port) of each port, address and host that the settings name, and of the trace collector.

    As in `destination.DestinationPolicy`. The fields are found by their names, so that a new setting is not forgotten.
    """
    own = list(_parse_url(settings.base_url))
    for field in msgspec.structs.fields(Settings):
        value = getattr(settings, field.name)
        if field.name in _DATABASE_SETTINGS:
            own += _parse_database_url(value)
        elif field.name.endswith("port") and value:
            own += _resolve_own_port(settings, field.name, value)
        elif field.name.endswith(("_url", "_issuer")) and field.name not in _BROWSER_URLS:
            own += _resolve_called_service(value)
        elif field.name.endswith("_hosts"):
            own += [
                place for host in value for scheme in ("https", "http") for place in _parse_url(f"{scheme}://{host}")
            ]
    own += _resolve_called_service(config.collector_url(environ))
    return own


def build_policy(settings: Settings) -> DestinationPolicy:
    """The policy that registration and delivery share."""
    return load_policy(settings, list_own_services(settings))


def _resolve_own_port(settings: Settings, name: str, port: int) -> Iterator[tuple[str, int]]:
    """The host of a port of ours: a simulator's is on this machine, and only in development."""
    if name in _SIMULATOR_PORTS:
        if settings.is_development:
            yield from _expand_localhost("localhost", port)
        return
    yield from _expand_localhost(getattr(settings, f"{name.removesuffix('port')}host") or settings.host, port)
    if name in _INTERNAL_PORTS:
        # Other nodes and processes have it too, and no receiver does.
        yield ANY_PRIVATE_HOST, port


def _resolve_called_service(url: str) -> Iterator[tuple[str, int]]:
    """The place of a service that we call. One inside may have several names, so its unusual port is refused too."""
    for host, port in _parse_url(url):
        yield host, port
        if port not in _WEB_PORTS and not is_address(host):
            yield ANY_PRIVATE_HOST, port


def _parse_url(url: str) -> Iterator[tuple[str, int]]:
    """The host of an address, and its port."""
    try:
        parsed = URL(url)
        host, port = (parsed.raw_host or "").rstrip("."), parsed.port
    except ValueError:
        return
    if host and port:
        yield from _expand_localhost(host, port)


def _expand_localhost(host: str, port: int) -> list[tuple[str, int]]:
    return [(each, port) for each in (_LOCALHOST if host == "localhost" else (host,))]


def _parse_database_url(url: str) -> Iterator[tuple[str, int]]:
    """Where the database listens, unless on a Unix socket. Whichever address its name has, nothing else is there."""
    if not url:
        return
    found = _DATABASE.fullmatch(url)
    if found is None:
        raise ValueError("The address of the database cannot be understood.")
    places = [_PLACE.fullmatch(unquote(place)) for place in found["places"].split(",")]
    options = dict(parse_qsl(found["options"] or ""))
    written = [(place["bracketed"] or place["host"], place["port"] or "") for place in places if place]
    hosts = (options.get("hostaddr") or options.get("host") or ",".join(host for host, _ in written)).split(",")
    ports = options["port"].split(",") if "port" in options else [port for _, port in written]
    for host, port in zip((host or "localhost" for host in hosts), cycle(ports), strict=False):
        if not host.startswith(("/", "@")):
            yield host.lower(), int(port or _POSTGRESQL_PORT)
            yield ANY_PRIVATE_HOST, int(port or _POSTGRESQL_PORT)
