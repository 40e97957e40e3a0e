"""One UPDATE takes from several rows, and no constraint could refuse one of them (decision 5)."""

from collections.abc import Iterator

import psycopg
import pytest

TAKEN_BY_UPDATE = ["subscriptions", "checkouts", "billing_accounts", "batch_rows", "batch_tenants", "webhook_replays"]

# Those of foreign keys look at keys alone, which taking does not change.
_TRIGGERS = "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal"
_RULES = "SELECT rulename FROM pg_rules WHERE schemaname = 'public' AND tablename = %s"
# Old rows need not fulfil them, and are refused when they change.
_UNPROVED = "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND NOT convalidated"


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    """A connection whose changes are rolled back at the end."""
    with psycopg.connect(database_url) as connection:
        yield connection
        connection.rollback()


def _refusing(connection: psycopg.Connection, table: str) -> list[str]:
    """Triggers, rules and unvalidated constraints that could refuse the change of a row that was valid before."""
    return [name for look in (_TRIGGERS, _RULES, _UNPROVED) for (name,) in connection.execute(look, [table])]


@pytest.mark.parametrize("table", TAKEN_BY_UPDATE)
def test_nothing_could_refuse_that_a_row_is_taken(connection: psycopg.Connection, table: str):
    assert _refusing(connection, table) == []


@pytest.mark.parametrize("table", TAKEN_BY_UPDATE)
def test_what_could_is_found(connection: psycopg.Connection, table: str):
    connection.execute(f"ALTER TABLE {table} ADD CONSTRAINT soon CHECK (due_at > 'yesterday') NOT VALID")
    connection.execute("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$")
    connection.execute(f"CREATE TRIGGER refuse BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()")
    assert _refusing(connection, table) == ["refuse", "soon"]
