"""Retention: events for 90 days, and former secrets while they are valid."""

from collections.abc import AsyncIterator

import pytest

from fulfilment import settings
from fulfilment.infra.database.pool import Database
from fulfilment.storefront import retention

pytestmark = pytest.mark.asyncio(loop_scope="function")

RECENT = 5
FILL = f"""
    INSERT INTO storefront_events (account_id, id, type, received_at)
    SELECT 'acc_' || n % 3, 'old' || n, 'product.created', now() - interval '90 days 1 minute'
      FROM generate_series(1, {2 * retention.DELETE_BATCH_SIZE + 10}) n
    UNION ALL
    SELECT 'acc_1', 'recent' || n, 'product.created', now() - interval '89 days' FROM generate_series(1, {RECENT}) n;
    INSERT INTO accounts (id, name, origin, created_at)
    SELECT 'acc_' || n, 'Shop', 'partner', now() FROM generate_series(1, 2) n;
    INSERT INTO storefronts (account_id, id, partner, secret, previous_secret, previous_until) VALUES
    ('acc_1', 'sf_1', 'p', 'new', 'old', now() - interval '1 minute'),
    ('acc_2', 'sf_2', 'p', 'new', 'old', now() + interval '1 minute')
"""


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    db = Database(settings.load({}), database_url)
    await db.open()
    async with db.connection() as connection:
        await connection.execute(FILL)
    yield db
    await db.close()


async def test_what_is_over_goes_and_nothing_else(db: Database):
    await retention.delete_expired(db)
    async with db.connection() as connection:
        events = await connection.fetch("SELECT id FROM storefront_events ORDER BY id")
        former = await connection.fetch("SELECT account_id FROM storefronts WHERE previous_secret IS NOT NULL")
    assert [row["id"] for row in events] == [f"recent{n}" for n in range(1, RECENT + 1)]
    assert [row["account_id"] for row in former] == ["acc_2"]
