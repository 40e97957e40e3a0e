"""Spans of incoming requests, and how far a caller's `traceparent` is trusted (decision 27).

The trace id is accepted from every caller, so that a merchant's request can be found. The service or a trusted proxy
decides the sampling, since any caller could otherwise have all of its requests recorded, or none.
"""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import SERVER, Span

if TYPE_CHECKING:
    from opentelemetry.trace import SpanContext

MAX_REQUESTED_PER_SECOND: Final = 50
_KNOWN_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_LAST_GOOD_STATUS = 499


def parse(headers: Mapping[str, Sequence[bytes]]) -> "SpanContext | None":
    """The parent span from `traceparent` and `tracestate`; None where it is missing, invalid or repeated."""
    # OpenTelemetry is imported only with a collector.
    from opentelemetry.trace import get_current_span
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    if len(headers.get("traceparent", ())) != 1:
        return None
    carrier = {
        name: [each.decode("latin-1") for each in headers.get(name, ())] for name in ("traceparent", "tracestate")
    }
    parent = get_current_span(TraceContextTextMapPropagator().extract(carrier)).get_span_context()
    return parent if parent.is_valid else None


class _RequestedSamples:
    """Limit of requests per second that are sampled because a trusted proxy asked for it."""

    def __init__(self) -> None:
        self._second, self._count = 0, 0

    def is_granted(self) -> bool:
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._count = second, 0
        self._count += 1
        return self._count <= MAX_REQUESTED_PER_SECOND


_requested_samples = _RequestedSamples()


def start(headers: Mapping[str, Sequence[bytes]], *, is_trusted: bool) -> tuple[Span | None, str | None]:
    """The span of a request, if it is sampled, and the id of its trace, if it has one.

    For a request without `traceparent`, it must be called only after a positive decision of `recording.is_sampled`.
    """
    parent = parse(headers)
    if parent is None:
        is_sampled = "traceparent" not in headers or recording.is_sampled()
    else:
        is_sampled = _is_sampled(is_asked_for=parent.trace_flags.sampled, is_trusted=is_trusted)
    span = recording.start_trace("request", SERVER, parent=parent) if is_sampled else None
    if parent is not None:
        return span, f"{parent.trace_id:032x}"
    return span, None if span is None else span.trace_hex


def _is_sampled(*, is_asked_for: bool, is_trusted: bool) -> bool:
    if is_trusted and recording.state.respects_parent and (not is_asked_for or _requested_samples.is_granted()):
        return is_asked_for
    # Sampling is random instead of by trace id, since a caller could choose an id that is always sampled.
    return recording.is_sampled()


def finish(
    span: Span, method: str, route: str | None, status: int, request_id: str, account_id: str | None, code: str | None
) -> None:
    """End the span of a request. Nothing from the request is recorded except a known method."""
    method = method if method in _KNOWN_METHODS else "_OTHER"
    span.rename(method if route is None else f"{method} {route}")
    span.set_attribute("http.request.method", method)
    if route is not None:
        span.set_attribute("http.route", route)
    if status:
        span.set_attribute("http.response.status_code", status)
    span.set_attribute("fulfilment.request_id", request_id)
    if account_id is not None:
        span.set_attribute("fulfilment.workspace", account_id)
    if code is not None:
        span.set_attribute("error.type", code)
    if status > _LAST_GOOD_STATUS:
        span.fail()
    span.end()
