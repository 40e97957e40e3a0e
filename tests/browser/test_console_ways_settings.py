"""Settings of which one follows from another, with a keyboard alone and without any script."""

from tests.browser import gallery
from tests.browser.test_console_journeys import come, home
from tests.browser.ways import Way
from tests.http.service import Client


def test_couriers_are_ticked_and_all_are_asked_again(way: Way, merchant: Client) -> None:
    def enabled() -> list[str]:
        return merchant("GET", "/api/v1/shipping/config").data["config"]["enabledCouriers"]

    way.browser.open(f"{home(merchant)}/settings/couriers")
    way.choose_next("input[name=which]:checked")
    way.tick("input[name=courier][value=jne]")
    way.tick("input[name=courier][value=sicepat]")
    way.go("form.couriers button.main")
    assert sorted(enabled()) == ["jne", "sicepat"]
    way.tick("input[name=courier][value=jne]")
    way.go("form.couriers button.main")
    assert enabled() == ["sicepat"]
    way.choose_next("input[name=which]:checked")
    way.go("form.couriers button.main")
    assert enabled() == []


def test_an_origin_is_searched_for_and_its_area_chosen(way: Way, merchant: Client) -> None:
    before = merchant("GET", "/api/v1/shipping/origin").data
    way.browser.open(f"{home(merchant)}/settings/origin")
    way.enter("#area", "Bandung")
    way.go("button[name=act][value=search]")
    assert merchant("GET", "/api/v1/shipping/origin").data == before
    way.choose_next("input[name=choice]:checked")
    chosen = way.browser.one("input[name=choice]:checked").get_attribute("value")
    assert chosen != way.browser.one("input[name=choice]").get_attribute("value")
    way.go("main form p button.main")
    assert merchant("GET", "/api/v1/shipping/origin").data["areaId"] == chosen


def test_a_key_of_ones_own_is_removed(way: Way, merchant: Client) -> None:
    assert merchant("PUT", "/api/v1/shipping/config", {"apiKey": "simulator"}).status == 200
    way.browser.open(f"{home(merchant)}/settings/couriers")
    way.go("a.danger[href$='/key/remove']")
    way.go("main form button.danger")
    assert not merchant("GET", "/api/v1/shipping/config").data["config"]["apiKeyConfigured"]
    assert "Your own key is removed." in way.browser.one(".message.good").text


def test_sign_ins_are_ended_one_by_one_and_all_at_once(way: Way, merchant: Client) -> None:
    others = [come(way.browser, merchant) for _ in range(3)]
    come(way.browser, merchant)
    page = f"{home(merchant)}/settings/you"

    def going_on() -> int:
        headers = [[("Cookie", f"{gallery.COOKIE}={one}")] for one in others]
        path = f"/console/{merchant.account_id}"
        return [merchant.service.send("GET", path, each).status for each in headers].count(200)

    way.browser.open(page)
    way.go("form[action$='/end'] button")
    assert going_on() == 2
    way.go("form[action$='/end-others'] button")
    assert going_on() == 0 and way.browser.all("form[action$='/end']") == []
    assert way.browser.one("h1").is_displayed()
