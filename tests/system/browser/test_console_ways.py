"""Tasks at the console, done both ways: with a keyboard alone, and without any script."""

from typing import Any

from tests.harness.buyers import moved
from tests.harness.database import rows
from tests.harness.goods import new_product, new_variant, new_warehouse
from tests.harness.line import Line
from tests.harness.parcels import booked, item, new_shipment, shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.system.browser import gallery
from tests.system.browser.hand import is_printed
from tests.system.browser.test_console_journeys import home_url
from tests.system.browser.ways import Way


def read_level(merchant: Client, variant: str, place: str) -> int:
    asked = "SELECT quantity FROM stock_levels WHERE account_id = $1 AND variant_id = $2 AND warehouse_id = $3"
    return sum(row["quantity"] for row in rows(merchant, asked, variant, place))


def test_goods_are_added_counted_adjusted_and_transferred(way: Way, merchant: Client) -> None:
    here = new_warehouse(merchant, "Bandung")["id"]
    there = new_warehouse(merchant, "Jakarta")["id"]
    way.browser.open(f"{home_url(merchant)}/products")
    way.click_and_wait(".head a[href$='/products/new']")
    for field, text in (
        ("name", "Gayo arabica"),
        ("sku", "GAYO-1"),
        ("weight", "270"),
        ("price", "85000"),
        ("quantity", "40"),
    ):
        way.type_into(f"#{field}", text)
    way.click_and_wait(".goods-form button.main")
    (variant,) = merchant("GET", "/api/v1/variants?q=GAYO-1").data["variants"]
    assert (variant["weight"], variant["priceCents"], read_level(merchant, variant["id"], here)) == (270, 85_000, 40)
    way.browser.open(f"{home_url(merchant)}/stock/{variant['id']}/{here}")
    way.type_into("#delta", "-3")
    way.click_and_wait("form[action$='/adjust'] button.main")
    assert read_level(merchant, variant["id"], here) == 37
    way.type_into("#counted", "35")
    way.click_and_wait("form[action*='/count'] button")
    assert read_level(merchant, variant["id"], here) == 35
    way.type_into("#pieces", "5")
    way.click_and_wait("form[action$='/transfer'] button")
    assert (read_level(merchant, variant["id"], here), read_level(merchant, variant["id"], there)) == (30, 5)
    way.type_into("#threshold", "50")
    way.click_and_wait("form[action*='/threshold'] button")
    way.browser.open(f"{home_url(merchant)}/stock?low=true")
    assert "Gayo arabica" in way.browser.find_one("tbody").text


def test_a_product_is_changed_archived_and_brought_back(way: Way, merchant: Client) -> None:
    product = new_product(merchant, name="Old name")
    new_variant(merchant, product, name="Large")
    way.browser.open(f"{home_url(merchant)}/products/{product['id']}")
    way.type_into("#name", "New name")
    way.click_and_wait("main form button.main")
    assert merchant("GET", f"/api/v1/products/{product['id']}").data["product"]["name"] == "New name"
    way.click_and_wait("a[href$='/archive']")
    way.click_and_wait("main form button.danger")
    assert merchant("GET", f"/api/v1/products/{product['id']}").data["product"]["archived"]
    way.browser.open(f"{home_url(merchant)}/products/{product['id']}")
    way.click_and_wait("form[action$='/restore'] button")
    assert not merchant("GET", f"/api/v1/products/{product['id']}").data["product"]["archived"]


def test_many_are_booked_and_the_refused_tried_again(way: Way, merchant: Client, courier: Courier, line: Line) -> None:
    drafts = [new_shipment(merchant)["id"] for _ in range(2)]
    way.browser.open(f"{home_url(merchant)}/shipments?status=pending")
    way.tick("tbody tr:nth-child(1) input[name=id]")
    way.tick("tbody tr:nth-child(2) input[name=id]")
    way.click_and_wait("button[name=act][value=book]")
    way.click_and_wait("main form button.main")
    with courier.in_mood(fail="refuse"):
        gallery.run_worker_once(merchant, line.url)
    batch = way.browser.driver.current_url
    way.browser.open(batch)
    assert {shipment(merchant, id)["status"] for id in drafts} == {"pending"}
    assert way.browser.find_one("main").text.count("The courier says: ") == 2
    way.click_and_wait("form[action$='/retry'] button")
    gallery.run_worker_once(merchant, line.url)
    way.browser.open(batch)
    assert {shipment(merchant, id)["status"] for id in drafts} == {"confirmed"}
    assert way.browser.find_one("form[action$='/print']").get_attribute("target") == "_blank"
    if way.has_script:
        way.tick("form[action$='/print'] button")
        eventually(lambda: is_printed(way.browser))
        assert all(shipment(merchant, id)["printedAt"] for id in drafts)


