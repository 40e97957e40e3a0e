"""One service per file, and a workspace of its own for each test."""

from collections.abc import Iterator

import pytest

from tests.http.service import Client, Service, serving
from tests.http.workspaces import open_client


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    """The application in a process of its own."""
    with serving(module_database_url) as running:
        yield running


@pytest.fixture
def client(service: Service) -> Client:
    """A fresh workspace's key."""
    return open_client(service)
