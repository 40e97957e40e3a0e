"""One service for each file, and fresh partners with a merchant of theirs."""

import uuid
from collections.abc import Iterator

import pytest

from fulfilment.api_keys.service import create_key_for_operator
from tests.harness.goods import fresh_key
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import as_operator, in_database, open_partner
from tests.partners.acting import acting_for, mint, provision, with_key, without_limits


@pytest.fixture(scope="module")
def service(module_database_url: str, courier: Courier) -> Iterator[Service]:
    access = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
    with serving(module_database_url, workers=2, **access) as running:
        yield running
        assert running.faults() == []


@pytest.fixture
def partner_name() -> str:
    return f"partner-{uuid.uuid4()}"


@pytest.fixture
def partner(service: Service, partner_name: str) -> Client:
    """A platform key in its own workspace."""
    return open_partner(service, partner_name)


@pytest.fixture
def other_partner(service: Service) -> Client:
    return open_partner(service, f"other-{uuid.uuid4()}")


@pytest.fixture
def on_behalf(partner: Client) -> Client:
    """The platform key, on behalf of a workspace that its partner provisioned."""
    account_id = provision(partner, externalRef=fresh_key()).data["accountId"]
    return acting_for(partner, without_limits(partner, account_id))


@pytest.fixture
def made(on_behalf: Client) -> Client:
    """A key that the partner made on behalf of the merchant."""
    return with_key(on_behalf, mint(on_behalf, name="Made", scopes=["read", "write", "admin"]))


@pytest.fixture
def merchant(service: Service, on_behalf: Client) -> Client:
    """A key of the merchant's own, as the operator makes it."""
    with as_operator():
        opened = in_database(service.database_url, lambda db: create_key_for_operator(db, on_behalf.on_behalf_of))
    return Client(service, opened.account_id, opened.key_id, opened.secret)
