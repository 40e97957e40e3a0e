"""An exported file, imported into another workspace and exported again, is the same byte for byte."""

from collections.abc import Callable

import pytest

from fulfilment.catalog import products, variants
from fulfilment.catalog.csv import exporter, importer
from fulfilment.catalog.schemas import NewProduct, NewVariant, VariantChange
from fulfilment.infra import safe_csv
from fulfilment.stock import adjustment, warehouses
from fulfilment.stock.schemas import StockAdjustment
from fulfilment.stock.warehouse_schemas import NewWarehouse
from tests.catalog.csv.import_workspace import NAMES, ImportWorkspace, coffee, file

ODD_TEXTS = [
    'quotes "within" and, commas',
    "lines\nlike\r\nthese\rand these",
    " spaces around ",
    "=1+1",
    "'=1+1",
    "''",
    "Siti;=cmd|' /C calc'!A0;",
    'a, "-b", \t＋c\r\n@d;\'=e',
    "\tindented",
    "☕ コーヒー قهوة 👩‍🌾",
    "é",
    "null",
    "007",
]

FULL = {
    "product_ref": "L1",
    "product_name": "Typeface",
    "product_type": "license",
    "product_sku": "TF",
    "description": "A typeface",
    "weight": "0",
    "length": "1",
    "width": "2",
    "height": "3",
    "license_enabled": "false",
    "max_activations": "3",
    "variant_ref": "desktop",
    "variant_name": "Desktop",
    "variant_sku": "TF-D",
    "price_cents": "100",
    "cost_cents": "0",
    "low_stock_threshold": "2",
    "variant_weight": "9",
    "is_default": "true",
    "warehouse": "Main",
    "quantity": "4",
}


@pytest.fixture(autouse=True)
def several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "BATCH_ROWS", 3)
    monkeypatch.setattr(exporter, "PAGE_PRODUCTS", 2)


def written(*rows: dict[str, str]) -> bytes:
    """The file as an export would write it."""
    defaults = {"product_type": "physical", "license_enabled": "false", "variant_name": "Default"}
    told = ({name: safe_csv.guard(cell) for name, cell in (defaults | row).items()} for row in rows)
    return file(*told, names=NAMES).encode()


def test_a_file_comes_out_as_it_went_in(shop: ImportWorkspace) -> None:
    rows = [
        FULL,
        FULL | {"variant_ref": "", "variant_name": "Web", "variant_sku": "TF-W", "is_default": "false"},
        coffee(variant_name="Small", is_default="false", quantity="0"),
        coffee(variant_name="Small", is_default="false", warehouse="Side", quantity="7"),
        coffee(variant_name="Large", is_default="true", warehouse="Main"),
        coffee(variant_name="Huge", is_default="false", warehouse="", quantity=""),
        coffee(product_ref="P2", product_type="digital", is_default="true", warehouse="", quantity=""),
    ]
    loaded = shop.import_file(written(*rows))
    assert loaded.problems == []
    assert shop.export() == written(*rows)


def test_texts_of_any_script_and_shape_come_through(
    shop: ImportWorkspace, open_shop: Callable[[], ImportWorkspace]
) -> None:
    rows = [
        coffee(
            product_ref=text,
            product_name=text,
            product_sku=text,
            description=text,
            variant_ref=text,
            variant_name=text,
            variant_sku=text,
            is_default="true",
            warehouse=text,
        )
        for text in ODD_TEXTS
    ]
    assert shop.import_file(written(*rows)).problems == []
    assert shop.export() == written(*rows)
    for separator in safe_csv.DELIMITERS:
        other = open_shop()
        assert other.import_file(shop.export(separator)).problems == []
        assert other.export() == shop.export()


def test_a_file_with_semicolons_begins_with_the_mark_that_spreadsheets_know_utf8_by(shop: ImportWorkspace) -> None:
    assert shop.import_file(written(coffee(product_name="Kopi;=1"))).problems == []
    head, row = shop.export("semicolon").decode().splitlines()
    assert head.startswith("\ufeffproduct_ref;product_name;")
    assert row.startswith('P1;"Kopi;\'=1";physical;')


