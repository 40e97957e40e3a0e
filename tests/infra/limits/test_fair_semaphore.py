"""The fair semaphore always keeps a permit for a new tenant."""

import asyncio

import pytest

from fulfilment.infra.limits.fair_semaphore import SYSTEM, AcquireTimeout, FairSemaphore

SOON = 0.02
LONG = 20.0


def taken(shares: FairSemaphore, party: str) -> int:
    """The number of permits that the tenant gets without waiting."""
    count = 0
    while shares.try_acquire(party):
        count += 1
    return count


def test_one_party_gets_half_the_next_a_quarter_and_a_stranger_one() -> None:
    shares = FairSemaphore(16)
    assert [taken(shares, party) for party in ("a", "b", "c", "d")] == [8, 4, 2, 1]
    assert shares.try_acquire("e") and not shares.try_acquire("f")


def test_nobody_but_the_house_has_more_than_the_most() -> None:
    shares = FairSemaphore(16, max_per_key=2)
    assert [taken(shares, party) for party in ("a", "b")] == [2, 2]
    assert taken(shares, SYSTEM) == 12


async def test_who_has_the_most_waits_for_a_place_of_its_own() -> None:
    shares = FairSemaphore(16, max_per_key=2)
    assert taken(shares, "a") == taken(shares, "b") == 2
    waiting = asyncio.create_task(shares.acquire("a", LONG))
    await asyncio.sleep(0)
    shares.release("b")
    await asyncio.sleep(0)
    assert not waiting.done()
    shares.release("a")
    await waiting
    assert (shares.in_use("a"), shares.in_use("b")) == (2, 1)


def test_the_house_may_take_every_place() -> None:
    shares = FairSemaphore(5)
    assert taken(shares, SYSTEM) == 5


async def test_who_waits_is_served_when_its_own_place_comes_back() -> None:
    shares = FairSemaphore(4)
    assert taken(shares, "a") == 2
    waiting = asyncio.create_task(shares.acquire("a", LONG))
    await asyncio.sleep(0)
    shares.release("a")
    await waiting
    assert shares.in_use("a") == 2


async def test_a_stranger_does_not_wait_behind_a_crowd() -> None:
    shares = FairSemaphore(4)
    taken(shares, "a")
    crowd = [asyncio.create_task(shares.acquire("a", LONG)) for _ in range(50)]
    await asyncio.sleep(0)
    await shares.acquire("b", SOON)
    assert not any(each.done() for each in crowd)
    for each in crowd:
        each.cancel()


async def test_places_that_come_free_go_to_the_waiting_parties_in_turn() -> None:
    shares = FairSemaphore(3)
    for _ in range(3):
        assert shares.try_acquire(SYSTEM)
    order: list[str] = []

    async def wait(party: str) -> None:
        await shares.acquire(party, LONG)
        order.append(party)

    waiting = [asyncio.create_task(wait(party)) for party in ("a", "a", "a", "b", "c")]
    await asyncio.sleep(0)
    for party in (SYSTEM, SYSTEM, SYSTEM):
        shares.release(party)
        await asyncio.sleep(0)
    assert sorted(order) == ["a", "b", "c"]
    for each in waiting:
        each.cancel()


async def test_who_waits_too_long_is_told_so_and_takes_nothing() -> None:
    shares = FairSemaphore(2)
    assert taken(shares, "a") == 1
    with pytest.raises(AcquireTimeout):
        await shares.acquire("a", SOON)
    shares.release("a")
    assert shares.available == 2 and shares.in_use("a") == 0


async def test_a_place_handed_over_in_the_moment_of_giving_up_is_not_lost() -> None:
    shares = FairSemaphore(2)
    taken(shares, "a")
    waiting = asyncio.create_task(shares.acquire("a", LONG))
    await asyncio.sleep(0)
    shares.release("a")
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert shares.available == 2 and shares.in_use("a") == 0


async def test_whoever_gives_up_among_many_leaves_the_others_their_order() -> None:
    shares = FairSemaphore(2)
    taken(shares, "a")
    order: list[int] = []

    async def wait(number: int) -> None:
        await shares.acquire("a", LONG)
        order.append(number)
        shares.release("a")

    waiting = [asyncio.create_task(wait(number)) for number in range(6)]
    await asyncio.sleep(0)
    waiting[0].cancel(), waiting[3].cancel()
    shares.release("a")
    await asyncio.gather(*waiting, return_exceptions=True)
    assert order == [1, 2, 4, 5] and shares.available == 2
