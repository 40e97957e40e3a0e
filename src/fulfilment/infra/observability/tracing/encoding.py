"""Spans as OTLP. This module and `exporter` are the only ones that import OpenTelemetry's packages.

The messages are OpenTelemetry's own; the SDK's spans are left away, since to make and to encode one of them takes five
times as long (docs/decisions/0107-traces.md).
"""

from collections.abc import Sequence
from typing import cast

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, InstrumentationScope
from opentelemetry.proto.resource.v1.resource_pb2 import Resource as WireResource
from opentelemetry.proto.trace.v1 import trace_pb2
from opentelemetry.sdk.resources import Resource

from fulfilment import __version__
from fulfilment.infra.observability.tracing.recording import TRACE_BYTES, Span, Value

_SCOPE = InstrumentationScope(name="fulfilment", version=__version__)
# Sampled; and whether the parent was in another process is not said.
_FLAGS = 1


def resource_of(component: str) -> WireResource:
    """Who tells: what OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say, and which process this is."""
    described = Resource.create({"fulfilment.component": component, "service.version": __version__})
    named = dict(described.attributes)
    if str(named.get("service.name", "")).startswith("unknown_service"):
        named["service.name"] = "fulfilment"
    encoded = WireResource()
    for name, value in named.items():
        _set_attribute(encoded.attributes.add(key=name).value, value if isinstance(value, bool | int) else str(value))
    return encoded


def encode(resource: WireResource, spans: Sequence[Span]) -> bytes:
    """A request to a collector."""
    request = ExportTraceServiceRequest()
    encoded = request.resource_spans.add(resource=resource).scope_spans.add(scope=_SCOPE).spans
    for span in spans:
        # Made in its place: a message that is put into another one is copied with all that it holds.
        _describe(encoded.add(), span)
    return request.SerializeToString()


def rejected(answer: bytes) -> int:
    """How many spans a collector says it has not taken; 0 too where what it says is no such answer."""
    try:
        return max(0, ExportTraceServiceResponse.FromString(answer).partial_success.rejected_spans)
    except Exception:
        return 0


def _describe(encoded: trace_pb2.Span, span: Span) -> None:
    encoded.trace_id, encoded.span_id = span.trace_id, span.span_id
    encoded.name, encoded.flags = span.name, _FLAGS
    encoded.kind = cast("trace_pb2.Span.SpanKind.ValueType", span.kind)
    encoded.start_time_unix_nano, encoded.end_time_unix_nano = span.began, span.ended
    if span.parent_id is not None:
        encoded.parent_span_id = span.parent_id
    if span.tracestate:
        encoded.trace_state = span.tracestate
    if span.is_error:
        encoded.status.code = trace_pb2.Status.STATUS_CODE_ERROR
    for name, value in span.attributes.items():
        _set_attribute(encoded.attributes.add(key=name).value, value)
    for mark in span.links:
        encoded.links.add(trace_id=mark[:TRACE_BYTES], span_id=mark[TRACE_BYTES:], flags=_FLAGS)


def _set_attribute(into: AnyValue, value: Value) -> None:
    # A truth value is a whole number too, so it is asked for first.
    if isinstance(value, bool):
        into.bool_value = value
    elif isinstance(value, int):
        into.int_value = value
    else:
        into.string_value = value
