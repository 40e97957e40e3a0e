"""Expiry is announced 24 hours ahead and when it comes, each once (decisions, section 8)."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from fulfilment.deliveries import lifecycle
from fulfilment.deliveries.queries import WORKSPACES_WITH_DUE
from fulfilment.infra import clock
from tests.deliveries.selling import (
    act_successfully,
    ahead,
    digital,
    grant,
    list_event_names,
    pass_time,
    read,
    sweep,
    sweep_at_once,
)
from tests.harness.breaking import let_rest, mending, refusing
from tests.harness.database import events, execute, rows
from tests.harness.service import Client
from tests.harness.workspaces import in_database

GRANT_MANY = """
    INSERT INTO deliveries (account_id, id, product_id, customer_id, checkout_session_id, max_downloads, expires_at,
                            announce_at, created_at, updated_at)
    SELECT $1, 'dlv_' || lpad(n::text, 26, '0'), $2, 'cus_1', n::text, 5, now() + $3::interval,
           now() + $3::interval - interval '24 hours', now(), now() FROM generate_series(1, $4::int) AS n
"""
TOLD_ONCE = """
    SELECT type, count(*) AS events, count(DISTINCT subject) AS deliveries FROM events
     WHERE account_id = $1 AND type LIKE 'svc.delivery.%' GROUP BY type
"""


def swept(client: Client, delivery: dict[str, Any]) -> list[str]:
    """The delivery's events after a sweep; another sweep must add none."""
    sweep(client.service.database_url)
    found = list_event_names(client, delivery)
    sweep(client.service.database_url)
    assert list_event_names(client, delivery) == found
    return found


def grant_many(client: Client, number: int, ahead: str) -> None:
    rows(client, GRANT_MANY.replace("$3", f"'{ahead}'").replace("$4", str(number)), digital(client))


def told_once(client: Client) -> dict[str, int]:
    """How many deliveries were told of, by type; none twice."""
    found = rows(client, TOLD_ONCE)
    assert all(row["events"] == row["deliveries"] for row in found)
    return {row["type"].split(".")[2]: row["deliveries"] for row in found}


def test_an_expiry_is_told_of_a_day_ahead_and_when_it_comes_each_once(merchant: Client):
    delivery = grant(merchant, digital(merchant))
    assert swept(merchant, delivery) == ["created"]
    pass_time(merchant, delivery, days=12, hours=23)
    assert swept(merchant, delivery) == ["created"]
    pass_time(merchant, delivery, hours=2)
    assert swept(merchant, delivery) == ["created", "expiring"]
    pass_time(merchant, delivery, hours=22)
    assert swept(merchant, delivery) == ["created", "expiring"]
    pass_time(merchant, delivery, hours=2)
    assert swept(merchant, delivery) == ["created", "expiring", "expired"]


def test_the_events_show_the_delivery_as_it_then_was(merchant: Client):
    delivery = grant(merchant, digital(merchant), expiresAt=ahead(hours=23))
    sweep(merchant.service.database_url)
    (event,) = events(merchant, "delivery.expiring")
    assert event.data == delivery | {"deliveryId": delivery["id"]}
    pass_time(merchant, delivery, hours=24)
    sweep(merchant.service.database_url)
    (event,) = events(merchant, "delivery.expired")
    assert event.data == read(merchant, delivery) | {"deliveryId": delivery["id"]}
    assert (event.data["status"], event.data["updatedAt"]) == ("expired", delivery["updatedAt"])
    assert rows(merchant, "SELECT 1 FROM outbox WHERE account_id = $1") != []


def test_less_than_a_day_ahead_is_told_at_once_and_a_time_in_the_past_as_expired_alone(merchant: Client):
    product = digital(merchant)
    soon, past = (
        grant(merchant, product, expiresAt=ahead(hours=1)),
        grant(merchant, product, "2", expiresAt=ahead(days=-9)),
    )
    assert swept(merchant, soon) == ["created", "expiring"]
    assert swept(merchant, past) == ["created", "expired"]


def test_what_no_worker_told_of_in_time_is_told_of_as_expired_alone(merchant: Client):
    delivery = grant(merchant, digital(merchant))
    pass_time(merchant, delivery, days=15)
    assert swept(merchant, delivery) == ["created", "expired"]


def test_an_extension_has_both_announcements_come_again(merchant: Client):
    delivery = grant(merchant, digital(merchant), expiresAt=ahead(hours=1))
    assert swept(merchant, delivery) == ["created", "expiring"]
    act_successfully(merchant, delivery, "extend")
    first = ["created", "expiring", "updated extend"]
    assert swept(merchant, delivery) == first
    pass_time(merchant, delivery, days=29, hours=2)
    assert swept(merchant, delivery) == [*first, "expiring"]
    pass_time(merchant, delivery, days=1)
    assert swept(merchant, delivery) == [*first, "expiring", "expired"]
    act_successfully(merchant, delivery, "extend")
    pass_time(merchant, delivery, days=31)
    assert swept(merchant, delivery) == [*first, "expiring", "expired", "updated extend", "expired"]


