"""The simulated checkout page in a real browser, on a phone and on a desk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import stripe
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.harness.payment_simulator import KEY, Payments, simulating
from tests.simulators.payments.buying import create_credit_session, create_customer, create_plan_session
from tests.simulators.payments.listening import Listener, listening
from tests.system.browser.browser import Browser

LEGIBILITY = (Path(__file__).parent / "legibility.js").read_text(encoding="utf-8")
OVERFLOW = (Path(__file__).parent / "overflow.js").read_text(encoding="utf-8")
HOSTILE = '"><script>window.harmed = 1</script><img src=//evil.example/x onerror=window.harmed=1>'

FATES = ("open", "declined", "paid", "waiting", "failed", "expired", "unknown", "receipt", "start")


@pytest.fixture(scope="module")
def payments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Payments]:
    with simulating(tmp_path_factory.mktemp("payments")) as running:
        yield running


@pytest.fixture(scope="module")
def client(payments: Payments) -> stripe.StripeClient:
    return stripe.StripeClient(KEY, base_addresses={"api": payments.url}, max_network_retries=0)


@pytest.fixture(scope="module")
def shop() -> Iterator[Listener]:
    """Where the browser comes back to; it answers POST alone, which is enough to see the address."""
    with listening() as running:
        yield running


def return_urls(shop: Listener) -> dict[str, str]:
    return {"success_url": shop.url + "?paid={CHECKOUT_SESSION_ID}", "cancel_url": shop.url + "?left"}


def create_page(client: stripe.StripeClient, payments: Payments, fate: str) -> str:
    """A page of each kind."""
    page = create_credit_session(client, create_customer(client).id)
    if fate == "declined":
        payments.control(f"sessions/{page.id}/decline")
    elif fate in ("paid", "receipt"):
        payments.pay(page.id)
    elif fate in ("waiting", "failed"):
        payments.pay(page.id, later="fail")
        if fate == "failed":
            payments.settle(page.id, "fail")
    elif fate == "expired":
        payments.expire(page.id)
    if fate == "receipt":
        payment = client.v1.checkout.sessions.retrieve(page.id, {"expand": ["payment_intent.latest_charge"]})
        return payment.payment_intent.latest_charge.receipt_url
    return {"unknown": payments.url + "/c/pay/gone", "start": payments.url + "/"}.get(fate, page.url)


def choose_and_wait(browser: Browser, choice: str) -> None:
    """Decide, and wait for where that leads."""
    browser.click_and_wait(f'button[value="{choice}"]')


def test_somebody_pays_and_returns_to_the_shop(
    sized: Browser, client: stripe.StripeClient, payments: Payments, shop: Listener
) -> None:
    page = create_plan_session(client, create_customer(client).id, currency="usd", **return_urls(shop))
    sized.open(page.url)
    assert sized.find_one("h1").text == "Starter"
    assert sized.find_one(".price").text == "$19.00\nevery month"
    choose_and_wait(sized, "pay")
    assert sized.driver.current_url == f"{shop.url}?paid={page.id}"
    assert client.v1.checkout.sessions.retrieve(page.id).payment_status == "paid"


def test_a_declined_card_is_said_and_another_one_pays(
    sized: Browser, client: stripe.StripeClient, shop: Listener
) -> None:
    page = create_credit_session(client, create_customer(client).id, **return_urls(shop))
    sized.open(page.url)
    assert not sized.find_all('[role="alert"]')
    choose_and_wait(sized, "decline")
    assert sized.driver.current_url == page.url
    assert "declined" in sized.find_one('[role="alert"]').text
    choose_and_wait(sized, "pay")
    assert sized.driver.current_url == f"{shop.url}?paid={page.id}"


def test_somebody_leaves_without_paying(sized: Browser, client: stripe.StripeClient, shop: Listener) -> None:
    page = create_credit_session(client, create_customer(client).id, **return_urls(shop))
    sized.open(page.url)
    sized.find_one("a.back").click()
    assert sized.driver.current_url == f"{shop.url}?left"
    assert client.v1.checkout.sessions.retrieve(page.id).status == "open"


def test_a_page_that_expired_offers_the_way_back(sized: Browser, client: stripe.StripeClient, shop: Listener) -> None:
    page = create_credit_session(client, create_customer(client).id, **return_urls(shop))
    sized.open(page.url)
    choose_and_wait(sized, "expire")
    assert sized.find_one(".over h1").text == "This page has expired"
    sized.find_one("a.button").click()
    assert sized.driver.current_url == f"{shop.url}?left"


def test_it_is_paid_with_the_keyboard_alone(browser: Browser, client: stripe.StripeClient, shop: Listener) -> None:
    page = create_credit_session(client, create_customer(client).id, **return_urls(shop))
    browser.open(page.url)
    reached = []
    for _ in range(2):
        ActionChains(browser.driver).send_keys(Keys.TAB).perform()
        focused = browser.driver.switch_to.active_element
        reached.append(focused.text)
        assert browser.run_script("return getComputedStyle(arguments[0]).outlineStyle", focused) != "none"
    assert reached == ["← Back, without paying", "Pay Rp50.000"]
    ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
    assert browser.driver.current_url == f"{shop.url}?paid={page.id}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("fate", FATES)
def test_every_page_is_legible_fits_and_is_whole_in_itself(
    sized: Browser, client: stripe.StripeClient, payments: Payments, fate: str, scheme: str
) -> None:
    sized.set_color_scheme(scheme)
    address = create_page(client, payments, fate)
    sized.requested_urls()
    sized.open(address)
    assert sized.run_script(LEGIBILITY) == []
    assert sized.run_script(OVERFLOW) == []
    assert sized.requested_urls() == [address]
    assert [said for said in sized.console_errors() if "404" not in said] == []
    assert len(sized.find_all("h1")) == 1 and sized.find_one("html").get_attribute("lang") == "en"


def test_hostile_words_stay_words_and_fit(sized: Browser, client: stripe.StripeClient, payments: Payments) -> None:
    customer = client.v1.customers.create({"email": HOSTILE}).id
    data = {"currency": "idr", "unit_amount": 99_999_999_999, "product_data": {"name": HOSTILE + "W" * 300}}
    page = create_credit_session(client, customer, line_items=[{"price_data": data, "quantity": 1}])
    for address in (page.url, payments.url + "/"):
        sized.open(address)
        assert sized.run_script("return window.harmed") is None
        assert sized.run_script(OVERFLOW) == []
    assert sized.requested_hosts() == {page.url.split("/")[2]}


def test_buttons_are_large_enough_for_a_thumb(browser: Browser, client: stripe.StripeClient) -> None:
    browser.open(create_credit_session(client, create_customer(client).id).url)
    heights = [button.rect["height"] for button in browser.find_all("button")]
    assert len(heights) == 5 and min(heights) >= 44
