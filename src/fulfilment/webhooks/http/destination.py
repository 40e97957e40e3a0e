"""Destination policy of webhooks (specification, Allowed URLs), and the list of the service's own addresses.

There are two checks, because a name may point to another address later. `check_url` and `check_resolved` run when an
endpoint is registered. `DestinationPolicy.check_address` runs in the connection itself (`connector.py`), at every
delivery.
"""

import asyncio
import re
import socket
import string
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from itertools import cycle
from urllib.parse import parse_qsl, quote, unquote

import msgspec
from yarl import URL

from fulfilment.infra import dns
from fulfilment.infra.observability.tracing import config
from fulfilment.settings import Settings, SettingsError


def _parse_networks(*texts: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(text) for text in texts)


MAX_URL_LENGTH = 2_000
ANY_PRIVATE_HOST = "*"
LOOKUP_TIMEOUT_SECONDS = 3.0

_MAX_NAME_LENGTH = 253
_LABEL = re.compile(r"[a-z0-9_-]{1,63}")
_NUMERIC_LABEL = re.compile(r"[0-9]+|0x[0-9a-f]*")
_LOCAL_SUFFIXES = (".localhost", ".local", ".internal")
_PATH_OR_QUERY = re.compile(r"[/?]")
_AUTHORITY = re.compile(r"(?P<host>[^@%:\[\]]+|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{1,5}))?")

# Listed here rather than taken from `is_global`, which differs between Python releases and calls multicast, 6to4 and
# NAT64 global.
_BLOCKED_IPV4 = _parse_networks(
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
)
# The only public block of IPv6. Its ranges for tunnels that carry an IPv4 address (Teredo, 6to4), for documentation and
# for special purposes are excluded.
_PUBLIC_IPV6 = ip_network("2000::/3")
_BLOCKED_IPV6 = _parse_networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
# "Private targets" of a development machine. Link-local stays refused, since a cloud serves the machine's credentials
# there.
_DEVELOPMENT_NETWORKS = _parse_networks(
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"
)

_LOCALHOST = ("127.0.0.1", "::1")
_POSTGRESQL_PORT = 5_432
_WEB_PORTS = (80, 443)
_DATABASE_SETTINGS = ("database_url", "database_direct_url")
_SIMULATOR_PORTS = ("aggregator_simulator_port", "identity_simulator_port", "payment_simulator_port")
# They need no credential, and are meant for the operator's own network.
_INTERNAL_PORTS = ("metrics_port", "probe_port")
# Only browsers go there, and the service calls none of them: its public URL, added below, and pages of merchants.
_BROWSER_URLS = ("public_url", "payments_success_url", "payments_cancel_url")
# A database URL may list several hosts, and its options take precedence (PostgreSQL, connection URIs).
_DATABASE = re.compile(r"postgres(?:ql)?://(?:[^/?]*@)?(?P<places>[^/?@]*)(?:/[^?]*)?(?:\?(?P<options>.*))?")
_PLACE = re.compile(r"(?:\[(?P<bracketed>[^\]]*)\]|(?P<host>[^:]*))(?::(?P<port>\d*))?")


