"""Client address of a request: the socket's peer, or the address that trusted proxies report in `X-Forwarded-For`.

Each proxy appends the address of its own client on the right. The header is therefore read from the right, and only as
far as its proxies are trusted. Addresses further left may be forged.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

MAX_HOPS = 20
# No address is longer. The bound limits the cache of parsed addresses.
_LONGEST_ADDRESS = 64
_IPV6_NETWORK_BYTES = 8

Address = IPv4Address | IPv6Address


class TrustedProxies:
    """The networks of the trusted proxies in front of the service."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [ip_network(network) for network in networks]

    def client_of(self, peer: str | None, forwarded_for: Sequence[bytes] = ()) -> str | None:
        """The client's address, given the socket's and the values of `X-Forwarded-For` in the order received.

        It is the rightmost address that is not a trusted proxy. A malformed address ends the search, and the last
        address before it counts. On a Unix socket there is no address.
        """
        client = parse(peer) if peer else None
        if client is None or not self._trusts(client):
            return peer if client is None else _shown(peer)
        hops = b",".join(forwarded_for).rsplit(b",", MAX_HOPS)[-MAX_HOPS:] if forwarded_for else []
        for hop in reversed(hops):
            named = parse(_without_port(hop.strip().decode("latin-1")))
            if named is None:
                break
            client = named
            if not self._trusts(client):
                break
        return str(client)

    def trusts(self, text: str) -> bool:
        """True if the address belongs to a trusted proxy."""
        address = parse(text)
        return address is not None and self._trusts(address)

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def parse(text: str) -> Address | None:
    """The parsed address, None if it is malformed. An IPv4-mapped IPv6 address becomes the IPv4 address."""
    return _parse(text) if len(text) <= _LONGEST_ADDRESS else None


@lru_cache(maxsize=4_096)
def _shown(text: str) -> str:
    """The address in canonical form."""
    return str(_parse(text))


@lru_cache(maxsize=4_096)
def _parse(text: str) -> Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        # An address with a zone is meaningful on its own host only, and the zone may be any text.
        return None if address.scope_id is not None else address
    return address


def address_bucket(client: str | None) -> bytes:
    """Rate-limit bucket of a client address: the IPv4 address, or the /64 network of an IPv6 address.

    One subscriber with IPv6 usually has all 2^64 addresses of a /64 network.
    """
    address = parse(client) if client else None
    if address is None:
        return b""
    return address.packed[:_IPV6_NETWORK_BYTES]


@lru_cache(maxsize=4_096)
def network_of(client: str | None) -> str:
    """The bucket as text: an IPv4 address, or a network such as `2001:db8::/64`; empty without an address."""
    address = parse(client) if client else None
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address) >> 64 << 64, 64)))
    return "" if address is None else str(address)


@lru_cache(maxsize=4_096)
def address_tenant(client: str | None) -> str:
    """Tenant key of a client address (infra/limits/fair_semaphore.py). No workspace id begins with `@`."""
    return "@" + address_bucket(client).hex()


def _without_port(text: str) -> str:
    """The address without the port that some proxies append: `203.0.113.5:41022`, `[2001:db8::1]:41022`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
