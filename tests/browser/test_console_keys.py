"""The console by keyboard alone, and without any script, in a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser import acts, gallery
from tests.browser.browser import DESKTOP, PATIENCE_SECONDS, Browser
from tests.browser.gallery import COOKIE
from tests.browser.hand import Hand, print_dialogs_noted, without_script
from tests.browser.test_console_journeys import come, home
from tests.browser.ways import WAY_NAMES, WAYS, Way, going
from tests.console.shop import ORIGIN
from tests.harness.buyers import moved
from tests.harness.line import Line
from tests.harness.parcels import booked, fund, new_shipment, shipment
from tests.harness.simulator import Courier
from tests.http.provider import AUDIENCE
from tests.http.service import Client, Service, serving
from tests.http.workspaces import open_client
from tests.identity_simulator.running import Simulator, simulating


@pytest.fixture
def desk(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser, at a workspace that has money and an origin."""
    browser.resize(DESKTOP)
    fund(merchant)
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    come(browser, merchant)
    with print_dialogs_noted(browser):
        yield browser
    gallery.forget(browser)


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    with simulating() as running:
        yield running


@pytest.fixture(scope="module")
def signing_in(module_database_url: str, simulator: Simulator) -> Iterator[Service]:
    with serving(module_database_url, oidc_issuer=simulator.url, oidc_audience=AUDIENCE) as running:
        yield running


@contextmanager
def in_the_other_tab(browser: Browser) -> Iterator[None]:
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


def new_id(browser: Browser) -> str:
    return browser.driver.current_url.partition("/shipments/")[2].partition("?")[0]


def test_single_keys_lead_around_and_are_left_alone_where_somebody_types(desk: Browser, merchant: Client) -> None:
    first, second = new_shipment(merchant, externalRef="A-1"), new_shipment(merchant, externalRef="A-2")
    desk.open(home(merchant))
    hand = Hand(desk)
    hand.press("g")
    hand.press_and_leave("s")
    assert gallery.path_of(desk) == "/shipments"
    hand.press("j", "j", "k", "x")
    assert desk.one("tr.at input[name=id]").is_selected() and desk.one("tr.at th a").text == "A-2"
    hand.press("j", "x")
    assert desk.texts("[data-chosen]")[0] == "2"
    hand.press("?")
    assert desk.one("#keys").is_displayed()
    # With the list of keys open, none leads anywhere.
    hand.press("j", Keys.ESCAPE)
    assert not desk.one("#keys").is_displayed() and desk.one("tr.at th a").text == "A-1"
    hand.press_and_leave(Keys.ENTER)
    assert new_id(desk) == first["id"]
    hand.press("/")
    for key in "gsjkx?/":
        hand.press(key)
    assert desk.one("#find").get_attribute("value") == "gsjkx?/" and new_id(desk) == first["id"]
    assert not desk.one("#keys").is_displayed() and second["id"] != first["id"]


def test_single_keys_can_be_switched_off(desk: Browser, merchant: Client) -> None:
    desk.open(f"{home(merchant)}/settings/workstation")
    hand = Hand(desk)
    hand.reach("#keys-choice")
    hand.press(Keys.ARROW_DOWN)
    hand.leave_with("main form button.main")
    desk.open(home(merchant))
    hand.press("?", "/", "j")
    assert desk.all("#keys") == [] and desk.ask("return document.activeElement === document.body")


def test_a_parcel_is_drafted_booked_replaced_and_cancelled_by_keyboard_alone(desk: Browser, merchant: Client) -> None:
    desk.open(home(merchant))
    hand = Hand(desk)
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
    assert len(desk.all("input[name=service]")) > 1
    hand.reach("input[name=service]:checked")
    hand.press(Keys.ARROW_DOWN)
    hand.leave_with("button[value=draft]", Keys.SPACE)
    draft = new_id(desk)
    assert shipment(merchant, draft)["status"] == "pending" and desk.all(".message.good")
    hand.leave_with("form[action$='/book'] button")
    assert shipment(merchant, draft)["status"] == "confirmed"
    hand.leave_with("a[href$='/rebook']")
    hand.reach("input[name=service]:checked")
    hand.press(Keys.ARROW_DOWN)
    hand.leave_with("button[name=book]", Keys.SPACE)
    assert shipment(merchant, draft)["status"] == "cancelled" and new_id(desk) != draft
    hand.leave_with("a[href$='/cancel']")
    hand.type_into("#reason", "Pembeli berubah pikiran")
    hand.leave_with("button.danger")
    assert shipment(merchant, new_id(desk))["status"] == "cancelled"