def test_a_revoked_delivery_is_told_of_no_more_until_it_is_extended(merchant: Client):
    delivery = grant(merchant, digital(merchant), expiresAt=ahead(hours=1))
    act_successfully(merchant, delivery, "revoke")
    pass_time(merchant, delivery, days=1)
    assert swept(merchant, delivery) == ["created", "updated revoke"]
    act_successfully(merchant, delivery, "extend")
    pass_time(merchant, delivery, days=31)
    assert swept(merchant, delivery) == ["created", "updated revoke", "updated extend", "expired"]


def test_workers_that_sweep_at_once_tell_of_everything_once(merchant: Client):
    number = 3 * lifecycle.BATCH_SIZE + 7
    grant_many(merchant, number, "-1 hour")
    asyncio.run(sweep_at_once(merchant.service.database_url, 4))
    assert told_once(merchant) == {"expired": number}
    left = rows(merchant, "SELECT 1 FROM deliveries WHERE account_id = $1 AND state <> 'expired'")
    assert left == []


def test_a_workspace_with_much_to_tell_does_not_hold_up_the_others(merchant: Client, stranger: Client):
    grant_many(merchant, 4 * lifecycle.BATCH_SIZE, "-2 hours")
    late = grant(stranger, digital(stranger), expiresAt=ahead(hours=1))
    sweep(merchant.service.database_url)
    order = "SELECT position FROM outbox JOIN events USING (account_id) WHERE account_id = $1 AND id = event_id"
    order += " AND type <> 'svc.delivery.created.v1' AND type <> 'svc.product.created.v1' ORDER BY position"
    crowd = [row["position"] for row in rows(merchant, order)]
    (single,) = [row["position"] for row in rows(stranger, order)]
    assert list_event_names(stranger, late) == ["created", "expiring"]
    assert len(crowd) == 4 * lifecycle.BATCH_SIZE
    assert single < crowd[2 * lifecycle.BATCH_SIZE]


def test_one_that_cannot_be_told_of_holds_up_none_of_the_others(
    merchant: Client, stranger: Client, monkeypatch: pytest.MonkeyPatch
):
    product = digital(merchant)
    broken = grant(merchant, product, "broken", expiresAt=ahead(days=-9))
    grant_many(merchant, lifecycle.BATCH_SIZE + 7, "-1 hour")
    other = grant(stranger, digital(stranger), expiresAt=ahead(hours=-1))
    execute(merchant, refusing("deliveries", "UPDATE", f"NEW.id = '{broken['id']}'"))
    try:
        with capture_logs() as logs:
            sweep(merchant.service.database_url)
            sweep(merchant.service.database_url)
    finally:
        execute(merchant, mending("deliveries"))
    assert told_once(merchant)["expired"] == lifecycle.BATCH_SIZE + 7
    assert list_event_names(stranger, other) == ["created", "expired"]
    assert list_event_names(merchant, broken) == ["created"]
    assert [entry["id"] for entry in logs if entry["event"] == "batch_row_failed"] == [broken["id"]]
    let_rest(monkeypatch)
    assert swept(merchant, broken) == ["created", "expired"]


def test_a_worker_whose_clock_is_ahead_tells_of_nothing_early(merchant: Client, monkeypatch: pytest.MonkeyPatch):
    delivery = grant(merchant, digital(merchant))
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=99))
    assert swept(merchant, delivery) == ["created"]


def test_a_delivery_that_somebody_is_at_does_not_hold_up_the_others(merchant: Client):
    product = digital(merchant)
    held, free = (grant(merchant, product, session, expiresAt=ahead(hours=-1)) for session in "12")

    async def while_held(db: Any) -> None:
        async with db.transaction():
            await db.fetch("SELECT FROM deliveries WHERE id = $1 FOR NO KEY UPDATE", held["id"])
            await sweep_at_once(merchant.service.database_url, 1)

    in_database(merchant.service.database_url, while_held)
    assert (list_event_names(merchant, held), list_event_names(merchant, free)) == (["created"], ["created", "expired"])
    assert swept(merchant, held) == ["created", "expired"]


def test_where_nothing_is_due_the_sweep_looks_at_one_entry_of_an_index(merchant: Client):
    grant_many(merchant, 2_000, "30 days")
    sweep(merchant.service.database_url)

    async def explain(db: Any) -> str:
        await db.execute("VACUUM (ANALYZE) deliveries")
        await db.execute("SET plan_cache_mode = force_custom_plan")
        statement = f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {WORKSPACES_WITH_DUE.text}"
        return await db.fetchval(statement, clock.now())

    plan = json.loads(in_database(merchant.service.database_url, explain))[0]["Plan"]
    ran = [node for node in _nodes(plan) if node["Actual Loops"] and "Index Name" in node]
    assert [(node["Index Name"], node["Actual Rows"]) for node in ran] == [("deliveries_due", 1)]
    assert [node for node in _nodes(plan) if node["Node Type"] == "Seq Scan" and node["Actual Loops"]] == []
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < 10


def _nodes(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [node, *(inner for child in node.get("Plans", ()) for inner in _nodes(child))]
