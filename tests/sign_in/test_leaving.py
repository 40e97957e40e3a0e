"""The target of signing out is known in every process, also before its first sign-in."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from fulfilment.infra.auth import jwks
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.database.pool import Database
from fulfilment.settings import load
from tests.harness.provider import AUDIENCE, Provider, providing
from tests.harness.service import Service, serving
from tests.harness.signed_in import signed_in
from tests.harness.workspaces import open_client
from tests.sign_in.browser import CookieBrowser

# The provider's pages need not be where its keys are.
ELSEWHERE = "http://leave.example"


@pytest.fixture
def provider() -> Iterator[Provider]:
    with providing() as running:
        running.about = {**running.about, "end_session_endpoint": f"{ELSEWHERE}/end"}
        yield running


@pytest.fixture
def fresh(provider: Provider, module_database_url: str) -> Iterator[Service]:
    """A process that has asked the provider for nothing."""
    with serving(module_database_url, oidc_issuer=provider.issuer, oidc_audience=AUDIENCE) as running:
        yield running
        assert running.faults() == []


def browser_of_other_process(service: Service, provider: Provider) -> tuple[CookieBrowser, str]:
    """A browser that signed in at another process, and its workspace."""
    account = open_client(service).account_id
    browser = CookieBrowser(service.port)
    browser.cookies["svc-session"] = signed_in(service.database_url, "owner", account, issuer=provider.issuer)
    return browser, account


def read_form_targets(page: Any) -> list[str]:
    policy = dict(part.split(" ", 1) for part in page.headers["content-security-policy"].split("; "))
    return policy["form-action"].split()


def test_the_first_page_of_a_process_lets_signing_out_lead_to_the_provider(fresh: Service, provider: Provider) -> None:
    browser, account = browser_of_other_process(fresh, provider)
    assert ELSEWHERE in read_form_targets(browser.get(f"/console/{account}"))


def test_the_first_question_whether_to_sign_out_lets_it_lead_there_as_well(fresh: Service, provider: Provider) -> None:
    browser, _ = browser_of_other_process(fresh, provider)
    assert ELSEWHERE in read_form_targets(browser.get("/console/sign-out"))


def test_who_signs_out_first_of_all_is_led_to_the_provider(fresh: Service, provider: Provider) -> None:
    browser, _ = browser_of_other_process(fresh, provider)
    there = browser.post("/console/sign-out", Sec_Fetch_Site="same-origin").location
    assert there is not None and there.startswith(f"{ELSEWHERE}/end?")


def test_a_page_does_not_wait_for_a_provider_that_hangs(
    provider: Provider, module_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jwks, "PATIENCE_SECONDS", 0.05)
    environ = {"FULFILMENT_MODE": "development", "FULFILMENT_OIDC_ISSUER": provider.issuer}
    settings = load({**environ, "FULFILMENT_OIDC_AUDIENCE": AUDIENCE})

    async def look() -> None:
        tokens = TokenAuthenticator(Database(settings, module_database_url), settings)
        with provider.holding(Provider.ABOUT):
            assert [await tokens.discovery_soon() for _ in range(3)] == [None] * 3
            # They wait for one and the same question.
            assert provider.asked.count(Provider.ABOUT) == 1
        monkeypatch.setattr(jwks, "PATIENCE_SECONDS", 20)
        assert await tokens.discovery_soon() == provider.about
        await tokens.close()

    asyncio.run(look())


def test_where_nobody_can_sign_in_nobody_is_asked(module_database_url: str) -> None:
    settings = load({"FULFILMENT_MODE": "production"})

    async def look() -> None:
        tokens = TokenAuthenticator(Database(settings, module_database_url), settings)
        assert await tokens.discovery_soon() is None
        await tokens.close()

    asyncio.run(look())
