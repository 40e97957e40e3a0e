"""The console by keyboard alone, and without any script, in a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.console.shop import ORIGIN
from tests.harness.buyers import moved
from tests.harness.line import Line
from tests.harness.parcels import booked, fund, new_shipment, shipment
from tests.harness.provider import AUDIENCE
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_client
from tests.simulators.identity.running import Simulator, simulating
from tests.system.browser import acts, gallery
from tests.system.browser.browser import DESKTOP, PATIENCE_SECONDS, Browser
from tests.system.browser.gallery import COOKIE
from tests.system.browser.hand import ActionCounter, record_print_dialogs, without_script
from tests.system.browser.test_console_journeys import home_url, sign_in
from tests.system.browser.ways import WAY_NAMES, WAYS, Way, use_way


@pytest.fixture
def signed_in_browser(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser, at a workspace that has money and an origin."""
    browser.resize(DESKTOP)
    fund(merchant)
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    sign_in(browser, merchant)
    with record_print_dialogs(browser):
        yield browser
    gallery.clear_cookies(browser)


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    with simulating() as running:
        yield running


@pytest.fixture(scope="module")
def signing_in(module_database_url: str, simulator: Simulator) -> Iterator[Service]:
    with serving(module_database_url, oidc_issuer=simulator.url, oidc_audience=AUDIENCE) as running:
        yield running


@contextmanager
def switched_to_other_tab(browser: Browser) -> Iterator[None]:
    """Where a link led to a tab of its own: there meanwhile, and then back without it."""
    here = browser.driver.current_window_handle
    WebDriverWait(browser.driver, PATIENCE_SECONDS).until(lambda driver: len(driver.window_handles) == 2)
    (there,) = set(browser.driver.window_handles) - {here}
    browser.driver.switch_to.window(there)
    try:
        yield
    finally:
        browser.driver.close()
        browser.driver.switch_to.window(here)


def current_shipment_id(browser: Browser) -> str:
    return browser.driver.current_url.partition("/shipments/")[2].partition("?")[0]


def test_single_keys_lead_around_and_are_left_alone_where_somebody_types(
    signed_in_browser: Browser, merchant: Client
) -> None:
    first, second = new_shipment(merchant, externalRef="A-1"), new_shipment(merchant, externalRef="A-2")
    signed_in_browser.open(home_url(merchant))
    hand = ActionCounter(signed_in_browser)
    hand.press("g")
    hand.press_and_leave("s")
    assert gallery.current_path(signed_in_browser) == "/shipments"
    hand.press("j", "j", "k", "x")
    assert (
        signed_in_browser.find_one("tr.at input[name=id]").is_selected()
        and signed_in_browser.find_one("tr.at th a").text == "A-2"
    )
    hand.press("j", "x")
    assert signed_in_browser.texts("[data-chosen]")[0] == "2"
    hand.press("?")
    assert signed_in_browser.find_one("#keys").is_displayed()
    # With the list of keys open, none leads anywhere.
    hand.press("j", Keys.ESCAPE)
    assert (
        not signed_in_browser.find_one("#keys").is_displayed()
        and signed_in_browser.find_one("tr.at th a").text == "A-1"
    )
    hand.press_and_leave(Keys.ENTER)
    assert current_shipment_id(signed_in_browser) == first["id"]
    hand.press("/")
    for key in "gsjkx?/":
        hand.press(key)
    assert (
        signed_in_browser.find_one("#find").get_attribute("value") == "gsjkx?/"
        and current_shipment_id(signed_in_browser) == first["id"]
    )
    assert not signed_in_browser.find_one("#keys").is_displayed() and second["id"] != first["id"]


