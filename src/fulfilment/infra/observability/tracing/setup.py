"""Switching traces on and off in a process: in each one for itself, after it was forked."""

from typing import TYPE_CHECKING

import structlog

from fulfilment.infra.observability.tracing import config
from fulfilment.infra.observability.tracing.recording import state
from fulfilment.settings import Settings

if TYPE_CHECKING:
    from fulfilment.infra.observability.tracing.exporter import Exporter

_log = structlog.get_logger(__name__)
_exporter: "Exporter | None" = None


def start(settings: Settings, component: str) -> None:
    """Record and tell from now on, where a collector is configured. `component` names the process (`api`)."""
    global _exporter
    wanted = config.load()
    if wanted is None:
        return
    # Nothing of OpenTelemetry is in a process that tells nobody.
    from fulfilment.infra.observability.tracing.exporter import Exporter

    try:
        _exporter = Exporter(wanted, component)
    except OSError as problem:
        config.warn_ignored("OTEL_EXPORTER_OTLP_CERTIFICATE", f"{problem.strerror or problem}; nothing is traced")
        return
    state.export = _exporter.enqueue
    state.ratio, state.respects_parent = wanted.ratio, wanted.respects_parent
    state.propagates_to_aggregator, state.propagates_to_webhooks = (
        settings.trace_propagate_to_aggregator,
        settings.trace_propagate_to_webhooks,
    )
    state.is_on = True
    _exporter.start()
    _log.info("traces_on", ratio=wanted.ratio, respects_parent=wanted.respects_parent)


async def stop() -> None:
    """Send what is left, for a second at the most."""
    global _exporter
    state.is_on = False
    exporter, _exporter = _exporter, None
    if exporter is not None:
        await exporter.stop()
