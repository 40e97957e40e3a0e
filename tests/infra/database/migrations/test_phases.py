"""Nodes of two releases share one schema: it grows before the new ones come, and shrinks when the old ones are gone."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
import structlog

from fulfilment.infra.database.errors import MigrationFailed, OlderNodes, SchemaMismatch
from fulfilment.infra.database.migrations import migrate, runner, versions
from fulfilment.infra.database.migrations.migration_file import Phase

BASE = "-- expand: 0.2.0\nCREATE TABLE things (id integer PRIMARY KEY, old text, state text)"
ADD = "-- expand: 0.2.0\nALTER TABLE things ADD COLUMN new text"
DROP = "-- contract: 0.2.0\nALTER TABLE things DROP COLUMN old"
INDEX = "-- expand: 0.2.0\n-- outside a transaction\nCREATE INDEX CONCURRENTLY things_by_state ON things (state);"
FILL = """-- expand: 0.2.0
-- in batches
UPDATE things SET state = 'filled' WHERE id IN (SELECT id FROM things WHERE state IS NULL ORDER BY id LIMIT 10);
"""
COLUMNS = "SELECT attname FROM pg_attribute WHERE attrelid = 'things'::regclass AND attnum > 0 AND NOT attisdropped"
UNINDEX = "-- contract: 0.2.0\n-- outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS things_by_state;"
VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('things_by_state')"

BUILDERS = """
    pg_stat_activity WHERE datname = current_database() AND application_name ^@ 'fulfilment migrate'
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "0001.base.sql").write_text(BASE)
    return tmp_path


@pytest.fixture
def url(empty_database_url: str, folder: Path) -> str:
    """A database with the base, to which more is then applied."""
    migrate.migrate(empty_database_url, folder)
    return empty_database_url


def ask(url: str, statement: str) -> list:
    with psycopg.connect(url, autocommit=True) as connection:
        done = connection.execute(statement)
        return [value for (value,) in done.fetchall()] if done.description else []


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name.removeprefix('m').replace('_', '.', 1)}.sql").write_text(text)


def test_expanding_leaves_what_older_nodes_need_and_contracting_takes_it_away(url, folder):
    write(folder, m0060_drop=DROP, m0061_add=ADD)
    assert migrate.expand(url, folder) == ["0061.add"]
    assert ask(url, COLUMNS) == ["id", "old", "state", "new"]
    migrate.require_current(url, folder)
    assert migrate.pending(url, folder) == ["0060.drop"]
    assert migrate.migrate(url, folder) == ["0060.drop"]
    assert ask(url, COLUMNS) == ["id", "state", "new"]


def test_both_are_applied_together_where_nobody_is_at_work(url, folder):
    write(folder, m0060_add=ADD, m0061_drop=DROP)
    assert migrate.migrate(url, folder) == ["0060.add", "0061.drop"]


def test_an_empty_database_gets_everything_at_once(empty_database_url, folder):
    write(folder, m0060_drop=DROP)
    assert migrate.expand(empty_database_url, folder) == ["0001.base", "0060.drop"]


@pytest.mark.parametrize("name", ["fulfilment api 0.1.9", "fulfilment worker listener 0.1.0"])
def test_a_contraction_waits_for_nodes_that_could_not_live_with_it_unless_forced(url, folder, name):
    write(folder, m0060_add=ADD, m0061_drop=DROP)
    with psycopg.connect(url, application_name=name):
        with pytest.raises(OlderNodes, match=r"still at work \((api|worker) 0\.1\.\d\).*fulfilment migrate --contract"):
            migrate.migrate(url, folder)
        said = []
        assert migrate.expand_and_contract(url, said.append, folder) == [] and len(said) == 1
        assert ask(url, COLUMNS) == ["id", "old", "state", "new"]
        assert migrate.migrate(url, folder, is_forced=True) == ["0061.drop"]


@pytest.mark.parametrize("name", ["fulfilment api 0.2.0", "fulfilment worker 0.3.0.dev0", "fulfilment export", "psql"])
def test_nobody_else_holds_up_a_contraction(url, folder, name):
    write(folder, m0060_drop=DROP)
    with psycopg.connect(url, application_name=name):
        assert migrate.migrate(url, folder) == ["0060.drop"]


def test_a_release_lives_with_what_newer_ones_added_for_as_long_as_they_say_so(url, folder, monkeypatch):
    write(folder, m0060_add=ADD)
    migrate.migrate(url, folder)
    write(folder, m0061_next="-- contract: 0.9.0\nALTER TABLE things DROP COLUMN old")
    monkeypatch.setattr(versions, "__version__", "0.9.0.dev3")
    migrate.migrate(url, folder)
    (folder / "0061.next.sql").unlink()
    migrate.require_current(url, folder)
    assert migrate.migrate(url, folder) == []
    monkeypatch.setattr(versions, "__version__", "0.8.11")
    for refused in (migrate.require_current, migrate.migrate, migrate.expand):
        with pytest.raises(SchemaMismatch, match=r"newer than this release \(0\.8\.11\): it needs 0\.9\.0 or newer"):
            refused(url, folder)


def test_a_lower_release_in_a_later_migration_lets_nobody_in_again(url, folder, monkeypatch):
    monkeypatch.setattr(versions, "__version__", "1.0.0")
    write(folder, m0060_drop=DROP.replace("0.2.0", "0.10.0"), m0061_add=ADD.replace("0.2.0", "0.9.0"))
    migrate.migrate(url, folder)
    assert ask(url, "SELECT oldest FROM schema_release") == ["0.10.0"]


