"""A start whose brand, mode or master keys are not those of the data is refused by name, and changes nothing."""

import base64
import json
import os

import psycopg
import pytest

from fulfilment.db import migrate

OLD = "old:" + base64.b64encode(os.urandom(32)).decode()
NEW = "new:" + base64.b64encode(os.urandom(32)).decode()
IMPOSTOR = "old:" + base64.b64encode(os.urandom(32)).decode()
STAYING = ("serve", "api", "worker")


@pytest.fixture
def node(fulfilment, database_url):
    """Run a command on one external database; under the old master key unless told otherwise."""

    def run(*arguments: str, **changed: str):
        given = {f"FULFILMENT_{name.upper()}": value for name, value in changed.items()}
        return fulfilment(
            *arguments, **{"FULFILMENT_DATABASE_URL": database_url, "FULFILMENT_MASTER_KEYS": OLD, **given}
        )

    return run


@pytest.fixture
def opened(node) -> str:
    """The workspace that is there already."""
    return json.loads(node("workspace", "create", "--name", "A shop", "--json").stdout)["accountId"]


def refusal(done) -> str:
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
        ({"master_keys": IMPOSTOR}, "The master key 'old' is another one"),
    ],
)
def test_what_stays_does_not_start_on_data_that_is_another_ones(node, opened, database_url, command, changed, named):
    before = remembered(database_url)
    assert named in refusal(node(command, **changed))
    assert remembered(database_url) == before == [("svc", "development"), ("old",)]


def test_no_key_is_made_under_another_brand(node, opened, database_url):
    assert "the brand 'svc'" in refusal(node("key", "create", "--workspace", opened, brand="acme"))
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM api_keys").fetchone() == (1,)


@pytest.mark.parametrize("command", [("import", "-"), ("credit", "topup", "--amount", "5")])
def test_nothing_is_changed_under_another_brand_even_without_a_master_key(node, opened, command):
    assert "the brand 'svc'" in refusal(node(*command, "--workspace", opened, brand="acme", master_keys=""))
    assert "mode, not production" in refusal(node(*command, "--workspace", opened, mode="production", master_keys=""))


def test_a_new_first_master_key_is_let_in_and_the_old_one_may_go_after_a_rotation(node, opened, database_url):
    more = ("key", "create", "--workspace", opened)
    assert node(*more, master_keys=f"{NEW},{OLD}").returncode == 0
    assert remembered(database_url)[1:] == [("new",), ("old",)]
    assert "'new' is missing" in refusal(node(*more, master_keys=OLD))
    assert "'old' is missing" in refusal(node(*more, master_keys=NEW))

    assert node("secrets", "rotate", master_keys=f"{NEW},{OLD}").returncode == 0
    assert remembered(database_url)[1:] == [("new",)]
    assert node(*more, master_keys=NEW).returncode == 0


def test_a_rotation_that_cannot_read_a_secret_keeps_its_key_in_mind(node, opened, database_url):
    refusal(node("secrets", "rotate", master_keys=NEW))
    assert ("old",) in remembered(database_url)


def test_data_that_is_older_than_this_memory_shows_its_brand_in_its_keys(node, opened, database_url):
    with psycopg.connect(database_url) as connection:
        connection.execute("DELETE FROM installation")
    assert "whose key ids look like 'svc_key_" in refusal(node("worker", brand="acme"))
    assert node("key", "create", "--workspace", opened).returncode == 0
    assert remembered(database_url)[0] == ("svc", "development")


def test_a_refused_start_does_not_change_the_mode_that_commands_find(node, opened, folder):
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "mode").write_text("development\n")
    refusal(node("serve", mode="production"))
    assert (folder / "data" / "mode").read_text() == "development\n"


def test_what_was_sealed_before_this_memory_names_its_keys(node, opened, database_url):
    migration = migrate.FOLDER / "0028.installation.sql"
    with psycopg.connect(database_url) as connection:
        connection.execute("DROP TABLE installation, master_keys")
        connection.execute(migration.read_text())
        assert connection.execute("SELECT id, proof FROM master_keys").fetchall() == [("old", None)]
        connection.commit()
    assert "'old' is missing" in refusal(node("worker", master_keys=NEW))
    assert node("key", "create", "--workspace", opened).returncode == 0
    assert "'old' is another one" in refusal(node("worker", master_keys=IMPOSTOR))


@pytest.mark.parametrize("command", STAYING)
def test_what_stays_does_not_start_on_a_schema_that_is_too_new_for_it(node, opened, database_url, command):
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE schema_release SET oldest = '99.0.0'")
        assert "it needs 99.0.0 or newer; install that." in refusal(node(command))
        connection.execute("UPDATE schema_release SET oldest = '0.2.0'")
        connection.execute(
            "INSERT INTO _yoyo_migration (migration_hash, migration_id) VALUES ('0', '9999.of_a_newer_release')"
        )
    assert node("migrate", "--expand").returncode == 0


@pytest.mark.parametrize("command", ["api", "worker"])
def test_a_node_does_not_start_before_the_schema_has_what_it_needs(node, opened, database_url, command):
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DELETE FROM _yoyo_migration WHERE migration_id = '0052.commits_not_clocks'")
    assert "run: fulfilment migrate --expand" in refusal(node(command))
