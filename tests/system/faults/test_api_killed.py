"""The API is killed again and again under load: nothing that it acknowledged is lost, and nothing is half done."""

import time
from pathlib import Path

from tests.harness import goods
from tests.harness.database import rows
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.faults import laws
from tests.system.faults.house import serving
from tests.system.faults.load import under_load
from tests.webhooks.working import eventually, working

ROUNDS = 3
LOAD_SECONDS = 0.5


def test_an_api_killed_under_load_loses_nothing_and_does_nothing_twice(durable_url: str, tmp_path: Path) -> None:
    with simulating(tmp_path) as courier:
        aggregator = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        with serving(durable_url, tmp_path, **aggregator) as api:
            client = open_client(api.service)
            variant_id = goods.default_variant(goods.new_product(client))
            level = (variant_id, goods.new_warehouse(client)["id"])
            goods.stock(client, *level, 100_000)
            assert client("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000_000}).status == 201
            with under_load(client, level) as load:
                for round in range(ROUNDS):
                    time.sleep(LOAD_SECONDS)
                    if round % 3 == 2:
                        api.kill_one()
                        continue
                    api.kill()
                    api.await_sessions_ended()
                    laws.require_every_law(client)
                    api.start()
                time.sleep(LOAD_SECONDS)
            assert load.surprises() == []
            laws.require_acknowledged(client, load)
            # The process that was killed last may have been the first to serve after the start.
            api.await_ready()
            repeated = laws.repeat_unanswered(client, load)
            assert repeated, "nothing was under way when it was killed"
            laws.require_acknowledged(client, load)
            events = {row["id"] for row in rows(client, "SELECT id FROM events WHERE account_id = $1")}
            queued = [row["event_id"] for row in rows(client, "SELECT event_id FROM outbox WHERE account_id = $1")]
            assert sorted(queued) == sorted(events)
            with working(durable_url, **aggregator):
                eventually(
                    lambda: rows(client, "SELECT 1 FROM courier_operations WHERE account_id = $1"),
                    lambda left: not left,
                )
            laws.require_every_law(client)
            laws.require_one_order_and_charge_each(client, courier)
            assert api.faults() == []
