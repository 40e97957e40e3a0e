"""The figures as Prometheus reads them."""

import shutil
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from fulfilment import __version__, db
from fulfilment.metrics import catalogue
from fulfilment.metrics.catalogue import METRICS
from fulfilment.metrics.meters import Tally
from fulfilment.metrics.snapshots import Figures, Ledger

CONTENT_TYPE = CONTENT_TYPE_LATEST


class Exposition(Collector):
    """What all processes that write to the folder have counted, and the disk of `data_path`."""

    def __init__(self, folder: Path, data_path: Path):
        self._ledger = Ledger(folder)
        self._data_path = data_path
        self._schema = _newest_migration()
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> list[Metric]:
        figures, living = self._ledger.read()
        for process in catalogue.PROCESSES:
            figures.gauges[catalogue.RUNNING.name, (process,)] = living.get(process, 0)
        figures.gauges[catalogue.INFO.name, (__version__, self._schema)] = 1
        self._add_disk(figures)
        return _families(figures)

    def _add_disk(self, figures: Figures) -> None:
        try:
            existing = next(each for each in (self._data_path, *self._data_path.parents) if each.exists())
            disk = shutil.disk_usage(existing)
        except OSError:
            # Everything else is still worth knowing.
            return
        figures.gauges[catalogue.DISK_FREE.name, ()] = disk.free
        figures.gauges[catalogue.DISK_SIZE.name, ()] = disk.total


def _newest_migration() -> str:
    """By its file's name: what applies migrations is not loaded here."""
    return max(file.stem for file in Path(db.__file__).with_name("migrations").glob("*.sql"))


def _families(figures: Figures) -> list[Metric]:
    families: dict[str, Metric] = {}
    for metric in METRICS.values():
        kind = {"counter": CounterMetricFamily, "gauge": GaugeMetricFamily, "histogram": HistogramMetricFamily}
        families[metric.name] = kind[metric.kind](metric.name, metric.help, labels=metric.labels)
    for (name, labels), value in sorted((figures.counts | figures.gauges).items()):
        families[name].add_metric(labels, value)
    for (name, labels), tally in sorted(figures.tallies.items()):
        families[name].add_metric(labels, _buckets(tally), tally.sum)
    return list(families.values())


def _buckets(tally: Tally) -> list[tuple[str, float]]:
    """Each bound with how many fell at or below it, as the text format has it."""
    bounds, below = [*map(str, tally.bounds), "+Inf"], 0
    cumulated = []
    for bound, count in zip(bounds, tally.counts, strict=True):
        below += count
        cumulated.append((bound, below))
    return cumulated
