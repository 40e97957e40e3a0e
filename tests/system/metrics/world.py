"""`fulfilment api` or `worker` as an operator runs them, with a port for metrics, and what a scrape shows."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psutil
from prometheus_client.parser import text_string_to_metric_families

from fulfilment.cli.demo_walk.service import free_ports
from fulfilment.infra.observability.metrics.catalogue import METRICS
from tests.harness.descendants import children
from tests.harness.service import MASTER_KEYS, Service
from tests.system.cli.labs import eventually

Labels = tuple[tuple[str, str], ...]
_SUFFIX = re.compile(r"_(bucket|sum|count)$")


class Scrape(msgspec.Struct):
    """A scrape: each sample's value by its name and its labels."""

    samples: dict[tuple[str, Labels], float]

    def value(self, name: str, **labels: str) -> float:
        """The sum of all samples with these labels, whatever their others."""
        return sum(
            value
            for (shown, has), value in self.samples.items()
            if shown == name and labels.items() <= dict(has).items()
        )

    def has(self, name: str) -> bool:
        return any(shown == name for shown, _ in self.samples)


class Running(msgspec.Struct):
    """A command that runs."""

    service: Service
    metrics_port: int

    def scrape(self) -> Scrape:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=10) as answer:
            text = answer.read().decode()
        families = text_string_to_metric_families(text)
        return Scrape(
            {
                (sample.name, tuple(sorted(sample.labels.items()))): sample.value
                for family in families
                for sample in family.samples
            }
        )

    def processes(self) -> list[psutil.Process]:
        """The processes that serve, which the command's own process has spawned."""
        return [each.process for each in children(self.service.process.pid) if each.serves]


@contextmanager
def running(command: str, database_url: str, folder: Path, **settings: str) -> Iterator[Running]:
    ports = free_ports()
    metrics_port = free_ports()[1]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    given = {
        "mode": "development",
        "data_dir": str(folder),
        "database_url": database_url,
        "master_keys": MASTER_KEYS,
        "port": str(ports[0]),
        "metrics_port": str(metrics_port),
        "log_format": "json",
        "identity_simulator_port": "1",
        "payment_simulator_port": "1",
        "failed_auth_requests_per_minute": "0",
        **settings,
    }
    environ |= {f"FULFILMENT_{name.upper()}": value for name, value in given.items()}
    log = folder / f"{command}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "fulfilment.cli", command], env=environ, stdout=output, stderr=output
        )
    found = Running(Service(ports[0], database_url, process, log), metrics_port)
    try:
        eventually(lambda: _serves(found, int(settings.get("api_processes", "1"))))
        yield found
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def _serves(found: Running, processes: int) -> bool:
    assert found.service.process.poll() is None, found.service.log.read_text()
    try:
        return found.scrape().value("fulfilment_processes") >= processes
    except OSError:
        return False


def declared(name: str) -> tuple[str, frozenset[str]] | None:
    """The metric that a sample's name belongs to, with the labels that it has there."""
    if name in METRICS:
        return name, frozenset(METRICS[name].labels)
    family = _SUFFIX.sub("", name)
    if family in METRICS and METRICS[family].kind == "histogram":
        return family, frozenset({*METRICS[family].labels, *(("le",) if name.endswith("_bucket") else ())})
    return None
