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

from fulfilment.traces import encoding
from fulfilment.traces.asked import Asked
from fulfilment.traces.recording import Span

MOST_WAITING = 8_192
BATCH_SPANS = 512
EVERY_SECONDS = 1.0
# A process that ends waits so long for the last spans to be taken.
END_SECONDS = 1.0
MOST_TRIES = 4
FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
TELL_SECONDS = 60.0
_ANSWER_BYTES = 65_536
# OTLP: what may be sent again.
_TRY_AGAIN = frozenset({429, 502, 503, 504})
_LAST_GOOD_STATUS = 299

_log = structlog.get_logger(__name__)


class Exporter:
    """The queue and the thread of one process. Raises OSError where a certificate cannot be used."""

    def __init__(self, asked: Asked, component: str):
        self._asked = asked
        self._tls = _tls(asked)
        self._resource = encoding.resource_of(component)
        self._waiting: deque[Span] = deque()
        # Counted by the thread of the requests, and by ours.
        self._overflown = 0
        self._not_taken = 0
        self._told_at = -TELL_SECONDS
        self._problem = ""
        self._is_ending = False
        self._is_woken = False
        self._loop = asyncio.SelectorEventLoop()
        self._wake = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="traces", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def take(self, span: Span) -> None:
        """Queue a span. Never waits."""
        if len(self._waiting) >= MOST_WAITING:
            self._overflown += 1
            return
        self._waiting.append(span)
        if len(self._waiting) >= BATCH_SPANS and not self._is_woken:
            self._is_woken = True
            self._rouse()

    async def end(self) -> None:
        """Send what waits, for END_SECONDS at the most; the rest is lost."""
        self._is_ending = True
        self._rouse()
        await asyncio.to_thread(self._thread.join, END_SECONDS)

    def _rouse(self) -> None:
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
        ) as session:
            while True:
                await self._pause(EVERY_SECONDS)
                while self._waiting:
                    await self._deliver(session, self._next())
                self._tell()
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
        for number in range(MOST_TRIES):
            is_over, rejected = await self._post(session, body, len(spans))
            if is_over:
                self._not_taken += rejected
                return
            self._tell()
            if self._is_ending or number == MOST_TRIES - 1:
                break
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
        self._not_taken += len(spans)

    async def _post(self, session: aiohttp.ClientSession, body: bytes, count: int) -> tuple[bool, int]:
        """Whether that is the end of it, and how many spans the collector has not taken then."""
        headers = {**self._asked.headers, "content-type": "application/x-protobuf"}
        if self._asked.is_compressed:
            headers["content-encoding"] = "gzip"
        try:
            async with session.post(self._asked.url, data=body, headers=headers, allow_redirects=False) as answer:
                status, said = answer.status, await _read(answer)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as problem:
            # Its text may name the address, and what stands in it.
            self._problem = type(problem).__name__
            return False, 0
        if status > _LAST_GOOD_STATUS:
            self._problem = f"HTTP {status}"
            return status not in _TRY_AGAIN, count
        if rejected := min(encoding.rejected(said), count):
            self._problem = "rejected"
        return True, rejected

    def _tell(self) -> None:
        """Say what went wrong, if it is not too soon to say it again."""
        lost = self._not_taken + self._overflown
        if not (lost or self._problem) or time.monotonic() - self._told_at < TELL_SECONDS:
            return
        self._told_at = time.monotonic()
        self._not_taken -= (not_taken := self._not_taken)
        self._overflown -= (overflown := self._overflown)
        problem, self._problem = self._problem or "too many spans", ""
        _log.warning("traces_not_sent", problem=problem, not_taken=not_taken, dropped=overflown)


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    """The beginning of what the collector says; of one that goes on for ever the connection is closed."""
    said = await answer.content.read(_ANSWER_BYTES)
    while len(said) < _ANSWER_BYTES and (more := await answer.content.read(_ANSWER_BYTES - len(said))):
        said += more
    if len(said) >= _ANSWER_BYTES:
        answer.close()
    return said


def _tls(asked: Asked) -> ssl.SSLContext | bool:
    if not (asked.certificate or asked.client_certificate):
        return True
    context = ssl.create_default_context(cafile=asked.certificate)
    if asked.client_certificate:
        context.load_cert_chain(asked.client_certificate, asked.client_key)
    return context
