"""Tasks with many parcels, and choices, done with a keyboard alone and without any script."""

from collections.abc import Iterator

import pytest

from tests.bulk_jobs.batch_requests import create_batch, create_drafts, get_counts
from tests.harness.goods import default_variant, new_product, new_variant, new_warehouse, quantity
from tests.harness.line import Line
from tests.harness.parcels import booked, shipment
from tests.harness.service import Client
from tests.harness.signed_in import signed_in
from tests.harness.workspaces import open_client
from tests.system.browser import gallery
from tests.system.browser.test_console_journeys import home_url
from tests.system.browser.test_console_lists import PDF, read_new_tab
from tests.system.browser.ways import Way


@pytest.fixture(autouse=True)
def close_other_tabs(way: Way) -> Iterator[None]:
    """Close every tab that a test opened."""
    yield
    driver = way.browser.driver
    first, *others = driver.window_handles
    for tab in others:
        driver.switch_to.window(tab)
        driver.close()
    driver.switch_to.window(first)


def read_value(way: Way, selector: str) -> str:
    return way.browser.find_one(selector).get_attribute("value") or ""


def test_many_are_cancelled_from_the_list(way: Way, merchant: Client, line: Line) -> None:
    stays, waiting, sent = create_drafts(merchant, 1)[0], create_drafts(merchant, 1)[0], booked(merchant)["id"]
    way.browser.open(f"{home_url(merchant)}/shipments")
    for id in (sent, waiting):
        way.tick(f"input[name=id][value='{id}']")
    way.click_and_wait("button[name=act][value=cancel]")
    way.type_into("#reason", "Pembeli berubah pikiran")
    way.click_and_wait("main form button.danger")
    gallery.finish_batches(merchant, line.url)
    assert [shipment(merchant, id)["status"] for id in (sent, waiting, stays)] == ["cancelled", "cancelled", "pending"]


def test_many_are_printed_from_the_list(way: Way, merchant: Client) -> None:
    stays, *sent = (booked(merchant)["id"] for _ in range(3))
    before = way.browser.driver.window_handles
    for what in ("slips", "hand-over", "labels"):
        way.browser.open(f"{home_url(merchant)}/shipments?queue=to_print")
        # The newest stands at the top.
        for id in reversed(sent):
            way.tick(f"input[name=id][value='{id}']")
        way.press(f"button[name=what][value={what}]")
        assert read_new_tab(way.browser, before) == (PDF, f"/console/{merchant.account_id}/print"), what
    assert [bool(shipment(merchant, id)["printedAt"]) for id in (*sent, stays)] == [True, True, False]


def test_a_batch_is_stopped(way: Way, merchant: Client, line: Line) -> None:
    ids = create_drafts(merchant, 2)
    batch = create_batch(merchant, "book", ids)
    way.browser.open(f"{home_url(merchant)}/batches")
    way.click_and_wait(f"tbody a[href$='{batch['id']}']")
    way.click_and_wait("form[action$='/stop'] button")
    gallery.finish_batches(merchant, line.url)
    assert {shipment(merchant, id)["status"] for id in ids} == {"pending"}
    assert sum(get_counts(merchant, batch).values()) == 2 and "done" not in get_counts(merchant, batch)


def test_a_level_is_counted_for_the_first_time(way: Way, merchant: Client) -> None:
    here, there = (new_warehouse(merchant, name)["id"] for name in ("Bandung", "Jakarta"))
    product = new_product(merchant, name="Gayo arabica")
    small, large = default_variant(product), new_variant(merchant, product, name="Large")["id"]
    way.browser.open(f"{home_url(merchant)}/products/{product['id']}")
    way.click_and_wait("a[href*='/stock/first']")
    way.choose_next("#variant")
    way.choose_next("#warehouse")
    variant, place = read_value(way, "#variant"), read_value(way, "#warehouse")
    assert variant in (small, large) and place in (here, there)
    way.click_and_wait("main form button.main")
    way.type_into("#counted", "12")
    way.click_and_wait("form[action*='/count'] button.main")
    assert quantity(merchant, variant, place) == 12
    others = {(one, where) for one in (small, large) for where in (here, there)} - {(variant, place)}
    assert {quantity(merchant, *other) for other in others} == {None}


def test_an_area_and_goods_of_which_there_are_several_are_chosen_in_new_shipment(way: Way, merchant: Client) -> None:
    for name in ("Gayo arabica", "Toraja arabica"):
        new_product(merchant, name=name, weight=270, priceCents=85_000)
    way.browser.open(f"{home_url(merchant)}/shipments/new")
    for field, text in (
        ("name", "Siti Rahayu"),
        ("phone", "081398765432"),
        ("address", "Jl. Braga 55"),
        ("area", "Bandung"),
        ("what-0", "arabica"),
        ("weight-0", "270"),
        ("value-0", "85000"),
    ):
        way.type_into(f"#{field}", text)
    way.click_and_wait("p.acts button.main")
    way.choose_next("#area-choice")
    way.choose_next("#choose-0")
    area, goods = read_value(way, "#area-choice"), read_value(way, "#choose-0")
    way.click_and_wait("p.acts button.main")
    way.click_and_wait("button[name=act][value=draft]")
    (made,) = merchant("GET", "/api/v1/shipments").data["shipments"]
    assert made["destinationSnapshot"]["areaId"] == area
    assert [item["variantId"] for item in made["items"]] == [goods]


def test_a_workspace_is_chosen_and_another_one(way: Way, merchant: Client) -> None:
    second = open_client(merchant.service, "Second")
    both = (merchant.account_id, second.account_id)
    session = signed_in(merchant.service.database_url, "owner", *both)
    address = home_url(merchant).rpartition("/")[0]
    gallery.set_cookie_at(way.browser, address, gallery.COOKIE, session)
    way.browser.open(address)
    way.click_and_wait(f"a.choice[href$='{second.account_id}']")
    assert way.browser.driver.current_url.endswith(second.account_id) and way.browser.find_one("h1").text == "Home"
    way.click_and_wait(".menu a[href='/console']")
    way.click_and_wait(f"a.choice[href$='{merchant.account_id}']")
    assert way.browser.driver.current_url == home_url(merchant)
