"""The figures as Prometheus reads them."""

import shutil
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from fulfilment import __version__
from fulfilment.infra.database import migrations
from fulfilment.infra.observability.metrics import catalogue
from fulfilment.infra.observability.metrics.catalogue import METRICS
from fulfilment.infra.observability.metrics.meters import Histogram
from fulfilment.infra.observability.metrics.snapshots import SnapshotReader, Totals

CONTENT_TYPE = CONTENT_TYPE_LATEST


class Exposition(Collector):
    """What all processes that write to the folder have counted, and the disk of `data_path`."""

    def __init__(self, folder: Path, data_path: Path) -> None:
        self._reader = SnapshotReader(folder)
        self._data_path = data_path
        self._schema = _newest_migration()
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> list[Metric]:
        totals, living = self._reader.read()
        for process in catalogue.PROCESSES:
            totals.gauges[catalogue.RUNNING.name, (process,)] = living.get(process, 0)
        totals.gauges[catalogue.INFO.name, (__version__, self._schema)] = 1
        self._add_disk(totals)
        return _families(totals)

    def _add_disk(self, totals: Totals) -> None:
        try:
            existing = next(each for each in (self._data_path, *self._data_path.parents) if each.exists())
            disk = shutil.disk_usage(existing)
        except OSError:
            # Everything else is still worth knowing.
            return
        totals.gauges[catalogue.DISK_FREE.name, ()] = disk.free
        totals.gauges[catalogue.DISK_SIZE.name, ()] = disk.total


def _newest_migration() -> str:
    """By its file's name: what applies migrations is not loaded here."""
    return max(file.stem for file in Path(migrations.__file__).with_name("sql").glob("*.sql"))


def _families(totals: Totals) -> list[Metric]:
    families: dict[str, CounterMetricFamily | GaugeMetricFamily | HistogramMetricFamily] = {}
    for metric in METRICS.values():
        kind = {"counter": CounterMetricFamily, "gauge": GaugeMetricFamily, "histogram": HistogramMetricFamily}
        families[metric.name] = kind[metric.kind](metric.name, metric.help, labels=metric.labels)
    for (name, labels), value in sorted((totals.counts | totals.gauges).items()):
        family = families[name]
        assert not isinstance(family, HistogramMetricFamily)
        family.add_metric(labels, value)
    for (name, labels), histogram in sorted(totals.histograms.items()):
        family = families[name]
        assert isinstance(family, HistogramMetricFamily)
        family.add_metric(labels, _buckets(histogram), histogram.sum)
    return list(families.values())


def _buckets(histogram: Histogram) -> list[tuple[str, float]]:
    """Each bound with how many fell at or below it, as the text format has it."""
    bounds, below = [*map(str, histogram.bounds), "+Inf"], 0
    cumulated = []
    for bound, count in zip(bounds, histogram.counts, strict=True):
        below += count
        cumulated.append((bound, below))
    return cumulated
