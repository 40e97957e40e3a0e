"""Usage of a partner's workspaces, from monthly counts (decisions, section 10)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.harness.database import execute
from tests.harness.service import Client
from tests.partners.acting import USAGE, provision

NOTHING = {"shipmentsBooked": 0, "deliveries": 0, "licensesIssued": 0, "ordersFulfilled": 0}


USE = "INSERT INTO monthly_usage (account_id, month, noun, shard, count) VALUES ($1, $2::text::date, $3, $4, $5)"


def use(client: Client, account_id: str, month: str, **counts: int) -> None:
    """As it is counted, by several connections."""
    for noun, count in counts.items():
        for shard, part in enumerate((count // 2, count - count // 2)):
            execute(client, USE, account_id, month, noun, shard, part)


def used(shipments: int, deliveries: int, licenses: int) -> dict[str, int]:
    return {
        "shipmentsBooked": shipments,
        "deliveries": deliveries,
        "licensesIssued": licenses,
        "ordersFulfilled": shipments + deliveries + licenses,
    }


@pytest.fixture
def shops(partner: Client) -> list[str]:
    """Two workspaces of the partner's, in the order of their ids, with three months of use."""
    found = sorted(provision(partner, externalRef=f"shop-{n}").data["accountId"] for n in range(2))
    use(partner, found[0], "2026-01-01", shipment=5, delivery=3, license=1)
    use(partner, found[0], "2026-02-01", shipment=7)
    use(partner, found[1], "2026-02-01", delivery=11)
    use(partner, found[1], "2026-03-01", license=13)
    return found


def told(partner: Client, query: str) -> dict[str, Any]:
    answer = partner("GET", f"{USAGE}?{query}")
    assert answer.status == 200, answer.raw
    return answer.data


def of_each(data: dict[str, Any]) -> list[dict[str, int]]:
    return [{name: workspace[name] for name in NOTHING} for workspace in data["workspaces"]]


def test_each_workspace_is_told_with_all_together(partner: Client, shops: list[str], partner_name: str):
    data = told(partner, "from=2026-01-01&to=2026-03-01")
    assert (data["partner"], data["from"], data["to"]) == (
        partner_name,
        "2026-01-01T00:00:00.000Z",
        "2026-03-01T00:00:00.000Z",
    )
    assert [each["accountId"] for each in data["workspaces"]] == shops
    assert {each["externalRef"] for each in data["workspaces"]} == {"shop-0", "shop-1"}
    assert of_each(data) == [used(12, 3, 1), used(0, 11, 0)]
    assert data["total"] == used(12, 14, 1)


@pytest.mark.parametrize(
    ("query", "first", "after", "total"),
    [
        ("from=2026-02-10&to=2026-02-20", "2026-02", "2026-03", used(7, 11, 0)),
        ("from=2026-02-01&to=2026-02-28", "2026-02", "2026-03", used(7, 11, 0)),
        ("from=2026-01-31&to=2026-02-02", "2026-01", "2026-03", used(12, 14, 1)),
        ("to=2026-03-01", "2026-02", "2026-03", used(7, 11, 0)),
        ("to=2026-03-01T00:00:00.001Z", "2026-03", "2026-04", used(0, 0, 13)),
        # It is still February in UTC.
        ("from=2026-03-01T06:00:00%2B07:00&to=2026-03-01", "2026-02", "2026-03", used(7, 11, 0)),
        ("from=2026-12-15&to=2027-01-01", "2026-12", "2027-01", NOTHING),
        ("from=2025-03-01&to=2027-03-01", "2025-03", "2027-03", used(12, 14, 14)),
    ],
)
def test_months_count_whole(
    partner: Client, shops: list[str], query: str, first: str, after: str, total: dict[str, int]
):
    data = told(partner, query)
    assert (data["from"], data["to"]) == (f"{first}-01T00:00:00.000Z", f"{after}-01T00:00:00.000Z")
    assert data["total"] == total


def test_without_a_period_it_is_the_present_month(partner: Client, shops: list[str]):
    before = datetime.now(UTC)
    data = told(partner, "limit=50")
    months = {f"{moment:%Y-%m}-01T00:00:00.000Z" for moment in (before, datetime.now(UTC))}
    assert data["from"] in months and data["total"] == NOTHING
    assert told(partner, f"from={data['from'][:10]}")["to"] == data["to"]


def test_pages_hold_every_workspace_once_and_the_first_the_total(partner: Client, shops: list[str]):
    period = "from=2026-01-01&to=2026-04-01&limit=1"
    first = partner("GET", f"{USAGE}?{period}")
    assert first.json["meta"]["hasMore"] and first.data["total"] == used(12, 14, 14)
    last = partner("GET", f"{USAGE}?{period}&cursor={first.json['meta']['cursor']}")
    assert (last.json["meta"]["hasMore"], last.json["meta"]["cursor"], last.data["total"]) == (False, None, None)
    assert [each["accountId"] for each in first.data["workspaces"] + last.data["workspaces"]] == shops


def test_another_partner_is_told_nothing_of_it(partner: Client, shops: list[str], other_partner: Client):
    data = told(other_partner, "from=2026-01-01&to=2026-04-01")
    assert (data["workspaces"], data["total"]) == ([], NOTHING)
    cursor = partner("GET", f"{USAGE}?limit=1").json["meta"]["cursor"]
    assert told(other_partner, f"cursor={cursor}")["workspaces"] == []


def test_only_a_platform_key_is_told(partner: Client, on_behalf: Client, made: Client, merchant: Client):
    assert on_behalf("GET", USAGE).error == (403, "FORBIDDEN_ONBEHALF")
    assert made("GET", USAGE).error == (403, "FORBIDDEN_ONBEHALF")
    assert merchant("GET", USAGE).error == (403, "FORBIDDEN")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("from=yesterday", "from"),
        ("from=2026-13-01", "from"),
        ("from=2026-01-01T00:00:00", "from"),
        ("to=0001-01-01", "to"),
        ("to=9999-12-31T23:59:59-12:00", "to"),
        ("from=2026-02-01&to=2026-02-01", "to"),
        ("from=2026-02-01&to=2026-01-01", "to"),
        ("from=2900-01-01", "from"),
        ("from=2025-02-28&to=2027-03-01", "from"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("cursor=WzVd", "cursor"),
    ],
)
def test_a_period_that_makes_no_sense_is_refused(partner: Client, query: str, field: str):
    answer = partner("GET", f"{USAGE}?{query}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