def test_what_went_wrong_takes_the_focus_and_leads_to_its_field(desk: Browser, merchant: Client) -> None:
    desk.open(f"{home(merchant)}/shipments/new")
    acts.ask_badly(desk)
    assert desk.ask("return document.activeElement.classList.contains('bad')")
    hand = Hand(desk)
    hand.press(Keys.TAB, Keys.ENTER)
    hand.press(Keys.TAB)
    focused = desk.driver.switch_to.active_element.get_attribute("id")
    assert focused in ("quantity-0", "weight-0") and desk.one("#name").get_attribute("value") == "Siti Rahayu"


def test_everything_works_without_script(desk: Browser, merchant: Client, courier: Courier, line: Line) -> None:
    returned = booked(merchant)
    moved(merchant, courier, returned, "picking_up", "picked", "dropping_off", "returned")
    with without_script(desk):
        desk.open(home(merchant))
        hand = Hand(desk)
        hand.follow(".head a[href$='/shipments/new']")
        hand.fill(name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="40111")
        hand.fill(what_0="Kopi bubuk", weight_0="250", value_0="85000")
        hand.follow("p.acts button.main")
        hand.follow("button[value=book]")
        first = new_id(desk)
        assert shipment(merchant, first)["status"] == "confirmed"
        # The label opens in a tab of its own.
        assert desk.one("form[action$='/print']").get_attribute("target") == "_blank"
        hand.follow("a[href$='/rebook']")
        hand.follow("button[name=book]")
        second = new_id(desk)
        assert shipment(merchant, first)["status"] == "cancelled" and second != first
        hand.follow("a[href$='/cancel']")
        hand.follow("button.danger")
        assert shipment(merchant, second)["status"] == "cancelled"
        desk.open(f"{home(merchant)}/shipments/{returned['id']}")
        hand.follow("a[href$='/restock']")
        assert desk.one("main form button").is_displayed()
        drafts = [new_shipment(merchant)["id"] for _ in range(2)]
        desk.open(f"{home(merchant)}/shipments?status=pending")
        hand.click("input[name=all]")
        hand.follow("button[value=book]")
        hand.follow("main form button.main")
        gallery.work(merchant, line.url)
        hand.follow("a.button.quiet[href*='/batches/']")
        assert desk.one("#how-far").text == "Finished" and desk.all("form[action$='/print'] button")
        assert {shipment(merchant, id)["status"] for id in drafts} == {"confirmed"}
        desk.open(f"{home(merchant)}/settings/workspace")
        hand.fill(name="Toko Tanpa Skrip")
        hand.follow("main form button.main")
        assert desk.one(".brand span").text == "Toko Tanpa Skrip"
        assert desk.all(".scripted-only") == [] or not any(each.is_displayed() for each in desk.all(".scripted-only"))


@pytest.mark.parametrize("scripts", [True, False], ids=["keyboard", "no script"])
def test_somebody_signs_in_and_out(browser: Browser, signing_in: Service, simulator: Simulator, scripts: bool) -> None:
    open_client(signing_in)
    address = f"http://127.0.0.1:{signing_in.port}/console"
    browser.resize(DESKTOP)
    hand = Hand(browser)
    if scripts:
        browser.open(address)
        hand.leave_with("button[value=owner]")
        assert browser.one("h1").text == "Home"
        hand.leave_with(".menu form button")
        assert "/sign" in browser.driver.current_url
    else:
        with without_script(browser):
            browser.open(address)
            hand.follow("button[value=owner]")
            assert browser.one("h1").text == "Home"
            hand.follow(".menu form button")
            assert browser.driver.current_url.endswith("/console/signed-out")
    assert [each["name"] for each in browser.driver.get_cookies() if each["name"] == COOKIE] == []
    gallery.forget(browser)


@pytest.mark.parametrize("kind", WAYS, ids=WAY_NAMES)
def test_what_was_typed_is_sent_again_once_somebody_has_signed_in_again(
    browser: Browser, signing_in: Service, kind: type[Way]
) -> None:
    open_client(signing_in)
    browser.resize(DESKTOP)
    with going(kind, browser) as way:
        browser.open(f"http://127.0.0.1:{signing_in.port}/console")
        way.go("button[value=owner]")
        browser.open(f"{browser.driver.current_url}/settings/workspace")
        way.enter("#name", f"Toko {WAY_NAMES[WAYS.index(kind)]}")
        browser.driver.execute_cdp_cmd("Network.deleteCookies", {"name": COOKIE, "url": browser.driver.current_url})
        way.go("main form button.main")
        assert "Your sign-in is over. Nothing that you entered is lost." in browser.one("main").text
        way.press("a[target=_blank]")
        with in_the_other_tab(browser), going(kind, browser) as there:
            there.go("button[value=owner]")
            assert browser.one("h1").text == "You are signed in again"
        way.go("form button.main")
        assert browser.one(".brand span").text == f"Toko {WAY_NAMES[WAYS.index(kind)]}"
    gallery.forget(browser)
