"""Journeys through the console in a real browser: the actions are counted, and the printed documents are read."""

from collections.abc import Iterator

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.bulk_jobs.batch_requests import create_drafts
from tests.console.shop import ORIGIN
from tests.documents.packing_documents import extract_pages
from tests.harness.goods import default_variant, new_product, new_warehouse, quantity, stock
from tests.harness.line import Line
from tests.harness.parcels import booked, fund, ledger, new_shipment, shipment
from tests.harness.service import Client
from tests.harness.signed_in import signed_in
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.system.browser import gallery
from tests.system.browser.browser import DESKTOP, Browser
from tests.system.browser.gallery import COOKIE, SeedData
from tests.system.browser.hand import ActionCounter, fetch_printed_documents, is_printed, record_print_dialogs

FIRST_LABEL_ACTIONS = 25
MANY = 50
# One form, sent twice at the same moment.
TWICE = """
const form = document.querySelector("form[action$='/book']"), body = new URLSearchParams(new FormData(form));
return Promise.all([1, 2].map(() => fetch(form.action, {method: "POST", body}).then((answer) => answer.status)));
"""


@pytest.fixture
def signed_in_browser(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser, at a workspace of nothing yet."""
    browser.resize(DESKTOP)
    with record_print_dialogs(browser):
        sign_in(browser, merchant)
        yield browser
    gallery.clear_cookies(browser)


def sign_in(browser: Browser, merchant: Client, role: str = "owner") -> str:
    """Sign a person in; the id of their session."""
    session = signed_in(merchant.service.database_url, role, merchant.account_id)
    gallery.set_cookie_at(browser, base_url(merchant), COOKIE, session)
    return session


def base_url(merchant: Client) -> str:
    return f"http://127.0.0.1:{merchant.service.port}"


def home_url(merchant: Client) -> str:
    return f"{base_url(merchant)}/console/{merchant.account_id}"


def seed_data_of(browser: Browser, merchant: Client) -> SeedData:
    """As much of them as it takes to draw a document again."""
    session = next(each["value"] for each in browser.driver.get_cookies() if each["name"] == COOKIE)
    return SeedData(merchant, merchant, session, session, {}, {})


def read_printed_pages(browser: Browser, merchant: Client) -> list[str]:
    """The pages of the one document that was printed."""
    eventually(lambda: is_printed(browser))
    (document,) = fetch_printed_documents(browser, merchant.service, seed_data_of(browser, merchant))
    assert (document.status, document.headers["content-type"]) == (200, "application/pdf")
    return extract_pages(document.raw)


def test_an_owner_comes_from_nothing_to_a_printed_label(signed_in_browser: Browser, merchant: Client) -> None:
    signed_in_browser.open(home_url(merchant))
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait(".checklist a[href$='/settings/origin']")
    hand.fill(contact="Toko Kopi", phone="0811000001", address="Jl. Senopati 1", area="12110")
    hand.click_and_wait("main form button.main")
    hand.click_and_wait("nav.sections a[href$='/settings/couriers']")
    hand.fill(apiKey="simulator")
    hand.click_and_wait("#key button")
    hand.click_and_wait(".menu a[href$='/shipments']")
    hand.click_and_wait(".head a[href$='/shipments/new']")
    hand.fill(name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="40111")
    hand.fill(what_0="Kopi bubuk", weight_0="250", value_0="85000")
    hand.click_and_wait("p.acts button.main")
    hand.click_and_wait("button[name=act][value=book]")
    (label,) = read_printed_pages(signed_in_browser, merchant)
    (made,) = merchant("GET", "/api/v1/shipments").data["shipments"]
    assert made["status"] == "confirmed" and made["printedAt"]
    assert made["waybillId"] in label and "Jl. Braga 55" in label
    assert hand.actions <= FIRST_LABEL_ACTIONS, hand.actions
    assert [said for said in signed_in_browser.console_errors() if "Content Security" in said] == []


def test_fifty_parcels_are_booked_and_printed_with_four_actions(
    signed_in_browser: Browser, merchant: Client, line: Line
) -> None:
    fund(merchant, 10_000_000)
    ids = create_drafts(merchant, MANY)
    signed_in_browser.open(home_url(merchant))
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait("a[href$='status=pending']")
    hand.click("[data-all]")
    hand.click_and_wait("button[name=act][value=book]")
    hand.click_and_wait("main form button.main")
    assert hand.actions == 4
    gallery.finish_batches(merchant, line.url)
    # The page looks again every two seconds, and prints when it sees the end.
    assert len(read_printed_pages(signed_in_browser, merchant)) == MANY
    assert {shipment(merchant, id)["status"] for id in ids} == {"confirmed"}


def test_a_parcel_is_cancelled_with_two_and_replaced_with_three_actions(
    signed_in_browser: Browser, merchant: Client
) -> None:
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    first, second = booked(merchant), booked(merchant)
    signed_in_browser.open(f"{home_url(merchant)}/shipments/{first['id']}")
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait("a[href$='/cancel']")
    hand.click_and_wait("main form button.main")
    assert hand.actions == 2 and shipment(merchant, first["id"])["status"] == "cancelled"
    assert "credit" in signed_in_browser.find_one(".message.good").text
    signed_in_browser.open(f"{home_url(merchant)}/shipments/{second['id']}")
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait("a[href$='/rebook']")
    hand.click("input[name=service][value^='sicepat|reg']")
    hand.click_and_wait("button[name=book]")
    assert hand.actions == 3 and shipment(merchant, second["id"])["status"] == "cancelled"
    (label,) = read_printed_pages(signed_in_browser, merchant)
    new = shipment(merchant, signed_in_browser.driver.current_url.partition("/shipments/")[2].partition("?")[0])
    assert new["courierCode"] == "sicepat" and new["waybillId"] in label


def test_support_finds_a_parcel_with_a_slash_a_text_and_enter(signed_in_browser: Browser, merchant: Client) -> None:
    drafted = new_shipment(merchant, externalRef="TOKO-771")
    new_shipment(merchant)
    sign_in(signed_in_browser, merchant, "support")
    signed_in_browser.open(home_url(merchant))
    hand = ActionCounter(signed_in_browser)
    hand.press("/")
    hand.type("toko-771")
    hand.press_and_leave(Keys.ENTER)
    assert signed_in_browser.driver.current_url.endswith(f"/shipments/{drafted['id']}") and hand.actions == 3


def test_support_cancels_with_two_and_replaces_with_three_actions_and_books_nothing(
    signed_in_browser: Browser, merchant: Client, courier: Courier
) -> None:
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    first, second = booked(merchant), booked(merchant)
    sign_in(signed_in_browser, merchant, "support")
    signed_in_browser.open(f"{home_url(merchant)}/shipments/{first['id']}")
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait("a[href$='/cancel']")
    hand.click_and_wait("main form button.main")
    assert hand.actions == 2 and shipment(merchant, first["id"])["status"] == "cancelled"
    signed_in_browser.open(f"{home_url(merchant)}/shipments/{second['id']}")
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait("a[href$='/rebook']")
    hand.click("input[name=service][value^='sicepat|reg']")
    assert signed_in_browser.find_all("button[name=book]") == []
    hand.click_and_wait("main form button.main")
    assert hand.actions == 3 and shipment(merchant, second["id"])["status"] == "cancelled"
    new = shipment(merchant, signed_in_browser.driver.current_url.partition("/shipments/")[2].partition("?")[0])
    assert (new["courierCode"], new["status"], courier.orders(new["id"])) == ("sicepat", "pending", [])
    assert signed_in_browser.find_all("form[action$='/book']") == []


def test_a_packer_prints_what_is_booked_and_sees_no_money(signed_in_browser: Browser, merchant: Client) -> None:
    booked_shipment = booked(merchant)
    sign_in(signed_in_browser, merchant, "packer")
    signed_in_browser.open(home_url(merchant))
    assert signed_in_browser.find_all("a[href$='/credit']") == []
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait("a[href$='queue=to_print']")
    hand.click_and_wait("tbody th a")
    hand.click("form[data-print] button")
    (label,) = read_printed_pages(signed_in_browser, merchant)
    assert booked_shipment["waybillId"] in label and hand.actions == 3


def test_a_packer_adjusts_a_level_with_three_actions(signed_in_browser: Browser, merchant: Client) -> None:
    variant, place = default_variant(new_product(merchant, name="Gayo")), new_warehouse(merchant)["id"]
    stock(merchant, variant, place, 40)
    sign_in(signed_in_browser, merchant, "packer")
    signed_in_browser.open(f"{home_url(merchant)}/stock")
    hand = ActionCounter(signed_in_browser)
    hand.click_and_wait("tbody th a")
    # The field of the difference has the focus.
    hand.type("-3")
    hand.press_and_leave(Keys.ENTER)
    assert hand.actions == 3 and quantity(merchant, variant, place) == 37


def test_a_developer_sees_parcels_and_no_way_to_change_them(signed_in_browser: Browser, merchant: Client) -> None:
    booked_shipment = booked(merchant)
    sign_in(signed_in_browser, merchant, "developer")
    signed_in_browser.open(f"{home_url(merchant)}/shipments/{booked_shipment['id']}")
    assert (
        signed_in_browser.find_one("h1").is_displayed() and signed_in_browser.find_all("main form, main a.danger") == []
    )


def test_a_double_click_on_book_books_once(signed_in_browser: Browser, merchant: Client, courier: Courier) -> None:
    fund(merchant)
    drafted = new_shipment(merchant)
    signed_in_browser.open(f"{home_url(merchant)}/shipments/{drafted['id']}")
    ActionChains(signed_in_browser.driver).double_click(
        signed_in_browser.find_one("form[action$='/book'] button")
    ).perform()
    eventually(lambda: bool(signed_in_browser.find_all(".message.good")))
    assert len(courier.orders(drafted["id"])) == 1
    assert [kind for kind, _ in ledger(merchant)].count("shipment_charge") == 1
    # Nor does the same form twice, where no script holds back the second.
    other = new_shipment(merchant)
    signed_in_browser.open(f"{home_url(merchant)}/shipments/{other['id']}")
    signed_in_browser.run_script(TWICE)
    assert len(courier.orders(other["id"])) == 1
    assert [kind for kind, _ in ledger(merchant)].count("shipment_charge") == 2
