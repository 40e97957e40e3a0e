"""References of a new shipment: its origin, products, variants and warehouse (decisions, sections 5 and 6)."""

import pytest

from tests.documents import packing_documents
from tests.harness.goods import default_variant, new_product, new_variant, new_warehouse
from tests.harness.parcels import create, item, new_shipment, shipment, total
from tests.harness.service import Client

CONFIGURED = {
    "address": "Jl. Gudang 9",
    "contactName": "Gudang",
    "contactPhone": "0819",
    "postal": "12110",
    "city": "Jakarta",
    "lat": -6.2,
    "lng": 106.8,
    "note": "Ring twice",
}


def test_the_origin_takes_what_it_lacks_from_the_configured_one(merchant: Client):
    assert merchant("PATCH", "/api/v1/shipping/origin", CONFIGURED).status == 200
    origin = new_shipment(merchant, origin={"address": "Jl. Toko 3"})["originSnapshot"]
    expected = {
        "address": "Jl. Toko 3",
        "contactName": "Gudang",
        "contactPhone": "0819",
        "postalCode": "12110",
        "city": "Jakarta",
        "lat": -6.2,
        "lng": 106.8,
        "note": "Ring twice",
    }
    assert origin.items() >= expected.items()


def test_a_snapshot_does_not_follow_the_configured_origin(merchant: Client):
    merchant("PATCH", "/api/v1/shipping/origin", CONFIGURED)
    created = new_shipment(merchant, origin={})
    merchant("PATCH", "/api/v1/shipping/origin", CONFIGURED | {"address": "Elsewhere"})
    assert shipment(merchant, created["id"])["originSnapshot"] == created["originSnapshot"]


def test_a_reference_to_something_unknown_or_foreign_is_not_found(merchant: Client, stranger: Client):
    product, warehouse = new_product(stranger), new_warehouse(stranger)["id"]
    variant = default_variant(product)
    for fields, where in (
        ({"productId": product["id"]}, "items.0.productId"),
        ({"productId": "prod_00000000000000000000000000"}, "items.0.productId"),
        ({"variantId": variant}, "items.0.variantId"),
        ({"variantId": "var_00000000000000000000000000"}, "items.0.variantId"),
        ({"warehouseId": warehouse}, "items.0.warehouseId"),
        ({"warehouseId": "wh_00000000000000000000000000"}, "items.0.warehouseId"),
    ):
        answer = create(merchant, item(**fields))
        assert (answer.error, answer.field) == ((404, "NOT_FOUND"), where)
    answer = create(merchant, productId=product["id"])
    assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "productId")
    assert total(merchant) == 0


def test_a_variant_of_another_product_than_the_item_names_is_not_found(merchant: Client):
    variant = default_variant(new_product(merchant))
    other = new_product(merchant)["id"]
    answer = create(merchant, item(productId=other, variantId=variant))
    assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "items.0.variantId")


@pytest.mark.parametrize("type", ["digital", "license"])
def test_only_physical_products_are_shipped(merchant: Client, type: str):
    product = new_product(merchant, type=type)
    for fields in ({"productId": product["id"]}, {"variantId": default_variant(product)}):
        assert create(merchant, item(**fields)).error == (400, "VALIDATION")


def test_what_is_archived_is_not_shipped(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product)["id"]
    assert merchant("DELETE", f"/api/v1/products/{product['id']}/variants/{variant}").status == 200
    assert create(merchant, item(variantId=variant)).error == (400, "VALIDATION")
    assert create(merchant, item(productId=product["id"])).status == 201
    assert merchant("DELETE", f"/api/v1/products/{product['id']}").status == 200
    assert create(merchant, item(productId=product["id"])).error == (400, "VALIDATION")
    assert create(merchant, item(variantId=default_variant(product))).error == (400, "VALIDATION")


def test_a_product_without_an_active_variant_is_not_shipped(merchant: Client):
    product = new_product(merchant)
    merchant("DELETE", f"/api/v1/products/{product['id']}/variants/{default_variant(product)}")
    assert create(merchant, item(productId=product["id"])).error == (400, "VALIDATION")


def test_a_parcel_names_one_warehouse_at_most(merchant: Client):
    first, second = new_warehouse(merchant)["id"], new_warehouse(merchant)["id"]
    answer = create(merchant, item(warehouseId=first), item(warehouseId=second))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "items.1.warehouseId")


def test_the_items_show_the_variant_that_is_meant_and_its_sku(merchant: Client):
    product = new_product(merchant)
    large = new_variant(merchant, product, sku="L", isDefault=True)["id"]
    created = new_shipment(merchant, item(productId=product["id"]), item(variantId=large, sku="MINE"))
    assert [line["variantId"] for line in created["items"]] == [large, large]
    assert [line["sku"] for line in created["items"]] == ["L", "MINE"]


def test_an_item_whose_variant_has_no_sku_shows_its_products_on_the_parcel_and_its_papers(merchant: Client):
    product = new_product(merchant, name="Kopi", sku="KOPI-GAYO-9")
    plain = new_variant(merchant, product, name="Large")["id"]
    created = new_shipment(merchant, item(productId=product["id"]), item(variantId=plain))
    assert [line["sku"] for line in created["items"]] == ["KOPI-GAYO-9"] * 2
    assert merchant("GET", "/api/v1/shipping/shipments?q=gayo-9").data[0]["id"] == created["id"]
    for path in ("labels", "packing-slips"):
        (page,) = packing_documents.extract_pages(
            merchant("POST", f"/api/v1/shipments/{path}", {"shipmentIds": [created["id"]]}).raw
        )
        assert page.count("KOPI-GAYO-9") == 2
