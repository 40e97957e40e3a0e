"""Telling a collector of spans, in a thread of its own: whatever the collector does, no request waits for it.

Spans wait in a queue of MOST_WAITING; what comes beyond is dropped and counted. A call takes as long as
OTEL_EXPORTER_OTLP_TIMEOUT allows, from the first byte to the last, and reads a bounded answer. What goes wrong is told
in a line of the log, once a minute at most.
"""

import asyncio
import contextlib
import gzip
import ssl
import threading
import time
from collections import deque

import aiohttp
import structlog

from fulfilment.infra.observability.tracing import encoding
from fulfilment.infra.observability.tracing.config import TracingConfig
from fulfilment.infra.observability.tracing.recording import Span
from fulfilment.infra.response_heads import HEAD_LIMITS

MAX_QUEUED = 8_192
BATCH_SPANS = 512
EXPORT_INTERVAL_SECONDS = 1.0
# A process that ends waits so long for the last spans to be taken.
STOP_TIMEOUT_SECONDS = 1.0
MAX_ATTEMPTS = 4
FIRST_PAUSE_SECONDS = 1.0
MAX_PAUSE_SECONDS = 30.0
LOG_INTERVAL_SECONDS = 60.0
_ANSWER_BYTES = 65_536
# OTLP: what may be sent again.
_TRY_AGAIN = frozenset({429, 502, 503, 504})
_LAST_GOOD_STATUS = 299

_log = structlog.get_logger(__name__)


class Exporter:
    """The queue and the thread of one process. Raises OSError where a certificate cannot be used."""

    def __init__(self, asked: TracingConfig, component: str) -> None:
        self._asked = asked
        self._tls = _tls(asked)
        self._resource = encoding.resource_of(component)
        self._waiting: deque[Span] = deque()
        # Counted by the thread of the requests, and by ours.
        self._overflown = 0
        self._not_taken = 0
        self._told_at = -LOG_INTERVAL_SECONDS
        self._problem = ""
        self._is_ending = False
        self._is_woken = False
        self._loop = asyncio.SelectorEventLoop()
        self._wake = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="traces", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def enqueue(self, span: Span) -> None:
        """Queue a span. Never waits."""
        if len(self._waiting) >= MAX_QUEUED:
            self._overflown += 1
            return
        self._waiting.append(span)
        if len(self._waiting) >= BATCH_SPANS and not self._is_woken:
            self._is_woken = True
            self._wake_thread()

    async def stop(self) -> None:
        """Send what waits, for END_SECONDS at the most; the rest is lost."""
        self._is_ending = True
        self._wake_thread()
        await asyncio.to_thread(self._thread.join, STOP_TIMEOUT_SECONDS)

    def _wake_thread(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._wake.set)
        except RuntimeError:
            # The thread has ended.
            return

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._work())
        except Exception:
            _log.exception("traces_fault")
        finally:
            self._loop.close()

    async def _work(self) -> None:
        async with aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=1, ssl=self._tls),
            timeout=aiohttp.ClientTimeout(total=self._asked.timeout_seconds),
            trust_env=False,
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            **HEAD_LIMITS,
        ) as session:
            while True:
                await self._pause(EXPORT_INTERVAL_SECONDS)
                while self._waiting:
                    await self._deliver(session, self._next())
                self._log_problem()
                if self._is_ending:
                    return

    async def _pause(self, seconds: float) -> None:
        if self._is_ending:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)
        self._wake.clear()
        self._is_woken = False

    def _next(self) -> list[Span]:
        return [self._waiting.popleft() for _ in range(min(BATCH_SPANS, len(self._waiting)))]

    async def _deliver(self, session: aiohttp.ClientSession, spans: list[Span]) -> None:
        """Send them; those that are themselves the reason why that fails are lost, and no others with them."""
        try:
            await self._send(session, spans)
        except Exception as problem:
            self._not_taken += len(spans)
            if not self._problem:
                _log.exception("traces_fault")
            self._problem = type(problem).__name__

    async def _send(self, session: aiohttp.ClientSession, spans: list[Span]) -> None:
        """Send them, again where that may help; what is not taken in the end is counted."""
        body = encoding.encode(self._resource, spans)
        if self._asked.is_compressed:
            body = gzip.compress(body)
        pause = FIRST_PAUSE_SECONDS
        for number in range(MAX_ATTEMPTS):
            is_over, rejected = await self._post(session, body, len(spans))
            if is_over:
                self._not_taken += rejected
                return
            self._log_problem()
            if self._is_ending or number == MAX_ATTEMPTS - 1:
                break
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)
        self._not_taken += len(spans)

    async def _post(self, session: aiohttp.ClientSession, body: bytes, count: int) -> tuple[bool, int]:
        """Whether that is the end of it, and how many spans the collector has not taken then."""
        headers = {**self._asked.headers, "content-type": "application/x-protobuf"}
        if self._asked.is_compressed:
            headers["content-encoding"] = "gzip"
        try:
            async with session.post(self._asked.url, data=body, headers=headers, allow_redirects=False) as answer:
                status, answer_text = answer.status, await _read(answer)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as problem:
            # Its text may name the address, and what stands in it.
            self._problem = type(problem).__name__
            return False, 0
        if status > _LAST_GOOD_STATUS:
            self._problem = f"HTTP {status}"
            return status not in _TRY_AGAIN, count
        if rejected := min(encoding.rejected(answer_text), count):
            self._problem = "rejected"
        return True, rejected

    def _log_problem(self) -> None:
        """Say what went wrong, if it is not too soon to say it again."""
        lost = self._not_taken + self._overflown
        if not (lost or self._problem) or time.monotonic() - self._told_at < LOG_INTERVAL_SECONDS:
            return
        self._told_at = time.monotonic()
        self._not_taken -= (not_taken := self._not_taken)
        self._overflown -= (overflown := self._overflown)
        problem, self._problem = self._problem or "too many spans", ""
        _log.warning("traces_not_sent", problem=problem, not_taken=not_taken, dropped=overflown)


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    """The beginning of what the collector says; of one that goes on for ever the connection is closed."""
    answer_text = await answer.content.read(_ANSWER_BYTES)
    while len(answer_text) < _ANSWER_BYTES and (more := await answer.content.read(_ANSWER_BYTES - len(answer_text))):
        answer_text += more
    if len(answer_text) >= _ANSWER_BYTES:
        answer.close()
    return answer_text


def _tls(asked: TracingConfig) -> ssl.SSLContext | bool:
    if not (asked.certificate or asked.client_certificate):
        return True
    context = ssl.create_default_context(cafile=asked.certificate)
    if asked.client_certificate:
        context.load_cert_chain(asked.client_certificate, asked.client_key)
    return context
