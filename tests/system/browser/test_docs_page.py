"""The documentation in a real browser, on a phone and on a desk: read, searched and tried."""

from pathlib import Path

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.harness.goods import new_product, new_warehouse, quantity
from tests.harness.parcels import booked
from tests.harness.service import Client, Service
from tests.harness.waiting import eventually
from tests.system.browser.browser import DESKTOP, Browser

LEGIBILITY = (Path(__file__).parent / "legibility.js").read_text(encoding="utf-8")
OVERFLOW = (Path(__file__).parent / "overflow.js").read_text(encoding="utf-8")
NARROWEST = (320, 640)
PAGES = ("/docs", "/docs/README", "/docs/products", "/docs/reference/createShipment", "/docs/reference/listProducts")
# Elements that may be wider than the screen scroll by themselves, and can be scrolled with the keyboard.
SIDEWAYS = "return [...document.querySelectorAll('pre, .table')].every((each) => each.tabIndex === 0)"


def base(api: Service) -> str:
    return f"http://127.0.0.1:{api.port}"


def type_into(browser: Browser, selector: str, text: str) -> None:
    field = browser.find_one(selector)
    field.clear()
    field.send_keys(text)


def sign_in(browser: Browser, client: Client) -> None:
    type_into(browser, "#key-id", client.key_id)
    type_into(browser, "#secret", client.secret)


def send_request(browser: Browser) -> str:
    """The page's text about the response: its status, and its body below it."""
    browser.run_script("document.getElementById('answer').hidden = true")
    browser.find_one("#trial button.main").click()
    eventually(lambda: browser.find_one("#answer").is_displayed())
    return browser.find_one("#answer").text


def fill_in_ids(browser: Browser) -> None:
    browser.find_one("#fill").click()
    eventually(lambda: browser.find_one("#trial-state").text.startswith("Filled in."))


