"""A real worker process delivers over real sockets."""

import time
from datetime import timedelta
from threading import Event

import pytest

from tests.harness.database import execute, rows
from tests.harness.service import Client, Service
from tests.webhooks.inbox import HANG, Received, receiving
from tests.webhooks.working import (
    ATTEMPT_TIMEOUT_SECONDS,
    create_event,
    endpoint,
    eventually,
    list_log,
    register,
    wait_until_settled,
    working,
)

FAILING = "UPDATE webhook_endpoints SET consecutive_failures = $2, failing_since = now() - $3::interval WHERE id = $1"
BACKLOG = """
    WITH happened AS (
        INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
        SELECT $1, 'evt_' || nth, 'svc.product.created.v1', 'prod_1', nth, '{}', now()
          FROM generate_series(1, $2::int) nth
        RETURNING account_id, id
    ) INSERT INTO outbox (account_id, event_id) SELECT account_id, id FROM happened
"""

pytestmark = pytest.mark.usefixtures("worker")


def test_an_event_arrives_signed_with_its_headers(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        product_id = create_event(shop)
        (received,) = inbox.wait_for(1)
        (row,) = wait_until_settled(shop, hook)
    assert received.is_signed_with(hook.secret)
    assert received.event["type"] == "svc.product.created.v1"
    assert received.event["data"]["productId"] == product_id
    assert received.event["data"]["sequence"] == 1
    assert received.event["accountId"] == shop.account_id
    assert received.event["metadata"] == {}
    expected = {
        "content-type": "application/json",
        "user-agent": "Svc-Webhooks/1.0",
        "svc-event-id": received.event["id"],
        "svc-event-type": "svc.product.created.v1",
        "svc-delivery-id": row["id"],
        "svc-delivery-attempt": "1",
    }
    assert expected.items() <= received.headers.items()
    assert (row["status"], row["attempts"], row["responseCode"]) == ("sent", 1, 204)
    assert row["payload"] == received.event
    assert row["deliveredAt"] is not None
    assert row["nextRetryAt"] is None
    assert row["lastError"] is None
    assert [each["status"] for each in row["deliveryAttempts"]] == ["succeeded"]
    assert endpoint(shop, hook)["consecutiveFailures"] == 0


def test_a_failed_delivery_is_tried_again_until_it_succeeds(shop: Client):
    with receiving(lambda received: 503 if received.attempt < 3 else 200) as inbox:
        hook = register(shop, inbox.url())
        create_event(shop)
        attempts = inbox.wait_for(3)
        (row,) = wait_until_settled(shop, hook)
    assert [each.attempt for each in attempts] == [1, 2, 3]
    assert len({each.headers["svc-event-id"] for each in attempts}) == 1
    assert len({each.body for each in attempts}) == 1
    assert (row["status"], row["attempts"], row["lastError"]) == ("sent", 3, None)
    shown = row["deliveryAttempts"]
    assert [each["attemptNumber"] for each in shown] == [1, 2, 3]
    assert [each["status"] for each in shown] == ["failed", "failed", "succeeded"]
    assert [each["error"] for each in shown] == ["HTTP 503", "HTTP 503", None]
    assert [each["nextRetryAt"] is None for each in shown] == [False, False, True]
    healthy = endpoint(shop, hook)
    assert (healthy["consecutiveFailures"], healthy["failingSince"]) == (0, None)


def test_the_sixth_failure_is_the_last(shop: Client):
    with receiving(lambda _: 500) as inbox:
        hook = register(shop, inbox.url())
        create_event(shop)
        (row,) = wait_until_settled(shop, hook)
        failing = endpoint(shop, hook)
    assert [each.attempt for each in inbox.received] == [1, 2, 3, 4, 5, 6]
    assert (row["status"], row["attempts"], row["nextRetryAt"]) == ("failed", 6, None)
    assert row["deliveryAttempts"][-1]["nextRetryAt"] is None
    assert (failing["consecutiveFailures"], failing["active"]) == (6, True)
    assert failing["failingSince"] is not None


def test_a_timeout_and_a_refused_connection_are_failed_attempts(shop: Client):
    with receiving(lambda _: HANG) as hanging, receiving() as gone:
        slow = register(shop, hanging.url())
        dead_url = gone.url()
    dead = register(shop, dead_url)
    with receiving(lambda _: HANG) as hanging:
        shop("PATCH", f"/api/v1/webhooks/endpoints/{slow.id}", {"url": hanging.url()})
        create_event(shop)
        tried = eventually(
            lambda: {row["endpointId"]: row for row in list_log(shop) if row["attempts"]},
            lambda found: found.keys() == {slow.id, dead.id},
        )
    assert tried[slow.id]["lastError"] == f"timed out after {round(ATTEMPT_TIMEOUT_SECONDS * 1_000)}ms"
    assert tried[slow.id]["responseCode"] is None
    assert tried[dead.id]["lastError"] == "connection refused"


def test_receivers_that_hang_delay_no_other(shop: Client, other_workspace: Client):
    with receiving(lambda _: HANG) as hanging, receiving() as inbox:
        for number in range(20):
            register(shop, hanging.url(f"/{number}"))
        for number in range(10):
            create_event(shop, f"backlog {number}")
        hanging.wait_for(20)
        hook = register(other_workspace, inbox.url())
        for number in range(30):
            create_event(other_workspace, f"quick {number}")
        wait_until_settled(other_workspace, hook, 30)
        still_waiting = list_log(shop, status="pending")
        for each in shop("GET", "/api/v1/webhooks/endpoints").data["endpoints"]:
            shop("DELETE", f"/api/v1/webhooks/endpoints/{each['id']}")
    assert all(received.attempt == 1 for received in inbox.received)
    assert still_waiting


def test_only_the_workspace_of_the_event_hears_of_it(shop: Client, other_workspace: Client):
    with receiving() as inbox:
        register(other_workspace, inbox.url("/other_workspace"))
        hook = register(shop, inbox.url("/shop"))
        create_event(shop)
        wait_until_settled(shop, hook)
        create_event(other_workspace)
        inbox.wait_for(2)
    assert [(each.path, each.event["accountId"]) for each in inbox.received] == [
        ("/shop", shop.account_id),
        ("/other_workspace", other_workspace.account_id),
    ]


def test_an_endpoint_that_no_longer_asks_for_the_event_does_not_get_it(shop: Client):
    changed = Event()
    with receiving(lambda _: changed.wait(ATTEMPT_TIMEOUT_SECONDS / 2) and 500) as inbox:
        hook = register(shop, inbox.url(), "svc.product.*")
        create_event(shop)
        inbox.wait_for(1)
        shop("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", {"events": ["svc.stock.*"]})
        changed.set()
        (row,) = wait_until_settled(shop, hook)
    assert (row["status"], row["attempts"]) == ("failed", 1)
    assert row["lastError"] == "endpoint is not subscribed to svc.product.created.v1"


def test_what_is_sent_again_by_hand_goes_out_though_the_endpoint_no_longer_asks_for_it(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url(), "svc.product.*")
        create_event(shop)
        (row,) = wait_until_settled(shop, hook)
        shop("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", {"events": ["svc.stock.*"]})
        assert shop("POST", f"/api/v1/webhooks/events/{row['id']}/retry").status == 202
        inbox.wait_for(2)
        (row,) = wait_until_settled(shop, hook)
    assert (row["status"], row["attempts"]) == ("sent", 2)


def test_pausing_fails_what_is_queued_and_what_happens_meanwhile_is_not_sent(shop: Client):
    paused = Event()
    with receiving(lambda _: 204 if paused.is_set() else paused.wait(ATTEMPT_TIMEOUT_SECONDS / 2) and 500) as inbox:
        hook = register(shop, inbox.url())
        create_event(shop, "before")
        inbox.wait_for(1)
        answer = shop("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", {"active": False})
        (row,) = list_log(shop, endpointId=hook.id)
        paused.set()
        create_event(shop, "while paused")
        resumed = shop("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", {"active": True})
        create_event(shop, "afterwards")
        (late, early) = wait_until_settled(shop, hook, 2)
    assert answer.data["endpoint"]["active"] is False
    assert (row["status"], row["lastError"], row["nextRetryAt"]) == ("failed", "endpoint is disabled", None)
    assert (resumed.data["endpoint"]["consecutiveFailures"], resumed.data["endpoint"]["failingSince"]) == (0, None)
    assert (early["id"], early["lastError"]) == (row["id"], "endpoint is disabled")
    assert late["payload"]["data"]["name"] == "afterwards"
    assert [each.event["data"]["name"] for each in inbox.received] == ["before", "afterwards"]


def test_a_deleted_endpoint_gets_nothing_more_and_leaves_no_trace(shop: Client):
    with receiving(lambda _: HANG) as inbox:
        hook = register(shop, inbox.url())
        for number in range(5):
            create_event(shop, f"number {number}")
        inbox.wait_for(1)
        answer = shop("DELETE", f"/api/v1/webhooks/endpoints/{hook.id}")
        under_way = len(inbox.received)
        assert answer.data == {"deleted": True}
        assert list_log(shop) == []
        time.sleep(ATTEMPT_TIMEOUT_SECONDS + 0.5)
    assert len(inbox.received) <= under_way + 2
    for table in (
        "webhook_endpoints",
        "webhook_deliveries",
        "webhook_queue",
        "webhook_queue_endpoints",
        "webhook_attempts",
    ):
        assert rows(shop, f"SELECT * FROM {table} WHERE account_id = $1") == []


def test_deleting_stops_a_backlog_that_is_being_delivered(shop: Client):
    with receiving(lambda _: time.sleep(0.002) or 204) as inbox:
        hook = register(shop, inbox.url())
        execute(shop, BACKLOG, shop.account_id, 3_000)
        inbox.wait_for(200)
        shop("DELETE", f"/api/v1/webhooks/endpoints/{hook.id}")
        time.sleep(0.1)
        stopped_at = len(inbox.received)
        time.sleep(0.5)
        assert len(inbox.received) == stopped_at < 3_000


def test_an_endpoint_that_fails_for_a_day_is_switched_off_and_the_others_are_told(shop: Client):
    with receiving(lambda received: 500 if received.path == "/failing" else 204) as inbox:
        hook = register(shop, inbox.url("/failing"))
        other = register(shop, inbox.url("/other"), "svc.webhook_endpoint.*")
        execute(shop, FAILING, hook.id, 18, timedelta(hours=25))
        create_event(shop)
        (told,) = inbox.wait(lambda received: any(each.path == "/other" for each in received))[-1:]
        (row,) = wait_until_settled(shop, hook)
    off = endpoint(shop, hook)
    assert (off["active"], off["consecutiveFailures"]) == (False, 20)
    assert off["disabledAt"] is not None
    assert off["disabledReason"].startswith("20 failed attempts in a row since ")
    assert (row["status"], row["attempts"], row["lastError"]) == ("failed", 2, "endpoint is disabled")
    assert told.event["type"] == "svc.webhook_endpoint.disabled.v1"
    assert told.event["data"]["endpointId"] == hook.id
    assert told.event["data"]["active"] is False
    (entry,) = shop("GET", "/api/v1/audit-log?action=webhook.auto_disabled").data["entries"]
    assert (entry["actorType"], entry["actorId"], entry["targetId"]) == ("system", None, hook.id)
    assert entry["before"] == {"active": True, "disabledAt": None, "disabledReason": None}
    assert entry["after"] == {name: off[name] for name in entry["before"]}
    assert {each["endpointId"] for each in list_log(shop)} == {hook.id, other.id}
    back = shop("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", {"active": True}).data["endpoint"]
    reset = ("consecutiveFailures", "failingSince", "disabledAt", "disabledReason")
    assert [back[name] for name in reset] == [0, None, None, None]


def test_twenty_failures_within_a_day_switch_nothing_off(shop: Client):
    with receiving(lambda _: 500) as inbox:
        hook = register(shop, inbox.url())
        execute(shop, FAILING, hook.id, 30, timedelta(hours=23))
        create_event(shop)
        wait_until_settled(shop, hook)
        assert endpoint(shop, hook)["active"] is True


def test_two_workers_never_make_the_same_attempt_at_once(hooks: Service, shop: Client):
    def answer(received: Received) -> int:
        time.sleep(0.02)
        return 500 if received.attempt < 3 else 204

    with working(hooks.database_url), receiving(answer) as inbox:
        hook = register(shop, inbox.url())
        for number in range(40):
            create_event(shop, f"number {number}")
        wait_until_settled(shop, hook, 40)
    seen = sorted((each.headers["svc-delivery-id"], each.attempt) for each in inbox.received)
    assert seen == sorted(set(seen))
    assert len(seen) == 120


def test_a_worker_finds_its_way_back_to_a_database_that_dropped_it(hooks: Service, shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        create_event(shop, "before")
        wait_until_settled(shop, hook)
        drop = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
               AND (application_name = '' OR application_name ^@ 'fulfilment worker')
               AND application_name ^@ 'fulfilment worker listener' = $2 AND $1 <> ''
        """
        # Behind a pooler a session bears the name of its last user, or none at all. The worker is its user every now
        # and then.
        for is_listener in (True, False):
            eventually(lambda is_listener=is_listener: bool(rows(shop, drop, is_listener)))
        # Nameless ones may have been the API's, which finds that out one by one.
        eventually(lambda: all(shop("GET", "/api/v1/warehouses").status == 200 for _ in range(20)))
        create_event(shop, "after")
        wait_until_settled(shop, hook, 2)
    assert [each.event["data"]["name"] for each in inbox.received] == ["before", "after"]
