"""`fulfilment status` tells a service that runs from one that does not, and what waits from what does not."""

import json
import os
import pty
import re
import subprocess
import sys

import psycopg
import pytest

from tests.http.service import MASTER_KEYS


@pytest.fixture
def node(fulfilment, database_url):
    """A command on a database on which nothing works."""
    own = {"FULFILMENT_DATABASE_URL": database_url, "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
    return lambda *arguments, **changed: fulfilment(*arguments, **{**own, **changed})


def test_a_running_service_needs_nothing(serve, fulfilment, environment):
    serve().await_banner()
    expected = {"api": int(environment["FULFILMENT_API_WORKERS"]), "worker": 1}
    # The banner waits for one of the API's processes only.
    while True:
        done = fulfilment("status", "--json")
        told = json.loads(done.stdout)
        if told["standing"]["processes"] == expected:
            break
    assert (done.returncode, told["needs"]) == (0, [])
    assert told["isAnswering"] and told["database"] is None and re.match(r"\d{4}\.", told["schema"])
    assert told["pending"] == []
    assert set(told["standing"]["waitingSeconds"]) == {"events", "webhooks", "courierCalls", "courierPolls"}
    assert 0 < told["diskFreeBytes"] < told["diskBytes"] and told["standing"]["databaseBytes"] > 0
    said = fulfilment("status").stdout
    assert f"127.0.0.1:{environment['FULFILMENT_PORT']} answers" in said and "2 api, 1 worker" in said


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
            "INSERT INTO courier_call_lanes (account_id, due_at) VALUES ('acc_1', now() - interval '1 hour')"
        )
        connection.execute(
            """INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
               VALUES ('acc_1', 'evt_1', 'svc.x.v1', 's', 1, '{}', now() - interval '1 day')"""
        )
        connection.execute("INSERT INTO outbox (account_id, event_id) VALUES ('acc_1', 'evt_1')")
    told = json.loads(node("status", "--json").stdout)
    assert told["needs"] == ["API", "Processes", "Events", "Courier calls"]
    assert told["standing"]["waitingSeconds"]["courierCalls"] >= 3_600
    assert told["standing"]["waitingSeconds"]["events"] >= 86_400
    assert told["standing"]["waitingSeconds"]["webhooks"] is None


def test_an_old_schema_is_told_of(node, empty_database_url):
    told = json.loads(node("status", "--json", FULFILMENT_DATABASE_URL=empty_database_url).stdout)
    assert "Database" in told["needs"] and "run: fulfilment migrate" in told["database"]


def test_colours_are_for_terminals_that_want_them(node, environment, database_url):
    def on_terminal(**changed: str) -> bytes:
        ours, theirs = pty.openpty()
        own = environment | {"FULFILMENT_DATABASE_URL": database_url, "TERM": "xterm-256color"}
        own.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "fulfilment.cli", "status"]
        process = subprocess.Popen(command, env=own | changed, stdout=theirs, stderr=subprocess.PIPE)
        os.close(theirs)
        said = b""
        # A terminal whose other end is closed reads as an error.
        try:
            while chunk := os.read(ours, 65_536):
                said += chunk
        except OSError:
            pass
        finally:
            os.close(ours)
        process.communicate(timeout=60)
        return said

    assert b"\x1b[31m" in on_terminal()
    assert b"\x1b[31m" not in on_terminal(NO_COLOR="1")
    assert "\x1b" not in node("status", TERM="xterm-256color").stdout


def test_migrating_and_rotating_answer_json_as_well(node, empty_database_url):
    empty = {"FULFILMENT_DATABASE_URL": empty_database_url}
    assert json.loads(node("migrate", "--json", **empty).stdout)["applied"][0] == "0001.spine"
    assert json.loads(node("migrate", "--json", **empty).stdout) == {"applied": [], "pending": []}
    rotated = json.loads(node("secrets", "rotate", "--json", **empty).stdout)
    assert rotated["masterKey"] == "test" and set(rotated["sealed"].values()) == {0}
