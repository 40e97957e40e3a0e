"""Origin and destination of a draft: contradictions are refused, and the town is filled in."""

from typing import Any

import pytest

from tests.harness.goods import default_variant, fresh_key, new_product, new_warehouse, quantity, stock
from tests.harness.parcels import DESTINATION, ORIGIN, create, draft, item, new_shipment, total
from tests.harness.service import Client

AREA = "IDNP9IDNC23IDND264IDZ40111"
SPOT = {"lat": -6.2436, "lng": 106.8003}
INSTANT = {"courierCode": "gojek", "courierServiceCode": "instant", "courierType": "instant"}
SURABAYA = {
    "address": "Jl. Tunjungan 1",
    "contactName": "Gudang",
    "contactPhone": "0811000003",
    "city": "Surabaya",
    "province": "Jawa Timur",
    "postal": "60275",
}


def without(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in names}


def towns(place: dict[str, Any]) -> tuple[str | None, str | None, str | None]:
    return place["city"], place["province"], place["postalCode"]


def test_an_area_fills_the_town_and_the_postal_code_of_both_ends(merchant: Client):
    there = without(DESTINATION, "postalCode") | {"areaId": AREA}
    created = new_shipment(merchant, destination=there, origin=ORIGIN)
    assert towns(created["destinationSnapshot"]) == ("Bandung", "Jawa Barat", "40111")
    assert towns(created["originSnapshot"]) == ("Jakarta Selatan", "DKI Jakarta", "12110")


def test_a_postal_code_fills_the_town_and_what_was_given_stays(merchant: Client):
    requested = ({}, {"city": "Kota Bandung"}, {"city": " ", "province": ""})
    rows = [draft(destination=DESTINATION | fields) for fields in requested]
    answer = merchant("POST", "/api/v1/shipments/bulk", {"shipments": rows})
    created = [outcome["data"]["shipment"]["destinationSnapshot"] for outcome in answer.data["outcomes"]]
    assert [place["city"] for place in created] == ["Bandung", "Kota Bandung", "Bandung"]
    assert {place["province"] for place in created} == {"Jawa Barat"}


@pytest.mark.parametrize("place", [{"postal": "12110"}, {"areaId": AREA, "postal": "40111"}])
def test_the_configured_origin_is_filled_in_on_every_draft_and_not_changed(merchant: Client, place: dict[str, Any]):
    assert merchant("PATCH", "/api/v1/shipping/origin", without(SURABAYA, "city", "province") | place).status == 200
    bulk = merchant("POST", "/api/v1/shipments/bulk", {"shipments": [draft(origin={})]}).data["outcomes"][0]
    origins = [new_shipment(merchant, origin={})["originSnapshot"], bulk["data"]["shipment"]["originSnapshot"]]
    expected = ("Bandung", "Jawa Barat", "40111") if "areaId" in place else ("Jakarta Selatan", "DKI Jakarta", "12110")
    assert [towns(origin) for origin in origins] == [expected, expected]
    assert merchant("GET", "/api/v1/shipping/origin").data["city"] is None


def test_a_postal_code_may_be_called_either_name_and_goes_before_the_configured_place(merchant: Client):
    assert merchant("PATCH", "/api/v1/shipping/origin", SURABAYA).status == 200
    origin = without(ORIGIN, "postalCode") | {"postal": "12110"}
    created = new_shipment(
        merchant, origin=origin, destination=without(DESTINATION, "postalCode") | {"postal": "40132"}
    )
    assert towns(created["originSnapshot"]) == ("Jakarta Selatan", "DKI Jakarta", "12110")
    assert towns(created["destinationSnapshot"]) == ("Bandung", "Jawa Barat", "40132")
    assert "postal" not in created["originSnapshot"].keys() | created["destinationSnapshot"].keys()
    completed = new_shipment(merchant, origin={"address": "Jl. Tunjungan 2", "postal": "60275"})["originSnapshot"]
    assert (towns(completed), completed["contactName"]) == (("Surabaya", "Jawa Timur", "60275"), "Gudang")


def test_codes_of_another_place_do_not_mix_with_the_configured_ones(merchant: Client):
    configured = SURABAYA | SPOT | {"areaId": "IDNP11IDNC444IDND5479IDZ60271"}
    assert merchant("PATCH", "/api/v1/shipping/origin", configured).status == 200
    origin = new_shipment(merchant, origin={"address": "Jl. Senopati 1", "postalCode": "12110"})["originSnapshot"]
    assert (origin["areaId"], origin["lat"], origin["lng"]) == (None, None, None)
    assert (origin["contactName"], origin["city"]) == ("Gudang", "Jakarta Selatan")


