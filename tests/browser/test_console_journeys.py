"""What people do in the console, in a real browser, with their actions counted, and what comes out of the printer."""

from collections.abc import Iterator

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.batches.ordering import drafts
from tests.browser import gallery
from tests.browser.browser import DESKTOP, Browser
from tests.browser.gallery import COOKIE, Shops
from tests.browser.hand import Hand, documents_asked, print_dialogs_noted, was_printed
from tests.console.shop import ORIGIN
from tests.harness.goods import default_variant, new_product, new_warehouse, quantity, stock
from tests.harness.line import Line
from tests.harness.parcels import booked, fund, ledger, new_shipment, shipment
from tests.harness.signed_in import signed_in
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.http.service import Client
from tests.labels.papers import pages

FIRST_LABEL_ACTIONS = 25
MANY = 50
# One form, sent twice at the same moment.
TWICE = """
const form = document.querySelector("form[action$='/book']"), body = new URLSearchParams(new FormData(form));
return Promise.all([1, 2].map(() => fetch(form.action, {method: "POST", body}).then((answer) => answer.status)));
"""


@pytest.fixture
def desk(browser: Browser, merchant: Client) -> Iterator[Browser]:
    """An owner's browser, at a workspace of nothing yet."""
    browser.resize(DESKTOP)
    with print_dialogs_noted(browser):
        come(browser, merchant)
        yield browser
    gallery.forget(browser)


def come(browser: Browser, merchant: Client, role: str = "owner") -> str:
    """Sign somebody in; the id of their session."""
    session = signed_in(merchant.service.database_url, role, merchant.account_id)
    gallery.put_cookie_at(browser, base(merchant), COOKIE, session)
    return session


def base(merchant: Client) -> str:
    return f"http://127.0.0.1:{merchant.service.port}"


def home(merchant: Client) -> str:
    return f"{base(merchant)}/console/{merchant.account_id}"


def shops_of(browser: Browser, merchant: Client) -> Shops:
    """As much of them as it takes to draw a document again."""
    session = next(each["value"] for each in browser.driver.get_cookies() if each["name"] == COOKIE)
    return Shops(merchant, merchant, session, session, {}, {})


def printed(browser: Browser, merchant: Client) -> list[str]:
    """The pages of the one document that was printed."""
    eventually(lambda: was_printed(browser))
    (document,) = documents_asked(browser, merchant.service, shops_of(browser, merchant))
    assert (document.status, document.headers["content-type"]) == (200, "application/pdf")
    return pages(document.raw)


def test_an_owner_comes_from_nothing_to_a_printed_label(desk: Browser, merchant: Client) -> None:
    desk.open(home(merchant))
    hand = Hand(desk)
    hand.follow(".checklist a[href$='/settings/origin']")
    hand.fill(contact="Toko Kopi", phone="0811000001", address="Jl. Senopati 1", area="12110")
    hand.follow("main form button.main")
    hand.follow("nav.sections a[href$='/settings/couriers']")
    hand.fill(apiKey="simulator")
    hand.follow("#key button")
    hand.follow(".menu a[href$='/shipments']")
    hand.follow(".head a[href$='/shipments/new']")
    hand.fill(name="Siti Rahayu", phone="081398765432", address="Jl. Braga 55", area="40111")
    hand.fill(what_0="Kopi bubuk", weight_0="250", value_0="85000")
    hand.follow("p.acts button.main")
    hand.follow("button[name=act][value=book]")
    (label,) = printed(desk, merchant)
    (made,) = merchant("GET", "/api/v1/shipments").data["shipments"]
    assert made["status"] == "confirmed" and made["printedAt"]
    assert made["waybillId"] in label and "Jl. Braga 55" in label
    assert hand.actions <= FIRST_LABEL_ACTIONS, hand.actions
    assert [said for said in desk.complaints() if "Content Security" in said] == []


def test_fifty_parcels_are_booked_and_printed_with_four_actions(desk: Browser, merchant: Client, line: Line) -> None:
    fund(merchant, 10_000_000)
    ids = drafts(merchant, MANY)
    desk.open(home(merchant))
    hand = Hand(desk)
    hand.follow("a[href$='status=pending']")
    hand.click("[data-all]")
    hand.follow("button[name=act][value=book]")
    hand.follow("main form button.main")
    assert hand.actions == 4
    gallery.finish(merchant, line.url)
    # The page looks again every two seconds, and prints when it sees the end.
    assert len(printed(desk, merchant)) == MANY
    assert {shipment(merchant, id)["status"] for id in ids} == {"confirmed"}


