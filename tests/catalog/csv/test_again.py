"""Repeated import: the same file changes nothing, a changed file its own fields alone, and no row is doubled."""

import asyncio
import io

import asyncpg
import pytest

from fulfilment.api_keys.service import OperatorActor
from fulfilment.catalog import products, variants
from fulfilment.catalog.csv import importer
from fulfilment.catalog.csv.importer import Importer, ImportOptions, ProgressListener
from fulfilment.catalog.schemas import NewVariant, ProductChange, VariantChange
from fulfilment.stock import adjustment, warehouses
from fulfilment.stock.schemas import StockAdjustment
from fulfilment.stock.warehouse_schemas import WarehouseChange
from tests.catalog.csv.import_workspace import ImportWorkspace, coffee, file

FILE = file(
    coffee(variant_sku="S", variant_name="Small", price_cents="10"),
    coffee(variant_sku="L", variant_name="Large", price_cents="20", warehouse="Side", quantity="0"),
    coffee(product_ref="P2", product_name="Tea", variant_sku="T", variant_name="Tea", price_cents="30"),
)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "BATCH_ROWS", 1)


def id_of(shop: ImportWorkspace, noun: str, name: str) -> str:
    return shop.value(f"SELECT id FROM {noun} WHERE account_id = $1 AND name = $2", name)


def adjust(shop: ImportWorkspace, delta: int, sku_name: str = "Small", place: str = "Main") -> None:
    change = StockAdjustment(
        variant_id=id_of(shop, "variants", sku_name),
        warehouse_id=id_of(shop, "warehouses", place),
        delta=delta,
        reason="manual_adjust",
    )
    shop.run_mutation(lambda tx: adjustment.adjust_level(tx, change))


def test_the_same_file_again_changes_nothing(shop: ImportWorkspace) -> None:
    shop.import_file(FILE)
    before = shop.count_rows()
    again = shop.import_file(FILE, create_warehouses=False)
    assert again.problems == []
    assert (again.summary.products_unchanged, again.summary.variants_unchanged) == (2, 3)
    assert again.summary.levels_unchanged == 3
    assert shop.count_rows() == before


def test_what_the_api_changed_meanwhile_stays(shop: ImportWorkspace) -> None:
    shop.import_file(FILE)
    product, small = id_of(shop, "products", "Coffee"), id_of(shop, "variants", "Small")
    shop.run_mutation(lambda tx: products.update_product(tx, product, ProductChange(name="Renamed", sku="NEW")))
    shop.run_mutation(
        lambda tx: variants.update_variant(tx, product, small, VariantChange(sku="OTHER", price_cents=99))
    )
    adjust(shop, -3)
    adjust(shop, 9, "Large", "Side")
    before, written = shop.count_rows(), shop.export()
    assert shop.import_file(FILE).problems == []
    assert (shop.count_rows(), shop.export()) == (before, written)
    # Its own export still tells which product and variant is meant, here and elsewhere.
    assert shop.import_file(written).problems == []
    assert shop.export() == written


def test_a_changed_row_changes_what_it_says_and_nothing_else(shop: ImportWorkspace) -> None:
    shop.import_file(FILE)
    before = shop.count_rows()
    changed = shop.import_file(FILE.replace("Coffee", "Kopi").replace(",30,", ",31,"))
    assert changed.problems == []
    summary = changed.summary
    assert (summary.products_changed, summary.products_unchanged) == (1, 1)
    assert (summary.variants_changed, summary.variants_unchanged) == (1, 2)
    assert [(row["product_name"], row["price_cents"]) for row in shop.exported_rows()] == [
        ("Kopi", "10"),
        ("Kopi", "20"),
        ("Tea", "31"),
    ]
    # The variant's change is in the audit log alone; it has no event.
    assert shop.count_rows() == before | {
        "events": before["events"] + 1,
        "outbox": before["outbox"] + 1,
        "audit_entries": before["audit_entries"] + 2,
    }
    newest = shop.rows("SELECT type, data FROM events WHERE account_id = $1 ORDER BY id DESC LIMIT 1")
    assert newest[0]["type"] == "svc.product.updated.v1" and '"changed":["name"]' in newest[0]["data"]


def test_an_empty_cell_clears_and_a_missing_column_leaves(shop: ImportWorkspace) -> None:
    shop.import_file(file(coffee(weight="5", product_sku="S", price_cents="7", low_stock_threshold="1")))
    assert shop.import_file(file(coffee(weight="", price_cents=""))).problems == []
    (row,) = shop.exported_rows()
    assert [row[name] for name in ("weight", "product_sku", "price_cents", "low_stock_threshold")] == ["", "S", "", "1"]


