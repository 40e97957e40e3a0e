"""Signing in to the console and out again, in a real browser: it keeps the cookies and holds forms to their policy."""

from collections.abc import Iterator

import pytest

from tests.harness.provider import AUDIENCE
from tests.harness.service import Service, serving
from tests.sign_in.nodes import find_session_on_both
from tests.simulators.identity.running import Simulator, simulating
from tests.system.browser.browser import Browser


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    with simulating() as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, simulator: Simulator) -> Iterator[Service]:
    with serving(module_database_url, oidc_issuer=simulator.url, oidc_audience=AUDIENCE) as running:
        yield running


def test_one_click_on_a_person_signs_in_and_signing_out_leads_by_the_provider(
    browser: Browser, service: Service, simulator: Simulator
) -> None:
    base = f"http://127.0.0.1:{service.port}"
    browser.open(f"{base}/console/sign-in?return=/console/signed-out-not")
    browser.click_and_wait("button[value=packer]")
    assert browser.driver.current_url == f"{base}/console/signed-out-not"
    cookies = {each["name"]: each for each in browser.driver.get_cookies()}
    assert list(cookies) == ["svc-session"]
    assert cookies["svc-session"]["httpOnly"] and cookies["svc-session"]["sameSite"] == "Lax"
    assert find_session_on_both(service.database_url, simulator.url, cookies["svc-session"]["value"])
    browser.open(f"{base}/console/sign-out")
    browser.click_and_wait("button")
    assert browser.driver.current_url == f"{base}/console/signed-out"
    assert "You are signed out" in browser.driver.page_source and browser.driver.get_cookies() == []
    assert find_session_on_both(service.database_url, simulator.url, cookies["svc-session"]["value"]) is None
    assert [said for said in browser.console_errors() if "Content Security Policy" in said] == []
