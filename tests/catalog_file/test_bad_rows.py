"""Every bad row is told of with its line and column, and the rest is loaded."""

import pytest

from fulfilment.catalog_file import reading
from fulfilment.stock import warehouses
from fulfilment.stock.records import NewWarehouse
from tests.catalog_file.shop import Shop, coffee, file

GOOD = coffee(product_ref="P9", product_name="Tea")
MOST = str(2**53 - 1)


def refused(shop: Shop, *rows: dict[str, str], create_warehouses: bool = True) -> list[tuple[int, str | None]]:
    """The problems of these rows, after which a good one was loaded."""
    loaded = shop.load(file(*rows, GOOD), create_warehouses=create_warehouses)
    assert loaded.summary.is_loaded
    assert loaded.summary.bad_rows == len({line for line, _ in loaded.places})
    assert loaded.summary.rows == len(rows) + 1
    assert "Tea" in [row["product_name"] for row in shop.told()]
    return loaded.places


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("product_ref", ""),
        ("product_ref", "r" * 256),
        ("product_name", ""),
        ("product_name", "n" * 201),
        ("product_type", "book"),
        ("product_sku", "s" * 256),
        ("weight", "-1"),
        ("weight", "1.5"),
        ("weight", "1,000"),
        ("weight", " 7"),
        ("weight", "٧"),
        ("length", "long"),
        ("width", "1e3"),
        ("height", "0x10"),
        ("height", str(2**53)),
        ("height", "9" * 400),
        ("license_enabled", "yes"),
        ("max_activations", "0"),
        ("variant_ref", "r" * 256),
        ("variant_name", "n" * 161),
        ("variant_sku", "s" * 256),
        ("price_cents", "Rp 10"),
        ("cost_cents", "-5"),
        ("low_stock_threshold", "few"),
        ("variant_weight", "heavy"),
        ("is_default", "maybe"),
        ("warehouse", "w" * 121),
        ("warehouse", ""),
        ("quantity", ""),
        ("quantity", "-1"),
        ("description", "a NUL \0 within"),
    ],
)
def test_a_cell_that_cannot_be_is_told_of_by_line_and_column(shop: Shop, column: str, text: str) -> None:
    assert refused(shop, coffee(**{column: text})) == [(2, column)]
    assert [row["product_name"] for row in shop.told()] == ["Tea"]


@pytest.mark.parametrize("column", ["weight", "price_cents", "low_stock_threshold", "quantity"])
def test_the_largest_number_of_the_api_is_taken(shop: Shop, column: str) -> None:
    loaded = shop.load(file(coffee(**{column: MOST})))
    assert loaded.problems == []
    assert shop.told()[0][column] == MOST


def test_every_problem_of_a_row_is_told(shop: Shop) -> None:
    row = coffee(product_name="", weight="x", is_default="x", quantity="x")
    assert refused(shop, row) == [(2, "product_name"), (2, "weight"), (2, "is_default"), (2, "quantity")]


def test_bytes_that_are_not_utf_8_are_a_bad_row_and_not_a_bad_file(shop: Shop) -> None:
    content = file(coffee(product_name="Kopi X"), GOOD).encode().replace(b"Kopi X", b"Kopi \xe9")
    loaded = shop.load(content)
    assert loaded.places == [(2, "product_name")]
    assert [row["product_name"] for row in shop.told()] == ["Tea"]


def test_a_row_of_another_width_is_bad(shop: Shop) -> None:
    header, good = file(GOOD).splitlines()
    loaded = shop.load("\n".join([header, "P1,Coffee", good, "P2,Coffee,Main,5,more"]))
    assert loaded.places == [(2, None), (4, None)]
    assert loaded.summary.products_created == 1


def test_a_broken_quote_is_a_bad_row(shop: Shop) -> None:
    header, good = file(GOOD).splitlines()
    loaded = shop.load("\n".join([header, 'P1,"Cof"fee,Main,5', good]))
    assert loaded.places == [(2, None)]
    assert loaded.summary.products_created == 1


