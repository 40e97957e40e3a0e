"""A merchant buys a plan in a real browser: from the API's answer over the provider's page to the plan."""

import time
from collections.abc import Iterator

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from tests.harness.fixtures import faults
from tests.harness.goods import fresh_key
from tests.harness.payment_simulator import Payments, paid_to, simulating
from tests.harness.service import Client, Service
from tests.harness.workspaces import open_client
from tests.system.browser.browser import PATIENCE_SECONDS, Browser

FREE_WAREHOUSES, STARTER_WAREHOUSES = 1, 3


@pytest.fixture(scope="module")
def payments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Payments]:
    with simulating(tmp_path_factory.mktemp("payments")) as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, payments: Payments) -> Iterator[Service]:
    with paid_to(module_database_url, payments, 2) as running:
        yield running
        assert faults(running) == []


@pytest.fixture
def merchant(service: Service) -> Client:
    return open_client(service, plan="free")


def create_warehouse(merchant: Client) -> int:
    """The status of making one more warehouse."""
    return merchant("POST", "/api/v1/warehouses", {"name": "Place"}, fresh_key()).status


def create_checkout(merchant: Client) -> str:
    answer = merchant("POST", "/api/v1/billing/checkout", {"plan": "STARTER", "email": "siti@example.com"})
    assert answer.status == 200, answer.raw
    return answer.data["checkoutUrl"]


def choose_and_wait(browser: Browser, choice: str) -> None:
    """Decide, and wait for where that leads."""
    browser.click_and_wait(f'button[value="{choice}"]')


def wait_for_plan(merchant: Client, plan: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (shown := merchant("GET", "/api/v1/billing/plan").data)["plan"] != plan:
        assert time.monotonic() < deadline, shown
        time.sleep(0.1)


def test_a_merchant_pays_for_starter_and_has_it_at_once(sized: Browser, merchant: Client) -> None:
    assert [create_warehouse(merchant) for _ in range(FREE_WAREHOUSES + 1)] == [201, 403]
    sized.open(create_checkout(merchant))
    assert sized.find_one("h1").text == "Starter"
    choose_and_wait(sized, "pay")
    assert sized.driver.current_url == f"http://127.0.0.1:{merchant.service.port}/checkout/paid"
    assert sized.console_errors() == []
    wait_for_plan(merchant, "starter")
    subscription = merchant("GET", "/api/v1/billing/subscription").data
    assert (subscription["plan"], subscription["status"], subscription["cancelAt"]) == ("starter", "active", None)
    assert [create_warehouse(merchant) for _ in range(3)] == [201] * (STARTER_WAREHOUSES - FREE_WAREHOUSES) + [403]
    (invoice,) = merchant("GET", "/api/v1/billing/invoices").data["data"]
    assert (invoice["plan"], invoice["amount"], invoice["currency"], invoice["status"]) == (
        "starter",
        299_000,
        "IDR",
        "paid",
    )


def test_a_merchant_whose_card_is_declined_and_who_goes_back_has_what_there_was(
    sized: Browser, merchant: Client
) -> None:
    sized.open(create_checkout(merchant))
    choose_and_wait(sized, "decline")
    assert "declined" in sized.find_one("body").text.lower()
    sized.find_one(f'a[href="http://127.0.0.1:{merchant.service.port}/checkout/not-paid"]').click()
    WebDriverWait(sized.driver, PATIENCE_SECONDS).until(
        lambda driver: driver.current_url.endswith("/checkout/not-paid")
    )
    assert merchant("GET", "/api/v1/billing/plan").data["plan"] == "free"
    assert merchant("GET", "/api/v1/billing/invoices").data["data"] == []
