"""`fulfilment import` and `fulfilment export`, run as an operator would; killed ones too."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.catalog.csv.import_workspace import ImportWorkspace, coffee, file
from tests.harness.cli_runner import Run
from tests.harness.service import MASTER_KEYS
from tests.harness.waiting import eventually

PRODUCTS = 2_000
KILLS = 2


@pytest.fixture
def database(environment: dict[str, str], module_database_url: str) -> str:
    """The commands work on this database, which all tests of the file share."""
    environment |= {"FULFILMENT_DATABASE_URL": module_database_url, "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
    return module_database_url


@pytest.fixture
def shop(fulfilment: Run, database: str) -> ImportWorkspace:
    opened = json.loads(fulfilment("workspace", "create", "--name", "A shop", "--json").stdout)
    return ImportWorkspace(database, opened["accountId"])


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "shop.csv"


def test_a_file_is_loaded_and_written_back(fulfilment: Run, shop: ImportWorkspace, path: Path, folder: Path) -> None:
    path.write_text(file(coffee(), coffee(product_ref="P2", product_name="Té ☕")), encoding="utf-8")
    done = fulfilment("import", str(path), "--workspace", shop.account_id, "--create-warehouses")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "2 rows, 0 of them bad.",
        "products      2 created, 0 changed, 0 as they were",
        "variants      2 created, 0 changed, 0 as they were",
        "stock levels  2 created, 0 as they were",
        "warehouses    1 created",
    ]
    out = folder / "out.csv"
    done = fulfilment("export", str(out), "--workspace", shop.account_id)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "2 rows written.\n")
    assert out.read_bytes() == shop.export()
    piped = fulfilment("export", "-", "--workspace", shop.account_id)
    assert piped.stdout.splitlines() == shop.export().decode().splitlines()
    assert [entry.name for entry in folder.iterdir() if entry.name.startswith("out")] == ["out.csv"]


def test_bad_rows_go_to_standard_error_and_make_the_exit_code_1(
    fulfilment: Run, shop: ImportWorkspace, path: Path
) -> None:
    path.write_text(file(coffee(weight="x"), coffee(product_ref="P2")))
    load = ("import", str(path), "--workspace", shop.account_id, "--create-warehouses")
    done = fulfilment(*load, "--all-or-nothing")
    assert (done.returncode, done.stdout) == (1, "2 rows, 1 of them bad. Nothing was loaded.\n")
    assert done.stderr == "line 2, weight: must be a whole number from 0 to 9007199254740991\n"
    assert shop.count_rows()["products"] == 0
    done = fulfilment(*load, "--json")
    assert done.returncode == 1
    reason = "must be a whole number from 0 to 9007199254740991"
    assert json.loads(done.stderr) == {"line": 2, "column": "weight", "reason": reason}
    summary = json.loads(done.stdout)
    assert (summary["rows"], summary["badRows"], summary["isLoaded"]) == (2, 1, True)
    assert (summary["productsCreated"], summary["levelsOpened"]) == (1, 1)


def test_a_dry_run_says_so(fulfilment: Run, shop: ImportWorkspace, path: Path) -> None:
    path.write_text(file(coffee()))
    done = fulfilment("import", str(path), "--workspace", shop.account_id, "--create-warehouses", "--dry-run")
    assert done.returncode == 0
    assert done.stdout.startswith("1 rows, 0 of them bad. Nothing was loaded: this was a dry run.\n")
    assert "products      1 would be created" in done.stdout
    assert shop.count_rows()["products"] == 0


def test_a_file_comes_from_standard_input_too(environment: dict[str, str], shop: ImportWorkspace) -> None:
    command = [sys.executable, "-m", "fulfilment.cli", "import", "-", "--workspace", shop.account_id]
    content = file(coffee(warehouse="", quantity=""))
    done = subprocess.run(command, env=environment, input=content, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert shop.count_rows()["products"] == 1


@pytest.mark.parametrize("command", ["import", "export"])
def test_an_unknown_workspace_is_one_clear_line(fulfilment: Run, database: str, path: Path, command: str) -> None:
    path.write_text("before")
    done = fulfilment(command, str(path), "--workspace", "acc_unknown")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "fulfilment: There is no workspace acc_unknown.\n"
    assert path.read_text() == "before"


def test_a_file_that_is_not_there_or_cannot_be_written_is_one_clear_line(
    fulfilment: Run, shop: ImportWorkspace, folder: Path
) -> None:
    missing = folder / "none" / "shop.csv"
    done = fulfilment("import", str(missing), "--workspace", shop.account_id)
    assert done.stderr == f"fulfilment: The file {missing} cannot be read: No such file or directory.\n"
    done = fulfilment("export", str(missing), "--workspace", shop.account_id)
    assert done.stderr == f"fulfilment: The file {missing} cannot be written: No such file or directory.\n"


def test_an_import_that_is_killed_again_and_again_loads_everything_once(
    environment: dict[str, str], fulfilment: Run, shop: ImportWorkspace, path: Path
) -> None:
    rows = [
        coffee(product_ref=f"P{n}", variant_sku=f"S{n}-{size}", is_default=str(size == 0).lower(), quantity=f"{n % 7}")
        for n in range(PRODUCTS)
        for size in range(2)
    ]
    path.write_text(file(*rows))
    command = ("import", str(path), "--workspace", shop.account_id, "--create-warehouses")
    for _ in range(KILLS):
        kill_in_the_middle(command, environment, shop)
        require_whole_batches(shop)
    loaded = shop.count_rows()["products"]
    assert 0 < loaded < PRODUCTS
    done = fulfilment(*command, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    summary = json.loads(done.stdout)
    assert (summary["productsUnchanged"], summary["productsCreated"]) == (loaded, PRODUCTS - loaded)
    require_once(shop, rows)


def kill_in_the_middle(command: tuple[str, ...], environment: dict[str, str], shop: ImportWorkspace) -> None:
    """Kill it without warning once it has loaded something more."""
    with psycopg.connect(shop.url, autocommit=True) as db:

        def products() -> int:
            return db.execute("SELECT count(*) FROM products").fetchone()[0]

        before = products()
        process = subprocess.Popen([sys.executable, "-m", "fulfilment.cli", *command], env=environment)
        try:
            eventually(lambda: products() > before)
        finally:
            os.kill(process.pid, signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL


def require_whole_batches(shop: ImportWorkspace) -> None:
    """Whatever was kept is whole: each product with its variants, their levels, their events, and remembered."""
    counts = shop.count_rows()
    products = counts["products"]
    assert counts["variants"] == counts["stock_levels"] == counts["imported_variants"] == products * 2
    assert counts["imported_products"] == products
    assert counts["outbox"] == counts["events"] == products * 2 + counts["stock_movements"] + counts["warehouses"]
    assert counts["audit_entries"] == products * 2 + 1  # the key's


def require_once(shop: ImportWorkspace, rows: list[dict[str, str]]) -> None:
    require_whole_batches(shop)
    moved = [row for row in rows if row["quantity"] != "0"]
    assert shop.count_rows()["stock_movements"] == len(moved)
    unsound = shop.rows(
        """
        SELECT FROM stock_levels l
         WHERE account_id = $1 AND quantity <> (SELECT coalesce(sum(delta), 0) FROM stock_movements m
           WHERE m.account_id = l.account_id AND m.variant_id = l.variant_id AND m.warehouse_id = l.warehouse_id)
        """
    )
    assert unsound == []
    keys = ("product_ref", "variant_sku", "is_default", "warehouse", "quantity")
    assert [[row[key] for key in keys] for row in shop.exported_rows()] == [[row[key] for key in keys] for row in rows]
