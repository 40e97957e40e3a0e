"""Workspaces and keys in the operator's commands: they are listed page by page, and a key is revoked."""

import json
from collections.abc import Iterator

import psycopg
import pytest

from tests.harness.service import Service, serving
from tests.harness.workspaces import open_client


@pytest.fixture
def service(database_url: str) -> Iterator[Service]:
    with serving(database_url) as running:
        yield running


def fill(database_url: str, names: list[str]) -> None:
    with psycopg.connect(database_url) as connection:
        for number, name in enumerate(names):
            connection.execute(
                "INSERT INTO accounts (id, name, origin, created_at) VALUES (%s, %s, 'operator', now())",
                [f"acc_{number:04}", name],
            )


def test_workspaces_are_listed_newest_first_in_pages_without_a_gap(told, node, database_url):
    node("migrate")
    fill(database_url, [f"Shop {number}" for number in range(5)])
    first = told("workspace", "list", "--limit", "3")
    second = told("workspace", "list", "--limit", "3", "--after", first["after"])
    assert [each["name"] for each in first["workspaces"] + second["workspaces"]] == [
        f"Shop {n}" for n in (4, 3, 2, 1, 0)
    ]
    assert second["after"] is None
    said = node("workspace", "list", "--limit", "3").stdout
    assert f"There are more: --after {first['after']}" in said


def test_a_name_cannot_steer_the_operators_terminal(node, database_url):
    fill(database_url, ["\x1b[2J\x1b]0;gone\x07 shop 商店"])
    said = node("workspace", "list").stdout
    assert "\x1b" not in said and "\x07" not in said and "shop 商店" in said


def test_a_workspace_is_shown_with_what_it_holds(told, node):
    opened = told("workspace", "create", "--name", "A shop", "--plan", "growth")
    told("credit", "topup", "--workspace", opened["accountId"], "--amount", "5000")
    shown = told("workspace", "show", opened["accountId"])
    assert shown["workspace"]["name"] == "A shop" and shown["workspace"]["plan"] == "growth"
    assert (shown["balance"], shown["held"]) == (5000, 0)
    assert "5,000, 0 of it held" in node("workspace", "show", opened["accountId"]).stdout


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("workspace", "show", "acc_none"), "There is no workspace acc_none."),
        (("key", "list", "--workspace", "acc_none"), "There is no workspace acc_none."),
        (
            ("key", "revoke", "svc_key_0", "--workspace", "acc_none"),
            "There is no key svc_key_0 in the workspace acc_none.",
        ),
        (("workspace", "list", "--after", ""), "--after takes between 1 and 255 printable characters."),
    ],
)
def test_what_is_not_there_is_one_clear_line(node, arguments, line):
    done = node(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"fulfilment: {line}\n")


def test_a_strange_position_is_one_clear_line(node, told):
    opened = told("workspace", "create", "--name", "A shop")
    done = node("key", "list", "--workspace", opened["accountId"], "--after", "nowhere")
    assert done.stderr == "fulfilment: --after nowhere is not where a page of this list ended.\n"


def test_a_page_of_no_lines_is_refused(node):
    assert "a page has 1 to 500 lines" in node("workspace", "list", "--limit", "0").stderr


def test_keys_are_listed_newest_first_in_pages_and_never_with_their_secret(told):
    opened = told("workspace", "create", "--name", "A shop")
    more = [told("key", "create", "--workspace", opened["accountId"]) for _ in range(2)]
    listed = ("key", "list", "--workspace", opened["accountId"], "--limit", "2")
    first = told(*listed)
    second = told(*listed, "--after", first["after"])
    shown = [key["keyId"] for key in first["apiKeys"] + second["apiKeys"]]
    assert shown == [more[1]["keyId"], more[0]["keyId"], opened["keyId"]]
    assert opened["secret"] not in json.dumps([first, second])


def test_a_key_revoked_by_the_operator_is_refused_at_once_and_that_is_audited(service, told, node):
    client = open_client(service)
    assert client("GET", "/api/v1/products").status == 200
    revoke = ("key", "revoke", client.key_id, "--workspace", client.account_id)
    assert told(*revoke)["apiKey"]["revokedAt"]
    assert client("GET", "/api/v1/products").error == (401, "REVOKED_KEY")
    assert f"The key {client.key_id} is revoked already." in node(*revoke).stderr
    with psycopg.connect(service.database_url) as connection:
        entries = connection.execute(
            "SELECT user_agent FROM audit_entries WHERE action = 'api_key.revoked' AND account_id = %s",
            [client.account_id],
        ).fetchall()
    assert entries == [("fulfilment command line",)]


def test_a_key_of_another_workspace_is_not_revoked(told, node):
    mine, other = (told("workspace", "create", "--name", name) for name in ("Mine", "Other"))
    done = node("key", "revoke", other["keyId"], "--workspace", mine["accountId"])
    assert f"There is no key {other['keyId']} in the workspace {mine['accountId']}." in done.stderr
    assert told("key", "list", "--workspace", other["accountId"])["apiKeys"][0]["revokedAt"] is None
