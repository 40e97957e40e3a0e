"""Events to be delivered, compared with those that a receiver saw."""

from tests.harness.database import rows
from tests.harness.service import Client
from tests.webhooks.inbox import Inbox
from tests.webhooks.working import RegisteredEndpoint


def is_delivered(client: Client) -> bool:
    """Nothing of the workspace waits for a worker."""
    tables = ("outbox", "webhook_queue", "courier_operations")
    return not any(rows(client, f"SELECT 1 FROM {table} WHERE account_id = $1 LIMIT 1") for table in tables)


def require_all_arrived(client: Client, hook: RegisteredEndpoint, inbox: Inbox, since: str) -> None:
    """Each event at least once, always the same bytes, with the id and the sequence that it was stored under."""
    stored = {
        row["id"]: (row["type"], row["sequence"])
        for row in rows(client, "SELECT id, type, sequence FROM events WHERE account_id = $1 AND id > $2", since)
    }
    arrived = {each.event["id"]: (each.event["type"], each.event["data"]["sequence"]) for each in inbox.received}
    assert arrived == stored
    bodies = {(each.event["id"], each.body) for each in inbox.received}
    assert len(bodies) == len(stored)
    deliveries = rows(client, "SELECT * FROM webhook_deliveries WHERE account_id = $1 AND endpoint_id = $2", hook.id)
    assert sorted(row["event_id"] for row in deliveries) == sorted(stored)
    assert {row["status"] for row in deliveries} == {"sent"}
    ids = {(each.event["id"], each.headers["svc-delivery-id"]) for each in inbox.received}
    assert ids == {(row["event_id"], row["id"]) for row in deliveries}
