"""Nodes whose clocks are minutes apart: what has expired is the database's to say (decisions, section 12)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from fulfilment.infra.clock import to_iso
from tests.deliveries.selling import act, digital, grant, read
from tests.events.log.test_listing import list_events
from tests.harness.database import execute
from tests.harness.service import Client, Service
from tests.harness.workspaces import open_client
from tests.licenses.test_file import INSTANCE, LicenseWorkspace
from tests.system.faults.test_clocks import apart
from tests.webhooks.working import eventually

# Beyond what a signature's time may be away from the present.
APART_SECONDS = 400
EXPIRES = {
    "license": "UPDATE licenses SET expires_at = now() + $2 * interval '1 s' WHERE id = $1",
    "delivery": """
        UPDATE deliveries SET expires_at = now() + $2 * interval '1 s', announce_at = now() - interval '1 day'
         WHERE id = $1
    """,
}


@pytest.fixture(scope="module")
def nodes(module_database_url: str) -> Iterator[list[Service]]:
    """A node that is ahead, and a node that is behind."""
    with apart(module_database_url, APART_SECONDS) as ahead, apart(module_database_url, -APART_SECONDS) as behind:
        yield [ahead, behind]


@pytest.fixture(params=[0, 1], ids=["at the one ahead", "at the one behind"])
def merchant(nodes: list[Service], request: pytest.FixtureRequest) -> Client:
    """A client of one of them, whose own clock is right."""
    return open_client(nodes[request.param])


def expire(client: Client, kind: str, row: dict[str, Any], seconds: int) -> None:
    execute(client, EXPIRES[kind], row["id"], seconds)


def licensed(shop: LicenseWorkspace, license: dict[str, Any]) -> tuple[bool, int, int, int]:
    """The validity of a license, and the statuses that its software is answered at the other routes."""
    query = f"/api/v1/licenses/validate?key={license['key']}"
    activate = "/api/v1/licenses/activate"
    return (
        shop.client("GET", query).data["valid"],
        shop.client("POST", activate, {"key": license["key"], "instanceId": INSTANCE}).status,
        shop.client("POST", activate, {"key": license["key"], "instanceId": "another"}).status,
        shop.request_file(license).status,
    )


def test_a_license_is_good_until_the_database_says_otherwise(merchant: Client) -> None:
    shop = LicenseWorkspace(merchant)
    license = shop.license()
    expire(merchant, "license", license, APART_SECONDS // 2)
    assert licensed(shop, license) == (True, 200, 200, 200)
    expire(merchant, "license", license, -APART_SECONDS // 2)
    assert licensed(shop, license) == (False, 403, 403, 403)


def test_a_delivery_is_open_until_the_database_says_otherwise(merchant: Client) -> None:
    delivery = grant(merchant, digital(merchant))

    def seen() -> tuple[str, list[str], int]:
        found = [
            status
            for status in ("active", "expired")
            if merchant("GET", f"/api/v1/deliveries?status={status}").data["deliveries"]
        ]
        return read(merchant, delivery)["status"], found, act(merchant, delivery, "download").status

    expire(merchant, "delivery", delivery, APART_SECONDS // 2)
    assert seen() == ("active", ["active"], 200)
    expire(merchant, "delivery", delivery, -APART_SECONDS // 2)
    assert seen() == ("expired", ["expired"], 410)


def test_a_poller_misses_nothing_that_either_node_commits(nodes: list[Service]) -> None:
    client = open_client(nodes[0])
    both = [client, msgspec.structs.replace(client, service=nodes[1])]
    for number in range(4):
        since = to_iso(datetime.now(UTC) - timedelta(seconds=5))
        made = both[number % 2]("POST", "/api/v1/products", {"name": f"Product {number}"})
        assert made.status == 201, made.raw
        for asked in both:
            found = list_events(asked, **{"from": since})
            assert made.data["product"]["id"] in [event["data"]["id"] for event in found]
            assert list_events(asked, **{"from": to_iso(datetime.now(UTC) + timedelta(seconds=5))}) == []


@pytest.mark.parametrize("number", [0, 1], ids=["the one ahead", "the one behind"])
def test_a_node_whose_clock_is_wrong_is_not_ready_and_says_so(nodes: list[Service], number: int) -> None:
    node, side = nodes[number], ("ahead of", "behind")[number]
    answer = node.send("GET", "/readyz", [])
    assert answer.error == (503, "SERVICE_UNAVAILABLE")
    problems = {check["name"]: check["problem"] for check in answer.json["error"]["checks"] if check["problem"]}
    assert problems == {"clock": f"is {APART_SECONDS} s {side} the database's"}
    eventually(lambda: '"clock_skewed"' in node.log.read_text())
