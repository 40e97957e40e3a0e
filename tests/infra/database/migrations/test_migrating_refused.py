"""A migration that cannot be applied fails with one line that says what to do, and never with a traceback."""

import os
import socket
import threading
import time
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from fulfilment import settings
from fulfilment.cli import build_parser
from fulfilment.cli import migrate as command
from fulfilment.infra.database.errors import DatabaseUnreachable, OlderNodes
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.database.server_session import KEEPALIVE, USER_TIMEOUT_MS
from fulfilment.infra.observability import logs
from tests.harness.wire import wired

ADD = "-- expand: 0.2.0\nALTER TABLE things ADD COLUMN new text"
DROP = "-- contract: 0.2.0\nALTER TABLE things DROP COLUMN old"
ROLE = "newcomer"
CUT_OFF = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ^@ 'fulfilment migrate'
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "0001.base.sql").write_text("-- expand: 0.2.0\nCREATE TABLE things (id integer PRIMARY KEY, old text)")
    return tmp_path


@pytest.fixture
def newcomer(empty_database_url: str):
    """The address of an empty database, for a role that owns nothing there."""
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute(SQL("CREATE ROLE {} LOGIN").format(Identifier(ROLE)))
        yield empty_database_url.replace("postgres@", f"{ROLE}@", 1)
        connection.execute(SQL("DROP ROLE {}").format(Identifier(ROLE)))


def test_a_role_that_may_make_no_tables_is_told_whose_the_database_must_be(newcomer, folder):
    with pytest.raises(DatabaseUnreachable, match=r"permission denied for schema public\. Make it the owner"):
        migrate.migrate(newcomer, folder)


def test_a_role_that_may_not_read_the_book_is_told_so_by_what_only_looks(newcomer, empty_database_url, folder):
    migrate.migrate(empty_database_url, folder)
    for look in (migrate.require_current, migrate.pending):
        with pytest.raises(DatabaseUnreachable, match=r"permission denied for table \w+\. Make it the owner"):
            look(newcomer, folder)


def test_a_server_that_only_reads_is_said_to_be_one(empty_database_url, folder):
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        only_reads = SQL("ALTER DATABASE {} SET default_transaction_read_only = on")
        connection.execute(only_reads.format(Identifier(connection.info.dbname)))
    with pytest.raises(DatabaseUnreachable, match=r"takes no writes: .*Name the primary"):
        migrate.migrate(empty_database_url, folder)


def test_a_server_that_ends_while_a_node_waits_for_its_turn_is_named(empty_database_url, folder):
    refused = []

    def wait() -> None:
        try:
            migrate.migrate(empty_database_url, folder)
        except DatabaseUnreachable as problem:
            refused.append(str(problem))

    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [migrate._ADVISORY_LOCK])
        waiting = threading.Thread(target=wait)
        waiting.start()
        while connection.execute(CUT_OFF).fetchone() == (0,):
            time.sleep(0.02)
        waiting.join()
    assert len(refused) == 1 and "did not go on" in refused[0] and refused[0].endswith("run the command again.")


@pytest.mark.parametrize("name", ["fulfilment ", "fulfilment  "])
def test_a_session_with_half_a_name_holds_nothing_up(empty_database_url, folder, name):
    migrate.migrate(empty_database_url, folder)
    (folder / "0060.drop.sql").write_text(DROP)
    with psycopg.connect(empty_database_url, application_name=name):
        assert migrate.migrate(empty_database_url, folder) == ["0060.drop"]


def test_a_migration_of_all_is_no_failure_where_older_nodes_keep_a_contraction_back(
    empty_database_url, folder, monkeypatch, capsys
):
    """A compose file and a unit of systemd migrate beside the nodes that they are about to replace."""
    migrate.migrate(empty_database_url, folder)
    (folder / "0060.add.sql").write_text(ADD)
    (folder / "0061.drop.sql").write_text(DROP)
    monkeypatch.setattr(command, "FOLDER", folder)
    monkeypatch.setattr(logs, "configure", lambda *_: None)
    given = settings.load({"FULFILMENT_MODE": "development", "FULFILMENT_DATABASE_URL": empty_database_url})
    with psycopg.connect(empty_database_url, application_name="fulfilment api 0.1.9"):
        assert command.run(given, build_parser().parse_args(["migrate"])) == 0
        told = capsys.readouterr()
        assert told.out.startswith("applied 0060.add\n") and "run: fulfilment migrate --contract" in told.out
        assert "still at work (api 0.1.9)" in told.err
        with pytest.raises(OlderNodes):
            command.run(given, build_parser().parse_args(["migrate", "--contract"]))


def test_a_migration_notices_within_seconds_that_its_server_was_lost(empty_database_url):
    """The kernel does; what it was asked for is what is looked at."""
    with (
        wired(empty_database_url) as wire,
        migrate.connected(wire.url) as connection,
        socket.socket(fileno=os.dup(connection.fileno())) as line,
    ):
        names = (*KEEPALIVE, "TCP_USER_TIMEOUT")
        asked = {name: line.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) for name in names}
    assert asked == KEEPALIVE | {"TCP_USER_TIMEOUT": USER_TIMEOUT_MS}
