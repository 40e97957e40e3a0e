"""A start whose brand, mode or master keys are not those of the data is refused by name, and changes nothing."""

import base64
import json
import os
import subprocess

import psycopg
import pytest

from tests.harness.cli_runner import Run

OLD = "old:" + base64.b64encode(os.urandom(32)).decode()
NEW = "new:" + base64.b64encode(os.urandom(32)).decode()
IMPOSTOR = "old:" + base64.b64encode(os.urandom(32)).decode()
STAYING = ("serve", "api", "worker")


def under_old_key(fulfilment: Run, database_url: str) -> Run:
    """Run a command on one external database; under the old master key unless told otherwise."""

    def run(*arguments: str, **changed: str) -> subprocess.CompletedProcess[str]:
        given = {f"FULFILMENT_{name.upper()}": value for name, value in changed.items()}
        return fulfilment(
            *arguments, **{"FULFILMENT_DATABASE_URL": database_url, "FULFILMENT_MASTER_KEYS": OLD, **given}
        )

    return run


def workspace_of(node: Run) -> str:
    """Open a workspace and return its id."""
    return json.loads(node("workspace", "create", "--name", "A shop", "--json").stdout)["accountId"]


@pytest.fixture
def node(fulfilment: Run, database_url: str) -> Run:
    """Run a command on a database of the test's own."""
    return under_old_key(fulfilment, database_url)


@pytest.fixture
def opened(node: Run) -> str:
    """The workspace that is there already."""
    return workspace_of(node)


@pytest.fixture
def same_node(fulfilment: Run, module_database_url: str) -> Run:
    """Run a command on the database of those tests that leave it as it is; it has a workspace."""
    node = under_old_key(fulfilment, module_database_url)
    with psycopg.connect(module_database_url) as connection:
        (has_workspace,) = connection.execute("SELECT count(*) > 0 FROM accounts").fetchone()
    if not has_workspace:
        workspace_of(node)
    return node


def error(done) -> str:
    assert (done.returncode, done.stdout) == (1, "")
    lines = [line for line in done.stderr.splitlines() if line.startswith("fulfilment: ")]
    assert len(lines) == 1 and "Traceback" not in done.stderr
    return lines[0]


def remembered(database_url: str) -> list[tuple]:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("SELECT brand, mode FROM installation").fetchall()
        return rows + connection.execute("SELECT id FROM master_keys ORDER BY id").fetchall()


@pytest.mark.parametrize("command", STAYING)
@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"brand": "acme"}, "belongs to the brand 'svc', not to 'acme': set FULFILMENT_BRAND"),
        ({"mode": "production"}, "a service in development mode, not production: set FULFILMENT_MODE=development"),
        ({"master_keys": NEW}, "The master key 'old' is missing"),
        ({"master_keys": IMPOSTOR}, "The master key 'old' differs from"),
    ],
)
def test_what_stays_does_not_start_on_data_that_is_another_ones(
    same_node, module_database_url, command, changed, named
):
    before = remembered(module_database_url)
    assert named in error(same_node(command, **changed))
    assert remembered(module_database_url) == before == [("svc", "development"), ("old",)]


def test_no_key_is_made_under_another_brand(node, opened, database_url):
    assert "the brand 'svc'" in error(node("key", "create", "--workspace", opened, brand="acme"))
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM api_keys").fetchone() == (1,)


@pytest.mark.parametrize("command", [("import", "-"), ("credit", "topup", "--amount", "5")])
def test_nothing_is_changed_under_another_brand_even_without_a_master_key(node, opened, command):
    assert "the brand 'svc'" in error(node(*command, "--workspace", opened, brand="acme", master_keys=""))
    assert "mode, not production" in error(node(*command, "--workspace", opened, mode="production", master_keys=""))


def test_a_new_first_master_key_is_let_in_and_the_old_one_may_go_after_a_rotation(node, opened, database_url):
    more = ("key", "create", "--workspace", opened)
    assert node(*more, master_keys=f"{NEW},{OLD}").returncode == 0
    assert remembered(database_url)[1:] == [("new",), ("old",)]
    assert "'new' is missing" in error(node(*more, master_keys=OLD))
    assert "'old' is missing" in error(node(*more, master_keys=NEW))

    assert node("secrets", "rotate", master_keys=f"{NEW},{OLD}").returncode == 0
    assert remembered(database_url)[1:] == [("new",)]
    assert node(*more, master_keys=NEW).returncode == 0


def test_a_rotation_that_cannot_read_a_secret_keeps_its_key_in_mind(node, opened, database_url):
    error(node("secrets", "rotate", master_keys=NEW))
    assert ("old",) in remembered(database_url)


def test_data_that_is_older_than_this_memory_shows_its_brand_in_its_keys(node, opened, database_url):
    with psycopg.connect(database_url) as connection:
        connection.execute("DELETE FROM installation")
    assert "whose key ids look like 'svc_key_" in error(node("worker", brand="acme"))
    assert node("key", "create", "--workspace", opened).returncode == 0
    assert remembered(database_url)[0] == ("svc", "development")


def test_a_refused_start_does_not_change_the_mode_that_commands_find(node, opened, folder):
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "mode").write_text("development\n")
    error(node("serve", mode="production"))
    assert (folder / "data" / "mode").read_text() == "development\n"


@pytest.mark.parametrize("command", STAYING)
def test_what_stays_does_not_start_on_a_schema_that_is_too_new_for_it(node, opened, database_url, command):
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE schema_release SET oldest = '99.0.0'")
        assert "it needs 99.0.0 or newer; install that." in error(node(command))
        connection.execute("UPDATE schema_release SET oldest = '0.3.0'")
        connection.execute("INSERT INTO schema_migrations (name) VALUES ('9999.of_a_newer_release')")
    assert node("migrate", "--expand").returncode == 0


@pytest.mark.parametrize("command", ["api", "worker"])
def test_a_node_does_not_start_before_the_schema_has_what_it_needs(node, opened, database_url, command):
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DELETE FROM schema_migrations WHERE name = '0012.stats'")
    assert "run: fulfilment migrate --expand" in error(node(command))
