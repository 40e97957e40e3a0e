"""IP allow-list of an API key (docs/decisions/0007-credentials.md).

It is compared with the client's address from `client_address.py`. An IPv4-mapped IPv6 address counts as the IPv4
address, in networks and in requests.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.auth.client_address import parse

_MAPPED_BITS = 96

Network = IPv4Network | IPv6Network


class ForbiddenNetwork(ApiError):
    """The signature is valid, but the client's address is not in the allow-list of the key."""

    status, code = 403, "FORBIDDEN_NETWORK"
    message = "This API key does not work from the address that the request came from."

    def __init__(self, client: str | None = None) -> None:
        super().__init__(client and f"This API key does not work from the address {client}.")


def normalise(texts: Iterable[str]) -> list[str]:
    """Networks and addresses in canonical CIDR form, with zero bits beyond the prefix, without duplicates.

    Raises ValueError with the index of the first malformed text as argument.
    """
    found: dict[str, None] = {}
    for index, text in enumerate(texts):
        network = _read(text)
        if network is None:
            raise ValueError(index)
        found[str(network)] = None
    return list(found)


def require(networks: Sequence[str], client: str | None) -> None:
    """Raise ForbiddenNetwork unless the client's address is known and in one of the networks (canonical form)."""
    address = parse(client) if client else None
    if address is None or not any(address in network for network in _parsed(tuple(networks))):
        raise ForbiddenNetwork(client)


def is_subset(inner: Iterable[str], outer: Sequence[str]) -> bool:
    """True if each `inner` network lies entirely in one `outer` network; all are in canonical form."""
    around = _parsed(tuple(outer))
    return all(any(_lies_in(each, one) for one in around) for each in _parsed(tuple(inner)))


def _lies_in(inner: Network, outer: Network) -> bool:
    if isinstance(inner, IPv4Network):
        return isinstance(outer, IPv4Network) and inner.subnet_of(outer)
    return isinstance(outer, IPv6Network) and inner.subnet_of(outer)


@lru_cache(maxsize=4_096)
def _parsed(networks: tuple[str, ...]) -> tuple[Network, ...]:
    return tuple(ip_network(network) for network in networks)


def _read(text: str) -> Network | None:
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        return None
    if isinstance(network, IPv4Network):
        return network
    # An address with a zone is meaningful on its own host only.
    if "%" in text:
        return None
    mapped = network.network_address.ipv4_mapped
    if mapped is None or network.prefixlen < _MAPPED_BITS:
        return network
    return ip_network((mapped, network.prefixlen - _MAPPED_BITS))
