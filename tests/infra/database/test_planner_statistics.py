"""Planner statistics are pinned whenever the schema is brought up to date, and survive an analysis."""

from collections.abc import Iterator

import psycopg
import pytest

from fulfilment.infra.database import planner_statistics
from fulfilment.infra.database.errors import MigrationFailed
from fulfilment.infra.database.migrations import migrate, runner

_KNOWN = "SELECT n_distinct FROM pg_stats WHERE schemaname = 'public' AND tablename = %s AND attname = %s"


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


def _known(connection: psycopg.Connection, table: str, column: str) -> float | None:
    row = connection.execute(_KNOWN, [table, column]).fetchone()
    return row and row[0]


def _open_workspaces(connection: psycopg.Connection, count: int) -> None:
    connection.execute(
        "INSERT INTO accounts (id, name, origin, created_at)"
        " SELECT 'acc_' || n, 'Shop', 'operator', now() FROM generate_series(1, %s) AS n",
        [count],
    )


@pytest.mark.parametrize(
    ("table", "column", "different"),
    [
        # One workspace may have every row, and the rows of a workspace have identifiers of their own.
        ("products", "account_id", 1),
        ("products", "id", -1),
        ("api_keys", "key_id", -1),
        ("products", "archived", 2),
        # As a migration says.
        ("stock_movements", "variant_id", 10),
        ("variants", "product_id", pytest.approx(-0.2)),
        # An expression of an index.
        ("shipments_by_waybill", "left", pytest.approx(-0.2)),
    ],
)
def test_a_new_schema_is_told_of(connection: psycopg.Connection, table: str, column: str, different: float) -> None:
    assert _known(connection, table, column) == different


def test_what_was_told_outlives_an_analysis(connection: psycopg.Connection) -> None:
    _open_workspaces(connection, 100)
    connection.execute("UPDATE accounts SET plan = 'scale'")
    before = connection.execute("SELECT * FROM pg_stats WHERE tablename = 'accounts' ORDER BY attname").fetchall()
    connection.execute("ANALYZE accounts")
    after = connection.execute("SELECT * FROM pg_stats WHERE tablename = 'accounts' ORDER BY attname").fetchall()
    assert before == after
    assert connection.execute("SELECT reltuples FROM pg_class WHERE relname = 'accounts'").fetchone() == (100,)


def test_what_a_backup_has_lost_is_told_again(connection: psycopg.Connection, database_url: str) -> None:
    connection.execute("SELECT pg_clear_attribute_stats('public', 'products', 'account_id', false)")
    assert _known(connection, "products", "account_id") is None
    assert migrate.migrate(database_url) == []
    assert _known(connection, "products", "account_id") == 1


def test_a_column_that_comes_later_is_told_of(connection: psycopg.Connection, database_url: str) -> None:
    connection.execute("ALTER TABLE products ADD COLUMN colour text, ADD COLUMN is_red boolean")
    migrate.migrate(database_url)
    assert (_known(connection, "products", "colour"), _known(connection, "products", "is_red")) == (
        pytest.approx(-0.2),
        2,
    )


def test_what_was_told_is_not_told_again(connection: psycopg.Connection, database_url: str) -> None:
    where = "SELECT max(s.xmin::text::bigint) FROM pg_statistic s JOIN pg_class c ON c.oid = s.starelid"
    where += " WHERE c.relnamespace = 'public'::regnamespace"
    before = connection.execute(where).fetchone()
    migrate.migrate(database_url)
    assert connection.execute(where).fetchone() == before


def test_a_table_of_somebody_else_is_left_alone(connection: psycopg.Connection, database_url: str) -> None:
    connection.execute("CREATE ROLE reporting")
    connection.execute("CREATE ROLE shop LOGIN")
    try:
        connection.execute("CREATE TABLE reports (id text)")
        connection.execute("ALTER TABLE reports OWNER TO reporting")
        connection.execute("SET ROLE shop")
        planner_statistics.tell(connection)
        connection.execute("RESET ROLE")
        assert _known(connection, "reports", "id") is None
    finally:
        connection.execute("RESET ROLE")
        connection.execute("DROP TABLE IF EXISTS reports")
        connection.execute("DROP ROLE reporting")
        connection.execute("DROP ROLE shop")


def test_an_older_server_looks_at_what_it_does_not_know(
    connection: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that cannot be told learns from the rows, of tables that have any."""
    _open_workspaces(connection, 10)
    connection.execute("ALTER TABLE accounts ALTER COLUMN id SET STATISTICS DEFAULT")
    for (column,) in connection.execute("SELECT attname FROM pg_stats WHERE tablename = 'accounts'").fetchall():
        connection.execute("SELECT pg_clear_attribute_stats('public', 'accounts', %s, false)", [column])
    monkeypatch.setattr(planner_statistics, "TELLING_VERSION", connection.info.server_version + 1)
    planner_statistics.tell(connection)
    assert (_known(connection, "accounts", "id"), _known(connection, "products", "id")) == (-1, -1)


def test_a_table_that_stays_locked_ends_the_migration_with_its_reason(
    connection: psycopg.Connection, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "LOCK_TIMEOUT_SECONDS", 0.2)
    connection.execute("SELECT pg_clear_attribute_stats('public', 'products', 'id', false)")
    with psycopg.connect(database_url) as other:
        other.execute("LOCK TABLE products IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(MigrationFailed, match="statistics of the tables"):
            migrate.migrate(database_url)
    migrate.migrate(database_url)
    assert _known(connection, "products", "id") == -1
