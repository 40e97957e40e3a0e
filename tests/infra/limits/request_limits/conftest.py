"""One service per file, and a workspace on the smallest plan for each test."""

from collections.abc import Iterator

import pytest

from tests.harness.provider import AUDIENCE, Provider, providing
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with providing() as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, provider: Provider) -> Iterator[Service]:
    """The application in a process of its own."""
    with serving(module_database_url, oidc_issuer=provider.issuer, oidc_audience=AUDIENCE) as running:
        yield running


@pytest.fixture
def free(service: Service) -> Client:
    """A fresh workspace on the plan with 60 requests a minute."""
    return open_client(service, plan="free")
