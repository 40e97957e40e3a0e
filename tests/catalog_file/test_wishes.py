"""All or nothing, and only to see."""

import pytest

from fulfilment.catalog import variants
from fulfilment.catalog.records import NewVariant
from fulfilment.catalog_file import loading
from tests.catalog_file.shop import Shop, coffee, file

ROWS = [coffee(product_ref=f"P{n}", warehouse=f"W{n % 2}") for n in range(5)]
BAD = coffee(product_ref="P9", weight="x")


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "BATCH_ROWS", 2)


def test_a_bad_row_lets_nothing_be_loaded_where_all_is_wanted(shop: Shop) -> None:
    before = shop.everything()
    loaded = shop.load(file(*ROWS, BAD), all_or_nothing=True)
    assert loaded.places == [(7, "weight")]
    assert not loaded.summary.is_loaded
    assert shop.everything() == before


def test_a_sound_file_is_loaded_as_a_whole(shop: Shop) -> None:
    loaded = shop.load(file(*ROWS), all_or_nothing=True)
    assert loaded.summary.is_loaded
    assert loaded.summary.products_created == 5
    assert shop.everything()["stock_movements"] == 5
    again = shop.load(file(*ROWS), all_or_nothing=True)
    assert (again.summary.is_loaded, again.summary.products_unchanged) == (True, 5)


def test_a_refusal_midway_takes_back_what_came_before(shop: Shop) -> None:
    shop.load(file(coffee(product_ref="P9", variant_sku="A"), coffee(product_ref="P9", variant_sku="B")))
    product = shop.value("SELECT id FROM products WHERE account_id = $1")
    shop.do(lambda tx: variants.add(tx, product, NewVariant(name="Taken", sku="C")))
    before = shop.everything()
    clash = coffee(product_ref="P9", variant_ref="mine", variant_sku="C")
    loaded = shop.load(file(*ROWS, clash), all_or_nothing=True)
    assert loaded.places == [(7, "variant_sku")]
    assert not loaded.summary.is_loaded
    assert (loaded.summary.products_created, loaded.summary.warehouses_created) == (0, 0)
    assert shop.everything() == before


@pytest.mark.parametrize("all_or_nothing", [False, True])
def test_a_dry_run_says_what_would_be_and_does_nothing(shop: Shop, all_or_nothing: bool) -> None:
    before = shop.everything()
    seen = shop.load(file(*ROWS), dry_run=True, all_or_nothing=all_or_nothing)
    assert shop.everything() == before
    done = shop.load(file(*ROWS))
    assert seen.summary == done.summary
    assert done.summary.warehouses_created == 2


def test_a_dry_run_finds_what_the_database_would_refuse(shop: Shop) -> None:
    shop.load(file(*ROWS))
    before = shop.everything()
    seen = shop.load(file(*ROWS[:3], ROWS[3] | {"quantity": "9"}), dry_run=True)
    assert seen.places == [(5, "quantity")]
    assert shop.everything() == before
