"""Sessions in a suspended workspace: no idempotency record of theirs outlives the suspension."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.harness.provider import AUDIENCE, Provider, providing
from tests.harness.service import Answer, Client, Service, serving
from tests.harness.workspaces import open_client
from tests.workspaces.suspending import reopen, suspend

PRODUCTS = "/api/v1/products"


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with providing() as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, provider: Provider) -> Iterator[Service]:
    settings = {"oidc_issuer": provider.issuer, "oidc_audience": AUDIENCE}
    with serving(module_database_url, workers=2, **settings) as running:
        yield running


@pytest.fixture
def merchant(service: Service) -> Client:
    return open_client(service)


def ask(provider: Provider, merchant: Client, method: str, key: str | None = None, **body: Any) -> Answer:
    """The answer to a session of the merchant's workspace."""
    token = provider.token(provider.claims(accountId=merchant.account_id))
    headers = [("Authorization", f"Bearer {token}"), ("Content-Type", "application/json")]
    headers += [("Idempotency-Key", key)] if key else []
    return merchant.service.send(method, PRODUCTS, headers, json.dumps(body).encode() if body else b"")


def test_a_session_reads_and_changes_nothing_until_it_is_reopened(provider: Provider, merchant: Client) -> None:
    first = [ask(provider, merchant, "POST", f"key-{n}", name="Tea") for n in range(6)]
    assert {answer.status for answer in first} == {201}
    suspend(merchant)
    for _ in range(6):
        assert ask(provider, merchant, "POST", name="Coffee").error == (403, "WORKSPACE_SUSPENDED")
        assert ask(provider, merchant, "GET").status == 200
    assert ask(provider, merchant, "POST", "key-0", name="Tea").raw == first[0].raw
    reopen(merchant)
    assert {ask(provider, merchant, "POST", name="Coffee").status for _ in range(6)} == {201}