def test_a_parcel_is_cancelled_with_two_and_replaced_with_three_actions(desk: Browser, merchant: Client) -> None:
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    first, second = booked(merchant), booked(merchant)
    desk.open(f"{home(merchant)}/shipments/{first['id']}")
    hand = Hand(desk)
    hand.follow("a[href$='/cancel']")
    hand.follow("main form button.main")
    assert hand.actions == 2 and shipment(merchant, first["id"])["status"] == "cancelled"
    assert "credit" in desk.one(".message.good").text
    desk.open(f"{home(merchant)}/shipments/{second['id']}")
    hand = Hand(desk)
    hand.follow("a[href$='/rebook']")
    hand.click("input[name=service][value^='sicepat|reg']")
    hand.follow("button[name=book]")
    assert hand.actions == 3 and shipment(merchant, second["id"])["status"] == "cancelled"
    (label,) = printed(desk, merchant)
    new = shipment(merchant, desk.driver.current_url.partition("/shipments/")[2].partition("?")[0])
    assert new["courierCode"] == "sicepat" and new["waybillId"] in label


def test_support_finds_a_parcel_with_a_slash_a_text_and_enter(desk: Browser, merchant: Client) -> None:
    wanted = new_shipment(merchant, externalRef="TOKO-771")
    new_shipment(merchant)
    come(desk, merchant, "support")
    desk.open(home(merchant))
    hand = Hand(desk)
    hand.press("/")
    hand.type("toko-771")
    hand.press_and_leave(Keys.ENTER)
    assert desk.driver.current_url.endswith(f"/shipments/{wanted['id']}") and hand.actions == 3


def test_support_cancels_with_two_and_replaces_with_three_actions_and_books_nothing(
    desk: Browser, merchant: Client, courier: Courier
) -> None:
    assert merchant("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    first, second = booked(merchant), booked(merchant)
    come(desk, merchant, "support")
    desk.open(f"{home(merchant)}/shipments/{first['id']}")
    hand = Hand(desk)
    hand.follow("a[href$='/cancel']")
    hand.follow("main form button.main")
    assert hand.actions == 2 and shipment(merchant, first["id"])["status"] == "cancelled"
    desk.open(f"{home(merchant)}/shipments/{second['id']}")
    hand = Hand(desk)
    hand.follow("a[href$='/rebook']")
    hand.click("input[name=service][value^='sicepat|reg']")
    assert desk.all("button[name=book]") == []
    hand.follow("main form button.main")
    assert hand.actions == 3 and shipment(merchant, second["id"])["status"] == "cancelled"
    new = shipment(merchant, desk.driver.current_url.partition("/shipments/")[2].partition("?")[0])
    assert (new["courierCode"], new["status"], courier.orders(new["id"])) == ("sicepat", "pending", [])
    assert desk.all("form[action$='/book']") == []


def test_a_packer_prints_what_is_booked_and_sees_no_money(desk: Browser, merchant: Client) -> None:
    made = booked(merchant)
    come(desk, merchant, "packer")
    desk.open(home(merchant))
    assert desk.all("a[href$='/credit']") == []
    hand = Hand(desk)
    hand.follow("a[href$='queue=to_print']")
    hand.follow("tbody th a")
    hand.click("form[data-print] button")
    (label,) = printed(desk, merchant)
    assert made["waybillId"] in label and hand.actions == 3


def test_a_packer_adjusts_a_level_with_three_actions(desk: Browser, merchant: Client) -> None:
    variant, place = default_variant(new_product(merchant, name="Gayo")), new_warehouse(merchant)["id"]
    stock(merchant, variant, place, 40)
    come(desk, merchant, "packer")
    desk.open(f"{home(merchant)}/stock")
    hand = Hand(desk)
    hand.follow("tbody th a")
    # The field of the difference has the focus.
    hand.type("-3")
    hand.press_and_leave(Keys.ENTER)
    assert hand.actions == 3 and quantity(merchant, variant, place) == 37


def test_a_developer_sees_parcels_and_no_way_to_change_them(desk: Browser, merchant: Client) -> None:
    made = booked(merchant)
    come(desk, merchant, "developer")
    desk.open(f"{home(merchant)}/shipments/{made['id']}")
    assert desk.one("h1").is_displayed() and desk.all("main form, main a.danger") == []


def test_a_double_click_on_book_books_once(desk: Browser, merchant: Client, courier: Courier) -> None:
    fund(merchant)
    made = new_shipment(merchant)
    desk.open(f"{home(merchant)}/shipments/{made['id']}")
    ActionChains(desk.driver).double_click(desk.one("form[action$='/book'] button")).perform()
    eventually(lambda: bool(desk.all(".message.good")))
    assert len(courier.orders(made["id"])) == 1
    assert [kind for kind, _ in ledger(merchant)].count("shipment_charge") == 1
    # Nor does the same form twice, where no script holds back the second.
    other = new_shipment(merchant)
    desk.open(f"{home(merchant)}/shipments/{other['id']}")
    desk.ask(TWICE)
    assert len(courier.orders(other["id"])) == 1
    assert [kind for kind, _ in ledger(merchant)].count("shipment_charge") == 2
