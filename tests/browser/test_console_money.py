"""What an owner pays for, from the console over the payment provider's page and back, in a real browser."""

from collections.abc import Callable, Iterator

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser import gallery
from tests.browser.browser import DESKTOP, PATIENCE_SECONDS, Browser
from tests.browser.hand import Hand
from tests.browser.test_console_journeys import come, home
from tests.browser.ways import WAY_NAMES, WAYS, Way, going
from tests.harness.fixtures import faults
from tests.harness.payment_simulator import Payments, paid_to, simulating
from tests.http.service import Client, Service
from tests.http.workspaces import open_client

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
def desk(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser at a desk."""
    browser.resize(DESKTOP)
    come(browser, merchant)
    yield browser
    gallery.forget(browser)


@pytest.fixture(params=WAYS, ids=WAY_NAMES)
def way(request: pytest.FixtureRequest, desk: Browser) -> Iterator[Way]:
    with going(request.param, desk) as someone:
        yield someone


def await_words(browser: Browser, words: str, look_again: Callable[[], object] | None = None) -> None:
    """Until the page says so: by itself, or as often as it is looked at again."""

    def is_said(_: object) -> bool:
        if words in browser.one("main").text:
            return True
        if look_again is not None:
            look_again()
        return False

    WebDriverWait(browser.driver, PATIENCE_SECONDS, ignored_exceptions=[WebDriverException]).until(is_said)


def again(way: Way) -> Callable[[], object] | None:
    """Where no script looks again, somebody does."""
    return None if way.has_script else lambda: way.go(".message[role=status] a[href*='paid=']")


def available(merchant: Client) -> int:
    return merchant("GET", "/api/v1/shipping-credits").data["available"]


def plan(merchant: Client) -> str:
    return merchant("GET", "/api/v1/billing/plan").data["plan"]


def test_credit_is_topped_up(way: Way, merchant: Client) -> None:
    way.browser.open(f"{home(merchant)}/credit")
    way.enter("#amount", "much")
    way.go("form.filters[action$='/credit/top-up'] button")
    # What is wrong is said first, has the focus, and leads to the field.
    focused = way.browser.driver.switch_to.active_element
    assert way.browser.one("main [role=alert] a").get_attribute("href").endswith("#amount")
    assert not way.has_script or focused == way.browser.one("main [role=alert]")
    way.enter("#amount", "500.000")
    way.go("form.filters[action$='/credit/top-up'] button")
    assert "Rp500,000" in way.browser.one(".figure-line").text
    way.go("main form button.main")
    way.go("button[value=pay]")
    assert "/credit?paid=" in way.browser.driver.current_url
    await_words(way.browser, "Rp500,000 was paid and is credited.", again(way))
    assert available(merchant) == BOUGHT


def test_who_turns_back_at_the_payment_page_is_where_they_were(way: Way, merchant: Client) -> None:
    way.browser.open(f"{home(merchant)}/credit/top-up?amount=100000")
    way.go("main form button.main")
    way.go("a.back")
    # What was just done leaves the address as soon as a script has run.
    assert way.browser.driver.current_url.partition("?")[0] == f"{home(merchant)}/credit"
    assert "Nothing was paid." in way.browser.one("main [role=status]").text and available(merchant) == 0


def test_a_plan_is_chosen_paid_and_cancelled(way: Way, merchant: Client) -> None:
    way.browser.open(f"{home(merchant)}/billing")
    way.go("a[href$='choose?plan=starter']")
    way.go("main form button.main")
    way.go("button[value=pay]")
    await_words(way.browser, "The plan is paid and in force.", again(way))
    assert plan(merchant) == "starter"
    way.browser.open(f"{home(merchant)}/billing")
    way.go("main a[href$='/billing/cancel']")
    way.go("main form button.danger")
    assert "Ends with the period" in way.browser.one("main .card-head .status").text
    assert merchant("GET", "/api/v1/billing/subscription").data["status"] == "canceling"


def test_what_is_wrong_with_a_day_moves_no_box_of_the_filters(desk: Browser, merchant: Client) -> None:
    desk.open(f"{home(merchant)}/credit?from=2026-11-23&to=2026-11-20")
    boxes = desk.all(".credit-filters :is(select, input, button)")
    assert len(boxes) == 4 and desk.one(".credit-filters .wrong").is_displayed()
    assert len({round(each.rect["y"] + each.rect["height"] / 2) for each in boxes}) == 1


def test_an_owner_tops_up_and_sees_it_with_five_actions(desk: Browser, merchant: Client) -> None:
    desk.open(home(merchant))
    hand = Hand(desk)
    hand.follow(".menu a[href$='/credit']")
    hand.follow(f".amounts a[href*='{BOUGHT // 1000}']")
    hand.follow("main form button.main")
    hand.follow("button[value=pay]")
    await_words(desk, "Rp500,000 was paid and is credited.")
    hand.follow("main .message.good a")
    row = desk.one("tbody tr").text
    assert "+Rp500,000" in row and available(merchant) == BOUGHT
    assert hand.actions == TOP_UP_ACTIONS
    assert [said for said in desk.complaints() if "Content Security" in said] == []


def test_an_owner_has_another_plan_with_four_actions(desk: Browser, merchant: Client) -> None:
    desk.open(home(merchant))
    hand = Hand(desk)
    hand.follow(".menu a[href$='/billing']")
    hand.follow("a[href$='choose?plan=growth']")
    hand.follow("main form button.main")
    hand.follow("button[value=pay]")
    assert hand.actions == PLAN_ACTIONS
    await_words(desk, "The plan is paid and in force.")
    assert plan(merchant) == "growth"
