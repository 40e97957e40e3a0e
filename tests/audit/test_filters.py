"""Finding entries by target, actor and period (docs/audit-log.md)."""

from typing import Any

import pytest

from tests.harness.database import execute, rows
from tests.harness.goods import new_product, new_variant
from tests.harness.service import Client

LOG = "/api/v1/audit-log"
# Five hundred products by two people, one a second.
MANY = """
    INSERT INTO audit_entries (account_id, id, actor_type, actor_id, action, target_type, target_id, created_at)
    SELECT $1, 'entry-' || n, 'user', 'usr_' || n % 2,
           CASE WHEN n % 5 = 0 THEN 'product.created' ELSE 'product.updated' END, 'Product', 'prod_' || n % 10,
           '2026-01-01T00:00Z'::timestamptz + n * interval '1 s'
      FROM generate_series(0, 499) n
"""


def entries(client: Client, query: str) -> list[dict[str, Any]]:
    """All pages of it, of 30 each."""
    found, cursor = [], ""
    while True:
        answer = client("GET", f"{LOG}?limit=30&{query}{cursor}")
        assert answer.status == 200, answer.raw
        found += answer.data["entries"]
        if not answer.json["meta"]["hasMore"]:
            return found
        cursor = f"&cursor={answer.json['meta']['cursor']}"


def test_a_target_and_an_actor_are_found(merchant: Client):
    made = new_product(merchant)
    new_variant(merchant, made)
    product = made["id"]
    (entry,) = entries(merchant, f"targetId={product}")
    assert (entry["action"], entry["targetId"]) == ("product.created", product)
    assert len(entries(merchant, f"actorId={merchant.account_id}")) == 2
    assert len(entries(merchant, f"actorId={merchant.account_id}&action=variant")) == 1
    assert entries(merchant, "actorId=usr_unknown") == []
    assert entries(merchant, "targetId=prod_unknown") == []


@pytest.mark.parametrize(
    ("query", "which"),
    [
        ("actorId=usr_1", "actor_id = 'usr_1'"),
        ("targetId=prod_4", "target_id = 'prod_4'"),
        ("targetId=prod_5&actorId=usr_1", "target_id = 'prod_5'"),
        ("targetId=prod_5&actorId=usr_0", "false"),
        ("actorId=usr_1&action=product.c", "actor_id = 'usr_1' AND action = 'product.created'"),
        ("actorId=usr_1&target_type=Product", "actor_id = 'usr_1'"),
        ("actorId=usr_1&target_type=Prod", "false"),
        ("actorId=usr_1&from=2026-01-01T00:01:00Z", "actor_id = 'usr_1' AND created_at >= '2026-01-01T00:01Z'"),
        ("from=2026-01-01T00:01:00Z&to=2026-01-01T00:01:30Z",
         "created_at >= '2026-01-01T00:01Z' AND created_at < '2026-01-01T00:01:30Z'"),
        ("action=product&to=2026-01-01T00:00:10Z", "created_at < '2026-01-01T00:00:10Z'"),
        ("action=product.u&target_type=Product&from=2026-01-01T00:08:00Z&to=2027-01-01T00:00:00Z",
         "action = 'product.updated' AND created_at >= '2026-01-01T00:08Z' AND created_at < '2027-01-01T00:00Z'"),
        ("target_type=Product&to=2026-01-01T00:00:10Z", "created_at < '2026-01-01T00:00:10Z'"),
        ("to=2026-01-01T00:00:00Z", "false"),
    ],
)  # fmt: skip
def test_filters_narrow_one_another_on_every_page(merchant: Client, query: str, which: str):
    execute(merchant, MANY, merchant.account_id)
    expected = rows(
        merchant,
        f"SELECT id FROM audit_entries WHERE account_id = $1 AND ({which}) ORDER BY created_at DESC, id DESC",
    )
    assert [entry["id"] for entry in entries(merchant, query)] == [row["id"] for row in expected]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("from=yesterday", "from"),
        ("to=2026-01-01", "to"),
        ("from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "to"),
        ("targetId=" + "x" * 256, "targetId"),
    ],
)
@pytest.mark.parametrize("path", [LOG, LOG + "/export"])
def test_a_filter_that_makes_no_sense_is_refused_by_name(merchant: Client, path: str, query: str, field: str):
    answer = merchant("GET", f"{path}?{query}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00%2B23:59", "9999-12-31T23:59:59.999999-23:59"])
@pytest.mark.parametrize("name", ["from", "to"])
@pytest.mark.parametrize("path", [LOG, LOG + "/export"])
def test_a_moment_beyond_the_calendar_is_refused(merchant: Client, path: str, name: str, moment: str):
    answer = merchant("GET", f"{path}?{name}={moment}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), name)
