"""Settings of which one follows from another, with a keyboard alone and without any script."""

from tests.harness.service import Client
from tests.system.browser import gallery
from tests.system.browser.test_console_journeys import home_url, sign_in
from tests.system.browser.ways import Way


def test_couriers_are_ticked_and_all_are_asked_again(way: Way, merchant: Client) -> None:
    def enabled() -> list[str]:
        return merchant("GET", "/api/v1/shipping/config").data["config"]["enabledCouriers"]

    way.browser.open(f"{home_url(merchant)}/settings/couriers")
    way.choose_next("input[name=which]:checked")
    way.tick("input[name=courier][value=jne]")
    way.tick("input[name=courier][value=sicepat]")
    way.click_and_wait("form.couriers button.main")
    assert sorted(enabled()) == ["jne", "sicepat"]
    way.tick("input[name=courier][value=jne]")
    way.click_and_wait("form.couriers button.main")
    assert enabled() == ["sicepat"]
    way.choose_next("input[name=which]:checked")
    way.click_and_wait("form.couriers button.main")
    assert enabled() == []


def test_an_origin_is_searched_for_and_its_area_chosen(way: Way, merchant: Client) -> None:
    before = merchant("GET", "/api/v1/shipping/origin").data
    way.browser.open(f"{home_url(merchant)}/settings/origin")
    way.type_into("#area", "Bandung")
    way.click_and_wait("button[name=act][value=search]")
    assert merchant("GET", "/api/v1/shipping/origin").data == before
    # No place is chosen yet if there are several.
    assert way.browser.find_all("input[name=choice]:checked") == []
    way.tick("input[name=choice]")
    way.choose_next("input[name=choice]:checked")
    chosen = way.browser.find_one("input[name=choice]:checked").get_attribute("value")
    assert chosen != way.browser.find_one("input[name=choice]").get_attribute("value")
    way.click_and_wait("main form p button.main")
    assert merchant("GET", "/api/v1/shipping/origin").data["areaId"] == chosen


def test_a_key_of_ones_own_is_removed(way: Way, merchant: Client) -> None:
    assert merchant("PUT", "/api/v1/shipping/config", {"apiKey": "simulator"}).status == 200
    way.browser.open(f"{home_url(merchant)}/settings/couriers")
    way.click_and_wait("a.danger[href$='/key/remove']")
    way.click_and_wait("main form button.danger")
    assert not merchant("GET", "/api/v1/shipping/config").data["config"]["apiKeyConfigured"]
    assert "Your own key is removed." in way.browser.find_one(".message.good").text


def test_sign_ins_are_ended_one_by_one_and_all_at_once(way: Way, merchant: Client) -> None:
    others = [sign_in(way.browser, merchant) for _ in range(3)]
    sign_in(way.browser, merchant)
    page = f"{home_url(merchant)}/settings/you"

    def going_on() -> int:
        headers = [[("Cookie", f"{gallery.COOKIE}={one}")] for one in others]
        path = f"/console/{merchant.account_id}"
        return [merchant.service.send("GET", path, each).status for each in headers].count(200)

    way.browser.open(page)
    way.click_and_wait("form[action$='/end'] button")
    assert going_on() == 2
    way.click_and_wait("form[action$='/end-others'] button")
    assert going_on() == 0 and way.browser.find_all("form[action$='/end']") == []
    assert way.browser.find_one("h1").is_displayed()
