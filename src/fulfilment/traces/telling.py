"""Switching traces on and off in a process: in each one for itself, after it was forked."""

from typing import TYPE_CHECKING

import structlog

from fulfilment.settings import Settings
from fulfilment.traces import asked
from fulfilment.traces.recording import process

if TYPE_CHECKING:
    from fulfilment.traces.exporting import Exporter

_log = structlog.get_logger(__name__)
_exporter: "Exporter | None" = None


def begin(settings: Settings, component: str) -> None:
    """Record and tell from now on, where a collector is configured. `component` names the process (`api`)."""
    global _exporter
    wanted = asked.read()
    if wanted is None:
        return
    # Nothing of OpenTelemetry is in a process that tells nobody.
    from fulfilment.traces.exporting import Exporter

    try:
        _exporter = Exporter(wanted, component)
    except OSError as problem:
        asked.ignore("OTEL_EXPORTER_OTLP_CERTIFICATE", f"{problem.strerror or problem}; nothing is traced")
        return
    process.take = _exporter.take
    process.ratio, process.respects_parent = wanted.ratio, wanted.respects_parent
    process.tells_couriers, process.tells_receivers = settings.trace_couriers, settings.trace_receivers
    process.is_on = True
    _exporter.begin()
    _log.info("traces_on", ratio=wanted.ratio, respects_parent=wanted.respects_parent)


async def end() -> None:
    """Send what is left, for a second at the most."""
    global _exporter
    process.is_on = False
    exporter, _exporter = _exporter, None
    if exporter is not None:
        await exporter.end()
