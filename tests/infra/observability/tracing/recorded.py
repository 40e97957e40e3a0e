"""Tracing switched on in the process of a test, with the spans kept in memory."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.tracer import SpanStarter, create_resource


@contextmanager
def recorded() -> Iterator[InMemorySpanExporter]:
    """Spans that end in this context are in the exporter."""
    exporter, starter = InMemorySpanExporter(), SpanStarter(create_resource("test"))
    starter.add_processor(SimpleSpanProcessor(exporter))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording.state, "starter", starter)
        yield exporter
