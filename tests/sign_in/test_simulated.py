"""Signing in with the identity simulator, as in development: choose a person, sign in, sign out."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.harness.provider import AUDIENCE
from tests.harness.service import Service, serving
from tests.sign_in.browser import BrowserResponse, CookieBrowser
from tests.sign_in.nodes import find_session_on_both
from tests.simulators.identity.running import Simulator, simulating


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    with simulating() as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, simulator: Simulator) -> Iterator[Service]:
    with serving(module_database_url, oidc_issuer=simulator.url, oidc_audience=AUDIENCE) as running:
        uri = f"http://127.0.0.1:{running.port}/console/back-channel-logout"
        assert simulator.send("/_control/logout-receivers", {"uri": uri}).status == 200
        yield running
        assert running.faults() == []


def choose_person(simulator: Simulator, browser: CookieBrowser, person: str, path: str = "/console/sign-in") -> str:
    """The address that the simulator leads to after this person is chosen on its page."""
    page = browser.get(path)
    assert simulator.send(page.location.removeprefix(simulator.url)).status == 200
    answer = simulator.post_form("/authorize", page.location_params | {"person": person})
    assert answer.status == 303
    return answer.headers["location"]


def sign_in(
    simulator: Simulator, browser: CookieBrowser, person: str, path: str = "/console/sign-in"
) -> BrowserResponse:
    location = urlsplit(choose_person(simulator, browser, person, path))
    assert location.netloc == f"127.0.0.1:{browser.port}" and location.path == "/console/signed-in"
    return browser.get(f"{location.path}?{location.query}")


@pytest.mark.parametrize("person", ["owner", "packer", "support", "developer", "both"])
def test_a_person_of_the_simulator_signs_in_with_one_choice(
    service: Service, simulator: Simulator, person: str
) -> None:
    browser = CookieBrowser(service.port)
    assert sign_in(simulator, browser, person).location == "/console"
    session = find_session_on_both(service.database_url, simulator.url, browser.session_id)
    assert session and session.subject == f"usr_{person}" and session.email == f"{person}@people.example"
    assert (
        session.roles == (("owner",) if person == "both" else (person,))
        and session.is_recently_authenticated
        and session.name
    )
    assert session.account_ids == (("acc_first", "acc_second_shop") if person == "both" else ("acc_first",))


def test_nobody_of_no_workspace_and_who_cancels_are_told_so(service: Service, simulator: Simulator) -> None:
    browser = CookieBrowser(service.port)
    page = sign_in(simulator, browser, "nobody")
    assert page.status == 403 and "You have no workspace yet" in page.text
    page = sign_in(simulator, browser, "")
    assert page.status == 403 and "The sign-in was cancelled" in page.text and browser.session_id is None


def test_a_fresh_sign_in_and_one_after_a_rotation_of_keys(service: Service, simulator: Simulator) -> None:
    browser = CookieBrowser(service.port)
    path = "/console/sign-in?fresh=1&return=/console/acc_first/api-keys"
    assert sign_in(simulator, browser, "owner", path).location == "/console/acc_first/api-keys"
    assert simulator.send("/_control/rotate", {}).status == 200
    assert sign_in(simulator, browser, "owner").location == "/console"


def test_a_code_that_was_used_elsewhere_is_refused(service: Service, simulator: Simulator) -> None:
    browser = CookieBrowser(service.port)
    back = urlsplit(choose_person(simulator, browser, "owner"))
    code = dict(pair.split("=", 1) for pair in back.query.split("&"))["code"]
    assert simulator.redeem(code).status == 400
    page = browser.get(f"{back.path}?{back.query}")
    assert page.status == 400 and "already used, or is too old" in page.text and browser.session_id is None


def test_what_the_simulator_ends_is_over_here_too(service: Service, simulator: Simulator) -> None:
    gone, stays = CookieBrowser(service.port), CookieBrowser(service.port)
    sign_in(simulator, gone, "packer")
    sign_in(simulator, stays, "support")
    told = simulator.send("/_control/logout", {"person": "packer"}).json["told"]
    assert told and {each["status"] for each in told} == {200}
    url = service.database_url
    assert [find_session_on_both(url, simulator.url, each.session_id) is not None for each in (gone, stays)] == [
        False,
        True,
    ]


def test_signing_out_leads_by_the_simulator_to_a_page_that_says_so(service: Service, simulator: Simulator) -> None:
    browser = CookieBrowser(service.port)
    sign_in(simulator, browser, "owner")
    page = browser.post("/console/sign-out", Sec_Fetch_Site="same-origin")
    answer = simulator.send(page.location.removeprefix(simulator.url))
    assert answer.status == 303 and answer.headers["location"] == f"http://127.0.0.1:{service.port}/console/signed-out"
    assert "You are signed out" in browser.get("/console/signed-out").text
