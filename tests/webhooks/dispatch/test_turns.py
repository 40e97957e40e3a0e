"""Workspaces are served in turn: neither many endpoints nor long backlogs give precedence."""

import pytest

from fulfilment.webhooks.dispatch import dequeue
from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter
from fulfilment.webhooks.dispatch.dequeue import ClaimedDelivery
from fulfilment.webhooks.dispatch.ready_queue import ReadyQueue
from tests.webhooks.world import open_world


def allocate_fairly(slots: ConcurrencyLimiter, lanes: list[tuple[str, str, int]], free: int) -> dict[str, int]:
    """How much each workspace is given."""
    allocated: dict[str, int] = {}
    for account_id, _, room in dequeue._allocate_fairly(lanes, slots.claim_capacity(), free):
        allocated[account_id] = allocated.get(account_id, 0) + room
    return allocated


def add_fast_endpoints(slots: ConcurrencyLimiter, account_id: str, number: int) -> list[tuple[str, str, int]]:
    """Endpoints that answer quickly, each with room for 16."""
    lanes = [(account_id, f"e{each}") for each in range(number)]
    for lane in lanes:
        slots.add_prefetched(lane, "shop.example", 500)
        slots.start_attempt(lane)
        slots.end_attempt(lane, 0.1)
    return [(*lane, 16) for lane in lanes]


def test_workspaces_share_alike_however_many_endpoints_they_have():
    slots = ConcurrencyLimiter(64)
    lanes = add_fast_endpoints(slots, "big", 40) + add_fast_endpoints(slots, "small", 1)
    assert allocate_fairly(slots, lanes, 30) == {"big": 15, "small": 15}


def test_what_one_does_not_want_is_for_the_others():
    slots = ConcurrencyLimiter(64)
    lanes = add_fast_endpoints(slots, "big", 40) + add_fast_endpoints(slots, "small", 1)
    assert allocate_fairly(slots, lanes, 100) == {"big": 84, "small": 16}


def test_where_not_all_workspaces_fit_those_go_first_that_have_waited_longest():
    slots = ConcurrencyLimiter(64)
    lanes = [lane for number in range(9) for lane in add_fast_endpoints(slots, f"acc_{number}", 2)]
    assert allocate_fairly(slots, lanes, 3) == {"acc_0": 1, "acc_1": 1, "acc_2": 1}


def test_strangers_beyond_what_a_workspace_may_have_are_put_off():
    slots = ConcurrencyLimiter(64)
    lanes = [("acc_1", f"e{number}", 2) for number in range(40)]
    found = dequeue._allocate_fairly(lanes, slots.claim_capacity(), 100)
    assert [room for _, _, room in found] == [2] * 8 + [0] * 32


def test_of_slow_endpoints_that_are_due_as_many_are_served_as_may_be_and_the_rest_is_put_off():
    slots = ConcurrencyLimiter(64)
    lanes = [(f"acc_{number}", "slow") for number in range(40)]
    for lane in lanes:
        slots.add_prefetched(lane, "shop.example", 500)
        slots.start_attempt(lane)
        slots.end_attempt(lane, 10.0)
    found = dequeue._allocate_fairly([(*lane, 1) for lane in lanes], slots.claim_capacity(), 100)
    assert sorted(room for _, _, room in found) == [0] * 8 + [1] * 32


def test_nothing_is_given_where_nothing_is_free():
    slots = ConcurrencyLimiter(64)
    assert dequeue._allocate_fairly(add_fast_endpoints(slots, "acc_1", 3), slots.claim_capacity(), 0) == []


def build_claimed(account_id: str, endpoint_id: str) -> ClaimedDelivery:
    return ClaimedDelivery(
        endpoint_key=(account_id, endpoint_id),
        delivery_id="d",
        claim_token=1,
        attempt_number=1,
        url=f"https://{endpoint_id}.example/",
        secrets=[],
        patterns=["*"],
        is_active=True,
        is_requeued=False,
        event_id="evt_1",
        type="svc.product.created.v1",
        body=b"{}",
        claimed_at=0.0,
    )


def test_slots_that_come_free_go_to_the_workspaces_in_turn():
    line = ReadyQueue(ConcurrencyLimiter(64))
    line.add([build_claimed("big", f"e{number}") for number in range(9)] + [build_claimed("small", "only")] * 2)
    assert [line.pop_next().account_id for _ in range(4)] == ["big", "small", "big", "small"]


