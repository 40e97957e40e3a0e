"""Metrics of one process, recorded with prometheus-client. `current` is None where metrics are off."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import asyncpg
from asyncpg.connection import LoggedQuery

from fulfilment.infra.database.errors import SERIALIZATION_CONFLICTS, UNAVAILABLE
from fulfilment.infra.database.statements import STATEMENTS
from fulfilment.infra.observability.metrics import catalogue
from fulfilment.infra.observability.metrics.catalogue import Metric

if TYPE_CHECKING:
    from prometheus_client import Counter, Gauge, Histogram

_KINDS: tuple[tuple[str, type[BaseException] | tuple[type[BaseException], ...]], ...] = (
    ("disk_full", asyncpg.DiskFullError),
    ("read_only", asyncpg.ReadOnlySQLTransactionError),
    ("lock_timeout", asyncpg.LockNotAvailableError),
    ("timeout", (asyncpg.QueryCanceledError, TimeoutError)),
    ("collision", SERIALIZATION_CONFLICTS),
    ("away", UNAVAILABLE),
)
# Names of statements by text, rebuilt after further statements were registered.
_names: dict[str, str] = {}
_name_cache = 0


class ProcessMetrics:
    """The metrics of a process. Label values are given in the order of the catalogue."""

    def __init__(self, process: str) -> None:
        # Imported here, since most installations have metrics off.
        from prometheus_client import CollectorRegistry

        self.process = process
        self.registry = CollectorRegistry()
        self._counters: dict[str, Counter] = {}
        self._gauges: dict[str, Gauge] = {}
        self._histograms: dict[str, Histogram] = {}
        # Called once a second to set gauges.
        self.samplers: list[Callable[[ProcessMetrics], None]] = []

    def count(self, metric: Metric, *labels: str) -> None:
        from prometheus_client import Counter

        counter = self._counters.get(metric.name)
        if counter is None:
            counter = Counter(metric.name, metric.help, metric.labels, registry=self.registry)
            self._counters[metric.name] = counter
        (counter.labels(*labels) if labels else counter).inc()

    def set(self, metric: Metric, value: float, *labels: str) -> None:
        self._gauge(metric, labels).set(value)

    def clear(self, metric: Metric) -> None:
        """Hide a gauge without labels until it is set again."""
        self._gauge(metric, ()).set(math.nan)

    def observe(self, metric: Metric, value: float, *labels: str) -> None:
        from prometheus_client import Histogram

        histogram = self._histograms.get(metric.name)
        if histogram is None:
            histogram = Histogram(
                metric.name, metric.help, metric.labels, buckets=metric.buckets, registry=self.registry
            )
            self._histograms[metric.name] = histogram
        (histogram.labels(*labels) if labels else histogram).observe(value)

    def start_request(self, route: str) -> None:
        self._gauge(catalogue.IN_FLIGHT, (route,)).inc()

    def finish_request(self, route: str, method: str, status: int, seconds: float, code: str | None) -> None:
        """Record a finished request, with the error `code` if it failed. Unknown methods are counted as `other`."""
        self._gauge(catalogue.IN_FLIGHT, (route,)).dec()
        method = method if method in catalogue.METHODS else catalogue.OTHER
        self.count(catalogue.REQUESTS, route, method, str(status))
        self.observe(catalogue.REQUEST_SECONDS, seconds, route)
        if code in catalogue.FAILURE_CODES:
            self.count(catalogue.FAILURES, code)

    def _gauge(self, metric: Metric, labels: tuple[str, ...]) -> "Gauge":
        """The gauge, created at its first use, since a gauge without labels is shown from its creation on."""
        from prometheus_client import Gauge

        gauge = self._gauges.get(metric.name)
        if gauge is None:
            mode = "livesum" if metric.merge == "sum" else "livemax"
            gauge = Gauge(metric.name, metric.help, metric.labels, registry=self.registry, multiprocess_mode=mode)
            self._gauges[metric.name] = gauge
        return gauge.labels(*labels) if labels else gauge


current: ProcessMetrics | None = None


def record(query: LoggedQuery) -> None:
    """Count one statement under its name, with the time that it took; a callback of asyncpg's query logger."""
    if (meter := current) is None:
        return
    if isinstance(query.exception, Exception):
        meter.count(catalogue.DATABASE_ERRORS, meter.process, error_kind(query.exception))
    meter.observe(catalogue.STATEMENT_SECONDS, query.elapsed, statement_name(query.query))


def error_kind(problem: BaseException) -> str:
    """The kind of an error, as a label value."""
    return next((kind for kind, types in _KINDS if isinstance(problem, types)), catalogue.OTHER)


def statement_name(query: str) -> str:
    """The registered name of a statement, or `other`."""
    global _name_cache
    if query not in _names and _name_cache < len(STATEMENTS):
        _name_cache = len(STATEMENTS)
        _names.update({statement.text: statement.name for statement in STATEMENTS.values()})
        _names.update(catalogue.TRANSACTION_STATEMENTS)
    return _names.get(query, catalogue.OTHER)
