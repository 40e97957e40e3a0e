"""Sessions of a provider that is nobody's test of ours: discovery, sign-in, and keys that change."""

import asyncio
from collections.abc import Iterator

import pytest

from fulfilment.db.pool import Database
from fulfilment.http.bearer import InvalidToken, Sessions
from fulfilment.http.provider_keys import REFETCH_AFTER_SECONDS
from fulfilment.http.request import Request
from fulfilment.settings import load
from tests.harness.waiting import until
from tests.http.service import Answer, Service, serving
from tests.people.mock_provider import CLIENT, MockProvider, mocking

TARGET = "/api/v1/warehouses"

# What the library behind it thinks of its callers is theirs to mend.
pytestmark = pytest.mark.filterwarnings("ignore:.*get_jwt_config:DeprecationWarning")


@pytest.fixture(scope="module")
def provider() -> Iterator[MockProvider]:
    with mocking() as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, provider: MockProvider) -> Iterator[Service]:
    with serving(module_database_url, oidc_issuer=provider.issuer, oidc_audience=CLIENT) as running:
        yield running


def _send(service: Service, token: str, method: str = "GET", **headers: str) -> Answer:
    said = [("Authorization", f"Bearer {token}"), *((name.replace("_", "-"), value) for name, value in headers.items())]
    body = b'{"name": "Gudang"}' if method == "POST" else b""
    if body:
        said += [("Content-Type", "application/json"), ("Idempotency-Key", token[-40:])]
    return service.send(method, TARGET, said, body)


def test_who_signs_in_there_works_in_their_workspace_with_their_roles(service: Service, provider: MockProvider) -> None:
    owner = provider.sign_in("ayu", accountId="acc_packaged", email="ayu@example.com")
    packer = provider.sign_in("budi", accountId="acc_packaged", roles=["packer"])
    both = provider.sign_in("eka", accountId="acc_packaged", accountIds=["acc_packaged_b"])
    made = _send(service, owner, "POST")
    assert made.status == 201 and made.data["warehouse"]["accountId"] == "acc_packaged"
    assert _send(service, packer).data["warehouses"] == [made.data["warehouse"]]
    assert _send(service, packer, "POST").refusal == (403, "FORBIDDEN")
    assert _send(service, both, Svc_Workspace="acc_packaged_b").data["warehouses"] == []
    assert _send(service, provider.sign_in("fitri")).refusal == (403, "NO_ACCOUNT")
    assert service.faults() == []


def test_a_client_of_the_same_provider_that_is_not_ours_has_tokens_of_no_use(
    module_database_url: str, provider: MockProvider
) -> None:
    token = provider.sign_in("ayu", accountId="acc_packaged")
    with serving(module_database_url, oidc_issuer=provider.issuer, oidc_audience="another") as other:
        assert _send(other, token).refusal == (401, "INVALID_TOKEN")


async def test_its_new_key_is_fetched_its_old_one_is_forgotten_and_while_it_is_away_the_last_good_one_serves(
    database_url: str,
) -> None:
    now = 1_000.0
    db = Database(load({}), database_url, size=1)
    await db.open()
    try:
        with mocking() as first:
            given = {"FULFILMENT_OIDC_ISSUER": first.issuer, "FULFILMENT_OIDC_AUDIENCE": CLIENT}
            sessions = Sessions(db, load(given | {"FULFILMENT_MODE": "development"}), lambda: now)

            async def account(token: str) -> str:
                request = Request("GET", b"/", b"", {}, b"", "127.0.0.1")
                return (await sessions.identify(request, token.encode())).account_id

            old = await asyncio.to_thread(first.sign_in, "ayu", accountId="acc_packaged")
            assert await account(old) == "acc_packaged"
        # It is away, and its keys are long due.
        now += 10_000
        assert await account(old) == "acc_packaged"
        await until(lambda: sessions._keys._fetching is None)
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
