"""What one process counts, in plain dictionaries: to count costs less than a microsecond, to be off one comparison.

`current` is None where nobody wants to know. Everything happens on the event loop's thread.
"""

from bisect import bisect_left
from collections.abc import Callable

import msgspec

from fulfilment.metrics import catalogue
from fulfilment.metrics.catalogue import Metric

Key = tuple[str, tuple[str, ...]]


class Tally(msgspec.Struct):
    """A histogram: how many fell below each bound but not below the former, the rest last; and their sum."""

    bounds: tuple[float, ...]
    counts: list[int]
    sum: float = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class Meter:
    """The figures of one process since its start. Labels are given in the order in which they are declared."""

    def __init__(self, process: str):
        self.process = process
        self.counts: dict[Key, float] = {}
        self.gauges: dict[Key, float] = {}
        self.tallies: dict[Key, Tally] = {}
        self.in_flight: dict[str, int] = {}
        self.requests: dict[tuple[str, str, int], int] = {}
        self.request_tallies: dict[str, Tally] = {}
        # Asked for what is now, each time before the figures are written.
        self.samplers: list[Callable[[Meter], None]] = []

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
        tally = self.tallies.get(key)
        if tally is None:
            tally = self.tallies[key] = _tally(metric)
        tally.add(value)

    def begin_request(self, route: str) -> None:
        self.in_flight[route] = self.in_flight.get(route, 0) + 1

    def end_request(self, route: str, method: str, status: int, seconds: float, code: str | None) -> None:
        """The request is answered, refused with `code`; a method that nobody knows is one of the others."""
        self.in_flight[route] -= 1
        try:
            self.requests[route, method, status] += 1
        except KeyError:
            method = method if method in catalogue.METHODS else catalogue.OTHER
            self.requests[route, method, status] = self.requests.get((route, method, status), 0) + 1
            self.request_tallies.setdefault(route, _tally(catalogue.REQUEST_SECONDS))
        tally = self.request_tallies[route]
        tally.counts[bisect_left(tally.bounds, seconds)] += 1
        tally.sum += seconds
        if code in catalogue.FAILURE_CODES:
            self.count(catalogue.FAILURES, code)

    def gather(self) -> None:
        """Put what is counted of requests, more cheaply than all else, where the rest is."""
        for route, count in self.in_flight.items():
            self.gauges[catalogue.IN_FLIGHT.name, (route,)] = count
        for (route, method, status), count in self.requests.items():
            self.counts[catalogue.REQUESTS.name, (route, method, str(status))] = count
        for route, tally in self.request_tallies.items():
            self.tallies[catalogue.REQUEST_SECONDS.name, (route,)] = tally


def _tally(metric: Metric) -> Tally:
    return Tally(metric.buckets, [0] * (len(metric.buckets) + 1))


current: Meter | None = None