def test_a_quote_that_is_never_closed_does_not_swallow_the_file(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_CELL_CHARACTERS", 100)
    header, good = file(GOOD).splitlines()
    lines = [header, 'P1,"Coffee,Main,5', "x" * 200, good]
    loaded = shop.load("\n".join(lines))
    assert [line for line, _ in loaded.places] == [2]
    assert loaded.summary.products_created == 1


def test_a_file_with_semicolons_is_read_as_one_with_commas_and_its_bad_rows_are_told_of(shop: Shop) -> None:
    lines = [
        "\ufeffproduct_ref;product_name;description;warehouse;quantity",
        'P1;Kopi, black;"a; b";Main;5',
        "P2,Tea,,Main,5",
        "P3;Tea;;Main;x",
    ]
    loaded = shop.load("\r\n".join(lines))
    assert loaded.places == [(3, None), (4, "quantity")]
    (told,) = shop.told()
    assert (told["product_name"], told["description"], told["quantity"]) == ("Kopi, black", "a; b", "5")


def test_lines_are_counted_as_an_editor_counts_them(shop: Shop) -> None:
    several = coffee(description="one\ntwo\r\nthree")
    assert refused(shop, several, coffee(product_ref="P2", weight="x")) == [(5, "weight")]


def test_an_unknown_warehouse_is_a_bad_row_unless_it_may_be_created(shop: Shop) -> None:
    loaded = shop.load(file(GOOD, coffee(warehouse="", quantity="")), create_warehouses=False)
    assert loaded.places == [(2, "warehouse")]
    assert shop.load(file(GOOD)).summary.warehouses_created == 1


def test_a_name_that_two_warehouses_have_is_a_bad_row_and_their_ids_are_not(shop: Shop) -> None:
    first = shop.do(lambda tx: warehouses.open_warehouse(tx, NewWarehouse(name="Twin")))
    shop.do(lambda tx: warehouses.open_warehouse(tx, NewWarehouse(name="Twin")))
    assert refused(shop, coffee(warehouse="Twin")) == [(2, "warehouse")]
    assert shop.load(file(coffee(warehouse=first.id))).problems == []
    assert first.id in [row["warehouse"] for row in shop.told()]


def test_rows_that_contradict_each_other_are_bad(shop: Shop) -> None:
    rows = [
        coffee(variant_sku="A"),
        coffee(variant_sku="B", product_name="Tea", warehouse="Side"),
        coffee(variant_sku="A", price_cents="7", warehouse="Side"),
        coffee(variant_sku="A", weight="4", warehouse="Side"),
    ]
    assert refused(shop, *rows) == [(3, "product_name"), (4, "price_cents"), (5, "weight")]


def test_a_repeated_row_is_bad(shop: Shop) -> None:
    bare = coffee(product_ref="P2", warehouse="", quantity="")
    assert refused(shop, coffee(), coffee(quantity="6"), bare, bare) == [(3, "warehouse"), (5, None)]
    assert [row["quantity"] for row in shop.told()] == ["5", "", "5"]


def test_a_variant_cannot_share_its_sku_or_be_another_default(shop: Shop) -> None:
    rows = [
        coffee(variant_ref="a", variant_sku="S", is_default="true"),
        coffee(variant_ref="b", variant_sku="S"),
        coffee(variant_ref="c", variant_sku="T", is_default="TRUE"),
    ]
    assert refused(shop, *rows) == [(3, "variant_sku"), (4, "is_default")]


def test_a_product_has_at_most_a_thousand_variants(shop: Shop) -> None:
    rows = [coffee(variant_sku=f"S{n}", warehouse="", quantity="") for n in range(1_001)]
    assert refused(shop, *rows) == [(1_002, None)]
    assert shop.value("SELECT count(*) FROM variants WHERE account_id = $1") == 1_001


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "empty"),
        ("product_ref,product_name,colour\n", "unknown column 'colour'"),
        ("product_ref,product_name,weight,weight\n", "weight stands there twice"),
        ("product_name,weight\n", "product_ref is missing"),
        ("product_ref\tproduct_name\tweight\n", "separated by commas or semicolons"),
        ("product_ref;product_nam;weight\n", "unknown column 'product_nam'"),
        ('product_ref,"product_name"x\n', "RFC 4180"),
    ],
)
def test_a_header_that_cannot_be_understood_loads_nothing(shop: Shop, content: str, reason: str) -> None:
    loaded = shop.load(content)
    assert not loaded.summary.is_loaded
    assert [problem.line for problem in loaded.problems] == [1]
    assert reason in loaded.problems[0].reason