def test_single_keys_can_be_switched_off(signed_in_browser: Browser, merchant: Client) -> None:
    signed_in_browser.open(f"{home_url(merchant)}/settings/workstation")
    hand = ActionCounter(signed_in_browser)
    hand.reach("#keys-choice")
    hand.press(Keys.ARROW_DOWN)
    hand.leave_with("main form button.main")
    signed_in_browser.open(home_url(merchant))
    hand.press("?", "/", "j")
    assert signed_in_browser.find_all("#keys") == [] and signed_in_browser.run_script(
        "return document.activeElement === document.body"
    )


def test_a_parcel_is_drafted_booked_replaced_and_cancelled_by_keyboard_alone(
    signed_in_browser: Browser, merchant: Client
) -> None:
    signed_in_browser.open(home_url(merchant))
    hand = ActionCounter(signed_in_browser)
    hand.leave_with(".head a[href$='/shipments/new']")
    for selector, text in (
        ("#name", "Siti Rahayu"),
        ("#phone", "081398765432"),
        ("#address", "Jl. Braga 55"),
        ("#area", "40111"),
        ("#what-0", "Kopi bubuk"),
        ("#weight-0", "250"),
        ("#value-0", "85000"),
    ):
        hand.type_into(selector, text)
    hand.press_and_leave(Keys.ENTER)
    assert len(signed_in_browser.find_all("input[name=service]")) > 1
    hand.reach("input[name=service]:checked")
    hand.press(Keys.ARROW_DOWN)
    hand.leave_with("button[value=draft]", Keys.SPACE)
    draft = current_shipment_id(signed_in_browser)
    assert shipment(merchant, draft)["status"] == "pending" and signed_in_browser.find_all(".message.good")
    hand.leave_with("form[action$='/book'] button")
    assert shipment(merchant, draft)["status"] == "confirmed"
    hand.leave_with("a[href$='/rebook']")
    hand.reach("input[name=service]:checked")
    hand.press(Keys.ARROW_DOWN)
    hand.leave_with("button[name=book]", Keys.SPACE)
    assert shipment(merchant, draft)["status"] == "cancelled" and current_shipment_id(signed_in_browser) != draft
    hand.leave_with("a[href$='/cancel']")
    hand.type_into("#reason", "Pembeli berubah pikiran")
    hand.leave_with("button.danger")
    assert shipment(merchant, current_shipment_id(signed_in_browser))["status"] == "cancelled"


def test_what_went_wrong_takes_the_focus_and_leads_to_its_field(signed_in_browser: Browser, merchant: Client) -> None:
    signed_in_browser.open(f"{home_url(merchant)}/shipments/new")
    acts.request_rates_with_bad_quantity(signed_in_browser)
    assert signed_in_browser.run_script("return document.activeElement.classList.contains('bad')")
    hand = ActionCounter(signed_in_browser)
    hand.press(Keys.TAB, Keys.ENTER)
    hand.press(Keys.TAB)
    focused = signed_in_browser.driver.switch_to.active_element.get_attribute("id")
    assert (
        focused in ("quantity-0", "weight-0")
        and signed_in_browser.find_one("#name").get_attribute("value") == "Siti Rahayu"
    )


