"""The embedded server comes back whenever it dies, with what it had committed, as long as a process uses it."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psutil
import psycopg
import pytest
from structlog.testing import capture_logs

from fulfilment.infra.database.embedded import monitor, postmaster
from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.embedded.monitor import EmbeddedServerMonitor
from fulfilment.infra.database.embedded.server import EmbeddedServer
from tests.harness import data_folder
from tests.harness.folder import passable_folder

WITHIN_SECONDS = 60.0
BUSY = "SELECT count(*) FROM generate_series(1, 1000000000000)"


def eventually(came_true: Callable[[], object]) -> None:
    deadline = time.monotonic() + WITHIN_SECONDS
    while not came_true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def template_data() -> Iterator[Path]:
    with data_folder.initialised() as data:
        yield data


@pytest.fixture
def folder(template_data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of the test's own, looked after closely."""
    monkeypatch.setattr(monitor, "POLL_SECONDS", 0.05)
    with passable_folder() as path:
        yield data_folder.copied(template_data, path)


@contextmanager
def cared_for(folder: Path) -> Iterator[EmbeddedServer]:
    with embedded_server.start(folder) as server:
        care = EmbeddedServerMonitor(server)
        care.start()
        try:
            yield server
        finally:
            care.stop()


def kill(server: EmbeddedServer) -> None:
    """`kill -9` of the server itself; those that it started are left to themselves."""
    psutil.Process(server.pid).kill()


def answers(server: EmbeddedServer, statement: str = "SELECT 1") -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(server.url, autocommit=True) as connection:
        return connection.execute(statement).fetchone() is not None
    return False


def keep(server: EmbeddedServer, word: str) -> None:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (word text)")
        connection.execute("INSERT INTO kept VALUES (%s)", [word])


def kept(server: EmbeddedServer) -> list[str]:
    with psycopg.connect(server.url) as connection:
        return [word for (word,) in connection.execute("SELECT word FROM kept ORDER BY word").fetchall()]


def test_a_killed_server_comes_back_at_its_address_with_what_was_committed(folder):
    with cared_for(folder) as server:
        url = server.url
        for word in ("a", "b"):
            keep(server, word)
            before = server.pid
            kill(server)
            eventually(lambda before=before: server.pid != before and answers(server))
        assert server.url == url
        assert kept(server) == ["a", "b"]
    assert postmaster.running(server.data) is None


def test_what_a_killed_server_left_at_work_does_not_keep_it_from_coming_back(folder):
    with cared_for(folder) as server, closing(psycopg.connect(server.url)) as busy:
        busy.pgconn.send_query(BUSY.encode())
        orphan = psutil.Process(busy.info.backend_pid)
        keep(server, "a")
        kill(server)
        eventually(lambda: answers(server))
        assert not orphan.is_running()
        assert kept(server) == ["a"]


def test_those_who_share_a_server_bring_it_back_together_and_the_last_stops_it(folder):
    with cared_for(folder) as first:
        with cared_for(folder) as second:
            before = first.pid
            kill(first)
            eventually(lambda: first.is_running() and second.is_running() and answers(first))
            assert before != first.pid == second.pid
        assert answers(first)
    assert postmaster.running(first.data) is None


def test_a_server_that_somebody_else_stopped_comes_back(folder):
    with cared_for(folder) as server:
        before = server.pid
        postmaster.stop(server.data)
        eventually(lambda: server.pid != before and answers(server))


def test_a_folder_that_is_gone_is_never_begun_anew_and_is_used_again_when_it_is_back(folder, monkeypatch):
    monkeypatch.setattr(monitor, "FIRST_DELAY_SECONDS", 0.1)
    monkeypatch.setattr(monitor, "MAX_DELAY_SECONDS", 0.1)
    with cared_for(folder) as server:
        keep(server, "a")
        away = folder / "away"
        with capture_logs() as said:
            server.data.rename(away)
            kill(server)
            eventually(lambda: len(said) >= 3)
        assert {line["problem"] for line in said} == {f"There is no database in {server.data} any more."}
        assert not server.data.exists()
        away.rename(server.data)
        eventually(lambda: answers(server))
        assert kept(server) == ["a"]


def _is_removed(data: Path) -> bool:
    """Remove the folder; processes of the killed server may write into it for a moment still."""
    shutil.rmtree(data, ignore_errors=True)
    return not data.exists()


def test_a_data_folder_that_is_gone_for_good_can_be_left(template_data, folder):
    data = data_folder.copied(template_data, folder / "data")
    with cared_for(data) as server:
        kill(server)
        psutil.Process(server.pid).wait()
        eventually(lambda: _is_removed(data))
    assert not data.exists()


def test_a_server_that_cannot_start_is_tried_again_ever_less_often_with_one_line_each(folder, monkeypatch):
    monkeypatch.setattr(monitor, "FIRST_DELAY_SECONDS", 0.01)
    with cared_for(folder) as server:
        settings = server.data / "postgresql.conf"
        sound = settings.read_text()
        settings.write_text(sound + "\nnonsense = 'yes'\n")
        with capture_logs() as said:
            kill(server)
            eventually(lambda: len(said) >= 2)
        settings.write_text(sound)
        pauses = [line["trying_again_in_seconds"] for line in said]
        assert pauses == [monitor.FIRST_DELAY_SECONDS * 2**n for n in range(len(said))]
        assert all(line["log_level"] == "error" and line["problem"].count("\n") == 0 for line in said)
        eventually(lambda: answers(server))


def test_a_private_socket_folder_that_was_cleaned_up_is_made_again(template_data, folder):
    data = data_folder.copied(template_data, folder / ("long" * 30))
    with cared_for(data) as server:
        keep(server, "a")
        assert server.socket_folder != server.data
        kill(server)
        shutil.rmtree(server.socket_folder)
        eventually(lambda: answers(server))
        assert kept(server) == ["a"]
    os.rmdir(server.socket_folder)


def test_a_caretaker_outlives_what_nobody_foresaw(folder, monkeypatch):
    with cared_for(folder) as server:
        revive = server.restart
        failures = [ZeroDivisionError("unforeseen")]
        monkeypatch.setattr(server, "restart", lambda: (_ for _ in ()).throw(failures.pop()) if failures else revive())
        kill(server)
        eventually(lambda: not failures and answers(server))
