"""What takes long is done a little at a time for each workspace, and what is cheap waits for nothing."""

import asyncio
import time
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from fulfilment.http import turns as turning
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.http.incoming import CallerGone
from fulfilment.http.turns import Turn, Turns

HEAVY_SECONDS = 0.02
# The loop's clock counts milliseconds.
CLOCKS_DIFFER_SECONDS = 0.002


async def learnt(turns: Turns, party: str, what: str, seconds: float) -> None:
    """Let it be known what such a request takes."""
    for _ in range(30):
        taken(turns, await turns.take(party, what), seconds)


def taken(turns: Turns, turn: Turn, seconds: float) -> None:
    """End a turn that has held the loop for as long as it waited."""
    turn.spent = seconds
    turn.began -= 2 * seconds
    turns.end(turn)


async def begun(turns: Turns, party: str, what: str, many: int) -> tuple[list[Turn], list[asyncio.Task]]:
    """The turns that `many` requests get at once, and the tasks of those that wait."""
    asked = [asyncio.create_task(turns.take(party, what)) for _ in range(many)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return [task.result() for task in asked if task.done()], [task for task in asked if not task.done()]


async def test_one_heavy_request_of_a_workspace_runs_at_a_time() -> None:
    turns = Turns()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    running, waiting = await begun(turns, "a", "bulk", 5)
    assert (len(running), len(waiting)) == (1, 4)
    order = []
    while waiting:
        turns.end(running.pop())
        await asyncio.sleep(0)
        done = [task for task in waiting if task.done()]
        assert len(done) == 1
        order.append(done[0])
        running.append(done[0].result())
        waiting.remove(done[0])
    assert len(order) == 4


async def test_a_workspace_does_not_wait_for_another() -> None:
    turns = Turns()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    _running, waiting = await begun(turns, "a", "bulk", 5)
    strangers, still_waiting = await begun(turns, "b", "bulk", 1)
    assert len(strangers) == 1 and not still_waiting
    for task in waiting:
        task.cancel()


async def test_while_a_neighbour_is_about_turns_that_follow_each_other_leave_a_part_of_the_loop_free() -> None:
    turns = Turns()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    await learnt(turns, "b", "bulk", HEAVY_SECONDS)
    (running,), (following,) = await begun(turns, "a", "bulk", 2)
    running.spent = HEAVY_SECONDS
    ended_at = time.perf_counter()
    turns.end(running)
    await asyncio.sleep(0)
    assert not following.done()
    # The neighbour does not wait for it.
    strangers, none = await begun(turns, "b", "bulk", 1)
    assert len(strangers) == 1 and not none
    turns.end(await asyncio.wait_for(following, 60))
    free = HEAVY_SECONDS / turning.MOST_OF_LOOP - (ended_at - running.began)
    assert (await following).began - ended_at >= free - CLOCKS_DIFFER_SECONDS


async def test_what_has_waited_enough_itself_is_followed_at_once() -> None:
    turns = Turns()
    for party in ("b", "a"):
        await learnt(turns, party, "bulk", HEAVY_SECONDS)
    (running,), (following,) = await begun(turns, "a", "bulk", 2)
    taken(turns, running, HEAVY_SECONDS)
    await asyncio.sleep(0)
    assert following.done()


async def test_a_pause_counts_all_turns_of_the_party_that_have_ended() -> None:
    turns = Turns()
    seconds = turning.LOOP_BUDGET_SECONDS / 4
    for party in ("b", "a"):
        await learnt(turns, party, "list", seconds)
    running, (following,) = await begun(turns, "a", "list", 5)
    assert len(running) == 4
    for turn in running:
        turn.spent = seconds
        turns.end(turn)
    turns.end(await asyncio.wait_for(following, 60))
    free = 4 * seconds / turning.MOST_OF_LOOP
    assert (await following).began - running[0].began >= free - CLOCKS_DIFFER_SECONDS


async def test_a_process_that_stood_still_does_not_have_its_workspaces_wait_as_long_again() -> None:
    turns = Turns()
    for party in ("b", "a"):
        await learnt(turns, party, "bulk", HEAVY_SECONDS)
    (running,), (following,) = await begun(turns, "a", "bulk", 2)
    running.spent = 3_600.0
    turns.end(running)
    await asyncio.sleep(0)
    assert not following.done()
    turns.end(await asyncio.wait_for(following, 60))


async def test_who_is_alone_has_the_whole_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "ABOUT_SECONDS", 0.0)
    turns = Turns()
    for party in ("b", "a"):
        await learnt(turns, party, "bulk", HEAVY_SECONDS)
    (running,), (following,) = await begun(turns, "a", "bulk", 2)
    running.spent = 3_600.0
    turns.end(running)
    await asyncio.sleep(0)
    assert following.done()


