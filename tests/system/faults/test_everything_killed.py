"""Workers, the API and the database are killed in turn under load: every event reaches every endpoint all the same."""

import time
from pathlib import Path

from tests.harness import goods
from tests.harness.database import rows
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.faults import laws
from tests.system.faults.arrivals import is_delivered, require_all_arrived
from tests.system.faults.crew import crew
from tests.system.faults.house import Store, serving
from tests.system.faults.load import under_load
from tests.webhooks.inbox import receiving
from tests.webhooks.working import eventually, register

LOAD_SECONDS = 0.3
PAUSE_SECONDS = 0.03
# The shorter an attempt may be, the sooner the lease of a dead worker ends.
ATTEMPT_TIMEOUT_SECONDS = "0.5"


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
                eventually(lambda: is_delivered(client))
            laws.require_acknowledged(client, load)
            laws.require_every_law(client)
            laws.require_one_order_and_charge_each(client, courier)
            for hook, inbox in hooks:
                require_all_arrived(client, hook, inbox, newest["id"])
            assert api.faults() == []
