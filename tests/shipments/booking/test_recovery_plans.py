"""Recovery of courier calls reads only the rows it takes, however many of one workspace are stuck."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import pytest

from fulfilment import settings
from fulfilment.infra.database.pool import session_settings
from fulfilment.shipments.booking.recovery import COURIER_OPERATIONS
from tests.harness.plans import rows_read

STUCK, WORKSPACES, ROOM = 100_000, 500, 4
LEASE = timedelta(seconds=25)
# The shipments themselves are not asked for, and making them takes longer than all the rest.
FILL = f"""
    SET session_replication_role = replica;
    INSERT INTO courier_operations (account_id, shipment_id, kind, claim_token, is_merchant_key, is_unclear,
                               lease_until, due_at,
                               faults, started_at, actor)
    SELECT 'acc_large', 'shp_' || n, 'book', n::text, true, true, now(), now() - n * interval '1 ms', 9, now(),
           '{{}}'::json
      FROM generate_series(1, {STUCK}) n
    UNION ALL
    SELECT 'acc_' || n, 'shp_' || n, 'book', n::text, true, true, now(), now() + interval '1 minute', 9, now(), '{{}}'
      FROM generate_series(1, {WORKSPACES}) n;
    INSERT INTO courier_operation_tenants (account_id, due_at)
    SELECT account_id, min(due_at) FROM courier_operations GROUP BY 1;
    RESET session_replication_role;
    ANALYZE courier_operations;
    ANALYZE courier_operation_tenants;
"""

pytestmark = pytest.mark.asyncio(loop_scope="function")


@pytest.fixture
async def worker(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """A session as workers have it."""
    session = session_settings(settings.load({})) | {"plan_cache_mode": "force_custom_plan"}
    connection = await asyncpg.connect(database_url, server_settings=session)
    await connection.execute(FILL)
    yield connection
    await connection.close()


async def test_the_look_for_due_workspaces_reads_none_that_is_not_due(worker: asyncpg.Connection):
    assert await rows_read(worker, COURIER_OPERATIONS.find_due_tenants.text, [], 20) == 1
    assert await rows_read(worker, COURIER_OPERATIONS.find_due_tenants.text, ["acc_large"], 20) <= 1


async def test_taking_reads_what_it_takes(worker: asyncpg.Connection):
    # Each row is found, locked, changed, and skipped once when the workspace's next due time is looked up.
    claim = COURIER_OPERATIONS.claim_due.text
    assert await rows_read(worker, claim, ["acc_large"], [ROOM], LEASE, ROOM, None) <= 5 * ROOM


async def test_dead_processes_are_looked_for_among_those_that_have_something_in_hand(worker: asyncpg.Connection):
    release = COURIER_OPERATIONS.release_dead.text
    assert await rows_read(worker, release, 2) <= 4
    await worker.execute("UPDATE courier_operations SET holder = 7 WHERE shipment_id IN ('shp_1', 'shp_2', 'shp_3')")
    assert await rows_read(worker, release, 2) <= 18


async def test_what_a_dead_process_left_is_due_at_once_in_parts_and_whoever_lives_keeps_its_own(
    worker: asyncpg.Connection,
):
    await worker.execute("INSERT INTO process_heartbeats VALUES (8, 'worker', now() + interval '1 h')")
    await worker.execute("UPDATE courier_operations SET due_at = now() + interval '1 h'")
    await worker.execute("UPDATE courier_operation_tenants SET due_at = now() + interval '1 h'")
    await worker.execute("UPDATE courier_operations SET holder = 7 WHERE shipment_id IN ('shp_1', 'shp_2', 'shp_3')")
    await worker.execute("UPDATE courier_operations SET holder = 8 WHERE shipment_id = 'shp_9'")
    held = await worker.fetchval("SELECT count(*) FROM courier_operations WHERE holder = 7")
    released = [await COURIER_OPERATIONS.release_dead_owners(worker, 4) for _ in range(3)]
    assert released == [4, held - 4, 0]
    due = await worker.fetch("SELECT DISTINCT account_id FROM courier_operations WHERE due_at <= now() ORDER BY 1")
    tenants = await worker.fetch("SELECT account_id FROM courier_operation_tenants WHERE due_at <= now() ORDER BY 1")
    assert due == tenants
    assert len(due) == 4
    holders = await worker.fetch("SELECT holder FROM courier_operations WHERE holder > 0")
    assert {row["holder"] for row in holders} == {8}


async def test_workers_that_release_at_once_do_not_wait_for_each_other_for_ever(
    worker: asyncpg.Connection, database_url: str
):
    await worker.execute("UPDATE courier_operations SET holder = 7 WHERE account_id <> 'acc_large'")
    others = [await asyncpg.connect(database_url) for _ in range(4)]
    counted = await asyncio.gather(*(COURIER_OPERATIONS.release_dead_owners(other, WORKSPACES) for other in others))
    assert sum(counted) == WORKSPACES
    for other in others:
        await other.close()
