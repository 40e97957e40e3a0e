"""The page about the catalog's file agrees with the code."""

import re
from pathlib import Path

from fulfilment.catalog.csv.columns import COLUMNS
from tests.catalog.csv.import_workspace import ImportWorkspace

PAGE = (Path(__file__).parents[3] / "docs" / "import-export.md").read_text("utf-8")


def test_the_page_names_every_column_in_its_order() -> None:
    _, _, table = PAGE.partition("| Column |")
    named = [name for line in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`(\w+)`", line)]
    assert named == [column.name for column in COLUMNS]


def test_the_example_on_the_page_loads(shop: ImportWorkspace) -> None:
    (example,) = re.findall(r"^```csv\n(.*?)^```$", PAGE, re.S | re.M)
    loaded = shop.import_file(example)
    assert loaded.problems == []
    summary = loaded.summary
    assert (summary.rows, summary.products_created, summary.variants_created, summary.levels_opened) == (3, 1, 2, 3)
