"""The networks that an API key works from, where it does not work from anywhere (docs/decisions/0054-key-bounds.md).

They are compared with the client's address as `http/client_address.py` reads it: behind trusted proxies, that of who
called them. An IPv4 address in the clothes of IPv6 is the IPv4 one, in a network as in a request.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network

from fulfilment.http.client_address import parse
from fulfilment.http.errors import ApiError

_MAPPED_BITS = 96

Network = IPv4Network | IPv6Network


class ForbiddenNetwork(ApiError):
    """The request is signed right, and comes from elsewhere than the key works from."""

    status, code = 403, "FORBIDDEN_NETWORK"
    message = "This API key does not work from the address that the request came from."

    def __init__(self, client: str | None = None):
        super().__init__(client and f"This API key does not work from the address {client}.")


def normal(texts: Iterable[str]) -> list[str]:
    """Networks and addresses as they are kept: CIDR, the bits beyond the prefix zero, each once.

    Raises ValueError, whose argument is the index of one that is neither.
    """
    found: dict[str, None] = {}
    for index, text in enumerate(texts):
        network = _read(text)
        if network is None:
            raise ValueError(index)
        found[str(network)] = None
    return list(found)


def admit(networks: Sequence[str], client: str | None) -> None:
    """Raise ForbiddenNetwork unless one of the normal networks holds the client's address, which is known."""
    address = parse(client) if client else None
    if address is None or not any(address in network for network in _kept(tuple(networks))):
        raise ForbiddenNetwork(client)


def lie_within(inner: Iterable[str], outer: Sequence[str]) -> bool:
    """Whether each of the normal networks lies in one of the others as a whole."""
    around = _kept(tuple(outer))
    return all(
        any(each.version == one.version and each.subnet_of(one) for one in around) for each in _kept(tuple(inner))
    )


@lru_cache(maxsize=4_096)
def _kept(networks: tuple[str, ...]) -> tuple[Network, ...]:
    return tuple(ip_network(network) for network in networks)


def _read(text: str) -> Network | None:
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        return None
    if isinstance(network, IPv4Network):
        return network
    # A zone is meaningful on its own host only.
    if "%" in text:
        return None
    mapped = network.network_address.ipv4_mapped
    if mapped is None or network.prefixlen < _MAPPED_BITS:
        return network
    return ip_network((mapped, network.prefixlen - _MAPPED_BITS))
