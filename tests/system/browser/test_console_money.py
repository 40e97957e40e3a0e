"""Payments of an owner, from the console over the payment provider's page and back, in a real browser."""

from collections.abc import Callable, Iterator

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.support.wait import WebDriverWait

from tests.harness.fixtures import faults
from tests.harness.payment_simulator import Payments, paid_to, simulating
from tests.harness.service import Client, Service
from tests.harness.workspaces import open_client
from tests.system.browser import gallery
from tests.system.browser.browser import DESKTOP, PATIENCE_SECONDS, Browser
from tests.system.browser.hand import ActionCounter
from tests.system.browser.test_console_journeys import home_url, sign_in
from tests.system.browser.ways import WAY_NAMES, WAYS, Way, use_way

TOP_UP_ACTIONS = 5
PLAN_ACTIONS = 4
BOUGHT = 500_000


@pytest.fixture(scope="module")
def payments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Payments]:
    with simulating(tmp_path_factory.mktemp("payments")) as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, payments: Payments) -> Iterator[Service]:
    with paid_to(module_database_url, payments) as running:
        yield running
        assert faults(running) == []


@pytest.fixture
def merchant(service: Service) -> Client:
    return open_client(service, plan="free")


@pytest.fixture
def signed_in_browser(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser at a desk."""
    browser.resize(DESKTOP)
    sign_in(browser, merchant)
    yield browser
    gallery.clear_cookies(browser)


@pytest.fixture(params=WAYS, ids=WAY_NAMES)
def way(request: pytest.FixtureRequest, signed_in_browser: Browser) -> Iterator[Way]:
    with use_way(request.param, signed_in_browser) as someone:
        yield someone


def wait_for_text(browser: Browser, words: str, look_again: Callable[[], object] | None = None) -> None:
    """Until the page says so: by itself, or as often as it is looked at again."""

    def is_shown(_: object) -> bool:
        if words in browser.find_one("main").text:
            return True
        if look_again is not None:
            look_again()
        return False

    WebDriverWait(browser.driver, PATIENCE_SECONDS, ignored_exceptions=[WebDriverException]).until(is_shown)


def reload_link(way: Way) -> Callable[[], object] | None:
    """The link by which a person without scripts looks again."""
    return None if way.has_script else lambda: way.click_and_wait(".message[role=status] a[href*='paid=']")


def read_available(merchant: Client) -> int:
    return merchant("GET", "/api/v1/shipping-credits").data["available"]


def read_plan(merchant: Client) -> str:
    return merchant("GET", "/api/v1/billing/plan").data["plan"]


def test_credit_is_topped_up(way: Way, merchant: Client) -> None:
    way.browser.open(f"{home_url(merchant)}/credit")
    way.type_into("#amount", "much")
    way.click_and_wait("form.filters[action$='/credit/top-up'] button")
    # The error comes first, has the focus, and links to the field.
    focused = way.browser.driver.switch_to.active_element
    assert way.browser.find_one("main [role=alert] a").get_attribute("href").endswith("#amount")
    assert not way.has_script or focused == way.browser.find_one("main [role=alert]")
    way.type_into("#amount", "500.000")
    way.click_and_wait("form.filters[action$='/credit/top-up'] button")
    assert "Rp500,000" in way.browser.find_one(".figure-line").text
    way.click_and_wait("main form button.main")
    way.click_and_wait("button[value=pay]")
    assert "/credit?paid=" in way.browser.driver.current_url
    wait_for_text(way.browser, "Rp500,000 is paid and added to your credit.", reload_link(way))
    assert read_available(merchant) == BOUGHT
    # Nothing of the page says what was true before the payment.
    page = way.browser.find_one("main").text
    assert "+Rp500,000" in page and "No transactions yet." not in page


def test_who_turns_back_at_the_payment_page_is_where_they_were(way: Way, merchant: Client) -> None:
    way.browser.open(f"{home_url(merchant)}/credit/top-up?amount=100000")
    way.click_and_wait("main form button.main")
    way.click_and_wait("a.back")
    # A script removes the result of the last action from the address.
    assert way.browser.driver.current_url.partition("?")[0] == f"{home_url(merchant)}/credit"
    assert "nothing was paid." in way.browser.find_one("main [role=status]").text and read_available(merchant) == 0


def test_a_plan_is_chosen_paid_and_cancelled(way: Way, merchant: Client) -> None:
    way.browser.open(f"{home_url(merchant)}/billing")
    way.click_and_wait("a[href$='choose?plan=starter']")
    way.click_and_wait("main form button.main")
    way.click_and_wait("button[value=pay]")
    wait_for_text(way.browser, "Your plan is paid and active.", reload_link(way))
    assert read_plan(merchant) == "starter"
    page = way.browser.find_one("main").text
    assert "Next payment on" in page and "You have no paid plan." not in page and "No invoices yet." not in page
    way.browser.open(f"{home_url(merchant)}/billing")
    way.click_and_wait("main a[href$='/billing/cancel']")
    way.click_and_wait("main form button.danger")
    assert "Ends with this period" in way.browser.find_one("main .card-head .status").text
    assert merchant("GET", "/api/v1/billing/subscription").data["status"] == "canceling"


def test_what_is_wrong_with_a_day_moves_no_box_of_the_filters(signed_in_browser: Browser, merchant: Client) -> None:
    signed_in_browser.open(f"{home_url(merchant)}/credit?from=2026-11-23&to=2026-11-20")
    boxes = signed_in_browser.find_all(".credit-filters :is(select, input, button)")
    assert len(boxes) == 4 and signed_in_browser.find_one(".credit-filters .wrong").is_displayed()
    assert len({round(each.rect["y"] + each.rect["height"] / 2) for each in boxes}) == 1


def test_an_owner_tops_up_and_sees_it_with_five_actions(signed_in_browser: Browser, merchant: Client) -> None:
    signed_in_browser.open(home_url(merchant))
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait(".menu a[href$='/credit']")
    hand.click_and_wait(f".amounts a[href*='{BOUGHT // 1000}']")
    hand.click_and_wait("main form button.main")
    hand.click_and_wait("button[value=pay]")
    wait_for_text(signed_in_browser, "Rp500,000 is paid and added to your credit.")
    hand.click_and_wait("main .message.good a")
    row = signed_in_browser.find_one("tbody tr").text
    assert "+Rp500,000" in row and read_available(merchant) == BOUGHT
    assert hand.actions == TOP_UP_ACTIONS
    assert [said for said in signed_in_browser.console_errors() if "Content Security" in said] == []


def test_an_owner_has_another_plan_with_four_actions(signed_in_browser: Browser, merchant: Client) -> None:
    signed_in_browser.open(home_url(merchant))
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait(".menu a[href$='/billing']")
    hand.click_and_wait("a[href$='choose?plan=growth']")
    hand.click_and_wait("main form button.main")
    hand.click_and_wait("button[value=pay]")
    assert hand.actions == PLAN_ACTIONS
    wait_for_text(signed_in_browser, "Your plan is paid and active.")
    assert read_plan(merchant) == "growth"
