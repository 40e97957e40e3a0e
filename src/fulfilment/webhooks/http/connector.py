"""SSRF-safe connector: connections only to permitted addresses, with a bounded response.

The address is checked when the connection is made, not before: a name can change its meaning between a check and a
call.

Connections are reused for KEEPALIVE_SECONDS after a delivery, because a handshake costs several times the delivery. A
reused connection stays with its peer, and the peer's address is checked again at each use. The time is shorter than the
idle timeout of common servers (Node closes after 5 s), so that servers close few connections in use.
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

KEEPALIVE_SECONDS = 2.0
# Without a limit, the connection of a busy endpoint would stay open after its name moved to another machine.
MAX_CONNECTION_AGE_SECONDS = 30.0
# aiohttp tries every address in turn, and after a failure the rest again, so a name with very many would take long.
MAX_ADDRESSES_PER_FAMILY = 2

# Limit of what follows the head: the beginning of the body, with its chunks and trailers.
BODY_BYTES = 16_384
# Limit of interim responses, such as 103 Early Hints, before the final one.
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
    """Protocol that passes a connection's data to `inner`, and aborts the connection when a limit is exceeded."""

    def __init__(self, inner: asyncio.Protocol, transport: asyncio.Transport) -> None:
        self._inner = inner
        self._transport = transport
        self.opened_at = asyncio.get_running_loop().time()
        self.expect_response()

    def expect_response(self) -> None:
        """Reset for the next response, before a request is sent."""
        # Status of the response, once its head is complete.
        self.status: int | None = None
        # The reason for aborting the connection, in words for the merchant.
        self.refusal: str | None = None
        self._is_expected = True
        self._is_head_over = False
        self._is_followed = False
        self._head = bytearray()
        self._head_bytes = self._body_bytes = self._interim_responses = 0

    def end_response(self) -> None:
        """End the response: the connection goes back to the pool or is closed.

        It is aborted where the rest of this response could be taken for the next one, or where part of the request is
        unsent.
        """
        self._is_expected = False
        if self._is_followed or self._transport.get_write_buffer_size():
            self.abort()

    def abort(self) -> None:
        """Abort the connection at once. A close would wait for a receiver that no longer reads."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass on each head, and the beginning of the body."""
        if not self._is_expected:
            # A server that closes an idle connection may send a 408, which is no answer to the next request.
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
        """The receiver has closed its side."""
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """The write buffer is full: the receiver reads too slowly."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """The write buffer has drained."""
        self._inner.resume_writing()

    def _read_heads(self, data: bytes) -> bytes:
        """Pass on each complete head, up to that of the final response. Returns the data after it."""
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
        """False where the response was refused, by this protocol or by aiohttp's parser."""
        return self._is_expected and not self._transport.is_closing()

    def _refuse(self, reason: str) -> None:
        self.refusal = reason
        self._is_expected = False
        self._head.clear()
        self.abort()


class AttemptConnection:
    """The connection of one attempt: its state, and requests to it."""

    def __init__(self, is_fresh: bool = False) -> None:
        self.is_fresh = is_fresh
        self.is_reused = False
        self.protocol: BoundedProtocol | None = None

    @property
    def status(self) -> int | None:
        """The status of the response, once its head is complete."""
        return self.protocol.status if self.protocol else None

    @property
    def refusal(self) -> str | None:
        """The reason for aborting the connection; None where it was not aborted."""
        return self.protocol.refusal if self.protocol else None

    def abort(self) -> None:
        """Abort the connection at once, if there is one."""
        if self.protocol is not None:
            self.protocol.abort()


# The attempt of the running task. A context variable, since aiohttp's session passes no arguments to its connector.
current_attempt: ContextVar[AttemptConnection] = ContextVar("current_attempt")


class GuardedResolver(AbstractResolver):
    """DNS resolver that refuses a name if any of its addresses is not permitted."""

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
        """Nothing to close."""


class GuardedConnector(Connector):
    """Connector that checks every address it connects to, and every connection it reuses."""

    def __init__(self, policy: DestinationPolicy, lookup: Lookup, tls: SSLContext | None = None) -> None:
        super().__init__(
            resolver=GuardedResolver(policy, lookup),
            socket_factory=self._open_socket,
            use_dns_cache=False,
            keepalive_timeout=KEEPALIVE_SECONDS,
            ssl=True if tls is None else tls,
            # The worker limits concurrent attempts; waiting here would use up an attempt's time.
            limit=0,
        )
        self._policy = policy

    async def connect(self, *args: Any, **options: Any) -> Connection:
        """A connection to a permitted address. Raises BlockedDestination inside aiohttp's own errors."""
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
        """The protocol of a usable connection; None where a reused connection is too old or a fresh one is required."""
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
        """The last check, which also covers addresses written into a URL: those never reach the resolver."""
        family, kind, protocol, _, address = info
        self._policy.check_address(str(address[0]), address[1])
        return socket.socket(family, kind, protocol)


def _can_be_http(head: bytearray) -> bool:
    beginning = head[:_BEGINNING_WITHIN_BYTES].lstrip(b"\r\n")
    return _BEGINNING.startswith(beginning[: len(_BEGINNING)])


def _build_result(host: str, port: int, family: socket.AddressFamily, address: str) -> ResolveResult:
    return ResolveResult(
        hostname=host,
        host=address,
        port=port,
        family=family,
        proto=socket.IPPROTO_TCP,
        flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
    )
