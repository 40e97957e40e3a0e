"""A service of the contract tests' own, and two workspaces that each have everything."""

from collections.abc import Iterator

import pytest

from tests.contract import world
from tests.contract.document import CheckedClient, Document, the_document
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_partner


@pytest.fixture(scope="session")
def document() -> Document:
    return the_document()


@pytest.fixture(scope="module")
def service(module_database_url: str, courier: Courier) -> Iterator[Service]:
    with serving(module_database_url, aggregator_url=courier.url, aggregator_key="simulator") as running:
        yield running


@pytest.fixture(scope="module")
def owner(service: Service) -> Client:
    """Whose world it is: a partner, so that every route of the API is open to it."""
    return open_partner(service, "Owner", shares_identity_provider=True)


@pytest.fixture(scope="module")
def owned(owner: Client, document: Document) -> dict[str, str]:
    return world.build(CheckedClient(owner, document))


@pytest.fixture(scope="module")
def outsider(service: Service) -> Client:
    """A partner with a world of its own and no access to the other one."""
    return open_partner(service, "Outsider", shares_identity_provider=True)


@pytest.fixture(scope="module")
def outside(outsider: Client, document: Document) -> dict[str, str]:
    return world.build(CheckedClient(outsider, document))