def test_a_schema_that_lacks_an_expansion_is_refused_with_the_command_that_helps(url, folder):
    write(folder, m0060_add=ADD, m0061_drop=DROP)
    with pytest.raises(SchemaMismatch, match=r"lacks 0060\.add\); run: fulfilment migrate --expand$"):
        migrate.require_current(url, folder)


@pytest.mark.parametrize("text", [BASE, "-- expand\n" + BASE, "-- expand: soon\n" + BASE, "-- enlarge: 0.2.0\n" + BASE])
def test_a_migration_that_does_not_say_its_phase_is_refused(url, folder, text):
    write(folder, m0060_add=text)
    with pytest.raises(MigrationFailed, match=r"^Migration 0060\.add"):
        migrate.migrate(url, folder)


def test_an_index_is_built_beside_nodes_that_write_and_by_one_of_those_that_start_together(url, folder):
    write(folder, m0060_index=INDEX)
    with ThreadPoolExecutor(4) as nodes:
        applied = list(nodes.map(lambda _: migrate.migrate(url, folder), range(4)))
    assert sorted(map(len, applied)) == [0, 0, 0, 1]
    assert ask(url, VALID) == [True]


def test_a_build_that_waits_for_somebody_says_so(url, folder):
    write(folder, m0060_index=INDEX)
    with ThreadPoolExecutor() as node, structlog.testing.capture_logs() as told:
        with psycopg.connect(url) as writer:
            writer.execute("INSERT INTO things VALUES (1)")
            applied = node.submit(migrate.migrate, url, folder)
            while not told:
                assert not applied.done()
        assert applied.result() == ["0060.index"]
    assert [(line["event"], line["waiting_for"]) for line in told] == [("building_index", "open transactions: 1")]


def test_an_index_whose_build_was_killed_is_built_again(url, folder):
    write(folder, m0060_index=INDEX)
    program = "import sys; from pathlib import Path; from fulfilment.infra.database.migrations.migrate import migrate; "
    program += "migrate(sys.argv[1], Path(sys.argv[2]))"
    with psycopg.connect(url) as writer:
        # The build waits for transactions that wrote before it began, and the index is there meanwhile, but not valid.
        writer.execute("INSERT INTO things VALUES (1)")
        node = subprocess.Popen([sys.executable, "-c", program, url, str(folder)])
        while ask(url, VALID) != [False]:
            assert node.poll() is None
        node.kill()
        node.wait()
        ask(url, "SELECT pg_terminate_backend(pid) FROM " + BUILDERS)
    while ask(url, "SELECT 1 FROM " + BUILDERS):
        pass
    assert ask(url, VALID) == [False]
    assert migrate.migrate(url, folder) == ["0060.index"]
    assert ask(url, VALID) == [True]
    assert migrate.migrate(url, folder) == []


def test_an_index_that_was_built_and_not_booked_is_booked(url, folder):
    write(folder, m0060_index=INDEX)
    ask(url, "CREATE INDEX things_by_state ON things (state)")
    assert migrate.migrate(url, folder) == ["0060.index"]


def test_an_index_is_dropped_beside_nodes_that_write_and_one_that_is_gone_is_booked(url, folder):
    write(folder, m0060_index=INDEX, m0061_drop=UNINDEX, m0062_drop=UNINDEX)
    assert migrate.expand(url, folder) == ["0060.index"]
    with ThreadPoolExecutor() as node:
        with psycopg.connect(url) as writer:
            writer.execute("INSERT INTO things VALUES (1)")
            applied = node.submit(migrate.migrate, url, folder)
            while ask(url, VALID) != [False]:
                assert not applied.done()
            ask(url, "INSERT INTO things VALUES (2)")
        assert applied.result() == ["0061.drop", "0062.drop"]
    assert ask(url, VALID) == []


def test_what_runs_outside_a_transaction_is_one_index_and_nothing_else(url, folder):
    write(folder, m0060_index=INDEX + " DROP TABLE things;")
    with pytest.raises(MigrationFailed, match="must be one CREATE INDEX"):
        migrate.migrate(url, folder)
    assert ask(url, VALID) == []


def test_rows_are_filled_in_batches_and_a_run_that_was_cut_off_goes_on(url, folder, monkeypatch):
    ask(url, "INSERT INTO things SELECT n FROM generate_series(1, 95) n")
    write(folder, m0060_fill=FILL)
    pauses = []

    def pause(_seconds: float) -> None:
        pauses.append(ask(url, "SELECT count(*) FROM things WHERE state = 'filled'")[0])
        if len(pauses) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(runner.time, "sleep", pause)
    with pytest.raises(KeyboardInterrupt):
        migrate.migrate(url, folder)
    assert pauses == [10, 20, 30, 40] and migrate.pending(url, folder) == ["0060.fill"]
    assert migrate.migrate(url, folder) == ["0060.fill"]
    assert ask(url, "SELECT count(*) FROM things WHERE state = 'filled'") == [95] and len(pauses) == 10


def test_of_several_hosts_the_one_that_answers_is_migrated(url, folder):
    write(folder, m0060_add=ADD)
    given = psycopg.conninfo.conninfo_to_dict(url)
    several = f"postgresql://{given['user']}@/{given['dbname']}?host=/nowhere,{given['host']}"
    assert migrate.migrate(several, folder, (Phase.EXPAND,)) == ["0060.add"]
    migrate.reachable(several)


def test_several_hosts_that_do_not_answer_are_one_line_without_the_password():
    with pytest.raises(
        migrate.DatabaseUnreachable, match=r"^The database at 127\.0\.0\.1:1,127\.0\.0\.1:2/orders cannot"
    ):
        migrate.reachable("postgresql://someone:hunter2@127.0.0.1:1,127.0.0.1:2/orders")
