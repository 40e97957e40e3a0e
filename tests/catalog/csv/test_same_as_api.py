"""An import leaves the same rows, events and audit entries as the same changes over the API."""

import json
from typing import Any

from fulfilment.catalog import products, queries, variants
from fulfilment.catalog.schemas import NewProduct, NewVariant, VariantChange
from fulfilment.stock import adjustment, initial_stock, warehouses
from fulfilment.stock.initial_stock import InitialStock
from fulfilment.stock.schemas import StockAdjustment
from fulfilment.stock.warehouse_schemas import NewWarehouse
from tests.catalog.csv.import_workspace import ImportWorkspace, coffee, file
from tests.harness.counts import MISCOUNTED

ROWS = [
    coffee(product_sku="K 1", variant_sku="S", variant_name="Small", low_stock_threshold="9"),
    coffee(product_sku="K 1", variant_sku="L", variant_name="Large", low_stock_threshold="9", is_default="true"),
]

# Columns and fields that differ between any two workspaces.
_OWN = ("id", "_id", "Id", "At", "_at", "hash")


def test_rows_terms_events_and_audit_entries_are_those_of_the_api(shop: ImportWorkspace, open_shop: Any) -> None:
    assert shop.import_file(file(*ROWS)).problems == []
    other = open_shop()
    do_the_same_over_the_api(other)
    for table in ("warehouses", "products", "variants", "product_search_tokens", "stock_levels", "stock_movements"):
        assert plain(shop, table) == plain(other, table), table
    assert shop.rows(MISCOUNTED) == other.rows(MISCOUNTED) == []
    assert events(shop) == events(other)
    assert [action for action, _ in audits(shop)] == ["product.created", "variant.created"]
    # Over the API the first variant takes its name in a change of its own.
    assert [entry for entry in audits(other) if entry[0] == "variant.created"] == audits(shop)[1:]


def do_the_same_over_the_api(shop: ImportWorkspace) -> None:
    main = shop.run_mutation(lambda tx: warehouses.create_warehouse(tx, NewWarehouse(name="Main")))
    product = shop.run_mutation(lambda tx: products.create_product(tx, NewProduct(name="Coffee", sku="K 1")))
    first = product.variants[0]
    named = VariantChange(name="Small", sku="S", low_stock_threshold=9)
    shop.run_mutation(lambda tx: variants.update_variant(tx, product.id, first.id, named))
    large = NewVariant(name="Large", sku="L", low_stock_threshold=9, is_default=True)
    second = shop.run_mutation(lambda tx: variants.create_variant(tx, product.id, large))
    for variant in (first, second):
        change = StockAdjustment(variant_id=variant.id, warehouse_id=main.id, delta=5, reason="initial_stock")
        shop.run_mutation(lambda tx, change=change: adjustment.adjust_level(tx, change))


def plain(shop: ImportWorkspace, table: str) -> list[dict[str, Any]]:
    """A table's rows without what no two workspaces share, in a settled order."""
    rows = [dict(row) for row in shop.rows(f"SELECT * FROM {table} WHERE account_id = $1")]
    return sorted((_shared(row) for row in rows), key=str)


def events(shop: ImportWorkspace) -> list[tuple[str, int, Any]]:
    """Types, sequences and data in the order of the outbox; a created product shows the variants it has by then."""
    statement = """
        SELECT type, sequence, data FROM outbox o JOIN events e ON e.account_id = o.account_id AND e.id = o.event_id
         WHERE o.account_id = $1 ORDER BY o.position
    """
    told = [(row["type"], row["sequence"], _shared(json.loads(row["data"]))) for row in shop.rows(statement)]
    for _, _, data in told:
        data.pop("variants", None)
    return told


def audits(shop: ImportWorkspace) -> list[tuple[str, Any]]:
    rows = shop.rows("SELECT action, after FROM audit_entries WHERE account_id = $1 ORDER BY created_at, action")
    kept = [row for row in rows if row["action"] != "api_key.created"]
    return [(row["action"], _shared(json.loads(row["after"]))) for row in kept]


def _shared(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if not name.endswith(_OWN)}


def test_a_created_product_is_told_of_with_the_variants_it_has(shop: ImportWorkspace) -> None:
    shop.import_file(file(*ROWS))
    (event,) = shop.rows("SELECT data FROM events WHERE account_id = $1 AND type = 'svc.product.created.v1'")
    told = json.loads(event["data"])
    shown = json.loads(shop.run_mutation(lambda tx: queries.find_product(tx, told["productId"])))
    assert {name: told[name] for name in shown} == shown
    assert [variant["name"] for variant in shown["variants"]] == ["Small", "Large"]
    assert [variant["isDefault"] for variant in shown["variants"]] == [False, True]


def test_an_opening_of_nothing_tracks_the_variant_and_moves_nothing(shop: ImportWorkspace) -> None:
    shop.import_file(file(coffee(quantity="0", low_stock_threshold="3")))
    (level,) = shop.rows("SELECT * FROM stock_levels WHERE account_id = $1")
    assert (level["quantity"], level["movement_count"], level["is_low"]) == (0, 0, True)
    assert shop.count_rows()["stock_movements"] == 0
    again = [InitialStock(level["variant_id"], level["warehouse_id"], 0)]
    assert shop.run_mutation(lambda tx: initial_stock.add_initial_stock(tx, again)) == {}
    change = StockAdjustment(
        variant_id=level["variant_id"], warehouse_id=level["warehouse_id"], delta=4, reason="manual_adjust"
    )
    adjusted = shop.run_mutation(lambda tx: adjustment.adjust_level(tx, change))
    assert (adjusted.movement.number, adjusted.stock.quantity) == (1, 4)
