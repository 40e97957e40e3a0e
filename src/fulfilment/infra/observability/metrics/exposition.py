"""Exposition of the metrics of all processes, merged by the multiprocess mode of prometheus-client."""

import math
import shutil
from collections.abc import Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from fulfilment import __version__
from fulfilment.infra.database import migrations
from fulfilment.infra.observability.metrics import catalogue, slots

CONTENT_TYPE = CONTENT_TYPE_LATEST


class Exposition(Collector):
    """Collector of the metrics of all processes that write to the folder, and of the disk of `data_path`."""

    def __init__(self, folder: Path, data_path: Path) -> None:
        self._folder = folder
        self._data_path = data_path
        self._schema = _newest_migration()
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def text(self) -> bytes:
        """The metrics in the text format of Prometheus."""
        return generate_latest(self._registry)

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        living = slots.list_living(self._folder)
        for family in MultiProcessCollector(None, str(self._folder)).collect():
            # NaN is the value of a cleared gauge.
            family.samples = [sample for sample in family.samples if not math.isnan(sample.value)]
            yield family
        processes = _family(catalogue.RUNNING)
        for process in catalogue.PROCESSES:
            processes.add_metric([process], sum(slot.startswith(process) for slot in living))
        yield processes
        info = _family(catalogue.INFO)
        info.add_metric([__version__, self._schema], 1)
        yield info
        yield from self._disk()

    def _disk(self) -> Iterator[Metric]:
        try:
            existing = next(each for each in (self._data_path, *self._data_path.parents) if each.exists())
            disk = shutil.disk_usage(existing)
        except OSError:
            # The other metrics are still useful.
            return
        for metric, value in ((catalogue.DISK_FREE, disk.free), (catalogue.DISK_SIZE, disk.total)):
            family = _family(metric)
            family.add_metric([], value)
            yield family


def _family(metric: catalogue.Metric) -> GaugeMetricFamily:
    return GaugeMetricFamily(metric.name, metric.help, labels=metric.labels)


def _newest_migration() -> str:
    """The newest migration, found by file name, since this process does not import the code of migrations."""
    return max(file.stem for file in Path(migrations.__file__).with_name("sql").glob("*.sql"))
