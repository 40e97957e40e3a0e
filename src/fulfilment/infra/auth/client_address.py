"""Whose address a request came from: the socket's, or what proxies that the operator trusts say about it.

Each proxy adds the address it was called from at the right end of `X-Forwarded-For`, so the header is read from there
and only as far as trusted proxies vouch for it. Whatever stands further left may be anybody's invention.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

MAX_HOPS = 20
# No address is longer, and what was read is remembered.
_LONGEST_ADDRESS = 64
_IPV6_NETWORK_BYTES = 8

Address = IPv4Address | IPv6Address


class TrustedProxies:
    """The networks of the proxies in front of the service."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [ip_network(network) for network in networks]

    def client_of(self, peer: str | None, forwarded_for: Sequence[bytes] = ()) -> str | None:
        """The client's address, given the socket's and the values of `X-Forwarded-For` in the order received.

        It is the rightmost one that is not a trusted proxy's; what is no address ends the search at the proxy before
        it. Without a socket's address, as on a Unix socket, there is none.
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
        """Whether this address is a trusted proxy's."""
        address = parse(text)
        return address is not None and self._trusts(address)

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def parse(text: str) -> Address | None:
    """The address; an IPv4 one in the clothes of IPv6 is the IPv4 one."""
    return _parse(text) if len(text) <= _LONGEST_ADDRESS else None


@lru_cache(maxsize=4_096)
def _shown(text: str) -> str:
    """The address in its one form."""
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
        # A zone is meaningful on its own host only, and may hold any text.
        return None if address.scope_id is not None else address
    return address


def address_bucket(client: str | None) -> bytes:
    """What one subscriber is counted by: an IPv4 address, or the /64 that an IPv6 one stands in.

    Anybody with IPv6 has all 2^64 addresses of a network to themselves.
    """
    address = parse(client) if client else None
    if address is None:
        return b""
    return address.packed[:_IPV6_NETWORK_BYTES]


@lru_cache(maxsize=4_096)
def network_of(client: str | None) -> str:
    """The same as text: an IPv4 address, or a network such as `2001:db8::/64`; empty where there is none."""
    address = parse(client) if client else None
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address) >> 64 << 64, 64)))
    return "" if address is None else str(address)


@lru_cache(maxsize=4_096)
def address_tenant(client: str | None) -> str:
    """The party (infra/limits/fair_semaphore.py) that a client's line is, which no workspace's id can be."""
    return "@" + address_bucket(client).hex()


def _without_port(text: str) -> str:
    """Some proxies add the port: `203.0.113.5:41022`, `[2001:db8::1]:41022`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
