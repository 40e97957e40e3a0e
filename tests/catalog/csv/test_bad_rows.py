"""Every bad row is reported with its line and column, and the other rows are imported."""

import pytest

from fulfilment.catalog.csv import rows as parser
from fulfilment.stock import warehouses
from fulfilment.stock.warehouse_schemas import NewWarehouse
from tests.catalog.csv.import_workspace import ImportWorkspace, coffee, file

GOOD = coffee(product_ref="P9", product_name="Tea")
MOST = str(2**53 - 1)


def refused(
    shop: ImportWorkspace, *rows: dict[str, str], create_warehouses: bool = True
) -> list[tuple[int, str | None]]:
    """The problems of these rows, after which a good one was loaded."""
    loaded = shop.import_file(file(*rows, GOOD), create_warehouses=create_warehouses)
    assert loaded.summary.is_loaded
    assert loaded.summary.bad_rows == len({line for line, _ in loaded.positions})
    assert loaded.summary.rows == len(rows) + 1
    assert "Tea" in [row["product_name"] for row in shop.exported_rows()]
    return loaded.positions


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
def test_a_cell_that_cannot_be_is_told_of_by_line_and_column(shop: ImportWorkspace, column: str, text: str) -> None:
    assert refused(shop, coffee(**{column: text})) == [(2, column)]
    assert [row["product_name"] for row in shop.exported_rows()] == ["Tea"]


@pytest.mark.parametrize("column", ["weight", "price_cents", "low_stock_threshold", "quantity"])
def test_the_largest_number_of_the_api_is_taken(shop: ImportWorkspace, column: str) -> None:
    loaded = shop.import_file(file(coffee(**{column: MOST})))
    assert loaded.problems == []
    assert shop.exported_rows()[0][column] == MOST


def test_every_problem_of_a_row_is_told(shop: ImportWorkspace) -> None:
    row = coffee(product_name="", weight="x", is_default="x", quantity="x")
    assert refused(shop, row) == [(2, "product_name"), (2, "weight"), (2, "is_default"), (2, "quantity")]


def test_bytes_that_are_not_utf_8_are_a_bad_row_and_not_a_bad_file(shop: ImportWorkspace) -> None:
    content = file(coffee(product_name="Kopi X"), GOOD).encode().replace(b"Kopi X", b"Kopi \xe9")
    loaded = shop.import_file(content)
    assert loaded.positions == [(2, "product_name")]
    assert [row["product_name"] for row in shop.exported_rows()] == ["Tea"]


def test_a_row_of_another_width_is_bad(shop: ImportWorkspace) -> None:
    header, good = file(GOOD).splitlines()
    loaded = shop.import_file("\n".join([header, "P1,Coffee", good, "P2,Coffee,Main,5,more"]))
    assert loaded.positions == [(2, None), (4, None)]
    assert loaded.summary.products_created == 1


def test_a_broken_quote_is_a_bad_row(shop: ImportWorkspace) -> None:
    header, good = file(GOOD).splitlines()
    loaded = shop.import_file("\n".join([header, 'P1,"Cof"fee,Main,5', good]))
    assert loaded.positions == [(2, None)]
    assert loaded.summary.products_created == 1


def test_a_quote_that_is_never_closed_does_not_swallow_the_file(
    shop: ImportWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser, "MAX_CELL_CHARACTERS", 100)
    header, good = file(GOOD).splitlines()
    lines = [header, 'P1,"Coffee,Main,5', "x" * 200, good]
    loaded = shop.import_file("\n".join(lines))
    assert [line for line, _ in loaded.positions] == [2]
    assert loaded.summary.products_created == 1


def test_a_file_with_semicolons_is_read_as_one_with_commas_and_its_bad_rows_are_told_of(shop: ImportWorkspace) -> None:
    lines = [
        "\ufeffproduct_ref;product_name;description;warehouse;quantity",
        'P1;Kopi, black;"a; b";Main;5',
        "P2,Tea,,Main,5",
        "P3;Tea;;Main;x",
    ]
    loaded = shop.import_file("\r\n".join(lines))
    assert loaded.positions == [(3, None), (4, "quantity")]
    (told,) = shop.exported_rows()
    assert (told["product_name"], told["description"], told["quantity"]) == ("Kopi, black", "a; b", "5")


def test_lines_are_counted_as_an_editor_counts_them(shop: ImportWorkspace) -> None:
    several = coffee(description="one\ntwo\r\nthree")
    assert refused(shop, several, coffee(product_ref="P2", weight="x")) == [(5, "weight")]


def test_an_unknown_warehouse_is_a_bad_row_unless_it_may_be_created(shop: ImportWorkspace) -> None:
    loaded = shop.import_file(file(GOOD, coffee(warehouse="", quantity="")), create_warehouses=False)
    assert loaded.positions == [(2, "warehouse")]
    assert shop.import_file(file(GOOD)).summary.warehouses_created == 1


def test_a_name_that_two_warehouses_have_is_a_bad_row_and_their_ids_are_not(shop: ImportWorkspace) -> None:
    first = shop.run_mutation(lambda tx: warehouses.create_warehouse(tx, NewWarehouse(name="Twin")))
    shop.run_mutation(lambda tx: warehouses.create_warehouse(tx, NewWarehouse(name="Twin")))
    assert refused(shop, coffee(warehouse="Twin")) == [(2, "warehouse")]
    assert shop.import_file(file(coffee(warehouse=first.id))).problems == []
    assert first.id in [row["warehouse"] for row in shop.exported_rows()]


