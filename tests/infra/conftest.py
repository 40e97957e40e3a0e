"""One service for all files that need no other, and a workspace of its own for each test."""

from collections.abc import Iterator

import psycopg
import pytest

from fulfilment.infra.database.embedded.server import EmbeddedServer
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client


@pytest.fixture(scope="session")
def service(server: EmbeddedServer, template: str) -> Iterator[Service]:
    """The application in a process of its own."""
    name = "edge"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    with serving(server.database_url(name)) as running:
        yield running


@pytest.fixture
def client(service: Service) -> Client:
    """A fresh workspace's key."""
    return open_client(service)