def test_a_label_is_printed_and_what_came_back_is_put_on_the_shelf(
    way: Way, merchant: Client, courier: Courier
) -> None:
    place = new_warehouse(merchant)["id"]
    product = new_product(merchant)
    variant = merchant("GET", f"/api/v1/products/{product['id']}").data["product"]["variants"][0]["id"]
    added = {"variantId": variant, "warehouseId": place, "delta": 5, "reason": "initial_stock"}
    assert merchant("POST", "/api/v1/stock/adjust", added).status in (200, 201)
    booked_shipment = booked(merchant, item(variantId=variant, quantity=2))
    way.browser.open(f"{home_url(merchant)}/shipments/{booked_shipment['id']}")
    if way.has_script:
        way.tick("form[action$='/print'] button")
        eventually(lambda: is_printed(way.browser))
        assert shipment(merchant, booked_shipment["id"])["printedAt"]
    moved(merchant, courier, booked_shipment, "picking_up", "picked", "dropping_off", "returned")
    assert read_level(merchant, variant, place) == 3
    way.browser.open(f"{home_url(merchant)}/shipments/{booked_shipment['id']}")
    way.click_and_wait("a[href$='/restock']")
    way.type_into("#good-0", "1")
    way.type_into("#damaged-0", "1")
    way.click_and_wait("main form button.main")
    assert read_level(merchant, variant, place) == 4


def test_settings_are_changed(way: Way, merchant: Client) -> None:
    base = f"{home_url(merchant)}/settings"
    way.browser.open(f"{base}/workspace")
    way.type_into("#name", "Toko Baru")
    way.type_into("#time-zone", "Asia/Makassar")
    way.click_and_wait("main form button.main")
    shown = merchant("GET", "/api/v1/workspace").data
    assert (shown["name"], shown["timeZone"]) == ("Toko Baru", "Asia/Makassar")
    way.click_and_wait("nav.sections a[href$='/settings/origin']")
    way.type_into("#contact", "Gudang Dua")
    way.click_and_wait("main form p button.main")
    assert merchant("GET", "/api/v1/shipping/origin").data["contactName"] == "Gudang Dua"
    way.click_and_wait("nav.sections a[href$='/settings/couriers']")
    way.type_into("#apiKey", "simulator")
    way.click_and_wait("#key button")
    assert b'"apiKeyConfigured":true' in merchant("GET", "/api/v1/shipping/config").raw
    way.click_and_wait("nav.sections a[href$='/settings/warehouses']")
    way.click_and_wait("main a[href$='/settings/warehouses/new']")
    way.type_into("#name", "Gudang Timur")
    way.click_and_wait("main form button.main")
    assert "Gudang Timur" in [one["name"] for one in merchant("GET", "/api/v1/warehouses").data["warehouses"]]
    way.browser.open(f"{base}/workstation")
    way.choose_next("#theme")
    way.click_and_wait("main form button.main")
    assert way.browser.find_one("html").get_attribute("data-theme") == "light"


def test_a_variant_is_added_made_the_default_and_archived(way: Way, merchant: Client) -> None:
    product = new_product(merchant, name="Gayo arabica")
    here = f"{home_url(merchant)}/products/{product['id']}"

    def variants() -> dict[str, dict[str, Any]]:
        shown = merchant("GET", f"/api/v1/products/{product['id']}").data["product"]["variants"]
        return {each["name"]: each for each in shown}

    way.browser.open(here)
    way.click_and_wait("a[href$='/variants/new']")
    way.type_into("#name", "Large")
    way.type_into("#sku", "GAYO-L")
    way.click_and_wait(".goods-form button.main")
    assert variants()["Large"]["sku"] == "GAYO-L"
    way.browser.open(f"{here}/variants/{variants()['Large']['id']}")
    way.click_and_wait("form[action$='/default'] button")
    assert variants()["Large"]["isDefault"]
    way.browser.open(f"{here}/variants/{variants()['Default']['id']}")
    way.click_and_wait("a.danger[href$='/archive']")
    way.click_and_wait("button.danger")
    assert variants()["Default"]["archived"] and not variants()["Large"]["archived"]


def test_a_warehouse_is_made_the_default_changed_archived_and_brought_back(way: Way, merchant: Client) -> None:
    new_warehouse(merchant, "Bandung")
    settings = f"{home_url(merchant)}/settings/warehouses"

    def warehouse(name: str) -> dict[str, Any]:
        found = merchant("GET", "/api/v1/warehouses?archived=true").data["warehouses"]
        return next(each for each in found if each["name"] == name)

    way.browser.open(settings)
    way.click_and_wait("a.main[href$='/warehouses/new']")
    way.type_into("#name", "Jakarta")
    way.click_and_wait("form.card button.main")
    way.browser.open(f"{settings}/{warehouse('Jakarta')['id']}")
    way.click_and_wait("form[action$='/default'] button")
    assert warehouse("Jakarta")["isDefault"] and not warehouse("Bandung")["isDefault"]
    way.browser.open(f"{settings}/{warehouse('Bandung')['id']}")
    way.type_into("#name", "Bandung Dago")
    way.click_and_wait("form.card button.main")
    way.browser.open(f"{settings}/{warehouse('Bandung Dago')['id']}")
    way.click_and_wait("a.danger[href$='/archive']")
    way.click_and_wait("button.danger")
    assert warehouse("Bandung Dago")["archived"]
    way.browser.open(f"{settings}/{warehouse('Bandung Dago')['id']}")
    way.click_and_wait("form[action$='/restore'] button")
    assert not warehouse("Bandung Dago")["archived"]