def test_more_variants_and_warehouses_join_what_is_there(shop: ImportWorkspace) -> None:
    shop.import_file(FILE)
    more = [
        coffee(variant_sku="S", variant_name="Small", price_cents="10", warehouse="Third", quantity="8"),
        coffee(variant_sku="X", variant_name="Extra", price_cents="40", is_default="true"),
    ]
    loaded = shop.import_file(file(*more))
    assert loaded.problems == []
    assert (loaded.summary.variants_created, loaded.summary.levels_opened) == (1, 2)
    told = [(row["variant_name"], row["warehouse"], row["quantity"], row["is_default"]) for row in shop.exported_rows()]
    assert told[:4] == [
        ("Small", "Main", "5", "false"),
        ("Small", "Third", "8", "false"),
        ("Large", "Side", "0", "false"),
        ("Extra", "Main", "5", "true"),
    ]


def test_opening_stock_is_set_once(shop: ImportWorkspace) -> None:
    shop.import_file(FILE)
    adjust(shop, -2)
    before = shop.count_rows()
    loaded = shop.import_file(FILE.replace("Main,5", "Main,6"))
    assert loaded.positions == [(2, "quantity"), (4, "quantity")]
    assert "5 to begin with" in loaded.problems[0].reason
    assert shop.count_rows() == before
    # The present quantity is accepted too, since an export writes it.
    assert shop.import_file(FILE.replace("Main,5", "Main,3", 1)).problems == []


def test_stock_that_was_not_imported_is_not_added_to(shop: ImportWorkspace) -> None:
    shop.import_file(file(coffee(warehouse="", quantity=""), coffee(product_ref="P2", variant_name="Tea")))
    adjust(shop, 4, "Default")
    loaded = shop.import_file(file(coffee()))
    assert loaded.positions == [(2, "quantity")]
    assert "4 now" in loaded.problems[0].reason
    assert shop.import_file(file(coffee(quantity="4"))).problems == []


def test_what_the_database_refuses_is_a_bad_row_and_leaves_nothing_behind(shop: ImportWorkspace) -> None:
    shop.import_file(FILE)
    product = id_of(shop, "products", "Coffee")
    shop.run_mutation(lambda tx: variants.create_variant(tx, product, NewVariant(name="Taken", sku="NEW")))
    before = shop.count_rows()
    rows = [
        coffee(product_type="license"),
        coffee(product_ref="P2", product_name="Tea", variant_sku="T", price_cents="77"),
        coffee(product_type="license", variant_ref="mine", variant_sku="NEW"),
        coffee(product_type="license", variant_ref="mine", variant_sku="NEW", warehouse="Side"),
        coffee(product_ref=product, product_name="Coffee"),
    ]
    loaded = shop.import_file(file(*rows))
    assert loaded.positions == [(2, "product_type"), (4, "variant_sku"), (5, "variant_sku"), (6, "product_ref")]
    assert [row["price_cents"] for row in shop.exported_rows() if row["variant_sku"] == "T"] == ["77"]
    assert shop.count_rows()["events"] == before["events"] + 2  # the Default of line 2, and its stock


def test_two_names_for_one_variant_are_a_bad_row(shop: ImportWorkspace) -> None:
    shop.import_file(file(coffee(variant_ref="a", variant_sku="S")))
    small = shop.value("SELECT id FROM variants WHERE account_id = $1")
    duplicates = [
        coffee(variant_ref="a", variant_sku="S"),
        coffee(variant_ref=small, variant_sku="T", warehouse="Side"),
    ]
    assert shop.import_file(file(*duplicates)).positions == [(3, "variant_ref")]


def test_an_archived_warehouse_keeps_what_was_put_there(shop: ImportWorkspace) -> None:
    shop.import_file(FILE)
    main = id_of(shop, "warehouses", "Main")
    shop.run_mutation(lambda tx: warehouses.archive_warehouse(tx, main))
    before = shop.count_rows()
    assert shop.import_file(FILE).problems == []
    assert shop.count_rows() == before
    shop.run_mutation(lambda tx: warehouses.update_warehouse(tx, main, WarehouseChange(archived=False)))
    assert [row["quantity"] for row in shop.exported_rows()] == ["5", "0", "5"]


def test_two_imports_of_one_file_at_once_load_it_once(shop: ImportWorkspace) -> None:
    rows = [coffee(product_ref=f"P{n}", warehouse=f"W{n % 3}") for n in range(40)]
    content = file(*rows).encode()

    async def load_one() -> int:
        db = await asyncpg.connect(shop.url)
        try:
            options = ImportOptions(create_warehouses=True)
            loaded = await Importer(db, OperatorActor(shop.account_id), options, ProgressListener()).run(
                io.BytesIO(content)
            )
            return loaded.products_created
        finally:
            await db.close()

    async def load_two() -> list[int]:
        return list(await asyncio.gather(load_one(), load_one()))

    assert sum(asyncio.run(load_two())) == 40
    counts = shop.count_rows()
    assert (counts["products"], counts["warehouses"], counts["stock_movements"]) == (40, 3, 40)
