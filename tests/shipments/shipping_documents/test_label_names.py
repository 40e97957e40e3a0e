"""Names of couriers, services and places on a label, over HTTP."""

import pypdfium2
import pytest

from fulfilment.shipments import courier_names
from tests.harness.parcels import DESTINATION, new_shipment
from tests.harness.service import Client

SIZES = ("a4", "thermal-80x100", "thermal-100x150")


def printed(client: Client, id: str, size: str) -> str:
    answer = client("GET", f"/api/v1/shipments/{id}/label?size={size}")
    assert answer.status == 200, answer.raw
    return " ".join(pypdfium2.PdfDocument(answer.raw)[0].get_textpage().get_text_bounded().split())


@pytest.mark.parametrize("size", SIZES)
def test_the_label_names_the_city_the_province_and_the_merchants_order(merchant: Client, size: str):
    destination = {**DESTINATION, "city": "Bandung", "province": "Jawa Barat"}
    id = new_shipment(merchant, destination=destination, externalRef="INV/2026/77")["id"]
    text = printed(merchant, id, size)
    assert "Bandung, Jawa Barat 40132" in text and "INV/2026/77" in text


def test_a_city_that_is_its_own_province_stands_there_once(merchant: Client):
    destination = {**DESTINATION, "city": "Gorontalo", "province": "Gorontalo"}
    text = printed(merchant, new_shipment(merchant, destination=destination)["id"], "a4")
    assert text.count("Gorontalo") == 1


def test_courier_service_and_price_are_written_as_people_know_them(merchant: Client):
    service = {"courierCode": "jnt", "courierServiceCode": "ez"}
    text = printed(merchant, new_shipment(merchant, **service, price=12_000)["id"], "thermal-100x150")
    assert "J&T" in text and "EZ · STANDARD" in text and "Rp12.000" in text


@pytest.mark.parametrize(
    ("code", "name"),
    [("jne", "JNE"), ("sicepat", "SiCepat"), ("JNT", "J&T"), ("gosend", "Gosend"), ("abc", "ABC"), ("X1y", "X1y")],
)
def test_a_courier_has_its_name_or_else_its_code(code: str, name: str):
    assert courier_names.get_courier_name(code) == name


@pytest.mark.parametrize(
    ("courier", "code", "name"),
    [
        ("jne", "reg", "Reguler"),
        ("jne", "yes", "YES"),
        ("new", "reg", "Reguler"),
        ("new", "next_day", "Next Day"),
        ("new", "_", "_"),
        ("new", "ons", "ONS"),
    ],
)
def test_a_service_has_its_name_or_else_its_code(courier: str, code: str, name: str):
    assert courier_names.get_service_name(courier, code) == name
