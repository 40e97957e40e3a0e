"""Ends of sessions, at once and on every node: sign-out, operator, provider, idleness and age."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from joserfc.jwk import RSAKey

from fulfilment.infra.api.errors import NotFound
from fulfilment.sign_in import sessions
from tests.harness import behind
from tests.harness.provider import Provider
from tests.harness.service import MASTER_KEYS, Service
from tests.harness.workspaces import in_database
from tests.sign_in.browser import BrowserResponse, CookieBrowser
from tests.sign_in.conftest import CLIENT, PUBLIC, LoginDriver
from tests.sign_in.nodes import Node, find_session_on_both, on_nodes, request_of

EVENTS = {"http://schemas.openid.net/event/backchannel-logout": {}}
IsSignedIn = Callable[[CookieBrowser], bool]


@pytest.fixture
def is_in(service: Service, provider: Provider) -> IsSignedIn:
    """True if a browser's session goes on, on both nodes."""
    return lambda browser: find_session_on_both(service.database_url, provider.issuer, browser.session_id) is not None


def build_logout_token(
    provider: Provider, header: dict[str, Any] | None = None, key: Any = None, **changes: Any
) -> str:
    now = int(time.time())
    default_claims = {
        "aud": CLIENT,
        "sub": None,
        "exp": now + 120,
        "jti": f"jti {time.monotonic_ns()}",
        "events": EVENTS,
    }
    claims = provider.claims(**{**default_claims, "accountId": None, "email": None, **changes})
    return provider.token(claims, key=key, **{"typ": "logout+jwt", **(header or {})})


def send_logout_token(service: Service, token: str) -> BrowserResponse:
    """The provider tells over its back channel, with no cookie."""
    return CookieBrowser(service.port).post("/console/back-channel-logout", {"logout_token": token})


def test_who_signs_out_is_out_at_once_and_then_led_to_the_provider(
    browser: CookieBrowser, login_driver: LoginDriver, is_in: IsSignedIn
) -> None:
    login_driver.sign_in(browser)
    cookies = dict(browser.cookies)
    page = browser.get("/console/sign-out")
    assert page.status == 200 and '<form method="post" action="/console/sign-out">' in page.text
    issuer = login_driver.provider.issuer.removesuffix("/realm")
    assert page.headers["content-security-policy"].endswith(f"form-action 'self' {issuer}")
    assert is_in(browser) and page.headers["referrer-policy"] == "same-origin"
    page = browser.post("/console/sign-out", Sec_Fetch_Site="same-origin")
    assert page.location.startswith(
        f"{login_driver.provider.issuer}/end?client_id={CLIENT}&post_logout_redirect_uri=http%3A%2F%2F"
    )
    assert browser.session_id is None
    browser.cookies = cookies
    assert not is_in(browser)
    page = browser.get("/console/signed-out")
    assert page.status == 200 and "You are signed out" in page.text
    assert browser.post("/console/sign-out", Sec_Fetch_Site="same-origin").status == 303


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "none"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://[::1"},
        {},
    ],
)
def test_no_other_site_signs_anybody_out(
    browser: CookieBrowser, login_driver: LoginDriver, is_in: IsSignedIn, headers: dict[str, str]
) -> None:
    login_driver.sign_in(browser)
    page = browser.post("/console/sign-out", **headers)
    assert page.status == 403 and "You are still signed in" in page.text and is_in(browser)


def test_an_old_browser_says_by_its_origin_where_a_form_comes_from(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver, is_in: IsSignedIn
) -> None:
    login_driver.sign_in(browser)
    assert browser.post("/console/sign-out", Origin=f"http://127.0.0.1:{service.port}").status == 303


def test_in_production_signing_out_leads_back_to_the_public_address(
    production: Service, login_driver: LoginDriver
) -> None:
    browser = CookieBrowser(production.port)
    login_driver.sign_in(browser)
    page = browser.post("/console/sign-out", Sec_Fetch_Site="same-origin")
    assert page.location_params["post_logout_redirect_uri"] == f"{PUBLIC}/console/signed-out"
    assert page.cookies == ["__Host-svc-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax"]


