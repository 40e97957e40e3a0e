"""A provider that hangs, fails or talks nonsense: words for who signs in, and nothing for who is signed in."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from fulfilment import party
from fulfilment.db.pool import Database
from fulfilment.http import provider_keys
from fulfilment.http.bearer import Sessions
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.settings import Settings, load
from fulfilment.sign_in import attempts, provider
from fulfilment.sign_in.failure import Failed
from fulfilment.sign_in.provider import REDEEMED_AT_ONCE
from tests.harness.waiting import until
from tests.http.provider import AUDIENCE, Document, Provider
from tests.http.service import Service, serving
from tests.sign_in.browser import Browser
from tests.sign_in.conftest import TOKEN, Desk
from tests.sign_in.nodes import who

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


def settings_of(running: Provider) -> Settings:
    given = {"FULFILMENT_MODE": "development", "FULFILMENT_OIDC_ISSUER": running.issuer}
    return load({**given, "FULFILMENT_OIDC_AUDIENCE": AUDIENCE})


@pytest.mark.parametrize(("body", "status"), NONSENSE)
def test_whatever_the_provider_answers_is_told_in_words(browser: Browser, desk: Desk, body: bytes, status: int) -> None:
    asked = browser.begin()
    desk.provider.documents[TOKEN] = Document(body, status, Location=f"{desk.provider.issuer}/elsewhere")
    page = desk.lead_back(browser, asked)
    assert page.status == 502 and "The identity provider did not answer" in page.text
    assert 'href="/console/sign-in"' in page.text and browser.session is None
    assert f"{TOKEN.removesuffix('token')}elsewhere" not in desk.provider.asked


def test_a_provider_that_hangs_holds_up_nobody_else(service: Service, browser: Browser, desk: Desk) -> None:
    """One waits for their code to be redeemed; meanwhile another one is there, and a third one begins."""
    desk.sign_in(browser)
    waiting, third = Browser(service.port), Browser(service.port)
    asked = waiting.begin()
    desk.says(asked)
    before = len(desk.provider.posted)
    with desk.provider.holding(TOKEN):
        thread = threading.Thread(target=desk.lead_back, args=(waiting, asked))
        thread.start()
        _await(lambda: len(desk.provider.posted) > before)
        assert who(service.database_url, desk.provider.issuer, browser.session)
        assert third.begin()["state"]
        assert browser.post("/console/sign-out", Sec_Fetch_Site="same-origin").status == 303
        assert waiting.session is None
    thread.join(30)
    assert waiting.session is not None


def _await(is_so: Any) -> None:
    asyncio.run(until(is_so))


@pytest.mark.parametrize("first", [None, 10])
def test_who_waits_for_a_provider_that_hangs_is_told_so_in_the_end(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, first: int | None
) -> None:
    monkeypatch.setattr(provider, "REDEEM_TIMEOUT_SECONDS", 0.2)
    settings = settings_of(desk.provider)
    attempt = attempts.begin(desk.provider.issuer, "/console", is_fresh=False)
    desk.says({"nonce": attempt.nonce})

    async def redeem() -> None:
        asking = provider.Provider(settings)
        await asking.redeem(asking.read(desk.provider.about), attempt, "a code")

    with desk.provider.holding(TOKEN, first), pytest.raises(Failed) as failed:
        asyncio.run(redeem())
    assert (failed.value.code, failed.value.status) == ("SIGN_IN_PROVIDER", 502)


def test_no_more_codes_are_redeemed_at_once_than_there_is_room_for(desk: Desk) -> None:
    """Whoever takes half of the places leaves some to everybody else, and has words at once."""
    attempt = attempts.begin(desk.provider.issuer, "/console", is_fresh=False)
    desk.says({"nonce": attempt.nonce})

    async def flood() -> list[Any]:
        asking = provider.Provider(settings_of(desk.provider))
        about = asking.read(desk.provider.about)
        before = len(desk.provider.posted)
        party.current.set("192.0.2.1")
        flooding = [asyncio.create_task(asking.redeem(about, attempt, "c")) for _ in range(REDEEMED_AT_ONCE)]
        await until(lambda: len(desk.provider.posted) - before == REDEEMED_AT_ONCE // 2)
        refused = [task.exception() for task in flooding if task.done()]
        party.current.set("198.51.100.1")
        neighbour = asyncio.create_task(asking.redeem(about, attempt, "c"))
        await until(lambda: len(desk.provider.posted) - before == REDEEMED_AT_ONCE // 2 + 1)
        desk.provider.documents[TOKEN].may_go_on.set()
        await asyncio.gather(neighbour, *flooding, return_exceptions=True)
        assert neighbour.result()
        return refused

    with desk.provider.holding(TOKEN):
        refused = asyncio.run(flood())
    assert [each.code for each in refused] == ["SIGN_IN_BUSY"] * (REDEEMED_AT_ONCE // 2)


def test_two_who_begin_at_once_share_what_the_provider_says_of_itself(
    desk: Desk, module_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_of(desk.provider)

    async def begin() -> None:
        db = Database(settings, module_database_url)
        asked = len(desk.provider.asked)
        tokens = Sessions(db, settings)
        first, second = await asyncio.gather(tokens.about_provider(), tokens.about_provider())
        assert first == second == desk.provider.about == await tokens.about_provider()
        assert desk.provider.asked[asked:] == [Provider.ABOUT, Provider.KEYS]
        await tokens.close()
        monkeypatch.setattr(provider_keys, "FETCH_TIMEOUT_SECONDS", 0.2)
        with desk.provider.holding(Provider.ABOUT):
            # Known already, it serves while the provider hangs; unknown, there is nobody to lead anybody to.
            assert await tokens.about_provider() == first
            strangers = Sessions(db, settings)
            with pytest.raises(ServiceUnavailable):
                await strangers.about_provider()
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
def test_a_provider_without_sound_addresses_signs_nobody_in(desk: Desk, change: dict[str, Any]) -> None:
    with pytest.raises(Failed):
        provider.Provider(settings_of(desk.provider)).read({**desk.provider.about, **change})


@contextmanager
def _serving(url: str, **settings: str) -> Iterator[Browser]:
    with serving(url, **settings) as running:
        yield Browser(running.port)
        assert running.faults() == []


def test_where_the_provider_is_away_or_there_is_none_nobody_signs_in_and_is_told_why(module_database_url: str) -> None:
    away = {"oidc_issuer": "http://127.0.0.1:1/realm", "oidc_audience": AUDIENCE}
    with _serving(module_database_url, **away) as browser:
        page = browser.get("/console/sign-in?return=/console/acc_1/stock")
        assert page.status == 503 and "Nobody can sign in right now" in page.text
        assert 'href="/console/sign-in?return=/console/acc_1/stock"' in page.text
        assert browser.get("/console/sign-out").status == 200
        browser.cookies["svc-session"] = "x" * 43
        # It ends here all the same.
        assert browser.post("/console/sign-out", Sec_Fetch_Site="same-origin").where == "/console/signed-out"
    with _serving(module_database_url, mode="production") as browser:
        page = browser.get("/console/sign-in")
        assert page.status == 503 and "FULFILMENT_OIDC_ISSUER" in page.text and "<a " not in page.text
