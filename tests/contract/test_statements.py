"""Every SQL statement of the service fits the schema and is scoped to its workspace."""

import ast
import importlib
import pkgutil
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import psycopg
import pytest
import pytest_asyncio

import fulfilment
from fulfilment.infra.database.statements import STATEMENTS, Statement

PACKAGE = Path(fulfilment.__file__).parent
# The row of the workspace itself is its id; all other rows carry it.
WORKSPACES = "accounts"
# A row's workspace equals another row's workspace, or the given one.
_SAME = re.compile(r"account_id = (\$1\b|\w+\.account_id)|(\$1|\.id) = (\w+\.)?account_id|account_id = \w+\.id")
_INSERT = re.compile(
    r"INSERT\s+INTO\s+(\w+)(?:\s+AS\s+\w+)?\s*\(\s*(\w+).*?\)\s*(VALUES\s*\(\s*|SELECT\s+(?:DISTINCT\s+)?)([^,\s)]+)",
    re.DOTALL | re.IGNORECASE,
)
HARMLESS = "SELECT 1"
# These speak to the database before there is a schema to check them against, or about the server itself.
BESIDE_THE_SCHEMA = (
    "infra/database/",
    "infra/operations/group_commit.py",
    "cli/",
)


def _import_everything() -> None:
    for module in pkgutil.walk_packages(fulfilment.__path__, "fulfilment."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


_import_everything()


def _kind_of(statement: Statement) -> str:
    """`scoped` to one workspace, `batched` over several, or `unscoped`: the first word of its name says it."""
    kind = statement.name.rpartition(".")[2].partition("_")[0]
    return kind if kind in ("batched", "unscoped") else "scoped"


EVERY = [pytest.param(statement, id=name) for name, statement in sorted(STATEMENTS.items())]
SCOPED = [param for param in EVERY if _kind_of(param.values[0]) == "scoped"]


@pytest.fixture(scope="module")
def tenant_tables(module_database_url: str) -> set[str]:
    """The tables whose rows belong to a workspace."""
    with psycopg.connect(module_database_url) as connection:
        rows = connection.execute(
            "SELECT table_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name = 'account_id'"
        )
        tables = {name for (name,) in rows}
    assert {"products", "stock_levels", "events", "api_keys"} <= tables
    return tables


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def connection(module_database_url: str) -> AsyncIterator[asyncpg.Connection]:
    opened = await asyncpg.connect(module_database_url)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def planner(module_database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(module_database_url, autocommit=True) as connection:
        yield connection


def test_statements_of_every_domain_were_found() -> None:
    domains = {name.partition(".")[0] for name in STATEMENTS}
    assert {"catalog", "stock", "api_keys", "audit", "shipments", "credits", "webhooks"} <= domains


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("statement", EVERY)
async def test_a_statement_fits_the_migrated_schema_and_takes_its_workspaces_in_first_place(
    connection: asyncpg.Connection, statement: Statement
) -> None:
    parameters = (await connection.prepare(statement.text)).get_parameters()
    assert len(parameters) == len(set(re.findall(r"\$\d+", statement.text)))
    kind = _kind_of(statement)
    if kind == "scoped":
        assert parameters and parameters[0].name == "text"
    elif kind == "batched":
        assert parameters and parameters[0].name == "text[]"
        arrays = re.findall(r"unnest\s*\(\s*\$1\b.*?AS\s+\w*\s*\(\s*(\w+)", statement.text, re.DOTALL)
        assert arrays == ["account_id"] or re.search(r"account_id\s*=\s*ANY\s*\(\s*\$1\b", statement.text)


@pytest.mark.parametrize("statement", SCOPED)
def test_a_scoped_statement_reads_and_changes_rows_of_its_workspace_alone(
    planner: psycopg.Connection, tenant_tables: set[str], statement: Statement
) -> None:
    """The planner says by which conditions each table is read; the workspace must be among them."""
    # Without parameters the text goes out as it is, `$1` and all.
    (plan,) = planner.execute(f"EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) {statement.text}").fetchone()
    loose = [node["Relation Name"] for node in _loose(plan[0]["Plan"], tenant_tables, is_joined=False)]
    assert loose == [], f"{statement.name} reads {loose} without asking whose the rows are"


def _loose(node: dict[str, Any], tenant_tables: set[str], *, is_joined: bool) -> Iterator[dict[str, Any]]:
    """The scans of workspaces' tables that no condition ties to the workspace."""
    conditions = " ".join(str(value) for name, value in node.items() if name.endswith(("Cond", "Filter")))
    table = node.get("Relation Name")
    is_tied = is_joined or bool(_SAME.search(conditions)) or (table == WORKSPACES and ".id = $1" in conditions)
    is_scan = node["Node Type"].endswith("Scan") and node["Node Type"] != "Bitmap Index Scan"
    # A scan over an index condition shows it on the node below.
    below = [child for child in node.get("Plans", ()) if child["Node Type"] == "Bitmap Index Scan"]
    is_tied = is_tied or any(_SAME.search(str(child.get("Index Cond"))) for child in below)
    if is_scan and table in tenant_tables | {WORKSPACES} and not is_tied:
        yield node
    joins = bool(_SAME.search(" ".join(str(node.get(name, "")) for name in ("Hash Cond", "Merge Cond", "Join Filter"))))
    for child in node.get("Plans", ()):
        yield from _loose(child, tenant_tables, is_joined=joins)


def test_what_scoped_statements_insert_is_their_workspaces(tenant_tables: set[str]) -> None:
    checked = 0
    for (statement,) in (param.values for param in SCOPED):
        for table, column, _, source in _INSERT.findall(statement.text):
            if table in tenant_tables:
                assert column == "account_id", f"{statement.name}: the workspace comes first in {table}"
                assert source == "$1" or source.rpartition(".")[2] in ("account_id", "id"), statement.name
                checked += 1
    assert checked > 20


def test_no_other_sql_is_hidden_in_the_domains() -> None:
    hidden = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).as_posix().startswith(BESIDE_THE_SCHEMA):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _runs_a_literal(node):
                hidden.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert hidden == []


def _runs_a_literal(call: ast.Call) -> bool:
    runs = isinstance(call.func, ast.Attribute) and call.func.attr in (
        "execute",
        "executemany",
        "fetch",
        "fetchrow",
        "fetchval",
        "cursor",
        "prepare",
    )
    literal = call.args[0] if runs and call.args else None
    if isinstance(literal, ast.Constant):
        return literal.value != HARMLESS
    return isinstance(literal, ast.JoinedStr | ast.BinOp)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM products WHERE id = $1",
        "UPDATE stock_levels SET quantity = 0 WHERE warehouse_id = $1",
        "DELETE FROM events WHERE id = $1",
        "SELECT * FROM accounts WHERE name = $1",
        "SELECT * FROM products WHERE account_id >= $1",
        "SELECT * FROM products WHERE account_id <> $1 AND id = $2",
        "SELECT v.* FROM products p JOIN variants v ON v.product_id = p.id WHERE p.account_id = $1",
        "SELECT * FROM products p WHERE account_id = $1 AND EXISTS (SELECT FROM variants v WHERE v.product_id = p.id)",
    ],
)
def test_the_check_finds_a_statement_that_forgets_the_workspace(
    planner: psycopg.Connection, tenant_tables: set[str], text: str
) -> None:
    forgetful = Statement("test.forgetful", text, True)
    with pytest.raises(AssertionError, match="without asking whose"):
        test_a_scoped_statement_reads_and_changes_rows_of_its_workspace_alone(planner, tenant_tables, forgetful)
