"""A traced service with a worker and a courier, and the collector of both."""

from collections.abc import Iterator

import psycopg
import pytest

from fulfilment.infra.database.embedded.server import EmbeddedServer
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_client
from tests.infra.observability.tracing.collector import Collector, collecting
from tests.infra.observability.tracing.variables import variables
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
        "OTEL_BSP_SCHEDULE_DELAY": "1000",
    }


@pytest.fixture(scope="session")
def traced(telling: dict[str, str], courier: Courier, server: EmbeddedServer, template: str) -> Iterator[Service]:
    name = "traced"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    settings = {"trusted_proxies": "127.0.0.0/8", "aggregator_url": courier.url, "aggregator_key": "simulator"}
    with variables(**telling), serving(server.database_url(name), **settings) as running:
        yield running


@pytest.fixture(scope="session")
def worker(telling: dict[str, str], traced: Service, courier: Courier) -> Iterator[Worker]:
    settings = {"trace_propagate_to_webhooks": "true", "aggregator_url": courier.url, "aggregator_key": "simulator"}
    with variables(**telling), working(traced.database_url, log_level="debug", **settings) as running:
        yield running


@pytest.fixture
def shop(traced: Service) -> Client:
    """A fresh workspace's key."""
    return open_client(traced)
