"""A worker that is killed loses nothing: what it had not recorded is delivered again, under the same event id."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.harness.database import rows
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client
from tests.webhooks.inbox import Received, receiving
from tests.webhooks.working import create_event, eventually, list_log, register, wait_until_settled, working

# The shorter an attempt may be, the sooner the lease of a dead worker ends.
SHORT = {"webhook_timeout_seconds": "0.3"}


@pytest.fixture(scope="module")
def alone(module_database_url: str) -> Iterator[Service]:
    """A service whose workers are all ours to kill."""
    with serving(module_database_url) as running:
        yield running


@pytest.fixture
def client(alone: Service) -> Client:
    return open_client(alone)


@contextmanager
def unrecordable(service: Service) -> Iterator[None]:
    """Meanwhile no attempt can be recorded, however long a worker waits."""
    with psycopg.connect(service.database_url) as connection:
        connection.execute("LOCK TABLE webhook_attempts IN SHARE MODE")
        yield
        connection.rollback()


def require_consistent(client: Client) -> None:
    """Each row's attempts are those recorded, counted from 1; nothing is queued or left to fan out."""
    for row in list_log(client):
        numbers = [each["attemptNumber"] for each in row["deliveryAttempts"]]
        assert numbers == list(range(1, row["attempts"] + 1)), row
        statuses = [each["status"] for each in row["deliveryAttempts"]]
        assert statuses[-1] == "succeeded", row
        assert (row["status"], row["nextRetryAt"]) == ("sent", None), row
    for table in ("webhook_queue", "outbox"):
        assert rows(client, f"SELECT * FROM {table} WHERE account_id = $1") == []


def test_killed_between_the_answer_and_the_record_again_and_again(alone: Service, client: Client):
    expected: set[str] = set()

    def is_all(received: list[Received]) -> bool:
        return {each.event["data"]["productId"] for each in received} >= expected and all(
            each.ended_at for each in received
        )

    with receiving() as inbox:
        hook = register(client, inbox.url())
        for number in range(3):
            with working(alone.database_url, **SHORT) as worker, unrecordable(alone):
                expected |= {create_event(client, f"round {number}") for _ in range(3)}
                answered = eventually(lambda: list(inbox.received), is_all)
                worker.kill()
            assert [row for row in list_log(client, endpointId=hook.id) if row["attempts"]] == []
        first_ids = {each.event["data"]["productId"]: each.event["id"] for each in answered}
        with working(alone.database_url, **SHORT):
            wait_until_settled(client, hook, len(expected))
    again = inbox.received[len(answered) :]
    assert {each.event["data"]["productId"]: each.event["id"] for each in again} == first_ids
    assert {each.attempt for each in inbox.received} == {1}
    bodies = {(each.event["id"], each.body) for each in inbox.received}
    assert len(bodies) == len(expected)
    require_consistent(client)


def test_killed_at_any_moment_under_load(alone: Service, client: Client):
    moments = random.Random(4)
    with receiving(lambda received: 500 if received.attempt == 1 else 204) as inbox:
        hook = register(client, inbox.url())
        for _ in range(3):
            with working(alone.database_url, **SHORT) as worker:
                for number in range(20):
                    create_event(client, f"number {number}")
                seen = len(inbox.received)
                eventually(lambda seen=seen: len(inbox.received) > seen)
                time.sleep(moments.uniform(0, 0.05))
                worker.kill()
        with working(alone.database_url, **SHORT):
            shown = wait_until_settled(client, hook, 60)
    arrived = Counter(each.event["id"] for each in inbox.received)
    assert arrived.keys() == {row["eventId"] for row in shown}
    assert {row["attempts"] for row in shown} == {2}
    require_consistent(client)


def test_a_worker_that_is_told_to_stop_finishes_what_is_under_way(alone: Service, client: Client):
    def answer(_received):
        time.sleep(0.2)
        return 204

    with receiving(answer) as inbox:
        hook = register(client, inbox.url())
        with working(alone.database_url, **SHORT) as worker:
            for number in range(10):
                create_event(client, f"number {number}")
            inbox.wait_for(2)
            worker.process.terminate()
            assert worker.process.wait(10) == 0
        recorded = [row for row in list_log(client, endpointId=hook.id) if row["attempts"]]
        assert {row["eventId"] for row in recorded} == {each.event["id"] for each in inbox.received}
        with working(alone.database_url, **SHORT):
            wait_until_settled(client, hook, 10)
    assert max(Counter(each.event["id"] for each in inbox.received).values()) == 1
