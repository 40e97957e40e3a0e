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

from fulfilment import brand, lookups
from fulfilment.settings import Settings
from fulfilment.traces import recording
from fulfilment.webhooks.outbound import destination, failure, signature
from fulfilment.webhooks.outbound.connector import GuardedConnector, Route
from fulfilment.webhooks.outbound.deadlines import Deadlines
from fulfilment.webhooks.outbound.posting import Poster

TIMEOUT_SECONDS = 10.0
BODY_WAIT_SECONDS = 1.0
BODY_KEPT_BYTES = 2_048
URLS_REMEMBERED = 1_024

_HEADERS = ("Event-Id", "Event-Type", "Delivery-Id", "Delivery-Attempt", "Signature")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# What a server does to a connection that it kept open until just before we used it again.
_GONE = (aiohttp.ServerDisconnectedError, ConnectionResetError, BrokenPipeError, aiohttp.ClientOSError)

_log = structlog.get_logger(__name__)


class Outcome(msgspec.Struct, frozen=True):
    """What came of an attempt, as the delivery log keeps it.

    `response_code` is None when no response came. `response_body` holds the first 2 KiB, decoded as UTF-8
    with replacements and without NUL. `error` is None exactly when `ok`.
    """

    ok: bool
    response_code: int | None
    response_body: str
    error: str | None
    duration_ms: int


class Sender:
    """Sends webhooks; one per worker process, as an async context manager, because it keeps connections.

    `lookup` and `tls` are for tests and for operators with a certificate authority of their own.
    """

    def __init__(
        self,
        policy: destination.Policy,
        *,
        timeout_seconds: float = TIMEOUT_SECONDS,
        of: brand.Brand | None = None,
        lookup: lookups.Lookup = lookups.lookup,
        tls: SSLContext | None = None,
    ) -> None:
        self._policy = policy
        self._timeout_seconds = timeout_seconds
        self._deadlines = Deadlines(timeout_seconds)
        self._brand = of or brand.current()
        self._lookup = lookup
        self._tls = tls
        self._poster: Poster | None = None
        # A URL is judged once, the address it leads to each time.
        self._checked = lru_cache(URLS_REMEMBERED)(lambda url: destination.check_url(url, policy))

    @classmethod
    def configured(cls, settings: Settings, own_services: Iterable[tuple[str, int]] = ()) -> Self:
        """The sender that the settings ask for; `own_services` as in `destination.Policy`."""
        return cls(
            destination.policy_of(settings, own_services),
            timeout_seconds=settings.webhook_timeout_seconds,
            of=brand.of(settings.brand),
        )

    async def __aenter__(self) -> Self:
        # Nothing of one exchange comes into another: no cookie of one merchant's reaches the next one's endpoint.
        self._poster = Poster(
            GuardedConnector(self._policy, self._lookup, self._tls),
            {
                "Content-Type": "application/json",
                "User-Agent": self._brand.user_agent,
                "Accept": "*/*",
                "Accept-Encoding": "identity",
            },
            tuple(map(self._brand.webhook_header, _HEADERS)),
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._poster is not None:
            await self._poster.close()

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
    ) -> Outcome:
        """Make the attempt and tell what came of it. Never raises, being cancelled apart.

        The signature's `t` is the time of sending. Ends within the timeout, whatever the receiver does.
        """
        began = time.perf_counter()
        try:
            signed = signature.sign(secrets, int(time.time()), body)
            told = (event_id, event_type, delivery_id, str(attempt_number), signed)
            status, text = await self._exchange(url, told, body)
            error = _error_of(status)
        except Exception as problem:
            status, text, error = None, "", failure.describe(problem, self._timeout_seconds)
            if error is None:
                error = failure.UNEXPECTED
                _log.exception("webhook_attempt_fault", delivery_id=delivery_id)
        duration_ms = round((time.perf_counter() - began) * 1_000)
        return Outcome(error is None, status, text, error, duration_ms)

    async def _exchange(self, url: str, told: tuple[str, ...], body: bytes) -> tuple[int, str]:
        if self._poster is None:
            raise RuntimeError("a Sender is used inside `async with`")
        post, checked, more = self._poster.post, self._checked(url), recording.for_receiver()
        taken = Route()
        try:
            with self._deadlines.limit() as limit:
                try:
                    answer = await post(taken, checked, told, body, more)
                except _GONE:
                    if not taken.reused:
                        raise
                    # It was closed while it lay idle, which says nothing about the receiver. Should it have
                    # read the request all the same, it knows the event by its id.
                    taken.abort()
                    taken = Route(fresh=True)
                    answer = await post(taken, checked, told, body, more)
        except BaseException:
            taken.abort()
            raise
        try:
            text = await _read(answer.content, limit.at)
        finally:
            # An answer read to its end has given its connection back already; any other loses it here.
            if not answer.is_over:
                answer.close()
                taken.abort()
        return answer.status, text


def _error_of(status: int) -> str | None:
    if 200 <= status < 300:
        return None
    if status in _REDIRECTS:
        return f"redirect not followed (HTTP {status})"
    return f"HTTP {status}"


async def _read(content: aiohttp.StreamReader, deadline: float) -> str:
    """The first 2 KiB as text, or what of it came until the deadline or the connection's end."""
    kept = bytearray()
    try:
        if content.is_eof():
            # The usual case, a short answer that came in one piece: no timer, nor aiohttp's way to read, which has the
            # parser and the transport go on, though the connection may be somebody else's again.
            kept += b"".join(content._buffer) if content.total_bytes else b""
        else:
            now = asyncio.get_running_loop().time()
            await _fill(kept, content, min(deadline, now + BODY_WAIT_SECONDS))
    except Exception as problem:
        # The status has said what matters. A body that breaks off is kept as far as it came.
        _log.debug("webhook_body_cut", reason=type(problem).__name__)
    # A character that the limit cut in half is left out rather than replaced.
    text, _ = codecs.utf_8_decode(kept[:BODY_KEPT_BYTES], "replace", False)
    return text.replace("\0", "")


async def _fill(kept: bytearray, content: aiohttp.StreamReader, deadline: float) -> None:
    async with asyncio.timeout_at(deadline):
        while len(kept) < BODY_KEPT_BYTES:
            piece = await content.read(BODY_KEPT_BYTES - len(kept))
            if not piece:
                return
            kept += piece
