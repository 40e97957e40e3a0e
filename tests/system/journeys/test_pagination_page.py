"""The table of lists on the page about pagination is what the API does."""

import re
from pathlib import Path

import pytest

from fulfilment.cli.demo_walk import service
from tests.harness.service import Answer, Client, Service
from tests.journeys import schemas
from tests.journeys.pages import ROOT
from tests.system.journeys.conftest import Served

PAGE = (ROOT / "docs" / "pagination.md").read_text("utf-8")
ROWS = re.findall(r"^\| (`/.*?) \| (`.*?) \| (all|[\d,]+) \| ([\d,]+)(; .*?)? \|$", PAGE, re.M)
# Their responses are no lists of rows of the workspace.
NO_LISTS = {"/api/v1/licenses/lookup", "/api/v1/admin/partner/usage"}


@pytest.fixture(scope="module")
def principal(served: Served) -> Client:
    credential = service.open_workspace(served.environment)
    port = served.settings.port
    return Client(Service(port, "", None, Path()), credential.account_id, credential.key_id, credential.secret)


def each() -> list[tuple[str, str, int, bool]]:
    """Path, name of the rows in `data` (`data` for the bare ones), most, and whether a limit is clamped."""
    found = []
    for paths, names, _, most, clamps in ROWS:
        listed, rows = re.findall(r"`(/[^`]+)`", paths), re.findall(r"`(\w+)`", names)
        for number, path in enumerate(listed):
            found.append((path, rows[min(number, len(rows) - 1)], int(most.replace(",", "")), bool(clamps)))
    return found


def asked(principal: Client, path: str, limit: int) -> Answer:
    filled = path.replace("{id}", "lic_01M7Y0DPXN8SG6E168BHM2RQH4")
    return principal("GET", f"/api/v1{filled}?limit={limit}" + ("&q=jakarta" if path == "/shipping/areas" else ""))


def test_every_list_of_the_api_is_in_the_table() -> None:
    lists = {
        path
        for path, item in schemas.document()["paths"].items()
        if any(each.get("name") == "cursor" for each in item.get("get", {}).get("parameters", []))
    }
    assert {f"/api/v1{path}" for path, *_ in each()} == lists - NO_LISTS


@pytest.mark.parametrize(("path", "name", "most", "clamps"), each())
def test_a_list_takes_the_limit_of_the_table_and_no_larger_one(
    principal: Client, path: str, name: str, most: int, clamps: bool
) -> None:
    if "{id}" in path:
        assert asked(principal, path, most).error == (404, "NOT_FOUND")
    else:
        answer = asked(principal, path, most)
        assert answer.status == 200, answer.raw
        assert {"cursor", "hasMore"} <= set(answer.json["meta"])
        is_bare = isinstance(answer.data, list)
        assert is_bare == (name == "data" and path != "/billing/invoices")
        assert is_bare or name in answer.data
    beyond = asked(principal, path, most + 1)
    assert beyond.status == (200 if clamps else 400)
    assert clamps or (beyond.field, str(most) in beyond.json["error"]["message"]) == ("limit", True)
