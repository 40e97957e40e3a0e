"""Connections that go nowhere they may not go.

The address is judged where it is connected to, not before: between a check and a call a name can change its
meaning.

Connections are kept for KEEPALIVE_SECONDS after a delivery, because a handshake costs several times the delivery
itself. Every delivery is checked against the address actually connected to all the same: a kept connection stays
with the peer it was opened to, and that peer's address is judged again each time it is used. The time is shorter
than the idle timeout of common servers (Node closes after 5 s), so that few are closed under our hands.
"""

import asyncio
import re
import socket
from collections import Counter
from contextvars import ContextVar
from ssl import SSLContext
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import Connection

from fulfilment.infra.dns import Lookup
from fulfilment.infra.outbound import HEAD_BYTES, Connector
from fulfilment.webhooks.http.destination import DestinationPolicy

# Behind the head: the body's beginning, which alone is kept, with its chunks and trailers.
BODY_BYTES = 16_384
# "Early hints" and the like, before the answer itself.
MAX_INTERIM_RESPONSES = 16

_BLANK_LINE = re.compile(rb"\n\r?\n")
_BLANK_LINE_BYTES = 3
_STATUS_LINE = re.compile(rb"[\r\n]*HTTP/[0-9](?:\.[0-9])? ([1-9][0-9]{2})[ \r\n]")
_ANNOUNCED_BODY = re.compile(rb"\n(?:transfer-encoding[ \t]*:|content-length[ \t]*:[ \t]*0*[1-9])", re.IGNORECASE)
_BEGINNING = b"HTTP/"
# Empty lines may precede it.
_BEGINNING_WITHIN_BYTES = 64
_INTERIM, _SWITCHING_PROTOCOLS = range(100, 200), 101
_WITHOUT_BODY = frozenset({204, 304})


class BoundedProtocol(asyncio.Protocol):
    """Hands on to `inner` what a connection brings, and ends the connection on which too much is said."""

    def __init__(self, inner: asyncio.Protocol, transport: asyncio.Transport) -> None:
        self._inner = inner
        self._transport = transport
        self.opened_at = asyncio.get_running_loop().time()
        self.expect_response()

    def expect_response(self) -> None:
        """Prepare for an answer; a request is about to be sent."""
        # Of the answer's head, as soon as that is whole.
        self.status: int | None = None
        # Why the connection was ended, in words for the merchant.
        self.refusal: str | None = None
        self._is_expected = True
        self._is_head_over = False
        self._is_followed = False
        self._head = bytearray()
        self._head_bytes = self._body_bytes = self._interim_responses = 0

    def end_response(self) -> None:
        """Expect nothing more: the connection goes back or is closed.

        It is ended at once where the next answer would be mistaken for this one's rest, or part of the request waits.
        """
        self._is_expected = False
        if self._is_followed or self._transport.get_write_buffer_size():
            self.abort()

    def abort(self) -> None:
        """End the connection at once. A close would wait for a receiver that no longer reads."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Hand on heads one by one, and the beginning of the body."""
        if not self._is_expected:
            # A server that gives up an idle connection may say so (408), which is no answer to the next request.
            self.abort()
            return
        if not self._is_head_over:
            data = self._read_heads(data)
        if not data:
            return
        room = BODY_BYTES - self._body_bytes
        self._body_bytes += len(data)
        if room > 0:
            self._inner.data_received(data[:room])
        if self._body_bytes > BODY_BYTES:
            self.abort()

    def eof_received(self) -> bool | None:
        """The receiver says nothing more."""
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """The receiver reads too slowly."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """The receiver has read on."""
        self._inner.resume_writing()

    def _read_heads(self, data: bytes) -> bytes:
        """Hand on each head that is whole, up to the answer's own. Returns the data behind that."""
        searched = max(0, len(self._head) - _BLANK_LINE_BYTES + 1)
        self._head += data
        while self._is_open() and not self._is_head_over:
            blank = _BLANK_LINE.search(self._head, searched)
            end = blank.end() if blank else len(self._head)
            if self._head_bytes + end > HEAD_BYTES:
                self._refuse("the head is too large")
            elif blank is None:
                if not _can_be_http(self._head):
                    self._refuse("it is not HTTP")
                return b""
            else:
                self._hand_on_head(bytes(self._head[:end]))
                del self._head[:end]
                searched = 0
        rest = bytes(self._head) if self._is_open() else b""
        self._head.clear()
        return rest

    def _hand_on_head(self, head: bytes) -> None:
        self._head_bytes += len(head)
        found = _STATUS_LINE.match(head)
        status = int(found[1]) if found else None
        if status in _INTERIM and status != _SWITCHING_PROTOCOLS:
            self._interim_responses += 1
        elif head.strip(b"\r\n"):
            self._is_head_over = True
            self.status = status
            # The announced body may still follow, and would be read as the next answer.
            self._is_followed = status in _WITHOUT_BODY and _ANNOUNCED_BODY.search(head) is not None
        self._inner.data_received(head)
        if self._interim_responses > MAX_INTERIM_RESPONSES:
            self._refuse("too many interim answers")

    def _is_open(self) -> bool:
        """False where the answer was refused, by us or by aiohttp's parser."""
        return self._is_expected and not self._transport.is_closing()

    def _refuse(self, reason: str) -> None:
        self.refusal = reason
        self._is_expected = False
        self._head.clear()
        self.abort()


def _can_be_http(head: bytearray) -> bool:
    beginning = head[:_BEGINNING_WITHIN_BYTES].lstrip(b"\r\n")
    return _BEGINNING.startswith(beginning[: len(_BEGINNING)])


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
