"""What the workers sweep up."""

from datetime import timedelta

import pytest

from fulfilment import clock, settings
from fulfilment.db.pool import Database
from fulfilment.sweeps import FORGOTTEN_AT_ONCE, forget_idempotency_keys

pytestmark = pytest.mark.asyncio(loop_scope="function")


async def test_idempotency_keys_are_forgotten_after_their_24_hours_and_not_before(database_url: str):
    db = Database(settings.load({}), database_url)
    await db.open()
    now = clock.now()
    insert = """
        INSERT INTO idempotency_keys (account_id, partner, key, request_hash, status, created_at, lease_until)
        VALUES ('acc_1', '', $1, '', 200, $2, $3)
    """
    try:
        async with db.connection() as connection:
            old = [(f"old {number}", now - timedelta(hours=24), None) for number in range(FORGOTTEN_AT_ONCE + 5)]
            await connection.executemany(insert, old)
            await connection.execute(insert, "young", now - timedelta(hours=23, minutes=59), None)
            await connection.execute(insert, "held", now - timedelta(hours=25), now + timedelta(minutes=1))
        await forget_idempotency_keys(db)
        async with db.connection() as connection:
            kept = await connection.fetch("SELECT key FROM idempotency_keys ORDER BY key")
    finally:
        await db.close()
    assert [row["key"] for row in kept] == ["held", "young"]
