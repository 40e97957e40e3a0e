"""Back, reload and a second tab show a form in progress again, and a form that is left with changes asks first."""

from selenium.webdriver.support.wait import WebDriverWait

from tests.bulk_jobs.batch_requests import create_drafts
from tests.harness.parcels import total
from tests.harness.service import Client
from tests.system.browser.browser import PATIENCE_SECONDS
from tests.system.browser.test_console_journeys import home_url, signed_in_browser  # noqa: F401
from tests.system.browser.ways import Way

PARCEL = {
    "name": "Siti Rahayu",
    "phone": "081398765432",
    "address": "Jl. Braga 55",
    "area": "40111",
    "what-0": "Kopi",
    "weight-0": "270",
    "value-0": "85000",
}
# True if the page would ask before it is left.
_ASKS = "const left = new Event('beforeunload', {cancelable: true}); dispatchEvent(left); return left.defaultPrevented;"


def test_back_and_reload_show_the_prices_and_what_was_typed(way: Way, merchant: Client) -> None:
    way.browser.open(f"{home_url(merchant)}/shipments/new")
    for name, text in PARCEL.items():
        way.type_into(f"#{name}", text)
    way.click_and_wait("p.acts button.main")
    asked = way.browser.driver.current_url
    for again in (way.browser.driver.refresh, lambda: way.browser.open(asked)):
        again()
        assert_is_in_progress(way)
    way.type_into("#quantity-0", "none")
    way.click_and_wait("button[name=act][value=ask]:not(.unseen)")
    assert way.browser.find_one("#quantity-0-wrong").is_displayed()
    way.browser.driver.back()
    WebDriverWait(way.browser.driver, PATIENCE_SECONDS).until(lambda _: way.browser.driver.current_url == asked)
    assert_is_in_progress(way)
    way.browser.driver.forward()
    WebDriverWait(way.browser.driver, PATIENCE_SECONDS).until(lambda _: way.browser.find_all("#quantity-0-wrong"))
    assert total(merchant) == 0


def assert_is_in_progress(way: Way) -> None:
    assert way.browser.find_all("input[name=service]") and "Resubmission" not in way.browser.driver.title
    typed = {name: way.browser.find_one(f"#{name}").get_attribute("value") for name in PARCEL}
    assert typed == PARCEL


def test_a_bulk_question_is_asked_again_after_back_and_reload(way: Way, merchant: Client) -> None:
    create_drafts(merchant, 2)
    way.browser.open(f"{home_url(merchant)}/shipments?status=pending")
    way.tick("tbody input[name=id]")
    way.click_and_wait("button[name=act][value=cancel]")
    question = way.browser.driver.current_url
    way.click_and_wait("main form button.main")
    way.browser.driver.back()
    WebDriverWait(way.browser.driver, PATIENCE_SECONDS).until(lambda _: way.browser.driver.current_url == question)
    way.browser.driver.refresh()
    way.click_and_wait("main form button.main")
    # The key is the question's, so that the second press leads to the batch of the first.
    assert len(merchant("GET", "/api/v1/batches").data["batches"]) == 1


def test_a_form_that_is_left_with_changes_asks_first(signed_in_browser, merchant: Client) -> None:  # noqa: F811
    signed_in_browser.open(f"{home_url(merchant)}/products/new")
    assert not signed_in_browser.run_script(_ASKS)
    signed_in_browser.find_one("#name").send_keys("Gayo")
    assert signed_in_browser.run_script(_ASKS)
    signed_in_browser.find_one("#name").clear()
    assert not signed_in_browser.run_script(_ASKS)
    create_drafts(merchant, 1)
    signed_in_browser.open(f"{home_url(merchant)}/shipments")
    signed_in_browser.find_one("tbody input[name=id]").click()
    # Ticks are no work that would be lost.
    assert not signed_in_browser.run_script(_ASKS)
