"""Commands of the operator about partners."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.harness.service import Client, Service, serving


@pytest.fixture
def service(database_url: str) -> Iterator[Service]:
    with serving(database_url) as running:
        yield running


def test_partners_are_made_changed_and_listed_by_name(told, node):
    made = told("partner", "create", "sandal", "--shares-identity-provider")
    assert made == {"name": "sandal", "sharesIdentityProvider": True, "createdAt": made["createdAt"], "endedAt": None}
    told("partner", "create", "batik")
    changed = told("partner", "change", "sandal", "--no-shares-identity-provider")
    assert changed == made | {"sharesIdentityProvider": False}
    assert [each["name"] for each in told("partner", "list")["partners"]] == ["batik", "sandal"]
    shown = node("partner", "list").stdout
    assert "SHARES THE IDENTITY PROVIDER" in shown and "sandal" in shown
    assert "already" in node("partner", "create", "sandal").stderr
    assert "no partner nobody" in node("partner", "change", "nobody", "--shares-identity-provider").stderr


def test_a_platform_key_makes_its_partner_known(told):
    home = told("workspace", "create", "--name", "Partner")["accountId"]
    told("key", "create", "--workspace", home, "--platform", "sandal")
    (known,) = told("partner", "list")["partners"]
    assert (known["name"], known["sharesIdentityProvider"], known["endedAt"]) == ("sandal", False, None)


def test_an_ended_partner_gets_no_key_again(service, told, node, database_url):
    home = told("workspace", "create", "--name", "Partner")["accountId"]
    key = told("key", "create", "--workspace", home, "--platform", "sandal")
    client = Client(service, home, key["keyId"], key["secret"])
    assert client("GET", "/api/v1/products").status == 200
    assert told("partner", "end", "sandal") == {
        "name": "sandal",
        "platformKeys": 1,
        "madeKeys": 0,
        "webhookEndpoints": 0,
    }
    assert client("GET", "/api/v1/products").error == (401, "REVOKED_KEY")
    assert "The partner sandal was ended." in node("key", "create", "--workspace", home, "--platform", "sandal").stderr
    for again in (("end",), ("create",), ("change", "--shares-identity-provider")):
        does, *options = again
        done = node("partner", does, "sandal", *options)
        assert done.returncode == 1 and "sandal" in done.stderr
    assert told("partner", "list")["partners"][0]["endedAt"]
    with psycopg.connect(database_url) as connection:
        (count,) = connection.execute("SELECT count(*) FROM api_keys WHERE partner = 'sandal'").fetchone()
    assert count == 1


def test_a_name_that_no_row_can_hold_is_refused(node):
    for name in ("", "a\nb", "x" * 101):
        done = node("partner", "create", name)
        assert done.returncode == 1 and "NAME takes between 1 and 100" in done.stderr
