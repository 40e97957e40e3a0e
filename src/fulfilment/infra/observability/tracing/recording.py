"""Spans of what the service does, by the tracer of OpenTelemetry's SDK.

Only of a request that is sampled are there any, so the others pay for a look at a variable. The current span stands in
a context variable of ours, since OpenTelemetry is not imported where no collector is configured.
"""

import random
from collections.abc import Iterable, Mapping
from contextvars import ContextVar, Token
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opentelemetry import trace

    from fulfilment.infra.observability.tracing.tracer import SpanStarter

# The kinds as the SDK numbers them.
INTERNAL, SERVER, CLIENT, CONSUMER = 0, 1, 2, 4
# One request, though it runs a thousand statements, is told of in so many spans; the rest is counted.
MOST_SPANS = 128
TRACE_BYTES, SPAN_BYTES = 16, 8

Value = str | int | bool


class Span:
    """A span of the SDK, and how many more its trace may have in this process."""

    __slots__ = ("_root", "_sdk_span", "left_out", "room")

    def __init__(self, sdk_span: "trace.Span", root: "Span | None" = None) -> None:
        self._sdk_span = sdk_span
        self._root = root or self
        self.room, self.left_out = MOST_SPANS, 0

    @property
    def span_context(self) -> bytes:
        """Which span this is, in 24 bytes: what is stored with an event."""
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
        """The W3C header that tells another service that its work belongs to this."""
        return f"00-{self.trace_hex}-{self.span_hex}-01"

    def child(self, name: str, kind: int = INTERNAL, attributes: Mapping[str, Value] | None = None) -> "Span | None":
        """Begin something within this; None where that is one too many of the trace, or tracing has ended."""
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
        """Mark it as failed; `error_type` is a kind of problem, and never a text."""
        from opentelemetry.trace import StatusCode

        self._sdk_span.set_status(StatusCode.ERROR)
        if error_type is not None:
            self._sdk_span.set_attribute("error.type", error_type)

    def link(self, other: "Span") -> None:
        self._sdk_span.add_link(other._sdk_span.get_span_context())

    def end(self) -> None:
        """It is done; hand it over to be told."""
        if self.left_out:
            self._sdk_span.set_attribute("fulfilment.spans_left_out", self.left_out)
        self._sdk_span.end()


class TracingState:
    """What this process does with traces; `setup.start` switches it on."""

    def __init__(self) -> None:
        self.starter: SpanStarter | None = None
        # Whether calls to couriers and receivers say which trace they belong to.
        self.propagates_to_aggregator = False
        self.propagates_to_webhooks = False
        # How large a part of what begins here is sampled.
        self.ratio = 0.0
        self.respects_parent = True

    @property
    def is_on(self) -> bool:
        return self.starter is not None


state = TracingState()
# What is recorded around what runs now; None where nothing is.
current: ContextVar[Span | None] = ContextVar("current_span", default=None)


def start_root(name: str, kind: int = INTERNAL, attributes: Mapping[str, Value] | None = None) -> Span | None:
    """Begin a trace, if this one is sampled."""
    return start_trace(name, kind, attributes) if state.is_on and is_sampled() else None


def start_trace(
    name: str,
    kind: int = INTERNAL,
    attributes: Mapping[str, Value] | None = None,
    parent: "trace.SpanContext | None" = None,
    span_id: bytes | None = None,
) -> Span | None:
    """Begin a trace or go on with a caller's, whatever the ratio; None where no collector would be told."""
    starter = state.starter
    if starter is None:
        return None
    return Span(starter.start_span(name, kind, attributes or {}, parent, span_id))


def is_sampled() -> bool:
    """Throw the dice for one."""
    return random.random() < state.ratio  # noqa: S311 - it protects nothing


def continue_trace(
    span_context: bytes | None, name: str, kind: int, attributes: Mapping[str, Value], span_id: bytes | None = None
) -> Span | None:
    """Go on with the trace that the 24 bytes stand for; None where there is none, or no collector to be told."""
    if span_context is None or not state.is_on:
        return None
    from fulfilment.infra.observability.tracing.tracer import remote_parent

    parent = remote_parent(span_context[:TRACE_BYTES], span_context[TRACE_BYTES:])
    return start_trace(name, kind, attributes, parent, span_id)


class SpanScope:
    """What is done in such a `with` is a span; without one around it, or with None, it is nothing."""

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
            # The kind of problem alone: what it says may hold anything.
            span.fail(kind.__name__)
        span.end()


def start_span(name: str, kind: int = INTERNAL, attributes: Mapping[str, Value] | None = None) -> SpanScope:
    """A span for what is done in the `with`, where one is recorded around it."""
    around = current.get()
    return SpanScope(None if around is None else around.child(name, kind, attributes))


class UseSpan:
    """What runs in this `with` belongs to a span that is under way elsewhere, and is not ended by it."""

    __slots__ = ("_span", "_token")

    def __init__(self, span: Span | None) -> None:
        self._span = span

    def __enter__(self) -> None:
        self._token = current.set(self._span)

    def __exit__(self, *_problem: object) -> None:
        current.reset(self._token)


def shared_span(spans: Iterable[Span | None]) -> UseSpan:
    """What is done once for several: it is told of in the trace of the first of them, and the others name that."""
    recorded = [span for span in spans if span is not None]
    for span in recorded[1:]:
        span.link(recorded[0])
    return UseSpan(recorded[0] if recorded else None)


def client_span(whom: str, method: str, path: str, words: frozenset[str]) -> SpanScope:
    """A span for a call to somebody else's API, named by its path without the ids and names in it."""
    around = current.get()
    if around is None:
        return SpanScope(None)
    known = "/".join(part if not part or part in words else "{id}" for part in path.split("/"))
    return SpanScope(around.child(f"{whom} {method} {known}", CLIENT, {"http.request.method": method}))


def note_status(status: int) -> None:
    """What the call that runs now was answered with."""
    span = current.get()
    if span is not None:
        span.set_attribute("http.response.status_code", status)


def aggregator_headers() -> Mapping[str, str]:
    """The headers that tell a courier aggregator of the trace: none, unless that is asked for."""
    return _headers() if state.propagates_to_aggregator else {}


def webhook_headers() -> Mapping[str, str]:
    """The same for the receiver of a webhook."""
    return _headers() if state.propagates_to_webhooks else {}


def _headers() -> Mapping[str, str]:
    span = current.get()
    return {} if span is None else {"traceparent": span.traceparent}
