"""The OTLP exporter of OpenTelemetry, with a transport that a collector cannot hold up.

`requests` bounds each read but not the call, and reads an answer of any size. The transport here bounds the whole call
by the exporter's timeout, follows no redirect and reads no body. A line of the log tells of a failure, once a minute at
most.
"""

import asyncio
import ssl
import threading
import time
from collections.abc import Sequence
from typing import cast

import aiohttp
import requests
import structlog
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from requests.adapters import BaseAdapter

from fulfilment.infra.observability.tracing import config
from fulfilment.infra.observability.tracing.config import TracingConfig
from fulfilment.infra.observability.tracing.recording import state
from fulfilment.infra.outbound import HEAD_LIMITS
from fulfilment.settings import Settings

LOG_INTERVAL_SECONDS = 60.0
_LEAST_SECONDS = 0.001
_LAST_GOOD_STATUS = 299
_REDIRECTS = range(300, 400)

_log = structlog.get_logger(__name__)


class BoundedTransport(BaseAdapter):
    """The transport adapter of the exporter's session. `problem` is why the last call failed, empty if it did not."""

    def __init__(self, tls: ssl.SSLContext | bool) -> None:
        super().__init__()
        self._tls = tls
        self.problem = ""

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,
        timeout: float | tuple[float | None, float | None] | None = None,
        verify: bool | str = True,
        cert: str | tuple[str, str] | None = None,
        proxies: dict[str, str] | None = None,
    ) -> requests.Response:
        """Raises Timeout, ConnectionError, and TooManyRedirects for the first one. The texts name no address."""
        self.problem = ""
        # One that is used up would stand for none.
        seconds = max(cast("float", timeout), _LEAST_SECONDS)
        try:
            status, reason = asyncio.run(self._post(request, seconds))
        except TimeoutError as problem:
            self.problem = type(problem).__name__
            raise requests.Timeout(self.problem) from None
        except (aiohttp.ClientError, OSError, ValueError) as problem:
            # Its text may name the address, and what stands in it.
            self.problem = type(problem).__name__
            raise requests.ConnectionError(self.problem) from None
        if status > _LAST_GOOD_STATUS:
            self.problem = f"HTTP {status}"
        if status in _REDIRECTS:
            raise requests.TooManyRedirects(self.problem)
        response = requests.Response()
        response.status_code, response.reason = status, reason
        return response

    def close(self) -> None:
        """Nothing is kept open between calls."""

    async def _post(self, request: requests.PreparedRequest, timeout_seconds: float) -> tuple[int, str]:
        async with (
            aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=1, ssl=self._tls),
                timeout=aiohttp.ClientTimeout(total=timeout_seconds),
                trust_env=False,
                auto_decompress=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                **HEAD_LIMITS,
            ) as session,
            session.post(
                str(request.url),
                data=request.body,
                headers=cast("dict[str, str]", dict(request.headers)),
                allow_redirects=False,
            ) as answer,
        ):
            return answer.status, answer.reason or ""


class Exporter(SpanExporter):
    """Sends spans by OpenTelemetry's exporter, and says what was not taken. Raises OSError for a bad certificate."""

    def __init__(self, config: TracingConfig) -> None:
        self._transport = BoundedTransport(_tls(config))
        session = requests.Session()
        session.trust_env = False
        session.mount("http://", self._transport)
        session.mount("https://", self._transport)
        self._otlp = OTLPSpanExporter(endpoint=config.url, timeout=config.timeout_seconds, session=session)
        self._not_taken = 0
        self._told_at = -LOG_INTERVAL_SECONDS

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Those that are themselves the reason why that fails are lost, and no others with them."""
        self._transport.problem = ""
        result = self._otlp.export(spans)
        if result is not SpanExportResult.SUCCESS:
            self._not_taken += len(spans)
            self._tell(self._transport.problem or "not sent")
        return result

    def shutdown(self) -> None:
        self._otlp.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._otlp.force_flush(timeout_millis)

    def _tell(self, problem: str) -> None:
        """Say what went wrong, if it is not too soon to say it again."""
        if time.monotonic() - self._told_at < LOG_INTERVAL_SECONDS:
            return
        self._told_at = time.monotonic()
        not_taken, self._not_taken = self._not_taken, 0
        _log.warning("traces_not_sent", problem=problem, not_taken=not_taken)


def _tls(config: TracingConfig) -> ssl.SSLContext | bool:
    if not (config.certificate or config.client_certificate):
        return True
    context = ssl.create_default_context(cafile=config.certificate)
    if config.client_certificate:
        context.load_cert_chain(config.client_certificate, config.client_key)
    return context


# A process that ends waits so long for the last spans to be taken.
STOP_TIMEOUT_SECONDS = 1.0


def start(settings: Settings, component: str) -> None:
    """Record and tell from now on, where a collector is configured. `component` names the process (`api`)."""
    wanted = config.load()
    if wanted is None:
        return
    try:
        # Nothing of OpenTelemetry is in a process that tells no collector. Imports read variables too.
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        from fulfilment.infra.observability.tracing.tracer import SpanStarter, create_resource

        starter = SpanStarter(create_resource(component))
        # Last, since it starts its thread.
        starter.add_processor(BatchSpanProcessor(Exporter(wanted)))
    except OSError as problem:
        config.warn_ignored("OTEL_EXPORTER_OTLP_CERTIFICATE", f"{problem.strerror or problem}; nothing is traced")
        return
    except ValueError as problem:
        config.warn_ignored("OTEL_*", f"{problem}; nothing is traced")
        return
    state.ratio, state.respects_parent = wanted.ratio, wanted.respects_parent
    state.propagates_to_aggregator, state.propagates_to_webhooks = (
        settings.trace_propagate_to_aggregator,
        settings.trace_propagate_to_webhooks,
    )
    state.starter = starter
    _log.info("traces_on", ratio=wanted.ratio, respects_parent=wanted.respects_parent)


async def stop() -> None:
    """Send what is left, for a second at the most."""
    starter, state.starter = state.starter, None
    if starter is not None:
        # The SDK has no bound of its own below 30 seconds.
        thread = threading.Thread(target=starter.shutdown, name="traces", daemon=True)
        thread.start()
        await asyncio.to_thread(thread.join, STOP_TIMEOUT_SECONDS)
