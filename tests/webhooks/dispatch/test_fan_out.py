"""Receivers of an event, and a crash that neither loses nor doubles a delivery."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from fulfilment.infra import clock
from fulfilment.webhooks.dispatch.fan_out import EVENTS_PER_WORKSPACE, WORKSPACES_PER_BATCH
from fulfilment.webhooks.dispatch.fan_out_queries import CLAIM_OUTBOX
from tests.harness.scale.explaining import connect, explained
from tests.harness.scale.work import read_from
from tests.webhooks.world import TYPE, World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="function")


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    async with open_world(database_url) as world:
        yield world


async def test_whoever_asked_for_the_type_gets_it(world: World):
    account_id = await world.workspace()
    asked = [
        await world.endpoint(account_id, *patterns)
        for patterns in (["*"], [TYPE], ["svc.product.*"], ["svc.prod*"], ["svc.stock.*", "svc.product.*"])
    ]
    for patterns in (["svc.stock.*"], ["svc.product.created.v2"], ["svc.product"], ["svc.p_oduct.*"], ["svc.%*"]):
        await world.endpoint(account_id, *patterns)
    event_id = await world.event(account_id)
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, event_id) for endpoint_id in asked}
    assert await world.run("SELECT * FROM outbox") == []


async def test_an_event_that_was_committed_before_the_endpoint_was_there_is_not_its_own(world: World):
    account_id = await world.workspace()
    registered_at = clock.now()
    earlier = registered_at - timedelta(seconds=5)
    await world.event(account_id, at=earlier)
    endpoint_id = await world.endpoint(account_id, since=registered_at)
    later = [await world.event(account_id, at=at) for at in (registered_at, earlier)]
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, event_id) for event_id in later}


@pytest.mark.parametrize(
    "unknown",
    ["UPDATE outbox SET written_by = NULL", "UPDATE webhook_endpoints SET committed_before = NULL"],
    ids=["what wrote the event", "when the endpoint was there"],
)
async def test_times_decide_where_an_older_node_did_not_tell(world: World, unknown: str):
    account_id = await world.workspace()
    registered_at = clock.now()
    endpoint_id = await world.endpoint(account_id, since=registered_at)
    await world.event(account_id, at=registered_at - timedelta(milliseconds=1))
    later = await world.event(account_id, at=registered_at)
    await world.run(unknown)
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, later)}


async def test_an_event_after_a_restore_is_the_endpoints_whatever_the_numbers_of_transactions_say(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await world.run("UPDATE webhook_endpoints SET committed_before = '4000000000:4000000000:'")
    event_id = await world.event(account_id)
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, event_id)}


async def test_an_event_from_before_a_restore_is_nothing_to_an_endpoint_that_came_after_it(world: World):
    account_id = await world.workspace()
    registered_at = clock.now()
    await world.event(account_id, at=registered_at - timedelta(hours=1))
    # A transaction number of the database that the data came from, which is far ahead of those here.
    await world.run("UPDATE outbox SET written_by = '4000000000'")
    await world.endpoint(account_id, since=registered_at)
    await world.finish()
    assert await world.deliveries() == set()
    assert await world.run("SELECT * FROM outbox") == []


async def test_whoever_is_paused_or_deleted_gets_nothing(world: World):
    account_id = await world.workspace()
    paused, deleted = await world.endpoint(account_id), await world.endpoint(account_id)
    await world.run("UPDATE webhook_endpoints SET active = false WHERE id = $1", paused)
    await world.run("UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1", deleted)
    await world.event(account_id)
    await world.finish()
    assert await world.deliveries() == set()
    assert await world.run("SELECT * FROM outbox") == []


async def test_another_workspace_hears_nothing(world: World):
    account_id, other_workspace = await world.workspace(), await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await world.endpoint(other_workspace)
    event_id = await world.event(account_id)
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, event_id)}


async def test_an_event_that_is_fanned_out_twice_is_delivered_once(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    event_id = await world.event(account_id)
    await world.finish()
    await world.run("INSERT INTO outbox (account_id, event_id) VALUES ($1, $2)", account_id, event_id)
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, event_id)}


async def test_the_backlog_of_one_workspace_does_not_stand_before_the_others(world: World):
    busy, quiet = await world.workspace(), await world.workspace()
    endpoint_id = await world.endpoint(quiet)
    for _ in range(EVENTS_PER_WORKSPACE + 50):
        await world.event(busy)
    event_id = await world.event(quiet)
    await world.fan_out.run_batch()
    assert await world.deliveries() == {(endpoint_id, event_id)}
    assert len(await world.run("SELECT * FROM outbox")) == 50


async def test_more_workspaces_than_a_turn_takes_all_get_theirs(world: World):
    expected = set()
    for _ in range(45):
        account_id = await world.workspace()
        expected.add((await world.endpoint(account_id), await world.event(account_id)))
    await world.finish()
    assert await world.deliveries() == expected


async def queue_backlog(world: World, workspaces: list[str], events: int) -> None:
    """So many events of each workspace, in turn, which no endpoint is told of."""
    await world.run(
        "INSERT INTO outbox (account_id, event_id) SELECT account_id, 'evt_' || n"
        " FROM generate_series(1, $2::integer) AS n, unnest($1::text[]) AS account_id",
        workspaces,
        events,
    )


async def test_of_many_workspaces_with_backlogs_each_is_served_before_one_is_served_again(world: World):
    workspaces = [await world.workspace() for _ in range(2 * WORKSPACES_PER_BATCH + 5)]
    await queue_backlog(world, workspaces, EVENTS_PER_WORKSPACE + 1)
    for _ in range(3):
        await world.fan_out.run_batch()
    left = await world.run("SELECT account_id, count(*) FROM outbox GROUP BY account_id")
    assert {row["account_id"]: row["count"] for row in left} == dict.fromkeys(workspaces, 1)
    await world.finish()
    assert await world.run("SELECT FROM outbox") == []


@pytest.mark.parametrize("known", ["nothing", "it was empty", "all of it", "a bloated index"])
async def test_a_turn_reads_no_more_than_it_takes_beside_a_backlog(world: World, database_url: str, known: str):
    busy, quiet = sorted([await world.workspace(), await world.workspace()])
    await queue_backlog(world, [busy], 100 * EVENTS_PER_WORKSPACE)
    if known == "it was empty":
        await world.run("DELETE FROM outbox")
        await world.run("VACUUM (ANALYZE) outbox")
        await queue_backlog(world, [busy], 100 * EVENTS_PER_WORKSPACE)
    await world.event(quiet)
    if known == "a bloated index":
        # So the planner prefers the one by position, where the statement lets it.
        await world.execute("ALTER INDEX outbox_in_turn SET (fillfactor = 10); REINDEX INDEX outbox_in_turn")
    if known in ("all of it", "a bloated index"):
        await world.run("VACUUM (ANALYZE) outbox")
    connection = await connect(database_url, of_worker=True)
    turn = "", WORKSPACES_PER_BATCH, EVENTS_PER_WORKSPACE, [], [], []
    ((plan,),) = await explained(connection, CLAIM_OUTBOX.text, turn, "FORMAT JSON")
    await connection.close()
    # Each workspace is found by one row, and gives its own.
    assert read_from(plan).rows <= 2 + EVENTS_PER_WORKSPACE + 1


async def test_a_round_ends_though_another_process_holds_every_event(world: World):
    workspaces = [await world.workspace() for _ in range(WORKSPACES_PER_BATCH + 5)]
    await queue_backlog(world, workspaces, 2)
    async with world.db.transaction() as connection:
        await connection.execute("SELECT FROM outbox FOR UPDATE")
        assert [bool(await world.fan_out.run_batch()) for _ in range(4)] == [True, False, True, False]
    await world.finish()
    assert await world.run("SELECT FROM outbox") == []


async def test_several_processes_share_the_outbox_without_doubling(world: World):
    account_id = await world.workspace()
    endpoint_ids = [await world.endpoint(account_id) for _ in range(3)]
    event_ids = [await world.event(account_id) for _ in range(300)]
    others = [World(world.db) for _ in range(3)]
    await asyncio.gather(*(each.finish() for each in (world, *others)))
    await world.finish()
    assert await world.deliveries() == {(one, other) for one in endpoint_ids for other in event_ids}


async def test_one_event_that_cannot_be_fanned_out_does_not_hold_up_the_others(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    spoilt = await world.event(account_id, f"{TYPE}.spoilt")
    event_id = await world.event(account_id)
    await world.run("ALTER TABLE webhook_deliveries ADD CHECK (type NOT LIKE '%spoilt')")
    assert await world.fan_out.run_batch() == 1
    assert await world.deliveries() == {(endpoint_id, event_id)}
    assert [row["event_id"] for row in await world.run("SELECT * FROM outbox")] == [spoilt]
