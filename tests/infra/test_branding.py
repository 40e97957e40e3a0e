"""With another brand every identifier changes, and a client that speaks it works (decisions, section 1)."""

from collections.abc import Iterator

import pytest

from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client, open_partner, provision


@pytest.fixture(scope="module")
def acme(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url, brand="acme") as running:
        yield running


@pytest.fixture(scope="module")
def acme_client(acme: Service) -> Client:
    return open_client(acme, called="acme")


def test_a_client_that_speaks_the_brand_is_served(acme_client: Client) -> None:
    made = acme_client("POST", "/api/v1/warehouses", {"name": "Gudang"}, "key-1")
    assert made.status == 201
    assert acme_client("GET", "/api/v1/warehouses").data["warehouses"] == [made.data["warehouse"]]


def test_a_client_of_the_default_brand_is_not(acme_client: Client) -> None:
    c = acme_client
    foreign = Client(c.service, c.account_id, c.key_id, c.secret, brand="Svc")
    assert foreign("GET", "/api/v1/warehouses").error == (401, "AUTH_REQUIRED")


def test_keys_and_secrets_carry_the_brand(acme_client: Client) -> None:
    made = acme_client("POST", "/api/v1/api-keys", {"name": "Another"}).data
    assert made["apiKey"]["keyId"].startswith("acme_key") and len(made["apiKey"]["keyId"]) == 24
    assert made["secret"].startswith("acmesk_")


def test_a_partner_acts_by_the_header_of_the_brand(acme: Service) -> None:
    merchant = open_client(acme, called="acme")
    provision(merchant, "acme-partner")
    own = open_partner(acme, "acme-partner", called="acme")
    acting = Client(acme, own.account_id, own.key_id, own.secret, "Acme", merchant.account_id)
    made = acting("POST", "/api/v1/warehouses", {"name": "Gudang"}, "key-1").data["warehouse"]
    assert made["accountId"] == merchant.account_id


def test_the_documentation_speaks_the_brand_and_no_other(acme: Service) -> None:
    document = acme.send("GET", "/api/v1/openapi.json", []).raw.decode()
    page = acme.send("GET", "/docs/reference/createProduct", []).raw.decode()
    assert "Acme-HMAC-SHA256" in document and "X-Acme-On-Behalf-Of" in document
    assert 'data-timestamp-header="X-Acme-Timestamp"' in page
    assert "Svc-" not in document and "Svc-" not in page
