"""Every screen of the console in a real browser: on phones and a desk, light and dark, in English and Indonesian."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from tests.harness.line import Line
from tests.harness.service import Service, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_client
from tests.system.browser import gallery
from tests.system.browser.browser import DESKTOP, PHONE, Browser
from tests.system.browser.gallery import SCENES, Scene, SeedData

AXE = Path(__file__).parent / "axe" / "axe.min.js"
NARROWEST = (320, 640)
LANGUAGES = ("en", "id")
# WCAG 2.2 A and AA, and what else axe knows of headings, landmarks and labels.
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# These rules alone read colours, which another scheme changes and another language does not.
COLOURS = ["color-contrast", "link-in-text-block"]
RUN_AXE = (Path(__file__).parent / "barriers.js").read_text(encoding="utf-8")
SHIFTS = (Path(__file__).parent / "shifts.js").read_text(encoding="utf-8")
BEYOND = (Path(__file__).parent / "beyond.js").read_text(encoding="utf-8")
MARKUP = (Path(__file__).parent / "markup.js").read_text(encoding="utf-8")
BROKEN = (Path(__file__).parent / "broken.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def shops(api: Service, courier: Courier, line: Line) -> SeedData:
    return gallery.create_seed_data(open_client(api), courier, line.url)


@pytest.fixture(autouse=True)
def clear_cookies_after(chromium: Browser) -> Iterator[None]:
    yield
    gallery.clear_cookies(chromium)


def violations(browser: Browser, *, of_colours: bool | None = None) -> list[str]:
    """The findings of axe-core by all rules, by those of colours alone (True), or by all others (False)."""
    only = {"type": "rule", "values": COLOURS} if of_colours else {"type": "tag", "values": STANDARDS}
    left_out = {name: {"enabled": False} for name in (COLOURS if of_colours is False else ())}
    if browser.run_script("return !window.axe"):
        browser.run_script(AXE.read_text(encoding="utf-8"))
    return browser.driver.execute_async_script(RUN_AXE, {"runOnly": only, "rules": left_out})


def shifts(browser: Browser) -> list[str]:
    """Layout shifts of the page since it was opened."""
    return browser.driver.execute_async_script(SHIFTS)


def unexpected_errors(browser: Browser, scene: Scene) -> list[str]:
    """Messages of the browser's console, except for the one about the page's own error status.

    The message about the status must be there exactly where the status is an error.
    """
    messages = browser.console_errors()
    others = [one for one in messages if f"status of {scene.status} (" not in one]
    is_refusal = len(others) < len(messages)
    return others if is_refusal == (scene.status >= 400) else [*others, f"its status is not {scene.status}"]


def test_what_looks_for_barriers_is_what_its_readme_says() -> None:
    said = (AXE.parent / "README.md").read_text(encoding="utf-8")
    assert sha256(AXE.read_bytes()).hexdigest() in said


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_everybody_can_use_it(browser: Browser, shops: SeedData, scene: Scene) -> None:
    found: list[str] = []
    looked_at: list[str] = []
    # Parts that load late do so in each language: each page is opened at one width, and looked at in all of them.
    for language, opened_at in zip(LANGUAGES, (PHONE, DESKTOP), strict=True):
        browser.resize(opened_at)
        browser.set_color_scheme("light")
        gallery.open_scene(browser, shops, scene, language)
        assert browser.find_one("html").get_attribute("lang") == language
        found += [f"{language} {opened_at} moved: {one}" for one in shifts(browser)]
        markup = browser.run_script(MARKUP)
        for size in (NARROWEST, PHONE, DESKTOP):
            browser.resize(size)
            found += [f"{language} {size} beyond the screen: {one}" for one in browser.run_script(BEYOND)]
            found += [f"{language} {size} {one}" for one in browser.run_script(BROKEN)]
            if size != PHONE:
                problems = barriers(browser, has_new_colours=markup not in looked_at)
                found += [f"{language} {size} {one}" for one in problems]
        looked_at.append(markup)
        found += [f"{language} console: {one}" for one in unexpected_errors(browser, scene)]
    assert not found, "\n".join(found)


def barriers(browser: Browser, *, has_new_colours: bool) -> list[str]:
    """The findings of axe on a page: all rules in light, and colours in dark unless another page had the same."""
    browser.set_color_scheme("light")
    if not has_new_colours:
        return violations(browser, of_colours=False)
    light = [f"light: {one}" for one in violations(browser)]
    browser.set_color_scheme("dark")
    return [*light, *(f"dark: {one}" for one in violations(browser, of_colours=True))]


def test_what_moves_by_itself_is_found(browser: Browser, shops: SeedData) -> None:
    gallery.open_scene(browser, shops, Scene("settings", "/settings/workstation"))
    assert shifts(browser) == []
    browser.run_script("document.getElementById('screen').prepend('Somebody came late.')")
    assert len(shifts(browser)) == 1


def test_a_number_that_is_broken_or_cut_is_found(browser: Browser, shops: SeedData) -> None:
    gallery.open_scene(browser, shops, Scene("settings", "/settings/workstation"))
    assert browser.run_script(BROKEN) == []
    browser.run_script("""
        const screen = document.getElementById("screen");
        const put = (text, style, kind) => {
          const box = screen.appendChild(document.createElement("p")), inner = document.createElement(kind);
          box.style.cssText = style;
          inner.textContent = text;
          box.append(inner);
        };
        put("Rp1.354.000", "width: 4ch; overflow-wrap: anywhere", "span");
        put("INV-2063", "width: 5ch; overflow: hidden", "time");
        put("Words alone may break", "width: 5ch", "span");
    """)
    assert browser.run_script(BROKEN) == ["cut: INV-2063", "broken: Rp1.354.000"]


def test_a_first_visit_asks_for_little_and_the_next_for_the_page_alone(browser: Browser, shops: SeedData) -> None:
    """At most 80 kB as they travel in six requests, then 30 kB in one (design, Targets)."""
    browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    browser.resize(DESKTOP)
    shipments = Scene("shipments", "/shipments")
    browser.read_requests()
    gallery.open_scene(browser, shops, shipments)
    first = browser.read_requests()
    gallery.open_scene(browser, shops, shipments)
    second = browser.read_requests()
    # Chromium asks for a new icon when it is idle, which can be after the second page.
    first |= {address: second.pop(address) for address in list(second) if address.endswith("/icon.svg")}
    assert 2 <= len(first) <= 6 and sum(first.values()) <= 80_000, first
    assert list(second) == [shipments.address(shops)] and sum(second.values()) <= 30_000, second


# Addresses of signing in and out, and the status that each answers.
SIGN_IN_PAGES = (
    ("/console/sign-out", 200),
    ("/console/signed-out", 200),
    ("/console/signed-in?state=x&code=y", 400),
    ("/console/sign-in", 503),
)


def list_barriers(browser: Browser, shops: SeedData, address: str, status: int) -> list[str]:
    """Faults of a page that stands alone, in every language, theme and width."""
    found: list[str] = []
    for language in LANGUAGES:
        for theme in ("light", "dark"):
            gallery.set_cookie(browser, shops, "console-language", language)
            gallery.set_cookie(browser, shops, "console-theme", theme)
            # The workstation's choice counts, whatever the browser likes.
            browser.set_color_scheme("dark" if theme == "light" else "light")
            browser.open(address)
            assert browser.find_one("html").get_attribute("lang") == language
            assert browser.run_script("return getComputedStyle(document.documentElement).colorScheme") == theme
            for size in (NARROWEST, DESKTOP):
                browser.resize(size)
                found += [f"{language} {theme} {size}: {one}" for one in violations(browser)]
                found += [f"{language} {theme} {size} beyond the screen: {one}" for one in browser.run_script(BEYOND)]
        found += [one for one in browser.console_errors() if f"status of {status} (" not in one]
    return found


@pytest.mark.parametrize(("path", "status"), SIGN_IN_PAGES)
def test_everybody_can_use_the_pages_of_signing_in(browser: Browser, shops: SeedData, path: str, status: int) -> None:
    found = list_barriers(browser, shops, shops.base + path, status)
    assert not found, "\n".join(found)


def test_everybody_can_read_that_the_service_is_busy(browser: Browser, shops: SeedData) -> None:
    url = shops.full.service.database_url
    gallery.set_cookie(browser, shops, gallery.COOKIE, shops.owner)
    with serving(url, database_lock_timeout_seconds="1") as busy, psycopg.connect(url) as somebody:
        somebody.execute("LOCK TABLE shipments IN ACCESS EXCLUSIVE MODE")
        address = f"http://127.0.0.1:{busy.port}/console/{shops.full.account_id}/shipments"
        found = list_barriers(browser, shops, address, 503)
        assert browser.find_one("main p").text == "503"
    assert not found, "\n".join(found)