def test_the_provider_ends_one_session_by_its_name(
    service: Service, login_driver: LoginDriver, is_in: IsSignedIn
) -> None:
    one, other = CookieBrowser(service.port), CookieBrowser(service.port)
    login_driver.sign_in(one, sid="sid one")
    login_driver.sign_in(other, sid="sid other")
    page = send_logout_token(
        service, build_logout_token(login_driver.provider, sub=login_driver.subject, sid="sid one")
    )
    assert (page.status, page.raw, page.headers["cache-control"]) == (200, b"", "no-store")
    assert (is_in(one), is_in(other)) == (False, True)
    assert (
        send_logout_token(
            service, build_logout_token(login_driver.provider, sub="somebody else", sid="sid other")
        ).status
        == 200
    )
    assert is_in(other)
    assert (
        send_logout_token(
            service, build_logout_token(login_driver.provider, sid="sid other", header={"typ": None})
        ).status
        == 200
    )
    assert not is_in(other)


def test_the_provider_ends_all_sessions_of_a_person(
    service: Service, production: Service, login_driver: LoginDriver, is_in: IsSignedIn
) -> None:
    one, other, stranger = CookieBrowser(service.port), CookieBrowser(service.port), CookieBrowser(service.port)
    login_driver.sign_in(one)
    login_driver.sign_in(other, sid=None)
    LoginDriver(login_driver.provider).sign_in(stranger)
    # It is told to one node, and holds on all.
    assert (
        send_logout_token(production, build_logout_token(login_driver.provider, sub=login_driver.subject)).status == 200
    )
    assert [is_in(each) for each in (one, other, stranger)] == [False, False, True]


def test_a_session_that_the_provider_never_named_ends_with_any_of_its_person(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver, is_in: IsSignedIn
) -> None:
    login_driver.sign_in(browser, sid=None)
    send_logout_token(
        service, build_logout_token(login_driver.provider, sub=login_driver.subject, sid="sid that nobody told of")
    )
    assert not is_in(browser)


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": "somebody-else"},
        {"iss": "http://127.0.0.1:9/realm"},
        {"exp": int(time.time()) - 60},
        {"exp": "never"},
        {"exp": None, "iat": None},
        {"exp": None, "iat": int(time.time()) - 605},
        {"exp": None, "jti": None},
        {"iat": int(time.time()) - 3_600},
        {"iat": int(time.time()) + 3_600},
        {"iat": None},
        {"jti": None},
        {"jti": ""},
        {"jti": "x" * 256},
        {"events": None},
        {"events": {}},
        {"events": {"http://schemas.openid.net/event/backchannel-logout": True}},
        {"events": ["http://schemas.openid.net/event/backchannel-logout"]},
        {"nonce": "a nonce"},
        {"sub": None, "sid": None},
        {"sub": 7},
        {"sid": ["a"]},
        {"key": RSAKey.generate_key(2048, {"kid": "rsa-1"})},
    ],
)
def test_a_logout_token_that_is_none_ends_nothing(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver, is_in: IsSignedIn, changes: dict[str, Any]
) -> None:
    login_driver.sign_in(browser)
    page = send_logout_token(
        service, build_logout_token(login_driver.provider, **{"sub": login_driver.subject, **changes})
    )
    assert page.status == 400 and b'"error":"invalid_request"' in page.raw
    assert is_in(browser)


@pytest.mark.parametrize("expires_in", [120, None])
def test_a_logout_token_is_obeyed_once(
    service: Service, production: Service, login_driver: LoginDriver, is_in: IsSignedIn, expires_in: int | None
) -> None:
    """The specification of logout tokens asked for no `exp` before its final version, so many providers send none."""
    browser = CookieBrowser(service.port)
    login_driver.sign_in(browser)
    expires_at = None if expires_in is None else int(time.time()) + expires_in
    token = build_logout_token(
        login_driver.provider, sub=login_driver.subject, exp=expires_at, iat=int(time.time()) - 500
    )
    assert send_logout_token(service, token).status == 200 and not is_in(browser)
    login_driver.sign_in(browser)
    assert [send_logout_token(each, token).status for each in (service, production)] == [400, 400]
    assert is_in(browser)


@pytest.mark.parametrize(
    "form",
    [(), {"logout_token": ""}, {"logout_token": "é"}, {"other": "x"}, [("logout_token", "a"), ("logout_token", "b")]],
)
def test_what_is_no_logout_is_refused(service: Service, form: Any) -> None:
    browser = CookieBrowser(service.port)
    assert browser.post("/console/back-channel-logout", form).status == 400
    assert browser.post("/console/back-channel-logout", form, Content_Type="application/json").status == 400
    assert browser.post("/console/back-channel-logout", {"logout_token": "x" * 40_000}).status == 413


