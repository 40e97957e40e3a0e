"""One service with a worker for the tests of this folder, and a workspace of its own for each test."""

import asyncio
from collections.abc import Callable, Iterator

import psycopg
import pytest
import uvloop

from fulfilment.infra.database.embedded.server import EmbeddedServer
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client
from tests.webhooks.working import working


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop that the worker uses."""
    return {"uvloop": uvloop.new_event_loop}


@pytest.fixture(scope="session")
def hooks(server: EmbeddedServer, template: str) -> Iterator[Service]:
    """An API process on a database of its own, without a worker."""
    name = "hooks"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    with serving(server.database_url(name)) as running:
        yield running


@pytest.fixture(scope="session")
def worker(hooks: Service) -> Iterator[None]:
    """A worker for the service."""
    with working(hooks.database_url):
        yield


@pytest.fixture
def shop(hooks: Service) -> Client:
    """A fresh workspace's key."""
    return open_client(hooks)


@pytest.fixture
def other_workspace(hooks: Service) -> Client:
    """Another workspace's key."""
    return open_client(hooks, "Stranger")