@pytest.mark.parametrize("side", ["origin", "destination"])
@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"postal": "60275"}, "postal"),
        ({"lat": -6.2}, "lng"),
        ({"lng": 106.8}, "lat"),
        ({"lat": 0, "lng": 0.0}, "lat"),
        ({"contactName": " "}, "contactName"),
        ({"contactPhone": "\t"}, "contactPhone"),
        ({"address": "\u00a0\u200b"}, "address"),
        ({"address": "\u3164\u2800"}, "address"),
        ({"contactName": "\u034f\ufe0f"}, "contactName"),
        ({"postalCode": "00000"}, "postalCode"),
    ],
)
def test_a_place_that_no_courier_could_find_is_refused_before_stock_is_taken(
    merchant: Client, side: str, fields: dict[str, Any], where: str
):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 1)
    place = {"origin": ORIGIN, "destination": DESTINATION}[side] | fields
    answer = create(merchant, item(variantId=variant), **{side: place})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), f"{side}.{where}")
    bulk = merchant("POST", "/api/v1/shipments/bulk", {"shipments": [draft(item(variantId=variant), **{side: place})]})
    assert bulk.data["outcomes"][0]["error"]["field"] == f"{side}.{where}"
    assert (quantity(merchant, variant, warehouse), total(merchant)) == (1, 0)


def test_half_a_coordinate_of_the_configured_origin_is_not_taken(merchant: Client):
    assert merchant("PATCH", "/api/v1/shipping/origin", SURABAYA | SPOT).status == 200
    assert merchant("PATCH", "/api/v1/shipping/origin", SURABAYA | {"lat": None}).status == 200
    origin = new_shipment(merchant, origin={})["originSnapshot"]
    assert (origin["lat"], origin["lng"], origin["postalCode"]) == (None, None, "60275")


def test_an_instant_courier_needs_the_coordinates_of_both_ends(merchant: Client):
    for origin, destination, where in (
        (ORIGIN | SPOT, DESTINATION, "destination.lat"),
        (ORIGIN, DESTINATION, "destination.lat"),
        (ORIGIN, DESTINATION | SPOT, "origin.lat"),
    ):
        answer = create(merchant, origin=origin, destination=destination, **INSTANT)
        assert (answer.error, answer.field) == ((400, "VALIDATION"), where)
    assert create(merchant, origin=ORIGIN | SPOT, destination=DESTINATION | SPOT, **INSTANT).status == 201


def test_the_service_must_be_in_the_catalogue_and_its_codes_may_be_in_capitals(merchant: Client):
    answer = create(merchant, courierServiceCode="express")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "courierServiceCode")
    created = new_shipment(merchant, courierCode="JNE", courierServiceCode="Reg")
    assert (created["courierCode"], created["courierServiceCode"]) == ("jne", "reg")
    found = merchant("GET", "/api/v1/shipping/shipments?courierCode=JNE").data
    assert [one["id"] for one in found] == [created["id"]]


def test_an_item_whose_name_is_blank_is_refused(merchant: Client):
    answer = create(merchant, item(), item(name=" "))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "items.1.name")


def test_both_names_of_a_postal_code_are_one_field_wherever_a_place_is_given(merchant: Client):
    address = {"customerId": "c", "label": "Home", "contactName": "Siti", "contactPhone": "0811", "address": "Jl. 1"}
    origin = without(SURABAYA, "postal")
    created = {}
    for path, method, body, completed in (
        ("/addresses", "POST", address, "postalCode"),
        ("/warehouses", "POST", {"name": "North"}, "postal"),
        ("/shipping/origin", "PATCH", origin, "postal"),
    ):
        for name in ("postal", "postalCode"):
            answer = merchant(method, f"/api/v1{path}", body | {name: "60275"}, fresh_key())
            record = next(iter(answer.data.values())) if method == "POST" else answer.data
            assert record[completed] == "60275", path
        created[path] = record.get("id")
        other = {"postal": "postalCode", "postalCode": "postal"}[completed]
        answer = merchant(method, f"/api/v1{path}", body | {completed: "60275", other: "60276"}, fresh_key())
        assert (answer.status, answer.field) == (400, other), path
    for path, completed in (("/addresses", "postalCode"), ("/warehouses", "postal")):
        other = {"postal": "postalCode", "postalCode": "postal"}[completed]
        answer = merchant("PATCH", f"/api/v1{path}/{created[path]}", {other: None})
        assert next(iter(answer.data.values()))[completed] is None
        answer = merchant("PATCH", f"/api/v1{path}/{created[path]}", {completed: None, other: "60275"})
        assert (answer.error, answer.field) == ((400, "VALIDATION"), other)


def test_a_quote_takes_both_names_of_a_postal_code(merchant: Client):
    assert merchant("PATCH", "/api/v1/shipping/origin", SURABAYA).status == 200
    there = without(DESTINATION, "postalCode")
    parcel = {"items": [item()], "destination": there | {"postal": "40132"}}
    assert merchant("POST", "/api/v1/shipping/rates", parcel).data["count"] > 0
    parcel["destination"] |= {"postalCode": "60275"}
    answer = merchant("POST", "/api/v1/shipping/rates", parcel)
    assert (answer.error, answer.field) == ((400, "VALIDATION_ERROR"), "destination.postal")
