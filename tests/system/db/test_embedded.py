"""The embedded server: found by every process that needs it, durable, and gone when the last process leaves."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import psutil
import psycopg
import pytest

from fulfilment.infra.database.embedded import os_user, postmaster
from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.errors import EmbeddedError
from tests.harness import data_folder
from tests.harness.folder import passable_folder

HOLDER = """
import sys, time
from pathlib import Path
from fulfilment.infra.database.embedded import server as embedded
server = embedded.start(Path(sys.argv[1]))
print(server.pid, flush=True)
time.sleep(3600)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    with passable_folder() as path:
        yield path


@pytest.fixture
def data(folder: Path) -> Path:
    return folder / "a folder; with $odd 'characters'"


@pytest.fixture(scope="module")
def template_data() -> Iterator[Path]:
    with data_folder.initialised() as initialised:
        yield initialised


@pytest.fixture
def used(template_data: Path, data: Path) -> Path:
    """A data folder whose server has run before."""
    return data_folder.copied(template_data, data)


def is_running(data: Path) -> bool:
    return postmaster.running(data / "postgres") is not None


def hold(data: Path) -> tuple[subprocess.Popen, int]:
    """Another process that uses the server, and the server's process id."""
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(data)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def kill(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()


async def test_both_drivers_reach_it_and_what_was_written_survives_a_restart(data):
    with embedded_server.start(data) as server, psycopg.connect(server.url) as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('Ärger')")
    assert not is_running(data)
    with embedded_server.start(data) as server:
        assert server.started
        connection = await asyncpg.connect(server.url)
        assert await connection.fetchval("SELECT lower(word) FROM kept") == "ärger"
        await connection.close()


def test_nobody_reaches_it_over_the_network_or_as_another_user(data):
    with embedded_server.start(data, durable=False) as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        assert server.socket_folder.stat().st_mode & 0o077 == 0
        sockets = psutil.Process(server.pid).net_connections("inet")
    assert sockets == []


def test_its_processes_know_nothing_of_our_environment_but_where_things_lie(data, monkeypatch):
    # A program's environment may hold anything; these variables are the worst.
    for name in ("FULFILMENT_MASTER_KEYS", "FULFILMENT_AGGREGATOR_KEY", "AWS_SECRET_ACCESS_KEY", "PGAPPNAME", "X"):
        monkeypatch.setenv(name, "hush")
    with embedded_server.start(data, durable=False) as server, psycopg.connect(server.url) as connection:
        connection.execute("CREATE TEMP TABLE told (line text)")
        connection.execute("COPY told FROM PROGRAM 'env'")
        told = [line.partition("=") for (line,) in connection.execute("SELECT line FROM told")]
        postgres = psutil.Process(server.pid)
        processes = (postgres, *postgres.children(recursive=True))
        environments = [each.environ() for each in processes]
        gaining_none = [b"NoNewPrivs:\t1" in Path(f"/proc/{each.pid}/status").read_bytes() for each in processes]
    assert all(gaining_none)
    environments.append({name: value for name, _, value in told})
    # PostgreSQL and the shell of COPY add what they need themselves.
    allowed = {*postmaster.ENVIRONMENT_ALLOWED, "LC_ALL", "PWD", "SHLVL", "OLDPWD", "_"}
    own = re.compile("PG(DATA|SYSCONFDIR|LOCALEDIR|_.*)|LC_.*")
    assert len(environments) > 2
    for environment in environments:
        assert "hush" not in environment.values()
        assert {name for name in environment if name not in allowed and not own.fullmatch(name)} == set()


def test_what_was_committed_is_on_the_disk(used):
    with embedded_server.start(used) as server, psycopg.connect(server.url) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes", "data_checksums"):
            assert connection.execute(f"SHOW {setting}").fetchone() == ("on",)


def test_the_last_to_leave_stops_it_whoever_started_it(used):
    first = embedded_server.start(used, durable=False)
    second = embedded_server.start(used, durable=False)
    assert (first.started, second.started) == (True, False)
    assert first.pid == second.pid
    first.stop()
    first.stop()
    assert is_running(used)
    second.stop()
    assert not is_running(used)


def test_a_user_in_another_process_is_not_stopped_under(used):
    other, pid = hold(used)
    with embedded_server.start(used) as joined:
        assert not joined.started
        assert joined.pid == pid
    assert is_running(used)
    kill(other)
    assert is_running(used)
    with embedded_server.start(used) as adopted:
        assert adopted.pid == pid
    assert not is_running(used)


def test_a_killed_server_recovers_what_was_committed(used):
    with embedded_server.start(used) as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n")
        postgres = psutil.Process(server.pid)
        postgres.kill()
        postgres.wait()
        with embedded_server.start(used) as again:
            assert again.started
            with psycopg.connect(again.url) as connection:
                assert connection.execute("SELECT count(*) FROM kept").fetchone() == (1000,)


def test_a_pid_file_that_names_another_program_is_not_believed(used):
    pid_file = used / "postgres" / "postmaster.pid"
    pid_file.write_text(f"{os.getpid()}\n{used / 'postgres'}\n1\n5432\n{used / 'postgres'}\n\n0 0\nready\n")
    with embedded_server.start(used, durable=False) as server:
        assert server.started
        assert server.pid != os.getpid()


def test_a_first_start_that_was_killed_is_begun_anew(data):
    half = data / "postgres.new"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    with embedded_server.start(data) as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert not half.exists()


def test_as_root_a_closed_folder_above_the_data_is_refused_and_stays_closed(folder, monkeypatch):
    if os.geteuid() != 0:
        # Without root, a stranger stands in for the server's user; the folder does not let the stranger in, either.
        stranger = os_user.ServerUser(os.geteuid() + 1, os.getegid() + 1, is_another=True)
        monkeypatch.setattr(os_user, "server_user", lambda: stranger)
        monkeypatch.setattr(os_user.ServerUser, "can_reach", lambda user, path: (path.stat().st_mode & 1) == 1)
        monkeypatch.setattr(os_user.ServerUser, "make_runnable", lambda user, programs: None)
    closed = folder / "clo sed"
    closed.mkdir(mode=0o700)
    data = closed / "data"
    with pytest.raises(EmbeddedError) as caught:
        embedded_server.start(data, durable=False)
    assert closed.stat().st_mode & 0o777 == 0o700
    told = str(caught.value)
    assert "\n" not in told
    assert f"chmod o+x '{closed}'" in told
    assert "run this as an ordinary user" in told
    assert not (data / "postgres").exists()


def test_the_log_of_what_is_written_again_and_again_has_a_bound(used):
    megabyte = 1_000_000
    with embedded_server.start(used) as server, psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE filled (words text)")
        connection.execute("ALTER TABLE filled ALTER words SET STORAGE EXTERNAL")
        before = connection.execute("SELECT pg_current_wal_lsn()").fetchone()
        written = 0
        while written < 700 * megabyte:
            connection.execute("TRUNCATE filled")
            connection.execute("INSERT INTO filled SELECT repeat('x', 1000000) FROM generate_series(1, 50)")
            (written,) = connection.execute("SELECT pg_current_wal_lsn() - %s::pg_lsn", before).fetchone()
        connection.execute("CHECKPOINT")
        (kept,) = connection.execute("SELECT sum(size) FROM pg_ls_waldir()").fetchone()
    assert kept < 600 * megabyte


@pytest.mark.parametrize("name", ["long" * 30, "a, comma"])
def test_a_path_that_no_socket_can_lie_in_gets_a_private_one(folder, name):
    data = folder / name / "data"
    with embedded_server.start(data, durable=False) as server:
        sockets = server.socket_folder
        assert sockets.stat().st_mode & 0o077 == 0
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
    sockets.rmdir()


def test_a_socket_folder_that_somebody_else_made_is_refused(folder, monkeypatch):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    data = folder / ("long" * 30) / "data"
    with embedded_server.start(data, durable=False) as server:
        sockets = server.socket_folder
    assert sockets.parent == Path(tempfile.gettempdir()).resolve()
    sockets.chmod(0o777)
    try:
        with pytest.raises(EmbeddedError, match="is not a private folder"):
            embedded_server.start(data, durable=False)
    finally:
        shutil.rmtree(sockets)


def test_data_of_another_major_version_is_one_clear_line(used):
    (used / "postgres" / "PG_VERSION").write_text("16\n")
    with pytest.raises(EmbeddedError, match=r"was made by PostgreSQL 16; this release carries 18\.$"):
        embedded_server.start(used, durable=False)


def test_a_server_that_will_not_start_says_why_in_one_line(used):
    with (used / "postgres" / "postgresql.conf").open("a") as settings:
        settings.write("\nnonsense = 'yes'\n")
    with pytest.raises(EmbeddedError) as caught:
        embedded_server.start(used, durable=False)
    assert str(caught.value).startswith("The embedded PostgreSQL did not start: ")
    assert "\n" not in str(caught.value)


def test_a_data_folder_that_cannot_be_made_is_one_clear_line(folder):
    (folder / "file").write_text("")
    with pytest.raises(EmbeddedError, match=r"^The data folder .*file cannot be used: ") as caught:
        embedded_server.start(folder / "file")
    assert "\n" not in str(caught.value)
