"""One traced service with a worker and a courier, and the collector that both tell."""

from collections.abc import Iterator

import psycopg
import pytest

from fulfilment.db.embedded import Server
from tests.harness.simulator import Courier
from tests.http.service import Client, Service, serving
from tests.http.workspaces import open_client
from tests.traces.collector import Collector, collecting
from tests.traces.variables import variables
from tests.webhooks.working import Worker, working


@pytest.fixture(scope="session")
def collector() -> Iterator[Collector]:
    with collecting() as running:
        yield running


@pytest.fixture(scope="session")
def telling(collector: Collector) -> dict[str, str]:
    """The variables that have a process tell the collector. Nothing is sampled but what a proxy asks for."""
    return {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
        "OTEL_EXPORTER_OTLP_HEADERS": "x-tenant=our%20own,authorization=Basic%20c2VjcmV0",
        "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip",
        "OTEL_SERVICE_NAME": "shop-backend",
        "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test",
        "OTEL_TRACES_SAMPLER_ARG": "0",
    }


@pytest.fixture(scope="session")
def traced(telling: dict[str, str], courier: Courier, server: Server, template: str) -> Iterator[Service]:
    name = "traced"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    settings = {"trusted_proxies": "127.0.0.0/8", "aggregator_url": courier.url, "aggregator_key": "simulator"}
    with variables(**telling), serving(server.database_url(name), **settings) as running:
        yield running


@pytest.fixture(scope="session")
def worker(telling: dict[str, str], traced: Service, courier: Courier) -> Iterator[Worker]:
    settings = {"trace_receivers": "true", "aggregator_url": courier.url, "aggregator_key": "simulator"}
    with variables(**telling), working(traced.database_url, log_level="debug", **settings) as running:
        yield running


@pytest.fixture
def shop(traced: Service) -> Client:
    """A fresh workspace's key."""
    return open_client(traced)
