"""A provider that hangs or fails: a sign-in gets an error page, and existing sessions go on."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.auth import jwks
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.database.pool import Database
from fulfilment.infra.limits import fair_semaphore
from fulfilment.settings import Settings, load
from fulfilment.sign_in import attempts, provider
from fulfilment.sign_in.pages import SignInError
from fulfilment.sign_in.provider import MAX_CONCURRENT_EXCHANGES
from tests.harness.provider import AUDIENCE, Document, Provider
from tests.harness.service import Service, serving
from tests.harness.waiting import until
from tests.sign_in.browser import CookieBrowser
from tests.sign_in.conftest import TOKEN, LoginDriver
from tests.sign_in.nodes import find_session_on_both

NONSENSE = [
    (b"", 500),
    (b"{}", 500),
    (b"", 200),
    (b"<html>", 200),
    (b"[]", 200),
    (b"{}", 200),
    (b'{"id_token":7}', 200),
    (b'{"id_token":"\xc3\xa9"}', 200),
    (b'{"id_token":"a.b.c"}', 302),
    (b'{"error":"invalid_client"}', 401),
    (b'{"error":["invalid_grant"]}', 400),
    (b"[" * 100_000, 200),
    (b'{"id_token":"' + b"x" * 300_000 + b'"}', 200),
]


def build_settings(running: Provider) -> Settings:
    environ = {"FULFILMENT_MODE": "development", "FULFILMENT_OIDC_ISSUER": running.issuer}
    return load({**environ, "FULFILMENT_OIDC_AUDIENCE": AUDIENCE})


@pytest.mark.parametrize(("body", "status"), NONSENSE)
def test_whatever_the_provider_answers_is_told_in_words(
    browser: CookieBrowser, login_driver: LoginDriver, body: bytes, status: int
) -> None:
    params = browser.start_sign_in()
    login_driver.provider.documents[TOKEN] = Document(
        body, status, Location=f"{login_driver.provider.issuer}/elsewhere"
    )
    page = login_driver.return_to_callback(browser, params)
    assert page.status == 502 and "The identity provider did not answer" in page.text
    assert 'href="/console/sign-in"' in page.text and browser.session_id is None
    assert f"{TOKEN.removesuffix('token')}elsewhere" not in login_driver.provider.asked


def test_a_provider_that_hangs_holds_up_nobody_else(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    """One waits for their code to be redeemed; meanwhile another one is there, and a third one begins."""
    login_driver.sign_in(browser)
    waiting, third = CookieBrowser(service.port), CookieBrowser(service.port)
    params = waiting.start_sign_in()
    login_driver.set_next_token(params)
    before = len(login_driver.provider.posted)
    with login_driver.provider.holding(TOKEN):
        thread = threading.Thread(target=login_driver.return_to_callback, args=(waiting, params))
        thread.start()
        _wait_until(lambda: len(login_driver.provider.posted) > before)
        assert find_session_on_both(service.database_url, login_driver.provider.issuer, browser.session_id)
        assert third.start_sign_in()["state"]
        assert browser.post("/console/sign-out", Sec_Fetch_Site="same-origin").status == 303
        assert waiting.session_id is None
    thread.join(30)
    assert waiting.session_id is not None


def _wait_until(is_so: Any) -> None:
    asyncio.run(until(is_so))


@pytest.mark.parametrize("first", [None, 10])
def test_who_waits_for_a_provider_that_hangs_is_told_so_in_the_end(
    login_driver: LoginDriver, monkeypatch: pytest.MonkeyPatch, first: int | None
) -> None:
    monkeypatch.setattr(provider, "CODE_EXCHANGE_TIMEOUT_SECONDS", 0.2)
    settings = build_settings(login_driver.provider)
    attempt = attempts.start_login(login_driver.provider.issuer, "/console", is_fresh=False)
    login_driver.set_next_token({"nonce": attempt.nonce})

    async def redeem() -> None:
        asking = provider.IdentityProvider(settings)
        await asking.exchange_code(asking.parse_metadata(login_driver.provider.about), attempt, "a code")

    with login_driver.provider.holding(TOKEN, first), pytest.raises(SignInError) as failed:
        asyncio.run(redeem())
    assert (failed.value.code, failed.value.status) == ("SIGN_IN_PROVIDER", 502)


def test_no_more_codes_are_redeemed_at_once_than_there_is_room_for(login_driver: LoginDriver) -> None:
    """A tenant with half of the places leaves the rest to others, and the refused requests fail at once."""
    attempt = attempts.start_login(login_driver.provider.issuer, "/console", is_fresh=False)
    login_driver.set_next_token({"nonce": attempt.nonce})

    async def flood() -> list[Any]:
        asking = provider.IdentityProvider(build_settings(login_driver.provider))
        about = asking.parse_metadata(login_driver.provider.about)
        before = len(login_driver.provider.posted)
        fair_semaphore.current_tenant.set("192.0.2.1")
        flooding = [
            asyncio.create_task(asking.exchange_code(about, attempt, "c")) for _ in range(MAX_CONCURRENT_EXCHANGES)
        ]
        await until(lambda: len(login_driver.provider.posted) - before == MAX_CONCURRENT_EXCHANGES // 2)
        refused = [task.exception() for task in flooding if task.done()]
        fair_semaphore.current_tenant.set("198.51.100.1")
        neighbour = asyncio.create_task(asking.exchange_code(about, attempt, "c"))
        await until(lambda: len(login_driver.provider.posted) - before == MAX_CONCURRENT_EXCHANGES // 2 + 1)
        login_driver.provider.documents[TOKEN].may_go_on.set()
        await asyncio.gather(neighbour, *flooding, return_exceptions=True)
        assert neighbour.result()
        return refused

    with login_driver.provider.holding(TOKEN):
        refused = asyncio.run(flood())
    assert [each.code for each in refused] == ["SIGN_IN_BUSY"] * (MAX_CONCURRENT_EXCHANGES // 2)


def test_two_who_begin_at_once_share_what_the_provider_says_of_itself(
    login_driver: LoginDriver, module_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = build_settings(login_driver.provider)

    async def begin() -> None:
        db = Database(settings, module_database_url)
        asked = len(login_driver.provider.asked)
        tokens = TokenAuthenticator(db, settings)
        first, second = await asyncio.gather(tokens.discovery(), tokens.discovery())
        assert first == second == login_driver.provider.about == await tokens.discovery()
        assert login_driver.provider.asked[asked:] == [Provider.ABOUT, Provider.KEYS]
        await tokens.close()
        monkeypatch.setattr(jwks, "FETCH_TIMEOUT_SECONDS", 0.2)
        with login_driver.provider.holding(Provider.ABOUT):
            # Known metadata serves while the provider hangs; without any, the sign-in has no address to go to.
            assert await tokens.discovery() == first
            strangers = TokenAuthenticator(db, settings)
            with pytest.raises(ServiceUnavailable):
                await strangers.discovery()
            await strangers.close()

    asyncio.run(begin())


@pytest.mark.parametrize(
    "change",
    [
        {"authorization_endpoint": None},
        {"token_endpoint": "ftp://127.0.0.1/x"},
        {"token_endpoint": "http://[::1"},
        {"authorization_endpoint": "//evil.example"},
        {"authorization_endpoint": "https://a.example/\r\nX: y"},
        {"token_endpoint": ["https://a.example"]},
    ],
)
def test_a_provider_without_sound_addresses_signs_nobody_in(login_driver: LoginDriver, change: dict[str, Any]) -> None:
    with pytest.raises(SignInError):
        provider.IdentityProvider(build_settings(login_driver.provider)).parse_metadata(
            {**login_driver.provider.about, **change}
        )


@contextmanager
def _serving(url: str, **settings: str) -> Iterator[CookieBrowser]:
    with serving(url, **settings) as running:
        yield CookieBrowser(running.port)
        assert running.faults() == []


def test_where_the_provider_is_away_or_there_is_none_nobody_signs_in_and_is_told_why(module_database_url: str) -> None:
    away = {"oidc_issuer": "http://127.0.0.1:1/realm", "oidc_audience": AUDIENCE}
    with _serving(module_database_url, **away) as browser:
        page = browser.get("/console/sign-in?return=/console/acc_1/stock")
        assert page.status == 503 and "Signing in is not possible right now" in page.text
        assert 'href="/console/sign-in?return=/console/acc_1/stock"' in page.text
        assert browser.get("/console/sign-out").status == 200
        browser.cookies["svc-session"] = "x" * 43
        # It ends here all the same.
        assert browser.post("/console/sign-out", Sec_Fetch_Site="same-origin").location == "/console/signed-out"
    with _serving(module_database_url, mode="production") as browser:
        page = browser.get("/console/sign-in")
        assert page.status == 503 and "FULFILMENT_OIDC_ISSUER" in page.text and "<a " not in page.text
