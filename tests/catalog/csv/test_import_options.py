"""Options of an import: all or nothing, and a dry run."""

import pytest

from fulfilment.catalog import variants
from fulfilment.catalog.csv import importer
from fulfilment.catalog.schemas import NewVariant
from tests.catalog.csv.import_workspace import ImportWorkspace, coffee, file

ROWS = [coffee(product_ref=f"P{n}", warehouse=f"W{n % 2}") for n in range(5)]
BAD = coffee(product_ref="P9", weight="x")


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "BATCH_ROWS", 2)


def test_a_bad_row_lets_nothing_be_loaded_where_all_is_wanted(shop: ImportWorkspace) -> None:
    before = shop.count_rows()
    loaded = shop.import_file(file(*ROWS, BAD), all_or_nothing=True)
    assert loaded.positions == [(7, "weight")]
    assert not loaded.summary.is_loaded
    assert shop.count_rows() == before


def test_a_sound_file_is_loaded_as_a_whole(shop: ImportWorkspace) -> None:
    loaded = shop.import_file(file(*ROWS), all_or_nothing=True)
    assert loaded.summary.is_loaded
    assert loaded.summary.products_created == 5
    assert shop.count_rows()["stock_movements"] == 5
    again = shop.import_file(file(*ROWS), all_or_nothing=True)
    assert (again.summary.is_loaded, again.summary.products_unchanged) == (True, 5)


def test_a_refusal_midway_takes_back_what_came_before(shop: ImportWorkspace) -> None:
    shop.import_file(file(coffee(product_ref="P9", variant_sku="A"), coffee(product_ref="P9", variant_sku="B")))
    product = shop.value("SELECT id FROM products WHERE account_id = $1")
    shop.run_mutation(lambda tx: variants.create_variant(tx, product, NewVariant(name="Taken", sku="C")))
    before = shop.count_rows()
    clash = coffee(product_ref="P9", variant_ref="mine", variant_sku="C")
    loaded = shop.import_file(file(*ROWS, clash), all_or_nothing=True)
    assert loaded.positions == [(7, "variant_sku")]
    assert not loaded.summary.is_loaded
    assert (loaded.summary.products_created, loaded.summary.warehouses_created) == (0, 0)
    assert shop.count_rows() == before


@pytest.mark.parametrize("all_or_nothing", [False, True])
def test_a_dry_run_says_what_would_be_and_does_nothing(shop: ImportWorkspace, all_or_nothing: bool) -> None:
    before = shop.count_rows()
    seen = shop.import_file(file(*ROWS), dry_run=True, all_or_nothing=all_or_nothing)
    assert shop.count_rows() == before
    done = shop.import_file(file(*ROWS))
    assert seen.summary == done.summary
    assert done.summary.warehouses_created == 2


def test_a_dry_run_finds_what_the_database_would_refuse(shop: ImportWorkspace) -> None:
    shop.import_file(file(*ROWS))
    before = shop.count_rows()
    seen = shop.import_file(file(*ROWS[:3], ROWS[3] | {"quantity": "9"}), dry_run=True)
    assert seen.positions == [(5, "quantity")]
    assert shop.count_rows() == before
