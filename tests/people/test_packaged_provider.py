"""Tokens of a packaged provider: discovery, sign-in, and keys that change."""

import asyncio
from collections.abc import Iterator

import pytest

from fulfilment.infra.auth.bearer_tokens import InvalidToken, TokenAuthenticator
from fulfilment.infra.auth.jwks import REFETCH_AFTER_SECONDS
from fulfilment.infra.database.pool import Database
from fulfilment.settings import load
from tests.harness.service import Service, serving
from tests.harness.waiting import until
from tests.people.mock_provider import CLIENT, MockProvider, mocking

TARGET = "/api/v1/warehouses"

# The warning is about the package's own use of its library, and is the package's to mend.
pytestmark = pytest.mark.filterwarnings("ignore:.*get_jwt_config:DeprecationWarning")


@pytest.fixture(scope="module")
def provider() -> Iterator[MockProvider]:
    with mocking() as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, provider: MockProvider) -> Iterator[Service]:
    with serving(module_database_url, oidc_issuer=provider.issuer, oidc_audience=CLIENT) as running:
        yield running


def test_its_identity_token_is_no_credential_of_the_api(service: Service, provider: MockProvider) -> None:
    token = provider.sign_in("ayu", accountId="acc_packaged")
    answer = service.send("GET", TARGET, [("Authorization", f"Bearer {token}")])
    assert answer.error == (401, "INVALID_TOKEN") and "ID token" in answer.json["error"]["message"]
    assert service.faults() == []


async def test_its_new_key_is_fetched_its_old_one_is_forgotten_and_while_it_is_away_the_last_good_one_serves(
    database_url: str,
) -> None:
    now = 1_000.0
    db = Database(load({}), database_url, size=1)
    await db.open()
    try:
        with mocking() as first:
            given = {"FULFILMENT_OIDC_ISSUER": first.issuer, "FULFILMENT_OIDC_AUDIENCE": CLIENT}
            sessions = TokenAuthenticator(db, load(given | {"FULFILMENT_MODE": "development"}), lambda: now)

            async def account(token: str) -> str:
                return (await sessions.verify_identity(token.encode()))["accountId"]

            old = await asyncio.to_thread(first.sign_in, "ayu", accountId="acc_packaged")
            assert await account(old) == "acc_packaged"
        # It is away, and its keys are long due.
        now += 10_000
        assert await account(old) == "acc_packaged"
        await until(lambda: sessions._jwks._fetching is None)
        assert await account(old) == "acc_packaged"
        now += REFETCH_AFTER_SECONDS
        with mocking(first.port) as second:
            new = await asyncio.to_thread(second.sign_in, "ayu", accountId="acc_packaged")
            assert await account(new) == "acc_packaged"
            now += REFETCH_AFTER_SECONDS
            with pytest.raises(InvalidToken):
                await account(old)
    finally:
        await sessions.close()
        await db.close()
