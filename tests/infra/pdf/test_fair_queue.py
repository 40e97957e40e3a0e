"""Workspaces share the drawing by time: the rule, with orders whose seconds are only told."""

import asyncio
from collections import Counter

import pytest

from fulfilment.infra.pdf.fair_queue import SHORT_SECONDS, FairQueue, RenderPermit, RenderQueueTimeout

LONG_WAIT = 30.0


class Desk:
    """Orders as they begin at the places of a queue; each ends when a test says so."""

    def __init__(self, places: int):
        self.queue = FairQueue(places)
        self.begun: list[str] = []
        self.places: list[RenderPermit] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, party: str, *seconds: float) -> None:
        """Orders that are expected to take so long."""
        for each in seconds:
            self.tasks.append(asyncio.create_task(self._ask(party, each)))
            await asyncio.sleep(0)

    async def _ask(self, party: str, seconds: float) -> None:
        place = await self.queue.acquire(party, seconds, LONG_WAIT)
        self.begun.append(party)
        self.places.append(place)

    async def end(self, party: str | None = None, spent: float | None = None) -> None:
        """End the order that began first, of a party or of all; it took what was expected, or what is said."""
        place = next(each for each in self.places if party in (None, each.tenant_key))
        self.places.remove(place)
        self.queue.release(place, place.expected if spent is None else spent)
        await asyncio.sleep(0)

    async def end_all(self) -> None:
        while self.places:
            await self.end()
        await asyncio.gather(*self.tasks)


async def test_who_asks_for_long_documents_gets_as_much_time_as_who_asks_for_short_ones() -> None:
    desk = Desk(1)
    await desk.ask("long", *[10.0] * 4)
    await desk.ask("short", *[1.0] * 40)
    for _ in range(22):
        await desk.end()
    # Two documents of ten seconds for each twenty of one.
    assert Counter(desk.begun[:22]) == {"long": 2, "short": 20}
    await desk.end_all()


async def test_what_an_order_took_counts_and_not_what_was_expected() -> None:
    desk = Desk(1)
    await desk.ask("slow", *[0.1] * 3)
    await desk.ask("quick", *[0.1] * 9)
    for _ in range(6):
        await desk.end(spent=0.4 if desk.places[0].tenant_key == "slow" else 0.1)
    assert desk.begun == ["slow", *["quick"] * 4, "slow", "quick"]
    await desk.end_all()


async def test_a_newcomer_is_next_however_many_wait_and_however_long_it_was_away() -> None:
    desk = Desk(1)
    await desk.ask("many", *[5.0] * 50)
    for _ in range(10):
        await desk.end()
    await desk.ask("newcomer", 0.1)
    await desk.end()
    assert desk.begun[-1] == "newcomer"
    await desk.end_all()


async def test_nobody_saves_up_for_a_flood() -> None:
    desk = Desk(1)
    await desk.ask("steady", *[1.0] * 60)
    for _ in range(20):
        await desk.end()
    await desk.ask("flood", *[1.0] * 20)
    for _ in range(20):
        await desk.end()
    assert 9 <= Counter(desk.begun[-20:])["flood"] <= 11
    await desk.end_all()


async def test_a_short_order_never_waits_for_a_long_one_to_end() -> None:
    desk = Desk(2)
    for party in "abcd":
        await desk.ask(party, 10.0, 10.0)
    assert desk.begun == ["a"]
    await desk.ask("neighbour", 0.1)
    assert desk.begun == ["a", "neighbour"]
    await desk.end_all()
    assert len(desk.begun) == 9


async def test_who_has_a_long_one_under_way_leaves_the_place_for_short_ones_to_others() -> None:
    desk = Desk(2)
    await desk.ask("a", 10.0, 0.1, 0.1)
    assert desk.begun == ["a"]
    await desk.ask("b", 0.1)
    assert desk.begun == ["a", "b"]
    await desk.end_all()


async def test_a_short_order_overtakes_a_long_one_of_the_same_party_that_cannot_begin() -> None:
    desk = Desk(2)
    await desk.ask("a", 10.0)
    await desk.ask("b", 10.0, 0.1)
    assert desk.begun == ["a", "b"] and desk.places[1].expected == 0.1
    await desk.end_all()


async def test_where_there_is_one_place_long_orders_have_it_too() -> None:
    desk = Desk(1)
    await desk.ask("a", SHORT_SECONDS * 2)
    assert desk.begun == ["a"]
    await desk.end_all()


async def test_who_waits_too_long_is_refused_and_the_next_one_is_not() -> None:
    queue = FairQueue(1)
    place = await queue.acquire("a", 1.0, LONG_WAIT)
    with pytest.raises(RenderQueueTimeout):
        await queue.acquire("b", 1.0, 0.01)
    waiting = asyncio.create_task(queue.acquire("c", 1.0, LONG_WAIT))
    await asyncio.sleep(0)
    queue.release(place, 1.0)
    assert (await waiting).tenant_key == "c"


@pytest.mark.parametrize("is_granted", [False, True])
async def test_whoever_gives_up_leaves_the_place_to_the_next(is_granted: bool) -> None:
    queue = FairQueue(1)
    place = await queue.acquire("a", 1.0, LONG_WAIT)
    waiting = [asyncio.create_task(queue.acquire(party, 1.0, LONG_WAIT)) for party in "bc"]
    await asyncio.sleep(0)
    if is_granted:
        queue.release(place, 1.0)
    waiting[0].cancel()
    if not is_granted:
        queue.release(place, 1.0)
    assert (await waiting[1]).tenant_key == "c"
    assert waiting[0].cancelled()


async def test_nothing_is_remembered_of_parties_once_all_is_drawn() -> None:
    desk = Desk(2)
    for number in range(100):
        await desk.ask(f"acc_{number}", 0.1, 3.0)
    await desk.end_all()
    assert desk.queue.is_idle
