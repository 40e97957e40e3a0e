"""A service for the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url) as running:
        yield running


@pytest.fixture
def shop(service: Service) -> Client:
    """A fresh workspace's key."""
    return open_client(service)


@pytest.fixture
def other_workspace(service: Service) -> Client:
    """Another workspace's key."""
    return open_client(service, "Stranger")
