"""`fulfilment status` names the needs of a service; test_serve.py covers a service without any."""

import json

import psycopg


def test_a_service_that_does_not_run_is_told_of_and_not_started(fulfilment, folder):
    done = fulfilment("status", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["needs"]) == (1, ["API", "Database"])
    assert told["database"] == "The embedded PostgreSQL does not run." and told["standing"] is None
    assert not (folder / "data").exists()


def test_what_has_waited_for_long_is_named(node, database_url):
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "INSERT INTO accounts (id, name, origin, created_at) VALUES ('acc_1', 'One', 'operator', now())"
        )
        connection.execute(
            "INSERT INTO courier_operation_tenants (account_id, due_at) VALUES ('acc_1', now() - interval '1 hour')"
        )
        connection.execute(
            """INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
               VALUES ('acc_1', 'evt_1', 'svc.x.v1', 's', 1, '{}', now() - interval '1 day')"""
        )
        connection.execute("INSERT INTO outbox (account_id, event_id) VALUES ('acc_1', 'evt_1')")
    told = json.loads(node("status", "--json").stdout)
    assert told["needs"] == ["API", "Processes", "Events", "Courier operations"]
    assert told["standing"]["waitingSeconds"]["courierOperations"] >= 3_600
    assert told["standing"]["waitingSeconds"]["events"] >= 86_400
    assert told["standing"]["waitingSeconds"]["webhooks"] is None


def test_an_old_schema_is_told_of(node, empty_database_url):
    told = json.loads(node("status", "--json", FULFILMENT_DATABASE_URL=empty_database_url).stdout)
    assert "Database" in told["needs"] and "run: fulfilment migrate" in told["database"]


def test_colours_are_for_terminals_that_want_them(node, on_terminal, database_url):
    own = {"FULFILMENT_DATABASE_URL": database_url}
    assert "\x1b[31m" in on_terminal("status", **own).stdout
    assert "\x1b[31m" not in on_terminal("status", NO_COLOR="1", **own).stdout
    assert "\x1b" not in node("status", TERM="xterm-256color").stdout


def test_migrating_and_rotating_answer_json_as_well(node, empty_database_url):
    empty = {"FULFILMENT_DATABASE_URL": empty_database_url}
    assert json.loads(node("migrate", "--json", **empty).stdout)["applied"][0] == "0001.database"
    assert json.loads(node("migrate", "--json", **empty).stdout) == {"applied": [], "pending": []}
    rotated = json.loads(node("secrets", "rotate", "--json", **empty).stdout)
    assert rotated["masterKey"] == "test" and set(rotated["sealed"].values()) == {0}
