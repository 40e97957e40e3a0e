"""The buyers' page in a real browser, on a phone and on a desk."""

from pathlib import Path

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.harness.buyers import INSTANT, booked_as, link_of, moved
from tests.harness.database import execute
from tests.harness.parcels import DESTINATION, cancel, new_shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier
from tests.system.browser.browser import Browser

HOSTILE = '"><script>window.harmed = 1</script><img src=//evil.example/x onerror=window.harmed=1><style>*{color:red}'
HOSTILE_NAME = "<svg/onload=window.harmed=1>"
UNBROKEN = "W" * 90
LEGIBILITY = (Path(__file__).parent / "legibility.js").read_text(encoding="utf-8")
OVERFLOW = (Path(__file__).parent / "overflow.js").read_text(encoding="utf-8")
EVERY_FATE = ("draft", "under way", "on hold", "delivered", "cancelled", "replaced", "unknown")


def tracking_url(client: Client, id: str) -> str:
    return f"http://127.0.0.1:{client.service.port}{link_of(client, id)}"


def create_under_way(client: Client, courier: Courier, *statuses: str) -> dict:
    """An instant courier's parcel, whose driver is on the way unless told otherwise."""
    shipment = booked_as(client, **INSTANT)
    moved(client, courier, shipment, *(statuses or ("allocated", "picked", "dropping_off")))
    return shipment


def create_page(client: Client, courier: Courier, fate: str) -> str:
    """The address of a page of each kind."""
    if fate == "unknown":
        return f"http://127.0.0.1:{client.service.port}/t/unknown"
    if fate in ("under way", "on hold", "delivered"):
        last = {"under way": "dropping_off", "on hold": "on_hold", "delivered": "delivered"}[fate]
        return tracking_url(client, create_under_way(client, courier, "allocated", "picked", last)["id"])
    shipment = new_shipment(client)
    if fate == "cancelled":
        cancel(client, shipment["id"])
    elif fate == "replaced":
        client("POST", f"/api/v1/shipments/{shipment['id']}/rebook")
    return tracking_url(client, shipment["id"])


def test_it_is_whole_in_itself_and_the_console_is_silent(sized: Browser, merchant: Client, courier: Courier) -> None:
    address = tracking_url(merchant, create_under_way(merchant, courier)["id"])
    sized.open(address)
    assert sized.find_one("h1").text == "Out for delivery"
    assert sized.console_errors() == []
    assert sized.requested_urls() == [address]


def test_it_reads_from_the_newest_to_the_oldest(sized: Browser, merchant: Client, courier: Courier) -> None:
    sized.open(tracking_url(merchant, create_under_way(merchant, courier)["id"]))
    steps = sized.find_all(".history li")
    assert sized.texts(".history .step") == [
        "Out for delivery",
        "Collected",
        "Driver assigned",
        "Courier booked",
        "Being prepared",
    ]
    assert [step.rect["y"] for step in steps] == sorted(step.rect["y"] for step in steps)


def test_the_driver_can_be_called_with_a_thumb(browser: Browser, merchant: Client, courier: Courier) -> None:
    shipment = create_under_way(merchant, courier)
    (order,) = courier.orders(shipment["id"])
    browser.open(tracking_url(merchant, shipment["id"]))
    assert browser.find_one(".driver .name").text == order["courier"]["driver_name"]
    assert browser.find_one(".driver .plate").text == order["courier"]["driver_plate_number"]
    call = browser.find_one(".driver a")
    assert call.get_attribute("href") == f"tel:{order['courier']['driver_phone']}"
    assert call.rect["height"] >= 44 and call.rect["y"] < browser.find_one(".history").rect["y"]


@pytest.mark.parametrize("fate", EVERY_FATE)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(
    browser: Browser, merchant: Client, courier: Courier, fate: str, scheme: str
) -> None:
    browser.set_color_scheme(scheme)
    browser.open(create_page(merchant, courier, fate))
    ground = browser.run_script("return getComputedStyle(document.body).backgroundColor")
    assert (sum(int(part) for part in ground[4:-1].split(",")) < 128 * 3) == (scheme == "dark")
    assert browser.run_script(LEGIBILITY) == []


@pytest.mark.parametrize("fate", EVERY_FATE)
def test_nothing_has_to_be_scrolled_sideways(sized: Browser, merchant: Client, courier: Courier, fate: str) -> None:
    sized.open(create_page(merchant, courier, fate))
    assert sized.run_script(OVERFLOW) == []


