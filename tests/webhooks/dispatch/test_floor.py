"""An endpoint's queue is read from its low-water mark on, and no due row lies below it."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import pytest

from fulfilment.webhooks.dispatch import dequeue, queries
from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter
from fulfilment.webhooks.dispatch.dequeue import ClaimedDelivery
from tests.webhooks.world import World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="function")

DEAD = 50_000


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    async with open_world(database_url) as world:
        yield world


async def queue(world: World, account_id: str) -> str:
    """Something that is to be delivered; the event."""
    event_id = await world.event(account_id)
    await world.finish()
    return event_id


async def claim_due(world: World) -> list[ClaimedDelivery]:
    return await dequeue.claim_due(world.db, ConcurrencyLimiter(40), 10.0)


async def claim_all(world: World) -> list[str]:
    """The events of all that is due, in the order in which it is taken; it ends, so that it does not come again."""
    events = []
    while taken := await claim_due(world):
        events += [each.event_id for each in taken]
        await world.run("DELETE FROM webhook_queue WHERE delivery_id = ANY ($1)", [each.delivery_id for each in taken])
    return events


async def let_time_pass(world: World, seconds: int) -> None:
    """As if all that has been noted of the queue had been noted so much earlier."""
    ago = timedelta(seconds=seconds)
    await world.run(
        "UPDATE webhook_queue_endpoints"
        "   SET due_at = due_at - $1::interval, low_water_mark = low_water_mark - $1::interval",
        ago,
    )
    await world.run("UPDATE webhook_queue SET due_at = due_at - $1::interval", ago)


async def count_claim_pages(world: World, account_id: str, endpoint_id: str) -> int:
    arguments = [account_id], [endpoint_id], [64], timedelta(seconds=15), 64
    async with world.db.connection() as connection:
        undone = connection.transaction()
        await undone.start()
        explained = await connection.fetchval(
            f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {queries.CLAIM_DUE.text}", *arguments
        )
        await undone.rollback()
    plan = json.loads(explained)[0]["Plan"]
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]


async def test_taking_reads_no_more_beside_deliveries_that_ended_and_that_a_snapshot_keeps(
    world: World, database_url: str
):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await queue(world, account_id)
    before = await count_claim_pages(world, account_id, endpoint_id)
    holder = await asyncpg.connect(database_url)
    await holder.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM webhook_queue")
    await world.run(
        "INSERT INTO webhook_queue (account_id, delivery_id, endpoint_id, due_at, queued_at)"
        " SELECT $1, 'd' || n, $2, now() - interval '1 hour', now() FROM generate_series(1, $3::integer) AS n",
        account_id,
        endpoint_id,
        DEAD,
    )
    await world.run("DELETE FROM webhook_queue WHERE delivery_id LIKE 'd%' AND due_at < now() - interval '1 minute'")
    await world.run("UPDATE webhook_queue_endpoints SET low_water_mark = NULL")
    assert await count_claim_pages(world, account_id, endpoint_id) > DEAD / 1_000, (
        "nothing is dead, or it can be removed"
    )
    assert len(await claim_all(world)) == 1
    await queue(world, account_id)
    assert await count_claim_pages(world, account_id, endpoint_id) <= before + 12
    assert len(await claim_all(world)) == 1
    holder.terminate()


async def test_what_was_queued_by_a_transaction_that_commits_late_is_taken(world: World, database_url: str):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    late = await asyncpg.connect(database_url)
    transaction = late.transaction()
    await transaction.start()
    # Its now() is of now, whenever it queues.
    await late.fetchval("SELECT now()")
    for _ in range(3):
        event_id = await queue(world, account_id)
        assert await claim_all(world) == [event_id]
        await let_time_pass(world, -60)
    ((floor_is_later,),) = await world.run("SELECT low_water_mark > now() FROM webhook_queue_endpoints")
    assert floor_is_later
    await late.execute(
        "WITH events AS (INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)"
        " VALUES ($1, 'evt_late', 'svc.product.created.v1', 'prod_1', 1, '{}', now())),"
        " logged AS (INSERT INTO webhook_deliveries"
        " (account_id, id, endpoint_id, event_id, type, created_at, updated_at)"
        " VALUES ($1, 'late', $2, 'evt_late', 'svc.product.created.v1', now(), now())),"
        " queued AS (INSERT INTO webhook_queue (account_id, delivery_id, endpoint_id, due_at, queued_at)"
        " VALUES ($1, 'late', $2, now(), now()))"
        " UPDATE webhook_queue_endpoints SET due_at = least(due_at, now()) WHERE endpoint_id = $2",
        account_id,
        endpoint_id,
    )
    assert await claim_all(world) == []
    await transaction.commit()
    assert await claim_all(world) == ["evt_late"]
    await late.close()


async def test_the_oldest_are_taken_first_and_a_backlog_to_its_end(world: World):
    account_id = await world.workspace()
    await world.endpoint(account_id)
    expected = [await queue(world, account_id) for _ in range(30)]
    await let_time_pass(world, 3_600)
    assert await claim_all(world) == expected
    again = [await queue(world, account_id) for _ in range(30)]
    assert await claim_all(world) == again


async def test_what_is_given_back_is_due_again_whatever_was_taken_meanwhile(world: World):
    account_id = await world.workspace()
    await world.endpoint(account_id)
    first = await queue(world, account_id)
    taken = await claim_due(world)
    second = await queue(world, account_id)
    assert await claim_all(world) == [second]
    await dequeue.release_claims(world.db, taken)
    assert await claim_all(world) == [first]


async def test_what_another_holds_is_left_above_the_floor(world: World, database_url: str):
    account_id = await world.workspace()
    await world.endpoint(account_id)
    held = await queue(world, account_id)
    holder = await asyncpg.connect(database_url)
    await holder.execute("BEGIN; SELECT FROM webhook_queue FOR UPDATE")
    await let_nothing_wait(world)
    for _ in range(3):
        free = await queue(world, account_id)
        assert await claim_all(world) == [free]
    await holder.execute("ROLLBACK")
    await asyncio.sleep(0.06)
    assert await claim_all(world) == [held]
    await holder.close()


async def let_nothing_wait(world: World) -> None:
    """Raise the low-water mark of all queues, as after a first read."""
    await world.run("UPDATE webhook_queue_endpoints SET low_water_mark = now()")
