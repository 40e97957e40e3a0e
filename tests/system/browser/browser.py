"""Chromium as the tests drive it: nothing of its own on the network, and everything that it does written down."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait

PHONE = (360, 740)
DESKTOP = (1280, 900)
PATIENCE_SECONDS = 20
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_DRIVERS = ("chromedriver", "chromium.chromedriver")
# --no-sandbox: continuous integration runs as root, where Chromium has none; it opens pages of the tests alone.
_ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
)


class Browser:
    """One tab, and what happened in it since it was last asked."""

    def __init__(self, driver: Chrome):
        self.driver = driver

    def open(self, address: str) -> None:
        self.driver.get(address)

    def resize(self, size: tuple[int, int]) -> None:
        """The page's own size, which a window's frame would take from."""
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": width == PHONE[0]}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def set_color_scheme(self, scheme: str) -> None:
        """`light` or `dark`."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def find_all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def find_one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click_and_wait(self, selector: str) -> None:
        """Press what leads elsewhere, and wait until that is there."""
        before = self.find_one("html")
        self.find_one(selector).click()
        # Between two pages the driver has its own words for what is gone.
        wait = WebDriverWait(self.driver, PATIENCE_SECONDS, ignored_exceptions=[WebDriverException])
        wait.until(staleness_of(before))
        wait.until(lambda _driver: self.find_all("body"))

    def texts(self, selector: str) -> list[str]:
        """The visible texts of the matching elements, top to bottom."""
        return [element.text for element in self.find_all(selector)]

    def run_script(self, script: str, *args: Any) -> Any:
        """The value of a script run beside the page, which its policy does not bind."""
        return self.driver.execute_script(script, *args)

    def console_errors(self) -> list[str]:
        """Messages of the browser's console, at any level."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requested_urls(self) -> list[str]:
        """URLs of the network requests since the last call, in order."""
        happened = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        asked = [event["params"]["request"] for event in happened if event["method"] == "Network.requestWillBeSent"]
        return [request["url"] for request in asked if not request["url"].startswith(("data:", "about:"))]

    def read_requests(self) -> dict[str, int]:
        """How many bytes came over the network since the last call, by address; what was kept from before did not."""
        happened = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = {
            event["params"]["requestId"]: event["params"]["request"]["url"]
            for event in happened
            if event["method"] == "Network.requestWillBeSent"
        }
        came = [event["params"] for event in happened if event["method"] == "Network.loadingFinished"]
        return {
            asked[one["requestId"]]: int(one["encodedDataLength"])
            for one in came
            if one["requestId"] in asked and one["encodedDataLength"]
        }

    def requested_hosts(self) -> set[str]:
        """Whom it was asked of."""
        return {urlsplit(address).netloc for address in self.requested_urls()}


@contextmanager
def open_chromium(profile: Path) -> Iterator[Browser]:
    """Chromium with an empty profile in this folder."""
    options = ChromeOptions()
    options.binary_location = _find_program(_BROWSERS)
    for argument in (*_ARGUMENTS, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = Chrome(options, Service(_find_program(_DRIVERS)))
    try:
        yield Browser(driver)
    finally:
        driver.quit()


def list_missing_programs() -> list[str]:
    """Programs that the tests need and this machine lacks."""
    needed = (("Chromium", _BROWSERS), ("its driver", _DRIVERS))
    return [f"{what} ({' or '.join(names)})" for what, names in needed if _find_program(names) is None]


def _find_program(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)
