"""Cleanup jobs of the workers: the rows that they remove, and the isolation of a row that fails."""

from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import pytest
from structlog.testing import capture_logs

from fulfilment import settings
from fulfilment.infra import clock
from fulfilment.infra.database.batch_processor import MAX_FAILURES
from fulfilment.infra.database.pool import Database
from fulfilment.infra.jobs import cleanup_jobs
from fulfilment.infra.jobs.cleanup_jobs import (
    DELETE_BATCH_SIZE,
    delete_expired_idempotency_keys,
    delete_expired_request_windows,
)
from tests.harness.breaking import delaying, let_rest, mending, refusing

INSERT = """
    INSERT INTO idempotency_keys (account_id, partner, key, request_hash, status, created_at, lease_until)
    VALUES ('acc_1', '', $1, '', 200, $2, $3)
"""
IMPATIENT = {
    "FULFILMENT_DATABASE_LOCK_TIMEOUT_SECONDS": "0.1",
    "FULFILMENT_DATABASE_STATEMENT_TIMEOUT_SECONDS": "0.4",
}

pytestmark = pytest.mark.asyncio(loop_scope="function")


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    db = Database(settings.load(IMPATIENT), database_url)
    await db.open()
    yield db
    await db.close()


async def remember(db: Database, names: list[str], hours: float = 25) -> None:
    """Keys of that age, the first the oldest."""
    now = clock.now()
    async with db.connection() as connection:
        rows = [(name, now - timedelta(hours=hours, seconds=-n / 1_000), None) for n, name in enumerate(names)]
        await connection.executemany(INSERT, rows)


async def run(db: Database, statement: str) -> None:
    async with db.connection() as connection:
        await connection.execute(statement)


async def kept(db: Database) -> list[str]:
    async with db.connection() as connection:
        return [row["key"] for row in await connection.fetch("SELECT key FROM idempotency_keys ORDER BY key")]


async def test_idempotency_keys_are_forgotten_after_their_24_hours_and_not_before(db: Database):
    now = clock.now()
    await remember(db, [f"old {number}" for number in range(DELETE_BATCH_SIZE + 5)], hours=24.01)
    async with db.connection() as connection:
        await connection.execute(INSERT, "young", now - timedelta(hours=23, minutes=59), None)
        await connection.execute(INSERT, "held", now - timedelta(hours=25), now + timedelta(minutes=1))
    await delete_expired_idempotency_keys(db)
    assert await kept(db) == ["held", "young"]


async def test_a_worker_whose_clock_is_ahead_forgets_no_key_early(db: Database, monkeypatch: pytest.MonkeyPatch):
    await remember(db, ["young"], hours=1)
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=3))
    await delete_expired_idempotency_keys(db)
    assert await kept(db) == ["young"]


async def test_one_that_cannot_be_removed_is_told_of_and_rests_and_the_others_go(
    db: Database, monkeypatch: pytest.MonkeyPatch
):
    await remember(db, ["broken", *(f"sound {number}" for number in range(DELETE_BATCH_SIZE + 5))])
    await run(db, refusing("idempotency_keys", "DELETE", "OLD.key = 'broken'"))
    with capture_logs() as logs:
        await delete_expired_idempotency_keys(db)
        assert await kept(db) == ["broken"]
        await remember(db, ["later"])
        await delete_expired_idempotency_keys(db)
    assert await kept(db) == ["broken"]
    assert [(entry["event"], entry["processor"], entry["key"], entry["tries"]) for entry in logs] == [
        ("batch_row_failed", "idempotency_keys", "broken", 1)
    ]
    let_rest(monkeypatch)
    await remember(db, ["latest"])
    with capture_logs() as logs:
        await delete_expired_idempotency_keys(db)
    assert await kept(db) == ["broken"]
    assert [entry["tries"] for entry in logs] == [2]
    await run(db, mending("idempotency_keys"))
    let_rest(monkeypatch)
    await delete_expired_idempotency_keys(db)
    assert await kept(db) == []


async def test_where_all_cannot_be_removed_the_sweep_ends_all_the_same(db: Database):
    await remember(db, [f"broken {number:03}" for number in range(3 * MAX_FAILURES)])
    await run(db, refusing("idempotency_keys", "DELETE", "OLD.key LIKE 'broken%'"))
    with capture_logs() as logs:
        await delete_expired_idempotency_keys(db)
    assert len({entry["key"] for entry in logs}) == len(logs) == MAX_FAILURES
    await remember(db, ["sound"], hours=24.5)
    with capture_logs():
        for _ in range(3):
            await delete_expired_idempotency_keys(db)
    assert "sound" not in await kept(db)


async def test_one_that_is_locked_is_passed_over(db: Database, database_url: str):
    await remember(db, ["locked", "sound"])
    holder = await asyncpg.connect(database_url)
    async with holder.transaction():
        await holder.execute("SELECT FROM idempotency_keys WHERE key = 'locked' FOR UPDATE")
        await delete_expired_idempotency_keys(db)
        assert await kept(db) == ["locked"]
    await holder.close()
    await delete_expired_idempotency_keys(db)
    assert await kept(db) == []


async def test_a_batch_that_takes_too_long_becomes_smaller(db: Database):
    await remember(db, [f"slow {number}" for number in range(150)])
    await run(db, delaying("idempotency_keys", "DELETE", 0.005))
    await delete_expired_idempotency_keys(db)
    assert await kept(db) == []


async def test_a_database_that_is_away_is_no_rows_fault(db: Database, monkeypatch: pytest.MonkeyPatch):
    await remember(db, ["old"])

    def lose_connection(*_: object) -> None:
        raise asyncpg.ConnectionDoesNotExistError

    with monkeypatch.context() as patch:
        patch.setattr(cleanup_jobs, "columns", lose_connection)
        with pytest.raises(asyncpg.ConnectionDoesNotExistError):
            await delete_expired_idempotency_keys(db)
    await delete_expired_idempotency_keys(db)
    assert await kept(db) == []


async def test_request_windows_are_forgotten_some_minutes_after_they_are_over(db: Database):
    await run(
        db,
        f"""
        INSERT INTO request_windows (subject, used, ends_at)
        SELECT 'over ' || n, 1, now() - interval '6 minutes' FROM generate_series(1, {DELETE_BATCH_SIZE + 5}) AS n
         UNION ALL SELECT 'just over', 1, now() - interval '4 minutes'
         UNION ALL SELECT 'running', 1, now() + interval '30 seconds'
        """,
    )
    await delete_expired_request_windows(db)
    async with db.connection() as connection:
        kept = await connection.fetch("SELECT subject FROM request_windows ORDER BY subject")
    assert [row["subject"] for row in kept] == ["just over", "running"]
