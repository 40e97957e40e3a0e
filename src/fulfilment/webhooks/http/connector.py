"""Connections that go nowhere they may not go.

The address is judged where it is connected to, not before: between a check and a call a name can change its
meaning.

Connections are kept for KEEPALIVE_SECONDS after a delivery, because a handshake costs several times the delivery
itself. Every delivery is checked against the address actually connected to all the same: a kept connection stays
with the peer it was opened to, and that peer's address is judged again each time it is used. The time is shorter
than the idle timeout of common servers (Node closes after 5 s), so that few are closed under our hands.
"""

import asyncio
import socket
from collections import Counter
from contextvars import ContextVar
from ssl import SSLContext
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import Connection

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


class AttemptConnection:
    """What one attempt learns of its connection, and what it asks of it."""

    def __init__(self, is_fresh: bool = False) -> None:
        self.is_fresh = is_fresh
        self.is_reused = False
        self.protocol: BoundedProtocol | None = None

    @property
    def status(self) -> int | None:
        """The status of the answer's head, where that has come whole."""
        return self.protocol.status if self.protocol else None

    @property
    def refusal(self) -> str | None:
        """Why we have ended the connection, None where we have not."""
        return self.protocol.refusal if self.protocol else None

    def abort(self) -> None:
        """End the connection at once, where there is one."""
        if self.protocol is not None:
            self.protocol.abort()


# For which attempt the running task asks for a connection. aiohttp's session hands nothing of ours on to its connector.
current_attempt: ContextVar[AttemptConnection] = ContextVar("current_attempt")


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
        self._policy = policy

    async def connect(self, *args: Any, **options: Any) -> Connection:
        """A connection to an address that may be reached. Raises BlockedDestination inside aiohttp's own errors."""
        attempt = current_attempt.get()
        while True:
            connection = await super().connect(*args, **options)
            try:
                protocol = self._prepare(connection, attempt)
            except BaseException:
                connection.close()
                raise
            if protocol is not None:
                attempt.protocol = protocol
                connection.add_callback(protocol.end_response)
                return connection
            connection.close()

    def _prepare(self, connection: Connection, attempt: AttemptConnection) -> BoundedProtocol | None:
        """The protocol of a connection that may be used, None for one that was kept for too long."""
        transport = connection.transport
        if transport is None:
            raise aiohttp.ServerDisconnectedError
        protocol = transport.get_protocol()
        if not isinstance(protocol, BoundedProtocol):
            assert isinstance(protocol, asyncio.Protocol)
            bounded = BoundedProtocol(protocol, transport)
            transport.set_protocol(bounded)
            return bounded
        age = asyncio.get_running_loop().time() - protocol.opened_at
        if attempt.is_fresh or age >= MAX_CONNECTION_AGE_SECONDS:
            return None
        peer = transport.get_extra_info("peername")
        self._policy.check_address(peer[0], peer[1])
        attempt.is_reused = True
        protocol.expect_response()
        return protocol

    def _open_socket(self, info: aiohttp.AddrInfoType) -> socket.socket:
        """The last word, for addresses written into a URL too: those never reach the resolver."""
        family, kind, protocol, _, address = info
        self._policy.check_address(str(address[0]), address[1])
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
