"""One browser for the whole session."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import gallery
from tests.browser.browser import DESKTOP, PHONE, Browser, browsing, missing
from tests.browser.test_console_journeys import come
from tests.browser.ways import WAY_NAMES, WAYS, Way, going
from tests.console.shop import ORIGIN
from tests.harness.parcels import fund
from tests.http.service import Client


def pytest_sessionstart() -> None:
    if lacking := missing():
        pytest.exit(f"The browser tests need {' and '.join(lacking)} on the PATH.", returncode=2)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with tempfile.TemporaryDirectory(prefix="fulfilment-browser-") as folder, browsing(Path(folder)) as running:
        yield running


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    """At phone width, in light colours, with nothing left of what was before."""
    chromium.open("about:blank")
    chromium.resize(PHONE)
    chromium.prefer("light")
    chromium.complaints()
    chromium.hosts_asked()
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
    come(browser, merchant)
    with going(request.param, browser) as someone:
        yield someone
    gallery.forget(browser)
