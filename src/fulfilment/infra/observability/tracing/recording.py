"""Recording of spans with OpenTelemetry's SDK: the current span, child spans, and trace context of outbound calls.

Only sampled requests have spans; all others only read a context variable. The current span is kept in our own context
variable, since OpenTelemetry is not imported where no collector is configured.
"""

import random
from collections.abc import Iterable, Mapping
from contextvars import ContextVar, Token
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opentelemetry import trace

    from fulfilment.infra.observability.tracing.tracer import SpanStarter

# Span kinds, as numbered by the SDK.
INTERNAL, SERVER, CLIENT, CONSUMER = 0, 1, 2, 4
# Maximum spans of a trace in one process, even of a request with a thousand statements. Further spans are counted.
MOST_SPANS = 128
TRACE_BYTES, SPAN_BYTES = 16, 8

Value = str | int | bool


class Span:
    """A span of the SDK, with the remaining number of spans of its trace in this process."""

    __slots__ = ("_root", "_sdk_span", "left_out", "room")

    def __init__(self, sdk_span: "trace.Span", root: "Span | None" = None) -> None:
        self._sdk_span = sdk_span
        self._root = root or self
        self.room, self.left_out = MOST_SPANS, 0

    @property
    def span_context(self) -> bytes:
        """The trace id and span id in 24 bytes, as stored with an event."""
        context = self._sdk_span.get_span_context()
        return context.trace_id.to_bytes(TRACE_BYTES, "big") + context.span_id.to_bytes(SPAN_BYTES, "big")

    @property
    def trace_hex(self) -> str:
        return f"{self._sdk_span.get_span_context().trace_id:032x}"

    @property
    def span_hex(self) -> str:
        return f"{self._sdk_span.get_span_context().span_id:016x}"

    @property
    def traceparent(self) -> str:
        """The value of the W3C header `traceparent` for calls within this span."""
        return f"00-{self.trace_hex}-{self.span_hex}-01"

    def child(self, name: str, kind: int = INTERNAL, attributes: Mapping[str, Value] | None = None) -> "Span | None":
        """Start a child span; None where the trace has too many spans, or tracing has stopped."""
        root, starter = self._root, state.starter
        if starter is None or not root.room:
            root.left_out += 1
            return None
        root.room -= 1
        parent = self._sdk_span.get_span_context()
        return Span(starter.start_span(name, kind, attributes or {}, parent), root)

    def rename(self, name: str) -> None:
        self._sdk_span.update_name(name)

    def set_attribute(self, name: str, value: Value) -> None:
        self._sdk_span.set_attribute(name, value)

    def fail(self, error_type: str | None = None) -> None:
        """Mark the span as failed; `error_type` is a class of errors, never a message."""
        from opentelemetry.trace import StatusCode

        self._sdk_span.set_status(StatusCode.ERROR)
        if error_type is not None:
            self._sdk_span.set_attribute("error.type", error_type)

    def link(self, other: "Span") -> None:
        self._sdk_span.add_link(other._sdk_span.get_span_context())

    def end(self) -> None:
        """End the span, which queues it for export."""
        if self.left_out:
            self._sdk_span.set_attribute("fulfilment.spans_left_out", self.left_out)
        self._sdk_span.end()


class TracingState:
    """The tracing configuration of this process; `exporter.start` sets it."""

    def __init__(self) -> None:
        self.starter: SpanStarter | None = None
        # True where calls to couriers and webhook endpoints carry `traceparent`.
        self.propagates_to_aggregator = False
        self.propagates_to_webhooks = False
        # Ratio of sampled traces among those that start here.
        self.ratio = 0.0
        self.respects_parent = True

    @property
    def is_on(self) -> bool:
        return self.starter is not None