class BlockedDestination(OSError):
    """A destination that webhooks may not reach; `reason` explains it to the merchant.

    It is an OSError, because aiohttp lets a resolver and a socket factory raise that, and passes it on as the cause.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class DestinationPolicy(msgspec.Struct, frozen=True):
    """Policy of permitted destinations. The default is production: https, public addresses, names that resolve.

    `allowed_networks` are networks that may be reached although they are not public. `own_services` are (host, port)
    pairs that may never be reached, whatever else is allowed. An unspecified host (`0.0.0.0`, `::`) stands for every
    address of this machine, and ANY_PRIVATE_HOST for every address that is not public. A name stands for itself.
    """

    allows_http: bool = False
    must_resolve: bool = True
    allowed_networks: tuple[IPv4Network | IPv6Network, ...] = ()
    own_services: frozenset[tuple[str, int]] = frozenset()

    def check_address(self, text: str, port: int) -> None:
        """Raise BlockedDestination unless a connection to this address is permitted. `text` is a numeric address."""
        address = _parse_address(text)
        if address is None:
            raise BlockedDestination("the address cannot be read")
        if any(port == own and _is_at_host(address, host) for host, own in self.own_services):
            raise BlockedDestination("the address belongs to this service")
        if any(address in network for network in self.allowed_networks):
            return
        if not _is_public(address):
            raise BlockedDestination("the address is not public")

    def check_resolved_addresses(self, host: str, addresses: Iterable[str], port: int) -> None:
        """Raise BlockedDestination unless every address of `host` is permitted.

        The message does not name the address: names inside the operator's network are not disclosed to merchants.
        """
        for address in addresses:
            try:
                self.check_address(address, port)
            except BlockedDestination as problem:
                reason = problem.reason.removeprefix("the address ")
                raise BlockedDestination(f"the host {host} resolves to an address that {reason}") from None


def load_policy(settings: Settings, own_services: Iterable[tuple[str, int]] = ()) -> DestinationPolicy:
    """The policy for these settings. Raises SettingsError for an invalid network.

    In development http and private targets are allowed, and a name that does not resolve can be registered. Such a
    machine is often offline, and the decisive check runs at delivery anyway.
    """
    try:
        exceptions = _parse_networks(*settings.webhook_allowed_networks)
    except ValueError as problem:
        raise SettingsError(f"FULFILMENT_WEBHOOK_ALLOWED_NETWORKS: {problem}.") from None
    return DestinationPolicy(
        allows_http=settings.is_development,
        must_resolve=not settings.is_development,
        allowed_networks=exceptions + (_DEVELOPMENT_NETWORKS if settings.is_development else ()),
        own_services=frozenset(own_services),
    )


def build_policy(settings: Settings) -> DestinationPolicy:
    """The policy for registration and delivery."""
    return load_policy(settings, list_own_services(settings))


def list_own_services(settings: Settings, environ: Mapping[str, str] | None = None) -> list[tuple[str, int]]:
    """The (host, port) pairs of each port, URL and host in the settings, and of the trace collector.

    The pairs are those of `DestinationPolicy.own_services`. Settings are found by the ends of their names, so that a
    new setting is not forgotten.
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


def check_url(url: str, policy: DestinationPolicy) -> URL:
    """The URL to connect to, its host in ASCII and lower case without a trailing dot.

    Raises BlockedDestination with the reason. The rules for names hold in development too, as the specification has no
    exception; a receiver on the same machine is reached as 127.0.0.1. No name is looked up here.
    """
    _check_text(url)
    try:
        parsed = URL(url)
        host, port = (parsed.raw_host or "").rstrip("."), parsed.port
    except ValueError:
        raise BlockedDestination("the URL cannot be read") from None
    if parsed.scheme != "https" and not (parsed.scheme == "http" and policy.allows_http):
        raise BlockedDestination("the URL must begin with https://")
    if not host or not port:
        raise BlockedDestination("the URL must name a host, and its port must be between 1 and 65535")
    if _parse_address(host) is not None:
        policy.check_address(host, port)
    else:
        _check_name(host, port, policy)
    return parsed if host == parsed.raw_host else parsed.with_host(host)


def get_request_target(url: str) -> str:
    """The path and query of a URL as they are sent: byte for byte as registered.

    A receiver may distinguish `%2F` from `/`, and a signed query ends at its last byte. Characters outside ASCII are
    percent-encoded, because a request line cannot hold them. Expects a URL that `check_url` has accepted.
    """
    rest = url.partition("://")[2]
    begin = _PATH_OR_QUERY.search(rest)
    target = rest[begin.start() :] if begin else "/"
    return quote(target if target.startswith("/") else f"/{target}", safe=string.punctuation)


async def check_resolved(url: URL, policy: DestinationPolicy, lookup: dns.Lookup = dns.lookup) -> None:
    """Raise BlockedDestination unless every address of the URL's host is permitted. Expects the result of `check_url`.

    Waits LOOKUP_TIMEOUT_SECONDS at most. A name without an address is refused where the policy has `must_resolve`.
    """
    host, port = url.raw_host or "", url.port or 0
    reason = "could not be resolved"
    try:
        async with asyncio.timeout(LOOKUP_TIMEOUT_SECONDS):
            addresses = await lookup(host, port)
    except TimeoutError:
        addresses, reason = [], "could not be resolved in time"
    except OSError:
        addresses = []
    if not addresses and policy.must_resolve:
        raise BlockedDestination(f"the host {host} {reason}")
    policy.check_resolved_addresses(host, (address for _, address in addresses), port)


