"""The tracer of the SDK, and the resource that its spans belong to. Imported only where a collector is configured."""

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
    """Random ids, but for a span whose id follows from what it is about."""

    def generate_span_id(self) -> int:
        return _fixed_span_id.get() or super().generate_span_id()


class SpanStarter:
    """Starts spans of the SDK below a parent that is given, since the caller knows what is sampled."""

    def __init__(self, resource: Resource) -> None:
        self._provider = TracerProvider(
            sampler=ALWAYS_ON, resource=resource, shutdown_on_exit=False, id_generator=_SpanIds()
        )
        self._tracer = self._provider.get_tracer("fulfilment", __version__)

    def add_processor(self, processor: SpanProcessor) -> None:
        """Hand over to it each span that ends."""
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
        """Send what waits. Takes as long as the collector does."""
        self._provider.shutdown()


def remote_parent(trace_id: bytes, span_id: bytes) -> SpanContext:
    """A recorded span of another process."""
    sampled = TraceFlags(TraceFlags.SAMPLED)
    return SpanContext(int.from_bytes(trace_id, "big"), int.from_bytes(span_id, "big"), True, sampled)


def create_resource(component: str) -> Resource:
    """Who tells: what OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say, and which process this is."""
    resource = Resource.create({"fulfilment.component": component, "service.version": __version__})
    if str(resource.attributes.get(_SERVICE_NAME, "")).startswith("unknown_service"):
        resource = resource.merge(Resource({_SERVICE_NAME: "fulfilment"}))
    return resource
