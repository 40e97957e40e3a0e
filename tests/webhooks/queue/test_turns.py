"""Workspaces are served in turn: neither many endpoints nor long backlogs give precedence."""

import pytest

from fulfilment.webhooks.queue import claiming
from fulfilment.webhooks.queue.claiming import Taken
from fulfilment.webhooks.queue.line import Line
from fulfilment.webhooks.queue.slots import Slots
from tests.webhooks.world import opened


def fitting(slots: Slots, lanes: list[tuple[str, str, int]], free: int) -> dict[str, int]:
    """How much each workspace is given."""
    given: dict[str, int] = {}
    for account_id, _, room in claiming._fitting(lanes, slots.rooms(), free):
        given[account_id] = given.get(account_id, 0) + room
    return given


def quick(slots: Slots, account_id: str, number: int) -> list[tuple[str, str, int]]:
    """Endpoints that answer quickly, each with room for 16."""
    lanes = [(account_id, f"e{each}") for each in range(number)]
    for lane in lanes:
        slots.take(lane, "shop.example", 500)
        slots.begin(lane)
        slots.end(lane, 0.1)
    return [(*lane, 16) for lane in lanes]


def test_workspaces_share_alike_however_many_endpoints_they_have():
    slots = Slots(64)
    lanes = quick(slots, "big", 40) + quick(slots, "small", 1)
    assert fitting(slots, lanes, 30) == {"big": 15, "small": 15}


def test_what_one_does_not_want_is_for_the_others():
    slots = Slots(64)
    lanes = quick(slots, "big", 40) + quick(slots, "small", 1)
    assert fitting(slots, lanes, 100) == {"big": 84, "small": 16}


def test_where_not_all_workspaces_fit_those_go_first_that_have_waited_longest():
    slots = Slots(64)
    lanes = [lane for number in range(9) for lane in quick(slots, f"acc_{number}", 2)]
    assert fitting(slots, lanes, 3) == {"acc_0": 1, "acc_1": 1, "acc_2": 1}


def test_strangers_beyond_what_a_workspace_may_have_are_put_off():
    slots = Slots(64)
    lanes = [("acc_1", f"e{number}", 2) for number in range(40)]
    found = claiming._fitting(lanes, slots.rooms(), 100)
    assert [room for _, _, room in found] == [2] * 8 + [0] * 32


def test_of_slow_endpoints_that_are_due_as_many_are_served_as_may_be_and_the_rest_is_put_off():
    slots = Slots(64)
    lanes = [(f"acc_{number}", "slow") for number in range(40)]
    for lane in lanes:
        slots.take(lane, "shop.example", 500)
        slots.begin(lane)
        slots.end(lane, 10.0)
    found = claiming._fitting([(*lane, 1) for lane in lanes], slots.rooms(), 100)
    assert sorted(room for _, _, room in found) == [0] * 8 + [1] * 32


def test_nothing_is_given_where_nothing_is_free():
    slots = Slots(64)
    assert claiming._fitting(quick(slots, "acc_1", 3), slots.rooms(), 0) == []


def waiting(account_id: str, endpoint_id: str) -> Taken:
    return Taken(
        lane=(account_id, endpoint_id),
        delivery_id="d",
        ticket=1,
        number=1,
        url=f"https://{endpoint_id}.example/",
        secrets=[],
        patterns=["*"],
        is_active=True,
        is_asked_for=False,
        event_id="evt_1",
        type="svc.product.created.v1",
        body=b"{}",
        asked_at=0.0,
    )


def test_slots_that_come_free_go_to_the_workspaces_in_turn():
    line = Line(Slots(64))
    line.add([waiting("big", f"e{number}") for number in range(9)] + [waiting("small", "only")] * 2)
    assert [line.next().account_id for _ in range(4)] == ["big", "small", "big", "small"]


def test_one_that_is_ready_is_found_behind_any_number_that_have_to_wait():
    line = Line(Slots(200))
    for number in range(40):
        line.add([waiting(f"acc_{number}", "busy")] * 3)
        assert [line.next() is None for _ in range(3)] == [False, False, True]
    line.add([waiting("acc_40", "ready")])
    assert line.next().endpoint_id == "ready"


@pytest.mark.asyncio(loop_scope="function")
async def test_of_large_events_few_are_taken_at_once_and_the_rest_is_given_back(
    database_url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(claiming, "TAKEN_BYTES", 1)
    async with opened(database_url) as world:
        account_id = await world.workspace()
        await world.endpoint(account_id)
        for _ in range(2):
            await world.event(account_id)
        await world.finish()
        taken = await claiming.take(world.db, Slots(8), 1.0)
        assert [delivery.body is None for delivery in taken] == [False, True]
        await claiming.give_back(world.db, taken[1:])
        (again,) = await claiming.take(world.db, Slots(8), 1.0)
        assert again.delivery_id == taken[1].delivery_id
        assert again.body is not None


@pytest.mark.asyncio(loop_scope="function")
async def test_every_second_time_the_slow_one_that_takes_the_least_goes_first(database_url: str):
    async with opened(database_url) as world:
        account_id = await world.workspace()
        hanging = (account_id, await world.endpoint(account_id))
        quicker = (account_id, await world.endpoint(account_id))
        for _ in range(8):
            await world.event(account_id)
        await world.finish()
        slots = Slots(2)
        for lane, seconds in ((hanging, 10.0), (quicker, 1.5)) * 3:
            slots.take(lane, "shop.example", 500)
            slots.begin(lane)
            slots.end(lane, seconds)
        served = set()
        for _ in range(4):
            await world.run(
                "UPDATE webhook_lanes SET due_at = now() - interval '1 second' WHERE endpoint_id = $1", hanging[1]
            )
            await world.run("UPDATE webhook_lanes SET due_at = now() WHERE endpoint_id = $1", quicker[1])
            (taken,) = await claiming.take(world.db, slots, 30.0)
            served.add(taken.lane)
            # Whoever is asked meanwhile when there will be something must not change whose turn it is.
            await claiming.seconds_until_due(world.db, slots)
        assert served == {hanging, quicker}


@pytest.mark.asyncio(loop_scope="function")
async def test_a_stranger_that_is_put_off_comes_up_again(database_url: str):
    async with opened(database_url) as world:
        account_id = await world.workspace()
        for _ in range(12):
            await world.endpoint(account_id)
        await world.event(account_id)
        await world.finish()
        slots = Slots(32)
        first = await claiming.take(world.db, slots, 30.0)
        assert len(first) == 4
        await world.run("UPDATE webhook_lanes SET due_at = now() WHERE due_at < now() + interval '1 second'")
        assert len(await claiming.take(world.db, slots, 30.0)) == 4
