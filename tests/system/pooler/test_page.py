"""The example of docs/pooler.md, and that no statement needs a session of its own."""

import re

import psycopg
import pytest

from fulfilment.infra.database.statements import STATEMENTS
from tests.contract.test_statements import _import_everything
from tests.harness import behind

# Statements whose effect outlives a transaction, so that they need a session.
OF_A_SESSION = re.compile(
    r"""pg_(try_)?advisory_lock | \bLISTEN\b | \bWITH\s+HOLD\b | \b(TEMP|TEMPORARY)\b | \bCOPY\b
      | \bPREPARE\b | \bDEALLOCATE\b | set_config\([^)]*,\s*false\s*\) | \bSET\s+SESSION\b | ^\s*SET\b""",
    re.I | re.X,
)


def test_the_example_pools_transactions_and_keeps_prepared_statements() -> None:
    own = behind.example()["pgbouncer"]
    assert own["pool_mode"] == "transaction" and int(own["max_prepared_statements"]) > 0
    assert "ignore_startup_parameters" not in own


@pytest.mark.parametrize("text", ["SELECT pg_advisory_lock(1)", "SELECT set_config('a', 'b', false)", "LISTEN here"])
def test_a_statement_that_needs_a_session_is_recognised(text: str) -> None:
    assert OF_A_SESSION.search(text)


def test_no_statement_of_the_service_needs_a_session_of_its_own() -> None:
    _import_everything()
    assert len(STATEMENTS) > 100
    assert [name for name, statement in STATEMENTS.items() if OF_A_SESSION.search(statement.text)] == []


def test_no_function_of_the_schema_needs_a_session_of_its_own(database_url: str) -> None:
    functions = """
        SELECT proname, pg_get_functiondef(oid) FROM pg_proc
         WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
    """
    with psycopg.connect(database_url) as connection:
        found = {name for name, text in connection.execute(functions) if OF_A_SESSION.search(text)}
    assert found == set()
