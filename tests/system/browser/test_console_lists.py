"""The list of parcels in a real browser: papers of many, refusals that can be read, and nothing printed twice."""

import csv
import io
from collections.abc import Iterator

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.bulk_jobs.batch_requests import create_batch, create_drafts
from tests.harness.line import Line
from tests.harness.parcels import booked, fund, new_shipment, shipment
from tests.harness.service import Client
from tests.harness.waiting import eventually
from tests.system.browser import gallery
from tests.system.browser.browser import DESKTOP, PATIENCE_SECONDS, PHONE, Browser
from tests.system.browser.gallery import COOKIE
from tests.system.browser.hand import ActionCounter, is_printed, record_print_dialogs
from tests.system.browser.test_console_journeys import home_url, read_printed_pages, sign_in

PDF = "application/pdf"


@pytest.fixture
def signed_in_browser(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser, at a workspace that has money."""
    browser.resize(DESKTOP)
    fund(merchant)
    sign_in(browser, merchant)
    with record_print_dialogs(browser):
        yield browser
    first, *others = browser.driver.window_handles
    for tab in others:
        browser.driver.switch_to.window(tab)
        browser.driver.close()
    browser.driver.switch_to.window(first)
    gallery.clear_cookies(browser)


def tick_all_and_press(signed_in_browser: Browser, what: str) -> None:
    if not signed_in_browser.find_one("[data-all]").is_selected():
        signed_in_browser.find_one("[data-all]").click()
    signed_in_browser.find_one(f"button[name=what][value={what}]").click()


def read_new_tab(signed_in_browser: Browser, before: list[str]) -> tuple[str, str]:
    """The kind of document and the address of the one tab that has been opened since, which is closed."""
    wait = WebDriverWait(signed_in_browser.driver, PATIENCE_SECONDS)
    wait.until(lambda driver: len(driver.window_handles) == len(before) + 1)
    (opened,) = set(signed_in_browser.driver.window_handles) - set(before)
    signed_in_browser.driver.switch_to.window(opened)
    wait.until(
        lambda driver: (
            driver.current_url != "about:blank" and signed_in_browser.run_script("return document.body !== null")
        )
    )
    found = signed_in_browser.run_script("return [document.contentType, location.pathname]")
    signed_in_browser.driver.close()
    signed_in_browser.driver.switch_to.window(before[0])
    return found[0], found[1]


def delete_session_cookie(signed_in_browser: Browser) -> None:
    signed_in_browser.driver.execute_cdp_cmd(
        "Network.deleteCookies", {"name": COOKIE, "url": signed_in_browser.driver.current_url}
    )


def current_query(signed_in_browser: Browser) -> str:
    return signed_in_browser.driver.current_url.partition("?")[2]


def test_every_paper_of_a_list_is_printed_one_after_the_other_from_one_page(
    signed_in_browser: Browser, merchant: Client
) -> None:
    ids = [booked(merchant)["id"] for _ in range(2)]
    signed_in_browser.open(f"{home_url(merchant)}/shipments?queue=to_print")
    before = signed_in_browser.driver.window_handles
    for what in ("labels", "slips", "hand-over", "labels"):
        tick_all_and_press(signed_in_browser, what)
        assert read_new_tab(signed_in_browser, before) == (PDF, f"/console/{merchant.account_id}/print"), what
    assert all(shipment(merchant, id)["printedAt"] for id in ids)
    signed_in_browser.open(signed_in_browser.driver.current_url)
    assert signed_in_browser.find_all("tbody tr") == []


def test_who_is_left_out_is_named_and_the_rest_is_printed(signed_in_browser: Browser, merchant: Client) -> None:
    booked_shipment = booked(merchant)
    waits = new_shipment(merchant, externalRef="WAITS-1")["id"]
    signed_in_browser.open(f"{home_url(merchant)}/shipments")
    # In this tab, as where a browser opens no others.
    signed_in_browser.run_script(
        "for (const one of document.querySelectorAll('[formtarget]')) one.removeAttribute('formtarget')"
    )
    signed_in_browser.find_one("[data-all]").click()
    signed_in_browser.click_and_wait("button[name=what][value=labels]")
    assert "WAITS-1" in signed_in_browser.find_one("dl.facts").text
    signed_in_browser.find_one("form[data-print] button").click()
    (label,) = read_printed_pages(signed_in_browser, merchant)
    assert booked_shipment["waybillId"] in label
    assert shipment(merchant, booked_shipment["id"])["printedAt"] and not shipment(merchant, waits)["printedAt"]


def test_a_refusal_to_print_is_read_in_words(signed_in_browser: Browser, merchant: Client) -> None:
    shipment_id = booked(merchant)["id"]
    signed_in_browser.open(f"{home_url(merchant)}/shipments/{shipment_id}")
    delete_session_cookie(signed_in_browser)
    signed_in_browser.click_and_wait("form[data-print] button")
    eventually(lambda: "You are no longer signed in" in signed_in_browser.find_one("body").text)
    assert not is_printed(signed_in_browser) and not shipment(merchant, shipment_id)["printedAt"]
    # Signed in once more, what was asked for is sent from there.
    sign_in(signed_in_browser, merchant)
    signed_in_browser.find_one("form button.main").click()
    eventually(lambda: shipment(merchant, shipment_id)["printedAt"] is not None)


def test_a_label_is_printed_once_and_not_by_a_reload_or_a_link_that_is_passed_on(
    signed_in_browser: Browser, merchant: Client
) -> None:
    draft = new_shipment(merchant)["id"]
    signed_in_browser.open(f"{home_url(merchant)}/shipments/{draft}")
    signed_in_browser.click_and_wait("form[action$='/book'] button")
    assert signed_in_browser.find_one(".message.good").is_displayed()
    eventually(lambda: is_printed(signed_in_browser))
    assert current_query(signed_in_browser) == ""
    at = shipment(merchant, draft)["printedAt"]
    for again in (
        signed_in_browser.driver.refresh,
        lambda: signed_in_browser.open(signed_in_browser.driver.current_url),
        lambda: go_back_and_forward(signed_in_browser),
    ):
        again()
        assert signed_in_browser.find_all("form[data-print]") and not signed_in_browser.find_all(
            "[data-print-now], .print-frame, .message.good"
        )
    assert shipment(merchant, draft)["printedAt"] == at


def go_back_and_forward(signed_in_browser: Browser) -> None:
    signed_in_browser.click_and_wait(".crumb a")
    signed_in_browser.driver.back()
    WebDriverWait(signed_in_browser.driver, PATIENCE_SECONDS).until(
        lambda _: signed_in_browser.find_all("form[data-print]")
    )


def test_labels_are_printed_though_the_batch_has_ended_before_its_page_is_there(
    signed_in_browser: Browser, merchant: Client, line: Line
) -> None:
    batch = create_batch(merchant, "book", create_drafts(merchant, 2))["id"]
    gallery.finish_batches(merchant, line.url)
    signed_in_browser.open(f"{home_url(merchant)}/batches/{batch}?print=1")
    assert len(read_printed_pages(signed_in_browser, merchant)) == 2 and current_query(signed_in_browser) == ""
    signed_in_browser.driver.refresh()
    assert not signed_in_browser.find_all(".print-frame") and signed_in_browser.find_all("form[data-print]")


def test_a_batch_that_runs_is_looked_at_without_taking_the_focus(
    signed_in_browser: Browser, merchant: Client, line: Line
) -> None:
    batch = create_batch(merchant, "book", create_drafts(merchant, 3))["id"]
    signed_in_browser.open(f"{home_url(merchant)}/batches/{batch}")
    hand = ActionCounter(signed_in_browser)
    hand.reach("form[action$='/stop'] button")
    signed_in_browser.run_script(
        "window.words = document.getElementById('progress-words'); window.looks = 0;"
        "document.addEventListener('htmx:afterRequest', () => { window.looks += 1; })"
    )
    eventually(lambda: signed_in_browser.run_script("return window.looks") >= 2)
    assert signed_in_browser.run_script("return document.activeElement.closest('form')?.action ?? ''").endswith("/stop")
    hand.reach("#parcel-1")
    seen = signed_in_browser.run_script("return window.looks")
    eventually(lambda: signed_in_browser.run_script("return window.looks") >= seen + 2)
    assert signed_in_browser.run_script("return document.activeElement.id") == "parcel-1"
    gallery.finish_batches(merchant, line.url)
    eventually(lambda: signed_in_browser.find_one("#how-far").text == "Finished")
    # The words are in the element that is read out, which was there all the time.
    assert signed_in_browser.run_script("return window.words.isConnected && window.words.textContent") == "Finished"
    assert signed_in_browser.run_script("return document.activeElement.id") == "parcel-1"
    assert (
        signed_in_browser.find_all("form[action$='/stop']") == [] and signed_in_browser.find_all("#progress-poll") == []
    )


def test_pressing_with_nothing_ticked_leaves_the_list_as_it_was(signed_in_browser: Browser, merchant: Client) -> None:
    create_drafts(merchant, 1)
    signed_in_browser.open(f"{home_url(merchant)}/shipments?status=pending&courierCode=jne")
    hand = ActionCounter(signed_in_browser)
    hand.reach("button[name=act][value=book]")
    hand.press_and_leave(Keys.ENTER)
    assert signed_in_browser.find_one(".message.bad").text.startswith("Something is missing")
    assert "To book" in signed_in_browser.find_one(".tabs [aria-current=page]").text
    assert signed_in_browser.find_one("#f-courier").get_attribute("value") == "jne"
    signed_in_browser.find_one("tbody input[name=id]").click()
    signed_in_browser.click_and_wait("button[name=act][value=book]")
    signed_in_browser.click_and_wait(".crumb a")
    assert current_query(signed_in_browser) == "status=pending&courierCode=jne"


def ticked_rows(signed_in_browser: Browser) -> list[int]:
    """Which rows are ticked, the first is 0."""
    boxes = signed_in_browser.find_all("tbody input[name=id]")
    return [nth for nth, box in enumerate(boxes) if box.is_selected()]


def test_shift_and_a_click_take_or_leave_all_rows_between(signed_in_browser: Browser, merchant: Client) -> None:
    create_drafts(merchant, 6)
    signed_in_browser.open(f"{home_url(merchant)}/shipments?status=pending")
    boxes = signed_in_browser.find_all("tbody input[name=id]")

    def shift_click(nth: int) -> None:
        ActionChains(signed_in_browser.driver).key_down(Keys.SHIFT).click(boxes[nth]).key_up(Keys.SHIFT).perform()

    boxes[1].click()
    shift_click(4)
    assert ticked_rows(signed_in_browser) == [1, 2, 3, 4] and signed_in_browser.find_one("[data-chosen]").text == "4"
    shift_click(2)
    assert ticked_rows(signed_in_browser) == [1] and signed_in_browser.find_one("[data-chosen]").text == "1"
    boxes[5].click()
    shift_click(3)
    assert ticked_rows(signed_in_browser) == [1, 3, 4, 5]


def test_not_now_leads_back_to_the_ticks(signed_in_browser: Browser, merchant: Client) -> None:
    create_drafts(merchant, 4)
    signed_in_browser.open(f"{home_url(merchant)}/shipments?status=pending")
    for nth in (1, 3):
        signed_in_browser.find_all("tbody input[name=id]")[nth].click()
    signed_in_browser.click_and_wait("button[name=act][value=book]")
    signed_in_browser.click_and_wait("main a.button:not(.main)")
    assert ticked_rows(signed_in_browser) == [1, 3] and signed_in_browser.find_one("[data-chosen]").text == "2"
    assert current_query(signed_in_browser) == "status=pending"


@pytest.mark.parametrize("size", [PHONE, (320, 640)], ids=["phone", "narrow"])
def test_every_button_of_the_bar_is_in_sight_on_a_phone(
    signed_in_browser: Browser, merchant: Client, size: tuple[int, int]
) -> None:
    create_drafts(merchant, 12)
    signed_in_browser.resize(size)
    signed_in_browser.open(f"{home_url(merchant)}/shipments")
    signed_in_browser.find_one("tbody input[name=id]").click()
    hidden = signed_in_browser.run_script("""
        return [...document.querySelectorAll(".bulk button")].filter((button) => {
          const {left, right, top, bottom} = button.getBoundingClientRect();
          return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight
            || !button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        }).map((button) => button.textContent)
    """)
    assert len(signed_in_browser.find_all(".bulk button")) == 5 and hidden == []


def test_tabs_count_what_is_in_them_and_the_file_has_what_is_filtered(
    signed_in_browser: Browser, merchant: Client
) -> None:
    wanted = [booked(merchant, externalRef=f"TOKO-{nth}")["externalRef"] for nth in (1, 2)]
    create_drafts(merchant, 3)
    signed_in_browser.open(f"{home_url(merchant)}/shipments?status=confirmed&courierCode=jne")
    counts = dict(text.rsplit(maxsplit=1) for text in signed_in_browser.texts(".tabs a:has(.count)"))
    assert counts == {"All": "5", "To book": "3", "To print": "2", "Under way": "2", "Booked": "2"}
    address = signed_in_browser.find_one(".head a[href*='.csv']").get_attribute("href")
    content = signed_in_browser.driver.execute_async_script(
        "const [there, done] = arguments; fetch(there).then((answer) => answer.text()).then(done)", address
    )
    found = list(csv.DictReader(io.StringIO(content.lstrip("\ufeff"))))
    assert sorted(row["externalRef"] for row in found) == wanted
