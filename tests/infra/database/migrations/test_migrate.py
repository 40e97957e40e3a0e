"""The schema is migrated once, whole or not at all, and never mistaken for another release's."""

import subprocess
import sys
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from fulfilment.infra.database.errors import DatabaseUnreachable, MigrationFailed, SchemaMismatch
from fulfilment.infra.database.migrations import migrate, runner

FUNCTION = """-- expand: 0.2.0
-- A body with semicolons, quotes and percent signs: 100 %.
CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    result integer;
BEGIN
    result := n * 2; -- ';' and "%s"
    IF result % 2 = 0 THEN RETURN result; END IF;
    RETURN NULL;
END $$;
CREATE TABLE second (id integer);
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "a [bracketed] folder"
    path.mkdir()
    (path / "0001.first.sql").write_text(
        "-- expand: 0.2.0\nCREATE TABLE first (id integer); INSERT INTO first VALUES (1);"
    )
    (path / "0002.second.sql").write_text(FUNCTION)
    return path


def rows(url: str, statement: str) -> list[tuple]:
    with psycopg.connect(url) as connection:
        return connection.execute(statement).fetchall()


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


def test_migrations_are_applied_in_the_order_of_their_names_and_once(empty_database_url, folder):
    assert migrate.migrate(empty_database_url, folder) == ["0001.first", "0002.second"]
    assert migrate.migrate(empty_database_url, folder) == []
    assert rows(empty_database_url, "SELECT id, twice(id) FROM first") == [(1, 2)]


def test_a_migration_added_later_is_the_only_one_applied(empty_database_url, folder):
    migrate.migrate(empty_database_url, folder)
    (folder / "0003.third.sql").write_text("-- expand: 0.2.0\nCREATE TABLE third (id integer)")
    assert migrate.migrate(empty_database_url, folder) == ["0003.third"]


def test_nodes_that_start_together_migrate_once(empty_database_url, folder):
    (folder / "0003.slow.sql").write_text("-- expand: 0.2.0\nSELECT pg_sleep(0.3); CREATE TABLE third (id integer)")
    with ThreadPoolExecutor(4) as nodes:
        applied = list(nodes.map(lambda _: migrate.migrate(empty_database_url, folder), range(4)))
    assert sorted(map(len, applied)) == [0, 0, 0, 3]
    assert rows(empty_database_url, "SELECT count(*) FROM first") == [(1,)]


def test_a_failed_migration_leaves_nothing_and_those_before_it_stand(empty_database_url, folder):
    broken = folder / "0003.broken.sql"
    broken.write_text("-- expand: 0.2.0\nCREATE TABLE third (id integer); SELECT 1 / 0;")
    with pytest.raises(MigrationFailed, match=r"^Migration 0003\.broken failed: division by zero$"):
        migrate.migrate(empty_database_url, folder)
    assert rows(empty_database_url, "SELECT to_regclass('second') IS NULL, to_regclass('third') IS NULL") == [
        (False, True)
    ]
    broken.write_text("-- expand: 0.2.0\nCREATE TABLE third (id integer)")
    assert migrate.migrate(empty_database_url, folder) == ["0003.broken"]


def test_a_node_killed_while_migrating_keeps_nobody_waiting_and_leaves_no_half(empty_database_url, folder):
    (folder / "0003.endless.sql").write_text("-- expand: 0.2.0\nCREATE TABLE third (id integer); SELECT pg_sleep(3600)")
    program = "import sys; from pathlib import Path; from fulfilment.infra.database.migrations.migrate import migrate; "
    program += "migrate(sys.argv[1], Path(sys.argv[2]))"
    node = subprocess.Popen([sys.executable, "-c", program, empty_database_url, str(folder)])
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        asleep = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        while not (found := connection.execute(asleep).fetchone()):
            assert node.poll() is None
        node.kill()
        node.wait()
        # The server notices a vanished client at its next message; here it is told.
        connection.execute("SELECT pg_terminate_backend(%s)", found)
    (folder / "0003.endless.sql").write_text("-- expand: 0.2.0\nCREATE TABLE third (id integer)")
    assert migrate.migrate(empty_database_url, folder) == ["0003.endless"]


def test_an_older_schema_is_refused_with_the_command_that_helps(empty_database_url, folder):
    with pytest.raises(SchemaMismatch, match=r"lacks 0001\.first\); run: fulfilment migrate$"):
        migrate.require_current(empty_database_url, folder)
    assert rows(empty_database_url, "SELECT to_regclass('schema_migrations') IS NULL") == [(True,)]
    migrate.migrate(empty_database_url, folder)
    migrate.require_current(empty_database_url, folder)
    (folder / "0003.third.sql").write_text("-- expand: 0.2.0\nCREATE TABLE third (id integer)")
    with pytest.raises(SchemaMismatch, match=r"lacks 0003\.third"):
        migrate.require_current(empty_database_url, folder)


def test_a_database_of_a_release_before_the_baseline_is_refused_by_name(empty_database_url, folder):
    execute(empty_database_url, "CREATE TABLE _yoyo_migration (migration_hash text)")
    for refused in (migrate.migrate, migrate.require_current):
        with pytest.raises(SchemaMismatch, match=r"by release 0\.2\.0 or older.* Name an empty database in"):
            refused(empty_database_url, folder)
    assert rows(empty_database_url, "SELECT to_regclass('first') IS NULL") == [(True,)]


def test_a_migration_tries_again_for_a_lock_and_gives_up_in_the_end(empty_database_url, folder, monkeypatch):
    migrate.migrate(empty_database_url, folder)
    monkeypatch.setattr(runner, "LOCK_TIMEOUT_SECONDS", 0.1)
    monkeypatch.setattr(runner, "LOCK_PAUSE_SECONDS", 0)
    (folder / "0003.alter.sql").write_text("-- expand: 0.2.0\nALTER TABLE first ADD COLUMN name text")
    with psycopg.connect(empty_database_url) as holder:
        holder.execute("SELECT * FROM first")
        with pytest.raises(MigrationFailed, match="canceling statement due to lock timeout"):
            migrate.migrate(empty_database_url, folder)
        monkeypatch.setattr(runner, "LOCK_PAUSE_SECONDS", 0.2)
        with ThreadPoolExecutor(1) as node:
            migrating = node.submit(migrate.migrate, empty_database_url, folder)
            altering = "query LIKE '%ALTER TABLE first%'"
            waiting = f"SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND {altering}"
            while not rows(empty_database_url, waiting):
                assert not migrating.done()
            holder.rollback()
            assert migrating.result() == ["0003.alter"]


def test_a_database_that_is_not_there_is_one_line_without_its_password():
    with pytest.raises(DatabaseUnreachable) as caught:
        migrate.migrate("postgresql://someone:hunter2@127.0.0.1:1/orders")
    line = str(caught.value)
    assert line.startswith("The database at 127.0.0.1:1/orders cannot be reached: ")
    assert "\n" not in line and "hunter2" not in line


@pytest.mark.parametrize("address", ["mysql://u:hunter2@h/d", "hunter2", "postgresql://u:hunter2@[::1/d"])
def test_an_address_that_is_none_is_one_line_without_its_password(address):
    with pytest.raises(DatabaseUnreachable) as caught:
        migrate.reachable(address)
    assert "\n" not in str(caught.value) and "hunter2" not in str(caught.value)


def test_the_products_own_schema_is_current_after_migrating(database_url):
    migrate.require_current(database_url)
    assert migrate.migrate(database_url) == []


def test_a_server_of_an_older_generation_is_refused(empty_database_url, monkeypatch):
    monkeypatch.setattr(migrate, "OLDEST_SERVER_VERSION", 99)
    with pytest.raises(SchemaMismatch, match=r"^PostgreSQL 18 is too old: 99 or newer is needed\.$"):
        migrate.reachable(empty_database_url)


@pytest.mark.parametrize(("hosts", "seconds"), [(1, "10"), (2, "3")])
def test_one_host_of_several_is_waited_for_less_long(empty_database_url: str, hosts: int, seconds: str) -> None:
    parts = psycopg.conninfo.conninfo_to_dict(empty_database_url)
    parts["host"] = ",".join([parts["host"]] * hosts)
    url = "postgresql://?" + urllib.parse.urlencode(parts, quote_via=urllib.parse.quote)
    with migrate.connected(url) as connection:
        assert connection.info.get_parameters()["connect_timeout"] == seconds
