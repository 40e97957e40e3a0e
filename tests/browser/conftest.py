"""One browser for the whole session."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.browser import DESKTOP, PHONE, Browser, browsing, missing


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
