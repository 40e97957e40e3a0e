"""What is written is read into another workspace and written again, byte for byte."""

from collections.abc import Callable

import pytest

from fulfilment.catalog import products, variants
from fulfilment.catalog.records import NewProduct, NewVariant, VariantChange
from fulfilment.catalog_file import loading, writing
from fulfilment.stock import adjustment, warehouses
from fulfilment.stock.records import NewWarehouse, StockAdjustment
from tests.catalog_file.shop import NAMES, Shop, coffee, file

ODD_TEXTS = [
    'quotes "within" and, commas',
    "lines\nlike\r\nthese\rand these",
    " spaces around ",
    "=1+1",
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
    monkeypatch.setattr(loading, "BATCH_ROWS", 3)
    monkeypatch.setattr(writing, "PAGE_PRODUCTS", 2)


def written(*rows: dict[str, str]) -> bytes:
    """The file as an export would write it."""
    defaults = {"product_type": "physical", "license_enabled": "false", "variant_name": "Default"}
    return file(*(defaults | row for row in rows), names=NAMES).encode()


def test_a_file_comes_out_as_it_went_in(shop: Shop) -> None:
    rows = [
        FULL,
        FULL | {"variant_ref": "", "variant_name": "Web", "variant_sku": "TF-W", "is_default": "false"},
        coffee(variant_name="Small", is_default="false", quantity="0"),
        coffee(variant_name="Small", is_default="false", warehouse="Side", quantity="7"),
        coffee(variant_name="Large", is_default="true", warehouse="Main"),
        coffee(variant_name="Huge", is_default="false", warehouse="", quantity=""),
        coffee(product_ref="P2", product_type="digital", is_default="true", warehouse="", quantity=""),
    ]
    loaded = shop.load(written(*rows))
    assert loaded.problems == []
    assert shop.written() == written(*rows)


def test_texts_of_any_script_and_shape_come_through(shop: Shop, open_shop: Callable[[], Shop]) -> None:
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
    assert shop.load(written(*rows)).problems == []
    assert shop.written() == written(*rows)
    other = open_shop()
    assert other.load(shop.written()).problems == []
    assert other.written() == shop.written()


def test_a_byte_order_mark_other_line_ends_and_another_order_of_columns_change_nothing(
    shop: Shop, open_shop: Callable[[], Shop]
) -> None:
    names = ["warehouse", "quantity", "product_name", "product_ref"]
    content = file(coffee(), coffee(product_ref="P2", warehouse="Side"), names=names)
    plain, odd = shop, open_shop()
    plain.load(content)
    assert odd.load(b"\xef\xbb\xbf" + content.replace("\r\n", "\n").rstrip().encode()).problems == []
    assert odd.written() == plain.written()


def test_rows_of_a_product_may_stand_apart(shop: Shop) -> None:
    tea = coffee(product_ref="P2", product_name="Tea")
    rows = [
        coffee(variant_sku="A"),
        tea,
        coffee(variant_sku="B", warehouse="Side", is_default="true"),
        coffee(variant_sku="A", warehouse="Side"),
    ]
    assert shop.load(file(*rows)).problems == []
    told = [(row["product_name"], row["variant_sku"], row["warehouse"], row["is_default"]) for row in shop.told()]
    assert told == [
        ("Coffee", "A", "Main", "false"),
        ("Coffee", "A", "Side", "false"),
        ("Coffee", "B", "Side", "true"),
        ("Tea", "", "Main", "true"),
    ]


def test_only_two_columns_are_needed(shop: Shop) -> None:
    assert shop.load(file({"product_ref": "P1", "product_name": "Coffee"})).problems == []
    (row,) = shop.told()
    assert (row["product_type"], row["variant_name"], row["is_default"]) == ("physical", "Default", "true")


def furnish(shop: Shop) -> None:
    """Products, warehouses and stock as the API makes them, with what a file has no words for."""
    main, twin, other, old = (
        shop.do(lambda tx, name=name: warehouses.open_warehouse(tx, NewWarehouse(name=name)))
        for name in ("Main", "Twin", "Twin", "Old")
    )
    coffee_, tea, gone = (
        shop.do(lambda tx, name=name: products.create(tx, NewProduct(name=name))) for name in ("Coffee", "Tea", "Gone")
    )
    shop.do(lambda tx: products.archive(tx, gone.id))
    # Two without a sku and with one name, and a default that is not the first.
    same = [shop.do(lambda tx: variants.add(tx, coffee_.id, NewVariant(name="Same"))) for _ in range(2)]
    shop.do(lambda tx: variants.change(tx, coffee_.id, same[1].id, VariantChange(is_default=True)))
    shop.do(lambda tx: variants.archive(tx, coffee_.id, coffee_.variants[0].id))
    for variant, place, delta in (
        (same[0], twin, 3),
        (same[0], main, 4),
        (same[0], other, 5),
        (same[1], old, 6),
        (tea.variants[0], main, 7),
        (tea.variants[0], main, -7),
    ):
        change = StockAdjustment(variant_id=variant.id, warehouse_id=place.id, delta=delta, reason="manual_adjust")
        shop.do(lambda tx, change=change: adjustment.adjust(tx, change))
    shop.do(lambda tx: warehouses.archive(tx, old.id))


def test_what_the_api_made_moves_to_another_workspace_and_comes_out_the_same(
    shop: Shop, open_shop: Callable[[], Shop]
) -> None:
    furnish(shop)
    other = open_shop()
    loaded = other.load(shop.written())
    assert loaded.problems == []
    assert loaded.summary.products_created == 2
    assert other.written() == shop.written()
    assert [(row["product_name"], row["variant_name"], row["quantity"]) for row in other.told()] == [
        ("Coffee", "Same", "4"),
        ("Coffee", "Same", "3"),
        ("Coffee", "Same", "5"),
        ("Coffee", "Same", ""),
        ("Tea", "Default", "0"),
    ]


def test_what_the_api_made_finds_itself_in_its_own_file(shop: Shop) -> None:
    furnish(shop)
    before = shop.everything()
    for _ in range(2):
        loaded = shop.load(shop.written(), create_warehouses=False)
        assert loaded.problems == []
        assert (loaded.summary.products_unchanged, loaded.summary.variants_unchanged) == (2, 3)
    remembered = {"imported_products": 2, "imported_variants": 3}
    assert shop.everything() == before | remembered