def test_everything_works_without_script(
    signed_in_browser: Browser, merchant: Client, courier: Courier, line: Line
) -> None:
    returned = booked(merchant)
    moved(merchant, courier, returned, "picking_up", "picked", "dropping_off", "returned")
    with without_script(signed_in_browser):
        signed_in_browser.open(home_url(merchant))
        hand = ActionCounter(signed_in_browser)
        hand.click_and_wait(".head a[href$='/shipments/new']")
        hand.fill(name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="40111")
        hand.fill(what_0="Kopi bubuk", weight_0="250", value_0="85000")
        hand.click_and_wait("p.acts button.main")
        hand.click_and_wait("button[value=book]")
        first = current_shipment_id(signed_in_browser)
        assert shipment(merchant, first)["status"] == "confirmed"
        # The label opens in a tab of its own.
        assert signed_in_browser.find_one("form[action$='/print']").get_attribute("target") == "_blank"
        hand.click_and_wait("a[href$='/rebook']")
        hand.click_and_wait("button[name=book]")
        second = current_shipment_id(signed_in_browser)
        assert shipment(merchant, first)["status"] == "cancelled" and second != first
        hand.click_and_wait("a[href$='/cancel']")
        hand.click_and_wait("button.danger")
        assert shipment(merchant, second)["status"] == "cancelled"
        signed_in_browser.open(f"{home_url(merchant)}/shipments/{returned['id']}")
        hand.click_and_wait("a[href$='/restock']")
        assert signed_in_browser.find_one("main form button").is_displayed()
        drafts = [new_shipment(merchant)["id"] for _ in range(2)]
        signed_in_browser.open(f"{home_url(merchant)}/shipments?status=pending")
        hand.click("input[name=all]")
        hand.click_and_wait("button[value=book]")
        hand.click_and_wait("main form button.main")
        gallery.run_worker_once(merchant, line.url)
        hand.click_and_wait("a.button.quiet[href*='/batches/']")
        assert signed_in_browser.find_one("#how-far").text == "Finished" and signed_in_browser.find_all(
            "form[action$='/print'] button"
        )
        assert {shipment(merchant, id)["status"] for id in drafts} == {"confirmed"}
        signed_in_browser.open(f"{home_url(merchant)}/settings/workspace")
        hand.fill(name="Toko Tanpa Skrip")
        hand.click_and_wait("main form button.main")
        assert signed_in_browser.find_one(".brand span").text == "Toko Tanpa Skrip"
        assert signed_in_browser.find_all(".scripted-only") == [] or not any(
            each.is_displayed() for each in signed_in_browser.find_all(".scripted-only")
        )


@pytest.mark.parametrize("scripts", [True, False], ids=["keyboard", "no script"])
def test_somebody_signs_in_and_out(browser: Browser, signing_in: Service, simulator: Simulator, scripts: bool) -> None:
    open_client(signing_in)
    address = f"http://127.0.0.1:{signing_in.port}/console"
    browser.resize(DESKTOP)
    hand = ActionCounter(browser)
    if scripts:
        browser.open(address)
        hand.leave_with("button[value=owner]")
        assert browser.find_one("h1").text == "Home"
        hand.leave_with(".menu form button")
        assert "/sign" in browser.driver.current_url
    else:
        with without_script(browser):
            browser.open(address)
            hand.click_and_wait("button[value=owner]")
            assert browser.find_one("h1").text == "Home"
            hand.click_and_wait(".menu form button")
            assert browser.driver.current_url.endswith("/console/signed-out")
    assert [each["name"] for each in browser.driver.get_cookies() if each["name"] == COOKIE] == []
    gallery.clear_cookies(browser)


@pytest.mark.parametrize("kind", WAYS, ids=WAY_NAMES)
def test_what_was_typed_is_sent_again_once_somebody_has_signed_in_again(
    browser: Browser, signing_in: Service, kind: type[Way]
) -> None:
    open_client(signing_in)
    browser.resize(DESKTOP)
    with use_way(kind, browser) as way:
        browser.open(f"http://127.0.0.1:{signing_in.port}/console")
        way.click_and_wait("button[value=owner]")
        browser.open(f"{browser.driver.current_url}/settings/workspace")
        way.type_into("#name", f"Toko {WAY_NAMES[WAYS.index(kind)]}")
        browser.driver.execute_cdp_cmd("Network.deleteCookies", {"name": COOKIE, "url": browser.driver.current_url})
        way.click_and_wait("main form button.main")
        assert "You are no longer signed in. Your entries are not lost." in browser.find_one("main").text
        way.press("a[target=_blank]")
        with switched_to_other_tab(browser), use_way(kind, browser) as there:
            there.click_and_wait("button[value=owner]")
            assert browser.find_one("h1").text == "You are signed in again"
        way.click_and_wait("form button.main")
        assert browser.find_one(".brand span").text == f"Toko {WAY_NAMES[WAYS.index(kind)]}"
    gallery.clear_cookies(browser)
