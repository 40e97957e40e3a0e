"""Commands use colours only on a terminal that wants them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.catalog.csv.import_workspace import coffee, file
from tests.harness.cli_runner import Run
from tests.harness.service import MASTER_KEYS

OnTerminal = Callable[..., str]
BOLD, RED, GREEN, END = "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[0m"


@pytest.fixture
def on_terminal(on_terminal: Run) -> OnTerminal:
    """The output of a command on a terminal, both streams together."""
    return lambda *arguments, **changed: on_terminal(*arguments, **changed).stdout


@pytest.fixture
def workspace(environment: dict[str, str], fulfilment: Run, module_database_url: str) -> str:
    environment |= {"FULFILMENT_DATABASE_URL": module_database_url, "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
    return json.loads(fulfilment("workspace", "create", "--name", "A shop", "--json").stdout)["accountId"]


def test_headings_are_bold_and_revoked_keys_red(on_terminal: OnTerminal, fulfilment: Run, workspace: str) -> None:
    list_them = ("key", "list", "--workspace", workspace)
    (key,) = json.loads(fulfilment(*list_them, "--json").stdout)["apiKeys"]
    assert fulfilment("key", "create", "--workspace", workspace).returncode == 0
    revoked = on_terminal("key", "revoke", key["keyId"], "--workspace", workspace)
    assert revoked.startswith(GREEN) and key["keyId"] in revoked
    heading, *lines = on_terminal(*list_them).splitlines()
    assert heading.startswith(f"{BOLD}KEY ID ") and heading.endswith(END)
    assert [line.startswith(f"{RED}{key['keyId']}") for line in lines] == [False, True]
    assert GREEN not in lines[0] and RED not in lines[0]


def test_an_import_says_in_red_what_is_bad_and_in_green_that_nothing_is(
    on_terminal: OnTerminal, workspace: str, folder: Path
) -> None:
    path = folder / "shop.csv"
    load = ("import", str(path), "--workspace", workspace, "--create-warehouses")
    path.write_text(file(coffee(weight="x"), coffee(product_ref="P2")))
    said = on_terminal(*load)
    assert f"{RED}line 2, weight: must be a whole number" in said
    assert f"{RED}2 rows, 1 of them bad.{END}" in said and GREEN not in said.partition("2 rows")[2]
    path.write_text(file(coffee(product_ref="P2")))
    assert f"{GREEN}1 rows, 0 of them bad.{END}" in on_terminal(*load)


def test_what_is_well_is_green_and_what_is_not_is_red(on_terminal: OnTerminal, workspace: str) -> None:
    said = dict(line.partition(END)[::2] for line in on_terminal("status").splitlines())
    shown = {name.removeprefix(BOLD).strip(): value for name, value in said.items()}
    assert shown["API"].startswith(RED) and shown["Database"].startswith(GREEN)
    assert not shown["Version"].startswith((RED, GREEN))


@pytest.mark.parametrize("wish", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_that_wants_no_colours_gets_none(
    on_terminal: OnTerminal, workspace: str, wish: dict[str, str]
) -> None:
    said = on_terminal("status", **wish)
    assert "Database" in said and RED not in said and GREEN not in said


def test_json_has_no_colours_even_on_a_terminal(on_terminal: OnTerminal, workspace: str, folder: Path) -> None:
    path = folder / "shop.csv"
    path.write_text(file(coffee(weight="x"), coffee(product_ref="P2")))
    said = on_terminal("import", str(path), "--workspace", workspace, "--create-warehouses", "--json")
    problem, summary = (json.loads(line) for line in said.splitlines())
    assert (problem["line"], summary["badRows"]) == (2, 1)
    assert "needs" in json.loads(on_terminal("status", "--json"))