def test_it_shows_every_group_and_every_guide_and_asks_nobody_else(sized: Browser, api: Service) -> None:
    sized.open(base(api) + "/docs")
    assert {"Shipments", "Webhooks", "Events"} <= set(sized.texts(".group h3"))
    assert "Signing a request" in sized.texts("main h3")
    assert len(sized.find_all(".group a")) > 140 and len(sized.find_all(".guides a")) > 30
    assert sized.console_errors() == []
    assert sized.requested_hosts() == {f"127.0.0.1:{api.port}"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_kind_of_page_fits_a_small_phone_and_is_legible(browser: Browser, api: Service, scheme: str) -> None:
    browser.set_color_scheme(scheme)
    for page in PAGES:
        for size in (NARROWEST, DESKTOP):
            browser.resize(size)
            browser.open(base(api) + page)
            assert browser.run_script("return document.documentElement.scrollWidth <= innerWidth"), page
            assert browser.run_script(LEGIBILITY) == []
            assert browser.run_script(SIDEWAYS)
            assert len(browser.find_all("h1")) == 1 and browser.find_one("html").get_attribute("lang") == "en"


def test_the_chosen_theme_stays_on_the_next_page(browser: Browser, api: Service) -> None:
    browser.open(base(api) + "/docs")
    browser.find_one("#theme").click()
    dark = browser.run_script("return getComputedStyle(document.body).backgroundColor")
    browser.open(base(api) + "/docs/signing")
    assert browser.run_script("return getComputedStyle(document.body).backgroundColor") == dark == "rgb(14, 19, 25)"
    assert browser.find_one("#theme").get_attribute("aria-pressed") == "true"
    browser.find_one("#theme").click()
    assert browser.run_script("return getComputedStyle(document.body).backgroundColor") != dark


def test_the_search_finds_fields_and_guides_and_is_used_with_the_keyboard(sized: Browser, api: Service) -> None:
    sized.open(base(api) + "/docs")
    ActionChains(sized.driver).send_keys("/").perform()
    assert sized.driver.switch_to.active_element.get_attribute("id") == "query"
    sized.find_one("#query").send_keys("test vector")
    eventually(lambda: "The second signing scheme: A test vector" in sized.texts("#found strong"))
    sized.find_one("#query").clear()
    sized.find_one("#query").send_keys("confirm pickup")
    eventually(lambda: sized.texts("#found strong")[:1] == ["Confirm pickup"])
    sized.find_one("#query").send_keys(Keys.ARROW_DOWN)
    assert sized.find_one("#query").get_attribute("aria-activedescendant") == "found-0"
    sized.find_one("#query").send_keys(Keys.ENTER)
    eventually(lambda: sized.driver.current_url.endswith("/docs/reference/confirmPickup"))
    assert sized.find_one("h1").text == "Confirm pickup"
    assert sized.console_errors() == []


def test_the_menu_of_a_phone_opens_and_leads_on(browser: Browser, api: Service) -> None:
    browser.open(base(api) + "/docs/reference/createProduct")
    assert not browser.find_one("#nav").is_displayed()
    browser.find_one(".open-nav").click()
    assert browser.find_one("#nav [aria-current=page]").text.startswith("Create product")
    browser.find_one("#nav a[href='/docs/reference/getProduct']").click()
    assert browser.find_one("h1").text == "Get product" and not browser.find_one("#nav").is_displayed()


def test_the_language_of_samples_is_chosen_once(browser: Browser, api: Service) -> None:
    browser.open(base(api) + "/docs/reference/createProduct")
    assert "openssl" in browser.find_one(".panel:not([hidden])").text
    browser.find_one("#tab-1").send_keys(Keys.ARROW_RIGHT)
    assert "urllib" in browser.find_one(".panel:not([hidden])").text
    browser.open(base(api) + "/docs/reference/getProduct")
    assert [tab.text for tab in browser.find_all("[role=tab][aria-selected=true]")] == ["Python"]


def test_a_product_is_made_with_what_is_filled_in_already(sized: Browser, merchant: Client) -> None:
    sized.open(base(merchant.service) + "/docs/reference/createProduct")
    assert len(sized.find_one("[name='header:Idempotency-Key']").get_attribute("value")) == 32
    sign_in(sized, merchant)
    assert "in this tab" in sized.find_one("#credential-state").text
    assert send_request(sized).startswith("201 ")
    assert "the answer of before" in send_request(sized)
    assert len(merchant("GET", "/api/v1/products").data["products"]) == 1
    sized.find_one("[name=body]").send_keys(" ")
    assert "the answer of before" not in send_request(sized)
    assert sized.console_errors() == []


def test_nothing_lies_over_the_form(browser: Browser, api: Service) -> None:
    over = """
        const field = document.querySelector(arguments[0]);
        field.scrollIntoView({block: "center"});
        const {x, y, width, height} = field.getBoundingClientRect();
        return document.elementFromPoint(x + width - 20, y + height / 2) === field;
    """
    for size in (NARROWEST, DESKTOP, (1900, 1000)):
        browser.resize(size)
        browser.open(base(api) + "/docs/reference/createProduct")
        assert [browser.run_script(over, field) for field in ("#key-id", "#secret", "[name=body]")] == [True] * 3


def test_ids_of_the_workspace_take_the_place_of_those_of_the_example(browser: Browser, merchant: Client) -> None:
    product, warehouse = new_product(merchant), new_warehouse(merchant)
    browser.open(base(merchant.service) + "/docs/reference/adjustStock")
    sign_in(browser, merchant)
    fill_in_ids(browser)
    assert send_request(browser).startswith("200 ")
    assert quantity(merchant, product["variants"][0]["id"], warehouse["id"]) is not None
    browser.open(base(merchant.service) + "/docs/reference/getProduct")
    fill_in_ids(browser)
    assert send_request(browser).startswith("200 ") and product["id"] in browser.find_one("#answer").text


def test_the_ids_are_of_what_the_operation_is_about(browser: Browser, merchant: Client) -> None:
    sold, shipment = new_product(merchant, type="license"), booked(merchant)
    new_product(merchant)
    browser.open(base(merchant.service) + "/docs/reference/createLicense")
    sign_in(browser, merchant)
    fill_in_ids(browser)
    assert send_request(browser).startswith("201 ") and sold["id"] in browser.find_one("#answer").text
    browser.open(base(merchant.service) + "/docs/reference/getShipment")
    fill_in_ids(browser)
    assert send_request(browser).startswith("200 ") and shipment["id"] in browser.find_one("#answer").text
    browser.open(base(merchant.service) + "/docs/reference/getDelivery")
    fill_in_ids(browser)
    assert "none of these yet: deliveries" in browser.find_one("#trial-state").text


def test_what_is_refused_is_shown_and_a_pdf_can_be_saved(browser: Browser, merchant: Client) -> None:
    shipment = booked(merchant)
    browser.open(base(merchant.service) + "/docs/reference/downloadLabel")
    browser.find_one("#forget").click()
    assert "AUTH_REQUIRED" in send_request(browser)
    sign_in(browser, merchant)
    type_into(browser, "[name='path:id']", shipment["id"])
    assert (
        send_request(browser).startswith("200 ")
        and browser.find_one("#answer a").get_attribute("download") == "answer.pdf"
    )


def test_the_key_is_kept_for_this_tab_until_it_is_forgotten(browser: Browser, merchant: Client) -> None:
    address = base(merchant.service) + "/docs/reference/listWarehouses"
    browser.open(address)
    sign_in(browser, merchant)
    browser.open(address)
    assert browser.find_one("#secret").get_attribute("value") == merchant.secret
    browser.find_one("#forget").click()
    browser.open(address)
    assert browser.find_one("#secret").get_attribute("value") == ""
    assert merchant.secret not in browser.run_script("return JSON.stringify([{...localStorage}, {...sessionStorage}])")


def test_a_page_that_came_without_tls_from_elsewhere_says_that_it_cannot_sign(browser: Browser, api: Service) -> None:
    # Chromium trusts every address that the tests may open, so a script overrides `isSecureContext`.
    untrusted = {"source": "Object.defineProperty(window, 'isSecureContext', {get: () => false})"}
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", untrusted)
    browser.open(base(api) + "/docs/reference/listWarehouses")
    browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    assert (
        "https" in browser.find_one("#credential-state").text and "sample" in browser.find_one("#credential-state").text
    )


def test_where_the_reader_is_stands_in_view_in_the_navigation(browser: Browser, api: Service) -> None:
    browser.resize(DESKTOP)
    for page in ("createProduct", "listAuditEntries", "rebookShipment"):
        browser.open(f"{base(api)}/docs/reference/{page}")
        place = browser.run_script(
            "return document.querySelector('#nav [aria-current]').getBoundingClientRect().toJSON()"
        )
        assert place["top"] >= 0 and place["bottom"] <= browser.run_script("return innerHeight"), page


def test_the_keyboard_sees_where_it_is_and_can_skip_to_the_content(browser: Browser, api: Service) -> None:
    browser.resize(DESKTOP)
    browser.open(base(api) + "/docs/reference/createProduct")
    ActionChains(browser.driver).send_keys(Keys.TAB).perform()
    assert browser.driver.switch_to.active_element.text == "Skip to the content"
    for _ in range(8):
        ActionChains(browser.driver).send_keys(Keys.TAB).perform()
        focused = browser.driver.switch_to.active_element
        assert browser.run_script("return getComputedStyle(arguments[0]).outlineStyle", focused) != "none"
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    heard = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    assert {("main", ""), ("navigation", "Documentation"), ("search", ""), ("banner", "")} <= set(heard)
    fields = [name for role, name in heard if role in ("textbox", "combobox", "searchbox")]
    assert "" not in fields and len(fields) > 4
