"""One attempt to deliver one event to one endpoint (specification, Delivery format; Retry and failure rules).

The head of the response decides: with a 2xx status in time the receiver has the event, and a repeat would deliver it
twice. The body is read only for the log: its first 2 KiB, for at most BODY_TIMEOUT_SECONDS and never beyond the
attempt's own time. So a receiver that drips or floods holds neither the slot nor memory.
"""

import asyncio
import codecs
import os
import re
import socket
import ssl
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from ssl import SSLContext
from types import TracebackType
from typing import Self

import aiohttp
import msgspec
import structlog
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from fulfilment.infra import branding, clock, dns
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.outbound_http import HEAD_LIMITS
from fulfilment.settings import Settings
from fulfilment.webhooks.http import destination, signature
from fulfilment.webhooks.http.connector import AttemptConnection, GuardedConnector, current_attempt
from fulfilment.webhooks.http.destination import BlockedDestination

TIMEOUT_SECONDS = 10.0
BODY_TIMEOUT_SECONDS = 1.0
STORED_BODY_BYTES = 2_048
URL_CACHE_SIZE = 1_024

INTERNAL_ERROR = "the attempt failed for a reason inside this service"

_CLOSED = "connection closed before a response came"
_LENGTH_CHARACTERS = 300
# Where several addresses of a name fail in different ways, aiohttp joins their errors into one text.
_ERROR_NUMBER = re.compile(r"\[Errno (\d+)\]")

_EVENT_HEADERS = ("Event-Id", "Event-Type", "Delivery-Id", "Delivery-Attempt", "Signature")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Errors of a reused connection: it ended just before its reuse, or the rest of an earlier answer came on it.
_CONNECTION_LOST = (
    aiohttp.ServerDisconnectedError,
    aiohttp.ClientOSError,
    aiohttp.ClientResponseError,
    HttpProcessingError,
)
# The sender's own timeout is exact to the millisecond and covers a second request too; aiohttp's rounds up to whole
# seconds.
_UNLIMITED = aiohttp.ClientTimeout(total=None)

_log = structlog.get_logger(__name__)


class AttemptOutcome(msgspec.Struct, frozen=True):
    """The outcome of an attempt, as the delivery log stores it.

    `response_code` is None when no response came. `response_body` holds the first 2 KiB, decoded as UTF-8 with
    replacements and without NUL. `error` is None exactly when `ok`.
    """

    ok: bool
    response_code: int | None
    response_body: str
    error: str | None
    duration_ms: int


