"""`lastUsedAt` stays right through failures, and unwritten uses have a bounded buffer."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from types import SimpleNamespace

import asyncpg
import pytest

from fulfilment.api_keys import last_used
from fulfilment.api_keys.last_used import LastUsedTracker
from fulfilment.infra import clock
from fulfilment.infra.database.pool import Database
from fulfilment.infra.jobs import task_supervisor
from fulfilment.settings import load
from fulfilment.workspaces import administration
from tests.harness.workspaces import as_operator

LAST_USED = "SELECT last_used_at FROM api_keys WHERE key_id = $1"


@pytest.fixture
async def db(database_url: str, monkeypatch) -> AsyncIterator[Database]:
    monkeypatch.setattr(task_supervisor, "FIRST_DELAY_SECONDS", 0.01)
    monkeypatch.setattr(last_used, "FLUSH_INTERVAL_SECONDS", 0.01)
    opened = Database(load({}), database_url)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def key_id(db: Database) -> str:
    with as_operator():
        async with db.transaction() as connection:
            return (await administration.create_workspace(connection, "Shop", None)).key_id


async def until_noted(db: Database, key_id: str) -> None:
    async with asyncio.timeout(20), db.connection() as connection:
        while await connection.fetchval(LAST_USED, key_id) is None:  # noqa: ASYNC110 - the database decides when
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("problem", [ZeroDivisionError(), asyncpg.InterfaceError("away"), asyncio.CancelledError()])
async def test_what_could_not_be_noted_is_noted_later(db: Database, key_id: str, monkeypatch, problem):
    failures = [problem, problem]
    connection = db.connection

    def failing():
        if failures:
            raise failures.pop()
        return connection()

    monkeypatch.setattr(db, "connection", failing)
    noting = LastUsedTracker(db, SimpleNamespace(used_key_ids={key_id: None}))
    noting.start()
    async with asyncio.timeout(20):
        while failures:  # noqa: ASYNC110 - what runs in the background decides when
            await asyncio.sleep(0.01)
    await until_noted(db, key_id)
    await noting.stop()


async def test_what_was_used_last_is_noted_at_the_end(db: Database, key_id: str, monkeypatch):
    monkeypatch.setattr(last_used, "FLUSH_INTERVAL_SECONDS", 3_600)
    noting = LastUsedTracker(db, SimpleNamespace(used_key_ids={key_id: None}))
    noting.start()
    await noting.stop()
    await until_noted(db, key_id)


async def test_a_later_use_is_never_overwritten_by_an_earlier_one(db: Database, key_id: str, monkeypatch):
    monkeypatch.setattr(last_used, "FLUSH_INTERVAL_SECONDS", 3_600)
    late, early = (LastUsedTracker(db, SimpleNamespace(used_key_ids={key_id: None})) for _ in range(2))
    early._collect()
    early._used[key_id] -= 3_600
    await late.stop()
    async with db.connection() as connection:
        noted = await connection.fetchval(LAST_USED, key_id)
    await early.stop()
    async with db.connection() as connection:
        assert await connection.fetchval(LAST_USED, key_id) == noted


async def test_a_node_whose_clock_is_ahead_notes_no_use_in_the_future(db: Database, key_id: str, monkeypatch):
    ahead = clock.now() + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", lambda: ahead)
    monkeypatch.setattr(last_used, "FLUSH_INTERVAL_SECONDS", 3_600)
    noting = LastUsedTracker(db, SimpleNamespace(used_key_ids={key_id: None}))
    noting.start()
    await noting.stop()
    async with db.connection() as connection:
        assert await connection.fetchval(f"SELECT ({LAST_USED}) <= clock_timestamp()", key_id)


async def test_while_nothing_can_be_noted_the_latest_are_remembered(db: Database, monkeypatch):
    monkeypatch.setattr(last_used, "MAX_PENDING", 3)
    authenticator = SimpleNamespace(used_key_ids={})
    noting = LastUsedTracker(db, authenticator)
    for name in ("a", "b", "c", "a", "d", "e"):
        authenticator.used_key_ids[name] = None
        noting._collect()
    assert list(noting._used) == ["a", "d", "e"]
