"""Switching traces on and off in a process: in each one for itself, after it was forked."""

import asyncio
import threading

import structlog

from fulfilment.infra.observability.tracing import config
from fulfilment.infra.observability.tracing.recording import state
from fulfilment.settings import Settings

# A process that ends waits so long for the last spans to be taken.
STOP_TIMEOUT_SECONDS = 1.0

_log = structlog.get_logger(__name__)


def start(settings: Settings, component: str) -> None:
    """Record and tell from now on, where a collector is configured. `component` names the process (`api`)."""
    wanted = config.load()
    if wanted is None:
        return
    try:
        # Nothing of OpenTelemetry is in a process that tells no collector. Imports read variables too.
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
    """Send what is left, for a second at the most."""
    starter, state.starter = state.starter, None
    if starter is not None:
        # The SDK has no bound of its own below 30 seconds.
        thread = threading.Thread(target=starter.shutdown, name="traces", daemon=True)
        thread.start()
        await asyncio.to_thread(thread.join, STOP_TIMEOUT_SECONDS)