def test_rows_that_contradict_each_other_are_bad(shop: ImportWorkspace) -> None:
    rows = [
        coffee(variant_sku="A"),
        coffee(variant_sku="B", product_name="Tea", warehouse="Side"),
        coffee(variant_sku="A", price_cents="7", warehouse="Side"),
        coffee(variant_sku="A", weight="4", warehouse="Side"),
    ]
    assert refused(shop, *rows) == [(3, "product_name"), (4, "price_cents"), (5, "weight")]


def test_a_repeated_row_is_bad(shop: ImportWorkspace) -> None:
    bare = coffee(product_ref="P2", warehouse="", quantity="")
    assert refused(shop, coffee(), coffee(quantity="6"), bare, bare) == [(3, "warehouse"), (5, None)]
    assert [row["quantity"] for row in shop.exported_rows()] == ["5", "", "5"]


def test_a_variant_cannot_share_its_sku_or_be_another_default(shop: ImportWorkspace) -> None:
    rows = [
        coffee(variant_ref="a", variant_sku="S", is_default="true"),
        coffee(variant_ref="b", variant_sku="S"),
        coffee(variant_ref="c", variant_sku="T", is_default="TRUE"),
    ]
    assert refused(shop, *rows) == [(3, "variant_sku"), (4, "is_default")]


def test_a_product_has_at_most_a_thousand_variants(shop: ImportWorkspace) -> None:
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
def test_a_header_that_cannot_be_understood_loads_nothing(shop: ImportWorkspace, content: str, reason: str) -> None:
    loaded = shop.import_file(content)
    assert not loaded.summary.is_loaded
    assert [problem.line for problem in loaded.problems] == [1]
    assert reason in loaded.problems[0].reason


@pytest.mark.parametrize(
    "text",
    [
        "8.99123E+12",
        "8,99123E+12",
        "8.99123e+12",
        "9E+12",
        "8.99123E12",
        "-1.5E+15",
        "899.123E+10",
        "+8.99E+12",
        " 8.99E+12 ",
    ],
)
@pytest.mark.parametrize("column", ["product_ref", "product_sku", "variant_ref", "variant_sku"])
def test_a_number_that_a_spreadsheet_has_shortened_is_no_code(shop: ImportWorkspace, column: str, text: str) -> None:
    loaded = shop.import_file(file(coffee(**{column: text}), GOOD))
    assert loaded.positions == [(2, column)]
    assert "a spreadsheet has shortened this number" in loaded.problems[0].reason


def test_a_code_that_only_looks_like_a_shortened_number_is_one(shop: ImportWorkspace) -> None:
    texts = ["E+12", "8E12", "12.5E+1X", "1E-05", "8.991", "A8.99E+12"]
    assert shop.import_file(file(*(coffee(product_ref=text, variant_sku=text) for text in texts))).problems == []
    assert [row["variant_sku"] for row in shop.exported_rows()] == texts


def test_rows_and_last_columns_in_which_nothing_stands_are_passed_over(shop: ImportWorkspace) -> None:
    lines = [
        "",
        ",,,,,",
        "product_ref,product_name,warehouse,quantity,, ",
        "P1,Coffee,Main,5,,",
        ",,,,,",
        "  ",
        "P2,Tea,Main,6,, ,",
        "P3,Cocoa,Main,7",
        "P4,Milk,Main,8,,lost",
        ',"",,,,',
    ]
    loaded = shop.import_file("\n".join(lines))
    assert loaded.positions == [(9, None)]
    assert loaded.summary.rows == 4
    assert [row["product_name"] for row in shop.exported_rows()] == ["Coffee", "Tea", "Cocoa"]


@pytest.mark.parametrize(
    ("first", "separator"),
    [("sep=;", ";"), ("SEP=,", ","), ('"sep=;"', ";"), ("sep=;;;;", ";"), ("sep=\t", "\t"), ("\ufeffsep=;", ";")],
)
def test_a_file_may_name_its_separator(shop: ImportWorkspace, first: str, separator: str) -> None:
    rows = [["product_ref", "product_name", "quantity"], ["P1", "Coffee", ""], ["P2", "Tea", "x"]]
    loaded = shop.import_file("\r\n".join([first, *(separator.join(row) for row in rows)]))
    assert loaded.positions == [(4, "quantity")]
    assert [row["product_name"] for row in shop.exported_rows()] == ["Coffee"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_of_utf_16_is_named_as_such(shop: ImportWorkspace, encoding: str) -> None:
    loaded = shop.import_file(file(GOOD).encode(encoding))
    assert not loaded.summary.is_loaded
    (problem,) = loaded.problems
    assert (problem.line, "UTF-16" in problem.reason) == (1, True)


def test_a_quote_that_is_never_closed_says_from_which_line_on_nothing_was_read(shop: ImportWorkspace) -> None:
    header, good = file(GOOD).splitlines()
    loaded = shop.import_file("\n".join([header, good, 'P1,"Coffee,Main,5', "P2,Milk,Main,5", "P3,Cocoa,Main,5"]))
    (problem,) = loaded.problems
    assert (problem.line, problem.column) == (3, None)
    assert "never closed" in problem.reason and "nothing was read from this line on" in problem.reason
    assert [row["product_name"] for row in shop.exported_rows()] == ["Tea"]


def test_a_quote_that_another_row_closes_says_which_lines_were_not_read(shop: ImportWorkspace) -> None:
    header, good = file(GOOD).splitlines()
    loaded = shop.import_file("\n".join([header, 'P1,"Coffee,Main,5', "P2,Milk,Main,5", 'P3,"Cocoa",Main,5', good]))
    (problem,) = loaded.problems
    assert problem.line == 2 and "Nothing was read from this line to line 4" in problem.reason
    assert [row["product_name"] for row in shop.exported_rows()] == ["Tea"]
