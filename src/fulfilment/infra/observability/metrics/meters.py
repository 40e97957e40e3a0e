"""What one process counts, in plain dictionaries: to count costs less than a microsecond, to be off one comparison.

`current` is None where nobody wants to know. Everything happens on the event loop's thread.
"""

from bisect import bisect_left
from collections.abc import Callable

import msgspec

from fulfilment.infra.observability.metrics import catalogue
from fulfilment.infra.observability.metrics.catalogue import Metric

Key = tuple[str, tuple[str, ...]]


class Histogram(msgspec.Struct):
    """A histogram: how many fell below each bound but not below the former, the rest last; and their sum."""

    bounds: tuple[float, ...]
    counts: list[int]
    sum: float = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class ProcessMetrics:
    """The figures of one process since its start. Labels are given in the order in which they are declared."""

    def __init__(self, process: str) -> None:
        self.process = process
        self.counts: dict[Key, float] = {}
        self.gauges: dict[Key, float] = {}
        self.histograms: dict[Key, Histogram] = {}
        self.in_flight: dict[str, int] = {}
        self.requests: dict[tuple[str, str, int], int] = {}
        self.request_histograms: dict[str, Histogram] = {}
        # Asked for what is now, each time before the figures are written.
        self.samplers: list[Callable[[ProcessMetrics], None]] = []

    def count(self, metric: Metric, *labels: str) -> None:
        key = (metric.name, labels)
        self.counts[key] = self.counts.get(key, 0) + 1

    def set(self, metric: Metric, value: float, *labels: str) -> None:
        self.gauges[metric.name, labels] = value

    def clear(self, metric: Metric) -> None:
        """It is not known any more."""
        for key in [key for key in self.gauges if key[0] == metric.name]:
            del self.gauges[key]

    def observe(self, metric: Metric, value: float, *labels: str) -> None:
        key = (metric.name, labels)
        tally = self.histograms.get(key)
        if tally is None:
            tally = self.histograms[key] = _new_histogram(metric)
        tally.add(value)

    def start_request(self, route: str) -> None:
        self.in_flight[route] = self.in_flight.get(route, 0) + 1

    def finish_request(self, route: str, method: str, status: int, seconds: float, code: str | None) -> None:
        """The request is answered, refused with `code`; a method that nobody knows is one of the others."""
        self.in_flight[route] -= 1
        try:
            self.requests[route, method, status] += 1
        except KeyError:
            method = method if method in catalogue.METHODS else catalogue.OTHER
            self.requests[route, method, status] = self.requests.get((route, method, status), 0) + 1
            self.request_histograms.setdefault(route, _new_histogram(catalogue.REQUEST_SECONDS))
        tally = self.request_histograms[route]
        tally.counts[bisect_left(tally.bounds, seconds)] += 1
        tally.sum += seconds
        if code in catalogue.FAILURE_CODES:
            self.count(catalogue.FAILURES, code)

    def flush_requests(self) -> None:
        """Put what is counted of requests, more cheaply than all else, where the rest is."""
        for route, count in self.in_flight.items():
            self.gauges[catalogue.IN_FLIGHT.name, (route,)] = count
        for (route, method, status), count in self.requests.items():
            self.counts[catalogue.REQUESTS.name, (route, method, str(status))] = count
        for route, tally in self.request_histograms.items():
            self.histograms[catalogue.REQUEST_SECONDS.name, (route,)] = tally


def _new_histogram(metric: Metric) -> Histogram:
    return Histogram(metric.buckets, [0] * (len(metric.buckets) + 1))


current: ProcessMetrics | None = None
