"""Connections of their own to one database a file, and the service over it."""

from collections.abc import Iterator

import pytest

from tests.http.service import Client, Service, serving
from tests.http.workspaces import open_client


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url) as running:
        yield running


@pytest.fixture
def client(service: Service) -> Client:
    return open_client(service)
