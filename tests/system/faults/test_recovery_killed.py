"""Workers that are killed at any step of delivering again what an endpoint failed to take or missed."""

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fulfilment.infra import clock
from tests.harness.database import rows
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client
from tests.system.faults.doomed import EVENTS_AT_ONCE, Doomed, Job, dooming
from tests.webhooks.inbox import Inbox, Received, receiving
from tests.webhooks.working import create_event, eventually, list_log, register, working

ENDPOINTS = 30
EACH_WAY = 3
EVENTS = 2 * EACH_WAY
# A batch begins, looks for the job, claims it and commits; then it begins, locks, delivers again and commits. There are
# two, and a last look.
STEPS_OF_BATCH = 8
FEWEST_STEPS = 2 * STEPS_OF_BATCH + 1

assert EVENTS_AT_ONCE < EVENTS < 2 * EVENTS_AT_ONCE


class Shop(msgspec.Struct):
    """A workspace with endpoints of one receiver, each at a path of its own, none of which took an event so far."""

    client: Client
    inbox: Inbox
    endpoints: list[str]
    since: str

    def recover(self, endpoint_id: str) -> str:
        """Have an endpoint sent all that it did not take; the recovery's id."""
        answer = self.client("POST", f"/api/v1/webhooks/endpoints/{endpoint_id}/recover", {"since": self.since})
        assert answer.status == 202, answer.raw
        return answer.data["recovery"]["id"]


@pytest.fixture(scope="module")
def service(durable_url: str) -> Iterator[Service]:
    with serving(durable_url) as running:
        yield running


@pytest.fixture(scope="module")
def doomed(durable_url: str) -> Iterator[Doomed]:
    with dooming(durable_url) as program:
        yield program


@pytest.fixture
def shop(service: Service) -> Iterator[Shop]:
    since, client = clock.to_iso(clock.now()), open_client(service)
    with receiving(lambda _: 500) as inbox:
        endpoints = [register(client, inbox.url(f"/{number}")).id for number in range(ENDPOINTS)]
        with working(service.database_url):
            for number in range(EACH_WAY):
                create_event(client, f"failed {number}")
            failed = "SELECT 1 FROM webhook_deliveries WHERE account_id = $1 AND status = 'failed'"
            eventually(lambda: len(rows(client, failed)) == ENDPOINTS * EACH_WAY)
            set_active(client, endpoints, False)
            for number in range(EACH_WAY):
                create_event(client, f"missed {number}")
            eventually(lambda: not rows(client, "SELECT 1 FROM outbox WHERE account_id = $1"))
            set_active(client, endpoints, True)
        inbox.received.clear()
        inbox.respond = lambda _: 204
        yield Shop(client, inbox, endpoints, since)


def set_active(client: Client, endpoints: list[str], active: bool) -> None:
    for endpoint_id in endpoints:
        assert client("PATCH", f"/api/v1/webhooks/endpoints/{endpoint_id}", {"active": active}).status == 200


def end_leases(shop: Shop) -> None:
    """As if the lease of a worker that died had ended."""
    rows(shop.client, "UPDATE webhook_replays SET due_at = now() WHERE account_id = $1")


def shown(shop: Shop, recovery_id: str) -> dict[str, Any]:
    return shop.client("GET", f"/api/v1/webhooks/recoveries/{recovery_id}").data["recovery"]


def require_each_delivered_once(service: Service, shop: Shop, recovered: list[str]) -> None:
    """A worker that lives sends every event to each of these endpoints, once, and nothing to the others."""
    wanted = len(recovered) * EVENTS

    def is_all(received: list[Received]) -> bool:
        return len(received) >= wanted

    with working(service.database_url):
        shop.inbox.wait(is_all)
        eventually(lambda: not rows(shop.client, "SELECT 1 FROM webhook_queue WHERE account_id = $1"))
    events = [row["id"] for row in rows(shop.client, "SELECT id FROM events WHERE account_id = $1")]
    arrived = Counter((each.path, each.event["id"]) for each in shop.inbox.received)
    paths = [f"/{shop.endpoints.index(endpoint_id)}" for endpoint_id in recovered]
    assert arrived == Counter(itertools.product(paths, events))
    for endpoint_id in recovered:
        log = list_log(shop.client, endpointId=endpoint_id)
        ends = Counter((row["status"], row["attempts"], len(row["deliveryAttempts"])) for row in log)
        assert ends == {("sent", 7, 7): EACH_WAY, ("sent", 1, 1): EACH_WAY}


def test_one_killed_at_any_step_is_carried_on_by_the_next_worker(service: Service, shop: Shop, doomed: Doomed) -> None:
    recovered = []
    for step, endpoint_id in enumerate(shop.endpoints):
        recovery_id = shop.recover(endpoint_id)
        recovered.append(endpoint_id)
        end = doomed(Job("redeliver", step))
        end_leases(shop)
        assert doomed(Job("redeliver")) == "done"
        found = shown(shop, recovery_id)
        assert (found["status"], found["queued"]) == ("done", EVENTS)
        if end == "done":
            break
    assert end == "done"
    assert step > FEWEST_STEPS
    require_each_delivered_once(service, shop, recovered)


def test_one_killed_at_every_step_in_turn_comes_to_its_end(service: Service, shop: Shop, doomed: Doomed) -> None:
    endpoint_id = shop.endpoints[0]
    recovery_id = shop.recover(endpoint_id)
    kills = 0
    while doomed(Job("redeliver", kills)) == "killed":
        end_leases(shop)
        kills += 1
    # Whatever was begun and not committed was undone; a batch that was, is not repeated.
    assert kills > STEPS_OF_BATCH
    found = shown(shop, recovery_id)
    assert (found["status"], found["queued"]) == ("done", EVENTS)
    require_each_delivered_once(service, shop, [endpoint_id])