def test_an_identity_token_is_no_logout_and_a_logout_token_no_credential(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver, is_in: IsSignedIn
) -> None:
    login_driver.sign_in(browser)
    identity = login_driver.provider.token(login_driver.provider.claims(aud=CLIENT, sub=login_driver.subject))
    assert send_logout_token(service, identity).status == 400 and is_in(browser)
    # Nor is a token for the console one for the API.
    for token in (identity, build_logout_token(login_driver.provider, sub=login_driver.subject)):
        answer = service.send("GET", "/api/v1/products", [("Authorization", f"Bearer {token}")])
        assert answer.error == (401, "INVALID_TOKEN")


@pytest.mark.parametrize(
    ("change", "goes_on"),
    [
        ("seen_at = now() - interval '8 hours 1 second'", False),
        ("seen_at = now() - interval '7 hours 59 minutes'", True),
        ("made_at = now() - interval '24 hours 1 second'", False),
        ("made_at = now() - interval '23 hours 59 minutes'", True),
        ("ended_at = now()", False),
        ("issuer = 'https://the.former.example'", False),
    ],
)
def test_a_session_ends_by_idleness_and_by_age(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver, is_in: IsSignedIn, change: str, goes_on: bool
) -> None:
    login_driver.sign_in(browser)
    statement = f"UPDATE sessions SET {change} WHERE subject = $1"
    in_database(service.database_url, lambda db: db.execute(statement, login_driver.subject))
    assert is_in(browser) == goes_on


