"""Connections that go nowhere they may not go.

The address is judged where it is connected to, not before: between a check and a call a name can change its
meaning.

Connections are kept for KEEP_SECONDS after a delivery, because a handshake costs several times the delivery
itself. That does not weaken the rule that every delivery is checked against the address actually connected
to: a kept connection stays with the peer it was opened to, and that peer's address is judged again each
time it is used. The time is shorter than the idle timeout of common servers (Node closes after 5 s), so
that few are closed under our hands.
"""

import socket
from collections import Counter
from functools import lru_cache, partial
from ssl import SSLContext
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from fulfilment.lookups import Lookup
from fulfilment.webhooks.outbound.destination import Policy
from fulfilment.webhooks.outbound.protocol import BoundedProtocol

KEEP_SECONDS = 2.0
# A busy endpoint's connection would otherwise live for ever, long after its name moved to another machine.
CONNECTION_AGE_SECONDS = 30.0
# aiohttp tries every address in turn, and after a failure the rest again; a name with a thousand is not
# worth it.
ADDRESSES_PER_FAMILY = 2
ADDRESSES_REMEMBERED = 1_024

# Ours holds to the millisecond and covers everything; aiohttp's rounds up to whole seconds.
_UNLIMITED = aiohttp.ClientTimeout(total=None, connect=None, sock_connect=None, sock_read=None)


class Route:
    """What one attempt learns of its connection, and what it asks of it."""

    def __init__(self, fresh: bool = False) -> None:
        self.fresh = fresh
        self.reused = False
        self.transport: Any = None

    def abort(self) -> None:
        """End the connection at once. A close would wait for a receiver that no longer reads."""
        if self.transport is not None:
            self.transport.abort()


class GuardedResolver(AbstractResolver):
    """Refuses a name if any of its addresses may not be reached."""

    def __init__(self, policy: Policy, lookup: Lookup) -> None:
        self._policy = policy
        self._lookup = lookup

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        answers = await self._lookup(host, port)
        if not answers:
            raise socket.gaierror(socket.EAI_NONAME, "no address")
        self._policy.check_answers(host, (address for _, address in answers), port)
        taken: Counter[socket.AddressFamily] = Counter()
        results = []
        for kind, address in answers:
            taken[kind] += 1
            if taken[kind] <= ADDRESSES_PER_FAMILY and family in (socket.AF_UNSPEC, kind):
                results.append(_result(host, port, kind, address))
        return results

    async def close(self) -> None:
        """Nothing is held."""


class GuardedConnector(aiohttp.TCPConnector):
    """Judges every address it connects to, and every kept connection it uses again."""

    def __init__(self, policy: Policy, lookup: Lookup, tls: SSLContext | None = None) -> None:
        super().__init__(
            resolver=GuardedResolver(policy, lookup),
            socket_factory=self._open_socket,
            use_dns_cache=False,
            keepalive_timeout=KEEP_SECONDS,
            ssl=True if tls is None else tls,
            # The worker bounds how many attempts run at once; waiting for a turn here would eat an
            # attempt's time.
            limit=0,
        )
        # aiohttp has no parameter for it.
        self._factory = partial(BoundedProtocol, self._loop)
        # What may be reached is judged each time, but reckoned once.
        self._check_address = lru_cache(ADDRESSES_REMEMBERED)(policy.check_address)

    async def reach(self, request: aiohttp.ClientRequest, asked: Route) -> Any:
        """A connection to an address that may be reached. Raises Refused inside aiohttp's own errors."""
        while True:
            connection = await self.connect(request, [], _UNLIMITED)
            protocol = connection.protocol
            asked.transport = connection.transport
            asked.reused = protocol.used_since is not None
            if not asked.reused:
                protocol.used_since = self._loop.time()
                return connection
            if not asked.fresh and self._is_usable(protocol):
                self._check_peer(connection)
                return connection
            connection.close()

    def _is_usable(self, protocol: Any) -> bool:
        """Not what has spoken out of turn: a server that gives up an idle connection may say so (408)."""
        age = self._loop.time() - protocol.used_since
        return age < CONNECTION_AGE_SECONDS and not protocol.should_close

    def _check_peer(self, connection: Any) -> None:
        peer = connection.transport.get_extra_info("peername")
        try:
            self._check_address(peer[0], peer[1])
        except BaseException:
            connection.close()
            raise

    def _open_socket(self, info: Any) -> socket.socket:
        """The last word, for addresses written into a URL too: those never reach the resolver."""
        family, kind, protocol, _, address = info
        self._check_address(str(address[0]), address[1])
        return socket.socket(family, kind, protocol)


def _result(host: str, port: int, family: socket.AddressFamily, address: str) -> ResolveResult:
    return ResolveResult(
        hostname=host,
        host=address,
        port=port,
        family=family,
        proto=socket.IPPROTO_TCP,
        flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
    )
