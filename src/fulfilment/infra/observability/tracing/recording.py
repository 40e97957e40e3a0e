"""Spans: what was done, from when to when, within what. They are noted here, and told of by `exporter`.

A span is a few values in a row: the request's own thread does no more than note them. Only of a request that is sampled
is there any, so that the others pay for a look at a variable.
"""

import random
import time
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar, Token
from types import TracebackType

INTERNAL, SERVER, CLIENT, CONSUMER = 1, 2, 3, 5
# One request, though it runs a thousand statements, is told of in so many spans; the rest is counted.
MOST_SPANS = 128
TRACE_BYTES, SPAN_BYTES = 16, 8

Value = str | int | bool


class Span:
    """One thing that is done. `trace_id` and `span_id` are bytes, times nanoseconds since 1970."""

    __slots__ = (
        "_root",
        "attributes",
        "began",
        "ended",
        "is_error",
        "kind",
        "left_out",
        "links",
        "name",
        "parent_id",
        "room",
        "span_id",
        "trace_id",
        "tracestate",
    )

    def __init__(
        self,
        name: str,
        trace_id: bytes,
        parent_id: bytes | None,
        kind: int = INTERNAL,
        attributes: dict[str, Value] | None = None,
        span_id: bytes | None = None,
        root: "Span | None" = None,
    ) -> None:
        self.name = name
        self.trace_id = trace_id
        self.span_id = span_id or _new_id(SPAN_BYTES)
        self.parent_id = parent_id
        self.kind = kind
        self.attributes = {} if attributes is None else attributes
        self.links: list[bytes] = []
        self.tracestate = ""
        self.is_error = False
        self.began = time.time_ns()
        self.ended = 0
        self._root = root or self
        self.room, self.left_out = MOST_SPANS, 0

    @property
    def span_context(self) -> bytes:
        """Which span this is, in 24 bytes: what is stored with an event."""
        return self.trace_id + self.span_id

    @property
    def trace_hex(self) -> str:
        return self.trace_id.hex()

    @property
    def traceparent(self) -> str:
        """What tells another service that what it does belongs to this."""
        return f"00-{self.trace_id.hex()}-{self.span_id.hex()}-01"

    def child(self, name: str, kind: int = INTERNAL, attributes: dict[str, Value] | None = None) -> "Span | None":
        """Begin something within this; None where that is one too many of the trace."""
        root = self._root
        if not root.room:
            root.left_out += 1
            return None
        root.room -= 1
        return Span(name, self.trace_id, self.span_id, kind, attributes, root=root)

    def end(self) -> None:
        """It is done; hand it over to be told."""
        self.ended = time.time_ns()
        if self.left_out:
            self.attributes["fulfilment.spans_left_out"] = self.left_out
        state.export(self)


def _discard(_span: Span) -> None:
    """Without a collector nobody takes a span."""


class TracingState:
    """What this process does with traces; `exporting.begin` switches it on."""

    def __init__(self) -> None:
        self.is_on = False
        self.export: Callable[[Span], None] = _discard
        # Whether calls to couriers and receivers say which trace they belong to.
        self.propagates_to_aggregator = False
        self.propagates_to_webhooks = False
        # How large a part of what begins here is sampled.
        self.ratio = 0.0
        self.respects_parent = True


state = TracingState()
# What is recorded around what runs now; None where nothing is.
current: ContextVar[Span | None] = ContextVar("current_span", default=None)


def start_root(name: str, kind: int = INTERNAL, attributes: dict[str, Value] | None = None) -> Span | None:
    """Begin a trace, if this one is sampled."""
    return start_trace(name, kind, attributes) if state.is_on and is_sampled() else None


def start_trace(name: str, kind: int = INTERNAL, attributes: dict[str, Value] | None = None) -> Span:
    """Begin a trace, whatever the ratio."""
    return Span(name, _new_id(TRACE_BYTES), None, kind, attributes)


def is_sampled() -> bool:
    """Throw the dice for one."""
    return random.random() < state.ratio  # noqa: S311 - it protects nothing


def continue_trace(
    span_context: bytes | None, name: str, kind: int, attributes: dict[str, Value], span_id: bytes | None = None
) -> Span | None:
    """Go on with the trace that `mark` stands for; None where there is none, or nobody to be told."""
    if span_context is None or not state.is_on:
        return None
    return Span(name, span_context[:TRACE_BYTES], span_context[TRACE_BYTES:], kind, attributes, span_id)


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
            span.is_error = True
            span.attributes.setdefault("error.type", kind.__name__)
        span.end()


def start_span(name: str, kind: int = INTERNAL, attributes: dict[str, Value] | None = None) -> SpanScope:
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
        span.links.append(recorded[0].span_context)
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
        span.attributes["http.response.status_code"] = status


def aggregator_headers() -> Mapping[str, str]:
    """The headers that tell a courier aggregator of the trace: none, unless that is asked for."""
    return _headers() if state.propagates_to_aggregator else {}


def webhook_headers() -> Mapping[str, str]:
    """The same for the receiver of a webhook."""
    return _headers() if state.propagates_to_webhooks else {}


def _headers() -> Mapping[str, str]:
    span = current.get()
    return {} if span is None else {"traceparent": span.traceparent}


def _new_id(size: int) -> bytes:
    # All zeros would stand for none.
    return (random.getrandbits(8 * size) or 1).to_bytes(size, "big")
