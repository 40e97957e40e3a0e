"""One browser for the whole session."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.shop import ORIGIN
from tests.harness.parcels import fund
from tests.harness.service import Client
from tests.system.browser import gallery
from tests.system.browser.browser import DESKTOP, PHONE, Browser, list_missing_programs, open_chromium
from tests.system.browser.test_console_journeys import sign_in
from tests.system.browser.ways import WAY_NAMES, WAYS, Way, use_way


def pytest_sessionstart() -> None:
    if lacking := list_missing_programs():
        pytest.exit(f"The browser tests need {' and '.join(lacking)} on the PATH.", returncode=2)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with tempfile.TemporaryDirectory(prefix="fulfilment-browser-") as folder, open_chromium(Path(folder)) as running:
        yield running


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    """At phone width, in light colours, with nothing left of what was before."""
    chromium.open("about:blank")
    chromium.resize(PHONE)
    chromium.set_color_scheme("light")
    chromium.console_errors()
    chromium.requested_hosts()
    return chromium


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def sized(browser: Browser, request: pytest.FixtureRequest) -> Browser:
    """The browser at either width."""
    browser.resize(request.param)
    return browser


@pytest.fixture(params=WAYS, ids=WAY_NAMES)
def way(request: pytest.FixtureRequest, browser: Browser, merchant: Client) -> Iterator[Way]:
    """An owner at a workspace that has money and an origin, each way that everything at the console must go."""
    browser.resize(DESKTOP)
    fund(merchant)
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    sign_in(browser, merchant)
    with use_way(request.param, browser) as someone:
        yield someone
    gallery.clear_cookies(browser)
