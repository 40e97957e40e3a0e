"""A scanner at the console: keys in no time that end with Enter, wherever the focus is."""

from collections.abc import Iterator

import pytest

from tests.browser import gallery
from tests.browser.browser import DESKTOP, Browser
from tests.browser.hand import Hand
from tests.browser.test_console_journeys import come, home
from tests.harness.parcels import booked, new_shipment
from tests.harness.waiting import eventually
from tests.http.service import Client

# As fast as there is: all of it in one turn of the page, to whatever has the focus.
SCAN = """
for (const key of [...arguments[0], "Enter"]) {
  const typed = new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true});
  document.activeElement.dispatchEvent(typed);
}
"""
# What is heeded after the pause that tells a scanner from a person has been by the end of a longer one.
AFTER_A_PAUSE = "setTimeout(arguments[0], 200)"


@pytest.fixture
def desk(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser, at Home."""
    browser.resize(DESKTOP)
    come(browser, merchant)
    browser.open(home(merchant))
    yield browser
    gallery.forget(browser)


def scan(browser: Browser, text: str) -> None:
    browser.ask(SCAN, text)


@pytest.mark.parametrize("prefix", ["", "]C1"])
@pytest.mark.parametrize("where", ["/", "/shipments", "/products"])
def test_a_scan_opens_the_parcel_wherever_the_focus_is(
    desk: Browser, merchant: Client, where: str, prefix: str
) -> None:
    made, _ = booked(merchant), booked(merchant)
    desk.open(f"{home(merchant)}{where.rstrip('/')}")
    desk.ask("(document.querySelector('input[type=checkbox]') ?? document.querySelector('main a')).focus()")
    scan(desk, prefix + made["waybillId"])
    eventually(lambda: gallery.path_of(desk) == f"/shipments/{made['id']}")


def test_letters_of_a_scan_lead_nowhere_else(desk: Browser, merchant: Client) -> None:
    wanted = new_shipment(merchant, externalRef="gsjx/k?gb")
    new_shipment(merchant)
    desk.open(f"{home(merchant)}/shipments")
    desk.ask("document.querySelector('form[method=post]').addEventListener('change', () => { window.chosen = true; })")
    desk.ask("document.querySelector('form.find').addEventListener('submit', (event) => event.preventDefault())")
    scan(desk, "gsjx/k?gb")
    desk.driver.execute_async_script(AFTER_A_PAUSE)
    assert desk.one("#find").get_attribute("value") == "gsjx/k?gb"
    assert desk.all("tr.at, #keys[open]") == [] and gallery.path_of(desk) == "/shipments"
    assert desk.ask("return !window.chosen && document.activeElement.id !== 'find'")
    desk.open(f"{home(merchant)}/shipments")
    scan(desk, "gsjx/k?gb")
    eventually(lambda: gallery.path_of(desk) == f"/shipments/{wanted['id']}")


def test_a_scan_into_a_field_is_what_is_typed_there(desk: Browser, merchant: Client) -> None:
    booked(merchant)
    desk.open(f"{home(merchant)}/shipments")
    desk.one("#f-q").click()
    scan(desk, "JNE0001")
    desk.driver.execute_async_script(AFTER_A_PAUSE)
    assert desk.one("#find").get_attribute("value") == "" and gallery.path_of(desk) == "/shipments"


def test_fewer_than_four_keys_are_no_scan(desk: Browser, merchant: Client) -> None:
    new_shipment(merchant)
    desk.open(f"{home(merchant)}/shipments")
    scan(desk, "jkj")
    assert desk.all("tr.at") and desk.one("#find").get_attribute("value") == ""


def test_a_scan_is_found_where_single_keys_are_switched_off(desk: Browser, merchant: Client) -> None:
    made = booked(merchant)
    gallery.put_cookie_at(desk, home(merchant), "console-keys", "off")
    desk.open(home(merchant))
    Hand(desk).press("g", "s", "/")
    assert gallery.path_of(desk) == "/"
    scan(desk, made["waybillId"])
    eventually(lambda: gallery.path_of(desk) == f"/shipments/{made['id']}")
