"""The workspace's own settings: its fields, its permissions, and invalid time zones."""

import pytest

from tests.harness.goods import fresh_key
from tests.harness.service import Client

PATH = "/api/v1/workspace"


def changed(merchant: Client, **fields: object) -> dict:
    answer = merchant("PATCH", PATH, fields, key=fresh_key())
    assert answer.status == 200, answer.raw
    return answer.data


def test_a_workspace_begins_with_the_defaults(merchant: Client) -> None:
    shown = merchant("GET", PATH).data
    assert shown["accountId"] == merchant.account_id
    assert (shown["language"], shown["timeZone"], shown["labelSize"]) == (None, "Asia/Jakarta", "thermal-100x150")
    assert shown["isSuspended"] is False


def test_what_is_left_out_stays_and_null_is_the_default_again(merchant: Client) -> None:
    changed(merchant, name="Toko Baru", language="id", timeZone="Asia/Jayapura", labelSize="a4")
    shown = changed(merchant, timeZone=None)
    assert (shown["name"], shown["language"], shown["labelSize"]) == ("Toko Baru", "id", "a4")
    assert shown["timeZone"] == "Asia/Jakarta"


def test_a_change_of_nothing_is_not_audited(merchant: Client) -> None:
    changed(merchant, language="en")
    before = merchant("GET", "/api/v1/audit-log?action=workspace").data
    changed(merchant, language="en")
    assert merchant("GET", "/api/v1/audit-log?action=workspace").data == before


@pytest.mark.parametrize(
    "name", ["Nowhere/City", "asia/jakarta", "../../etc/passwd", "/etc/localtime", "posix/Asia/Jakarta", "A" * 64]
)
def test_what_is_no_zone_is_refused_by_its_name(merchant: Client, name: str) -> None:
    answer = merchant("PATCH", PATH, {"timeZone": name}, key=fresh_key())
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "timeZone")


@pytest.mark.parametrize("change", [{"name": None}, {"name": ""}, {"language": "fr"}, {"labelSize": "a5"}])
def test_what_it_cannot_be_is_refused(merchant: Client, change: dict) -> None:
    assert merchant("PATCH", PATH, change, key=fresh_key()).error == (400, "VALIDATION")
