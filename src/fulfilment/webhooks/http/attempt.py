"""One attempt to deliver one event to one endpoint (specification, Delivery format; Retry and failure rules).

Success is decided by the head of the response: a 2xx status that came within the time is the receiver's
word that it has the event, and asking again would only deliver it twice. The body is read for the log alone,
up to its first 2 KiB and for BODY_WAIT_SECONDS at most (and never beyond the attempt's own time), so that a
receiver that drips or floods holds neither the slot nor memory.
"""

import asyncio
import codecs
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ssl import SSLContext
from types import TracebackType
from typing import Self

import aiohttp
import msgspec
import structlog
from aiohttp.http_exceptions import HttpProcessingError

from fulfilment.infra import branding, clock, dns
from fulfilment.infra.observability.tracing import recording
from fulfilment.settings import Settings
from fulfilment.webhooks.http import destination, error_messages, signature
from fulfilment.webhooks.http.connector import AttemptConnection, GuardedConnector
from fulfilment.webhooks.http.raw_http import RawHttpClient
from fulfilment.webhooks.http.shared_timeouts import SharedTimeouts

TIMEOUT_SECONDS = 10.0
BODY_TIMEOUT_SECONDS = 1.0
STORED_BODY_BYTES = 2_048
URL_CACHE_SIZE = 1_024

_EVENT_HEADERS = ("Event-Id", "Event-Type", "Delivery-Id", "Delivery-Attempt", "Signature")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# A kept connection ended just before we used it again, or the rest of a former answer came on it.
_CONNECTION_LOST = (
    aiohttp.ServerDisconnectedError,
    ConnectionResetError,
    BrokenPipeError,
    aiohttp.ClientOSError,
    HttpProcessingError,
)

_log = structlog.get_logger(__name__)


class AttemptOutcome(msgspec.Struct, frozen=True):
    """What came of an attempt, as the delivery log keeps it.

    `response_code` is None when no response came. `response_body` holds the first 2 KiB, decoded as UTF-8
    with replacements and without NUL. `error` is None exactly when `ok`.
    """

    ok: bool
    response_code: int | None
    response_body: str
    error: str | None
    duration_ms: int


class WebhookSender:
    """Sends webhooks; one per worker process, as an async context manager, because it keeps connections.

    `lookup` and `tls` are for tests and for operators with a certificate authority of their own.
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
        self._timeouts = SharedTimeouts(timeout_seconds)
        self._brand = brand or branding.current()
        self._lookup = lookup
        self._tls = tls
        self._http_client: RawHttpClient | None = None
        # A URL is judged once, the address it leads to each time.
        self._check_url = lru_cache(URL_CACHE_SIZE)(
            lambda url: (destination.check_url(url, policy), destination.get_request_target(url))
        )

    @classmethod
    def from_settings(cls, settings: Settings, own_services: Iterable[tuple[str, int]] = ()) -> Self:
        """The sender that the settings ask for; `own_services` as in `destination.DestinationPolicy`."""
        return cls(
            destination.load_policy(settings, own_services),
            timeout_seconds=settings.webhook_timeout_seconds,
            brand=branding.build(settings.brand),
        )

    async def __aenter__(self) -> Self:
        # Nothing of one exchange comes into another: no cookie of one merchant's reaches the next one's endpoint.
        self._http_client = RawHttpClient(
            GuardedConnector(self._policy, self._lookup, self._tls),
            {
                "Content-Type": "application/json",
                "User-Agent": self._brand.user_agent,
                "Accept": "*/*",
                "Accept-Encoding": "identity",
            },
            tuple(map(self._brand.webhook_header, _EVENT_HEADERS)),
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._http_client is not None:
            await self._http_client.close()

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
        """Make the attempt and tell what came of it. Never raises, being cancelled apart.

        The signature's `t` is the time of sending. Ends within the timeout, whatever the receiver does.
        """
        started_at = time.perf_counter()
        try:
            signature_header = signature.sign(secrets, int(clock.epoch()), body)
            header_values = (event_id, event_type, delivery_id, str(attempt_number), signature_header)
            status, text = await self._exchange(url, header_values, body)
            error = _describe_status(status)
        except Exception as problem:
            status, text, error = None, "", error_messages.describe(problem, self._timeout_seconds)
            if error is None:
                error = error_messages.INTERNAL_ERROR
                _log.exception("webhook_attempt_failed_internally", delivery_id=delivery_id)
        duration_ms = round((time.perf_counter() - started_at) * 1_000)
        return AttemptOutcome(error is None, status, text, error, duration_ms)

    async def _exchange(self, url: str, header_values: tuple[str, ...], body: bytes) -> tuple[int, str]:
        if self._http_client is None:
            raise RuntimeError("a Sender is used inside `async with`")
        post, (checked, target), extra_headers = (
            self._http_client.post,
            self._check_url(url),
            recording.webhook_headers(),
        )
        connection = AttemptConnection()
        try:
            with self._timeouts.start_timeout() as timeout:
                try:
                    response = await post(connection, checked, target, header_values, body, extra_headers)
                except _CONNECTION_LOST:
                    if not connection.is_reused:
                        raise
                    # It was closed while it lay idle, which says nothing about the receiver. Should it have
                    # read the request all the same, it knows the event by its id.
                    connection.abort()
                    connection = AttemptConnection(is_fresh=True)
                    response = await post(connection, checked, target, header_values, body, extra_headers)
        except BaseException:
            connection.abort()
            raise
        try:
            text = await _read_body(response.content, timeout.at)
        finally:
            # An answer read to its end has given its connection back already; any other loses it here.
            if not response.is_released:
                response.close()
                connection.abort()
        return response.status, text


def _describe_status(status: int) -> str | None:
    if 200 <= status < 300:
        return None
    if status in _REDIRECTS:
        return f"redirect not followed (HTTP {status})"
    return f"HTTP {status}"


async def _read_body(content: aiohttp.StreamReader, deadline: float) -> str:
    """The first 2 KiB as text, or what of it came until the deadline or the connection's end."""
    received = bytearray()
    try:
        if content.is_eof():
            # The usual case, a short answer that came in one piece: no timer, nor aiohttp's way to read, which has the
            # parser and the transport go on, though the connection may be somebody else's again.
            received += b"".join(content._buffer) if content.total_bytes else b""
        else:
            now = asyncio.get_running_loop().time()
            await _fill_buffer(received, content, min(deadline, now + BODY_TIMEOUT_SECONDS))
    except Exception as problem:
        # The status has said what matters. A body that breaks off is kept as far as it came.
        _log.debug("webhook_body_truncated", reason=type(problem).__name__)
    # A character that the limit cut in half is left out rather than replaced.
    text, _ = codecs.utf_8_decode(received[:STORED_BODY_BYTES], "replace", False)
    return text.replace("\0", "")


async def _fill_buffer(received: bytearray, content: aiohttp.StreamReader, deadline: float) -> None:
    async with asyncio.timeout_at(deadline):
        while len(received) < STORED_BODY_BYTES:
            piece = await content.read(STORED_BODY_BYTES - len(received))
            if not piece:
                return
            received += piece
