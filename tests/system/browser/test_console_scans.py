"""A scanner at the console: keys in no time that end with Enter, wherever the focus is."""

from collections.abc import Iterator

import pytest

from tests.harness.parcels import booked, new_shipment
from tests.harness.service import Client
from tests.harness.waiting import eventually
from tests.system.browser import gallery
from tests.system.browser.browser import DESKTOP, Browser
from tests.system.browser.hand import ActionCounter
from tests.system.browser.test_console_journeys import home_url, sign_in

# As fast as there is: all of it in one turn of the page, to whatever has the focus.
SCAN = """
for (const key of [...arguments[0], "Enter"]) {
  const typed = new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true});
  document.activeElement.dispatchEvent(typed);
}
"""
# The page waits for a short pause to tell a scanner from a person. After this longer pause it has acted.
AFTER_A_PAUSE = "setTimeout(arguments[0], 200)"


@pytest.fixture
def signed_in_browser(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser, at Home."""
    browser.resize(DESKTOP)
    sign_in(browser, merchant)
    browser.open(home_url(merchant))
    yield browser
    gallery.clear_cookies(browser)


def scan(browser: Browser, text: str) -> None:
    browser.run_script(SCAN, text)


@pytest.mark.parametrize("prefix", ["", "]C1"])
@pytest.mark.parametrize("where", ["/", "/shipments", "/products"])
def test_a_scan_opens_the_parcel_wherever_the_focus_is(
    signed_in_browser: Browser, merchant: Client, where: str, prefix: str
) -> None:
    made, _ = booked(merchant), booked(merchant)
    signed_in_browser.open(f"{home_url(merchant)}{where.rstrip('/')}")
    signed_in_browser.run_script(
        "(document.querySelector('input[type=checkbox]') ?? document.querySelector('main a')).focus()"
    )
    scan(signed_in_browser, prefix + made["waybillId"])
    eventually(lambda: gallery.current_path(signed_in_browser) == f"/shipments/{made['id']}")


def test_letters_of_a_scan_lead_nowhere_else(signed_in_browser: Browser, merchant: Client) -> None:
    shipment = new_shipment(merchant, externalRef="gsjx/k?gb")
    new_shipment(merchant)
    signed_in_browser.open(f"{home_url(merchant)}/shipments")
    signed_in_browser.run_script(
        "document.querySelector('form[method=post]').addEventListener('change', () => { window.chosen = true; })"
    )
    signed_in_browser.run_script(
        "document.querySelector('form.find').addEventListener('submit', (event) => event.preventDefault())"
    )
    scan(signed_in_browser, "gsjx/k?gb")
    signed_in_browser.driver.execute_async_script(AFTER_A_PAUSE)
    assert signed_in_browser.find_one("#find").get_attribute("value") == "gsjx/k?gb"
    assert (
        signed_in_browser.find_all("tr.at, #keys[open]") == []
        and gallery.current_path(signed_in_browser) == "/shipments"
    )
    assert signed_in_browser.run_script("return !window.chosen && document.activeElement.id !== 'find'")
    signed_in_browser.open(f"{home_url(merchant)}/shipments")
    scan(signed_in_browser, "gsjx/k?gb")
    eventually(lambda: gallery.current_path(signed_in_browser) == f"/shipments/{shipment['id']}")


def test_a_scan_into_a_field_is_what_is_typed_there(signed_in_browser: Browser, merchant: Client) -> None:
    booked(merchant)
    signed_in_browser.open(f"{home_url(merchant)}/shipments")
    signed_in_browser.find_one("#f-q").click()
    scan(signed_in_browser, "JNE0001")
    signed_in_browser.driver.execute_async_script(AFTER_A_PAUSE)
    assert (
        signed_in_browser.find_one("#find").get_attribute("value") == ""
        and gallery.current_path(signed_in_browser) == "/shipments"
    )


def test_fewer_than_four_keys_are_no_scan(signed_in_browser: Browser, merchant: Client) -> None:
    new_shipment(merchant)
    signed_in_browser.open(f"{home_url(merchant)}/shipments")
    scan(signed_in_browser, "jkj")
    assert signed_in_browser.find_all("tr.at") and signed_in_browser.find_one("#find").get_attribute("value") == ""


def test_a_scan_is_found_where_single_keys_are_switched_off(signed_in_browser: Browser, merchant: Client) -> None:
    shipment = booked(merchant)
    gallery.set_cookie_at(signed_in_browser, home_url(merchant), "console-keys", "off")
    signed_in_browser.open(home_url(merchant))
    ActionCounter(signed_in_browser).press("g", "s", "/")
    assert gallery.current_path(signed_in_browser) == "/"
    scan(signed_in_browser, shipment["waybillId"])
    eventually(lambda: gallery.current_path(signed_in_browser) == f"/shipments/{shipment['id']}")
