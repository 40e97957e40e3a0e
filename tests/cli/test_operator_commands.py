"""Operator commands: keys made on demand, and workspaces suspended and reopened."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from tests.harness.cli_runner import Run, Told
from tests.harness.service import Client, serving
from tests.harness.waiting import eventually


@pytest.fixture
def database_url(module_database_url: str) -> str:
    """One database for all tests of this file."""
    return module_database_url


@pytest.fixture
def opened(told: Told) -> dict[str, str]:
    return told("workspace", "create", "--name", "A shop")


def test_a_key_is_made_as_the_operator_says(told: Told, node: Run, opened: dict[str, str]):
    bounds = ("--expires", "2999-03-31T18:00:00+07:00", "--network", "10.1.2.3/16", "--network", "2001:db8::1")
    said = ("--name", "Packing desk", "--scope", "read", "--scope", "write", "--scope", "read", *bounds)
    made = told("key", "create", "--workspace", opened["accountId"], *said)
    key, first = told("key", "list", "--workspace", opened["accountId"])["apiKeys"]
    assert key["keyId"] == made["keyId"]
    shown = {name: key[name] for name in ("name", "scopes", "expiresAt", "networks")}
    assert shown == {
        "name": "Packing desk",
        "scopes": ["read", "write"],
        "expiresAt": "2999-03-31T11:00:00.000Z",
        "networks": ["10.1.0.0/16", "2001:db8::1/128"],
    }
    assert (first["scopes"], first["expiresAt"], first["networks"]) == (["read", "write", "admin"], None, None)
    lines = node("key", "list", "--workspace", opened["accountId"]).stdout.splitlines()
    assert "10.1.0.0/16 2001:db8::1/128" in lines[1] and "2999-03-31T11:00:00.000Z" in lines[1]
    assert lines[2].endswith("anywhere")


def test_a_platform_key_takes_bounds_too(told: Told, opened: dict[str, str]):
    said = ("--platform", "acme", "--scope", "read", "--network", "10.0.0.0/8")
    told("key", "create", "--workspace", opened["accountId"], *said)
    key = told("key", "list", "--workspace", opened["accountId"])["apiKeys"][0]
    assert (key["scopes"], key["networks"]) == (["read", "svc:platform:admin"], ["10.0.0.0/8"])


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (("--expires", "2020-01-01T00:00:00Z"), "expiresAt must lie in the future."),
        (("--expires", "2999-01-01"), "--expires takes a time with its offset, such as 2027-03-31T18:00:00Z."),
        (("--expires", "2999-01-01T00:00:00"), "--expires takes a time with its offset, such as 2027-03-31T18:00:00Z."),
        (("--expires", ""), "--expires takes a time with its offset, such as 2027-03-31T18:00:00Z."),
        (
            ("--network", "10.0.0.0/8", "--network", "office"),
            "'office' is neither an address nor a network such as 10.1.0.0/16 or 2001:db8::/32.",
        ),
        (("--network", "10.0.0.1") * 21, "--network may be given 20 times at most."),
        (("--name", ""), "--name takes between 1 and 120 printable characters."),
    ],
)
def test_a_key_that_makes_no_sense_is_one_clear_line(node: Run, told: Told, opened: dict[str, str], said, line: str):
    done = node("key", "create", "--workspace", opened["accountId"], *said)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"fulfilment: {line}\n")
    assert len(told("key", "list", "--workspace", opened["accountId"])["apiKeys"]) == 1


def test_a_workspace_is_suspended_shown_so_and_reopened(
    told: Told, node: Run, database_url: str, opened: dict[str, str]
):
    id = opened["accountId"]
    with serving(database_url) as service:
        client = Client(service, id, opened["keyId"], opened["secret"])
        first = told("workspace", "suspend", id, "--reason", "Card stolen")["workspace"]
        assert client("POST", "/api/v1/products", {"name": "Tea"}).error == (403, "WORKSPACE_SUSPENDED")
        # Again: since the first time, for the reason that was given last.
        again = told("workspace", "suspend", id)["workspace"]
        assert again == first and first["suspendedAt"] and first["suspensionReason"] == "Card stolen"
        other = told("workspace", "suspend", id, "--reason", "Invoices unpaid")["workspace"]
        assert (other["suspendedAt"], other["suspensionReason"]) == (first["suspendedAt"], "Invoices unpaid")
        assert told("workspace", "show", id)["workspace"] == other
        assert [each for each in told("workspace", "list")["workspaces"] if each["id"] == id] == [other]
        assert f"since {first['suspendedAt']}: Invoices unpaid" in node("workspace", "show", id).stdout
        assert first["suspendedAt"] in node("workspace", "list").stdout
        assert "Invoices" not in client("GET", "/api/v1/audit-log").raw.decode()
        for _ in range(2):
            opened_again = told("workspace", "reopen", id)["workspace"]
            assert (opened_again["suspendedAt"], opened_again["suspensionReason"]) == (None, None)
        assert client("POST", "/api/v1/products", {"name": "Tea"}).status == 201
        assert "Suspended" in (shown := node("workspace", "show", id).stdout) and "since" not in shown


def test_people_are_told_what_was_done(node: Run, opened: dict[str, str]):
    suspended = node("workspace", "suspend", opened["accountId"]).stdout
    assert suspended.startswith(f"{opened['accountId']} is suspended since ") and "nothing in it changed" in suspended
    assert node("workspace", "reopen", opened["accountId"]).stdout == f"{opened['accountId']} is open.\n"


@pytest.mark.parametrize("command", ["suspend", "reopen"])
def test_a_workspace_that_is_not_there_is_one_clear_line(node: Run, opened: dict[str, str], command: str):
    done = node("workspace", command, "acc_none")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "fulfilment: There is no workspace acc_none.\n"


def test_a_reason_that_no_row_can_hold_is_refused(node: Run, opened: dict[str, str]):
    done = node("workspace", "suspend", opened["accountId"], "--reason", "x" * 1_001)
    assert done.stderr == "fulfilment: --reason takes between 1 and 1000 printable characters.\n"


def test_two_who_suspend_at_once_agree_since_when(told: Told, database_url: str, opened: dict[str, str]):
    """The first holds the row until the second waits for it, so both have met."""
    id = opened["accountId"]
    with psycopg.connect(database_url) as first:
        first.execute("UPDATE accounts SET suspended_at = '2026-01-01T00:00:00Z' WHERE id = %s", [id])
        waiting = _in_background(lambda: told("workspace", "suspend", id))
        _until_somebody_waits(database_url)
        first.commit()
    assert waiting()["workspace"]["suspendedAt"] == "2026-01-01T00:00:00.000Z"
    assert told("workspace", "show", id)["workspace"]["suspendedAt"] == "2026-01-01T00:00:00.000Z"


def _in_background(work: Callable[[], Any]) -> Callable[[], Any]:
    pool = ThreadPoolExecutor(1)
    future = pool.submit(work)
    return lambda: (future.result(60), pool.shutdown())[0]


def _until_somebody_waits(database_url: str) -> None:
    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with psycopg.connect(database_url, autocommit=True) as connection:
        eventually(lambda: connection.execute(waits).fetchone()[0] > 0)