class WebhookSender:
    """Sender of webhooks: one per worker process, as an async context manager, because it keeps connections.

    `lookup` and `tls` are for tests, and for operators with a certificate authority of their own.
    """

    def __init__(
        self,
        policy: destination.DestinationPolicy,
        *,
        timeout_seconds: float = TIMEOUT_SECONDS,
        brand: branding.Brand | None = None,
        lookup: dns.Lookup = dns.lookup,
        tls: SSLContext | None = None,
    ) -> None:
        self._policy = policy
        self._timeout_seconds = timeout_seconds
        self._brand = brand or branding.current()
        self._lookup = lookup
        self._tls = tls
        self._event_headers = [self._brand.webhook_header(name) for name in _EVENT_HEADERS]
        self._session: aiohttp.ClientSession | None = None
        # A URL is parsed and checked once; its address is checked at every connection.
        self._build_url = lru_cache(URL_CACHE_SIZE)(partial(_build_url, policy))

    @classmethod
    def from_settings(cls, settings: Settings, own_services: Iterable[tuple[str, int]] = ()) -> Self:
        """The sender for these settings; `own_services` as in `destination.DestinationPolicy`."""
        return cls(
            destination.load_policy(settings, own_services),
            timeout_seconds=settings.webhook_timeout_seconds,
            brand=branding.build(settings.brand),
        )

    async def __aenter__(self) -> Self:
        headers = _require_printable(
            {
                "Content-Type": "application/json",
                "User-Agent": self._brand.user_agent,
                "Accept": "*/*",
                "Accept-Encoding": "identity",
            }
        )
        self._session = aiohttp.ClientSession(
            connector=GuardedConnector(self._policy, self._lookup, self._tls),
            headers=headers,
            timeout=_UNLIMITED,
            # Exchanges share nothing: no cookie of one merchant's endpoint reaches another endpoint.
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            **HEAD_LIMITS,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    async def send(
        self,
        *,
        url: str,
        secrets: Sequence[str],
        event_id: str,
        event_type: str,
        delivery_id: str,
        attempt_number: int,
        body: bytes,
    ) -> AttemptOutcome:
        """Make the attempt and return its outcome. Raises nothing but its own cancellation.

        The signature's `t` is the time of sending. It ends within the timeout, whatever the receiver does.
        """
        started_at = time.perf_counter()
        try:
            signature_header = signature.sign(secrets, int(clock.epoch()), body)
            values = (event_id, event_type, delivery_id, str(attempt_number), signature_header)
            headers = {**dict(zip(self._event_headers, values, strict=True)), **recording.webhook_headers()}
            status, text = await self._exchange(self._build_url(url), _require_printable(headers), body)
            error = _describe_status(status)
        except Exception as problem:
            status, text, error = None, "", describe(problem, self._timeout_seconds)
            if error is None:
                error = INTERNAL_ERROR
                _log.exception("webhook_attempt_failed_internally", delivery_id=delivery_id)
        duration_ms = round((time.perf_counter() - started_at) * 1_000)
        return AttemptOutcome(error is None, status, text, error, duration_ms)

    async def _exchange(self, url: URL, headers: Mapping[str, str], body: bytes) -> tuple[int, str]:
        deadline = asyncio.get_running_loop().time() + self._timeout_seconds
        connection = AttemptConnection()
        try:
            async with asyncio.timeout_at(deadline):
                try:
                    response = await self._post(connection, url, headers, body)
                except _CONNECTION_LOST:
                    if not connection.is_reused or connection.status is not None:
                        raise
                    # The connection was closed while idle, which says nothing about the receiver. If it did read the
                    # request, it recognises the repeat by the event's id.
                    connection.abort()
                    connection = AttemptConnection(is_fresh=True)
                    response = await self._post(connection, url, headers, body)
        except BaseException as problem:
            connection.abort()
            if isinstance(problem, aiohttp.ClientResponseError) and connection.status is not None:
                # The head was complete, and aiohttp refused something after its status.
                return connection.status, ""
            raise
        try:
            text = await _read_body(response.content, deadline)
        finally:
            # A complete answer has returned its connection already; with any other, the connection is closed here.
            if response.connection is not None:
                response.close()
                connection.abort()
        return response.status, text

    async def _post(
        self, connection: AttemptConnection, url: URL, headers: Mapping[str, str], body: bytes
    ) -> aiohttp.ClientResponse:
        """Send the request and wait for the head of the answer. `connection` receives the connection used."""
        if self._session is None:
            raise RuntimeError("a WebhookSender is used inside `async with`")
        token = current_attempt.set(connection)
        try:
            return await self._session.post(url, data=body, headers=headers, allow_redirects=False)
        except aiohttp.ClientError as problem:
            if connection.refusal is not None:
                raise HttpProcessingError(message=connection.refusal) from problem
            raise
        finally:
            current_attempt.reset(token)


def describe(problem: BaseException, timeout_seconds: float) -> str | None:
    """One printable line for the merchant, or None for an error that no receiver can cause: a fault of this service.

    The text names no address, neither the service's nor the receiver's.
    """
    try:
        text = _format_message(problem, timeout_seconds)
    except Exception:
        # An unexpected kind of error is a fault of this service too, and must not become a second one.
        return None
    if text is None:
        return None
    return "".join(character if character.isprintable() else " " for character in text)[:_LENGTH_CHARACTERS]


def _build_url(policy: destination.DestinationPolicy, url: str) -> URL:
    """The URL to request: its host in the checked spelling, its path and query as registered."""
    checked = destination.check_url(url, policy)
    # The query is passed as part of the path, because yarl drops a final question mark.
    target = destination.get_request_target(url)
    return URL.build(scheme=checked.scheme, authority=checked.raw_authority, path=target, encoded=True)


def _require_printable(headers: Mapping[str, str]) -> Mapping[str, str]:
    """The headers, none of which may contain a line break. Raises ValueError."""
    if not "".join(headers.values()).isprintable():
        raise ValueError("a header holds a character that is not printed")
    return headers


def _describe_status(status: int) -> str | None:
    if 200 <= status < 300:
        return None
    if status in _REDIRECTS:
        return f"redirect not followed (HTTP {status})"
    return f"HTTP {status}"


async def _read_body(content: aiohttp.StreamReader, deadline: float) -> str:
    """The first 2 KiB as text, or the part that came before the deadline or the end of the connection."""
    received = bytearray()
    until = min(deadline, asyncio.get_running_loop().time() + BODY_TIMEOUT_SECONDS)
    try:
        async with asyncio.timeout_at(until):
            while len(received) < STORED_BODY_BYTES:
                piece = await content.read(STORED_BODY_BYTES - len(received))
                if not piece:
                    break
                received += piece
    except Exception as problem:
        # The status has decided already. A body that breaks off is stored as far as it came.
        _log.debug("webhook_body_truncated", reason=type(problem).__name__)
    # A character that the limit cuts in half is dropped rather than replaced.
    text, _ = codecs.utf_8_decode(received[:STORED_BODY_BYTES], "replace", False)
    return text.replace("\0", "")


def _format_message(problem: BaseException, timeout_seconds: float) -> str | None:
    blocked = _find_blocked(problem)
    if blocked is not None:
        return f"blocked: {blocked.reason}"
    if isinstance(problem, aiohttp.ClientConnectorCertificateError):
        return f"TLS certificate refused: {_describe_certificate_error(problem)}"
    tls = [link for link in _walk_causes(problem) if isinstance(link, ssl.SSLError)]
    if tls:
        # aiohttp's own error is an SSLError that lacks the reason; the one from OpenSSL comes last.
        return f"TLS error: {getattr(tls[-1], 'reason', None) or 'handshake failed'}"
    match problem:
        case TimeoutError():
            return f"timed out after {round(timeout_seconds * 1_000)}ms"
        case aiohttp.ClientConnectorDNSError():
            return f"{problem.host} could not be resolved: {_describe_os_error(problem.os_error)}"
        case aiohttp.ServerDisconnectedError():
            return _CLOSED
        case aiohttp.ClientConnectorError():
            return _describe_os_error(problem.os_error)
        case aiohttp.ClientResponseError() | HttpProcessingError():
            return f"malformed response: {problem.message}"
        case OSError():
            return _describe_os_error(problem)
        case aiohttp.ClientError():
            return f"connection failed: {type(problem).__name__}"
    return None


def _find_blocked(problem: BaseException) -> BlockedDestination | None:
    return next((link for link in _walk_causes(problem) if isinstance(link, BlockedDestination)), None)


def _walk_causes(problem: BaseException | None) -> Iterator[BaseException]:
    """The chain of causes: aiohttp wraps inner errors, but not always in the same way."""
    while problem is not None:
        yield problem
        problem = getattr(problem, "os_error", None) or problem.__cause__


def _describe_os_error(problem: OSError) -> str:
    if isinstance(problem, socket.gaierror):
        return str(problem.strerror or "no address").lower()
    number = problem.errno or _find_error_number(str(problem))
    if number > 0:
        # Not `strerror`: asyncio writes the address into it.
        return os.strerror(number).lower()
    if isinstance(problem, ConnectionError):
        # Closed without an error, for instance in the middle of a TLS handshake.
        return _CLOSED
    return "connection failed"


def _find_error_number(text: str) -> int:
    found = _ERROR_NUMBER.search(text)
    return int(found[1]) if found else 0


def _describe_certificate_error(problem: aiohttp.ClientConnectorCertificateError) -> str:
    return str(getattr(problem.certificate_error, "verify_message", "") or "it does not fit the host")
