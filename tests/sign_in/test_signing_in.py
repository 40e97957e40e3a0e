"""Signing in to the console: only people that the provider vouches for get in (OpenID Connect Core, 3.1)."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import msgspec
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from fulfilment import settings
from fulfilment.infra.api.request import Request
from fulfilment.sign_in import attempts
from fulfilment.sign_in.attempts import LIFETIME_SECONDS, MAX_CONCURRENT
from fulfilment.sign_in.pages import sanitize_return_path
from tests.harness.provider import Document, Provider
from tests.harness.service import Service
from tests.harness.signed_in import signed_in
from tests.harness.waiting import eventually
from tests.harness.workspaces import as_operator, in_database
from tests.sign_in.browser import BrowserResponse, CookieBrowser
from tests.sign_in.conftest import CLIENT, PUBLIC, SECRET, TOKEN, LoginDriver
from tests.sign_in.nodes import find_session_on_both

REFUSED = "This sign-in cannot continue"


def is_refused(page: BrowserResponse, browser: CookieBrowser, title: str = REFUSED, status: int = 400) -> bool:
    """True if the page refuses in words with a way on, and the browser is not signed in."""
    assert page.status == status, (page.status, page.text)
    assert f"<h1>{title}</h1>" in page.text and 'href="/console/sign-in' in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'; ")
    assert (page.headers["cache-control"], page.headers["referrer-policy"]) == ("no-store", "no-referrer")
    return browser.session_id is None


def test_somebody_signs_in_and_is_who_the_provider_says(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    page = login_driver.sign_in(browser, roles=["packer"], accountIds=["acc_other"], auth_time=int(time.time()) - 60)
    assert page.location == "/console" and browser.login_cookies == []
    session = find_session_on_both(service.database_url, login_driver.provider.issuer, browser.session_id)
    assert session is not None
    assert (session.subject, session.issuer, session.email) == (
        login_driver.subject,
        login_driver.provider.issuer,
        "owner@example.com",
    )
    assert (session.name, session.roles, session.default_workspace) == ("Ayu", ("packer",), "acc_session")
    assert session.account_ids == ("acc_session", "acc_other") and session.is_recently_authenticated
    assert 50 < (datetime.now(UTC) - session.signed_in_at).total_seconds() < 600


def test_what_the_provider_is_asked_is_whole_and_new_each_time(
    browser: CookieBrowser, login_driver: LoginDriver, service: Service
) -> None:
    address = browser.get("/console/sign-in").location
    assert address.startswith(f"{login_driver.provider.issuer}/authorize?tenant=1&")
    first = dict(parse_qsl(urlsplit(address).query))
    assert (first["response_type"], first["client_id"]) == ("code", CLIENT)
    assert (first["scope"], first["code_challenge_method"]) == ("openid profile email", "S256")
    assert first["redirect_uri"] == f"http://127.0.0.1:{service.port}/console/signed-in"
    second = browser.start_sign_in("/console/sign-in?fresh=1")
    assert (second["prompt"], second["max_age"]) == ("login", "0") and "prompt" not in first
    assert all(first[name] != second[name] for name in ("state", "nonce", "code_challenge"))


def test_the_code_is_redeemed_with_the_verifier_and_the_secret(
    browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    params = browser.start_sign_in()
    login_driver.set_next_token(params)
    assert login_driver.return_to_callback(browser, params, code="a+code/=").location == "/console"
    headers, body = login_driver.provider.posted[-1]
    form = dict(parse_qsl(body))
    assert (form["grant_type"], form["code"], form["redirect_uri"]) == (
        "authorization_code",
        "a+code/=",
        params["redirect_uri"],
    )
    assert len(form["code_verifier"]) == 43 and "client_secret" not in form
    assert headers["Authorization"] == "Basic dGhlLWNvbnNvbGU6YStzZWNyZXQlM0Erb2YrdGhlK2NsaWVudA=="
    assert SECRET not in body


def test_cookies_are_for_this_host_alone_and_in_production_over_tls_alone(
    browser: CookieBrowser, production: Service, login_driver: LoginDriver
) -> None:
    plain, sealed = browser, CookieBrowser(production.port)
    for each, prefix, secure in ((plain, "", ""), (sealed, "__Host-", " Secure;")):
        began = each.get("/console/sign-in")
        (attempt,) = began.cookies
        state = began.location_params["state"][:12]
        pattern = f"{prefix}svc-sign-in-{state}=[^;]+; Max-Age=600; Path=/; HttpOnly;{secure} SameSite=Lax"
        assert re.fullmatch(pattern, attempt), attempt
        login_driver.set_next_token(began.location_params)
        session = login_driver.return_to_callback(each, began.location_params).cookies[0]
        pattern = rf"{prefix}svc-session=[\w-]{{43}}; Path=/; HttpOnly;{secure} SameSite=Lax"
        assert re.fullmatch(pattern, session), session
    assert sealed.start_sign_in()["redirect_uri"] == f"{PUBLIC}/console/signed-in"


def test_a_sign_in_begun_on_one_node_ends_on_another(
    service: Service, production: Service, login_driver: LoginDriver
) -> None:
    """Both have the master keys; here only the names of the cookies differ, and are changed over."""
    first, second = CookieBrowser(service.port), CookieBrowser(production.port)
    params = first.start_sign_in()
    second.cookies = {f"__Host-{name}": value for name, value in first.cookies.items()}
    login_driver.set_next_token(params)
    assert login_driver.return_to_callback(second, params).location == "/console" and second.session_id


def test_an_id_is_new_at_each_sign_in_and_the_former_one_is_over(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    browser.cookies["svc-session"] = planted = "a" * 43
    login_driver.sign_in(browser)
    first = browser.session_id
    login_driver.sign_in(browser)
    second = browser.session_id
    assert len({planted, first, second}) == 3
    issuer = login_driver.provider.issuer
    assert [
        find_session_on_both(service.database_url, issuer, each) is not None for each in (planted, first, second)
    ] == [0, 0, 1]


@pytest.mark.parametrize("change", [{"state": "x" * 43}, {"state": ""}, {"state": "é\x7f"}])
def test_a_state_that_was_not_asked_for_is_refused(
    browser: CookieBrowser, login_driver: LoginDriver, change: dict[str, str]
) -> None:
    params = browser.start_sign_in()
    login_driver.set_next_token(params)
    assert is_refused(login_driver.return_to_callback(browser, params, **change), browser)


def test_an_answer_is_for_the_browser_that_asked(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    """A link cannot sign a browser in as another person (login CSRF)."""
    asked, foreign = browser.start_sign_in(), CookieBrowser(service.port)
    login_driver.set_next_token(asked)
    assert is_refused(login_driver.return_to_callback(foreign, asked), foreign)
    other = foreign.start_sign_in()
    (name,) = foreign.login_cookies
    # Its own sealed attempt under the other one's name, and a damaged one.
    for value in (
        foreign.cookies[name],
        browser.cookies[browser.login_cookies[0]][:-8] + "AAAAAAA=",
        "",
        "é",
        "x" * 5_000,
    ):
        foreign.cookies = {f"svc-sign-in-{asked['state'][:12]}": value.encode().decode("latin-1")}
        assert is_refused(login_driver.return_to_callback(foreign, asked), foreign)
    assert other["state"] != asked["state"]


def test_an_answer_counts_once(service: Service, browser: CookieBrowser, login_driver: LoginDriver) -> None:
    params = browser.start_sign_in()
    cookies = dict(browser.cookies)
    login_driver.set_next_token(params)
    login_driver.return_to_callback(browser, params)
    assert browser.session_id
    assert login_driver.return_to_callback(browser, params).status == 400
    thief = CookieBrowser(service.port)
    thief.cookies = cookies
    redeemed = len(login_driver.provider.posted)
    assert is_refused(login_driver.return_to_callback(thief, params), thief)
    assert len(login_driver.provider.posted) == redeemed


def test_a_code_that_the_provider_does_not_take_is_refused(browser: CookieBrowser, login_driver: LoginDriver) -> None:
    params = browser.start_sign_in()
    error = Document.of({"error": "invalid_grant"})
    error.status = 400
    login_driver.provider.documents[TOKEN] = error
    page = login_driver.return_to_callback(browser, params)
    assert is_refused(page, browser) and "already used, or is too old" in page.text


@pytest.mark.parametrize("issuer", [None, "", "http://127.0.0.1:9/realm"])
def test_an_answer_of_another_provider_is_refused(
    browser: CookieBrowser, login_driver: LoginDriver, issuer: str | None
) -> None:
    params = browser.start_sign_in()
    login_driver.set_next_token(params)
    said = {"state": params["state"], "code": "c"} | ({} if issuer is None else {"iss": issuer})
    assert is_refused(browser.return_from_provider(**said), browser)


@pytest.mark.parametrize(
    "changes",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"nonce": 7},
        {"aud": "somebody-else"},
        {"aud": [CLIENT, "somebody-else"]},
        {"aud": [CLIENT, "somebody-else"], "azp": "somebody-else"},
        {"azp": "somebody-else"},
        {"iss": "http://127.0.0.1:9/realm"},
        {"exp": int(time.time()) - 60},
        {"exp": None},
        {"sub": None},
        {"roles": "owner"},
        {"events": {"http://schemas.openid.net/event/backchannel-logout": {}}},
        {"header": {"typ": "logout+jwt"}},
        {"key": RSAKey.generate_key(2048, {"kid": "rsa-1"})},
    ],
)
def test_a_token_that_is_not_for_this_sign_in_is_refused(
    browser: CookieBrowser, login_driver: LoginDriver, changes: dict
) -> None:
    assert is_refused(login_driver.sign_in(browser, **changes), browser)


@pytest.mark.parametrize("algorithm", ["none", "HS256"])
def test_a_token_that_nobody_signed_is_refused(
    browser: CookieBrowser, login_driver: LoginDriver, algorithm: str
) -> None:
    params = browser.start_sign_in()
    claims = login_driver.provider.claims(aud=CLIENT, nonce=params["nonce"])
    # The provider's public key, which is known to all, as the secret of an HMAC.
    key = OctKey.import_key(json.dumps(login_driver.provider.rsa.as_dict(private=False)))
    token = jwt.encode({"alg": algorithm, "kid": "rsa-1"}, claims, key, algorithms=["none", "HS256"])
    login_driver.provider.documents[TOKEN] = Document.of({"id_token": token})
    assert is_refused(login_driver.return_to_callback(browser, params), browser)


def test_somebody_in_no_workspace_is_told_so(browser: CookieBrowser, login_driver: LoginDriver) -> None:
    page = login_driver.sign_in(browser, accountId=None)
    assert is_refused(page, browser, "You have no workspace yet", 403)


def test_a_provider_in_trouble_says_so(browser: CookieBrowser, login_driver: LoginDriver) -> None:
    params = browser.start_sign_in()
    page = browser.return_from_provider(
        state=params["state"], error="temporarily_unavailable", iss=login_driver.provider.issuer
    )
    assert is_refused(page, browser, "The identity provider did not answer", 502)


def test_of_two_answers_at_once_one_counts(service: Service, browser: CookieBrowser, login_driver: LoginDriver) -> None:
    params = browser.start_sign_in()
    login_driver.set_next_token(params)
    browsers = [CookieBrowser(service.port) for _ in range(6)]
    for each in browsers:
        each.cookies = dict(browser.cookies)
    before = len(login_driver.provider.posted)
    with ThreadPoolExecutor(len(browsers)) as threads:
        pages = list(threads.map(lambda each: login_driver.return_to_callback(each, params), browsers))
    assert sorted(page.status for page in pages) == [303] + [400] * 5
    assert len(login_driver.provider.posted) == before + 1 and len([each for each in browsers if each.session_id]) == 1


def test_who_gives_up_is_told_how_to_go_on(browser: CookieBrowser, login_driver: LoginDriver) -> None:
    params = browser.start_sign_in("/console/sign-in?return=/console/acc_1/shipments?page=2%26q=x")
    page = browser.return_from_provider(state=params["state"], error="access_denied", iss=login_driver.provider.issuer)
    assert is_refused(page, browser, "You are not signed in", 403) and browser.login_cookies == []
    (again,) = re.findall(r'href="(/console/sign-in[^"]+)"', page.text)
    assert login_driver.sign_in(browser, again).location == "/console/acc_1/shipments?page=2&q=x"


@pytest.mark.parametrize("age_seconds", [LIFETIME_SECONDS + 5, -3_600])
def test_a_sign_in_takes_ten_minutes_at_most(
    browser: CookieBrowser, login_driver: LoginDriver, age_seconds: int
) -> None:
    with as_operator():
        begun = attempts.start_login(login_driver.provider.issuer, "/console/acc_1", is_fresh=False)
        attempt = msgspec.structs.replace(begun, started_at=time.time() - age_seconds)
        request = Request("GET", b"/", b"", {}, b"", None)
        (cookie,) = attempts.build_cookies(attempt, request, settings.load({"FULFILMENT_MODE": "development"}))
    name, _, value = cookie.partition(";")[0].partition("=")
    browser.cookies[name] = value
    login_driver.set_next_token({"nonce": attempt.nonce})
    page = login_driver.return_to_callback(browser, {"state": attempt.state})
    assert is_refused(page, browser, "This sign-in took too long") and "return=/console/acc_1" in page.text


@pytest.mark.parametrize(("auth_time", "is_led_in"), [(0, True), (-3_600, False), (None, False), ("now", False)])
def test_a_fresh_sign_in_is_one_of_this_moment(
    browser: CookieBrowser, login_driver: LoginDriver, auth_time: Any, is_led_in: bool
) -> None:
    when = auth_time if auth_time is None or isinstance(auth_time, str) else int(time.time()) + auth_time
    page = login_driver.sign_in(browser, "/console/sign-in?fresh=1", auth_time=when)
    assert page.status == 303 if is_led_in else is_refused(page, browser)


@pytest.mark.parametrize(("minutes", "is_fresh"), [(0, True), (14, True), (16, False)])
def test_a_session_is_fresh_for_fifteen_minutes(
    service: Service, provider: Provider, minutes: int, is_fresh: bool
) -> None:
    url = service.database_url
    session_id = signed_in(url, "support", "acc_1", "acc_2", issuer=provider.issuer, minutes=minutes)
    session = find_session_on_both(url, provider.issuer, session_id)
    assert session is not None and session.is_recently_authenticated == is_fresh
    assert (session.name, session.roles, session.account_ids) == ("Support Lestari", ("support",), ("acc_1", "acc_2"))


def test_somebody_without_a_name_is_called_by_what_is_known(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    for said, name in (({"name": None}, "owner@example.com"), ({"name": 7, "email": None}, login_driver.subject)):
        login_driver.sign_in(browser, **said)
        session = find_session_on_both(service.database_url, login_driver.provider.issuer, browser.session_id)
        assert session is not None and session.name == name


def test_who_signed_in_a_while_ago_or_at_no_known_time_is_not_fresh(
    service: Service, browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    for auth_time in (int(time.time()) - 16 * 60, None):
        login_driver.sign_in(browser, auth_time=auth_time)
        session = find_session_on_both(service.database_url, login_driver.provider.issuer, browser.session_id)
        assert session is not None and not session.is_recently_authenticated


def test_several_tabs_sign_in_at_once_and_their_number_is_bounded(
    browser: CookieBrowser, login_driver: LoginDriver
) -> None:
    tabs = [
        browser.start_sign_in(f"/console/sign-in?return=/console/tab/{number}") for number in range(MAX_CONCURRENT + 3)
    ]
    assert len(browser.login_cookies) == MAX_CONCURRENT
    for number in reversed(range(3, MAX_CONCURRENT + 3)):
        login_driver.set_next_token(tabs[number])
        assert login_driver.return_to_callback(browser, tabs[number]).location == f"/console/tab/{number}"
    assert login_driver.return_to_callback(browser, tabs[0]).status == 400 and browser.login_cookies == []


@pytest.mark.parametrize(
    "wanted",
    [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example/console",
        "javascript:alert(1)",
        "/console//../../evil",
        "/console/../admin",
        "/console/%2e%2E/admin",
        "/console\\..\\admin",
        "/console\r\nSet-Cookie: a=b",
        "/console/\n",
        "/console/é",
        "/consolelike",
        "/docs",
        "/console#//evil",
        "/console/" + "x" * 2_000,
        "/console/sign-out",
        "/console/signed-in?state=x",
        "",
        "\ud800",
    ],
)
def test_nobody_is_led_out_of_the_console(browser: CookieBrowser, login_driver: LoginDriver, wanted: str) -> None:
    path = "/console/sign-in?return=" + quote(wanted, safe="", errors="surrogatepass")
    assert login_driver.sign_in(browser, path).location == "/console"
    assert sanitize_return_path(quote(wanted, safe="", errors="surrogatepass")) == "/console"


def test_a_page_of_the_console_is_led_to_as_it_was_asked_for(browser: CookieBrowser, login_driver: LoginDriver) -> None:
    wanted = "/console/acc_1/shipments?q=budi%20s&tab=booked&after=%0d%0a"
    page = login_driver.sign_in(browser, "/console/sign-in?return=" + quote(wanted, safe=""))
    assert page.location == wanted


def test_an_id_stands_nowhere_in_clear(service: Service, browser: CookieBrowser, login_driver: LoginDriver) -> None:
    params = browser.start_sign_in()
    login_driver.set_next_token(params)
    login_driver.return_to_callback(browser, params)
    statement = "SELECT s::text FROM sessions s UNION ALL SELECT u::text FROM used_tokens u"
    written = str(in_database(service.database_url, lambda db: db.fetch(statement)))
    assert login_driver.subject in written
    eventually(lambda: login_driver.subject in service.log.read_text())
    told = service.log.read_text()
    for secret in (browser.session_id, params["state"], params["nonce"], SECRET):
        assert secret and secret not in written and secret not in told


def test_a_head_in_the_provider_s_own_words_is_text(browser: CookieBrowser, login_driver: LoginDriver) -> None:
    page = browser.get("/console/signed-in?error=%3Cscript%3E&state=%3Cscript%3Ealert(1)%3C/script%3E")
    assert is_refused(page, browser) and "<script" not in page.text
