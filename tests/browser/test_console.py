"""Every screen of the console in a real browser: on phones and a desk, light and dark, in English and Indonesian."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from tests.browser import gallery
from tests.browser.browser import DESKTOP, PHONE, Browser
from tests.browser.gallery import SCENES, Scene, Shops
from tests.harness.line import Line
from tests.harness.simulator import Courier
from tests.http.service import Service, serving
from tests.http.workspaces import open_client

AXE = Path(__file__).parent / "axe" / "axe.min.js"
NARROWEST = (320, 640)
LANGUAGES = ("en", "id")
# WCAG 2.2 A and AA, and what else axe knows of headings, landmarks and labels.
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Of all rules these alone read colours, which are what another scheme changes.
COLOURS = ["color-contrast", "link-in-text-block"]
LOOK = (Path(__file__).parent / "barriers.js").read_text(encoding="utf-8")
SHIFTS = (Path(__file__).parent / "shifts.js").read_text(encoding="utf-8")
BEYOND = (Path(__file__).parent / "beyond.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def shops(api: Service, courier: Courier, line: Line) -> Shops:
    return gallery.open_shops(open_client(api), courier, line.url)


@pytest.fixture(autouse=True)
def nobody_stays(chromium: Browser) -> Iterator[None]:
    yield
    gallery.forget(chromium)


def violations(browser: Browser, *rules: str) -> list[str]:
    """What axe-core finds; of these rules alone, where any are named."""
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": STANDARDS}
    if browser.ask("return !window.axe"):
        browser.ask(AXE.read_text(encoding="utf-8"))
    return browser.driver.execute_async_script(LOOK, only)


def shifts(browser: Browser) -> list[str]:
    """What moved on the page by itself since it was opened."""
    return browser.driver.execute_async_script(SHIFTS)


def complaints(browser: Browser, scene: Scene) -> list[str]:
    """What the console says beside that the page itself is a refusal, which it says where it is one."""
    said = browser.complaints()
    others = [one for one in said if f"status of {scene.status} (" not in one]
    is_refusal = len(others) < len(said)
    return others if is_refusal == (scene.status >= 400) else [*others, f"its status is not {scene.status}"]


def test_what_looks_for_barriers_is_what_its_readme_says() -> None:
    said = (AXE.parent / "README.md").read_text(encoding="utf-8")
    assert sha256(AXE.read_bytes()).hexdigest() in said


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_everybody_can_use_it(browser: Browser, shops: Shops, scene: Scene) -> None:
    found: list[str] = []
    for language in LANGUAGES:
        browser.resize(PHONE)
        gallery.enter(browser, shops, scene, language)
        assert browser.one("html").get_attribute("lang") == language
        found += [f"{language} moved: {one}" for one in shifts(browser)]
        for size in (NARROWEST, PHONE, DESKTOP):
            browser.resize(size)
            found += [f"{language} {size} beyond the screen: {one}" for one in browser.ask(BEYOND)]
            if size == PHONE:
                continue
            browser.prefer("light")
            found += [f"{language} {size} light: {one}" for one in violations(browser)]
            browser.prefer("dark")
            found += [f"{language} {size} dark: {one}" for one in violations(browser, *COLOURS)]
        found += [f"{language} console: {one}" for one in complaints(browser, scene)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene.act is None], ids=lambda scene: scene.name)
def test_nothing_moves_by_itself_at_a_desk(browser: Browser, shops: Shops, scene: Scene) -> None:
    browser.resize(DESKTOP)
    gallery.enter(browser, shops, scene)
    assert shifts(browser) == []


def test_what_moves_by_itself_is_found(browser: Browser, shops: Shops) -> None:
    gallery.enter(browser, shops, Scene("settings", "/settings/workstation"))
    assert shifts(browser) == []
    browser.ask("document.getElementById('screen').prepend('Somebody came late.')")
    assert len(shifts(browser)) == 1


def test_a_first_visit_asks_for_little_and_the_next_for_the_page_alone(browser: Browser, shops: Shops) -> None:
    """At most 80 kB as they travel in six requests, then 30 kB in one (design, Targets)."""
    browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    browser.resize(DESKTOP)
    shipments = Scene("shipments", "/shipments")
    browser.travelled()
    gallery.enter(browser, shops, shipments)
    first = browser.travelled()
    assert 2 <= len(first) <= 6 and sum(first.values()) <= 80_000, first
    gallery.enter(browser, shops, shipments)
    second = browser.travelled()
    assert list(second) == [shipments.address(shops)] and sum(second.values()) <= 30_000, second


# Addresses of signing in and out, and the status that each answers.
SIGN_IN_PAGES = (
    ("/console/sign-out", 200),
    ("/console/signed-out", 200),
    ("/console/signed-in?state=x&code=y", 400),
    ("/console/sign-in", 503),
)


def barriers_alone(browser: Browser, shops: Shops, address: str, status: int) -> list[str]:
    """What is wrong with a page that stands alone, in every language, theme and width."""
    found: list[str] = []
    for language in LANGUAGES:
        for theme in ("light", "dark"):
            gallery.put_cookie(browser, shops, "console-language", language)
            gallery.put_cookie(browser, shops, "console-theme", theme)
            # The workstation's choice counts, whatever the browser likes.
            browser.prefer("dark" if theme == "light" else "light")
            browser.open(address)
            assert browser.one("html").get_attribute("lang") == language
            assert browser.ask("return getComputedStyle(document.documentElement).colorScheme") == theme
            for size in (NARROWEST, DESKTOP):
                browser.resize(size)
                found += [f"{language} {theme} {size}: {one}" for one in violations(browser)]
                found += [f"{language} {theme} {size} beyond the screen: {one}" for one in browser.ask(BEYOND)]
        found += [one for one in browser.complaints() if f"status of {status} (" not in one]
    return found


@pytest.mark.parametrize(("path", "status"), SIGN_IN_PAGES)
def test_everybody_can_use_the_pages_of_signing_in(browser: Browser, shops: Shops, path: str, status: int) -> None:
    found = barriers_alone(browser, shops, shops.base + path, status)
    assert not found, "\n".join(found)


def test_everybody_can_read_that_the_service_is_busy(browser: Browser, shops: Shops) -> None:
    url = shops.full.service.database_url
    gallery.put_cookie(browser, shops, gallery.COOKIE, shops.owner)
    with serving(url, database_lock_timeout_seconds="1") as busy, psycopg.connect(url) as somebody:
        somebody.execute("LOCK TABLE shipments IN ACCESS EXCLUSIVE MODE")
        address = f"http://127.0.0.1:{busy.port}/console/{shops.full.account_id}/shipments"
        found = barriers_alone(browser, shops, address, 503)
        assert browser.one("main p").text == "503"
    assert not found, "\n".join(found)