class SpanScope:
    """Context manager that makes a span the current one and ends it; with None it does nothing."""

    __slots__ = ("_span", "_token")

    def __init__(self, span: Span | None) -> None:
        self._span = span
        self._token: Token[Span | None] | None = None

    def __enter__(self) -> Span | None:
        if self._span is not None:
            self._token = current.set(self._span)
        return self._span

    def __exit__(
        self, kind: type[BaseException] | None, _problem: BaseException | None, _trace: TracebackType | None
    ) -> None:
        span = self._span
        if span is None or self._token is None:
            return
        current.reset(self._token)
        if kind is not None:
            # Only the class of the error, since its message may contain any data.
            span.fail(kind.__name__)
        span.end()


class UseSpan:
    """Context manager that makes a span of another task the current one, without ending it."""

    __slots__ = ("_span", "_token")

    def __init__(self, span: Span | None) -> None:
        self._span = span

    def __enter__(self) -> None:
        self._token = current.set(self._span)

    def __exit__(self, *_problem: object) -> None:
        current.reset(self._token)


state = TracingState()

# The current span; None where nothing is recorded.
current: ContextVar[Span | None] = ContextVar("current_span", default=None)


def start_root(name: str, kind: int = INTERNAL, attributes: Mapping[str, Value] | None = None) -> Span | None:
    """Start a trace, if it is sampled."""
    return start_trace(name, kind, attributes) if state.is_on and is_sampled() else None


def start_trace(
    name: str,
    kind: int = INTERNAL,
    attributes: Mapping[str, Value] | None = None,
    parent: "trace.SpanContext | None" = None,
    span_id: bytes | None = None,
) -> Span | None:
    """Start a trace or continue a caller's, without sampling; None where tracing is off."""
    starter = state.starter
    if starter is None:
        return None
    return Span(starter.start_span(name, kind, attributes or {}, parent, span_id))


def is_sampled() -> bool:
    """A random sampling decision for one trace."""
    return random.random() < state.ratio  # noqa: S311 - it protects nothing


def continue_trace(
    span_context: bytes | None, name: str, kind: int, attributes: Mapping[str, Value], span_id: bytes | None = None
) -> Span | None:
    """Continue the trace of a stored span context of 24 bytes; None without one, or where tracing is off."""
    if span_context is None or not state.is_on:
        return None
    from fulfilment.infra.observability.tracing.tracer import remote_parent

    parent = remote_parent(span_context[:TRACE_BYTES], span_context[TRACE_BYTES:])
    return start_trace(name, kind, attributes, parent, span_id)


def start_span(name: str, kind: int = INTERNAL, attributes: Mapping[str, Value] | None = None) -> SpanScope:
    """A child span of the current span, if any, for the duration of a `with`."""
    around = current.get()
    return SpanScope(None if around is None else around.child(name, kind, attributes))


def shared_span(spans: Iterable[Span | None]) -> UseSpan:
    """A span for work shared by several requests: the first request's span, to which the other spans are linked."""
    recorded = [span for span in spans if span is not None]
    for span in recorded[1:]:
        span.link(recorded[0])
    return UseSpan(recorded[0] if recorded else None)


def client_span(whom: str, method: str, path: str, words: frozenset[str]) -> SpanScope:
    """A span for a call to an external API, named by its path without ids and names."""
    around = current.get()
    if around is None:
        return SpanScope(None)
    known = "/".join(part if not part or part in words else "{id}" for part in path.split("/"))
    return SpanScope(around.child(f"{whom} {method} {known}", CLIENT, {"http.request.method": method}))


def note_status(status: int) -> None:
    """Record the HTTP status of the current call."""
    span = current.get()
    if span is not None:
        span.set_attribute("http.response.status_code", status)


def aggregator_headers() -> Mapping[str, str]:
    """Headers with the trace context for the courier aggregator; none, unless the settings enable them."""
    return _headers() if state.propagates_to_aggregator else {}


def webhook_headers() -> Mapping[str, str]:
    """Headers with the trace context for webhook endpoints; none, unless the settings enable them."""
    return _headers() if state.propagates_to_webhooks else {}


def _headers() -> Mapping[str, str]:
    span = current.get()
    return {} if span is None else {"traceparent": span.traceparent}
