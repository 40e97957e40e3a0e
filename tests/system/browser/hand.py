"""A person's actions at the console: a click, a key and a filled field are one action each."""

from collections.abc import Iterator
from contextlib import contextmanager
from json import loads

from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.harness.service import Answer, Service
from tests.system.browser import acts
from tests.system.browser.browser import PATIENCE_SECONDS, Browser
from tests.system.browser.gallery import COOKIE, SeedData

# Where a print dialog would open, it is noted that it did; of the frame nothing else is asked.
_RECORD_PRINTS = """
const window_of = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentWindow").get;
Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {get() {
  const there = window_of.call(this);
  return {location: there.location, print() { document.documentElement.dataset.printed = there.location.pathname; }};
}});
"""
MOST_TABS = 120
# A person types more slowly than a scanner, which takes less than 0.03 seconds from key to key.
BETWEEN_KEYS_SECONDS = 0.06
PDF = "application/pdf"


class ActionCounter:
    """Counts a person's actions in one tab."""

    def __init__(self, browser: Browser):
        self.browser = browser
        self.actions = 0

    def click(self, selector: str) -> None:
        self.actions += 1
        self.browser.find_one(selector).click()

    def click_and_wait(self, selector: str) -> None:
        """Click on what leads to another page, and wait for that."""
        self.actions += 1
        self.browser.click_and_wait(selector)

    def fill(self, **values: str) -> None:
        """Fields by their names; `_` stands for `-`."""
        self.actions += len(values)
        acts.fill(self.browser, **values)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.actions += 1
            ActionChains(self.browser.driver).send_keys(key).pause(BETWEEN_KEYS_SECONDS).perform()

    def type(self, text: str) -> None:
        """Into whatever has the focus: one field."""
        self.actions += 1
        ActionChains(self.browser.driver).send_keys(text).perform()

    def press_and_leave(self, *keys: str) -> None:
        before = self.browser.find_one("html")
        self.press(*keys)
        WebDriverWait(self.browser.driver, PATIENCE_SECONDS).until(lambda _: before != self.browser.find_one("html"))

    def reach(self, selector: str) -> None:
        """Go there with the tabulator alone; the focus can be seen wherever it stops."""
        wanted = self.browser.find_one(selector)
        for _ in range(MOST_TABS):
            ActionChains(self.browser.driver).send_keys(Keys.TAB).perform()
            focused = self.browser.driver.switch_to.active_element
            shown = self.browser.run_script(
                "const it = getComputedStyle(arguments[0]); return it.outlineStyle", focused
            )
            assert shown != "none", focused.get_attribute("outerHTML")
            if focused == wanted:
                return
        raise AssertionError(f"the tabulator does not lead to {selector}")

    def type_into(self, selector: str, text: str) -> None:
        self.reach(selector)
        ActionChains(self.browser.driver).send_keys(text).perform()

    def leave_with(self, selector: str, key: str = Keys.ENTER) -> None:
        self.reach(selector)
        self.press_and_leave(key)


@contextmanager
def without_script(browser: Browser) -> Iterator[None]:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        yield
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@contextmanager
def record_print_dialogs(browser: Browser) -> Iterator[None]:
    script_source = {"source": _RECORD_PRINTS}
    script = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script_source)
    try:
        yield
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def is_printed(browser: Browser) -> bool:
    return bool(browser.find_all("html[data-printed]"))


def fetch_printed_documents(browser: Browser, service: Service, shops: SeedData) -> list[Answer]:
    """The PDFs that the browser got since it was last asked, each drawn again from the address that its form led to."""
    events = [loads(entry["message"])["message"] for entry in browser.driver.get_log("performance")]
    pdf_request_ids = {
        event["params"]["requestId"]
        for event in events
        if event["method"] == "Network.responseReceived" and event["params"]["response"]["mimeType"] == PDF
    }
    requests = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
    urls = [
        one["request"]["url"]
        for one in requests
        if one["requestId"] in pdf_request_ids and one["request"]["method"] == "GET"
    ]
    return [service.send("GET", url.removeprefix(shops.base), [("Cookie", f"{COOKIE}={shops.owner}")]) for url in urls]
