"""Tracer of OpenTelemetry's SDK, and the resource of its spans. Imported only where a collector is configured."""

from collections.abc import Mapping
from contextvars import ContextVar

from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import NonRecordingSpan, Span, SpanContext, SpanKind, TraceFlags, set_span_in_context

from fulfilment import __version__

_SERVICE_NAME = "service.name"
_fixed_span_id: ContextVar[int | None] = ContextVar("fixed_span_id", default=None)


class _SpanIds(RandomIdGenerator):
    """Generator of random span ids, except for spans whose id was derived by the caller."""

    def generate_span_id(self) -> int:
        return _fixed_span_id.get() or super().generate_span_id()


class SpanStarter:
    """Starts spans of the SDK with an explicit parent and without sampling, which the caller decides."""

    def __init__(self, resource: Resource) -> None:
        self._provider = TracerProvider(
            sampler=ALWAYS_ON, resource=resource, shutdown_on_exit=False, id_generator=_SpanIds()
        )
        self._tracer = self._provider.get_tracer("fulfilment", __version__)

    def add_processor(self, processor: SpanProcessor) -> None:
        """Pass each ended span to a processor."""
        self._provider.add_span_processor(processor)

    def start_span(
        self,
        name: str,
        kind: int,
        attributes: Mapping[str, str | int | bool],
        parent: SpanContext | None,
        span_id: bytes | None = None,
    ) -> Span:
        context = Context() if parent is None else set_span_in_context(NonRecordingSpan(parent), Context())
        fixed = _fixed_span_id.set(None if span_id is None else int.from_bytes(span_id, "big"))
        try:
            return self._tracer.start_span(name, context, SpanKind(kind), attributes)
        finally:
            _fixed_span_id.reset(fixed)

    def shutdown(self) -> None:
        """Export the remaining spans, which takes as long as the collector does."""
        self._provider.shutdown()


def remote_parent(trace_id: bytes, span_id: bytes) -> SpanContext:
    """The context of a recorded span in another process."""
    sampled = TraceFlags(TraceFlags.SAMPLED)
    return SpanContext(int.from_bytes(trace_id, "big"), int.from_bytes(span_id, "big"), True, sampled)


def create_resource(component: str) -> Resource:
    """The resource of all spans: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, the process and its release."""
    resource = Resource.create({"fulfilment.component": component, "service.version": __version__})
    if str(resource.attributes.get(_SERVICE_NAME, "")).startswith("unknown_service"):
        resource = resource.merge(Resource({_SERVICE_NAME: "fulfilment"}))
    return resource
