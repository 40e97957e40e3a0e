"""Importing and exporting while the service runs and sells."""

import threading

from tests.catalog.csv.import_workspace import ImportWorkspace, coffee, file
from tests.harness.database import events
from tests.harness.goods import adjust, new_product, new_warehouse, quantity, stock
from tests.harness.service import Client

PRODUCTS = 600
SOLD = 3


def test_a_file_is_loaded_while_the_shop_is_open(merchant: Client) -> None:
    main = new_warehouse(merchant)
    shop = ImportWorkspace(merchant.service.database_url, merchant.account_id)
    rows = [
        coffee(product_ref=f"P{n}", product_name=f"Coffee {n}", variant_sku=f"S{n}", quantity="10")
        for n in range(PRODUCTS)
    ]
    loaded = []
    loading = threading.Thread(target=lambda: loaded.append(shop.import_file(file(*rows), create_warehouses=False)))
    loading.start()
    sold = {}
    while loading.is_alive() or not sold:
        for product in merchant("GET", "/api/v1/products?limit=5").data["products"]:
            variant = product["variants"][0]["id"]
            if variant not in sold:
                answer = adjust(merchant, variant, main["id"], -SOLD)
                assert answer.status == 200, answer.raw
                sold[variant] = answer.data["stock"]["quantity"]
    loading.join()
    assert loaded[0].problems == []
    assert set(sold.values()) == {10 - SOLD}
    # Stock that was sold meanwhile stays sold: the file does not change it.
    again = shop.import_file(file(*rows), create_warehouses=False)
    assert again.problems == []
    assert again.summary.levels_opened == 0
    assert {quantity(merchant, variant, main["id"]) for variant in sold} == {10 - SOLD}
    assert merchant("GET", "/api/v1/stock/reconcile").data == {"levels": []}


def test_the_api_shows_what_was_imported(merchant: Client) -> None:
    shop = ImportWorkspace(merchant.service.database_url, merchant.account_id)
    shop.import_file(file(coffee(product_sku="KOPI-1", variant_sku="KOPI-1-S", low_stock_threshold="8")))
    (found,) = merchant("GET", "/api/v1/products?q=kopi-1-s").data["products"]
    assert found == merchant("GET", f"/api/v1/products/{found['id']}").data["product"]
    (level,) = merchant("GET", "/api/v1/stock/levels?low=true").data["stock"]
    assert (level["quantity"], level["warehouse"]["name"], level["warehouse"]["isDefault"]) == (5, "Main", True)
    (movement,) = merchant("GET", "/api/v1/stock/movements").data["movements"]
    assert (movement["delta"], movement["reason"], movement["createdBy"]) == (5, "initial_stock", None)
    kinds = {event.type for event in events(merchant)}
    assert kinds == {"svc.warehouse.created.v1", "svc.product.created.v1", "svc.stock.adjusted.v1"}


def test_what_the_api_sold_out_is_sold_out_after_a_move(merchant: Client, stranger: Client) -> None:
    main = new_warehouse(merchant)
    variant = new_product(merchant)["variants"][0]["id"]
    stock(merchant, variant, main["id"], 2)
    assert adjust(merchant, variant, main["id"], -2).status == 200
    there, here = (ImportWorkspace(one.service.database_url, one.account_id) for one in (stranger, merchant))
    assert there.import_file(here.export()).problems == []
    (level,) = stranger("GET", "/api/v1/stock/levels").data["stock"]
    assert level["quantity"] == 0
    refused = adjust(stranger, level["variantId"], level["warehouseId"], -1)
    assert refused.error == (500, "NEGATIVE_STOCK")
    assert stranger("GET", "/api/v1/stock/reconcile").data == {"levels": []}