def test_that_somebody_is_there_is_written_once_a_minute(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    login_driver.sign_in(browser)
    url, seen = (
        service.database_url,
        "SELECT now() - seen_at < interval '30 seconds', xmin FROM sessions WHERE subject = $1",
    )

    def rows() -> tuple[bool, int]:
        return tuple(in_database(url, lambda db: db.fetchrow(seen, login_driver.subject)))

    written = rows()
    assert find_session_on_both(url, login_driver.provider.issuer, browser.session_id) and rows() == written
    late = "UPDATE sessions SET seen_at = now() - interval '61 seconds' WHERE subject = $1"
    in_database(url, lambda db: db.execute(late, login_driver.subject))
    assert not rows()[0]
    assert find_session_on_both(url, login_driver.provider.issuer, browser.session_id) and rows()[0]


def test_the_operator_ends_a_session_while_the_service_runs(
    service: Service, login_driver: LoginDriver, is_in: IsSignedIn
) -> None:
    ours, theirs = CookieBrowser(service.port), CookieBrowser(service.port)
    login_driver.sign_in(ours)
    LoginDriver(login_driver.provider).sign_in(theirs)
    page = ours.get("/console")
    command = [sys.executable, "-m", "fulfilment.cli", "sessions", "end", "--person", login_driver.subject]
    own = {
        **os.environ,
        **_proxied_urls(service),
        "FULFILMENT_MODE": "development",
        "FULFILMENT_MASTER_KEYS": MASTER_KEYS,
    }
    done = subprocess.run(command, env=own, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "1 session has ended.\n"), done.stderr
    assert "sign-in" not in page.location and "/console/sign-in" in ours.get("/console").location
    assert not is_in(ours) and is_in(theirs)


def _proxied_urls(service: Service) -> dict[str, str]:
    return {f"FULFILMENT_{name.upper()}": url for name, url in behind.addresses(service.database_url).items()}


def test_a_person_sees_and_ends_their_own_sessions(service: Service, login_driver: LoginDriver) -> None:
    browsers = [CookieBrowser(service.port) for _ in range(3)]
    for each in browsers:
        login_driver.sign_in(each)
    stranger = CookieBrowser(service.port)
    LoginDriver(login_driver.provider).sign_in(stranger)

    async def work(node: Node, other: Node) -> None:
        first, second, third = [await node.find(each.session_id) for each in browsers]
        foreign = await node.find(stranger.session_id)
        assert first and second and third and foreign
        listed = await sessions.list_sessions(node.db, first)
        assert [each.id for each in listed] == [each.id_hash.hex() for each in (third, second, first)]
        assert {each.subject for each in listed} == {login_driver.subject}
        for made_up in (foreign.id_hash.hex(), "no hex", "", "00"):
            assert not await sessions.end_session(node.db, first, made_up)
        assert await sessions.end_session(node.db, first, second.id_hash.hex())
        assert not await sessions.end_session(node.db, first, second.id_hash.hex())
        assert await other.find(browsers[1].session_id) is None
        assert await sessions.end_others(node.db, third) == 1
        seen = [await other.find(each.session_id) for each in (*browsers, stranger)]
        assert [each is not None for each in seen] == [False, False, True, True]

    on_nodes(service.database_url, login_driver.provider.issuer, work)


def test_a_person_has_fifty_sessions_and_their_next_sign_in_ends_the_oldest(
    service: Service, login_driver: LoginDriver, provider: Provider, is_in: IsSignedIn
) -> None:
    """Other people stay signed in, and the table holds no more sessions of the person."""
    first, stranger = CookieBrowser(service.port), CookieBrowser(service.port)
    login_driver.sign_in(first)
    LoginDriver(provider).sign_in(stranger)
    others = [CookieBrowser(service.port) for _ in range(sessions.MAX_PER_PERSON)]
    for browser in others[:-1]:
        login_driver.sign_in(browser)
    assert is_in(first)
    login_driver.sign_in(others[-1])
    assert not is_in(first)
    assert is_in(others[0]) and is_in(others[-1]) and is_in(stranger)
    theirs = "SELECT count(*) FROM sessions WHERE subject = $1"
    kept = in_database(service.database_url, lambda db: db.fetchval(theirs, login_driver.subject))
    assert kept == sessions.MAX_PER_PERSON


def test_somebody_works_in_their_workspaces_alone_which_open_with_the_first_use(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    own = [f"acc_{login_driver.subject}", f"acc_{login_driver.subject}_b"]
    login_driver.sign_in(browser, accountId=None, accountIds=own, roles=["support"])

    async def work(node: Node, _: Node) -> None:
        session = await node.find(browser.session_id)
        assert session and (session.account_id, session.default_workspace) == (None, own[0])
        request = request_of(browser.session_id)
        principal = await node.sessions.principal(session, own[1], request)
        assert principal == session.principal(own[1], request)
        assert (principal.account_id, principal.actor_id, principal.roles) == (
            own[1],
            login_driver.subject,
            ("support",),
        )
        assert principal.person == f"{login_driver.provider.issuer} {login_driver.subject}" and principal.key_id is None
        assert (principal.ip, principal.user_agent, principal.actor_email) == (
            "127.0.0.1",
            "A browser",
            "owner@example.com",
        )
        for foreign in ("acc_session", "acc_none", "", own[0].upper()):
            with pytest.raises(NotFound):
                await node.sessions.principal(session, foreign, request)
        async with node.db.connection() as connection:
            opened = await connection.fetch("SELECT id, origin FROM accounts WHERE id = ANY ($1::text[])", own)
        assert [tuple(row) for row in opened] == [(own[1], "session")]

    on_nodes(service.database_url, login_driver.provider.issuer, work)


@pytest.mark.parametrize("cookie", ["", "x", "x" * 43, "é" * 43, "'--", "x" * 44, "a; svc-session=b"])
def test_what_is_no_session_s_id_is_nobody(service: Service, login_driver: LoginDriver, cookie: str) -> None:
    async def look(node: Node, _: Node) -> Any:
        request = request_of("-")
        request.headers["cookie"] = [f"svc-session={cookie}".encode("latin-1", "replace")]
        return await node.sessions.find(request)

    assert on_nodes(service.database_url, login_driver.provider.issuer, look) is None


def test_an_id_that_is_said_twice_is_nobody_s(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    login_driver.sign_in(browser)

    async def look(node: Node, _: Node) -> Any:
        assert await node.sessions.find(request_of(browser.session_id)) is not None
        doubled = request_of(browser.session_id)
        doubled.headers["cookie"] += [f"svc-session={browser.session_id}".encode()]
        return await node.sessions.find(doubled)

    assert on_nodes(service.database_url, login_driver.provider.issuer, look) is None


def test_the_worker_forgets_what_is_over(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver, is_in: IsSignedIn
) -> None:
    login_driver.sign_in(browser)
    old = CookieBrowser(service.port)
    LoginDriver(login_driver.provider).sign_in(old)
    url = service.database_url
    age = "UPDATE sessions SET made_at = now() - interval '25 hours 1 second' WHERE subject <> $1"
    in_database(url, lambda db: db.execute(age, login_driver.subject))
    in_database(url, lambda db: db.execute("UPDATE used_tokens SET good_until = now()"))

    async def sweep(node: Node, _: Node) -> None:
        await sessions.delete_expired(node.db)

    on_nodes(url, login_driver.provider.issuer, sweep)
    kept = in_database(url, lambda db: db.fetch("SELECT subject FROM sessions"))
    assert {row["subject"] for row in kept} == {login_driver.subject} and is_in(browser)
    assert in_database(url, lambda db: db.fetchval("SELECT count(*) FROM used_tokens")) == 0
