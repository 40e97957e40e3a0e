"""A column that a newer release adds does not disturb older nodes, which hold prepared statements."""

import re
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest_asyncio

from fulfilment.infra.database.statements import COLUMNS, STATEMENTS
from tests.contract.test_statements import EVERY
from tests.harness.growth import grow

# A `*` of what the statement itself names, column by column, is none of a table's.
_OF_A_TABLE = (
    r"\bSELECT\s+(?:\w+,\s*)*\*\s+FROM\s+({tables})\b|\b(?:INTO|UPDATE|FROM)\s+(?:{tables})\b[^;]*RETURNING\s+\*"
)


@pytest_asyncio.fixture
async def connection(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    opened = await asyncpg.connect(database_url, statement_cache_size=0)
    yield opened
    await opened.close()


async def _run_again(connection: asyncpg.Connection, prepared: dict[str, tuple[str, int]]) -> dict[str, str]:
    """PostgreSQL's errors on running each statement again, by its name; nothing is executed."""
    refused = {}
    for name, (known_as, parameters) in prepared.items():
        arguments = f"({', '.join(['NULL'] * parameters)})" if parameters else ""
        try:
            await connection.execute(f'EXPLAIN EXECUTE "{known_as}"{arguments}')
        except asyncpg.PostgresError as problem:
            refused[name] = str(problem)
    return refused


async def _prepared(
    connection: asyncpg.Connection, texts: dict[str, str], kept: list[Any]
) -> dict[str, tuple[str, int]]:
    """Prepare them on the session; they are there for as long as `kept` is."""
    held: dict[str, tuple[str, int]] = {}
    for name, text in texts.items():
        known_as = f"held_{len(held)}"
        statement = await connection.prepare(text, name=known_as)
        held[name] = (known_as, len(statement.get_parameters()))
        kept.append(statement)
    return held


async def test_prepared_statements_run_on_when_every_table_gets_a_column(
    connection: asyncpg.Connection, database_url: str
) -> None:
    assert len(EVERY) == len(STATEMENTS) > 400
    prepared = await _prepared(connection, {name: statement.text for name, statement in STATEMENTS.items()}, kept := [])
    assert await _run_again(connection, prepared) == {}
    grow(database_url)
    assert await _run_again(connection, prepared) == {} and kept


async def test_a_statement_that_says_star_would_be_refused(connection: asyncpg.Connection, database_url: str) -> None:
    texts = {"star": "SELECT * FROM products WHERE account_id = $1", "list": "SELECT id FROM products"}
    prepared = await _prepared(connection, texts, kept := [])
    assert await _run_again(connection, prepared) == {}
    grow(database_url)
    assert list(await _run_again(connection, prepared)) == ["star"] and kept


def test_no_statement_says_star_of_a_table() -> None:
    found = re.compile(_OF_A_TABLE.format(tables="|".join(COLUMNS)))
    assert [name for name, statement in STATEMENTS.items() if found.search(statement.text)] == []


async def test_the_columns_that_statements_name_are_those_of_the_schema(connection: asyncpg.Connection) -> None:
    """Fewer than all are right where a contraction is to take one away."""
    rows = await connection.fetch(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    )
    there = {(row["table_name"], row["column_name"]) for row in rows}
    assert {(table, column) for table, columns in COLUMNS.items() for column in columns.split()} <= there


async def test_no_view_and_no_function_answers_rows_of_a_table(connection: asyncpg.Connection) -> None:
    """They would answer one column more as soon as a table has it, or would go on without it."""
    views = await connection.fetch(
        "SELECT relname FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace"
    )
    functions = await connection.fetch(
        "SELECT p.proname FROM pg_proc p JOIN pg_type t ON t.oid = p.prorettype"
        " WHERE p.pronamespace = 'public'::regnamespace AND (t.typtype = 'c' OR p.prosrc ~* 'SELECT\\s+(\\w+\\.)?\\*')"
    )
    assert (views, functions) == ([], [])
