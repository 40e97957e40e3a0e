"""Connections that go nowhere they may not go.

The address is judged where it is connected to, not before: between a check and a call a name can change its
meaning.

Connections are kept for KEEP_SECONDS after a delivery, because a handshake costs several times the delivery
itself. That does not weaken the rule that every delivery is checked against the address actually connected
to: a kept connection stays with the peer it was opened to, and that peer's address is judged again each
time it is used. The time is shorter than the idle timeout of common servers (Node closes after 5 s), so
that few are closed under our hands.
"""

import asyncio
import socket
from collections import Counter
from functools import lru_cache, partial
from ssl import SSLContext

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import AddrInfoType, Connection

from fulfilment.infra.dns import Lookup
from fulfilment.infra.outbound_http import Connector
from fulfilment.webhooks.http.destination import DestinationPolicy
from fulfilment.webhooks.http.protocol import BoundedProtocol

KEEPALIVE_SECONDS = 2.0
# A busy endpoint's connection would otherwise live for ever, long after its name moved to another machine.
MAX_CONNECTION_AGE_SECONDS = 30.0
# aiohttp tries every address in turn, and after a failure the rest again; a name with a thousand is not
# worth it.
MAX_ADDRESSES_PER_FAMILY = 2
ADDRESS_CACHE_SIZE = 1_024

# Ours holds to the millisecond and covers everything; aiohttp's rounds up to whole seconds.
_UNLIMITED = aiohttp.ClientTimeout(total=None, connect=None, sock_connect=None, sock_read=None)


class AttemptConnection:
    """What one attempt learns of its connection, and what it asks of it."""

    def __init__(self, is_fresh: bool = False) -> None:
        self.is_fresh = is_fresh
        self.is_reused = False
        self.transport: asyncio.Transport | None = None

    def abort(self) -> None:
        """End the connection at once. A close would wait for a receiver that no longer reads."""
        if self.transport is not None:
            self.transport.abort()


class GuardedResolver(AbstractResolver):
    """Refuses a name if any of its addresses may not be reached."""

    def __init__(self, policy: DestinationPolicy, lookup: Lookup) -> None:
        self._policy = policy
        self._lookup = lookup

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        answers = await self._lookup(host, port)
        if not answers:
            raise socket.gaierror(socket.EAI_NONAME, "no address")
        self._policy.check_resolved_addresses(host, (address for _, address in answers), port)
        per_family: Counter[socket.AddressFamily] = Counter()
        results = []
        for kind, address in answers:
            per_family[kind] += 1
            if per_family[kind] <= MAX_ADDRESSES_PER_FAMILY and family in (socket.AF_UNSPEC, kind):
                results.append(_build_result(host, port, kind, address))
        return results

    async def close(self) -> None:
        """Nothing is held."""


class GuardedConnector(Connector):
    """Judges every address it connects to, and every kept connection it uses again."""

    def __init__(self, policy: DestinationPolicy, lookup: Lookup, tls: SSLContext | None = None) -> None:
        super().__init__(
            resolver=GuardedResolver(policy, lookup),
            socket_factory=self._open_socket,
            use_dns_cache=False,
            keepalive_timeout=KEEPALIVE_SECONDS,
            ssl=True if tls is None else tls,
            # The worker bounds how many attempts run at once; waiting for a turn here would eat an
            # attempt's time.
            limit=0,
        )
        # aiohttp has no parameter for it.
        self._factory = partial(BoundedProtocol, self._loop)
        # What may be reached is judged each time, but reckoned once.
        self._check_address = lru_cache(ADDRESS_CACHE_SIZE)(policy.check_address)

    async def open_connection(self, request: aiohttp.ClientRequest, attempt: AttemptConnection) -> Connection:
        """A connection to an address that may be reached. Raises Refused inside aiohttp's own errors."""
        while True:
            connection = await self.connect(request, [], _UNLIMITED)
            protocol = connection.protocol
            assert isinstance(protocol, BoundedProtocol)
            attempt.transport = connection.transport
            used_since = protocol.used_since
            attempt.is_reused = used_since is not None
            if used_since is None:
                protocol.used_since = self._loop.time()
                return connection
            if not attempt.is_fresh and self._is_usable(protocol, used_since):
                self._check_peer(connection)
                return connection
            connection.close()

    def _is_usable(self, protocol: BoundedProtocol, used_since: float) -> bool:
        """Not what has spoken out of turn: a server that gives up an idle connection may say so (408)."""
        age = self._loop.time() - used_since
        return age < MAX_CONNECTION_AGE_SECONDS and not protocol.should_close

    def _check_peer(self, connection: Connection) -> None:
        assert connection.transport is not None
        peer = connection.transport.get_extra_info("peername")
        try:
            self._check_address(peer[0], peer[1])
        except BaseException:
            connection.close()
            raise

    def _open_socket(self, info: AddrInfoType) -> socket.socket:
        """The last word, for addresses written into a URL too: those never reach the resolver."""
        family, kind, protocol, _, address = info
        self._check_address(str(address[0]), address[1])
        return socket.socket(family, kind, protocol)


def _build_result(host: str, port: int, family: socket.AddressFamily, address: str) -> ResolveResult:
    return ResolveResult(
        hostname=host,
        host=address,
        port=port,
        family=family,
        proto=socket.IPPROTO_TCP,
        flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
    )
