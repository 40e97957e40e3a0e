"""Workers, the API and the database are killed in turn under load: every event reaches every endpoint all the same."""

import time
from pathlib import Path

from tests.faults import laws
from tests.faults.crew import crew
from tests.faults.house import Store, serving
from tests.faults.load import under_load
from tests.harness import goods
from tests.harness.database import rows
from tests.harness.simulator import simulating
from tests.http.service import Client
from tests.http.workspaces import open_client
from tests.webhooks.inbox import Inbox, receiving
from tests.webhooks.working import Hook, eventually, register

LOAD_SECONDS = 0.3
PAUSE_SECONDS = 0.03
# The shorter an attempt may be, the sooner the lease of a dead worker ends.
ATTEMPT_TIMEOUT_SECONDS = "0.5"


def _is_delivered(client: Client) -> bool:
    tables = ("outbox", "webhook_queue", "courier_calls")
    return not any(rows(client, f"SELECT 1 FROM {table} WHERE account_id = $1 LIMIT 1") for table in tables)


def _require_all_arrived(client: Client, hook: Hook, inbox: Inbox, since: str) -> None:
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


def test_every_event_arrives_whoever_is_killed(store: Store, durable_url: str, tmp_path: Path) -> None:
    with (
        simulating(tmp_path) as courier,
        receiving() as well,
        receiving(lambda each: 500 if each.attempt == 1 else 204) as moody,
    ):
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        with serving(durable_url, tmp_path, **aggregator) as api:
            client = open_client(api.service)
            level = (goods.default_variant(goods.new_product(client)), goods.new_warehouse(client)["id"])
            goods.stock(client, *level, 100_000)
            assert client("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000_000}).status == 201
            (newest,) = rows(client, "SELECT max(id) AS id FROM events WHERE account_id = $1")
            hooks = [(register(client, inbox.url()), inbox) for inbox in (well, moody)]
            workers = crew(durable_url, webhook_timeout_seconds=ATTEMPT_TIMEOUT_SECONDS, **aggregator)
            with workers as team, under_load(client, level, clients=3, pause_seconds=PAUSE_SECONDS) as load:
                eventually(lambda: well.received)
                for _ in range(2):
                    time.sleep(LOAD_SECONDS)
                    team.kill_one()
                    time.sleep(LOAD_SECONDS)
                    api.kill()
                    api.start()
                    time.sleep(LOAD_SECONDS)
                    team.kill_one()
                    time.sleep(LOAD_SECONDS)
                    store.kill()
                    store.restart()
            with crew(durable_url, webhook_timeout_seconds=ATTEMPT_TIMEOUT_SECONDS, **aggregator):
                assert load.surprises() == []
                laws.repeat_unanswered(client, load)
                eventually(lambda: _is_delivered(client))
            laws.require_acknowledged(client, load)
            laws.require_every_law(client)
            laws.require_one_order_and_charge_each(client, courier)
            for hook, inbox in hooks:
                _require_all_arrived(client, hook, inbox, newest["id"])
            assert api.faults() == []
