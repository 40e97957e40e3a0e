"""How many connections one client address may hold of a process (decisions, section 12).

Granian accepts connections up to a bound and hands over whole request heads only; beyond the bound everybody waits in
the kernel's queue. So whoever opens connections and says nothing, or half of a request, would shut out all others. Here
is what is fair; `connection_reaper` sees to it.
"""

from collections import Counter
from collections.abc import Container, Iterable
from functools import lru_cache

import msgspec

from fulfilment.infra.auth.client_address import parse

Peer = tuple[str, int]


class UnderWay:
    """The connections on which a whole request came and is being answered: they are never ended."""

    def __init__(self) -> None:
        self._requests: Counter[Peer] = Counter()

    def begin(self, host: str, port: str | int) -> None:
        """The request of this client was read to the end of its body."""
        self._requests[peer_of(host, port)] += 1

    def end(self, host: str, port: str | int) -> None:
        """Its answer was given. On the same connection the next request may have begun already."""
        peer = peer_of(host, port)
        self._requests[peer] -= 1
        if self._requests[peer] <= 0:
            del self._requests[peer]

    def __contains__(self, peer: Peer) -> bool:
        """Whether it has a request under way. May be asked on any thread."""
        return peer in self._requests


# One process has one port, and its server has no other place that both the requests and the watch can reach.
under_way = UnderWay()


class Connection(msgspec.Struct, frozen=True):
    """An accepted connection: its descriptor, the other side, and the line that it is counted by.

    `line` is None for those of trusted proxies, behind which everybody is one address.
    """

    descriptor: int
    peer: Peer
    line: bytes | None


def surplus(held: Iterable[Connection], busy: Container[Peer], bound: int) -> list[Connection]:
    """What is to be ended of `held`, the longest known first: an address keeps as many as would be left free then.

    `busy` are those with a request under way, which are counted and spared. One connection is everybody's.
    """
    by_line: dict[bytes, list[Connection]] = {}
    fixed = 0
    for connection in held:
        if connection.line is None:
            fixed += 1
        else:
            by_line.setdefault(connection.line, []).append(connection)
    share = fair_share([len(each) for each in by_line.values()], bound - fixed)
    ended = []
    for each in by_line.values():
        idle = [connection for connection in each if connection.peer not in busy]
        ended += idle[: max(0, len(each) - share)]
    return ended


def fair_share(counts: Iterable[int], room: int) -> int:
    """The largest number to which all counts can be cut so that as many places are left free; at least 1."""
    share, kept, others = 0, 0, sorted(counts)
    for done, count in enumerate(others):
        # With all from here on cut to the share, the places are theirs, and one more share stays free.
        share = (room - kept) // (len(others) - done + 1)
        if share < count:
            return max(1, share)
        kept += count
    return max(1, room - kept)


def peer_of(host: str, port: str | int) -> Peer:
    """A client as it is compared: its address in one spelling, without a zone."""
    return _spelled(host), int(port)


@lru_cache(maxsize=4_096)
def _spelled(host: str) -> str:
    address = parse(without_zone(host))
    return host if address is None else str(address)


def without_zone(host: str) -> str:
    """An address as it is written where the network interface is not named."""
    return host.partition("%")[0]
