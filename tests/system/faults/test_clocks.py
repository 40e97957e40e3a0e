"""Nodes whose clocks are seconds apart: what an endpoint is told is decided by commits (decisions, section 13)."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import psycopg
import pytest

from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client
from tests.system.faults.clock_skewed import VARIABLE
from tests.webhooks.inbox import Inbox, receiving
from tests.webhooks.working import RegisteredEndpoint, create_event, eventually, register, working

APART_SECONDS = 5
WRITERS = 2
HELD = """
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END';
    CREATE TRIGGER hold AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION hold();
"""


@contextmanager
def apart(database_url: str, seconds: int, **settings: str) -> Iterator[Service]:
    """A node whose clock is so many seconds ahead."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(seconds))
        with serving(database_url, factory="tests.system.faults.clock_skewed:create", **settings) as service:
            yield service


@pytest.fixture
def nodes(database_url: str) -> Iterator[list[Client]]:
    """The same key on a node that is ahead, and on a node that is behind; the worker's clock is right."""
    with apart(database_url, APART_SECONDS) as ahead, apart(database_url, -APART_SECONDS) as behind:
        client = open_client(ahead)
        with working(database_url):
            yield [client, msgspec.structs.replace(client, service=behind)]


class Writer(threading.Thread):
    """Makes products over and over; which ones, and in which order, it notes once each is answered."""

    def __init__(self, client: Client, stopping: threading.Event):
        super().__init__(daemon=True)
        self.made: list[str] = []
        self._client = client
        self._stopping = stopping

    def run(self) -> None:
        while not self._stopping.wait(0.01):
            self.made.append(create_event(self._client))


@contextmanager
def writing(clients: list[Client]) -> Iterator[list[Writer]]:
    stopping = threading.Event()
    writers = [Writer(client, stopping) for client in clients for _ in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        yield writers
    finally:
        stopping.set()
        for writer in writers:
            writer.join(30)
            assert not writer.is_alive(), "a request hangs"


def told_of(inbox: Inbox) -> set[str]:
    return {received.event["data"]["id"] for received in list(inbox.received)}


def begun_after(writers: list[Writer], work: Any) -> tuple[Any, set[str]]:
    """The result of `work`, and the products made after it, until each writer made three more."""
    done = work()
    # One may be on its way, and committed before the answer.
    begin = [len(writer.made) + 1 for writer in writers]
    eventually(lambda: all(len(w.made) >= b + 3 for w, b in zip(writers, begin, strict=True)))
    return done, {id for writer, b in zip(writers, begin, strict=True) for id in writer.made[b:]}


@pytest.mark.parametrize("registers_on", [0, 1], ids=["on the one ahead", "on the one behind"])
def test_an_endpoint_is_told_of_every_event_that_any_node_committed_after_its_registration_answered(
    nodes: list[Client], registers_on: int
) -> None:
    with receiving() as inbox, writing(nodes) as writers:
        hook, _ = begun_after(writers, lambda: register(nodes[registers_on], inbox.url(), "svc.product.*"))
        _, wanted = begun_after(writers, lambda: hook)
        eventually(lambda: wanted - told_of(inbox), lambda left: not left)


def _change(client: Client, hook: RegisteredEndpoint, **fields: Any) -> None:
    answer = client("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", fields)
    assert answer.status == 200, answer.raw


@pytest.mark.parametrize("resumes_on", [0, 1], ids=["resumed on the one ahead", "resumed on the one behind"])
def test_a_recovery_brings_what_was_missed_and_what_commits_later_comes_by_itself(
    nodes: list[Client], resumes_on: int
) -> None:
    ahead, behind = nodes
    with receiving() as inbox, writing(nodes) as writers:
        hook = register(behind, inbox.url(), "svc.product.*")
        _, _ = begun_after(writers, lambda: _change(ahead, hook, active=False))
        began = datetime.now(UTC) - timedelta(seconds=3 * APART_SECONDS)
        _, missed = begun_after(writers, lambda: None)
        _change(nodes[resumes_on], hook, active=True)
        target = f"/api/v1/webhooks/endpoints/{hook.id}/recover"
        answer, later = begun_after(writers, lambda: behind("POST", target, {"since": began.isoformat()}))
        assert answer.status == 202, answer.raw
        eventually(lambda: (missed | later) - told_of(inbox), lambda left: not left)


def test_an_event_that_commits_long_after_its_time_is_told_of_to_an_endpoint_that_came_between(
    nodes: list[Client],
) -> None:
    ahead, behind = nodes
    with psycopg.connect(ahead.service.database_url, autocommit=True) as holder, receiving() as inbox:
        holder.execute(HELD)
        holder.execute("SELECT pg_advisory_lock(4711)")
        made: list[str] = []
        writer = threading.Thread(target=lambda: made.append(create_event(behind)), daemon=True)
        writer.start()
        # The product is written by now, and its transaction known by a number that is below the registration's.
        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted"
        eventually(lambda: holder.execute(waiting).fetchone()[0])
        register(ahead, inbox.url(), "svc.product.*")
        holder.execute("SELECT pg_advisory_unlock(4711)")
        writer.join(30)
        eventually(lambda: set(made) == told_of(inbox) != set())
