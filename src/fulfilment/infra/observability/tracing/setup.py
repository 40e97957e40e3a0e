"""Start and stop of tracing in a process. OpenTelemetry is imported only with a collector."""

import asyncio
import threading

import structlog

from fulfilment.infra.observability.tracing import config
from fulfilment.infra.observability.tracing.recording import state
from fulfilment.settings import Settings

# Timeout for exporting the last spans when a process ends.
STOP_TIMEOUT_SECONDS = 1.0

_log = structlog.get_logger(__name__)


def start(settings: Settings, component: str) -> None:
    """Start tracing, if a collector is configured. `component` names the process (`api`)."""
    wanted = config.load()
    if wanted is None:
        return
    try:
        # Imports of OpenTelemetry read variables too, and may raise.
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        from fulfilment.infra.observability.tracing.exporter import Exporter
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
    """Stop tracing, and export the remaining spans for at most STOP_TIMEOUT_SECONDS."""
    starter, state.starter = state.starter, None
    if starter is not None:
        # The SDK's own timeout is at least 30 seconds.
        thread = threading.Thread(target=starter.shutdown, name="traces", daemon=True)
        thread.start()
        await asyncio.to_thread(thread.join, STOP_TIMEOUT_SECONDS)