def test_a_byte_order_mark_other_line_ends_and_another_order_of_columns_change_nothing(
    shop: ImportWorkspace, open_shop: Callable[[], ImportWorkspace]
) -> None:
    names = ["warehouse", "quantity", "product_name", "product_ref"]
    content = file(coffee(), coffee(product_ref="P2", warehouse="Side"), names=names)
    plain, odd = shop, open_shop()
    plain.import_file(content)
    assert odd.import_file(b"\xef\xbb\xbf" + content.replace("\r\n", "\n").rstrip().encode()).problems == []
    assert odd.export() == plain.export()


def test_rows_of_a_product_may_stand_apart(shop: ImportWorkspace) -> None:
    tea = coffee(product_ref="P2", product_name="Tea")
    rows = [
        coffee(variant_sku="A"),
        tea,
        coffee(variant_sku="B", warehouse="Side", is_default="true"),
        coffee(variant_sku="A", warehouse="Side"),
    ]
    assert shop.import_file(file(*rows)).problems == []
    told = [
        (row["product_name"], row["variant_sku"], row["warehouse"], row["is_default"]) for row in shop.exported_rows()
    ]
    assert told == [
        ("Coffee", "A", "Main", "false"),
        ("Coffee", "A", "Side", "false"),
        ("Coffee", "B", "Side", "true"),
        ("Tea", "", "Main", "true"),
    ]


def test_only_two_columns_are_needed(shop: ImportWorkspace) -> None:
    assert shop.import_file(file({"product_ref": "P1", "product_name": "Coffee"})).problems == []
    (row,) = shop.exported_rows()
    assert (row["product_type"], row["variant_name"], row["is_default"]) == ("physical", "Default", "true")


def create_catalog(shop: ImportWorkspace) -> None:
    """Products, warehouses and stock as the API makes them, with what a file has no words for."""
    main, same_name, other, old = (
        shop.run_mutation(lambda tx, name=name: warehouses.create_warehouse(tx, NewWarehouse(name=name)))
        for name in ("Main", "Twin", "Twin", "Old")
    )
    coffee_, tea, archived = (
        shop.run_mutation(lambda tx, name=name: products.create_product(tx, NewProduct(name=name)))
        for name in ("Coffee", "Tea", "Gone")
    )
    shop.run_mutation(lambda tx: products.archive_product(tx, archived.id))
    # Two without a sku and with one name, and a default that is not the first.
    same = [
        shop.run_mutation(lambda tx: variants.create_variant(tx, coffee_.id, NewVariant(name="Same"))) for _ in range(2)
    ]
    shop.run_mutation(lambda tx: variants.update_variant(tx, coffee_.id, same[1].id, VariantChange(is_default=True)))
    shop.run_mutation(lambda tx: variants.archive_variant(tx, coffee_.id, coffee_.variants[0].id))
    for variant, place, delta in (
        (same[0], same_name, 3),
        (same[0], main, 4),
        (same[0], other, 5),
        (same[1], old, 6),
        (tea.variants[0], main, 7),
        (tea.variants[0], main, -7),
    ):
        change = StockAdjustment(variant_id=variant.id, warehouse_id=place.id, delta=delta, reason="manual_adjust")
        shop.run_mutation(lambda tx, change=change: adjustment.adjust_level(tx, change))
    shop.run_mutation(lambda tx: warehouses.archive_warehouse(tx, old.id))


def test_what_the_api_made_moves_to_another_workspace_and_comes_out_the_same(
    shop: ImportWorkspace, open_shop: Callable[[], ImportWorkspace]
) -> None:
    create_catalog(shop)
    other = open_shop()
    loaded = other.import_file(shop.export())
    assert loaded.problems == []
    assert loaded.summary.products_created == 2
    assert other.export() == shop.export()
    assert [(row["product_name"], row["variant_name"], row["quantity"]) for row in other.exported_rows()] == [
        ("Coffee", "Same", "4"),
        ("Coffee", "Same", "3"),
        ("Coffee", "Same", "5"),
        ("Coffee", "Same", ""),
        ("Tea", "Default", "0"),
    ]


def test_what_the_api_made_finds_itself_in_its_own_file(shop: ImportWorkspace) -> None:
    create_catalog(shop)
    before = shop.count_rows()
    for _ in range(2):
        loaded = shop.import_file(shop.export(), create_warehouses=False)
        assert loaded.problems == []
        assert (loaded.summary.products_unchanged, loaded.summary.variants_unchanged) == (2, 3)
    remembered = {"imported_products": 2, "imported_variants": 3}
    assert shop.count_rows() == before | remembered
