"""The operator's commands: what they print, what they refuse, and what they leave running."""

import json
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from fulfilment.infra.database.embedded import postmaster
from fulfilment.infra.database.embedded import server as embedded_server
from tests.harness.cli_runner import Run
from tests.harness.service import MASTER_KEYS


@pytest.fixture
def shared(fulfilment: Run, module_database_url: str) -> Run:
    """Run a command on the database of those tests that need none of their own."""
    own = {"FULFILMENT_DATABASE_URL": module_database_url, "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
    return lambda *arguments: fulfilment(*arguments, **own)


@pytest.fixture
def fields() -> set[str]:
    return {"accountId", "keyId", "secret"}


def test_a_workspace_and_its_keys_come_into_being_without_a_service(fulfilment, folder, fields):
    opened = fulfilment("workspace", "create", "--name", "A shop", "--plan", "growth", "--json")
    first = json.loads(opened.stdout)
    assert set(first) == fields
    assert first["secret"].startswith("svcsk_")
    made = fulfilment("key", "create", "--workspace", first["accountId"], "--platform", "storefront", "--json")
    second = json.loads(made.stdout)
    assert set(second) == fields
    assert second["accountId"] == first["accountId"] and second["keyId"] != first["keyId"]
    assert postmaster.running(folder / "data" / "postgres") is None
    with embedded_server.start(folder / "data") as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT name, plan FROM accounts").fetchall() == [("A shop", "growth")]
        partners = connection.execute("SELECT partner FROM api_keys ORDER BY created_at").fetchall()
    assert partners == [(None,), ("storefront",)]


def test_people_get_the_secret_in_plain_words(shared):
    said = shared("workspace", "create", "--name", "A shop").stdout.splitlines()
    assert [line.split()[0] for line in said] == ["Workspace", "Key", "Secret"]


def test_a_key_of_an_unknown_workspace_is_one_clear_line(shared):
    done = shared("key", "create", "--workspace", "acc_unknown", "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "fulfilment: There is no workspace acc_unknown.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("workspace", "create", "--name", ""),
        ("workspace", "create", "--name", "x" * 201),
        ("workspace", "create", "--name", "a\udcff"),
        ("key", "create", "--workspace", "acc_\udcff"),
        ("key", "create", "--workspace", "acc_1", "--platform", ""),
        ("key", "create", "--workspace", "acc_1", "--platform", "x" * 101),
        ("credit", "topup", "--workspace", "acc_1", "--amount", "1", "--memo", "x" * 501),
    ],
)
def test_a_text_that_cannot_be_kept_is_one_clear_line(shared, arguments):
    done = shared(*arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("fulfilment: --") and done.stderr.count("\n") == 1


def test_a_command_finds_the_mode_of_the_service_beside_it(fulfilment, environment, folder, database_url):
    environment["FULFILMENT_DATABASE_URL"] = database_url
    (folder / "data").mkdir()
    (folder / "data" / "mode").write_text("development\n")
    del environment["FULFILMENT_MODE"]
    assert fulfilment("workspace", "create", "--name", "A shop", "--json").returncode == 0
    (folder / "data" / "mode").write_text("production\n")
    done = fulfilment("workspace", "create", "--name", "A shop", "--json")
    assert "FULFILMENT_MASTER_KEYS is required in production" in done.stderr


def test_a_worker_is_in_production_unless_it_is_told_otherwise(fulfilment, environment, folder, database_url):
    (folder / "data").mkdir()
    (folder / "data" / "mode").write_text("development\n")
    del environment["FULFILMENT_MODE"]
    done = fulfilment("worker", FULFILMENT_DATABASE_URL=database_url)
    assert done.returncode == 1
    assert "FULFILMENT_MASTER_KEYS is required in production" in done.stderr


def test_migrating_says_what_it_applied_and_then_nothing(fulfilment, empty_database_url):
    own = {"FULFILMENT_DATABASE_URL": empty_database_url}
    first, again = fulfilment("migrate", **own).stdout, fulfilment("migrate", **own).stdout
    assert first.startswith("applied 0001.database\n")
    assert again == "The database schema is up to date.\n"


def test_a_worker_refuses_an_older_schema_and_does_not_touch_it(fulfilment, empty_database_url):
    done = fulfilment("worker", FULFILMENT_DATABASE_URL=empty_database_url)
    assert done.returncode == 1
    assert done.stderr.startswith("fulfilment: The database schema is older than this release")
    with psycopg.connect(empty_database_url) as connection:
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert tables == (0,)


def test_a_setting_that_cannot_be_used_is_one_clear_line(fulfilment):
    done = fulfilment("migrate", FULFILMENT_PORT="0")
    assert done.returncode == 1
    assert done.stderr == "fulfilment: FULFILMENT_PORT must be a port between 1 and 65535.\n"


@pytest.mark.parametrize(
    "program", [(sys.executable, "-m", "fulfilment.cli"), (str(Path(sys.executable).parent / "fulfilment"),)]
)
def test_an_unknown_command_says_which_there_are(environment, program):
    done = subprocess.run([*program, "dance"], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert "serve" in done.stderr and "Traceback" not in done.stderr


def test_the_program_ends_with_the_exit_code_of_its_command(environment, module_database_url):
    own = {"FULFILMENT_DATABASE_URL": module_database_url, "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
    command = [sys.executable, "-m", "fulfilment.cli", "workspace"]

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *arguments], env=environment | own, capture_output=True, text=True, timeout=60)

    done = run("show", "acc_unknown")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "fulfilment: There is no workspace acc_unknown.\n"
    done = run("create", "--name", "A shop", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["secret"].startswith("svcsk_")