async def test_what_is_cheap_waits_for_nothing_even_behind_heavy_work_of_its_own_workspace() -> None:
    turns = Turns()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    await learnt(turns, "a", "read", 0.0001)
    _, waiting = await begun(turns, "a", "bulk", 5)
    running, none = await begun(turns, "a", "read", 100)
    assert len(running) == 100 and not none
    for task in waiting:
        task.cancel()


async def test_what_waits_for_something_else_keeps_nobody_from_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "ABSENT_SECONDS", 0.05)
    turns = Turns()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    running, waiting = await begun(turns, "a", "bulk", 3)
    assert (len(running), len(waiting)) == (1, 2)
    # The first never comes back from where it waits, and neither does the second.
    await asyncio.wait_for(asyncio.gather(*waiting), 60)


async def test_what_stands_aside_keeps_nobody_from_their_turn_from_the_first_moment() -> None:
    turns = Turns()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    (first,), (waiting,) = await begun(turns, "a", "bulk", 2)
    with first.aside():
        second = await waiting
        third = asyncio.create_task(turns.take("a", "bulk"))
        await asyncio.sleep(0)
        assert not third.done()
    turns.end(second)
    await asyncio.sleep(0)
    # It has come back, and counts again.
    assert not third.done()
    turns.end(first)
    turns.end(await third)


async def test_only_so_many_may_have_begun_to_stand_aside_of_late(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    monkeypatch.setattr(turning, "ABSENT_SECONDS", 3_600.0)
    with ExitStack() as aside:
        there = []
        for _ in range(turning.MOST_ASIDE):
            there.append(await turns.take("a", "bulk"))
            aside.enter_context(there[-1].aside())
        one_more = asyncio.create_task(turns.take("a", "bulk"))
        await asyncio.sleep(0)
        assert not one_more.done()
        turns.end(await turns.take("b", "bulk"))
        turns.end(there[0])
        assert await asyncio.wait_for(one_more, 60)


async def test_of_a_first_burst_that_nobody_has_measured_only_some_begin_at_once() -> None:
    turns = Turns()
    running, waiting = await begun(turns, "a", "new", 32)
    assert 1 <= len(running) <= turning.LOOP_BUDGET_SECONDS / turning.UNKNOWN_SECONDS
    for task in waiting:
        task.cancel()


async def test_what_has_become_cheap_is_let_through_again() -> None:
    turns = Turns()
    await learnt(turns, "a", "list", HEAVY_SECONDS)
    await learnt(turns, "a", "list", 0.0001)
    running, waiting = await begun(turns, "a", "list", 50)
    assert len(running) == 50 and not waiting


async def test_the_time_of_a_coroutine_is_that_between_its_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(turning, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    paused = asyncio.Event()

    async def work() -> str:
        clock.now += 5
        await paused.wait()
        clock.now += 2
        return "done"

    turn = Turn("a", "x", 0.0)
    working = asyncio.ensure_future(turn.spend(work()))
    await asyncio.sleep(0)
    clock.now += 100
    paused.set()
    assert await working == "done"
    assert turn.spent == 7


async def test_a_measured_coroutine_raises_and_is_cancelled_like_any_other() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise KeyError("x")

    with pytest.raises(KeyError):
        await Turn("a", "x", 0.0).spend(fail())
    seen: list[str] = []

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def run() -> None:
        await Turn("a", "x", 0.0).spend(wait())

    task = asyncio.create_task(run())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == ["cancelled"]


async def test_who_hangs_up_while_waiting_takes_no_turn_and_keeps_nobody() -> None:
    turns = Turns()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)

    async def hang_up(_work: object) -> None:
        raise CallerGone

    running, _ = await begun(turns, "a", "bulk", 1)
    with pytest.raises(CallerGone):
        await turns.take("a", "bulk", hang_up)
    turns.end(running[0])
    running, waiting = await begun(turns, "a", "bulk", 1)
    assert len(running) == 1 and not waiting


async def test_who_waits_too_long_is_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "LONGEST_WAIT_SECONDS", 0.01)
    turns = Turns()
    await learnt(turns, "a", "bulk", HEAVY_SECONDS)
    running, _ = await begun(turns, "a", "bulk", 1)
    with pytest.raises(ServiceUnavailable) as refused:
        await turns.take("a", "bulk")
    assert int(refused.value.headers["Retry-After"]) >= 1
    turns.end(running[0])
    assert (await turns.take("a", "bulk")).party == "a"


async def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "MOST_REMEMBERED", 10)
    turns = Turns()
    for number in range(50):
        await learnt(turns, f"acc_{number}", "read", 0.0001)
    assert len(turns._costs) == 10