def test_one_that_is_ready_is_found_behind_any_number_that_have_to_wait():
    line = ReadyQueue(ConcurrencyLimiter(200))
    for number in range(40):
        line.add([build_claimed(f"acc_{number}", "busy")] * 3)
        assert [line.pop_next() is None for _ in range(3)] == [False, False, True]
    line.add([build_claimed("acc_40", "ready")])
    assert line.pop_next().endpoint_id == "ready"


SPELLINGS = {
    "a name": ["https://shop.example/a", "https://SHOP.example:8443/b", "https://Shop.Example./c"],
    "a name in another alphabet": [
        "https://münchen.example/",
        "https://xn--mnchen-3ya.example/",
        "https://MÜNCHEN.example/",
    ],
    "an address": ["https://203.0.113.9/", "https://[::ffff:203.0.113.9]/", "https://203.0.113.9:8443/"],
    "a long address": ["https://[2001:db8::1]/", "https://[2001:0DB8:0:0::1]/", "https://[2001:db8:0:0:0:0:0:1]:8443/"],
}


@pytest.mark.parametrize("urls", SPELLINGS.values(), ids=SPELLINGS)
def test_attempts_at_one_host_share_its_bound_however_a_workspace_spells_it(urls: list[str]):
    slots = ConcurrencyLimiter(64)
    line = ReadyQueue(slots)
    for number in range(6):
        delivery = build_claimed("acc_1", f"e{number}")
        delivery.url = urls[number % len(urls)]
        for _ in range(50):
            line.add([delivery])
            slots.end_attempt(line.pop_next().endpoint_key, 0.01)
        line.add([delivery] * 20)
    begun = 0
    while line.pop_next() is not None:
        begun += 1
    assert begun == 32


@pytest.mark.asyncio(loop_scope="function")
async def test_of_large_events_few_are_taken_at_once_and_the_rest_is_given_back(
    database_url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(dequeue, "MAX_CLAIM_BYTES", 1)
    async with open_world(database_url) as world:
        account_id = await world.workspace()
        await world.endpoint(account_id)
        for _ in range(2):
            await world.event(account_id)
        await world.finish()
        taken = await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 1.0)
        assert [delivery.body is None for delivery in taken] == [False, True]
        await dequeue.release_claims(world.db, taken[1:])
        (again,) = await dequeue.claim_due(world.db, ConcurrencyLimiter(8), 1.0)
        assert again.delivery_id == taken[1].delivery_id
        assert again.body is not None


@pytest.mark.asyncio(loop_scope="function")
async def test_every_second_time_the_slow_one_that_takes_the_least_goes_first(database_url: str):
    async with open_world(database_url) as world:
        account_id = await world.workspace()
        hanging = (account_id, await world.endpoint(account_id))
        quicker = (account_id, await world.endpoint(account_id))
        for _ in range(8):
            await world.event(account_id)
        await world.finish()
        slots = ConcurrencyLimiter(2)
        for lane, seconds in ((hanging, 10.0), (quicker, 1.5)) * 3:
            slots.add_prefetched(lane, "shop.example", 500)
            slots.start_attempt(lane)
            slots.end_attempt(lane, seconds)
        served = set()
        for _ in range(4):
            await world.run(
                "UPDATE webhook_queue_endpoints SET due_at = now() - interval '1 second' WHERE endpoint_id = $1",
                hanging[1],
            )
            await world.run("UPDATE webhook_queue_endpoints SET due_at = now() WHERE endpoint_id = $1", quicker[1])
            (taken,) = await dequeue.claim_due(world.db, slots, 30.0)
            served.add(taken.endpoint_key)
            # A question in between, for the time of the next due delivery, must not change the turn.
            await dequeue.get_seconds_until_due(world.db, slots)
        assert served == {hanging, quicker}


@pytest.mark.asyncio(loop_scope="function")
async def test_a_stranger_that_is_put_off_comes_up_again(database_url: str):
    async with open_world(database_url) as world:
        account_id = await world.workspace()
        for _ in range(12):
            await world.endpoint(account_id)
        await world.event(account_id)
        await world.finish()
        slots = ConcurrencyLimiter(32)
        first = await dequeue.claim_due(world.db, slots, 30.0)
        assert len(first) == 4
        await world.run("UPDATE webhook_queue_endpoints SET due_at = now() WHERE due_at < now() + interval '1 second'")
        assert len(await dequeue.claim_due(world.db, slots, 30.0)) == 4
