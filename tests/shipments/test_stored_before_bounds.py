"""Records stored before the bounds, and longer than these, can still be read, changed and carried on with."""

import json

import asyncpg

from tests.harness.goods import default_variant, new_product, new_warehouse
from tests.harness.parcels import confirm, fund, new_shipment, shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier
from tests.harness.workspaces import in_database

LONG = "x" * 20_000
NOTE = "x" * 1_500


def _store(client: Client, statement: str, *args: object) -> None:
    async def run(db: asyncpg.Connection) -> None:
        assert await db.execute(statement, *args) == "UPDATE 1"

    in_database(client.service.database_url, run)


def test_a_shipment_of_longer_texts_and_more_items_is_booked_and_replaced(merchant: Client, courier: Courier):
    fund(merchant)
    created = new_shipment(merchant)
    items = [created["items"][0] | {"description": NOTE, "weight": 1}] * 300
    origin, destination = created["originSnapshot"] | {"note": NOTE}, created["destinationSnapshot"] | {"note": NOTE}
    _store(
        merchant,
        "UPDATE shipments SET items = $2, origin_snapshot = $3, destination_snapshot = $4 WHERE id = $1",
        created["id"],
        *(json.dumps(part) for part in (items, origin, destination)),
    )
    replaced = merchant("POST", f"/api/v1/shipments/{created['id']}/rebook", {"price": 60_000})
    assert replaced.status == 201, replaced.raw
    new = replaced.data["shipment"]
    assert (len(new["items"]), new["destinationSnapshot"]["note"]) == (300, NOTE)
    assert confirm(merchant, new["id"]).status == 200
    assert shipment(merchant, new["id"])["items"][299]["description"] == NOTE


def test_a_longer_description_is_shown_and_the_other_fields_change(merchant: Client):
    product = new_product(merchant)
    path = f"/api/v1/products/{product['id']}"
    _store(merchant, "UPDATE products SET description = $2 WHERE id = $1", product["id"], LONG)
    changed = merchant("PATCH", path, {"name": "Teh"})
    assert (changed.status, changed.data["product"]["description"]) == (200, LONG)
    assert merchant("PATCH", path, {"description": LONG}).field == "description"


def test_a_longer_address_of_a_warehouse_is_shown_and_the_other_fields_change(merchant: Client):
    warehouse = new_warehouse(merchant)
    _store(merchant, "UPDATE warehouses SET address = $2 WHERE id = $1", warehouse["id"], LONG)
    changed = merchant("PATCH", f"/api/v1/warehouses/{warehouse['id']}", {"name": "Gudang"})
    assert (changed.status, changed.data["warehouse"]["address"]) == (200, LONG)
    variant = default_variant(new_product(merchant))
    body = {"variantId": variant, "warehouseId": warehouse["id"], "delta": 1, "reason": "import"}
    assert merchant("POST", "/api/v1/stock/adjust", body).status == 200
