"""The list of parcels in a real browser: papers of many, refusals that can be read, and nothing printed twice."""

import csv
import io
from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.batches.ordering import drafts, order
from tests.browser import gallery
from tests.browser.browser import DESKTOP, PATIENCE_SECONDS, Browser
from tests.browser.gallery import COOKIE
from tests.browser.hand import Hand, print_dialogs_noted, was_printed
from tests.browser.test_console_journeys import come, home, printed
from tests.harness.line import Line
from tests.harness.parcels import booked, fund, new_shipment, shipment
from tests.harness.waiting import eventually
from tests.http.service import Client

PDF = "application/pdf"


@pytest.fixture
def desk(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser, at a workspace that has money."""
    browser.resize(DESKTOP)
    fund(merchant)
    come(browser, merchant)
    with print_dialogs_noted(browser):
        yield browser
    first, *others = browser.driver.window_handles
    for tab in others:
        browser.driver.switch_to.window(tab)
        browser.driver.close()
    browser.driver.switch_to.window(first)
    gallery.forget(browser)


def tick_all_and_press(desk: Browser, what: str) -> None:
    if not desk.one("[data-all]").is_selected():
        desk.one("[data-all]").click()
    desk.one(f"button[name=what][value={what}]").click()


def in_new_tab(desk: Browser, before: list[str]) -> tuple[str, str]:
    """The kind of document and the address of the one tab that has been opened since, which is closed."""
    wait = WebDriverWait(desk.driver, PATIENCE_SECONDS)
    wait.until(lambda driver: len(driver.window_handles) == len(before) + 1)
    (opened,) = set(desk.driver.window_handles) - set(before)
    desk.driver.switch_to.window(opened)
    wait.until(lambda driver: driver.current_url != "about:blank" and desk.ask("return document.body !== null"))
    found = desk.ask("return [document.contentType, location.pathname]")
    desk.driver.close()
    desk.driver.switch_to.window(before[0])
    return found[0], found[1]


def without_session(desk: Browser) -> None:
    desk.driver.execute_cdp_cmd("Network.deleteCookies", {"name": COOKIE, "url": desk.driver.current_url})


def query_of(desk: Browser) -> str:
    return desk.driver.current_url.partition("?")[2]


def test_every_paper_of_a_list_is_printed_one_after_the_other_from_one_page(desk: Browser, merchant: Client) -> None:
    ids = [booked(merchant)["id"] for _ in range(2)]
    desk.open(f"{home(merchant)}/shipments?queue=to_print")
    before = desk.driver.window_handles
    for what in ("labels", "slips", "hand-over", "labels"):
        tick_all_and_press(desk, what)
        assert in_new_tab(desk, before) == (PDF, f"/console/{merchant.account_id}/print"), what
    assert all(shipment(merchant, id)["printedAt"] for id in ids)
    desk.open(desk.driver.current_url)
    assert desk.all("tbody tr") == []


def test_who_is_left_out_is_named_and_the_rest_is_printed(desk: Browser, merchant: Client) -> None:
    sent = booked(merchant)
    waits = new_shipment(merchant, externalRef="WAITS-1")["id"]
    desk.open(f"{home(merchant)}/shipments")
    # In this tab, as where a browser opens no others.
    desk.ask("for (const one of document.querySelectorAll('[formtarget]')) one.removeAttribute('formtarget')")
    desk.one("[data-all]").click()
    desk.leave_by("button[name=what][value=labels]")
    assert "WAITS-1" in desk.one("dl.facts").text
    desk.one("form[data-print] button").click()
    (label,) = printed(desk, merchant)
    assert sent["waybillId"] in label
    assert shipment(merchant, sent["id"])["printedAt"] and not shipment(merchant, waits)["printedAt"]


def test_a_refusal_to_print_is_read_in_words(desk: Browser, merchant: Client) -> None:
    sent = booked(merchant)["id"]
    desk.open(f"{home(merchant)}/shipments/{sent}")
    without_session(desk)
    desk.leave_by("form[data-print] button")
    eventually(lambda: "Your sign-in is over" in desk.one("body").text)
    assert not was_printed(desk) and not shipment(merchant, sent)["printedAt"]
    # Signed in once more, what was asked for is sent from there.
    come(desk, merchant)
    desk.one("form button.main").click()
    eventually(lambda: shipment(merchant, sent)["printedAt"] is not None)


def test_a_label_is_printed_once_and_not_by_a_reload_or_a_link_that_is_passed_on(
    desk: Browser, merchant: Client
) -> None:
    draft = new_shipment(merchant)["id"]
    desk.open(f"{home(merchant)}/shipments/{draft}")
    desk.leave_by("form[action$='/book'] button")
    assert desk.one(".message.good").is_displayed()
    eventually(lambda: was_printed(desk))
    assert query_of(desk) == ""
    at = shipment(merchant, draft)["printedAt"]
    for again in (desk.driver.refresh, lambda: desk.open(desk.driver.current_url), lambda: back_and_forth(desk)):
        again()
        assert desk.all("form[data-print]") and not desk.all("[data-print-now], .print-frame, .message.good")
    assert shipment(merchant, draft)["printedAt"] == at


def back_and_forth(desk: Browser) -> None:
    desk.leave_by(".crumb a")
    desk.driver.back()
    WebDriverWait(desk.driver, PATIENCE_SECONDS).until(lambda _: desk.all("form[data-print]"))


def test_labels_are_printed_though_the_batch_has_ended_before_its_page_is_there(
    desk: Browser, merchant: Client, line: Line
) -> None:
    batch = order(merchant, "book", drafts(merchant, 2))["id"]
    gallery.finish(merchant, line.url)
    desk.open(f"{home(merchant)}/batches/{batch}?print=1")
    assert len(printed(desk, merchant)) == 2 and query_of(desk) == ""
    desk.driver.refresh()
    assert not desk.all(".print-frame") and desk.all("form[data-print]")


def test_a_batch_that_runs_is_looked_at_without_taking_the_focus(desk: Browser, merchant: Client, line: Line) -> None:
    batch = order(merchant, "book", drafts(merchant, 3))["id"]
    desk.open(f"{home(merchant)}/batches/{batch}")
    hand = Hand(desk)
    hand.reach("form[action$='/stop'] button")
    desk.ask(
        "window.words = document.getElementById('progress-words'); window.looks = 0;"
        "document.addEventListener('htmx:afterRequest', () => { window.looks += 1; })"
    )
    eventually(lambda: desk.ask("return window.looks") >= 2)
    assert desk.ask("return document.activeElement.closest('form')?.action ?? ''").endswith("/stop")
    hand.reach("#parcel-1")
    seen = desk.ask("return window.looks")
    eventually(lambda: desk.ask("return window.looks") >= seen + 2)
    assert desk.ask("return document.activeElement.id") == "parcel-1"
    gallery.finish(merchant, line.url)
    eventually(lambda: desk.one("#how-far").text == "Finished")
    # The words are in the element that is read out, which was there all the time.
    assert desk.ask("return window.words.isConnected && window.words.textContent") == "Finished"
    assert desk.ask("return document.activeElement.id") == "parcel-1"
    assert desk.all("form[action$='/stop']") == [] and desk.all("#progress-poll") == []


def test_pressing_with_nothing_ticked_leaves_the_list_as_it_was(desk: Browser, merchant: Client) -> None:
    drafts(merchant, 1)
    desk.open(f"{home(merchant)}/shipments?status=pending&courierCode=jne")
    hand = Hand(desk)
    hand.reach("button[name=act][value=book]")
    hand.press_and_leave(Keys.ENTER)
    assert desk.one(".message.bad").text.startswith("Something that was entered")
    assert "To book" in desk.one(".tabs [aria-current=page]").text
    assert desk.one("#f-courier").get_attribute("value") == "jne"
    desk.one("tbody input[name=id]").click()
    desk.leave_by("button[name=act][value=book]")
    desk.leave_by(".crumb a")
    assert query_of(desk) == "status=pending&courierCode=jne"


def test_tabs_count_what_is_in_them_and_the_file_has_what_is_filtered(desk: Browser, merchant: Client) -> None:
    wanted = [booked(merchant, externalRef=f"TOKO-{nth}")["externalRef"] for nth in (1, 2)]
    drafts(merchant, 3)
    desk.open(f"{home(merchant)}/shipments?status=confirmed&courierCode=jne")
    counts = dict(text.rsplit(maxsplit=1) for text in desk.texts(".tabs a:has(.count)"))
    assert counts == {"All": "5", "To book": "3", "To print": "2", "Under way": "2", "Booked": "2"}
    address = desk.one(".head a[href*='.csv']").get_attribute("href")
    content = desk.driver.execute_async_script(
        "const [there, done] = arguments; fetch(there).then((answer) => answer.text()).then(done)", address
    )
    found = list(csv.DictReader(io.StringIO(content.lstrip("\ufeff"))))
    assert sorted(row["externalRef"] for row in found) == wanted
