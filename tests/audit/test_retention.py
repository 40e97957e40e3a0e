"""Audit entries are deleted after the days that the operator sets, and never before."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from fulfilment import settings
from fulfilment.audit import entries
from fulfilment.infra import clock
from fulfilment.infra.database.pool import Database
from tests.harness.breaking import refusing

pytestmark = pytest.mark.asyncio(loop_scope="function")

# Two workspaces, an entry a day in each, and more than two batches of one day long ago.
FILL = f"""
    INSERT INTO audit_entries (account_id, id, actor_type, action, target_type, created_at)
    SELECT 'acc_' || w, 'day-' || n, 'system', 'test.entry', 'Test', now() - n * interval '1 day' + interval '1 minute'
      FROM generate_series(1, 2) w, generate_series(1, 50) n
    UNION ALL
    SELECT 'acc_1', 'old-' || n, 'system', 'test.entry', 'Test', now() - interval '60 days'
      FROM generate_series(1, {2 * entries.CLEANUP_BATCH_SIZE + 10}) n
"""


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    db = Database(settings.load({}), database_url)
    await db.open()
    await run(db, FILL)
    yield db
    await db.close()


async def run(db: Database, statement: str) -> None:
    async with db.connection() as connection:
        await connection.execute(statement)


async def kept(db: Database) -> dict[str, int]:
    async with db.connection() as connection:
        rows = await connection.fetch("SELECT account_id, count(*) FROM audit_entries GROUP BY 1")
    return {row["account_id"]: row["count"] for row in rows}


def days(number: int) -> settings.Settings:
    return settings.load({"FULFILMENT_AUDIT_RETENTION_DAYS": str(number)})


async def test_by_default_they_are_kept_for_ever(db: Database):
    before = await kept(db)
    await entries.delete_expired(db, settings.load({}))
    assert await kept(db) == before


async def test_what_is_older_than_its_days_goes_in_every_workspace(db: Database):
    await entries.delete_expired(db, days(30))
    assert await kept(db) == {"acc_1": 30, "acc_2": 30}


async def test_a_worker_whose_clock_is_ahead_forgets_nothing_early(db: Database, monkeypatch: pytest.MonkeyPatch):
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=300))
    await entries.delete_expired(db, days(55))
    assert await kept(db) == {"acc_1": 50, "acc_2": 50}


async def test_one_that_cannot_be_removed_is_told_of_and_holds_up_no_other(db: Database):
    await run(db, refusing("audit_entries", "DELETE", "OLD.id = 'old-7'"))
    with capture_logs() as logs:
        await entries.delete_expired(db, days(30))
    assert await kept(db) == {"acc_1": 31, "acc_2": 30}
    assert [(line["event"], line["id"]) for line in logs] == [("batch_row_failed", "old-7")]
