"""Signing in with a packaged provider, which requires a secret and supports neither `iss` nor `sid`."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
import requests

from tests.harness.service import Service, serving
from tests.people.mock_provider import CLIENT, TIMEOUT_SECONDS, MockProvider, mocking
from tests.sign_in.browser import CookieBrowser
from tests.sign_in.nodes import find_session_on_both


@pytest.fixture(scope="module")
def provider() -> Iterator[MockProvider]:
    with mocking() as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, provider: MockProvider) -> Iterator[Service]:
    named = {"oidc_issuer": provider.issuer, "oidc_audience": CLIENT, "oidc_client_secret": "any secret"}
    with serving(module_database_url, **named) as running:
        yield running
        assert running.faults() == []


def test_somebody_signs_in_and_out(service: Service, provider: MockProvider) -> None:
    browser = CookieBrowser(service.port)
    said = {"accountId": "acc_packaged", "roles": ["support"], "email": "ayu@shop.example"}
    known = requests.put(f"{provider.issuer}/users/ayu", json=said, timeout=TIMEOUT_SECONDS)
    assert known.status_code == 204
    address = browser.get("/console/sign-in").location
    came = requests.post(address, data={"sub": "ayu"}, allow_redirects=False, timeout=TIMEOUT_SECONDS)
    back = urlsplit(came.headers["Location"])
    assert browser.get(f"{back.path}?{back.query}").location == "/console"
    session = find_session_on_both(service.database_url, provider.issuer, browser.session_id)
    assert session is not None
    assert (session.subject, session.roles, session.account_ids) == ("ayu", ("support",), ("acc_packaged",))
    kept = browser.session_id
    assert browser.post("/console/sign-out", Sec_Fetch_Site="same-origin").status == 303
    assert find_session_on_both(service.database_url, provider.issuer, kept) is None