def test_neither_long_words_nor_large_letters_break_it(sized: Browser, merchant: Client, courier: Courier) -> None:
    shipment = booked_as(merchant, **INSTANT | {"destination": {**INSTANT["destination"], "contactName": UNBROKEN}})
    moved(merchant, courier, shipment, "allocated", note=UNBROKEN * 4)
    change = """UPDATE shipments SET waybill_id = $2, courier_service_code = $2,
                driver = json_build_object('name', $2::text, 'phone', $2::text, 'plate', $2::text) WHERE id = $1"""
    execute(merchant, change, shipment["id"], UNBROKEN)
    sized.open(tracking_url(merchant, shipment["id"]))
    assert sized.run_script(OVERFLOW) == []
    sized.run_script("document.documentElement.style.fontSize = '200%'")
    assert sized.run_script(OVERFLOW) == []


def test_what_others_wrote_does_nothing(browser: Browser, merchant: Client, courier: Courier) -> None:
    shipment = booked_as(merchant, **INSTANT | {"destination": {**DESTINATION, "lat": -6.26, "lng": 106.81}})
    moved(merchant, courier, shipment, "allocated", note=HOSTILE)
    change = """UPDATE shipments SET waybill_id = $2, courier_service_code = $2,
                driver = json_build_object('name', $2::text, 'phone', 'javascript:window.harmed=1', 'plate', $2::text),
                destination_snapshot = json_build_object('contactName', $3::text),
                origin_snapshot = json_build_object('city', left($2::text, 80)) WHERE id = $1"""
    execute(merchant, change, shipment["id"], HOSTILE, HOSTILE_NAME)
    address = tracking_url(merchant, shipment["id"])
    browser.requested_hosts()
    browser.open(address)
    assert browser.find_one(".history .note").text == HOSTILE
    assert browser.find_one(".driver .name").text == HOSTILE[:79] + "…"
    assert browser.run_script("return window.harmed") is None
    assert browser.find_all("script, img, body style, .driver a") == []
    assert browser.console_errors() == [] and browser.requested_urls() == [address]


def test_were_a_script_to_slip_in_it_would_not_run(browser: Browser, merchant: Client) -> None:
    browser.open(tracking_url(merchant, new_shipment(merchant)["id"]))
    browser.run_script(
        "const script = document.createElement('script'); script.textContent = 'window.harmed = 1';"
        "document.body.append(script);"
    )
    assert browser.run_script("return window.harmed") is None
    assert "Content Security Policy" in browser.console_errors()[0]


def test_the_page_of_a_broken_link_says_so_kindly(sized: Browser, merchant: Client) -> None:
    sized.open(create_page(merchant, None, "unknown"))
    assert sized.find_one("h1").text == "Parcel not found"
    assert "ask the sender" in sized.find_one("main").text


def test_the_old_link_leads_to_the_new_parcel(browser: Browser, merchant: Client) -> None:
    old = new_shipment(merchant)
    new = merchant("POST", f"/api/v1/shipments/{old['id']}/rebook").data["shipment"]
    browser.open(tracking_url(merchant, old["id"]))
    assert browser.find_one("h1").text == "Sent another way"
    browser.find_one(".hero a").click()
    assert browser.driver.current_url == new["trackingPageUrl"]
    assert browser.find_one("h1").text == "Being prepared"
    # Where one came from is as secret as where one is.
    assert browser.run_script("return document.referrer") == ""


def test_the_keyboard_reaches_every_link_and_shows_where_it_is(
    browser: Browser, merchant: Client, courier: Courier
) -> None:
    browser.open(tracking_url(merchant, create_under_way(merchant, courier)["id"]))
    reached = []
    for _ in browser.find_all("a"):
        ActionChains(browser.driver).send_keys(Keys.TAB).perform()
        focused = browser.driver.switch_to.active_element
        assert browser.run_script("return getComputedStyle(arguments[0]).outlineStyle", focused) == "solid"
        reached.append(focused.get_attribute("href"))
    assert reached == [link.get_attribute("href") for link in browser.find_all("a")] and len(reached) == 2


def test_looking_again_shows_what_has_happened_since(browser: Browser, merchant: Client, courier: Courier) -> None:
    shipment = create_under_way(merchant, courier)
    browser.open(tracking_url(merchant, shipment["id"]))
    moved(merchant, courier, shipment, "delivered")
    browser.find_one("footer a").click()
    assert browser.find_one("h1").text == "Delivered" and browser.find_all(".driver") == []


def test_whoever_listens_hears_the_same(browser: Browser, merchant: Client, courier: Courier) -> None:
    browser.open(tracking_url(merchant, create_under_way(merchant, courier)["id"]))
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    heard = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    headings = [name for role, name in heard if role == "heading"]
    assert headings == ["Out for delivery", "Your driver", "Parcel", "History"]
    assert ("main", "") in heard and ("list", "Progress") in heard
    assert browser.find_one("html").get_attribute("lang") == "en"
    assert browser.texts("[aria-current=step]") == ["On its way"]