def normalize_host(url: URL) -> str:
    """The normalised host of a URL: ASCII, lower case, no trailing dot, addresses in their shortest form."""
    host = (url.raw_host or "").rstrip(".").lower()
    address = _parse_address(host)
    return host if address is None else str(address)


def is_address(host: str) -> bool:
    """True where a host is a numeric address rather than a name."""
    return _parse_address(host) is not None


def _check_text(url: str) -> None:
    """Checks on the text as it was given, before a parser interprets it."""
    if len(url) > MAX_URL_LENGTH:
        raise BlockedDestination(f"the URL may have {MAX_URL_LENGTH} characters at most")
    if not url.isprintable() or " " in url:
        raise BlockedDestination("the URL may not contain spaces or control characters")
    if "\\" in url:
        raise BlockedDestination("the URL may not contain a backslash")
    if "#" in url:
        raise BlockedDestination("the URL may not contain a fragment")
    authority = _PATH_OR_QUERY.split(url.partition("://")[2], maxsplit=1)[0]
    if "@" in authority:
        raise BlockedDestination("the URL may not contain a user name or password")
    if not _AUTHORITY.fullmatch(authority):
        raise BlockedDestination("the URL must name a plain host, with a port from 1 to 65535 if it has one")


def _check_name(host: str, port: int, policy: DestinationPolicy) -> None:
    labels = host.split(".")
    if host == "localhost" or host.endswith(_LOCAL_SUFFIXES):
        raise BlockedDestination("the host may not be localhost or end in .localhost, .local or .internal")
    if len(host) > _MAX_NAME_LENGTH or not all(_LABEL.fullmatch(label) for label in labels):
        raise BlockedDestination("the host is not a valid name")
    if _NUMERIC_LABEL.fullmatch(labels[-1]):
        raise BlockedDestination("an IP address must be written in its usual form, four decimal numbers")
    if (host, port) in policy.own_services:
        raise BlockedDestination("the host belongs to this service")


@lru_cache(maxsize=4_096)
def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address in a text, None for a name. `::ffff:10.0.0.1` is 10.0.0.1, as for the kernel."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return address if mapped is None else mapped


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _BLOCKED_IPV4)
    return address in _PUBLIC_IPV6 and not any(address in network for network in _BLOCKED_IPV6)


def _is_at_host(address: IPv4Address | IPv6Address, host: str) -> bool:
    if host == ANY_PRIVATE_HOST:
        return not _is_public(address)
    own = _parse_address(host)
    return own is not None and (
        address == own or ((own.is_unspecified or address.is_unspecified) and _is_local_address(address))
    )


def _is_local_address(address: IPv4Address | IPv6Address) -> bool:
    """True if this machine has the address now, since a socket can be bound to it."""
    family = socket.AF_INET if isinstance(address, IPv4Address) else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((str(address), 0))
        except OSError:
            return False
    return True


def _resolve_own_port(settings: Settings, name: str, port: int) -> Iterator[tuple[str, int]]:
    """The host of one of the service's ports; a simulator's is on this machine, and only in development."""
    if name in _SIMULATOR_PORTS:
        if settings.is_development:
            yield from _expand_localhost("localhost", port)
        return
    yield from _expand_localhost(getattr(settings, f"{name.removesuffix('port')}host") or settings.host, port)
    if name in _INTERNAL_PORTS:
        # Other nodes and processes listen on this port too, and no receiver does.
        yield ANY_PRIVATE_HOST, port


def _resolve_called_service(url: str) -> Iterator[tuple[str, int]]:
    """The address of a service that is called.

    An internal one may have several names, so an unusual port is refused on every private host.
    """
    for host, port in _parse_url(url):
        yield host, port
        if port not in _WEB_PORTS and not is_address(host):
            yield ANY_PRIVATE_HOST, port


def _parse_url(url: str) -> Iterator[tuple[str, int]]:
    """The host and the port of a URL."""
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
    """The addresses of the database, unless on a Unix socket. Its port is refused on every private host too."""
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
