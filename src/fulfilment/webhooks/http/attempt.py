"""One attempt to deliver one event to one endpoint (specification, Delivery format; Retry and failure rules).

Success is decided by the head of the response: a 2xx status that came within the time is the receiver's
word that it has the event, and asking again would only deliver it twice. The body is read for the log alone,
up to its first 2 KiB and for BODY_TIMEOUT_SECONDS at most (and never beyond the attempt's own time), so that a
receiver that drips or floods holds neither the slot nor memory.
"""

import asyncio
import codecs
import time
from collections.abc import Iterable, Mapping, Sequence
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
from fulfilment.infra.response_heads import HEAD_LIMITS
from fulfilment.settings import Settings
from fulfilment.webhooks.http import destination, error_messages, signature
from fulfilment.webhooks.http.connector import AttemptConnection, GuardedConnector, current_attempt

TIMEOUT_SECONDS = 10.0
BODY_TIMEOUT_SECONDS = 1.0
STORED_BODY_BYTES = 2_048
URL_CACHE_SIZE = 1_024

_EVENT_HEADERS = ("Event-Id", "Event-Type", "Delivery-Id", "Delivery-Attempt", "Signature")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# A kept connection ended just before we used it again, or the rest of a former answer came on it.
_CONNECTION_LOST = (
    aiohttp.ServerDisconnectedError,
    aiohttp.ClientOSError,
    aiohttp.ClientResponseError,
    HttpProcessingError,
)
# Ours holds to the millisecond and covers everything, a second request too; aiohttp's rounds up to whole seconds.
_UNLIMITED = aiohttp.ClientTimeout(total=None)

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
        self._brand = brand or branding.current()
        self._lookup = lookup
        self._tls = tls
        self._event_headers = [self._brand.webhook_header(name) for name in _EVENT_HEADERS]
        self._session: aiohttp.ClientSession | None = None
        # A URL is judged once, the address it leads to each time.
        self._build_url = lru_cache(URL_CACHE_SIZE)(partial(_build_url, policy))

    @classmethod
    def from_settings(cls, settings: Settings, own_services: Iterable[tuple[str, int]] = ()) -> Self:
        """The sender that the settings ask for; `own_services` as in `destination.DestinationPolicy`."""
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
            # Nothing of one exchange comes into another: no cookie of one merchant's reaches the next one's endpoint.
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
        """Make the attempt and tell what came of it. Never raises, being cancelled apart.

        The signature's `t` is the time of sending. Ends within the timeout, whatever the receiver does.
        """
        started_at = time.perf_counter()
        try:
            signature_header = signature.sign(secrets, int(clock.epoch()), body)
            values = (event_id, event_type, delivery_id, str(attempt_number), signature_header)
            headers = {**dict(zip(self._event_headers, values, strict=True)), **recording.webhook_headers()}
            status, text = await self._exchange(self._build_url(url), _require_printable(headers), body)
            error = _describe_status(status)
        except Exception as problem:
            status, text, error = None, "", error_messages.describe(problem, self._timeout_seconds)
            if error is None:
                error = error_messages.INTERNAL_ERROR
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
                    # It was closed while it lay idle, which says nothing about the receiver. Should it have
                    # read the request all the same, it knows the event by its id.
                    connection.abort()
                    connection = AttemptConnection(is_fresh=True)
                    response = await self._post(connection, url, headers, body)
        except BaseException as problem:
            connection.abort()
            if isinstance(problem, aiohttp.ClientResponseError) and connection.status is not None:
                # The head has come whole, and aiohttp refuses something behind its status.
                return connection.status, ""
            raise
        try:
            text = await _read_body(response.content, deadline)
        finally:
            # An answer that came to its end has given its connection back already; any other loses it here.
            if response.connection is not None:
                response.close()
                connection.abort()
        return response.status, text

    async def _post(
        self, connection: AttemptConnection, url: URL, headers: Mapping[str, str], body: bytes
    ) -> aiohttp.ClientResponse:
        """Send the request and wait for the answer's head. `connection` learns of the connection."""
        if self._session is None:
            raise RuntimeError("a Sender is used inside `async with`")
        token = current_attempt.set(connection)
        try:
            return await self._session.post(url, data=body, headers=headers, allow_redirects=False)
        except aiohttp.ClientError as problem:
            if connection.refusal is not None:
                raise HttpProcessingError(message=connection.refusal) from problem
            raise
        finally:
            current_attempt.reset(token)


def _build_url(policy: destination.DestinationPolicy, url: str) -> URL:
    """The URL as it is requested: its host as it was judged, its path and query as registered."""
    checked = destination.check_url(url, policy)
    # The query is given as part of the path, because yarl drops a question mark that nothing follows.
    target = destination.get_request_target(url)
    return URL.build(scheme=checked.scheme, authority=checked.raw_authority, path=target, encoded=True)


def _require_printable(headers: Mapping[str, str]) -> Mapping[str, str]:
    """The headers, none of which may end its line. Raises ValueError."""
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
    """The first 2 KiB as text, or what of it came until the deadline or the connection's end."""
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
        # The status has said what matters. A body that breaks off is kept as far as it came.
        _log.debug("webhook_body_truncated", reason=type(problem).__name__)
    # A character that the limit cut in half is left out rather than replaced.
    text, _ = codecs.utf_8_decode(received[:STORED_BODY_BYTES], "replace", False)
    return text.replace("\0", "")
